"""Making the tables, ours and Procrastinate's, in a schema of their own; and bringing them up to date.

`tables.sql` has version 3, `tables_N.sql` what version N changes, `functions.sql` the functions of the
newest. A change of any of them raises `VERSION`. Procrastinate's tables follow its own migrations.
"""

from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Literal

from pathfinder.adapters.storage.postgres.database import SCHEMA, Database
from pathfinder.adapters.storage.postgres.limiter import CALLS
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed

FIRST, VERSION = 3, 4
ALIVE_SECONDS = 60
"""A worker that gave no sign of life for so long is dead, whatever its --stale."""


async def version_of(database: Database) -> int | None:
    """Which version of the tables is there; None for none."""
    if await database.one("SELECT to_regclass('schema_version')") is None:
        return None
    return int(await database.one("SELECT version FROM schema_version"))


async def up(database: Database) -> Literal["made", "updated", "there"]:
    """Make what is missing; what had to be done. Everything is there afterwards, or as it was before."""
    known = await version_of(database)
    if await checked(database, older=True):
        return "there"
    if known is not None:
        await _idle(database)
    try:
        await database.script(_new() if known is None else _later(known, await _queue(database, known)))
    except StorageFailed:
        # Somebody else did it at the same moment: then all is done.
        if not await checked(database, older=True):
            raise
        return "there"
    return "made" if known is None else "updated"


async def checked(database: Database, *, older: bool = False) -> bool:
    """Whether the tables are there, of this version; StorageFailed if of another.

    With `older`, those that can be brought up to date count as missing.
    """
    known = await version_of(database)
    if known is None:
        return False
    if known > VERSION or known < FIRST:
        raise StorageFailed(Message("database-version", known=known, version=VERSION))
    if known == VERSION and not _migrations(await _queue(database, known)):
        return True
    if not older:
        raise StorageFailed(Message("database-older"))
    return False


async def ready(database: Database) -> None:
    """StorageFailed if nobody made the tables yet."""
    if not await checked(database):
        raise StorageFailed(Message("database-without-tables"))


def _new() -> bytes:
    from procrastinate.schema import SchemaManager

    first = f"CREATE SCHEMA IF NOT EXISTS {SCHEMA};\n".encode()
    return first + SchemaManager.get_schema().encode() + _sql("tables.sql") + _later(FIRST, _installed())


def _later(known: int, queue: str) -> bytes:
    """What brings tables of a version up to date."""
    steps = [_sql(f"tables_{number}.sql") for number in range(known + 1, VERSION + 1)]
    queued = [path.read_bytes() for path in _migrations(queue)]
    end = f"UPDATE schema_version SET version = {VERSION}, queue = '{_installed()}';\n".encode()
    return b"\n".join([*queued, *steps, _sql("functions.sql"), end])


def _sql(name: str) -> bytes:
    return files("pathfinder.adapters.storage.postgres").joinpath(name).read_bytes()


def _installed() -> str:
    return version("procrastinate")


async def _queue(database: Database, known: int) -> str:
    """Of which Procrastinate its tables are; before version 4 there was one only."""
    return "3.10.0" if known < 4 else str(await database.one("SELECT queue FROM schema_version"))


def _migrations(queue: str) -> list[Path]:
    """Procrastinate's own, of versions after this one; their names begin with the version."""
    from procrastinate.schema import SchemaManager

    found = sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))
    return [path for path in found if _numbers(path.name.partition("_")[0]) > _numbers(queue)]


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".")[:3] if part.isdigit())


async def _idle(database: Database) -> None:
    """StorageFailed while workers are at work: theirs are the tables of the version they began with."""
    count = await database.one(
        "SELECT count(*) FROM procrastinate_workers WHERE last_heartbeat > now() - %s * interval '1 second'",
        ALIVE_SECONDS,
    )
    if count:
        raise StorageFailed(Message("database-in-use", count=count))


async def set_rate(database: Database, per_minute: int, key: str = CALLS) -> None:
    """How many of these all workers together may send; 0: each worker's own pace is all.

    Of searches, the pace is that of each engine, which has a row of its own.
    """
    if not per_minute:
        await database.rows("DELETE FROM rate WHERE key = %s OR key LIKE %s", key, f"{key} %")
        return
    await database.rows(
        "INSERT INTO rate (key, seconds_per_unit) VALUES (%s, %s) ON CONFLICT DO NOTHING",
        key,
        60.0 / per_minute,
    )
    await database.rows(
        "UPDATE rate SET seconds_per_unit = %s WHERE key = %s OR key LIKE %s",
        60.0 / per_minute,
        key,
        f"{key} %",
    )


async def rate_of(database: Database, key: str = CALLS) -> int:
    """The same, as it stands."""
    seconds = await database.one("SELECT seconds_per_unit FROM rate WHERE key = %s", key)
    return round(60.0 / seconds) if seconds else 0
