"""Figures that a sentence sets against each other say which way it points, or that there is no difference."""

import pytest

from pathfinder.adapters.embedded.agreement import cue, denies
from pathfinder.adapters.embedded.facets import facets
from pathfinder.adapters.embedded.rivals import rivals
from pathfinder.adapters.embedded.set_against import set_against
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.rules.facets import relation


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("Workers lived 34 days compared with 29 days on sugar alone.", 1),
        ("The median was 24 days, as against 29 in the controls.", -1),
        ("It was struck 41 times, against 42 for the others.", 0),
        ("On this side the ice was 9 cm thicker on average, 43 against 34 cm.", 1),
        ("Mean days of illness were 6.2 a year with it and 11.7 without.", -1),
        ("Before the gates came 5.8% were late, and 3.1% are late now.", -1),
        ("Catches declined by 6% in ports with a screen and by 7% in ports without one.", 0),
        ("Boots wore 18% more on the treated paths and 4% more on untreated ones.", 1),
        ("The ice reached only 31% of the thickness measured in weeks without.", -1),
        ("With the air on, the ice is a third of what it would be.", -1),
        ("시험구의 밀도는 1.4마리로, 대조구의 3.3마리에 견주어 58% 적었다.", -1),
        ("돌린 기간의 얼음이 31 cm로, 쉬었을 때의 25 cm보다 두꺼웠다.", 1),
        ("먹인 농가의 폐사율은 14%, 먹이지 않은 농가는 29%였다.", -1),
        ("먹은 비율은 환자군 68%, 대조군 69%였다.", 0),
    ],
)
def test_figures_set_against_each_other_point_one_way_or_none(text: str, way: int) -> None:
    found = set_against(text)
    assert found is not None
    assert found.way == way


@pytest.mark.parametrize(
    "text",
    [
        "They lived for 34 days.",
        "It held for three to four winters without repair.",
        "Four of the five ponds went without oxygen.",
        "A third of the flour eaten still comes without iron.",
        "Between 2013 and 2021 no other town did so.",
        "Of the sum, 82% of what was collected was spent on collecting it.",
        "의무를 어긴 곳은 2%에 그쳤다.",
    ],
)
def test_other_figures_say_nothing_of_each_other(text: str) -> None:
    assert set_against(text) is None


FEWER = "Catches of herring have declined since the screens came."


def test_two_groups_that_moved_alike_deny_that_the_thing_was_moved() -> None:
    alike = "Catches of herring declined by 6% in ports with a screen and by 7% in ports without one."
    assert denies(alike)
    guess = cue(FEWER, alike, 0.6)
    assert guess is None or guess.type == "CONTRADICTS"


def test_two_groups_that_moved_by_very_different_figures_deny_nothing() -> None:
    assert not denies("Catches of herring declined by 46% in ports with a screen and by 7% in ports without.")


def test_a_share_of_what_was_measured_without_is_the_opposite_of_thicker() -> None:
    deep = "In basins deeper than ten metres the ice reached only 31% of the thickness measured without air."
    shallow = "In basins shallower than five metres the ice was 27% thicker while the air was on."
    question = "What do air screens do for the harbours of Ostrelle?"
    assert rivals(deep, shallow, encoder(), question)
    assert not rivals(deep, deep.replace("deeper than ten", "shallower than five"), encoder(), question)


def test_a_retraction_is_not_joined_with_what_it_takes_back() -> None:
    striking = (
        "Mussels from harbours with a screen contained 62% less copper than mussels from those without."
    )
    corrected = (
        "After correction the copper in mussels does not differ with and without a screen (25 against 26)."
    )
    assert relation(facets(striking, corrected, encoder())) != "same"
    assert relation(facets(striking, striking.replace("62%", "61%"), encoder())) == "same"


def test_groups_are_told_by_what_is_asked_about() -> None:
    dry = "In dry wounds the scores were 5.2 for moss and 3.4 for gauze."
    assert set_against(dry) is None
    found = set_against(dry, frozenset(("moss",)))
    assert found is not None
    assert found.way == 1
    turned = set_against(dry, frozenset(("gauz",)))
    assert turned is not None
    assert turned.way == -1


def test_of_three_groups_it_is_not_told_which_are_compared() -> None:
    assert set_against("It cleared in 29% with moss, in 30% without it and in 82% with a pill.") is None


def test_by_how_much_is_not_how_much() -> None:
    assert set_against("다섯 식구인 집은 312탈렌을 내어 예전보다 72탈렌을 더 부담하였다.") is None
