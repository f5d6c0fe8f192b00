"""The claims a page makes itself: its best sentences on the topic, and the other side of each.

A page that tells when something holds and when it does not is taken at its whole word: a claim comes with the
one that its page sets against it, or that opposes a known one under another condition.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple

from pathfinder.adapters.embedded.claims import DENIED, claim, loose_ends, signals
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.likeness import rounded
from pathfinder.adapters.embedded.page_topic import Topic, topic_of
from pathfinder.adapters.embedded.quotable import Unit, is_korean
from pathfinder.adapters.embedded.rivals import rivals
from pathfinder.adapters.language.encoder import Encoder, Matrix
from pathfinder.protocols.questions import ReadPage

WORTH_KEEPING, BETTER_EACH = 0.4, 0.008
"""What a sentence must score to become a claim, and how much more for each claim that is known."""
WORTH_BESIDE: Final = 0.25
"""The same for one that tells the other side of a claim: it is news whatever else it says."""
SAID_ALREADY = 0.82
"""From here on a sentence says what a known claim says, unless it says the opposite."""
MOST_CLAIMS: Final = 3
FEW, MANY = 1, 6
"""With so many claims known a page brings two new ones, then one: the more is known, the less is news."""
NEAR_RIVAL: Final = 0.3
"""How near a sentence must be to a known claim to be held against it as a rival."""

_BUT: Final = re.compile(
    r"^(?:but|however|yet|in (?:fact|reality|truth)|actually|on the contrary|nothing|none)\b"
    r"|^(?:그러나|하지만|그런데|실제로|사실은?|정작)(?![가-힣])",
    re.IGNORECASE,
)


class Candidate(NamedTuple):
    """A sentence that could become a claim, and how good a claim it is."""

    unit: int
    summary: str
    score: float


class Told(NamedTuple):
    """The sentences of a page, their vectors, and how near each is to each known claim."""

    units: Sequence[Unit]
    rows: Matrix
    near: Matrix


def new_claims(ask: ReadPage, encoder: Encoder, told: Told, spoken_for: Collection[int]) -> list[Candidate]:
    """The best claims of the page that no hypothesis says, each about something else than the others."""
    topic = topic_of(ask, encoder, told.units, told.rows)
    if topic is None:
        return []
    ranked = _ranked(topic, told, spoken_for)
    most = MOST_CLAIMS - (len(ask.hypotheses) >= FEW) - (len(ask.hypotheses) >= MANY)
    worth = WORTH_KEEPING + BETTER_EACH * len(ask.hypotheses)
    taken = _apart([found for found in ranked if found.score >= worth], told.rows, most)
    beside = [found for found in ranked if found.score >= WORTH_BESIDE]
    known = {
        found.unit: [
            claimed.summary
            for at, claimed in enumerate(ask.hypotheses)
            if rounded(told.near[found.unit, at]) >= NEAR_RIVAL
        ]
        for found in beside
    }
    return _with_rivals(taken, beside, known, encoder, ask.question)


def _ranked(topic: Topic, told: Told, spoken_for: Collection[int]) -> list[Candidate]:
    """The sentences that state a claim on the topic, the best first."""
    units, near = told.units, told.near
    candidates: list[Candidate] = []
    for row, unit in enumerate(units):
        closest = rounded(near[row].max()) if near.shape[1] else 0.0
        if row in spoken_for or closest >= SAID_ALREADY:
            continue
        summary = claim(unit.text)
        if summary is None or _taken_back(unit) or not signals(summary).checkable:
            continue
        if not topic.covers(unit.text, rounded(topic.near[row])):
            continue
        score = _score(rounded(topic.near[row]), rounded(topic.central[row]), summary, closest)
        score = round(score + topic.fit(summary), 6)
        candidates.append(Candidate(row, summary, score))
    return sorted(candidates, key=lambda found: (-found.score, found.unit))


def _taken_back(unit: Unit) -> bool:
    """Whether the next sentence denies what this one says."""
    return _BUT.match(unit.following) is not None and DENIED.search(unit.following) is not None


def _score(near: float, central: float, summary: str, closest: float) -> float:
    """Near the objective, central to the page, checkable, plain, short enough to be met again, and news."""
    marks = signals(summary)
    # Findings that matter say how much: of sentences with a figure and a comparison two in three do.
    checkable = 0.06 * (marks.effect or marks.denial) + 0.1 * marks.comparison + 0.14 * marks.figure
    length = len(summary) * (2 if is_korean(summary) else 1)
    crowded = 0.06 * (length > 180) + 0.06 * (sum(letter.isdigit() for letter in summary) > 6)
    known = 0.2 * max(0.0, closest - 0.5)
    named = 0.05 * bool(conditions(summary))
    return round(
        0.8 * near + 0.5 * central + checkable + named - crowded - 0.15 * loose_ends(summary) - known, 6
    )


def _apart(ranked: Sequence[Candidate], rows: Matrix, most: int) -> list[Candidate]:
    taken: list[Candidate] = []
    for found in ranked:
        if len(taken) == most:
            break
        if all(float(rows[found.unit] @ rows[other.unit]) < SAID_ALREADY for other in taken):
            taken.append(found)
    return taken


def _with_rivals(
    taken: list[Candidate],
    ranked: Sequence[Candidate],
    known: Mapping[int, Sequence[str]],
    encoder: Encoder,
    question: str,
) -> list[Candidate]:
    """The claims that are taken, each with what the page sets against it, and a rival of a known one."""
    kept = list(taken)
    for one in taken:
        others = (found for found in ranked if found not in kept)
        kept += [found for found in others if rivals(one.summary, found.summary, encoder, question)][:1]
    others = (found for found in ranked if found not in kept)
    kept += [
        found
        for found in others
        if any(rivals(summary, found.summary, encoder, question) for summary in known[found.unit])
    ][:1]
    return kept
