"""The shape of what an agent is shown of a graph: lines of fields, so that text from outside stays data."""

from typing import Literal

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import FindingClass, Side, Tag
from pathfinder.protocols.graph.types import SourceType, Status
from pathfinder.protocols.ids import HypothesisKey, ObservationKey, SubQuestionKey


class SubQuestionLine(Frozen):
    """A part of the question."""

    id: SubQuestionKey
    text: str
    priority: int
    answered_by: tuple[HypothesisKey, ...]
    """Settled claims only: a part that claims merely bear on is still open."""


class HypothesisLine(Frozen):
    """A claim and how it stands."""

    id: HypothesisKey
    type: Literal["A", "B"]
    status: Status
    strength: float
    tag: Tag | None
    summary: str
    conditions: tuple[str, ...] = ()
    """When it holds; the latest few."""


class ConflictLine(Frozen):
    """Two claims that exclude each other, still to settle."""

    first: HypothesisKey
    second: HypothesisKey
    since: int
    attempts: int


class EvidenceLine(Frozen):
    """The observations that bear on a claim, as edges of the graph."""

    hypothesis: HypothesisKey
    supported_by: tuple[ObservationKey, ...] = ()
    contradicted_by: tuple[ObservationKey, ...] = ()


class FindingLine(Frozen):
    """What the Judge last said of a claim."""

    hypothesis: HypothesisKey
    finding_class: FindingClass | None
    side: Side | None
    tag: Tag | None
    iteration: int | None
    summary: str


class ObservationLine(Frozen):
    """A fact of the last ten iterations, with its words."""

    id: ObservationKey
    summary: str
    quote: str | None
    source_url: str
    source_type: SourceType
    authority: float
    iteration: int


class MaskedLine(Frozen):
    """An older fact: enough to know that it is there and to ask for it."""

    id: ObservationKey
    summary: str


class Omitted(Frozen):
    """How many of each were left out."""

    sub_questions: int = 0
    active: int = 0
    conflicts: int = 0
    hypotheses: int = 0
    findings: int = 0
    observations: int = 0
    masked: int = 0


class ContextView(Frozen):
    """A graph as one agent sees it."""

    question: str
    iteration: int
    """How many iterations are closed."""
    sub_questions: tuple[SubQuestionLine, ...] = ()
    active: tuple[HypothesisLine, ...] = ()
    conflicts: tuple[ConflictLine, ...] = ()
    hypotheses: tuple[HypothesisLine, ...] = ()
    findings: tuple[FindingLine, ...] = ()
    observations: tuple[ObservationLine, ...] = ()
    masked: tuple[MaskedLine, ...] = ()
    omitted: Omitted = Omitted()


Line = SubQuestionLine | HypothesisLine | ConflictLine | FindingLine | ObservationLine | MaskedLine
SectionName = Literal[
    "sub_questions", "active", "conflicts", "hypotheses", "findings", "observations", "masked"
]
