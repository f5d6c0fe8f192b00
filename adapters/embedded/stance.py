"""Whether a sentence speaks for or against a claim, by explicit word cues; without one it is related at most.

Vectors cannot tell a contradiction from a paraphrase, so similarity only opens the gate and never gives a
stance. Each guess names its cue and the words the cue fired on. How often each cue is right is measured by
`bench/bench_scifact.py`; `docs/stance.md` says what was tried and left out.
"""

import re
from typing import Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.marks import (
    NEGATED_GROUP,
    Mark,
    across_languages,
    clauses,
    in_common,
    marks,
)
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import terms

SUPPORTS: Literal["SUPPORTS"] = "SUPPORTS"
CONTRADICTS: Literal["CONTRADICTS"] = "CONTRADICTS"
GATE = 0.30
# Across languages no word is shared, so the vectors alone have to say that both speak of one thing.
GATE_ACROSS = 0.40
# A refutation or a null result speaks of the whole claim: this part of its words has to stand in the
# sentence.
COVERED = 0.4
# The weak cues look at words only, so the sentences have to be near one another in every other way.
NEAR = 0.6
MOSTLY = 0.5
RESTATED = 0.9
FEWEST_WORDS = 3


class Guess(NamedTuple):
    """A stance and what it rests on: 0.5 for a cue, 0.3 for a weak one."""

    type: Literal["SUPPORTS", "CONTRADICTS"]
    weight: float
    basis: str


DIRECT_FROM, OPPOSITE_FROM = 0.45, 0.5
"""How near two sentences are for a shared direction to weigh in full, and for opposite ones to count."""


def stance(claim: str, sentence: str, similarity: float) -> Guess | None:
    """The stance of the sentence, or None where no cue fires or the topic differs."""
    across = across_languages(claim, sentence)
    if similarity < (GATE_ACROSS if across else GATE) or cues.QUESTION.search(sentence):
        return None
    pair = _Pair.of(claim, sentence, similarity)
    if not (across or pair.shared):
        return None
    return (
        _refuted(pair)
        or _weighed(pair, _directions(pair))
        or _null(pair)
        or _negated(pair)
        or _restated(pair)
    )


def _weighed(pair: "_Pair", guess: Guess | None) -> Guess | None:
    """A direction of one thing, held against how much else the two share: another cause of the same effect
    is another matter. Opposite directions need more, since two causes may well work in opposite ways.
    """
    if guess is None or pair.across:
        return guess
    if guess.type == CONTRADICTS and pair.similarity < OPPOSITE_FROM:
        return None
    return guess if pair.similarity >= DIRECT_FROM else guess._replace(weight=0.3)


def refuted(claim: str, sentence: str, similarity: float) -> Guess | None:
    """The refutation alone, for a sentence whose other words are those of the statement it denies."""
    if similarity < (GATE_ACROSS if across_languages(claim, sentence) else GATE):
        return None
    return _refuted(_Pair.of(claim, sentence, similarity))


class _Pair(NamedTuple):
    """A claim and a sentence, with what all cues ask of them."""

    claim: str
    sentence: str
    """Both in lower case."""
    similarity: float
    across: bool
    words: frozenset[str]
    shared: frozenset[str]
    asserted: tuple[str, ...]
    """The clauses the sentence stands for."""

    @classmethod
    def of(cls, claim: str, sentence: str, similarity: float) -> "_Pair":
        words, said = frozenset(terms(claim)), frozenset(terms(sentence))
        return cls(
            claim.lower(),
            sentence.lower(),
            similarity,
            across_languages(claim, sentence),
            words,
            frozenset(word for word in words if word in said or _grown(word, said)),
            tuple(clause.text.lower() for clause in clauses(sentence) if clause.asserted),
        )

    @property
    def covered(self) -> float:
        """The part of the claim's words that the sentence has; 1 across languages, where none can be."""
        return 1.0 if self.across else len(self.shared) / max(1, len(self.words))

    @property
    def claim_says_no(self) -> bool:
        return cues.NOT_ANYWHERE.search(self.claim) is not None

    @property
    def wholly_asserted(self) -> bool:
        return all(clause.asserted for clause in clauses(self.sentence))


_LONG_WORD = 3


def _grown(word: str, said: frozenset[str]) -> bool:
    """True for a long Korean word that stands inside a longer one: 재택근무 in 재택근무자."""
    return (
        len(word) >= _LONG_WORD and korean.is_hangul(word) and any(other.startswith(word) for other in said)
    )


