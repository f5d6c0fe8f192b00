"""What a report says, before any page is laid out: the one source of report.md, report.json and report.html.

Everything is worked out from the CogniGraph; `judge_making.judge_report` fills it. Things are told once and
named by id elsewhere: a finding names observations, an observation names its source by number. Words of a
model stand here only as a `Said`, which cites observations and has no number that their quotes do not say.
Iterations are counted as people do, from 1.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import Count, ReasoningTool, ResolutionType, SourceType, Status, Unit
from pathfinder.protocols.ids import (
    HypothesisId,
    HypothesisKey,
    IidKey,
    LineageKey,
    ObservationId,
    ObservationKey,
    PageKey,
    SubQuestionKey,
)
from pathfinder.protocols.judgement import (
    Confidence,
    EvidenceStrength,
    FindingClass,
    ReviewVerdict,
    Side,
    Tag,
)
from pathfinder.protocols.memory import FailureKind, RunStatus
from pathfinder.protocols.rules.advice import Advice
from pathfinder.protocols.rules.citing import FaultKind
from pathfinder.protocols.rules.tags import Mark

REPORT_FORMAT: Final = 1
"""Changes when a reader of report.json would have to."""

Tongue = Literal["ko", "en"]
Iteration = Annotated[int, Field(ge=1)]
EdgeKind = Literal["SUPPORTS", "CONTRADICTS", "CONFLICTS", "MERGED"]


class Said(Frozen):
    """A sentence, and the observations it rests on."""

    text: str
    cites: tuple[ObservationKey, ...] = ()
    """Empty only where the sentence asserts nothing: a wish, a challenge nobody quoted for."""
    words_of: Literal["claim", "quote", "writer", "judge", "rule"] = "claim"
    """Whose words they are; `quote`: the claim said more than its evidence, so its first quote speaks."""


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
    source: int | None
    """The number of its source."""
    url: str
    found_by: IidKey | None
    iteration: Iteration


class ReportEvidence(Frozen):
    """An observation that bears on a claim."""

    observation: ObservationKey
    side: Side
    weight: float
    """0.8 direct, 0.5 indirect, 0.3 with a leap in between."""
    basis: str
    """Why it is read so."""
    authority: Unit
    product: float
    """authority x weight."""
    voice: str
    """v1, v2, ...: evidence with one voice counts once; empty where nothing can count."""
    counts: bool
    """Whether it is the one that counts for its voice on its side."""
    trusted: bool
    answered: str | None = None
    """Why a contradiction no longer stands."""
    answered_by: Literal["quote", "condition", "retraction"] | None = None
    found_by: IidKey | None
    iteration: Iteration


class ReportTerm(Frozen):
    """One voice in the sum that gives a strength."""

    observation: ObservationKey
    side: Side
    voice: str
    authority: Unit
    weight: float
    change: float
    trusted: bool


class ReportReckoning(Frozen):
    """strength = base + terms + bonus, held between 0 and 1."""

    base: float
    terms: tuple[ReportTerm, ...]
    bonus: float
    trusted_voices: Count
    total: Unit


class StrengthPoint(Frozen):
    """How strong a claim was when an iteration closed."""

    iteration: Count
    """0: what a claim of its kind starts with, if it was there before the first iteration closed."""
    strength: Unit
    change: float


class ReportStance(Frozen):
    """What an investigator last said of a claim."""

    lineage: LineageKey
    iid: IidKey
    side: Side | None
    evidence: EvidenceStrength
    confidence: Confidence
    asked_for: Said | None = None


class ReportClass(Frozen):
    """A class the claim had after a round."""

    iteration: Iteration
    round: Literal[2, 3, 4]
    pass_: Literal[0, 1, 2] = Field(alias="pass")
    finding_class: FindingClass = Field(alias="class")
    side: Side | None
    because: str


class ReportReview(Frozen):
    """The challenge to what was agreed."""

    hypothesis: HypothesisKey
    challenge: Said
    impact: Said
    verdict: ReviewVerdict
    side: Side | None
    iteration: Iteration
    in_force: bool
    """No voice has come since that it did not hear."""


class ReportOpinion(Frozen):
    """One side's case."""

    side: Side
    observations: tuple[ObservationKey, ...]
    lineages: tuple[LineageKey, ...]
    weight: float
    """Sum over voices of authority x weight, of what nobody answered."""
    voices: Count
    trusted: Count


