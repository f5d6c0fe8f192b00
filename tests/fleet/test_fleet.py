"""A fleet on a real PostgreSQL, whose workers are killed and frozen and whose database is restarted."""

import asyncio
import json
import os
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.batches import Batches, session_name
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.dispatch import Dispatcher, WorkerTiming
from pathfinder.adapters.storage.postgres.jobs import JobLine, Jobs
from pathfinder.adapters.system import SystemClock
from pathfinder.answering import stored_answer
from pathfinder.deps import Deps, PageSources
from pathfinder.fleet import LISTEN_SECONDS, SUPERSEDED_EXIT, FleetWorker
from pathfinder.fleet_pull import kept_batch, pulled, written
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.batch import Batch, Wanted
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.calls.steps import Step
from pathfinder.run_config import RunConfig
from pathfinder.writing import current_answer
from tests.fleet.crew import PACE, PAGES, POISON, PRICE, A, Billed, Crew, a_batch, submitted
from tests.postgres import Server

REPEATED = """
    SELECT count(*) FROM journal AS known JOIN journal AS later USING (job, iteration, step)
    WHERE known.kind = 'done' AND later.place > known.place
"""


def _called(batch: Batch) -> dict[int, str]:
    return {one.number: session_name(batch, one) for one in batch.questions}


def _crew(
    postgres: Server, folder: Path, batch: Batch, *, workers: int, rate: int = 0, answer: bool = False
) -> Crew:
    url = postgres.database()

    def name(wanted: Wanted) -> str:
        return session_name(batch, wanted)

    submitted(url, batch, name, rate)
    return Crew(url, folder / "bill", workers, slots=3, answer=answer)


def _open(crew: Crew) -> int:
    [(count,)] = crew.ask("SELECT count(*) FROM job WHERE state IN ('waiting', 'running')")
    assert isinstance(count, int)
    return count


def _entries(crew: Crew) -> int:
    [(count,)] = crew.ask("SELECT count(*) FROM journal")
    assert isinstance(count, int)
    return count


def _busy_after(crew: Crew, entries: int = 0, ends: int = 0) -> bool:
    """Whether somebody is at work, so much is journaled, and so many workers have ended."""
    return _entries(crew) >= entries and len(crew.ends) >= ends and bool(crew.busy())


def _bill(folder: Path) -> Counter[str]:
    return Counter((folder / "bill").read_text(encoding="utf-8").splitlines())


def _home(url: str, home: Path, batch: Batch) -> tuple[JobLine, ...]:
    """Everything brought home, with its results."""

    async def run() -> tuple[JobLine, ...]:
        async with Database.opened(url) as database:
            lines = await Jobs(database).lines(batch.id)
            kept_batch(batch, home)
            for line in lines:
                await pulled(database, line, home)
            return lines

    lines = asyncio.run(run())
    written(batch, lines, home, ())
    return lines


