"""Cues beside direction words: the same words, the same figure, one end of a scale, a titled denial."""

import pytest

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.agreement import agreement, cue, denial
from pathfinder.adapters.embedded.exclusion import elsewhere, excludes
from pathfinder.adapters.embedded.measures import same_figure

NEAR = 0.6


def told(claim: str, sentence: str, similarity: float = NEAR) -> str | None:
    guess = agreement(claim, sentence, similarity)
    return None if guess is None else guess.type


@pytest.mark.parametrize(
    ("claim", "sentence", "type_"),
    [
        (
            "Bark costs 2.5 times as much as straw.",
            "For bark people pay two and a half times the rate of straw.",
            "SUPPORTS",
        ),
        ("Beds lost a third of their water.", "Bare beds lost 34% of it.", "SUPPORTS"),
        ("Beds lost a third of their water.", "Bare beds lost 60% of it.", None),
        ("Slugs eat 58% of the leaves.", "민달팽이가 잎의 58%를 먹는다.", "SUPPORTS"),
        ("Covered beds are cooler than bare ones.", "Covered beds stood 3 °C below bare beds.", "SUPPORTS"),
        ("Covered beds are cooler than bare ones.", "짚을 덮은 밭이 맨땅보다 서늘했다.", "SUPPORTS"),
        (
            "Covered beds are cooler than bare ones.",
            "Covered beds were 2 °C warmer than bare beds.",
            "CONTRADICTS",
        ),
        ("Covered beds are cooler than bare ones.", "A cold plate lay beside the covered beds.", None),
        (
            "Straw attracts more slugs than bark.",
            "Slugs were as often found on bark, no excess on straw.",
            "CONTRADICTS",
        ),
        ("Straw lies on all beds of Velm.", "Straw lies on all the beds of Velm.", "SUPPORTS"),
        ("Straw lies on 40% of the beds.", "Straw lies on 90% of the beds.", None),
    ],
)
def test_explicit_words_and_figures_make_a_stance(claim: str, sentence: str, type_: str | None) -> None:
    assert told(claim, sentence) == type_


def test_likeness_alone_makes_none_and_words_on_another_matter_do_not_count() -> None:
    assert told("Straw is good for beds.", "Straw is nice on beds of roses.", 0.95) is None
    assert told("Beds lost a third of their water.", "The ferry lost 34% of its beds.", 0.1) is None


def test_a_denial_is_read_with_the_title_of_its_page() -> None:
    claim, title = "Straw lowers the number of slugs.", "Retraction: straw and the number of slugs"
    sentence = "When the error is put right, the difference disappears."
    found = denial(claim, sentence, title, NEAR)
    assert found is not None
    assert found.type == "CONTRADICTS"
    assert denial(claim, sentence, "Ferries in winter", NEAR) is None
    assert denial(claim, sentence, title, 0.2) is None
    assert denial("Straw does not lower the number of slugs.", sentence, title, NEAR) is None


def test_conditions_of_one_kind_exclude_each_other() -> None:
    assert excludes("in the dry months", "in the humid months")
    assert excludes("겨울에는", "여름에는")
    assert excludes("in sandy soil", "in clay soil")
    assert not excludes("in summer", "in the summer months")
    assert not excludes("in the first trial", "in the second trial")


def test_a_sentence_on_another_season_or_hour_speaks_of_something_else() -> None:
    assert elsewhere("In summer straw cools the soil.", "In winter straw warms the soil.")
    assert elsewhere("Rooms are cooler in the afternoon.", "밤에는 방이 더 덥다.")
    assert not elsewhere("Straw cools the soil.", "In winter straw warms the soil.")


def test_figures_are_compared_by_what_they_measure() -> None:
    assert same_figure("It fell by 58%.", "58 per cent less") is not None
    assert same_figure("after 57 months", "after five years") is not None
    assert same_figure("In 2019 it rained.", "In 2019 it snowed.") is None
    assert same_figure("400 plots", "410 plots") is None
    assert same_figure("두 배 반 값이다.", "2.5 times the price") is not None


def test_a_denial_does_not_speak_against_itself() -> None:
    said = (
        "The decline was a change of label, and nothing in these data shows that children have fewer attacks."
    )
    guess = cue(said, said, 1.0)
    assert guess is not None
    assert guess.type == "SUPPORTS"


def test_the_short_korean_denial_turns_its_verb_round() -> None:
    guess = cue("판을 오래 쓰면 글씨 속도가 떨어진다.", "판을 오래 써도 글씨 속도가 전혀 안 떨어졌다.", 0.8)
    assert guess is None or guess.type == "CONTRADICTS"


SHIFT = "Is the six-hour shift good for nurses?"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("When shifts lasted six hours, fewer patients died.", "Nurses who worked six hours slept longer."),
        ("The six-hour nurse is as tired as before.", "여섯 시간 근무하는 간호사는 더 오래 잔다."),
        ("An eight-hour shift is dear for the hospitals.", "Hospitals may keep the eight-hour shift."),
    ],
)
def test_a_figure_that_names_what_is_asked_about_is_no_finding(claim: str, sentence: str) -> None:
    assert same_figure(claim, sentence, SHIFT) is None


def test_other_figures_of_a_sentence_still_count() -> None:
    claim, sentence = "With six-hour shifts sick leave fell by 26%.", "Sick leave was 26 per cent lower."
    assert same_figure(claim, sentence, SHIFT) is not None


def test_to_pay_twice_is_no_measure() -> None:
    assert same_figure("It costs twice as much.", "Twice the price was asked.") is not None
    assert same_figure("We pay twice.", "They are paid twice for one day.") is None


def test_twice_as_common_is_not_as_common() -> None:
    assert cues.SAME.search("Slips were as common as in the first hour.")
    assert not cues.SAME.search("Slips had been twice as common as in the first hour.")


QUESTION = "Should gardens go without straw, and what are the costs?"


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("Snails laid 19 per cent more eggs.", "방문객은 두 해 전보다 18% 늘었다."),
        ("달팽이 알이 19% 늘었다.", "Visitors to the market were up by 18 per cent."),
    ],
)
def test_figures_that_are_only_near_say_nothing_where_nothing_else_is_shared(
    claim: str, sentence: str
) -> None:
    assert cue(claim, sentence, NEAR, "", QUESTION) is None
    exact = sentence.replace("18", "19")
    guess = cue(claim, exact, NEAR, "", QUESTION)
    assert guess is not None
    assert guess.type == "SUPPORTS"


def test_the_end_of_a_korean_verb_is_no_thing_that_moves() -> None:
    claim = "시골 텃밭이 사들인 새 짚은 한 해 600단 남짓, 비율로는 10%가량 줄었다."
    assert cue(claim, "지난 한 해 짚을 한 단이라도 산 사람은 두 해 전보다 18% 늘었다.", NEAR) is None


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        (
            "Straw raised the scores of the gardens.",
            "It can therefore not be maintained that straw improved the scores of the gardens.",
        ),
        ("짚은 밤을 시원하게 한다.", "짚이 밤을 시원하게 한다고 볼 수는 없다."),
    ],
)
def test_what_is_told_not_to_follow_is_no_support(claim: str, sentence: str) -> None:
    guess = cue(claim, sentence, NEAR)
    assert guess is not None
    assert guess.type == "CONTRADICTS"
