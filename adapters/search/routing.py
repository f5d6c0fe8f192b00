"""One way to pages for a run that has both: the user's documents by their names, the rest from the web."""

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch


class RoutedFetch:
    """Implements `Fetch` on two others."""

    def __init__(self, local: Fetch, web: Fetch) -> None:
        self._local, self._web = local, web

    async def page(self, url: str) -> StoredPage:
        """A document, or a page of the web."""
        return await (self._local if url.startswith("file:") else self._web).page(url)
