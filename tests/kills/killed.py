"""A session that is killed without warning, and what is left of it. Children are forked, warm."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.questions import ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from tests.scenario.staged import unless
from tests.worlds import QUESTION, world

A = TypeVar("A", bound=Frozen)

PRICE = 1_000
ITERATIONS = 2
EXPLORERS = 3
PAGES = world()


def die() -> NoReturn:
    """What kill -9 does."""
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("unreachable")


class BilledModel(ScriptedModel):
    """A provider that keeps its own bill: every attempt it receives, whether its answer arrives or not."""

    def __init__(self, bill: Path, latency_s: float) -> None:
        # Some pages cannot be read, so that the failure ledger has more in it than kills.
        unread = unless(lambda ask, _: isinstance(ask, ReadPage) and len(ask.page.title) % 5 == 0)
        super().__init__(respond=unread, price_usd_micros=PRICE)
        self._bill = bill
        self._latency_s = latency_s

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        with self._bill.open("a", encoding="utf-8") as bill:
            bill.write(f"{step.key}\n")
        await asyncio.sleep(self._latency_s)
        return await super().reply(ask, step)


class Suicide:
    """Hears events and dies at the one that was picked."""

    def __init__(self, at: int) -> None:
        self._left = at

    def emit(self, event: Event) -> None:  # noqa: ARG002  (any event counts)
        self._left -= 1
        if self._left == 0:
            die()


class DyingCalls(Syscalls):
    """The disk up to the call at which the process dies: before it, or right after it."""

    def __init__(self, at: int, before: bool) -> None:
        self._left = at
        self._before = before

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name.startswith("_") or not callable(found):
            return found

        def counted(*args: Any, **kwargs: Any) -> Any:
            self._left -= 1
            if self._left == 0 and self._before:
                die()
            result = found(*args, **kwargs)
            if self._left == 0:
                die()
            return result

        return counted


@dataclass(frozen=True)
class Kill:
    """How a process is to die: at an event, at a call of the disk, or after some milliseconds."""

    kind: str
    at: int

    def __str__(self) -> str:
        return f"{self.kind}{self.at}"


def start_or_resume(
    home: Path, kill: Kill | None, latency_s: float = 0.0, sources: PageSources | None = None
) -> None:
    """The whole life of one process: start the session, or go on with it."""
    scripted = PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES))
    engine = Deps(BilledModel(home.parent / "bill", latency_s), sources or scripted)
    options = RunConfig(limits=Limits(max_iterations=ITERATIONS), parallel=EXPLORERS)
    events = [Suicide(kill.at)] if kill is not None and kill.kind == "event" else []
    before = kill is not None and kill.kind == "before"
    calls = DyingCalls(kill.at, before) if kill is not None and kill.kind in ("before", "after") else None
    disk = Disk(calls) if calls is not None else Disk()
    known = Sessions(home, Disk()).lines()

    async def live() -> None:
        if known:
            session = Sessions(home, Disk()).resolve(known[0].id)
            await resume(session, engine, options, events=events, disk=disk)
        else:
            await research(QUESTION, engine, options, home=home, events=events, disk=disk)
        if sources is not None and sources.close is not None:
            await sources.close()

    asyncio.run(live())


def in_child(work: Callable[[], None], kill_after_s: float | None = None) -> int:
    """Run work in a forked child; its wait status. Nothing of the child's end reaches pytest."""
    sys.stdout.flush()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            work()
            code = 0
        finally:
            os._exit(code)
    if kill_after_s is not None:
        time.sleep(kill_after_s)
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    return status


def loaded(home: Path) -> tuple[Session, CogniGraph]:
    """The session as a newcomer reads it."""
    session = Sessions(home, Disk()).resolve()
    store = FileStore(session, Disk())
    try:
        return session, asyncio.run(store.load())
    finally:
        store.close()
