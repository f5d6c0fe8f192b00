"""A number is a range by the words around it; what only counts or dates is none."""

import pytest

from pathfinder.adapters.embedded.bounds import apart_in_range, bounds
from pathfinder.adapters.embedded.circumstances import circumstances, instead
from pathfinder.adapters.embedded.frames import unshared
from pathfinder.adapters.language.encoder import encoder


@pytest.mark.parametrize(
    ("text", "range_"),
    [
        ("Hens under two years lay more", ("year", None)),
        ("Children under ten who swim", ("under ten", (float("-inf"), 10))),
        ("Dogs past the age of ten grew thin", ("past the age of ten", (10, float("inf")))),
        ("From grade five upwards marks fell", ("From grade five upwards", (5, float("inf")))),
        ("Nineteen-year-olds drove faster", ("Nineteen-year-olds", (19, 19))),
        ("On 40 mg they slept", ("On 40 mg", (40, 40))),
        ("예순 살이 넘은 주민은", ("예순 살이 넘은", (60, float("inf")))),
        ("3학년까지는 점수가", ("3학년까지", (float("-inf"), 3))),
        ("5도를 밑돈 날에는", ("5도를 밑돈", (float("-inf"), 5))),
    ],
)
def test_a_range_is_read_with_the_words_that_make_it_one(
    text: str, range_: tuple[str, tuple[float, float] | None]
) -> None:
    words, limits = range_
    found = bounds(text)
    if limits is None:
        assert not found
        return
    assert [(text[one.start : one.end], (one.low, one.high)) for one in found] == [(words, limits)]


@pytest.mark.parametrize(
    "text",
    ["The study looked at over 300 homes.", "It lasted more than twelve months.", "It opened after 1990."],
)
def test_counts_and_dates_are_no_ranges(text: str) -> None:
    assert not bounds(text)


def test_ranges_are_apart_only_where_none_of_the_one_meets_the_other() -> None:
    assert apart_in_range("On 100 and on 200 mg", "On 600 mg and on 900 mg")
    assert not apart_in_range("On 600 mg and on 900 mg", "On 600 mg and on 900 mg")
    assert not apart_in_range("children under ten who", "over 20 knots")


def test_what_a_claim_opens_with_is_its_circumstance_and_where_it_was_found_is_not() -> None:
    assert circumstances("With the lamp lit, the moths stayed away.") == ("With the lamp lit",)
    assert circumstances("On sand the drill was slower.") == ("On sand",)
    assert not circumstances("In a trial of 40 farms, yields rose.")


def test_one_circumstance_stands_in_the_place_of_another() -> None:
    one, other = "With vinegar, the stain faded.", "With lemon, the stain stayed as it was."
    assert instead(one, other, encoder()) == ("With vinegar", "With lemon")
    assert instead(one, one, encoder()) is None
    assert instead(one, "식초를 쓰면 얼룩이 옅어진다.", encoder()) is None


@pytest.mark.parametrize(
    ("one", "other", "cases"),
    [
        (
            "Shops in the old town have earned more since the ban.",
            "Shops along the ring road have earned less since the ban.",
            ("in the old town", "along the ring road"),
        ),
        ("The lamp drew more moths.", "The lamp drew fewer moths.", None),
        ("In May rooms were cooler.", "In May rooms were warmer.", None),
    ],
)
def test_what_two_claims_do_not_share_is_their_case_unless_it_is_the_way_they_point(
    one: str, other: str, cases: tuple[str, str] | None
) -> None:
    assert unshared(one, other) == cases
