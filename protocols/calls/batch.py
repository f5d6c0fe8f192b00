"""A batch: many questions asked at once, what each may cost, and how each came out. All pure."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen, is_empty
from pathfinder.protocols.graph.memory import Limits, Run, RunStatus
from pathfinder.protocols.text.queries import normalize

BATCH_FORMAT: Final = 1

Number = Annotated[int, Field(ge=1)]
"""The place of a question in its batch, as people count."""
Similar = Callable[[str, str], float]

ALIKE = 0.85
"""From here on two questions are called similar; both are researched all the same."""


class Wanted(Frozen):
    """One question, and what its line says of it; what it leaves open is the batch's to say."""

    number: Number
    question: str = Field(min_length=1)
    label: str = ""
    """The user's own name for it, carried into the results."""
    iterations: Number | None = None
    budget_usd_micros: Annotated[int, Field(ge=0)] | None = None
    max_minutes: Number | None = None
    parallel: Annotated[int, Field(ge=1, le=10)] | None = None
    quick: bool | None = None

    def limits(self, usual: Limits) -> Limits:
        """When its session ends by itself."""
        own = {
            "max_iterations": self.iterations,
            "budget_usd_micros": self.budget_usd_micros,
            "max_minutes": self.max_minutes,
        }
        return usual.model_copy(update={name: value for name, value in own.items() if value is not None})


class Terms(Frozen):
    """What holds for all questions of a batch that say nothing else."""

    limits: Limits = Field(default_factory=Limits)
    """Of each question."""
    budget_usd_micros: Annotated[int, Field(ge=0)] | None = None
    """Of all of them together; None: each has its own only."""
    parallel: Annotated[int, Field(ge=1, le=10)] = 5
    quick: bool = False
    at_once: Number = 8
    """Sessions that run at the same time."""
    overnight: bool = Field(default=False, exclude_if=is_empty)
    """Model calls wait for batches of the provider's, at half the price."""


class Batch(Frozen):
    """What was asked for. How far it has come stands in its sessions."""

    format: Literal[1] = BATCH_FORMAT
    id: str
    source: str = ""
    """The file it was read from, as it was named."""
    terms: Terms = Field(default_factory=Terms)
    questions: tuple[Wanted, ...] = Field(min_length=1)


class Twin(Frozen):
    """A question that says what an earlier one says, or nearly."""

    number: Number
    of: Number
    similarity: float
    same: bool
    """Word for word, but for case and punctuation: it is researched once."""


State = Literal["waiting", "running", "done", "stopped", "budget", "failed", "same"]
UNFINISHED: frozenset[State] = frozenset({"waiting", "running", "stopped", "budget", "failed"})
FAILED: frozenset[State] = frozenset({"budget", "failed"})

_BY_STATUS: dict[RunStatus, State] = {
    "initialized": "waiting",
    "running": "stopped",
    "completed": "done",
    "stopped_by_user": "stopped",
    "budget_exceeded": "budget",
}
_BY_USER = re.compile(r"Paused by the user|user:")


def state_of(run: Run | None) -> State:
    """How a question stands whose session nobody is running."""
    if run is None:
        return "waiting"
    if run.status == "paused":
        return "stopped" if _BY_USER.match(run.reason) else "failed"
    return _BY_STATUS[run.status]


def twins(questions: Sequence[Wanted], similar: Similar) -> tuple[Twin, ...]:
    """Questions that repeat an earlier one: the same words, or nearly the same meaning."""
    first: dict[str, Number] = {}
    found: list[Twin] = []
    kept: list[Wanted] = []
    for wanted in questions:
        words = normalize(wanted.question) or wanted.question
        if words in first:
            found.append(Twin(number=wanted.number, of=first[words], similarity=1.0, same=True))
            continue
        first[words] = wanted.number
        nearest = max(
            ((similar(other.question, wanted.question), other) for other in kept),
            key=lambda pair: (pair[0], -pair[1].number),
            default=None,
        )
        if nearest is not None and nearest[0] >= ALIKE:
            found.append(
                Twin(number=wanted.number, of=nearest[1].number, similarity=round(nearest[0], 2), same=False)
            )
        kept.append(wanted)
    return tuple(found)


def most_usd_micros(batch: Batch, repeated: Iterable[Number]) -> int:
    """The most that a batch can cost: what its questions may, and never more than its own budget."""
    left_out = frozenset(repeated)
    asked = (wanted for wanted in batch.questions if wanted.number not in left_out)
    each = sum(wanted.limits(batch.terms.limits).budget_usd_micros for wanted in asked)
    whole = batch.terms.budget_usd_micros
    return each if whole is None else min(each, whole)
