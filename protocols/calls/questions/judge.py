"""What the judge is asked: how claims compare, what all facts show, whether a conflict is settled."""

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.comparison import CandidatePair, Facets
from pathfinder.protocols.calls.context_view import HypothesisLine
from pathfinder.protocols.calls.questions.common import ClaimView, FactKey, PageFacts, PartLine, Text
from pathfinder.protocols.frozen import GROUNDS, SINGLY, Frozen, is_empty
from pathfinder.protocols.graph.types import AuditKind, ResolutionType
from pathfinder.protocols.ids import HypothesisKey, ObservationKey
from pathfinder.protocols.text.languages import Language


class FacetLabel(Frozen):
    """The four facets of one pair."""

    pair: int
    facets: Facets


class FacetLabels(Frozen):
    """A label for each pair asked."""

    labels: tuple[FacetLabel, ...] = Field(json_schema_extra=SINGLY)


class LabelPairs(Ask[FacetLabels]):
    """How do these pairs of claims compare in subject, cause and direction?"""

    role = "judge"
    name = "judge.facets"
    answer = FacetLabels

    pairs: tuple[CandidatePair, ...]
    question: str = Field(default="", exclude_if=is_empty)
    """Of the whole research: what it names is in every claim. A model is not shown it."""


class AuditDraft(Frozen):
    """Something that only a look at all facts side by side shows."""

    kind: AuditKind
    facts: tuple[FactKey, ...] = Field(max_length=12)
    """The facts that mislead or cannot all hold."""
    shown_by: tuple[FactKey, ...] = Field(default=(), max_length=12)
    """The facts that show it."""
    text: Text
    claims: tuple[HypothesisKey, ...] = Field(default=(), max_length=6)
    """The claims it concerns; of a contradiction, the two that cannot both hold."""
    rank: int = Field(ge=1, le=3)


class AuditPoints(Frozen):
    """The points of an audit, the most important first."""

    points: tuple[AuditDraft, ...] = Field(default=(), max_length=25, json_schema_extra=SINGLY)


class AuditFacts(Ask[AuditPoints]):
    """What do all facts, side by side, show that no single page does?"""

    role = "judge"
    name = "judge.audit"
    answer = AuditPoints

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    pages: tuple[PageFacts, ...]
    claims: tuple[ClaimView, ...]
    earlier: tuple[str, ...] = ()
    """Points of earlier audits; they are not repeated."""
    language: Language


class QuotedLine(Frozen):
    """An observation of the graph with its words."""

    observation: ObservationKey
    quote: str
    site: str


class ResolutionRuling(Frozen):
    """Whether the quotes settle the conflict, and how."""

    settled: bool
    type: ResolutionType | None = None
    description: Text = Field(default="", json_schema_extra=GROUNDS)
    loser: HypothesisKey | None = None
    observations: tuple[ObservationKey, ...] = Field(default=(), max_length=10, json_schema_extra=GROUNDS)


class RuleOnResolution(Ask[ResolutionRuling]):
    """An Explorer says these two claims are settled so. Do its quotes bear that out?"""

    role = "judge"
    name = "judge.resolution"
    answer = ResolutionRuling

    first: HypothesisLine
    second: HypothesisLine
    proposed: ResolutionType
    description: str
    quotes: tuple[QuotedLine, ...]
