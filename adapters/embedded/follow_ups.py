"""What to search for next: the other side, what was found said with the target's words, and shorter words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.objective import anchors, sides
from pathfinder.adapters.embedded.places import place
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.questions import Conclude, FoundLine
from pathfinder.protocols.rules.queries import clean, is_repeat

MOST_FOLLOW_UPS, MOST_RETRIES, MOST_DIRECTIONS = 3, 3, 2
SEEN_OFTEN: Final = 2
"""A phrase in quotes of so many sites is a direction of its own."""
_AGAINST: Final = {"en": ("no effect", "did not"), "ko": ("효과 없음", "사실과 다르다")}
_FOR: Final = {"en": ("evidence", "measured"), "ko": ("근거", "측정 결과")}


def follow_ups(ask: Conclude, named: Sequence[HypothesisId]) -> tuple[str, ...]:
    """Queries after what is missing: the side nobody spoke for, then conditions and terms met on the way."""
    lines = [line for line in ask.found if line.about in named] or list(ask.found)
    return _fresh(_wanted(ask, lines), ask.queries, MOST_FOLLOW_UPS)


def _wanted(ask: Conclude, lines: Sequence[FoundLine]) -> Iterator[str]:
    spoken = "ko" if is_korean(ask.about) else "en"
    known = [phrases(side, 4) for side in sides(ask.about)]
    heads = [" ".join(found[:2]) for found in known if found]
    heard = {line.type for line in lines}
    if "CONTRADICTS" not in heard:
        yield from (f"{head} {_AGAINST[spoken][0]}" for head in heads)
    if "SUPPORTS" not in heard:
        yield from (f"{head} {_FOR[spoken][0]}" for head in heads)
    said = {term for found in known for phrase in found for term in terms(phrase)}
    for line in lines:
        for condition in conditions(line.quote)[:1]:
            yield from (f"{head} {condition}" for head in heads[:1])
        new = [phrase for phrase in phrases(line.quote, 4) if not said.intersection(terms(phrase))]
        yield from (f"{head} {phrase}" for head in heads[:1] for phrase in new[:1])
    yield from (f"{head} {words[1]}" for head in heads for words in (_AGAINST[spoken], _FOR[spoken]))


def retry_keywords(ask: Conclude) -> tuple[str, ...]:
    """Shorter and other words, for when nothing was found: pairs of key phrases, then each alone."""
    found = [phrase for text in anchors(ask.objective, ask.about) for phrase in phrases(text, 4)]
    pairs = (f"{one} {other}" for one, other in pairwise(found[1:]))
    return _fresh((*pairs, *found), ask.queries, MOST_RETRIES)


def directions(ask: Conclude) -> tuple[str, ...]:
    """Phrases that several sites use and nobody has asked for yet."""
    known = set(terms(" ".join((*anchors(ask.objective, ask.about), *ask.queries))))
    seen: dict[str, set[str]] = {}
    shown: dict[str, str] = {}
    for line in ask.found:
        for phrase in phrases(line.quote, 5):
            folded = terms(phrase)
            if len(folded) > 1 and not known.issuperset(folded):
                key = " ".join(folded)
                shown.setdefault(key, phrase)
                seen.setdefault(key, set()).add(place(line))
    often = sorted(
        (key for key in seen if len(seen[key]) >= SEEN_OFTEN), key=lambda key: (-len(seen[key]), key)
    )
    return _fresh((shown[key] for key in often), ask.queries, MOST_DIRECTIONS)


def _fresh(proposed: Iterable[str], asked: Sequence[str], most: int) -> tuple[str, ...]:
    """The first few that may be asked and say something else than what was asked."""
    taken: list[str] = []
    for query in proposed:
        words = clean(query[:200])
        if words is not None and is_repeat(words, (*asked, *taken)) is None:
            taken.append(words)
        if len(taken) == most:
            break
    return tuple(taken)
