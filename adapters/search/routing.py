"""One way to pages for a run that has several: documents and pages of MCP servers by how their addresses
begin, the rest from the web.
"""

from collections.abc import Mapping

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch


class RoutedFetch:
    """Implements `Fetch` on others."""

    def __init__(self, by_beginning: Mapping[str, Fetch], web: Fetch) -> None:
        self._by_beginning, self._web = by_beginning, web

    async def page(self, url: str) -> StoredPage:
        """A document, a page of an MCP server, or a page of the web."""
        others = (way for beginning, way in self._by_beginning.items() if url.startswith(beginning))
        return await next(others, self._web).page(url)
