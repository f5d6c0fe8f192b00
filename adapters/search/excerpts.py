"""What a search engine shows of a page, as a page: for users who do not want pages fetched."""

from collections.abc import Callable

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Clock, SearchResult
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.evidence.records import excerpt_note, source_record
from pathfinder.protocols.evidence.sources import SourceTable


def excerpts(table: SourceTable, clock: Clock) -> Callable[[SearchResult], StoredPage]:
    """Makes pages of results; SourceUnreachable for one of which the engine shows nothing."""

    def page(result: SearchResult) -> StoredPage:
        if not result.snippet:
            raise SourceUnreachable(
                Message("page-only-searched"),
                "blocked",
            )
        source = source_record(
            result.url, result.snippet, table, title=result.title, retrieved_at=clock.now()
        )
        return StoredPage(
            text=result.snippet, source=source.model_copy(update={"notes": (excerpt_note(), *source.notes)})
        )

    return page
