"""What the counter-reviewer is asked: the best that can be said against agreed claims."""

from typing import Annotated

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.questions.common import ClaimView, FactKey, FactLink, PageFacts, Text
from pathfinder.protocols.frozen import SINGLY, Frozen
from pathfinder.protocols.graph.judgement import ReviewVerdict, Side
from pathfinder.protocols.ids import HypothesisKey
from pathfinder.protocols.text.languages import Language


class ChallengedClaim(Frozen):
    """A claim under review, with every link it has."""

    claim: ClaimView
    side: Side
    """The side that is agreed on and to be challenged."""
    links: tuple[FactLink, ...]


class ClaimReview(Frozen):
    """The strongest honest challenge to one claim, and what it does to it."""

    claim: HypothesisKey
    challenge: Text
    evidence: tuple[FactKey, ...] = Field(default=(), max_length=10)
    """The facts the challenge rests on; none if it rests on what is missing."""
    impact: Text
    verdict: ReviewVerdict
    amended: Text = ""
    """With WEAKENED: the claim reworded so that it stands; empty: the wording may stay."""
    condition: Annotated[str, Field(max_length=300)] = ""
    """The condition as it should read, if it should change."""
    strike: tuple[FactKey, ...] = Field(default=(), max_length=10)
    """Linked facts that do not bear on the claim."""
    same_as: HypothesisKey | None = None
    """Another claim that says the same."""


class AuditCheck(Frozen):
    """Whether a point of the audit is borne out by its facts."""

    point: int
    objection: Annotated[str, Field(max_length=400)] = ""
    upheld: bool


class ClaimReviews(Frozen):
    """A review of each claim, and a check of each audit point."""

    reviews: tuple[ClaimReview, ...] = Field(default=(), max_length=15, json_schema_extra=SINGLY)
    checks: tuple[AuditCheck, ...] = Field(default=(), max_length=25, json_schema_extra=SINGLY)


class ChallengeClaims(Ask[ClaimReviews]):
    """Several sources agree on these claims. What is the best that can be said against each?"""

    role = "counter_reviewer"
    name = "counter_reviewer.challenge"
    answer = ClaimReviews

    question: str
    today: str = ""
    claims: tuple[ChallengedClaim, ...]
    others: tuple[ClaimView, ...] = ()
    """Further claims, to be named as duplicates only."""
    audit: tuple[str, ...] = ()
    """Points of the audit to check, by their place from 1."""
    pages: tuple[PageFacts, ...]
    language: Language