@pytest.mark.slow
@pytest.mark.soak
def test_every_question_has_one_result_whatever_happens_to_workers_and_database(
    postgres: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    many, kills = (60, 6) if request.config.getoption("--soak") else (9, 1)
    rate = 1_200
    batch = a_batch(many, cap=many * 100 * PRICE)
    began = time.time()  # noqa: TID251  (compared with the database's clock)
    crew = _crew(postgres, tmp_path, batch, workers=3, rate=rate)
    try:
        for kill in range(1, kills + 1):
            crew.tend(partial(_busy_after, crew, entries=2 * kill * many))
            os.kill(crew.busy()[0], signal.SIGKILL)
            crew.tend(partial(_busy_after, crew, ends=kill))
        frozen = crew.freeze()
        thaw = time.monotonic() + PACE.stale_seconds + 2 * PACE.look_seconds + 2
        postgres.stop()
        postgres.start()
        crew.tend(lambda: time.monotonic() > thaw)
        os.kill(frozen, signal.SIGCONT)
        crew.tend(lambda: not _open(crew) and frozen not in crew.pids)
    finally:
        ended = crew.dismiss()
    assert ended == [0, 0, 0]
    assert crew.ends.count(-signal.SIGKILL) == kills
    assert SUPERSEDED_EXIT in crew.ends
    # No journaled call again, by the database's own account; and each call that was sent is in it.
    assert crew.ask(REPEATED) == [(0,)]
    bill = _bill(tmp_path)
    rows = crew.ask("SELECT job || ' ' || step, count(*) FROM journal WHERE kind = 'sent' GROUP BY 1")
    sent = Counter({str(call): int(str(count)) for call, count in rows})
    assert bill <= sent
    # What was asked for again had been in flight when its worker died or froze, and is charged as such.
    [(charged,)] = crew.ask("SELECT count(*) FROM journal WHERE kind = 'charged'")
    again = sum(bill.values()) - len(bill)
    assert again <= int(str(charged))
    print(  # noqa: T201  (the figures that a soak is run for)
        f"{many} questions, {sum(bill.values())} calls, {again} asked for again, {charged} charged; "
        f"workers ended: {crew.ends}"
    )
    # The shared rate: every call took its turn, and no turn comes early.
    [(last,)] = crew.ask("SELECT extract(epoch FROM next_at)::float8 FROM rate")
    assert isinstance(last, float)
    assert sum(bill.values()) <= (last - began) * rate / 60 + 1
    # The shared cap, and one account of the money everywhere.
    [(spent, held)] = crew.ask("SELECT sum(spent)::bigint, (SELECT count(*) FROM hold) FROM job")
    assert isinstance(spent, int)
    assert sum(bill.values()) * PRICE <= spent <= many * 100 * PRICE
    assert held == 0
    home = tmp_path / "home"
    lines = _home(crew.url, home, batch)
    assert [(line.number, line.state) for line in lines] == [(n, "done") for n in range(1, many + 1)]
    place = Batches(home, Disk()).place(batch)
    rows_written = (place.folder / "results.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(rows_written) == many
    for name in _called(batch).values():
        assert verify(Session(home / "sessions" / name), Disk()) == ()


@pytest.mark.slow
def test_a_session_of_a_fleet_comes_home_with_its_answer(postgres: Server, tmp_path: Path) -> None:
    batch = a_batch(1)
    crew = _crew(postgres, tmp_path, batch, workers=1, answer=True)
    try:
        crew.tend(lambda: not _open(crew))
    finally:
        crew.dismiss()
    home = tmp_path / ".research"
    _home(crew.url, home, batch)
    session = Session(home / "sessions" / _called(batch)[1])
    kept = stored_answer(session.folder, Disk())
    assert kept is not None
    assert kept.written_by == "scripted"
    assert "Written by scripted" in (session.folder / "report.html").read_text(encoding="utf-8")
    results = Batches(home, Disk()).place(batch).folder / "results.jsonl"
    row = json.loads(results.read_text(encoding="utf-8"))
    assert row["answer"] == " ".join(one.text for one in kept.answer)
    again = asyncio.run(current_answer(session))
    assert again is not None, "thesis and report ask nobody again"
    assert again.answer == kept
    assert not [one for one in verify(session, Disk()) if not one.harmless]


@pytest.mark.slow
def test_the_shared_cap_holds_over_all_workers(postgres: Server, tmp_path: Path) -> None:
    batch = a_batch(4, cap=20 * PRICE)
    crew = _crew(postgres, tmp_path, batch, workers=2)
    try:
        crew.tend(lambda: not _open(crew))
    finally:
        crew.dismiss()
    paid = sum(_bill(tmp_path).values())
    assert 10 < paid <= 20
    states = Counter(state for (state,) in crew.ask("SELECT state FROM job"))
    assert states["budget"] >= 1
    assert crew.ask("SELECT sum(spent)::bigint FROM job") == [(paid * PRICE,)]


@pytest.mark.slow
def test_a_question_that_kills_its_workers_is_given_up_and_costs_no_other(
    postgres: Server, tmp_path: Path
) -> None:
    batch = a_batch(3, also=(POISON,))
    crew = _crew(postgres, tmp_path, batch, workers=2)
    try:
        crew.tend(lambda: not _open(crew))
    finally:
        crew.dismiss()
    rows = crew.ask("SELECT number, state, reason FROM job ORDER BY number")
    assert [row[1] for row in rows] == ["done", "done", "done", "failed"]
    assert "died again and again" in str(rows[3][2])
    assert crew.ends.count(-signal.SIGKILL) >= PACE.fruitless


@pytest.mark.slow
def test_what_runs_is_cancelled_and_taken_up_again_without_paying_twice(
    postgres: Server, tmp_path: Path
) -> None:
    batch = a_batch(5)
    crew = _crew(postgres, tmp_path, batch, workers=1, rate=120)  # slow, or they end before it is heard

    async def cancel() -> None:
        async with Database.opened(crew.url) as database:
            await Jobs(database).ask_to(batch.id, "stop")

    try:
        crew.tend(partial(_busy_after, crew, entries=6))
        asyncio.run(cancel())
        crew.tend(lambda: not _open(crew))
        states = Counter(state for (state,) in crew.ask("SELECT state FROM job"))
        assert states["stopped"] >= 2
        assert set(states) <= {"stopped", "done"}
        [(begun,)] = crew.ask("SELECT count(*) FROM job WHERE state = 'stopped' AND outcomes > 0")
        assert int(str(begun)) >= 1  # one at least was at work
        paid = sum(_bill(tmp_path).values())
        assert crew.ask("SELECT sum(spent)::bigint FROM job") == [(paid * PRICE,)]
        submitted(crew.url, batch, partial(session_name, batch))
        crew.tend(lambda: not _open(crew))
    finally:
        assert crew.dismiss() == [0]
    assert crew.ends == []
    assert crew.ask("SELECT DISTINCT state FROM job") == [("done",)]
    assert crew.ask(REPEATED) == [(0,)]
    assert max(_bill(tmp_path).values()) == 1


@pytest.mark.slow
def test_a_worker_that_is_told_to_stop_hands_over_and_loses_no_call(postgres: Server, tmp_path: Path) -> None:
    crew = _crew(postgres, tmp_path, a_batch(4), workers=1)
    crew.tend(lambda: _entries(crew) >= 12)
    assert crew.dismiss() == [0]
    states = {state for (state,) in crew.ask("SELECT state FROM job")}
    assert "waiting" in states
    assert states <= {"waiting", "done"}
    next_crew = Crew(crew.url, tmp_path / "bill", workers=1, slots=3)
    try:
        next_crew.tend(lambda: not _open(next_crew))
    finally:
        next_crew.dismiss()
    assert crew.ask("SELECT DISTINCT state FROM job") == [("done",)]
    assert crew.ask("SELECT count(*) FROM journal WHERE kind = 'charged'") == [(0,)]
    assert max(_bill(tmp_path).values()) == 1


def _inputs_with(crew: Crew, text: str) -> int:
    """How many iterations took in what a session was told."""
    [(count,)] = crew.ask(
        "SELECT count(*) FROM journal "
        f"WHERE kind = 'done' AND step LIKE '%/inputs/-' AND body LIKE '%{text}%'"
    )
    return int(str(count))


@pytest.mark.slow
def test_a_session_is_told_a_note_once_and_paused_and_resumed_over_the_death_of_its_worker(
    postgres: Server, tmp_path: Path
) -> None:
    batch = a_batch(2, iterations=3)
    crew = _crew(postgres, tmp_path, batch, workers=1, rate=150)

    async def say(what: Callable[[Jobs], Awaitable[object]]) -> object:
        async with Database.opened(crew.url) as database:
            return await what(Jobs(database))

    def state(number: int) -> str:
        [(found,)] = crew.ask(f"SELECT state FROM job WHERE number = {number}")
        return str(found)

    def told(text: str) -> None:
        note = Command(kind="note", text=text)
        asyncio.run(say(lambda jobs: jobs.tell(1, (note,))))

    try:
        crew.tend(partial(_busy_after, crew, entries=4))
        crew.ask("""SELECT command_send(1, 0, '{"kind": "of a later version"}')""")  # costs only itself
        told("Mind the drilling.")
        told("Mind the drilling.")  # somebody else says the same: it is another note
        os.kill(crew.busy()[0], signal.SIGKILL)
        crew.tend(lambda: _inputs_with(crew, "Mind the drilling") == 1)
        assert asyncio.run(say(lambda jobs: jobs.ask_to(batch.id, "pause", 1))) == 1
        crew.tend(lambda: state(1) == "stopped")
        assert crew.ask("SELECT reason FROM job WHERE number = 1 AND reason LIKE '%aused%'")
        told("Mind the flow.")  # nobody runs it: it waits for the next iteration
        crew.tend(lambda: state(2) == "done")
        assert state(1) == "stopped"
        home = tmp_path / "home"
        _home(crew.url, home, batch)
        control = Session(home / "sessions" / _called(batch)[1]).control
        assert "Mind the flow." in control.read_text(encoding="utf-8")
        assert "drilling" not in control.read_text(encoding="utf-8")

        async def resumed() -> None:
            async with (
                Database.opened(crew.url) as database,
                Dispatcher.opened(crew.url, SystemClock()) as queue,
            ):
                await queue.enqueue(await Jobs(database).reopen(batch.id, number=1))

        asyncio.run(resumed())
        crew.tend(lambda: not _open(crew))
    finally:
        crew.dismiss()
    assert crew.ask("SELECT DISTINCT state FROM job") == [("done",)]
    # Each was taken in by one iteration, of the session that it was for.
    assert (_inputs_with(crew, "Mind the drilling"), _inputs_with(crew, "Mind the flow")) == (1, 1)
    assert crew.ask(
        "SELECT DISTINCT job FROM journal WHERE step LIKE '%/inputs/-' AND body LIKE '%Mind%'"
    ) == [(1,)]
    assert crew.ask(REPEATED) == [(0,)]


def test_who_pauses_and_resumes_at_once_stops_nothing_and_what_is_paused_can_be_cancelled(
    postgres: Server,
) -> None:
    url, batch = postgres.database(), a_batch(3)
    submitted(url, batch, partial(session_name, batch))

    async def run() -> None:
        async with Database.opened(url) as database:
            jobs = Jobs(database)

            async def states() -> list[tuple[str, str]]:
                return [(one.state, one.reason) for one in await jobs.lines(batch.id)]

            for job in (1, 2):
                assert await jobs.begin(job, "w", "Q?", "s") is not None
            assert await jobs.ask_to(batch.id, "pause") == 3
            assert await jobs.reopen(batch.id, number=1) == ()
            assert await jobs.asked((1, 2, 3)) == {2: "pause", 3: "pause"}
            assert await jobs.reopen(batch.id) == (3,)
            assert await jobs.asked((1, 2, 3)) == {}

            assert await jobs.ask_to(batch.id, "pause", 3) == 1
            assert (await states())[2] == ("stopped", "Paused.")
            assert await jobs.ask_to(batch.id, "stop") == 3
            assert await states() == [("running", ""), ("running", ""), ("stopped", "Cancelled.")]
            assert await jobs.asked((1, 2, 3)) == {1: "stop", 2: "stop", 3: "stop"}
            assert await jobs.ask_to(batch.id, "pause", 3) == 0
            assert (await states())[2] == ("stopped", "Cancelled.")

    asyncio.run(run())


def test_a_session_that_was_ending_when_it_was_resumed_goes_on(postgres: Server, tmp_path: Path) -> None:
    url, batch = postgres.database(), a_batch(1)
    submitted(url, batch, partial(session_name, batch))

    class Hesitant(Billed):
        """Somebody pauses in the middle of its first call, and resumes when the worker has heard of it."""

        def __init__(self, jobs: Jobs) -> None:
            super().__init__(tmp_path / "bill")
            self._jobs, self.resumed = jobs, 0

        async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
            if not self.resumed:
                self.resumed += 1
                assert await self._jobs.ask_to(batch.id, "pause") == 1
                await asyncio.sleep(2 * LISTEN_SECONDS)
                assert await self._jobs.reopen(batch.id) == ()
            return await super().reply(ask, step)

    async def run() -> JobLine:
        clock = SystemClock()
        async with Database.opened(url) as database, Dispatcher.opened(url, clock) as queue:
            jobs = Jobs(database)
            model = Hesitant(jobs)
            deps = Deps(model, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)), name="scripted")
            worker = FleetWorker(jobs, queue, lambda _: (deps, RunConfig()), "w", PACE)
            work = asyncio.create_task(worker.run(1))
            async with asyncio.timeout(60):
                while (line := (await jobs.lines(batch.id))[0]).state in ("waiting", "running"):  # noqa: ASYNC110  (the database tells nobody)
                    await asyncio.sleep(0.1)
            work.cancel()
            with suppress(asyncio.CancelledError):
                await work
            assert model.resumed
            return line

    ended = asyncio.run(run())
    assert (ended.state, ended.starts) == ("done", 2)
    assert max(_bill(tmp_path).values()) == 1


