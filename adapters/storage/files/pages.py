"""Page texts, by the hash of their text: written once, checked whenever they are read."""

import asyncio
from hashlib import sha256
from pathlib import Path

from pydantic import ValidationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.page_bytes import HASH, checked, page_bytes
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash


class FilePages:
    """Implements `PageStore`."""

    def __init__(self, session: Session, disk: Disk) -> None:
        self._session = session
        self._disk = disk

    async def keep(self, page: StoredPage) -> PageHash:
        """Store a page; of two with one text the first stays, with its source."""
        return await asyncio.to_thread(self._keep, page)

    async def get(self, page: PageHash) -> StoredPage:
        """The page as it was stored; StorageFailed if a character of it is other than it was."""
        return await asyncio.to_thread(self.read, page)

    def read(self, page: PageHash) -> StoredPage:
        """The same, for callers without an event loop."""
        return StoredPage(text=self.text(page), source=self.source(page))

    def text(self, page: PageHash) -> str:
        """The text alone."""
        path = text_path(self._session, page)
        written = self._disk.read(path)
        if sha256(written).hexdigest() != page:
            raise StorageFailed(Message("stored-page-altered", path=path))
        return written.decode()

    def source(self, page: PageHash) -> Source:
        """What is known of the page."""
        path = source_path(self._session, page)
        try:
            return Source.model_validate_json(self._disk.read(path))
        except ValidationError:
            raise StorageFailed(Message("stored-file-damaged", path=path)) from None

    def sources(self) -> dict[PageHash, Source]:
        """Every page that is stored, with its source."""
        names = (name for name in self._disk.names(self._session.pages) if name.endswith(".json"))
        pages = (PageHash(name.removesuffix(".json")) for name in names)
        return {page: self.source(page) for page in pages if HASH.fullmatch(page)}

    def _keep(self, page: StoredPage) -> PageHash:
        name, written, known = page_bytes(page)
        text, source = text_path(self._session, name), source_path(self._session, name)
        # Each on its own: an interrupted run may have left one of the two.
        both = ((text, written), (source, known))
        missing = [(path.name, data) for path, data in both if self._disk.stat(path) is None]
        if missing:
            self._disk.write_several(self._session.pages, missing)
        return name


def text_path(session: Session, page: PageHash) -> Path:
    """Where the text of a page is."""
    return session.pages / f"{checked(page)}.txt"


def source_path(session: Session, page: PageHash) -> Path:
    """Where a page's source is."""
    return session.pages / f"{checked(page)}.json"
