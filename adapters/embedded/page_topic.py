"""What a question names, to tell whether a text is on its subject."""

import re
from functools import lru_cache
from typing import Final

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.language.concepts import of_term
from pathfinder.adapters.language.terms import phrases, terms

SEVERAL_NAMED: Final = 2
"""A page that names so many other things of the question is on it, whatever it calls the first."""


def is_where(text: str, phrase: str) -> bool:
    """A Korean place that something is in (베이라의 들에 뿌리는 가루는): where it is asked, not what."""
    return re.search(rf"{re.escape(phrase)}의\s+\S+에서?[는도]?(?:\s|$)", text) is not None


@lru_cache(maxsize=64)
def _named(question: str) -> tuple[frozenset[str], ...]:
    """The things a question names that are more than a risk, an effect or a way of asking, as they come."""
    found = sorted(phrases(question), key=lambda phrase: (is_where(question, phrase), question.find(phrase)))
    told = (frozenset(terms(phrase)) - cues.GENERAL - cues.ASKING for phrase in found)
    telling = tuple(words for words in told if any(not of_term(word) for word in words))
    return telling or (frozenset(terms(question)),)


def off_subject(question: str, told: str) -> bool:
    """The text names neither what the question asks about, the first thing it names, nor two other things."""
    said, (first, *others) = frozenset(terms(told)), _named(question)
    named = sum(not words.isdisjoint(said) for words in others)
    return first.isdisjoint(said) and named < SEVERAL_NAMED
