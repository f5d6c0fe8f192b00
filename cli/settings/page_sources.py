"""Where the pages of a run come from: the user's documents, the web, or both."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.fetch.guarded import GuardedFetch
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.adapters.metering.searches import EngineSet
from pathfinder.adapters.metering.snowball import Around
from pathfinder.adapters.search.assembly import SearchEngines, SearchSetup, assembled
from pathfinder.adapters.search.excerpts import excerpts
from pathfinder.adapters.search.papers import WebPaperReader, pdf_keeper
from pathfinder.adapters.search.privacy import Discretion
from pathfinder.adapters.search.routing import RoutedFetch
from pathfinder.adapters.search.settings import EngineName
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Clock, Fetch, PaperReader, Search, SearchResult
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.graph.types import CogniGraph

PAPERS = "papers"


@dataclass(frozen=True)
class Ground:
    """Search and fetch, and what comes with them."""

    search: Search | EngineSet
    fetch: Fetch
    local: bool
    close: Callable[[], Awaitable[None]]
    folder: Folder | None = None
    papers: Callable[[Path], PaperReader] | None = None
    excerpt: Callable[[SearchResult], StoredPage] | None = None
    around: Around | None = None
    sayable: Callable[[CogniGraph], Awaitable[Callable[[str], str | None]]] | None = None
    warnings: tuple[str, ...] = ()


def local_ground(folder: Folder) -> Ground:
    """Documents alone; nothing leaves the machine."""

    async def close() -> None:
        folder.close()

    return Ground(folder, folder, local=True, close=close, folder=folder)


def web_ground(
    names: tuple[EngineName, ...],
    means: SearchSetup,
    limits: FetchSettings,
    table: SourceTable,
    clock: Clock,
    folder: Folder | None,
    *,
    trusted: bool = False,
) -> Ground:
    """Engines of the web, with the documents beside them if there are any."""
    engines = assembled(tuple(name for name in names if name != "local"), means, folder)
    web = GuardedFetch(limits, table, clock)

    async def close() -> None:
        if folder is not None:
            folder.close()
        await engines.close()
        await web.close()

    return Ground(
        engines.plan,
        web if folder is None else RoutedFetch(folder, web),
        local=False,
        close=close,
        folder=folder,
        papers=_papers(engines, means, web, table, clock) if "academic" in names else None,
        excerpt=None if means.search.fetch_content else excerpts(table, clock),
        around=engines.scholar,
        sayable=None if folder is None else Discretion(folder, addresses_tell=not trusted).sayable,
        warnings=engines.warnings,
    )


def _papers(
    engines: SearchEngines, means: SearchSetup, web: GuardedFetch, table: SourceTable, clock: Clock
) -> Callable[[Path], PaperReader]:
    wanted = means.academic

    def reader(session: Path) -> PaperReader:
        folder = Path(wanted.pdf_storage_path) if wanted.pdf_storage_path else session / PAPERS
        keep = pdf_keeper(folder, Disk()) if wanted.auto_download_pdf else None
        return WebPaperReader(web, table, clock, crossref=engines.crossref, keep=keep)

    return reader
