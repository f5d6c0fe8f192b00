"""Which sentences become claims: whole, checkable, and said by the page itself."""

import pytest

from pathfinder.adapters.embedded.claims import announces, claim, loose_ends, reports_belief, signals


@pytest.mark.parametrize(
    ("sentence", "kept"),
    [
        ("Mulch lowers the soil temperature in July.", "Mulch lowers the soil temperature in July."),
        ("However, mulch lowers soil temperature.", "Mulch lowers soil temperature."),
        (
            "According to the Velm Soil Office, mulch lowers the soil temperature by three degrees in July.",
            "Mulch lowers the soil temperature by three degrees in July.",
        ),
        ("We found that mulch lowers soil temperature.", "Mulch lowers soil temperature."),
        (
            '"Mulch keeps the ground three degrees cooler," said Ida Brandt of the Soil Office.',
            "Mulch keeps the ground three degrees cooler.",
        ),
        (
            "Mulch lowers soil temperature, and you can feel it with a bare foot.",
            "Mulch lowers soil temperature.",
        ),
        ("그러나 짚을 덮으면 땅의 온도가 3도 낮아진다.", "짚을 덮으면 땅의 온도가 3도 낮아진다."),
        (
            "벨름 토양청에 따르면 짚을 덮은 밭은 여름에 온도가 3도 낮았다.",
            "짚을 덮은 밭은 여름에 온도가 3도 낮았다.",
        ),
        (
            '토양청 관계자는 "짚을 덮은 밭은 여름에 온도가 3도 낮았다"고 말했다.',
            "짚을 덮은 밭은 여름에 온도가 3도 낮았다",
        ),
    ],
)
def test_a_claim_is_the_sentence_without_its_lead_in(sentence: str, kept: str) -> None:
    assert claim(sentence) == kept


@pytest.mark.parametrize(
    "sentence",
    [
        "No trial has shown that mulch lowers soil temperature.",
        "Contrary to what many believe, mulch does not lower soil temperature.",
        "The belief that mulch lowers soil temperature is not supported by any trial.",
    ],
)
def test_a_denial_is_never_stripped_to_what_it_denies(sentence: str) -> None:
    assert claim(sentence) in (None, sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "This lowers the soil temperature by three degrees.",
        "In these plots the soil was three degrees cooler.",
        "The difference was largest in dry years.",
        "They lose water faster than bare soil does.",
        "I think mulch lowers the soil temperature.",
        "You should cover the soil before the summer.",
        "Many gardeners believe that mulch lowers soil temperature.",
        "We tested whether mulch lowers soil temperature.",
        "Whether mulch lowers soil temperature is a matter of debate.",
        "이는 땅의 온도를 3도나 낮추는 것으로 나타났다.",
        "그 결과는 여름에 훨씬 더 뚜렷하게 나타났다.",
        "저는 짚을 덮어서 땅의 온도를 3도 낮췄습니다.",
        "짚을 덮으면 땅이 차가워진다고 믿는 사람이 많다.",
        "짚이 땅의 온도를 낮추는지는 아직 조사되지 않았다.",
        "밭에는 반드시 짚을 덮어야 한다.",
    ],
)
def test_what_leans_on_other_sentences_or_speaks_of_persons_is_no_claim(sentence: str) -> None:
    assert claim(sentence) is None


def test_a_belief_that_is_denied_in_the_same_breath_is_no_mere_report() -> None:
    assert reports_belief("Many believe that mulch draws slugs.")
    assert reports_belief("A standing objection to mulch is that it draws slugs.")
    assert not reports_belief("Many believe that mulch draws slugs, but two trials found no more of them.")
    assert reports_belief("짚이 달팽이를 부른다는 속설이 있다.")
    assert not reports_belief("짚이 달팽이를 부른다는 속설은 사실과 다르다.")


def test_what_something_depends_on_is_a_finding_and_not_a_plan() -> None:
    assert not announces("The effect of mulch depends on whether the soil is dry.")
    assert announces("The aim of the trial was to learn whether mulch helps.")


def test_a_bare_count_or_a_year_is_not_checkable() -> None:
    assert not signals("In 2019 the office listed 412 plots.").checkable
    assert not signals("In 2019 the office listed its plots.").figure
    assert signals("Mulch lowers soil temperature.").checkable
    assert signals("짚을 덮은 밭은 맨땅보다 시원하다.").comparison


def test_plans_events_and_pointers_are_loose_ends() -> None:
    assert loose_ends("Mulch lowers soil temperature.") == 0
    assert loose_ends("The firm expects that these sales will double this year.") == 3


def test_speech_is_a_claim_where_its_speaker_is_named() -> None:
    said = '"Count the hours, and the slate is cheaper than the book," '
    assert claim(f"{said}he told reporters.") is None
    assert claim(f"{said}said Ida Brandt of the Audit Court.") is not None


def test_a_condition_put_to_you_is_a_claim_and_what_you_should_do_is_none() -> None:
    kept = "If you leave the lid open, the broth turns sour two days sooner."
    assert claim(kept) == kept
    assert claim("If the broth smells, you should pour it away at once.") is None
    assert claim("If you have a cold, drink more water and do not change your diet.") is None


@pytest.mark.parametrize(
    "sentence",
    [
        "None of the 150 lamps contained a microphone.",
        "The lamps have no microphone.",
        "램프에는 마이크가 없습니다.",
        "With the lemon, acidity climbed from 14 to 27.",
        "At 25 °C the order was turned on its head.",
    ],
)
def test_what_is_denied_or_moves_in_any_words_can_be_checked(sentence: str) -> None:
    assert signals(sentence).checkable


@pytest.mark.parametrize(
    "text",
    [
        "Straw has stripped the beds, with losses at five times the old rate, critics say.",
        "짚을 걷으면 흙이 다섯 배 빨리 마른다는 주장이다.",
    ],
)
def test_what_unnamed_critics_say_is_no_claim_of_the_page(text: str) -> None:
    assert reports_belief(text)
