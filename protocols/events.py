"""What a run tells while it goes: journal, log and screen listen; nothing is hidden in a log line."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import ResolutionType, Status
from pathfinder.protocols.ids import HypothesisKey, IidKey
from pathfinder.protocols.judgement import FindingClass, Verdict
from pathfinder.protocols.memory import Failure, RunStatus
from pathfinder.protocols.targets import Target

Phase = Literal[
    "LOAD",
    "SELECT",
    "EXPLORE",
    "MERGE",
    "JUDGE",
    "VERDICT",
    "IDEATE",
    "FINALIZE",
    "CHECK",
    "SAVE",
    "OUTPUT",
]


class RunStarted(Frozen):
    """A session begins, or goes on from a closed iteration."""

    kind: Literal["run_started"] = "run_started"
    question: str
    iteration: int


class PhaseEntered(Frozen):
    """The iteration moved on."""

    kind: Literal["phase_entered"] = "phase_entered"
    iteration: int
    phase: Phase


class ExplorerSent(Frozen):
    """An Explorer is on its way."""

    kind: Literal["explorer_sent"] = "explorer_sent"
    iid: IidKey
    target: Target
    reason: str


class ExplorerReturned(Frozen):
    """An Explorer is back, with or without something."""

    kind: Literal["explorer_returned"] = "explorer_returned"
    iid: IidKey
    status: Literal["success", "partial", "failure"]
    observations: int
    claims: int
    reason: str = ""


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
    because: str


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
    because: str


class VerdictGiven(Frozen):
    """A finding has a verdict."""

    kind: Literal["verdict_given"] = "verdict_given"
    hypothesis: HypothesisKey
    verdict: Verdict


class FailureTold(Frozen):
    """Something did not work; the run goes on."""

    kind: Literal["failure_told"] = "failure_told"
    failure: Failure


class IterationClosed(Frozen):
    """An iteration is saved."""

    kind: Literal["iteration_closed"] = "iteration_closed"
    iteration: int
    observations: int
    hypotheses: int
    spent_usd_micros: int


class RunEnded(Frozen):
    """The run stands still, and why."""

    kind: Literal["run_ended"] = "run_ended"
    status: RunStatus
    reason: str


Event = Annotated[
    RunStarted
    | PhaseEntered
    | ExplorerSent
    | ExplorerReturned
    | StrengthMoved
    | StatusMoved
    | ConflictSettled
    | FindingClassified
    | VerdictGiven
    | FailureTold
    | IterationClosed
    | RunEnded,
    Field(discriminator="kind"),
]
