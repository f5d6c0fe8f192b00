"""What a run hears and tells: the clock, events, and commands of the user."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal, NamedTuple, Protocol, TypeVar

from pydantic import Field

from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)


class Clock(Protocol):
    """Tells the time and waits; a test brings its own."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class Patience(Protocol):
    """Says when an Explorer has been out long enough. Asked again in a replay, it says the same."""

    seconds: float

    async def over(self, step: Step) -> bool:
        """Whether the Explorer at this step has to end now; its clock starts with the first question."""
        ...


class EventSink(Protocol):
    """Hears what the run tells."""

    def emit(self, event: Event) -> None: ...


class Command(Frozen):
    """Something the user asked of a running session from outside."""

    kind: Literal["pause", "stop", "done", "note", "keyword", "hypothesis", "budget"]
    text: str = ""
    usd_micros: Annotated[int, Field(ge=0, le=1_000_000_000_000)] = 0
    """Of a budget: the new one."""


class QueuedCommand(NamedTuple):
    """A command, and the offset behind it in the control file: the same for every reader, and greater for
    later ones. The inputs of an iteration keep the offset up to which commands are in them.
    """

    command: Command
    place: int


class Control(Protocol):
    """Where a running session hears its user."""

    def commands(self) -> Sequence[QueuedCommand]:
        """What came since the last look."""
        ...

    def confirm(self, place: int) -> None:
        """What came up to there is kept elsewhere: nobody need hear it again."""
        ...
