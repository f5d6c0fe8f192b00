"""Page texts by their hash: one row for all sessions that fetched the page, checked whenever it is read."""

from hashlib import sha256

from pydantic import ValidationError

from pathfinder.adapters.storage.page_bytes import checked, page_bytes
from pathfinder.adapters.storage.postgres.fencing import Lease
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash


class PostgresPages:
    """Implements `PageStore`."""

    def __init__(self, lease: Lease) -> None:
        self._lease = lease

    async def keep(self, page: StoredPage) -> PageHash:
        """Store a page; of two with one text the first stays, with its source."""
        name, written, known = page_bytes(page)
        lease = self._lease
        await lease.database.rows(
            "SELECT page_keep(%s, %s, %s, %s, %s)", lease.job, lease.epoch, name, written, known
        )
        return name

    async def get(self, page: PageHash) -> StoredPage:
        """The page as it was stored; StorageFailed if a character of it is other than it was."""
        checked(page)
        rows = await self._lease.database.rows(
            "SELECT body, source FROM page JOIN page_text USING (hash) WHERE job = %s AND hash = %s",
            self._lease.job,
            page,
        )
        if not rows:
            raise StorageFailed(Message("database-no-page", page=page, session=self._lease.session))
        text, source = rows[0]
        if sha256(text).hexdigest() != page:
            raise StorageFailed(Message("database-page-altered", page=page))
        return StoredPage(text=bytes(text).decode(), source=_source(source, page))

    async def sources(self) -> dict[PageHash, Source]:
        """Every page that is stored, with its source."""
        rows = await self._lease.database.rows(
            "SELECT hash, source FROM page WHERE job = %s ORDER BY hash", self._lease.job
        )
        return {PageHash(page): _source(source, page) for page, source in rows}


def _source(written: bytes, page: str) -> Source:
    try:
        return Source.model_validate_json(written)
    except ValidationError:
        raise StorageFailed(Message("database-page-damaged", page=page)) from None
