"""What the inside needs from the outside world, named for the need and not for who meets it."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from datetime import datetime
from typing import Protocol, TypeVar

from pathfinder.protocols.calls import Answered, Ask, Unable
from pathfinder.protocols.edits import GraphEdit
from pathfinder.protocols.events import Event
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import PageHash, StepKey
from pathfinder.protocols.reports import StoredPage

A = TypeVar("A", bound=Frozen)


class SearchResult(Frozen):
    """A page an engine points at; the model picks it by its place in the list."""

    url: str
    title: str
    snippet: str = ""


class Hold(Frozen):
    """Money set aside at worst case before a call is sent."""

    step: StepKey
    usd_micros: int


class Model(Protocol):
    """Answers typed questions, or says it cannot."""

    async def answer(self, ask: Ask[A], step: StepKey) -> Answered[A] | Unable: ...


class Search(Protocol):
    """Finds pages. SearchFailed if the engine gave no answer."""

    async def results(self, query: str) -> Sequence[SearchResult]: ...


class Fetch(Protocol):
    """Reads and stores one page. SourceUnreachable if it cannot be had."""

    async def page(self, url: str) -> tuple[PageHash, StoredPage]: ...


class Journal(Protocol):
    """Remembers every outcome before it is used, so that no finished step is ever repeated."""

    async def recorded(self, step: StepKey, digest: str) -> bytes | None: ...

    async def record(self, step: StepKey, digest: str, outcome: bytes) -> None: ...


class Ledger(Protocol):
    """Keeps the cap: reserve at worst case, settle from usage."""

    async def reserve(self, step: StepKey, worst_usd_micros: int) -> Hold: ...

    async def settle(self, hold: Hold, spent_usd_micros: int) -> None: ...


class Limiter(Protocol):
    """Lets calls go at the allowed pace, in the order they asked."""

    def turn(self, step: StepKey) -> AbstractAsyncContextManager[None]: ...


class Store(Protocol):
    """Holds closed iterations; a save is all or nothing."""

    async def load(self) -> CogniGraph: ...

    async def save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None: ...


class Views(Protocol):
    """Writes what people read; everything here can be rebuilt from the record."""

    async def write(self, graph: CogniGraph) -> None: ...


class Clock(Protocol):
    """Tells the time; a replay brings its own."""

    def now(self) -> datetime: ...


class EventSink(Protocol):
    """Hears what the run tells."""

    def emit(self, event: Event) -> None: ...