def _refuted(pair: _Pair) -> Guess | None:
    found = cues.REFUTES.search(pair.sentence)
    if found is None or pair.claim_says_no or cues.REFUTES.search(pair.claim) or pair.covered < COVERED:
        return None
    return Guess(CONTRADICTS, 0.5, f"refutation: “{found.group()}”")


def _directions(pair: _Pair) -> Guess | None:
    if cues.COMPARED.search(pair.claim) and not cues.COMPARED.search(pair.sentence):
        return None
    pairs = [
        (mine, theirs, in_common(mine, theirs))
        for mine in marks(pair.claim)
        for theirs in marks(pair.sentence)
        # More than the thing that moves has to be shared, or any two causes of one effect would meet.
        if pair.across or mine.axis != "amount" or pair.shared - mine.about
    ]
    best = max((common for _, _, common in pairs), default=0)
    if not best:
        return None
    guesses = [_compared(mine, theirs, pair.shared) for mine, theirs, common in pairs if common == best]
    types = {guess.type if guess else None for guess in guesses}
    return guesses[0] if len(types) == 1 else None


def _compared(mine: Mark, theirs: Mark, shared: frozenset[str]) -> Guess | None:
    if bool(mine.lost & shared) != bool(theirs.lost & shared):
        return None  # one speaks of the cause, the other of its absence
    words = f"“{mine.word}” / “{theirs.word}”"
    if mine.sign == theirs.sign:
        if mine.negated == theirs.negated:
            return Guess(SUPPORTS, 0.5, f"same direction: {words}")
        return Guess(CONTRADICTS, 0.5, f"negation of the same direction: {words}")
    if mine.negated or theirs.negated:
        return None
    return Guess(CONTRADICTS, 0.5, f"opposite direction: {words}")


def _null(pair: _Pair) -> Guess | None:
    found = cues.NULL.search(" ".join(pair.asserted))
    if found is None or pair.covered < COVERED:
        return None
    if any(_affirms(text) for text in pair.asserted):
        return None  # it found something as well, and which of the two the claim is about cannot be told
    if pair.claim_says_no:
        # "On no account do so" denies, and is no result.
        both = cues.NULL.search(pair.claim) or cues.SAME.search(pair.claim)
        return Guess(SUPPORTS, 0.5, f"null result on both sides: “{found.group()}”") if both else None
    if cues.ASSOCIATION.search(pair.claim) or marks(pair.claim):
        return Guess(CONTRADICTS, 0.3, f"null result: “{found.group()}”")
    return None


def _affirms(text: str) -> bool:
    return not cues.NOT_ANYWHERE.search(text) and any(not mark.negated for mark in marks(text))


def _negated(pair: _Pair) -> Guess | None:
    """One of the two denies a word of the claim, and the other denies nothing."""
    # "Those who had not" names a group: nothing is denied of the matter.
    said = [NEGATED_GROUP.sub(" ", text) for text in (pair.claim, pair.sentence)]
    says_no = [cues.NOT_ANYWHERE.search(text) is not None for text in said]
    if not _near(pair, MOSTLY) or says_no[0] == says_no[1]:
        return None
    denied = (_denied(said[0]) | _denied(said[1])) & pair.words
    if not denied:
        return None
    return Guess(CONTRADICTS, 0.3, f"negation on one side: {', '.join(sorted(denied))}")


def _denied(text: str) -> frozenset[str]:
    return frozenset(
        term for found in cues.DENIED.finditer(text) for term in terms(next(filter(None, found.groups()), ""))
    )


_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def _restated(pair: _Pair) -> Guess | None:
    """The sentence has nearly every word of the claim and every number, and neither denies anything.

    A claim with a direction is left to the directions: they looked, and could not tell.
    """
    if not _near(pair, RESTATED) or len(pair.words) < FEWEST_WORDS or marks(pair.claim):
        return None
    if pair.claim_says_no != (cues.NOT_ANYWHERE.search(pair.sentence) is not None):
        return None
    if not set(_NUMBER.findall(pair.claim)) <= set(_NUMBER.findall(pair.sentence)):
        return None
    return Guess(SUPPORTS, 0.3, f"restatement: {len(pair.shared)} of {len(pair.words)} words of the claim")


def _near(pair: _Pair, covered: float) -> bool:
    return not pair.across and pair.similarity >= NEAR and pair.covered >= covered and pair.wholly_asserted
