"""What the simulated models of the benchmarks have in common."""

from collections.abc import Sequence

from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import ReviewVerdict
from pathfinder.protocols.questions import Challenge, FoundLine, ReviewDraft
from pathfinder.protocols.reports import About, KnownHypothesis, NewClaim
from pathfinder.protocols.rules.facets import Facets

SAME = Facets(subject="same", cause="same", direction="same")
APART = Facets(subject="other", cause="other", direction="other")
VERDICTS: tuple[ReviewVerdict, ...] = ("UPHELD", "WEAKENED", "REFUTED")
REFUTED_FROM, WEAKENED_FROM = 0.4, 0.2
"""Of the quotes a counter-reviewer is shown, the part on the other side."""


def subject(about: str) -> About:
    """Whom an Explorer speaks of: a claim that has a name, or one of its own."""
    if about.startswith("hyp_"):
        return KnownHypothesis(hypothesis=HypothesisId(about))
    return NewClaim(key=about)


def confidence(sides: tuple[Sequence[FoundLine], Sequence[FoundLine]]) -> float:
    """How sure an investigator is of what it found itself."""
    pro, con = map(len, sides)
    if pro and con:
        return 0.6
    return 0.9 if max(pro, con) >= 2 else 0.75


def counted(ask: Challenge) -> int:
    """The place of a verdict that counts the quotes on the other side."""
    part = len(ask.opposing) / max(1, len(ask.supporting) + len(ask.opposing))
    return 2 if part >= REFUTED_FROM else 1 if part >= WEAKENED_FROM else 0


def review(ask: Challenge, verdict: int) -> ReviewDraft:
    """The counter-reviewer's draft."""
    ours, theirs = len(ask.supporting), len(ask.opposing)
    return ReviewDraft(
        challenge=f"{theirs} of {ours + theirs} quotes say otherwise.",
        evidence=tuple(line.observation for line in (ask.opposing or ask.supporting)[:3]),
        verdict=VERDICTS[verdict],
        impact="It stands on what is quoted.",
    )
