"""What is kept: the journal, money, pages, the graph, and files for people."""

from collections.abc import Sequence
from typing import Literal, Protocol, TypeVar

from pydantic import Field

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports.models import Room
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash, StepKey

A = TypeVar("A", bound=Frozen)


class PageStore(Protocol):
    """Keeps page texts by the hash of their text, once each."""

    async def keep(self, page: StoredPage) -> PageHash: ...

    async def get(self, page: PageHash) -> StoredPage: ...


class Entry(Worded):
    """One line of the journal.

    `sent` is written before a paid attempt goes out, `failed` when it did not come back, `done` with the
    outcome before anything uses it, `charged` on resuming for what was in flight when the process died.
    """

    kind: Literal["sent", "failed", "done", "charged"]
    step: StepKey
    attempt: int = 1
    digest: str = ""
    usd_micros: int = 0
    """sent: worst case; otherwise what it cost."""
    role: str = ""
    engine: str = ""
    outcome: str = ""
    """done: the outcome as JSON. failed and charged: the reason."""
    tokens: tuple[int, int] = (0, 0)
    fingerprint: str = ""
    """What besides the question shaped the answer: prompt name, version and hash, model, effort."""
    lost: tuple[Words, ...] = Field(default=(), exclude_if=is_empty)
    """done: what was left out of the answer because it could not be read."""
    custom_id: str = Field(default="", exclude_if=is_empty)
    """sent: the name of the request in a batch of the provider's, where it waits for one."""


class Journal(Protocol):
    """Remembers every outcome before it is used, so that no finished step is ever repeated."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything of the open iteration, in the order it was written."""
        ...

    def done(self, step: StepKey, digest: str) -> Entry | None:
        """The outcome of a finished step; ReplayDiverged if it was recorded with another digest."""
        ...

    async def write(self, entry: Entry) -> None:
        """Durable when it returns."""
        ...


class Hold(Frozen):
    """Money set aside at worst case before a call is sent."""

    number: int
    step: StepKey
    usd_micros: int
    tokens: int = 0
    """How long the answer may be: that is paid for."""


class Ledger(Protocol):
    """Keeps the cap: reserve at worst case, settle from usage."""

    async def reserve(
        self, step: StepKey, worst_usd_micros: int, *, room: Room | None = None, closing: bool = False
    ) -> Hold:
        """Waits while open holds may make room; BudgetExceeded when none is open and it does not fit.

        With `room`, the worst case is that of the prompt, and the answer gets as many tokens as the free
        money allows, `room.least` at least: the hold says how many, and covers them. `closing` may take what
        is kept back for the closing report.
        """
        ...

    def settle(
        self,
        hold: Hold,
        spent_usd_micros: int,
        *,
        role: str = "",
        engine: str = "",
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        """Close a hold with what it came to; a hold is settled once."""
        ...

    def take_up(self, entry: Entry, tokens: int) -> Hold:
        """A hold for an attempt that was sent by an earlier process and is still out: it has been counted as
        spent at its worst case, and is so no longer. `tokens`: how long its answer may be.
        """
        ...

    @property
    def spent_usd_micros(self) -> int: ...

    @property
    def spend(self) -> Spend:
        """The same by role and by engine, as the run keeps it."""
        ...


class Limiter(Protocol):
    """Lets calls go at the allowed pace, in the order they asked.

    A lane is whose limits a call comes under: a model of a host, or a search engine.
    """

    async def turn(self, lane: str = "") -> None: ...

    async def rest(self, lane: str, seconds: float) -> None:
        """A lane asked to be left alone for so long: whoever shares this limiter keeps to it."""
        ...


class Store(Protocol):
    """Holds closed iterations; a save is all or nothing."""

    async def load(self) -> CogniGraph: ...

    async def save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None:
        """Commit a closed iteration: its archive, then the graph."""
        ...

    async def save_run(self, graph: CogniGraph) -> None:
        """Commit a change of the run's status between iterations."""
        ...


class Views(Protocol):
    """Writes what people read; everything here can be rebuilt from the record."""

    async def write(self, graph: CogniGraph) -> None: ...