class ReportVerdict(Frozen):
    """How far the claim can be believed."""

    tag: Tag
    side: Side | None
    because: str
    caveats: tuple[Said, ...] = ()
    minority: ReportOpinion | None = None
    opinions: tuple[ReportOpinion, ...] = ()
    follow_up: tuple[Said, ...] = ()
    unchallenged: bool = False


class ReportFinding(Frozen):
    """A claim with everything that is known of it."""

    id: HypothesisKey
    type: Literal["A", "B"]
    claim: Said
    group: Literal["confirmed", "likely", "uncertain", "unjudged", "rejected", "unvisited"]
    """Which part of the report it stands in."""
    leading: bool
    """It is the answer."""
    status: Status
    strength: Unit
    mark: Mark
    confidence: Confidence
    verdict: ReportVerdict | None
    unjudged: str | None
    """Why there is no verdict, where one was due."""
    rejected_because: str | None
    conditions: tuple[Said, ...]
    sides: tuple[ReportOpinion, ReportOpinion]
    """For, and against."""
    evidence: tuple[ReportEvidence, ...]
    """For it first, the weightiest first."""
    reckoning: ReportReckoning
    history: tuple[StrengthPoint, ...]
    classes: tuple[ReportClass, ...]
    stances: tuple[ReportStance, ...]
    review: ReportReview | None
    not_verified_because: tuple[str, ...]
    rivals: tuple[HypothesisKey, ...]
    """Claims it is in unresolved conflict with."""
    related: tuple[HypothesisKey, ...] = ()
    """Claims that say the same of another subject: neither for it nor against it."""
    answers: tuple[SubQuestionKey, ...]
    reasoning_tool: ReasoningTool | None
    derived_from: tuple[ObservationKey | HypothesisKey, ...]
    found_by: IidKey | None
    investigators: tuple[IidKey, ...]
    """Whoever brought evidence on it or took a stance."""
    created: Iteration
    visits: Count


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
    """One or two sentences; none where nothing answers."""
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


class Part(Frozen):
    """A part of the question."""

    id: SubQuestionKey
    text: str
    answered_by: tuple[HypothesisKey, ...]
    """Claims that were raised for it and are alive; a part is answered when one of them is settled."""


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
    """False for the embedded engine."""
    total_usd_micros: Count
    budget_usd_micros: Count
    by_role: tuple[Spent, ...]
    by_engine: tuple[Spent, ...]


class RoundsRun(Frozen):
    round: Literal[1, 2, 3, 4]
    iterations: Count


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


class IterationTold(Frozen):
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


class JudgeReport(Frozen):
    """The whole report."""

    format: Literal[1] = REPORT_FORMAT
    language: Tongue
    has_evidence: bool
    """False: nothing in it answers the question, and it says so first."""
    simple: bool
    """Fewer than two investigators are known: nothing was cross-checked, and it says so."""
    summary: Summary
    findings: tuple[ReportFinding, ...]
    """The leading one, then Confirmed, Likely, Uncertain, unjudged, unvisited, rejected; strongest first."""
    disagreements: tuple[Disagreement, ...]
    reviews: tuple[ReportReview, ...]
    settled: tuple[SettledConflict, ...]
    refuted: tuple[Refutation, ...]
    recommendations: tuple[Advice, ...]
    unknown: Unknown
    failures: FailureLedger
    cost: Cost
    metadata: Metadata
    observations: tuple[ReportObservation, ...]
    sources: tuple[ReportSource, ...]
    timeline: tuple[IterationTold, ...]
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
