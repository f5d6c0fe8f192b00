"""What a report says, before any page is laid out: the one source of report.md, report.json and report.html.

Everything is worked out from the CogniGraph; `judge_making.judge_report` fills it. Things are told once and
named by id elsewhere: a finding names observations, an observation names its source by number. Words of a
model stand here only as a `Said`, which cites observations and has no number that their quotes do not say.
Iterations are counted as people do, from 1.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

from pathfinder.protocols.answer.advice import Advice
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import ReviewVerdict, Side, Tag
from pathfinder.protocols.graph.types import Count, ResolutionType
from pathfinder.protocols.ids import (
    HypothesisId,
    HypothesisKey,
    LineageKey,
    ObservationId,
    ObservationKey,
    SubQuestionKey,
)
from pathfinder.reports.content.answer import ReportAnswer
from pathfinder.reports.content.finding import ReportFinding, ReportOpinion, ReportReview, Said
from pathfinder.reports.content.record import (
    Cost,
    DroppedSentence,
    FailureLedger,
    Metadata,
    Picture,
    ReportIteration,
    ReportObservation,
    ReportSource,
)

REPORT_FORMAT: Final = 2
"""Changes when a reader of report.json would have to."""

Tongue = Literal["ko", "en"]


class Counts(Frozen):
    """How many claims there are of each kind."""

    confirmed: Count
    likely: Count
    uncertain: Count
    unjudged: Count
    rejected: Count
    unvisited: Count


class Summary(Frozen):
    """The answer, before everything else."""

    answer: tuple[Said, ...]
    """A few sentences; none where nothing answers."""
    hypothesis: HypothesisKey | None
    settled: bool
    """The Judge holds that it is so; otherwise it is only the strongest claim."""
    tag: Tag | None
    side: Side | None
    depends: tuple[HypothesisKey, ...]
    """Claims that hold beside it, under another condition."""
    investigators: Count
    """Lineages, as many as took a side."""
    rounds: Count
    """The last round that was run: 4 where verdicts were given."""
    counts: Counts


class Disagreement(Frozen):
    """Two sides that nobody could reconcile."""

    kind: Literal["sides", "rivals"]
    """The sides of one claim, or two claims that exclude each other."""
    hypotheses: tuple[HypothesisKey, ...]
    cases: tuple[ReportOpinion, ReportOpinion]
    """For and against the one claim; or for the first, and for the second."""
    leans: Side | None
    """The side that the Judge holds likely all the same."""
    attempts: Count
    """Explorers that were sent to settle it and did not."""
    sent_again: tuple[LineageKey, ...]
    """Investigators of round 3 who were sent out again for it, shown the other side's evidence."""
    passes: Count
    """How often round 3 looked at it."""
    reviewed: ReviewVerdict | None
    given_up: bool


class SettledConflict(Frozen):
    """A conflict that is over."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    resolution: Said
    rejected: HypothesisKey | None = None
    """The one that lost, if one did."""
    absorbed: Said | None = None
    """How the second was worded, where the two turned out to be one claim; it is no finding any more."""


class Refutation(Frozen):
    """A claim that does not hold."""

    hypothesis: HypothesisKey
    kind: Literal["rejected", "contradicted"]
    because: str
    against: tuple[ObservationKey, ...]
    """The weightiest first, one of each voice."""


class Unknown(Frozen):
    """What nobody knows yet."""

    parts: tuple[SubQuestionKey, ...]
    """Parts of the question that no settled claim answers."""
    parts_noted: bool
    """Whether it was noted at all which claim answers which part."""
    unvisited: tuple[HypothesisKey, ...]
    undecided: tuple[HypothesisKey, ...]
    waiting: tuple[HypothesisKey, ...]
    """Round 3 had no Explorer left for them."""
    directions: tuple[str, ...]


class JudgeReport(Frozen):
    """The whole report."""

    format: Literal[2] = REPORT_FORMAT
    language: Tongue
    has_evidence: bool
    """False: nothing in it answers the question, and it says so first."""
    simple: bool
    """Fewer than two investigators are known: nothing was cross-checked, and it says so."""
    answer: ReportAnswer | None = None
    """The answer that a Writer wrote, each sentence on its quotes; the summary is by code."""
    summary: Summary
    findings: tuple[ReportFinding, ...]
    """The leading one, then Confirmed, Likely, Uncertain, unjudged, unvisited, rejected; strongest first."""
    disagreements: tuple[Disagreement, ...]
    reviews: tuple[ReportReview, ...]
    settled: tuple[SettledConflict, ...]
    refuted: tuple[Refutation, ...]
    recommendations: tuple[Advice, ...]
    """What the rules advise: what to act on, look into or watch."""
    unwritten: str = ""
    """Why a Writer that was asked wrote no answer."""
    unknown: Unknown
    failures: FailureLedger
    cost: Cost
    metadata: Metadata
    observations: tuple[ReportObservation, ...]
    sources: tuple[ReportSource, ...]
    timeline: tuple[ReportIteration, ...]
    picture: Picture
    dropped: tuple[DroppedSentence, ...]

    @cached_property
    def by_id(self) -> Mapping[HypothesisId, ReportFinding]:
        """The findings by id."""
        return {one.id: one for one in self.findings}

    @cached_property
    def quotes(self) -> Mapping[ObservationId, ReportObservation]:
        """The observations by id."""
        return {one.id: one for one in self.observations}

    def source_of(self, observation: ObservationId) -> ReportSource | None:
        """The source an observation was found on."""
        number = self.quotes[observation].source
        return None if number is None else self.sources[number - 1]
