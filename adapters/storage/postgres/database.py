"""The way to the database: a few connections, patience with a short outage, and errors in a sentence."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, LiteralString

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed, UserError

if TYPE_CHECKING:
    from psycopg import AsyncConnection
    from psycopg_pool import AsyncConnectionPool

SCHEMA = "pathfinder"
"""Where our tables and Procrastinate's are, whatever else the database holds."""
SUPERSEDED = "PF001"
"""The error code of our functions for a session that another process has taken over."""
PATIENCE_SECONDS = 30.0
"""How long an outage may last before it is raised; a restart of the server takes a few."""


class SessionTakenOver(StorageFailed):
    """Another process has taken this session over. Nothing more may be sent, written or said of it here."""


class Unreachable(StorageFailed):
    """The database stays away. What is saved stays; the session goes on when it is back."""


def address(url: str) -> str:
    """The database's address with our schema in it; one sentence if what a fleet needs is not installed."""
    try:
        from psycopg.conninfo import make_conninfo
        from psycopg.errors import ProgrammingError
    except ImportError:
        raise UserError(Message("fleet-needs-packages")) from None
    try:
        return make_conninfo(url, options=f"-c search_path={SCHEMA}", connect_timeout=5)
    except ProgrammingError:
        raise UserError(Message("database-address-wrong")) from None


class Database:
    """What the adapters share. Every statement sent through it may be sent twice without harm."""

    def __init__(
        self, pool: "AsyncConnectionPool[AsyncConnection[tuple[Any, ...]]]", patience_seconds: float
    ) -> None:
        self._pool = pool
        self._patience_seconds = patience_seconds

    @classmethod
    @asynccontextmanager
    async def opened(
        cls, url: str, *, connections: int = 5, patience_seconds: float = PATIENCE_SECONDS
    ) -> AsyncIterator["Database"]:
        """Connected as long as it is entered; StorageFailed at once if nobody answers."""
        where = address(url)
        from psycopg import AsyncConnection, Error
        from psycopg_pool import AsyncConnectionPool

        try:
            async with await AsyncConnection.connect(where):
                pass
        except Error as error:
            raise Unreachable(Message("database-unreachable", reason=first_line(error))) from None
        pool: AsyncConnectionPool[AsyncConnection[tuple[Any, ...]]] = AsyncConnectionPool(
            where, kwargs={"autocommit": True}, min_size=1, max_size=connections, timeout=5, open=False
        )
        await pool.open()
        try:
            yield cls(pool, patience_seconds)
        finally:
            await pool.close(timeout=1)

    async def rows(self, sql: LiteralString, *values: object) -> list[tuple[Any, ...]]:
        """Run one statement; a lost connection is mended and the statement sent again."""
        from psycopg import Error, InterfaceError, OperationalError

        loop = asyncio.get_running_loop()
        until, pause = loop.time() + self._patience_seconds, 0.05
        while True:
            try:
                return await self._once(sql, values)
            except (OperationalError, InterfaceError) as error:
                if loop.time() >= until:
                    raise Unreachable(Message("database-unreachable", reason=first_line(error))) from None
            except Error as error:
                if error.sqlstate == SUPERSEDED:
                    raise SessionTakenOver(
                        Message("session-run-elsewhere", reason=first_line(error))
                    ) from None
                raise StorageFailed(Message("database-refused-statement", reason=first_line(error))) from None
            await asyncio.sleep(pause)
            pause = min(1.0, pause * 2)

    async def one(self, sql: LiteralString, *values: object) -> Any:  # noqa: ANN401  (whatever the column holds)
        """The first column of the only row; None if there is none."""
        rows = await self.rows(sql, *values)
        return rows[0][0] if rows else None

    async def script(self, sql: bytes) -> None:
        """Run a file of statements, all or none."""
        from psycopg import Error

        try:
            async with self._pool.connection() as connection, connection.transaction():
                await connection.execute(sql)
        except Error as error:
            raise StorageFailed(Message("database-refused-schema", reason=first_line(error))) from None

    async def _once(self, sql: LiteralString, values: Sequence[object]) -> list[tuple[Any, ...]]:
        async with self._pool.connection() as connection:
            cursor = await connection.execute(sql, values)
            return await cursor.fetchall() if cursor.description else []


def first_line(error: Exception) -> str:
    """The first line of what a server says; never the address, which may hold a password."""
    lines = str(error).strip().splitlines()
    return lines[0].removesuffix(".") if lines else type(error).__name__
