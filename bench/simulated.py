"""What the simulated models of the benchmarks have in common."""

from collections.abc import Sequence
from typing import Literal

from pathfinder.protocols.calls.comparison import Facets
from pathfinder.protocols.calls.questions import ChallengedClaim, ClaimReview, FactLink
from pathfinder.protocols.graph.judgement import ReviewVerdict

SAME = Facets(subject="same", cause="same", direction="same")
APART = Facets(subject="other", cause="other", direction="other")
VERDICTS: tuple[ReviewVerdict, ...] = ("UPHELD", "WEAKENED", "REFUTED")
REFUTED_FROM, WEAKENED_FROM = 0.4, 0.2
"""Of the facts a counter-reviewer is shown, the part on the other side."""
Stance = Literal["SUPPORTS", "CONTRADICTS"]


def sides(links: Sequence[FactLink]) -> tuple[list[FactLink], list[FactLink]]:
    """The links for a claim, and those against it."""
    pro = [link for link in links if link.type == "SUPPORTS"]
    return pro, [link for link in links if link.type == "CONTRADICTS"]


def confidence(links: Sequence[FactLink]) -> float:
    """How sure an investigator is of a claim by its links."""
    pro, con = map(len, sides(links))
    if pro and con:
        return 0.6
    return 0.9 if max(pro, con) >= 2 else 0.75


def counted(one: ChallengedClaim) -> int:
    """The place of a verdict that counts the facts on the other side."""
    ours, theirs = _ours_and_theirs(one)
    part = len(theirs) / max(1, len(ours) + len(theirs))
    return 2 if part >= REFUTED_FROM else 1 if part >= WEAKENED_FROM else 0


def review(one: ChallengedClaim, verdict: int) -> ClaimReview:
    """The counter-reviewer on one claim."""
    ours, theirs = _ours_and_theirs(one)
    return ClaimReview(
        claim=one.claim.id,
        challenge=f"{len(theirs)} of {len(ours) + len(theirs)} facts say otherwise.",
        evidence=tuple(link.fact for link in (theirs or ours)[:3]),
        impact="It stands on what is quoted.",
        verdict=VERDICTS[verdict],
    )


def _ours_and_theirs(one: ChallengedClaim) -> tuple[list[FactLink], list[FactLink]]:
    pro, con = sides(one.links)
    return (pro, con) if one.side == "for" else (con, pro)
