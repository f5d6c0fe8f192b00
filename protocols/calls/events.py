"""What a run tells while it goes: journal, log and screen listen; nothing is hidden in a log line."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.targets import Target
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.judgement import FindingClass, Mark, ReaderTag, Side, Tag, Verdict
from pathfinder.protocols.graph.memory import (
    Failure,
    LearnedRule,
    Lesson,
    Limits,
    ReportLanguage,
    RunStatus,
    ThinkingTool,
    Turn,
)
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.graph.types import ResolutionType, Status
from pathfinder.protocols.ids import HypothesisKey, IidKey

Phase = Literal[
    "LOAD",
    "SELECT",
    "EXPLORE",
    "MERGE",
    "AUDIT",
    "JUDGE",
    "VERDICT",
    "IDEATE",
    "FINALIZE",
    "CHECK",
    "SAVE",
    "OUTPUT",
]
Doing = Literal["searching", "choosing", "fetching", "reading", "concluding"]


class RunStarted(Worded):
    """A session begins, or goes on from a closed iteration."""

    kind: Literal["run_started"] = "run_started"
    question: str
    iteration: int
    engine: Words = ""
    """Who answers, in words."""
    limits: Limits | None = None
    """When the run ends by itself."""
    language: ReportLanguage = ""
    """Of what people read; empty: that of the question."""
    spent_usd_micros: int = 0
    """What the session has cost before."""
    observations: int = 0
    """Those that it has already."""


class QuestionSplit(Frozen):
    """The question was taken apart."""

    kind: Literal["question_split"] = "question_split"
    parts: tuple[str, ...]


class PhaseEntered(Frozen):
    """The iteration moved on."""

    kind: Literal["phase_entered"] = "phase_entered"
    iteration: int
    phase: Phase


class ExplorerSent(Worded):
    """An Explorer is on its way."""

    kind: Literal["explorer_sent"] = "explorer_sent"
    iid: IidKey
    target: Target
    reason: Words
    about: Words = ""
    """The target in words."""


class ExplorerDoing(Frozen):
    """What an Explorer turns to now."""

    kind: Literal["explorer_doing"] = "explorer_doing"
    iid: IidKey
    doing: Doing
    what: str = ""
    """The query, or the title of the page."""


class ExplorerReturned(Worded):
    """An Explorer is back, with or without something."""

    kind: Literal["explorer_returned"] = "explorer_returned"
    iid: IidKey
    status: Literal["success", "partial", "failure"]
    observations: int
    claims: int
    reason: Words = ""


class HypothesisRaised(Frozen):
    """A claim that is new in this session."""

    kind: Literal["hypothesis_raised"] = "hypothesis_raised"
    hypothesis: HypothesisKey
    summary: str
    strength: float


class StrengthMoved(Frozen):
    """Evidence changed how strong a hypothesis is."""

    kind: Literal["strength_moved"] = "strength_moved"
    hypothesis: HypothesisKey
    before: float
    after: float


class StatusMoved(Frozen):
    """A hypothesis is called something else now."""

    kind: Literal["status_moved"] = "status_moved"
    hypothesis: HypothesisKey
    before: Status
    after: Status
    because: Told


class ConflictSettled(Frozen):
    """Two hypotheses no longer exclude each other, or one is out."""

    kind: Literal["conflict_settled"] = "conflict_settled"
    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    resolution: str


class FindingClassified(Frozen):
    """The Judge's rounds put a finding into a class."""

    kind: Literal["finding_classified"] = "finding_classified"
    hypothesis: HypothesisKey
    round: int
    finding_class: FindingClass
    because: Told


class VerdictGiven(Frozen):
    """A finding has a verdict."""

    kind: Literal["verdict_given"] = "verdict_given"
    hypothesis: HypothesisKey
    verdict: Verdict


class FailureTold(Frozen):
    """Something did not work; the run goes on."""

    kind: Literal["failure_told"] = "failure_told"
    failure: Failure


class CallPaid(Frozen):
    """A call came back and cost something. The log has it with the call, and does not hear this."""

    kind: Literal["call_paid"] = "call_paid"
    usd_micros: int


class Waiting(Worded):
    """A call waits before it is sent again: the provider asked for it, or failed too often."""

    kind: Literal["waiting"] = "waiting"
    seconds: float
    reason: Words


