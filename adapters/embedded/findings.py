"""What a sentence says came of something: a thing grew, shrank, or stayed as it was.

Two sources seldom use the same words. "Lost 30% of their custom" and "takings were no different from those of
other streets" meet here, because both name one thing (`concepts`) and each says which way it went.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.marks import MOST_KEPT, Clause, Mark, clauses, is_negated, marks
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.embedded.set_against import no_difference
from pathfinder.adapters.language.concepts import concepts, of_term
from pathfinder.adapters.language.terms import terms

Way = Literal[1, 0, -1]


class Finding(NamedTuple):
    """A direction, or none, and the things that took it."""

    word: str
    ways: frozenset[tuple[str, Way]]
    """Each thing by the name of its concept, and which way it went; survival up is death down."""

    @property
    def things(self) -> frozenset[str]:
        return frozenset(name for name, _ in self.ways)


@lru_cache(maxsize=MOST_KEPT)
def findings(sentence: str) -> tuple[Finding, ...]:
    """The findings a sentence states itself, clause by clause."""
    moved = (*_moved(sentence), *_inbuilt(sentence))
    if _interval(sentence) is not None:
        return _nothing(_interval(sentence), sentence) if crosses(sentence) else moved
    if (alike := no_difference(sentence)) is not None and all(c.asserted for c in clauses(sentence)):
        return _nothing(alike, sentence)
    still = tuple(finding for clause in clauses(sentence) for finding in _still(clause))
    # In "the difference disappears" nothing falls: the words say that there is no difference.
    moved = tuple(finding for finding in moved if not any(finding.word in one.word for one in still))
    if any(not finding.things for finding in still):
        # It does not say what stayed: all of it, where a difference is denied or nothing else moves.
        whole = not moved or any(_COMPARISON.search(finding.word) for finding in still if not finding.things)
        unmoved = tuple(finding for finding in moved if not any(way for _, way in finding.ways))
        return _nothing(still[0].word, sentence) if whole and not unmoved else unmoved
    quiet = frozenset(name for finding in still for name in finding.things)
    return (*still, *(finding for finding in moved if finding.things.isdisjoint(quiet)))


_COMPARISON: Final = re.compile(
    r"differ|signific|chance|error|same|identical|alike|indistinguish|차이|같|다르|유의"
)


def _moved(sentence: str) -> Iterator[Finding]:
    for mark in marks(sentence):
        if mark.axis != "amount" or mark.lost or mark.word in _PACE or _in_passing(sentence, mark):
            continue
        sign: Way = 0 if mark.negated else mark.sign
        ways = _ways(mark.thing, sign) if _tells(mark.thing) else _ways(_rest(sentence, mark), sign)
        if ways:
            yield Finding(mark.word, ways)


_PACE: Final = frozenset(("faster", "slower"))
"""They say how something went, not how much of it there is."""
_MAYBE: Final = re.compile(
    r"\b(?:may|might|could|would)\s+(?:\w+\s+)?$|\b(?:to|aims?|hopes?) (?:help )?$", re.IGNORECASE
)


def _in_passing(sentence: str, mark: Mark) -> bool:
    """Whether it only may be so, or stands beside what is compared: "better than Y in reducing Z"."""
    before = sentence[: mark.start]
    if _MAYBE.search(before):
        return True
    return mark.word.endswith("ing") and cues.COMPARED.search(before.lower()) is not None


def _inbuilt(sentence: str) -> Iterator[Finding]:
    for clause in clauses(sentence):
        lower = clause.text.lower()
        for pattern, things, sign in cues.INBUILT:
            found = pattern.search(lower) if clause.asserted else None
            if found is not None:
                way: Way = 0 if is_negated(lower[: found.start()], lower[found.end() :]) else sign
                yield Finding(found.group(), frozenset((thing, way) for thing in things))


def _still(clause: Clause) -> tuple[Finding, ...]:
    """The finding of a clause that says that the thing it names did not move."""
    lower = clause.text.lower()
    found = (cues.SAME.search(lower) or cues.NULL.search(lower)) if clause.asserted else None
    if found is None or _WHERE.search(lower[: found.start()]):
        return ()
    return (_unmoved(found.group(), _things(clause.text)),)


# "Against a fall of 2% where the fee stayed flat": told of the others, and in passing.
_WHERE: Final = re.compile(r"\S\s+(?:where|when|whose)\s+(?:\S+\s+){1,3}$")


def _nothing(word: str | None, text: str) -> tuple[Finding, ...]:
    """Of a whole sentence; where it names no known thing, its words stand for what stayed."""
    return () if word is None else (_unmoved(word, _things(text) or _words(text)),)


def _unmoved(word: str, things: frozenset[str]) -> Finding:
    return Finding(word, frozenset((name, 0) for name in things))


_REST_ENDS: Final = re.compile(r"[,;:(]|\b(?:than|when|while|because|compared|among|after|since|if)\b")


def _tells(thing: str) -> bool:
    """False for "chances" and "risk": what they are chances of comes after."""
    return any(term not in cues.GENERAL | _UNITS and not _vague(term) for term in terms(thing))


def _vague(term: str) -> bool:
    return any(concept.name in VAGUE for concept in of_term(term))


def _rest(sentence: str, mark: Mark) -> str:
    """What comes after the word; nothing in Korean, where that is the end of the verb."""
    if is_korean(mark.word):
        return ""
    return _REST_ENDS.split(sentence[mark.start + len(mark.word) :], maxsplit=1)[0]


# "Customs Bridge" is a name, whatever its words mean.
_PROPER: Final = re.compile(r"(?<=[a-z,] )(?:[A-Z][a-z]+(?: |\b))+")


def _things(text: str) -> frozenset[str]:
    bare = _PROPER.sub(" ", text)
    return frozenset(concept.name for concept in concepts(bare) if concept.name not in VAGUE)


def _words(text: str) -> frozenset[str]:
    told = (term for term in terms(_PROPER.sub(" ", text)) if not of_term(term))
    return frozenset(term for term in told if term not in cues.GENERAL | _UNITS)


_OF: Final = re.compile(r"\b(?:of|in|for|with|on|from|to|at|under|among)\b")


def _moving(thing: str) -> tuple[str, ...]:
    """The word for what moves: in "sleep latency" the latency, in "number of injuries" the injuries.

    Of words that no concept is known for it is those before a preposition: "trunks in the matted rows".
    """
    for part in (*_OF.split(thing), thing):
        known = [term for term in terms(part) if of_term(term) and not _vague(term)]
        if known:
            return (known[-1],)
    telling = (
        [term for term in terms(part) if term not in cues.GENERAL | _UNITS] for part in _OF.split(thing)
    )
    return tuple(next(filter(None, telling), terms(thing)))


_UNITS: Final = frozenset(
    terms(
        "second minute hour day week month year night morning percent cent point degree time"
        " one two three four five six seven eight nine ten dozen hundred thousand million third fifth tenth"
        " 시간 분 초 일 주 달 해 남짓 평균 정도"
    )
)
_PER: Final = re.compile(r"\b(?:per|for each|for every) (?:\w+ ?){1,2}")


def _ways(thing: str, sign: Way) -> frozenset[tuple[str, Way]]:
    """The concepts a moving thing names, or else its words. In "cost per ride" the cost moves."""
    thing = _PER.sub(" ", thing)
    told = _moving(thing)
    named: list[tuple[str, Way]] = [
        (concept.name, _turned(sign, concept.polarity))
        for term in told
        for concept in of_term(term)
        if concept.name not in VAGUE
    ]
    own: list[tuple[str, Way]] = [
        (term, sign) for term in told if not of_term(term) and term not in cues.GENERAL | _UNITS
    ]
    ways = named or own
    return frozenset((name, way) for name, way in ways if (name, -way) not in ways or not way)


def _turned(sign: Way, polarity: Literal[1, -1]) -> Way:
    if sign == 0:
        return 0
    return 1 if sign == polarity else -1


VAGUE: Final = frozenset(
    ("risk", "usage", "size", "population", "water", "medicine", "strength", "plant", "error")
)
"""Concepts that go with everything: that two texts name them says nothing."""

# A ratio with its interval: "odds ratio 0.97, 95% interval 0.71 to 1.32", "HR 1.01 (0.79-1.29)".
_RATIO: Final = re.compile(
    r"(?:\bratio\b|\b(?:a?or|a?hr|rr|irr)\b|relative risk|오즈비|위험비|교차비|상대위험)[^\d]{0,24}"
    r"(?P<value>\d+\.\d+)\D{0,4}(?:95\s?%|90\s?%|99\s?%)?[^\d]{0,30}(?P<low>\d+\.\d+)\s?(?:to|[-–~,]|and"
    r"|에서)\s?(?P<high>\d+\.\d+)",
    re.IGNORECASE,
)
_DIFFERENCE: Final = re.compile(
    r"(?:interval|ci|신뢰구간)\D{0,12}(?P<low>[-−–]\s?\d+(?:\.\d+)?)\s?%?\s?(?:to|~|,|and"
    r"|에서)\s?(?P<high>\+?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)


def _interval(sentence: str) -> str | None:
    found = _RATIO.search(sentence) or _DIFFERENCE.search(sentence)
    return None if found is None else found.group()


def crosses(sentence: str) -> bool:
    """Whether a ratio's interval holds 1, or that of a difference holds 0."""
    ratio = _RATIO.search(sentence)
    if ratio is not None:
        return float(ratio["low"]) <= 1 <= float(ratio["high"])
    return _DIFFERENCE.search(sentence) is not None


def nothing_moved(sentence: str) -> str | None:
    """The words by which a sentence says that there was no difference or change; None where it does not."""
    interval = _interval(sentence)
    if interval is not None:
        return interval if crosses(sentence) else None
    if (alike := no_difference(sentence)) is not None:
        return alike
    asserted = " ".join(clause.text for clause in clauses(sentence) if clause.asserted).lower()
    found = cues.SAME.search(asserted) or cues.NULL.search(asserted)
    return found.group() if found is not None else None
