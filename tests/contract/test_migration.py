"""Tables that an earlier version made are brought up to date, with what is in them."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import psycopg
import pytest
from procrastinate.schema import SchemaManager

from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.journal import PostgresJournal
from pathfinder.adapters.storage.postgres.schema import VERSION, ready, up
from pathfinder.protocols.calls.batch import Batch, Wanted
from pathfinder.protocols.errors import StorageFailed
from tests.faults.scripted import QUESTION, an_entry
from tests.postgres import Server

VERSION_3 = Path(__file__).parents[1] / "data" / "fleet_version_3.sql"
"""The tables as version 3 made them. They are never made anew."""
FILLED = """
INSERT INTO job (batch, number, name) VALUES ('b', 1, 's1'), ('b', 2, 's2'), ('b', 3, 's3');
SELECT job_begin(1, 'old worker', '\\x00');
SELECT journal_write(1, 1, 1, 1, '{done}', '{a step}', ARRAY[%s]);
UPDATE job SET state = 'waiting', worker = '' WHERE id = 1;
UPDATE job SET state = 'stopped', cancelled = true, reason = 'Cancelled.' WHERE id = 2;
UPDATE job SET cancelled = true, state = 'running' WHERE id = 3;
"""


@pytest.fixture
def old(postgres: Server) -> str:
    """A database of version 3: a half-done job, a cancelled one, and one whose cancel nobody heard yet."""
    url = postgres.database()
    made = "CREATE SCHEMA pathfinder; SET search_path = pathfinder;" + SchemaManager.get_schema()
    batch = Batch(id="b", questions=tuple(Wanted(number=n, question=f"{QUESTION} {n}") for n in (1, 2, 3)))
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(made.encode())
        connection.execute(b"SET search_path = pathfinder;" + VERSION_3.read_bytes())
        connection.execute(
            "INSERT INTO batch (id, body, asked) VALUES ('b', %s, '{}')", (batch.model_dump_json(),)
        )
        entry = an_entry(1).model_dump_json().replace("'", "''")
        connection.execute((FILLED % f"'{entry}'").encode())
    return url


def _with(url: str, work: Callable[[Database], Awaitable[None]]) -> None:
    async def run() -> None:
        async with Database.opened(url) as database:
            await work(database)

    asyncio.run(run())


def test_a_migration_keeps_what_is_there_and_sessions_go_on(old: str) -> None:
    async def work(database: Database) -> None:
        with pytest.raises(StorageFailed, match="run `pathfinder fleet up`"):
            await ready(database)
        assert await up(database) == "updated"
        assert await up(database) == "there"
        await ready(database)
        assert await database.one("SELECT version FROM schema_version") == VERSION
        jobs = Jobs(database)
        lines = await jobs.lines("b")
        assert [one.state for one in lines] == ["waiting", "stopped", "running"]
        assert (lines[0].starts, lines[0].outcomes, lines[1].reason) == (1, 1, "Cancelled.")
        # A cancel that nobody had heard is heard by the next start, and what is cancelled can be taken up.
        assert await jobs.begin(3, "w", QUESTION, "s3") is None
        assert await jobs.asked([1, 2, 3]) == {2: "stop", 3: "stop"}
        assert await jobs.reopen("b", number=2) == (2,)
        lease = await jobs.begin(1, "w", QUESTION, "s1")
        assert lease == Lease(database, 1, 2, "s1")
        journal = await PostgresJournal.open(lease, 1)
        assert list(journal.entries) == [an_entry(1)]
        await journal.write(an_entry(2))

    _with(old, work)


def test_tables_are_not_changed_under_workers(old: str) -> None:
    async def work(database: Database) -> None:
        await database.rows("INSERT INTO procrastinate_workers DEFAULT VALUES")
        with pytest.raises(StorageFailed, match="1 worker is at work"):
            await up(database)
        assert await database.one("SELECT version FROM schema_version") == 3
        await database.rows("UPDATE procrastinate_workers SET last_heartbeat = now() - interval '2 min'")
        assert await up(database) == "updated"

    _with(old, work)


def test_two_who_migrate_at_once_do_it_once(old: str) -> None:
    async def work(database: Database) -> None:
        assert sorted(await asyncio.gather(up(database), up(database))) == ["there", "updated"]  # noqa: TID251  (both at once is the point)

    _with(old, work)


def test_tables_of_a_later_version_are_left_alone(old: str) -> None:
    async def work(database: Database) -> None:
        await database.rows("UPDATE schema_version SET version = %s", VERSION + 1)
        with pytest.raises(StorageFailed, match=f"are of version {VERSION + 1}"):
            await up(database)

    _with(old, work)


def test_a_newer_procrastinate_has_its_tables_migrated(postgres: Server) -> None:
    async def work(database: Database) -> None:
        await up(database)
        # As 3.3 left them: what 3.4 adds is not there.
        await database.rows("UPDATE schema_version SET queue = '3.3.9'")
        await database.rows("DROP FUNCTION procrastinate_retry_job_v2")
        await database.rows("ALTER TYPE procrastinate_job_event_type RENAME VALUE 'retried' TO 'unused'")
        with pytest.raises(StorageFailed, match="earlier version"):
            await ready(database)
        assert await up(database) == "updated"
        assert await database.one("SELECT to_regproc('procrastinate_retry_job_v2')") is not None
        await ready(database)

    _with(postgres.database(), work)
