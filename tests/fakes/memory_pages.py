"""A page store in memory: the first page with a text is kept, as on disk."""

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.ids import PageHash
from tests.builders import page_hash


class MemoryPages:
    """Pages by the hash of their text."""

    def __init__(self) -> None:
        self.kept: dict[PageHash, StoredPage] = {}

    async def keep(self, page: StoredPage) -> PageHash:
        name = page_hash(page.text)
        self.kept.setdefault(name, page)
        return name

    async def get(self, page: PageHash) -> StoredPage:
        return self.kept[page]
