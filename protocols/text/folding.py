"""Text in one form: what differs only in typing becomes equal, and each character knows its place.

Folded away: NFC against NFD, full-width and mathematical letters, ligatures, square units, the kinds of
quotation marks, dashes, tildes, middle dots and blanks, soft hyphens, zero-width and control characters,
variation selectors.

Kept apart, because they mean something: case (quotes folds it, units do not),
superscripts and vulgar fractions ("10²" is not "102"), circled digits, an em dash between two letters (it
parts two clauses, a hyphen joins two words).
"""

import re
import unicodedata
from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

__all__ = ["Folded", "Span", "fold", "fold_char"]


class Span(NamedTuple):
    """A place in a text: `text[start:end]`."""

    start: int
    end: int


_TYPED_AS: Final[dict[str, str]] = {
    "'": '"`´‘’‚‛“”„‟«»‹›「」『』《》〈〉〝〞〟｢｣＂＇ʼʹ',
    "-": "‐‑‒–−⁃﹣－˗",
    "—": "―⸺⸻",
    "~": "∼〜～",
    "·": "•‧∙⋅・･ㆍ",
    "/": "⁄∕",
    "\n": "\r\v\f\x1c\x1d\x1e\x85\u2028\u2029",
    # Fillers draw nothing and take a width: a reader sees a blank.
    " ": "\u3164\uffa0\u2800",
    # Marks that only steer rendering; the rest of the invisible ones are known by their category.
    "": "\u034f\u180b\u180c\u180d" + "".join(map(chr, (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)))),
}
_TYPED: Final = {char: form for form, chars in _TYPED_AS.items() for char in chars}

# Forms whose plain spelling is another number ("10²" as "102", "½" as "1/2" after a "2") or another sign.
_MEANT: Final = frozenset({"<super>", "<sub>", "<fraction>", "<circle>"})
_SUBSCRIPTS: Final = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_SOFT_HYPHEN_AT_LINE_END: Final = re.compile("\u00ad(?=[ \u200b]*\n)")
# "CO₂" is "CO2"; "10₂" is not "102", and "log₂8" is not "log28".
_SUBSCRIPT_OF_A_LETTER: Final = re.compile(r"(?<=[^\W\d_₀-₉])[₀-₉]++(?!\d)")
_DASHES: Final = re.compile("[-—]{2,}")
_DASH_NOT_BETWEEN_LETTERS: Final = re.compile(r"—(?:(?<![^\W\d_]—)|(?![^\W\d_]))")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text that can say where each of its parts stands in the source."""

    text: str
    source: str
    starts: "array[int] | None"
    """Place in the source of each character, and the length of the source; None when nothing moved."""

    def span(self, start: int, end: int) -> Span:
        """The part of the source that `text[start:end]`, not empty, was made of; its end is visible."""
        if self.starts is None:
            return Span(start, end)
        first, last = self.starts[start], self.starts[end - 1]
        while self.starts[end] == last:
            end += 1
        stop = self.starts[end]
        while stop > last + 1 and not fold_char(self.source[stop - 1]):
            stop -= 1
        return Span(first, stop)


@lru_cache(maxsize=1 << 14)
def fold_char(char: str) -> str:
    """One character in its plain form: the same for every way of typing it, empty when it draws nothing."""
    if char in _TYPED:
        return _TYPED[char]
    if char == "\n":
        return char
    if char.isspace():
        return " "
    if unicodedata.category(char) in ("Cf", "Cc"):
        return ""
    return _plain(char)


def _plain(char: str) -> str:
    """The compatibility form, unless that would put a digit, a blank or a loose jamo where there was none."""
    tag, *codes = unicodedata.decomposition(char).split() or [""]
    if not tag.startswith("<"):
        return unicodedata.normalize("NFC", char)
    if tag in _MEANT:
        return char
    plain = "".join(
        _TYPED.get(part, part) or _plain(part) for part in (_plain(chr(int(code, 16))) for code in codes)
    )
    changes_meaning = any(
        part.isspace() or "\u1100" <= part <= "\u11ff" or (part.isdecimal() and not char.isdecimal())
        for part in plain
    )
    return char if changes_meaning else plain


def fold(text: str) -> Folded:
    """The text in its plain form, with the way back; the cost per character is that of `str.translate`."""
    alphabet = {char: fold_char(char) for char in set(text)}
    same_length = text.translate(
        {ord(char): form for char, form in alphabet.items() if len(form) == 1 and form != char}
    )
    if "\u00ad" in alphabet:
        same_length = _SOFT_HYPHEN_AT_LINE_END.sub("-", same_length)
    moving = _moving(same_length, {char for char, form in alphabet.items() if len(form) != 1})
    plain, starts = _replaced(same_length, moving) if moving else (same_length, None)
    if "—" in plain:
        plain = _DASH_NOT_BETWEEN_LETTERS.sub("-", plain)
    if not alphabet.keys().isdisjoint("₀₁₂₃₄₅₆₇₈₉"):
        plain = _SUBSCRIPT_OF_A_LETTER.sub(lambda found: found[0].translate(_SUBSCRIPTS), plain)
    return Folded(plain, text, starts)


def _moving(text: str, resized: set[str]) -> re.Pattern[str] | None:
    """What is to be replaced by something of another length, or None; made of the characters in this text."""
    invisible = {char for char in resized if not fold_char(char)}
    wider = resized - invisible
    # Marks matter where they may still join a letter: in decomposed text, or across an invisible character.
    joining = bool(invisible) or not unicodedata.is_normalized("NFC", text)
    loose = invisible | ({char for char in set(text) if _joins_the_letter_before(char)} if joining else set())
    either = []
    if loose:
        either.append(f"[^{_listed(loose)}]?[{_listed(loose)}]+")
    if wider:
        either.append(f"[{_listed(wider)}]")
    if _DASHES.search(text):
        either.append(_DASHES.pattern)
    return re.compile("|".join(either), re.DOTALL) if either else None


def _listed(chars: Iterable[str]) -> str:
    return "".join(re.escape(char) for char in sorted(chars))


def _joins_the_letter_before(char: str) -> bool:
    """Combining marks, and the vowels and finals of decomposed Hangul."""
    return (
        unicodedata.category(char)[0] == "M" or "\u1160" <= char <= "\u11ff" or "\ud7b0" <= char <= "\ud7ff"
    )


def _replaced(text: str, moving: re.Pattern[str]) -> "tuple[str, array[int]]":
    parts: list[str] = []
    starts = array("I")
    done = 0
    for found in moving.finditer(text):
        start, end = found.span()
        form = (
            "—"
            if _DASHES.fullmatch(found[0])
            else unicodedata.normalize("NFC", "".join(map(fold_char, found[0])))
        )
        parts += (text[done:start], form)
        starts.extend(range(done, start))
        starts.extend([start] * len(form))
        done = end
    parts.append(text[done:])
    starts.extend(range(done, len(text) + 1))
    return "".join(parts), starts
