"""The order of a batch: so many sessions at a time, and none of them costs another."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field

from pathfinder.agents.fanout import fan_out
from pathfinder.protocols.calls.batch import State, Wanted
from pathfinder.protocols.errors import (
    KeyRefused,
    PathfinderError,
    PriceUnknown,
    ProviderFailed,
    SharedBudgetExceeded,
)
from pathfinder.protocols.graph.types import CogniGraph

OUTAGE = 3
"""So many questions that ended one after another for want of a provider: no further one is begun."""


@dataclass(frozen=True)
class QuestionEnd:
    """How one question came out of this run of the batch."""

    wanted: Wanted
    state: State
    reason: str = ""
    graph: CogniGraph | None = None
    error: PathfinderError | None = None


@dataclass
class BatchGate:
    """Whether another question may begin."""

    closed: str = ""
    """Why no further question begins; empty while one may."""
    _in_a_row: int = field(default=0, init=False)

    def close(self, why: str) -> None:
        """Nothing begins from now on; the first reason stays."""
        self.closed = self.closed or why

    def heed(self, ended: QuestionEnd) -> None:
        """What one question's end means for those that wait."""
        match ended.error:
            # A budget that all share, once it refused one, refuses all; one of a question's own does not.
            case KeyRefused() | PriceUnknown() | SharedBudgetExceeded():
                self.close(ended.reason)
            case ProviderFailed():
                self._in_a_row += 1
                if self._in_a_row >= OUTAGE:
                    self.close(ended.reason)
            case _:
                self._in_a_row = 0


async def run_batch(
    questions: Sequence[Wanted],
    research: Callable[[Wanted], Awaitable[QuestionEnd]],
    doors: BatchGate,
    at_once: int,
) -> tuple[QuestionEnd, ...]:
    """Research the questions in their order, `at_once` at a time; those that never began are not among them.

    `research` gives an end for whatever happens to its question.
    """

    async def one(wanted: Wanted) -> QuestionEnd | None:
        if doors.closed:
            return None
        ended = await research(wanted)
        doors.heed(ended)
        return ended

    ended = await fan_out(questions, one, at_once)
    return tuple(known for known in ended if known is not None)
