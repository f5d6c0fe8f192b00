"""Figures in two sources, figures set against each other, and words that only look like a direction."""

import pytest

from pathfinder.adapters.embedded.agreement import cue, denies
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.marks import marks
from pathfinder.adapters.embedded.measures import measures
from pathfinder.adapters.embedded.quotable import flat


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("The ferry runs six minutes faster.", "minutes", 6),
        ("Takings fell by a tenth.", "share", 0.1),
        ("Forty-one cups in every hundred were cracked.", "share", 0.41),
        ("네 집에 한 집꼴로 이사했다.", "share", 0.25),
        ("물의 3할이 샜다.", "share", 0.3),
        ("Bees fed 2 percent syrup lived on.", "strength", 0.02),
    ],
)
def test_a_figure_is_known_in_the_forms_in_which_it_is_told(text: str, kind: str, value: float) -> None:
    assert (kind, value) in [(one.kind, round(one.value, 4)) for one in measures(text)]


def test_twice_a_year_is_no_multiple() -> None:
    assert not [one for one in measures("Twice a year the strip is wiped.") if one.kind == "fold"]


CLAIM = "Car crossings at the bridge fell by 24% after the charge."


@pytest.mark.parametrize(
    ("sentence", "type_"),
    [
        ("Crossings by car now stand 24 per cent below the year without the charge.", "SUPPORTS"),
        ("The company hopes that its sales will grow by 24 per cent.", None),
        ("Of the crossings 24% were free, 31% cheap, 12% dear and 33% by ferry.", None),
    ],
)
def test_one_figure_in_two_sources_supports_where_it_is_no_chance(sentence: str, type_: str | None) -> None:
    guess = cue(CLAIM, sentence, 0.42)
    assert (None if guess is None else guess.type) == type_


@pytest.mark.parametrize(
    "text",
    [
        "Now eight of ten are on time where it used to be fewer than 5.",
        "통행료 차단기가 생겼다.",
        "학교는 역에서 700미터 넘게 떨어진 곳에 있다.",
        "길가에 줄이 길게 늘어섰다.",
    ],
)
def test_what_only_looks_like_a_direction_is_none(text: str) -> None:
    assert marks(text) == ()


def test_no_sign_of_wearing_off_says_that_it_lasts() -> None:
    assert not denies("The reduction is 26 per cent, and it showed no sign of wearing off.")
    assert denies("There was no sign of harm in any group.")


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("From 5 percent upwards the extract is harmful.", "From 5 percent upwards"),
        (
            "Half lived on where 1.5 percent syrup had been offered.",
            "where 1.5 percent syrup had been offered",
        ),
        ("1.5% 당액을 먹인 벌은 더 오래 살았다.", "1.5% 당액을 먹인 벌은"),
        ("정류장 300미터 안쪽의 가게는 매출이 늘었다.", "정류장 300미터 안쪽의 가게는"),
    ],
)
def test_doses_and_bounds_are_conditions(text: str, condition: str) -> None:
    assert condition in conditions(text)


def test_a_heading_that_runs_into_its_sentence_is_left_out_and_bold_words_stay() -> None:
    assert flat("**Results.** The flags carried 17 stings.") == "The flags carried 17 stings."
    assert flat("**Straw** keeps beds cool.") == "Straw keeps beds cool."
