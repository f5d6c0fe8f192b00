"""How near statements are to a part of the question, by shared words and by sentence vectors."""

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Final, NamedTuple

from pathfinder.adapters.language.korean import is_hangul, is_particle_after
from pathfinder.adapters.language.sentences import sentences
from pathfinder.adapters.language.terms import terms

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

BEGINNING = 3
"""Syllables of a Korean word that are compared: 끌어당긴다 meets 끌어당기는."""
WORDS = 0.35
"""The weight of shared words in a score; vectors have the rest."""
OF_THE_HEADING = 0.5
"""What a word counts that stands in the heading or title and not in the statement."""
MOST_ENCODED = 30
"""Statements of one page that get a vector because of their words."""
BLOCKS_ENCODED = 4
"""Blocks of a page whose statements get a vector because the block is near."""
BLOCK_CHARACTERS = 700
FEWEST_TERMS = 1
OF_THE_QUESTION = 0.3
"""What a word of the question counts that a part without enough words of its own does not have."""
OF_ALL_PARTS = 0.5
"""What a word counts that several parts of the question have: it does not tell them apart."""
NO_OWN_WORD = 0.1
"""What a statement loses that has no word of the part, or none that tells it from the other parts."""
ITS_SECTION = 0.04
"""What a statement gains under a heading that has no other words than those of the part."""
FIGURE = 0.12
"""What a figure adds to a statement where the part asks for an amount."""

_AMOUNT: Final = re.compile(
    r"\bhow (?:many|much|large|big|long|fast|often|high|low|old|far|small|expensive)\b"
    r"|\b(?:price|cost|size|limit|default (?:timeout|size|limit|number)|maximum|minimum|rate|percentage)\b"
    r"|얼마|몇 |최대|최소|비용|가격|크기",
    re.IGNORECASE,
)
_ASIDE: Final = re.compile(r"\s*\([^()]*\)")
_DIGIT: Final = re.compile(r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twenty|hundred|thousand)\b")


class Candidate(NamedTuple):
    """A statement and the heading and title above it."""

    text: str
    context: str = ""
    heading: str = ""
    """The heading alone."""


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
    return frozenset(_beginning(term) for term in terms(text))


def _beginning(term: str) -> str:
    if not is_hangul(term):
        return term
    # 값이 and 값은 are one word here, for the price of 높이 and 높은.
    return term[0] if len(term) == 2 and is_particle_after(*term) else term[:BEGINNING]


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


def scores(part: Part, candidates: Sequence[Candidate], encoder: "Encoder") -> list[float]:
    """A score from 0 to 1 for each candidate: that of its best sentence."""
    whole = [
        (place, known._replace(text=sentence.text))
        for place, known in enumerate(candidates)
        for sentence in sentences(known.text)
    ]
    best = [0.0] * len(candidates)
    scored = _scores(part, [known for _, known in whole], encoder)
    for (place, _), score in zip(whole, scored, strict=True):
        best[place] = max(best[place], score)
    return best


def _scores(part: Part, candidates: Sequence[Candidate], encoder: "Encoder") -> list[float]:
    if not candidates:
        return []
    by_words = shared_words(part, candidates)
    (wanted,) = encoder.vectors([part.meaning])
    whole = encoder.vectors([_for_meaning(known) for known in candidates]) @ wanted
    plain = encoder.vectors([_for_meaning(_without_asides(known)) for known in candidates]) @ wanted
    near = [max(0.0, float(one), float(other)) for one, other in zip(whole, plain, strict=True)]
    own, korean = words(part.text), is_hangul(part.text)
    wants_figure = _AMOUNT.search(part.text) is not None
    found = []
    for known, shared, cosine in zip(candidates, by_words, near, strict=True):
        score = WORDS * shared + (1 - WORDS) * cosine
        here = words(known.text)
        foreign = own.isdisjoint(here) or part.own.isdisjoint(here | words(known.context))
        # A statement in another language than the part has no word of it.
        if foreign and is_hangul(known.text) == korean:
            score -= NO_OWN_WORD
        if words(known.heading) and words(known.heading) <= own:
            score += ITS_SECTION
        if wants_figure and _DIGIT.search(known.text):
            score += FIGURE
        found.append(min(1.0, score))
    return found


def shared_words(part: Part, candidates: Sequence[Candidate]) -> list[float]:
    """The share of the part's words that each candidate has.

    A word counts by how rare it is among the candidates, and not at all if none of them has it.
    """
    own = words(part.text)
    rest = frozenset[str]() if part.stands_alone else words(part.question)
    rows = [(words(known.text), words(known.context)) for known in candidates]
    found = Counter(term for text, context in rows for term in text | context)
    weights = {
        term: _rarity(found[term], len(rows)) * _counts(term, part, own) for term in own | rest if found[term]
    }
    total = sum(weights.values()) or 1.0

    def share(text: frozenset[str], context: frozenset[str]) -> float:
        said = sum(weight for term, weight in weights.items() if term in text)
        above = sum(weight for term, weight in weights.items() if term in context and term not in text)
        return (said + OF_THE_HEADING * above) / total

    return [share(text, context) for text, context in rows]


def _rarity(found: int, among: int) -> float:
    return log(1 + among / (1 + found))


def _counts(term: str, part: Part, own: frozenset[str]) -> float:
    if term not in own:
        return OF_THE_QUESTION
    return 1.0 if term in part.own else OF_ALL_PARTS


def worth_encoding(parts: Sequence[Part], candidates: Sequence[Candidate], encoder: "Encoder") -> list[int]:
    """The places of the candidates that are compared by vector, so that a long page does not take long.

    They are the candidates that share most words with a part, and those of the blocks nearest to one.
    """
    if len(candidates) <= MOST_ENCODED:
        return list(range(len(candidates)))
    chosen: set[int] = set()
    blocks = _blocks(candidates)
    vectors = encoder.vectors(["\n".join(candidates[place].text for place in block) for block in blocks])
    for part in parts:
        by_words = shared_words(part, candidates)
        ranked = sorted(range(len(candidates)), key=lambda place: (-by_words[place], place))
        chosen |= {place for place in ranked[: MOST_ENCODED // len(parts)] if by_words[place] > 0}
        (wanted,) = encoder.vectors([part.meaning])
        near = vectors @ wanted
        for block in sorted(range(len(blocks)), key=lambda place: -near[place])[:BLOCKS_ENCODED]:
            chosen |= set(blocks[block])
    return sorted(chosen)


def _blocks(candidates: Sequence[Candidate]) -> list[list[int]]:
    blocks: list[list[int]] = []
    length = 0
    for place, candidate in enumerate(candidates):
        same = bool(blocks) and candidates[blocks[-1][-1]].context == candidate.context
        if not same or length + len(candidate.text) > BLOCK_CHARACTERS:
            blocks.append([])
            length = 0
        blocks[-1].append(place)
        length += len(candidate.text)
    return blocks


def _for_meaning(candidate: Candidate) -> str:
    return f"{candidate.context}. {candidate.text}" if candidate.context else candidate.text


def _without_asides(candidate: Candidate) -> Candidate:
    """Without what stands in brackets: examples there would lead a vector away."""
    return candidate._replace(text=_ASIDE.sub("", candidate.text))
