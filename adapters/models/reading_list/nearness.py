"""How near statements are to a part of the question, by shared words and by sentence vectors."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from pathfinder.adapters.language.korean import beginning, is_hangul
from pathfinder.adapters.language.sentences import sentences
from pathfinder.adapters.language.terms import terms
from pathfinder.adapters.models.reading_list.figures import figures

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

WORDS = 0.35
"""The weight of shared words in a score; vectors have the rest."""
OF_THE_HEADING = 0.5
"""What a word counts that stands in the heading or title and not in the statement."""
MOST_BY_SENTENCE = 60
"""Passages of a part whose sentences are compared one by one."""
FEWEST_TERMS = 1
SHARED = 0.5
"""What a word counts that other parts of the question have: it does not tell them apart."""
FIGURE = 0.12
"""What a figure adds to a statement with a word of the part where that asks for an amount."""
_AMOUNT: Final = re.compile(
    r"\bhow (?:many|much|large|big|long|fast|often|high|low|old|far|small|expensive)\b"
    r"|\b(?:price|cost|size|limit|default (?:timeout|size|limit|number)|maximum|minimum|rate|percentage)\b"
    r"|얼마|몇 |최대|최소|비용|가격|크기",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"\s*\([^()]*\)")


class Candidate(NamedTuple):
    """A statement and the heading and title above it."""

    text: str
    context: str = ""


class Part(NamedTuple):
    """A part of the question; a part that points back ("what do they cost?") needs the whole question."""

    text: str
    question: str
    shared: frozenset[str] = frozenset()
    """Words that other parts of the question have as well."""

    @property
    def own(self) -> frozenset[str]:
        """The words that tell this part from the others; all of its words if none does."""
        known = words(self.text)
        return known - self.shared or known

    @property
    def stands_alone(self) -> bool:
        """Whether it has enough words of its own to be compared without the question."""
        return len(words(self.text)) > FEWEST_TERMS

    @property
    def meaning(self) -> str:
        """The text that is compared by vector."""
        return self.text if self.stands_alone else self.question


def parts_of(texts: Sequence[str], question: str) -> list[Part]:
    """The parts of a question, each knowing which of its words the others have."""
    counts = Counter(term for text in texts for term in words(text))
    shared = frozenset(term for term, count in counts.items() if count > 1)
    return [Part(text, question, shared) for text in texts]


@lru_cache(maxsize=8_192)
def words(text: str) -> frozenset[str]:
    """The content words of a text, Korean ones by how they begin."""
    return frozenset(beginning(term) if is_hangul(term) else term for term in terms(text))


def filing(parts: Sequence[Part], candidates: Sequence[Candidate], encoder: "Encoder") -> list[list[float]]:
    """For each part, how much each candidate belongs to it rather than to another part.

    The words that tell a part from the others count by how rare they are, and not by how many of them it has:
    a long part would lose every statement to a short one.
    """
    if not candidates:
        return [[] for _ in parts]
    vectors = encoder.vectors([_for_meaning(candidate) for candidate in candidates])
    rows = [words(known.text) | words(known.context) for known in candidates]
    found = Counter(term for row in rows for term in row)
    most = log(1 + len(rows))
    belonging = []
    for part in parts:
        (wanted,) = encoder.vectors([part.meaning])
        said = (sum(_rarity(found[term], len(rows)) for term in part.own & row) / most for row in rows)
        belonging.append([float(vector @ wanted) + own for vector, own in zip(vectors, said, strict=True)])
    return belonging


def best_sentences(
    part: Part, candidates: Sequence[Candidate], encoder: "Encoder"
) -> list[tuple[float, str]]:
    """The sentence of each candidate that is nearest to the part, with the score of the candidate.

    The score is the mean of that of the sentence and that of the whole text: what stands around a sentence
    tells what it is about. The sentences of texts that are far away are not compared.
    """
    around = scores(part, candidates, encoder)
    near = sorted(range(len(candidates)), key=lambda place: (-around[place], place))[:MOST_BY_SENTENCE]
    whole = [
        (place, candidates[place]._replace(text=sentence.text))
        for place in near
        for sentence in sentences(candidates[place].text)
    ]
    best = [(0.0, known.text) for known in candidates]
    scored = scores(part, [known for _, known in whole], encoder)
    for (place, known), score in zip(whole, scored, strict=True):
        best[place] = max(best[place], (score, known.text), key=lambda one: one[0])
    return [((score + other) / 2, text) for (score, text), other in zip(best, around, strict=True)]


def scores(part: Part, candidates: Sequence[Candidate], encoder: "Encoder") -> list[float]:
    """A score from 0 to 1 for each candidate."""
    if not candidates:
        return []
    (wanted,) = encoder.vectors([part.meaning])
    near = encoder.vectors([_for_meaning(known) for known in candidates]) @ wanted
    wants_figure = _AMOUNT.search(part.text) is not None
    found = []
    for known, shared, cosine in zip(candidates, _shares(part, candidates), near, strict=True):
        score = WORDS * shared + (1 - WORDS) * max(0.0, float(cosine))
        if wants_figure and shared and any(figures(known.text)):
            score += FIGURE
        found.append(min(1.0, score))
    return found


def _shares(part: Part, candidates: Sequence[Candidate]) -> list[float]:
    """The share of the part's words in each candidate; one in another language has the mean of the others."""
    shares = shared_words(part, candidates)
    same = [is_hangul(known.text) == is_hangul(part.text) for known in candidates]
    mean = sum(share for share, own in zip(shares, same, strict=True) if own) / max(1, sum(same))
    return [share if own else mean for share, own in zip(shares, same, strict=True)]


def shared_words(part: Part, candidates: Sequence[Candidate]) -> list[float]:
    """The share of the part's words that each candidate has.

    A word counts by how rare it is among the candidates, and not at all if none of them has it.
    """
    rows = [(words(known.text), words(known.context)) for known in candidates]
    found = Counter(term for text, context in rows for term in text | context)
    weights = {
        term: _rarity(found[term], len(rows)) * (1.0 if term in part.own else SHARED)
        for term in words(part.text) | words(part.meaning)
        if found[term]
    }
    total = sum(weights.values()) or 1.0

    def share(text: frozenset[str], context: frozenset[str]) -> float:
        said = sum(weight for term, weight in weights.items() if term in text)
        above = sum(weight for term, weight in weights.items() if term in context and term not in text)
        return (said + OF_THE_HEADING * above) / total

    return [share(text, context) for text, context in rows]


def _rarity(found: int, among: int) -> float:
    return log(1 + among / (1 + found))


def _for_meaning(candidate: Candidate) -> str:
    """What a vector stands for. Examples in brackets would lead it away."""
    text = _ASIDE.sub("", candidate.text)
    return f"{candidate.context}. {text}" if candidate.context else text
