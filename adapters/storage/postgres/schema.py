"""Making the tables: ours and Procrastinate's, in a schema of their own, once."""

from importlib.resources import files

from pathfinder.adapters.storage.postgres.database import SCHEMA, Database
from pathfinder.adapters.storage.postgres.limiter import CALLS
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed

VERSION = 3


async def version_of(database: Database) -> int | None:
    """Which version of the tables is there; None for none."""
    if await database.one("SELECT to_regclass('schema_version')") is None:
        return None
    return int(await database.one("SELECT version FROM schema_version"))


async def up(database: Database) -> bool:
    """Make what is missing; whether anything was. Everything is there afterwards, or nothing."""
    from procrastinate.schema import SchemaManager

    if await checked(database):
        return False
    ours = files("pathfinder.adapters.storage.postgres").joinpath("schema.sql").read_bytes()
    first = f"CREATE SCHEMA IF NOT EXISTS {SCHEMA};\n".encode()
    try:
        await database.script(first + SchemaManager.get_schema().encode() + ours)
    except StorageFailed:
        # Somebody else made them at the same moment: then all is done.
        if await checked(database):
            return False
        raise
    return True


async def checked(database: Database) -> bool:
    """Whether the tables are there; StorageFailed if they are of another version."""
    known = await version_of(database)
    if known is not None and known != VERSION:
        raise StorageFailed(Message("database-version", known=known, version=VERSION))
    return known is not None


async def ready(database: Database) -> None:
    """StorageFailed if nobody made the tables yet."""
    if not await checked(database):
        raise StorageFailed(Message("database-without-tables"))


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
