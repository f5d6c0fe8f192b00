"""What a question names is in every text on it: that two claims share it does not make them one.

Figures of the question are left out by `measures.same_figure` for the same reason.
"""

from functools import lru_cache
from typing import Final

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.aboutness import TELLING
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.concepts import is_concept, names
from pathfinder.adapters.language.terms import terms

MOST_KEPT: Final = 8_192
COUNTS: Final = frozenset(
    terms(
        "one two three four five six seven eight nine ten eleven twelve dozen hundred thousand first second"
        " fourth fifth sixth seventh eighth ninth tenth twice double"
        " 하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉 열"
    )
)


@lru_cache(maxsize=64)
def asked(question: str) -> frozenset[str]:
    """The content words of a question."""
    return frozenset(terms(question))


@lru_cache(maxsize=MOST_KEPT)
def without_asked(text: str, question: str) -> str:
    """A text without the words of the question; the whole text where nothing would be left."""
    if not question:
        return text
    kept = [word for word in text.split() if not _is_asked(word, question)]
    return " ".join(kept) if any(terms(word) for word in kept) else text


def _is_asked(word: str, question: str) -> bool:
    told = frozenset(terms(word))
    if not told or told <= asked(question):
        return bool(told)
    # Across languages no word is shared, but everyday things are known by their concepts.
    concepts = frozenset(name for name in names(word) if is_concept(name))
    return korean.is_hangul(word) != korean.is_hangul(question) and bool(concepts & names(question))


def meet_beyond(one: str, other: str, question: str) -> bool:
    """Whether two texts name something in common that the question does not; true where none is asked."""
    shared = names(one) & names(other)
    return not question or bool(shared - names(question) - COUNTS - cues.GENERAL - TELLING)
