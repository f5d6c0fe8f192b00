"""One claim as every form of the report tells it. Iterations are counted as people do, from 1."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import (
    Confidence,
    EvidenceStrength,
    FindingClass,
    Mark,
    ReaderTag,
    ReviewVerdict,
    Side,
    Tag,
)
from pathfinder.protocols.graph.types import Count, ReasoningTool, Status, Unit
from pathfinder.protocols.ids import (
    HypothesisKey,
    IidKey,
    LineageKey,
    ObservationKey,
    SubQuestionKey,
)

Iteration = Annotated[int, Field(ge=1)]


class Said(Frozen):
    """A sentence, and the observations it rests on."""

    text: str
    cites: tuple[ObservationKey, ...] = ()
    """Empty only where the sentence asserts nothing: a wish, a challenge nobody quoted for."""
    words_of: Literal["claim", "quote", "judge", "rule"] = "claim"
    """Whose words they are; `quote`: the claim said more than its evidence, so its first quote speaks."""


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
    reader: ReaderTag | None = None
    """The verdict in the words that readers get; None if there is none."""
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