class EngineStateChanged(Worded):
    """A search engine does not answer and is asked again, is left out for a while, or answers again."""

    kind: Literal["engine_heard"] = "engine_heard"
    engine: str
    state: Literal["waiting", "resting", "back"]
    """resting: not asked again before the next iteration."""
    seconds: float = 0.0
    """waiting: until it is asked again."""
    reason: Words = ""


class SchemaRefused(Worded):
    """The server refused the schema of a call's answer; from now on the prompt says it in words."""

    kind: Literal["schema_refused"] = "schema_refused"
    call: str
    """Its name: `explorer.read`."""
    reason: Words


class Reflected(Frozen):
    """The lead looked back, and a rule chose what to think with."""

    kind: Literal["reflected"] = "reflected"
    reflection: str
    tool: ThinkingTool
    because: str


class DriftActed(Frozen):
    """Research went in circles; what follows is done otherwise."""

    kind: Literal["drift_acted"] = "drift_acted"
    turn: Turn


class LessonKept(Frozen):
    """What the iteration taught."""

    kind: Literal["lesson_kept"] = "lesson_kept"
    lesson: Lesson


class RuleLearned(Frozen):
    """Lessons repeated themselves: a rule is new, or one that was followed is judged by what it brought."""

    kind: Literal["rule_learned"] = "rule_learned"
    rule: LearnedRule
    new: bool


class IterationClosed(Frozen):
    """An iteration is saved."""

    kind: Literal["iteration_closed"] = "iteration_closed"
    iteration: int
    observations: int
    hypotheses: int
    spent_usd_micros: int


class FoundNow(Frozen):
    """A finding whose evidence the last iteration changed."""

    hypothesis: HypothesisKey
    summary: str
    mark: Mark
    tag: Tag | None = None
    side: Side | None = None
    reader: ReaderTag | None = Field(default=None, exclude_if=is_empty)
    """The verdict in the words that readers get; None if there is none."""


class HypothesisNow(Frozen):
    """How a hypothesis stands."""

    hypothesis: HypothesisKey
    summary: str
    strength: float
    moved: float = 0.0
    """By how much the last iteration moved it."""
    new: bool = False
    active: bool = True
    """Among the five in focus; the others are here because they moved."""
    status: Status
    tag: Tag | None = None
    side: Side | None = None
    reader: ReaderTag | None = Field(default=None, exclude_if=is_empty)
    """The verdict in the words that readers get; None if there is none."""
    priority: float = 0.0
    supports: int = 0
    """Voices, not pages: copies of one text speak once."""
    contradicts: int = 0


class Concern(Frozen):
    """Something about the state of the research that the user can act on."""

    issue: Literal["SATURATED", "STALEMATE", "DRY"]
    conflicts: tuple[tuple[HypothesisKey, HypothesisKey], ...] = ()
    """With STALEMATE: the conflicts that have been open for too long, the oldest first."""
    iterations: int = 0
    """With DRY: how many iterations in a row brought no new fact."""


class Standing(Frozen):
    """Where the research stands after a closed iteration, for people who watch."""

    kind: Literal["standing"] = "standing"
    iteration: int
    found: tuple[FoundNow, ...] = ()
    hypotheses: tuple[HypothesisNow, ...] = ()
    inactive: int = 0
    """Living hypotheses that are not in focus."""
    rejected: int = 0
    planned: tuple[Target, ...] = ()
    """Where the next Explorers would go as things stand."""
    answered: int = 0
    parts: int = 0
    """Parts of the question."""
    conflicts: int = 0
    """Still to settle."""
    concerns: tuple[Concern, ...] = ()
    """What a health check of this iteration has to tell the user."""


class BudgetChanged(Frozen):
    """The user gave the run another budget."""

    kind: Literal["budget_changed"] = "budget_changed"
    budget_usd_micros: int


class RunEnded(Worded):
    """The run stands still, and why."""

    kind: Literal["run_ended"] = "run_ended"
    status: RunStatus
    reason: Words


Event = Annotated[
    RunStarted
    | QuestionSplit
    | PhaseEntered
    | ExplorerSent
    | ExplorerDoing
    | ExplorerReturned
    | HypothesisRaised
    | StrengthMoved
    | StatusMoved
    | ConflictSettled
    | FindingClassified
    | VerdictGiven
    | FailureTold
    | CallPaid
    | Waiting
    | EngineStateChanged
    | SchemaRefused
    | Reflected
    | DriftActed
    | LessonKept
    | RuleLearned
    | IterationClosed
    | Standing
    | BudgetChanged
    | RunEnded,
    Field(discriminator="kind"),
]