def _taken_over_after(postgres: Server, folder: Path) -> float:
    """Seconds from the death of one of two workers until the other one goes on with its session."""
    folder.mkdir()
    url, batch = postgres.database(), a_batch(2, iterations=2)
    submitted(url, batch, partial(session_name, batch), rate=60)
    crew = Crew(url, folder / "bill", workers=2, slots=1, pace=WorkerTiming())
    try:
        crew.tend(lambda: _entries(crew) >= 6 and len(crew.busy()) == 2)
        [(job,)] = crew.ask(f"SELECT id FROM job WHERE worker = 'w{crew.pids[0]}' AND state = 'running'")
        os.kill(crew.pids[0], signal.SIGKILL)
        killed = time.monotonic()
        taken = f"SELECT 1 FROM job WHERE id = {job} AND epoch > 1 AND state = 'running'"
        crew.tend(lambda: bool(crew.ask(taken)), seconds=90)
        return time.monotonic() - killed
    finally:
        crew.dismiss()


@pytest.mark.slow
@pytest.mark.soak
def test_a_dead_workers_sessions_go_on_within_a_minute_at_the_usual_pace(
    postgres: Server, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """What docs/fleet.md promises of `worker` without flags; with --soak, so often."""
    many = max(1, min(20, int(request.config.getoption("--soak") or 1)))
    took = [_taken_over_after(postgres, tmp_path / str(number)) for number in range(many)]
    print(f"taken over after {', '.join(f'{one:.1f}' for one in sorted(took))} s")  # noqa: T201  (docs/fleet.md)
    assert max(took) < 60
