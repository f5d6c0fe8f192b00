"""The record behind a report: sources, quotes, failures, cost, the timeline and the picture."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.evidence.citing import FaultKind
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Side, Tag
from pathfinder.protocols.graph.memory import RunStatus
from pathfinder.protocols.graph.types import Count, SourceType, Status, Unit
from pathfinder.protocols.ids import (
    HypothesisKey,
    IidKey,
    LineageKey,
    ObservationKey,
    PageKey,
    SubQuestionKey,
)
from pathfinder.reports.content.finding import Iteration

EdgeKind = Literal["SUPPORTS", "CONTRADICTS", "CONFLICTS", "MERGED"]


class KindCount(Frozen):
    kind: FailureKind
    count: Count


class ReportFailure(Frozen):
    iteration: Iteration
    kind: FailureKind
    what: str
    reason: str


class FailureLedger(Frozen):
    """What did not work."""

    total: Count
    kinds: tuple[KindCount, ...]
    latest: tuple[ReportFailure, ...]
    """The newest first."""


class Spent(Frozen):
    name: str
    usd_micros: Count


class Cost(Frozen):
    """What was paid, in millionths of a dollar."""

    engine: str
    language_model: bool
    """False where no model was asked."""
    total_usd_micros: Count
    budget_usd_micros: Count
    by_role: tuple[Spent, ...]
    by_engine: tuple[Spent, ...]


class RoundsRun(Frozen):
    round: Literal[1, 2, 3, 4]
    iterations: Count


class Part(Frozen):
    """A part of the question."""

    id: SubQuestionKey
    text: str
    answered_by: tuple[HypothesisKey, ...]
    """Claims that were raised for it and are alive; a part is answered when one of them is settled."""


class Metadata(Frozen):
    """How the report came about."""

    session: str
    question: str
    parts: tuple[Part, ...]
    iterations: Count
    status: RunStatus
    reason: str
    investigators: tuple[IidKey, ...]
    """Everyone who left a trace, in the order they went out."""
    lineages: tuple[LineageKey, ...]
    """Those who took a side on something."""
    rounds: tuple[RoundsRun, ...]
    quick: bool
    """Some iteration left out round 3 although there was something to look into."""
    observations: Count
    quoted: Count
    sources: Count
    searches: Count
    source_tables: tuple[str, ...]
    """Dates of the tables that said what kind of source each page is."""


class Node(Frozen):
    """For the picture."""

    id: str
    kind: Literal["hypothesis", "observation"]
    label: str
    strength: Unit
    """Of an observation: its authority."""
    status: Status | None = None
    tag: Tag | None = None
    side: Side | None = None
    source_type: SourceType | None = None
    created: Iteration


class Link(Frozen):
    source: str
    target: str
    kind: EdgeKind
    weight: float
    settled: bool = False
    """A conflict that is over, or a contradiction that is answered."""
    created: Iteration


class Picture(Frozen):
    """The CogniGraph as it can be drawn."""

    nodes: tuple[Node, ...]
    links: tuple[Link, ...]


class Happening(Frozen):
    """One thing of an iteration."""

    kind: Literal[
        "raised", "invented", "moved", "verified", "demoted", "rejected", "revived", "merged", "conflict",
        "settled", "classified", "reviewed", "judged", "failed",
    ]  # fmt: skip
    hypotheses: tuple[HypothesisKey, ...] = ()
    before: str = ""
    after: str = ""
    detail: str = ""


class ReportIteration(Frozen):
    """What an iteration did."""

    iteration: Iteration
    observations: Count
    searches: Count
    investigators: tuple[IidKey, ...]
    happenings: tuple[Happening, ...]


class DroppedSentence(Frozen):
    """A sentence that was written and may not stand."""

    text: str
    fault: FaultKind
    what: str


class ReportSource(Frozen):
    """A page that was quoted."""

    number: Annotated[int, Field(ge=1)]
    page: PageKey
    url: str
    title: str
    site: str
    author: str
    date: str
    language: str | None
    type: SourceType
    authority: Unit
    """What it counts for today: 0 if it is retracted."""
    retracted: str | None
    """Why, if it is."""
    retrieved_at: str | None
    rules_version: str
    observations: tuple[ObservationKey, ...]


class ReportObservation(Frozen):
    """A quote in its passage."""

    id: ObservationKey
    quote: str
    """Empty where no quote was found on the page; then it counts for nothing."""
    before: str = ""
    """The text of the stored page that goes before the quote, as far as a reader needs it."""
    after: str = ""
    cut_before: bool = False
    """Whether there is more text before `before`, on the page."""
    cut_after: bool = False
    verified: bool
    offset: Count | None
    place: str = ""
    """The page, slide, row or the like of its document."""
    source: int | None
    """The number of its source."""
    url: str
    found_by: IidKey | None
    iteration: Iteration
