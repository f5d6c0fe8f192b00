"""What only a fleet needs: whoever was taken over can pay for nothing, write nothing and end nothing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from pathfinder.adapters.storage.postgres.database import SessionTakenOver
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.ledger import SharedLedger
from pathfinder.adapters.storage.postgres.schema import up
from pathfinder.protocols.errors import BudgetExceeded
from tests.builders import a_page
from tests.contract.places import InDatabase, in_database
from tests.contract.test_ports import STEP
from tests.faults.scripted import an_entry
from tests.postgres import Server


def _in(postgres: Server, work: Callable[[InDatabase], Awaitable[None]]) -> None:
    url = postgres.database()

    async def run() -> None:
        async with in_database(url) as place:
            await work(place)

    asyncio.run(run())


def test_a_run_that_was_taken_over_can_do_nothing_more(postgres: Server) -> None:
    async def work(old: InDatabase) -> None:
        journal, store, ledger = await old.journal(), old.store(), await old.ledger(1_000)
        graph = await store.load()
        hold = await ledger.reserve(STEP, 300)
        await journal.write(an_entry(1, kind="sent", usd_micros=300))
        new = await old.started_again()
        refused: tuple[Callable[[], Awaitable[object]], ...] = (
            lambda: journal.write(an_entry(2)),
            lambda: store.save_run(graph),
            lambda: old.pages().keep(a_page("late")),
            lambda: ledger.reserve(STEP, 1),
            lambda: Jobs(old.database).finish(old.lease, "done", "", 0),
            old.journal,
        )
        for attempt in refused:
            with pytest.raises(SessionTakenOver):
                await attempt()
        assert [entry.kind for entry in (await new.journal()).entries] == ["sent"]
        # What the old one held counts until the new one has read the journal, and in it from then on.
        taken = await new.ledger(1_000)
        assert isinstance(taken, SharedLedger)
        ledger.settle(hold, 0)
        assert isinstance(ledger, SharedLedger)
        await ledger.settled()
        assert await new.database.one("SELECT sum(usd_micros) FROM hold") == 300
        await taken.open(300)
        with pytest.raises(BudgetExceeded):
            await taken.reserve(STEP, 671)
        taken.settle(await taken.reserve(STEP, 670), 670)
        await taken.settled()
        assert await new.database.one("SELECT spent FROM job") == 970

    _in(postgres, work)


def test_the_tables_are_made_once(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        assert await up(place.database) == "there"
        assert await place.database.one("SELECT count(*) FROM job") == 1

    _in(postgres, work)


def test_a_restart_of_the_database_is_waited_out(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        journal = await place.journal()
        await journal.write(an_entry(1))
        postgres.stop()
        writing = asyncio.create_task(journal.write(an_entry(2)))
        await asyncio.sleep(0.2)
        await asyncio.to_thread(postgres.start)
        await writing
        await journal.write(an_entry(3))
        assert len((await place.journal()).entries) == 3

    _in(postgres, work)


def test_deaths_without_progress_end_a_job_and_deaths_with_progress_do_not(postgres: Server) -> None:
    async def work(place: InDatabase) -> None:
        jobs, job = Jobs(place.database), place.lease.job
        for number in (1, 2, 3, 4):
            journal = await place.journal()
            await journal.write(an_entry(number))
            assert await jobs.takeover(job, 3, "why") == 0
            assert await jobs.takeover(job, 3, "why") == 0  # a second look at the same death counts nothing
            place = await place.started_again()
        await (await place.journal()).write(an_entry(5, kind="sent"))
        assert await jobs.takeover(job, 3, "why") == 1  # something was sent, and nothing came of it
        place = await place.started_again()
        await (await place.journal()).write(an_entry(5, kind="charged"))
        assert await jobs.takeover(job, 3, "why") == 2
        place = await place.started_again()
        assert await jobs.takeover(job, 3, "its worker died three times") == -1
        [line] = await jobs.lines("b")
        assert (line.state, line.reason) == ("failed", "its worker died three times")
        assert await jobs.takeover(job, 3, "why") == -2
        with pytest.raises(SessionTakenOver):
            await place.journal()

    _in(postgres, work)
