"""A calculation is read and repeated; what does not come out is no calculation."""

from fractions import Fraction

import pytest

from pathfinder.protocols.text.arithmetic import MOST_CHARACTERS, calculated


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("40,000,000 / 86,400 = 463", 463),
        ("40M jobs / 86400 s ≈ 463/s", 463),
        ("40 million / 86,400 = 460", 460),
        ("207.8/32.7=6.4", Fraction("6.4")),
        ("(100 - 60) / 100 = 40%", 40),
        ("30/120*100 = 25%", 25),
        ("100 * 25% = 25", 25),
        ("90 min ÷ 60 = 1.5 h", Fraction("1.5")),
        ("12 x 3 = 36", 36),
        ("-3 + 5 = 2", 2),
        ("2 × (3 + 4) = 14", 14),
        ("40만 / 2 = 20만", 200_000),
        ("1,5 + 1 = 2,5", Fraction("2.5")),
        ("1.2k + 300 = 1500", 1_500),
        ("462.96 = 463", 463),
        ("5 - 5 = 0", 0),
    ],
)
def test_a_calculation_that_comes_out_gives_its_result(text: str, result: Fraction | int) -> None:
    known = calculated(text)
    assert known is not None
    assert known.result.value == result


@pytest.mark.parametrize(
    "text",
    [
        "40000000/86400=500",
        "207.8/32.7=6",
        "1/3=0.3%",
        "1/0=3",
        "3 4 = 12",
        "2**3=8",
        "2+=2",
        "2*=2",
        "((2)=2",
        "(2+)=2",
        "-=1",
        "=5",
        "5",
        "5 = about five",
        "__import__('os').system('x')=1",
        "2; 3 = 5",
        "9" * MOST_CHARACTERS + "=9",
    ],
)
def test_what_does_not_come_out_or_is_no_calculation_is_refused(text: str) -> None:
    assert calculated(text) is None


def test_the_operands_are_told_as_they_are_written() -> None:
    known = calculated("25% * 1.2k + 7 = 307")
    assert known is not None
    assert [one.value == meant for one, meant in zip(known.operands, (25, 1_200, 7), strict=True)] == [
        True
    ] * 3
    assert [one.percent for one in known.operands] == [True, False, False]
