"""A strength is shown by one rule of rounding."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.text.rounding import hundredths, percent


@pytest.mark.parametrize(
    ("strength", "shown"),
    [
        (0.505, "0.51"),
        (0.725, "0.73"),
        (0.575, "0.58"),
        (0.7249999999999999, "0.73"),
        (0.0, "0.00"),
        (1.0, "1.00"),
    ],
)
def test_a_half_goes_up_whatever_its_binary_form(strength: float, shown: str) -> None:
    assert hundredths(strength) == shown


@given(st.integers(0, 10_000))
def test_the_share_of_a_hundred_is_the_same_figure(ten_thousandths: int) -> None:
    strength = ten_thousandths / 10_000
    assert f"{percent(strength) / 100:.2f}" == hundredths(strength)
    assert abs(float(hundredths(strength)) - strength) <= 0.005 + 1e-9
