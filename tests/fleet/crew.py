"""Worker processes of a fleet under a supervisor, on a scripted model that keeps its own bill."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import psycopg
import pytest

from pathfinder.adapters.metering.fair_line import WHOSE
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.postgres.database import Database, Unreachable
from pathfinder.adapters.storage.postgres.dispatch import Dispatcher, WorkerTiming
from pathfinder.adapters.storage.postgres.jobs import Jobs, Submitted
from pathfinder.adapters.storage.postgres.schema import set_rate, up
from pathfinder.adapters.system import SystemClock
from pathfinder.deps import Deps, PageSources
from pathfinder.fleet import FleetWorker
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.batch import Batch, Terms, Wanted
from pathfinder.protocols.calls.questions import Decompose
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import Answering, RunConfig
from tests.worlds import respond, world

A = TypeVar("A", bound=Frozen)

PRICE = 1_000
PACE = WorkerTiming(
    heartbeat_seconds=1, stale_seconds=4, look_seconds=1, grace_seconds=1.5, poll_seconds=1, fruitless=3
)
PAGES = world()
POISON = "Which question kills its worker?"


class Billed(ScriptedModel):
    """A provider that writes down every call it receives, and whose; one question kills who asks it."""

    def __init__(self, bill: Path) -> None:
        super().__init__(respond=respond, price_usd_micros=PRICE)
        self._bill = bill

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        if isinstance(ask, Decompose) and ask.question == POISON:
            os.kill(os.getpid(), signal.SIGKILL)
        with self._bill.open("a", encoding="utf-8") as bill:
            bill.write(f"{WHOSE.get()} {step.key}\n")
        await asyncio.sleep(0.05)
        return await super().reply(ask, step)


def a_batch(count: int, *, cap: int | None = None, also: tuple[str, ...] = (), iterations: int = 1) -> Batch:
    """So many towns, and other questions besides."""
    asked = (*(f"Do ground loops pay off in town {n}?" for n in range(1, count + 1)), *also)
    return Batch(
        id="20261116-120000-towns",
        source="towns.txt",
        terms=Terms(limits=Limits(max_iterations=iterations), parallel=1, quick=True, budget_usd_micros=cap),
        questions=tuple(Wanted(number=n, question=text) for n, text in enumerate(asked, start=1)),
    )


def submitted(url: str, batch: Batch, names: Callable[[Wanted], str], rate: int = 0) -> None:
    """Make the tables and hand the batch in."""

    async def run() -> None:
        async with Database.opened(url) as database, Dispatcher.opened(url, SystemClock()) as queue:
            await up(database)
            await set_rate(database, rate)
            wanted = {one.number: names(one) for one in batch.questions}
            await queue.enqueue(await Jobs(database).submit(batch, wanted, "{}"))

    asyncio.run(run())


def _life(url: str, bill: Path, slots: int, stacks: Path, pace: WorkerTiming, *, answer: bool) -> None:
    def assemble(_: Submitted) -> tuple[Deps, RunConfig]:
        engine = Deps(Billed(bill), PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), name="scripted")
        return engine, RunConfig(answer=Answering() if answer else None)

    def say_where() -> None:
        with stacks.open("w", encoding="utf-8") as said:
            for task in asyncio.all_tasks():
                task.print_stack(file=said)

    async def run() -> None:
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, say_where)
        clock = SystemClock()
        async with Database.opened(url) as database, Dispatcher.opened(url, clock) as queue:
            await FleetWorker(Jobs(database), queue, assemble, f"w{os.getpid()}", pace).run(slots)

    asyncio.run(run())


class Crew:
    """Workers that are started again whenever they end, as systemd would."""

    def __init__(
        self,
        url: str,
        bill: Path,
        workers: int,
        slots: int,
        *,
        answer: bool = False,
        pace: WorkerTiming = PACE,
    ) -> None:
        self.url, self._bill, self._slots, self._answer, self._pace = url, bill, slots, answer, pace
        self.ends: list[int] = []
        """How processes ended: an exit code, or minus a signal."""
        self.pids = [self._started() for _ in range(workers)]

    def busy(self) -> list[int]:
        """The workers that run something now, most of it first."""
        rows = self.ask(
            "SELECT worker FROM job WHERE state = 'running' GROUP BY worker ORDER BY count(*) DESC"
        )
        known = [int(str(worker)[1:]) for (worker,) in rows]
        return [pid for pid in known if pid in self.pids]

    def ask(self, sql: str) -> list[tuple[object, ...]]:
        """One look at the database."""
        with psycopg.connect(self.url, options="-c search_path=pathfinder") as connection:
            return connection.execute(sql.encode()).fetchall()

    def tend(self, until: Callable[[], bool], seconds: float = 600) -> None:
        """Start again what has ended, until something holds."""
        over = time.monotonic() + seconds
        while not until():
            if time.monotonic() > over:
                jobs = self.ask("SELECT state, worker, count(*) FROM job GROUP BY 1, 2 ORDER BY 1, 2")
                pytest.fail(f"it did not come to pass; ends: {self.ends}; workers: {self.pids}; jobs: {jobs}")
            for place, pid in enumerate(self.pids):
                ended, status = os.waitpid(pid, os.WNOHANG)
                if ended:
                    self.ends.append(os.waitstatus_to_exitcode(status))
                    self.pids[place] = self._started()
            time.sleep(0.2)

    def freeze(self) -> int:
        """Stop a worker that runs something, and see that it stands still; its pid."""
        while True:
            self.tend(lambda: bool(self.busy()))
            for pid in self.busy()[:1]:
                os.kill(pid, signal.SIGSTOP)
                # On a busy machine it may have ended a moment ago, with its jobs still to its name.
                told = os.waitid(os.P_PID, pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
                if told is None or told.si_code != os.CLD_STOPPED:
                    continue
                # What it had sent off to the database may still end its last job; then nobody takes it over.
                time.sleep(0.5)
                if pid in self.busy():
                    return pid
                os.kill(pid, signal.SIGCONT)

    def dismiss(self) -> list[int]:
        """Tell all of them to stop; how each ended."""
        for pid in self.pids:
            os.kill(pid, signal.SIGCONT)
            os.kill(pid, signal.SIGTERM)
        return [self._ended(pid) for pid in self.pids]

    def _ended(self, pid: int, seconds: float = 60) -> int:
        """How a worker that was told to stop ended; one that goes on fails the test and says where it is."""
        over = time.monotonic() + seconds
        while time.monotonic() < over:
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                return os.waitstatus_to_exitcode(status)
            time.sleep(0.05)
        os.kill(pid, signal.SIGUSR1)
        time.sleep(1)
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        pytest.fail(
            f"worker {pid} did not stop; it stood at:\n{self._stacks(pid).read_text(encoding='utf-8')}"
        )

    def _stacks(self, pid: int) -> Path:
        return self._bill.with_name(f"stacks-{pid}")

    def _started(self) -> int:
        sys.stdout.flush()
        pid = os.fork()
        if pid:
            return pid
        code = 1
        try:
            stacks = self._stacks(os.getpid())
            _life(self.url, self._bill, self._slots, stacks, self._pace, answer=self._answer)
            code = 0
        except Unreachable:
            code = Unreachable.exit_code
        finally:
            os._exit(code)
