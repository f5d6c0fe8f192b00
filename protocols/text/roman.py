"""Roman numerals in plain letters."""

import re
from typing import Final

__all__ = ["roman_value"]

_WELL_FORMED: Final = re.compile(r"(?=.)M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_LETTERS: Final = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman_value(letters: str) -> int | None:
    """The value of a well-formed Roman numeral in capitals; None of anything else."""
    if not _WELL_FORMED.fullmatch(letters):
        return None
    values = [_LETTERS[letter] for letter in letters]
    return sum(
        -value if value < after else value for value, after in zip(values, [*values[1:], 0], strict=True)
    )
