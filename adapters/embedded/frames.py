"""What two claims of one frame do not share: the phrase in each that stands in the place of the other's."""

import re
from difflib import SequenceMatcher
from typing import Final

from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.ways import moves
from pathfinder.adapters.language.terms import terms

LONGEST: Final = 8
"""Words of a phrase that can still be read as a condition."""
_EDGE: Final = re.compile(r"^[^\w]+|[^\w%]+$")
_LEADING: Final = re.compile(
    r"(?:the|an?|in|on|at|with|without|among|for|under|over|above|below|near|along|during|after|before|from|to|of"
    r"|by|who)",
    re.IGNORECASE,
)


def unshared(one: str, other: str) -> tuple[str, str] | None:
    """The first phrases of two claims that replace each other and say which case is meant, not which way."""
    first, second = one.split(), other.split()
    matcher = SequenceMatcher(None, _folded(first), _folded(second), autojunk=False)
    for kind, start, end, begin, stop in matcher.get_opcodes():
        if kind != "replace":
            continue
        mine, theirs = _phrase(first, start, end), _phrase(second, begin, stop)
        if _names_a_case(mine) and _names_a_case(theirs):
            return mine, theirs
    return None


def _folded(words: list[str]) -> list[str]:
    return [_EDGE.sub("", word).lower() for word in words]


def _phrase(words: list[str], start: int, end: int) -> str:
    """The words, with the article and the preposition that lead up to them."""
    while start and _LEADING.fullmatch(words[start - 1]):
        start -= 1
    return _EDGE.sub("", " ".join(words[start:end]))


def _names_a_case(phrase: str) -> bool:
    return bool(terms(phrase)) and len(phrase.split()) <= LONGEST and not moves(phrase) and not ends(phrase)
