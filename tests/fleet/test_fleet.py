"""A fleet on a real PostgreSQL, whose workers are killed and frozen and whose database is restarted."""

import asyncio
import json
import os
import signal
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.batches import Batches, session_name
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.jobs import JobLine, Jobs
from pathfinder.answering import stored_answer
from pathfinder.fleet import SUPERSEDED_EXIT
from pathfinder.fleet_pull import kept_batch, pulled, written
from pathfinder.protocols.calls.batch import Batch, Wanted
from pathfinder.writing import current_answer
from tests.fleet.crew import PACE, POISON, PRICE, Crew, a_batch, submitted
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
            await Jobs(database).cancel(batch.id)

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
