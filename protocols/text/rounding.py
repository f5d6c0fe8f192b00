"""How a strength is shown: one rule of rounding for every view, so that no two of them disagree."""

from decimal import ROUND_HALF_UP, Decimal

_HUNDREDTH = Decimal("0.01")
_EXACT = 6
"""Places beyond which a figure is only the noise of its sum."""


def hundredths(value: float) -> str:
    """Two places, a half goes up: 0.505 is 0.51, whatever its binary form."""
    return str(_rounded(value))


def percent(value: float) -> int:
    """The same figure of a hundred."""
    return int(_rounded(value) * 100)


def _rounded(value: float) -> Decimal:
    return Decimal(str(round(value, _EXACT))).quantize(_HUNDREDTH, ROUND_HALF_UP)
