"""Pages shared by many sessions of one process: an address is fetched once, whoever asks for it."""

from collections import OrderedDict

from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch
from pathfinder.protocols.text.urls import canonical_url

MOST_CHARACTERS = 50_000_000
"""Kept in memory; the page that was wanted longest ago goes first."""


class CachedFetch:
    """Implements `Fetch`. A page that could not be fetched is tried again at the next request."""

    def __init__(self, fetch: Fetch, most_characters: int = MOST_CHARACTERS) -> None:
        self._fetch = fetch
        self._most = most_characters
        self._pages: OrderedDict[str, StoredPage] = OrderedDict()
        self._kept = 0
        self._flights: SingleFlight[StoredPage] = SingleFlight()
        self.fetched = 0
        """Pages that were really fetched."""
        self.shared = 0
        """Pages that were fetched before."""

    async def page(self, url: str) -> StoredPage:
        """The page, fetched once; SourceUnreachable if it cannot be fetched."""
        address = canonical_url(url) or url
        known = self._pages.get(address)
        if known is not None:
            self._pages.move_to_end(address)
            self.shared += 1
            return known
        return await self._flights.share(address, lambda: self._go(url, address))

    async def _go(self, url: str, address: str) -> StoredPage:
        page = await self._fetch.page(url)
        self.fetched += 1
        self._pages[address] = page
        self._kept += len(page.text)
        while self._kept > self._most and len(self._pages) > 1:
            _, gone = self._pages.popitem(last=False)
            self._kept -= len(gone.text)
        return page
