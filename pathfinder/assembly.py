"""The composition root: makes the ports of a run (`Deps`) from what is known of it (`RunConfig`).

Read it from top to bottom: `assemble` makes the model, then the sources of pages, then the rest.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Protocol

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.documents.listing import listing
from pathfinder.adapters.documents.workers import Limits as FolderLimits
from pathfinder.adapters.fetch.guarded import GuardedFetch
from pathfinder.adapters.heap import give_back_what_is_freed
from pathfinder.adapters.metering.limiter import FairLimiter, NoLimit
from pathfinder.adapters.search.engines import SearchEngines, search_engines
from pathfinder.adapters.search.excerpts import excerpts
from pathfinder.adapters.search.papers import WebPaperReader, pdf_keeper
from pathfinder.adapters.search.privacy import Discretion
from pathfinder.adapters.search.routing import RoutedFetch
from pathfinder.adapters.search.settings import AcademicSettings, EngineName
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.system import SystemClock
from pathfinder.answering import Writer
from pathfinder.deps import Deps, PageSources
from pathfinder.locales.catalogue import Message
from pathfinder.model_access import model_attempt, seat_settings
from pathfinder.protocols.calls.ports import Clock, Fetch, PaperReader
from pathfinder.protocols.calls.questions import Reading, ReadPage, WriteAnswer
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.run_config import RunConfig
from pathfinder.search_access import engines_wanted, search_setup, source_table

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

PAPERS = "papers"
"""The folder of a session that PDF files of papers are kept in."""
MOST_LEFT_OUT = 50
"""Unreadable files that are listed one by one."""


class IndexListener(Protocol):
    """Receives the progress of the document index and the first passages."""

    def indexed(self, stage: Literal["reading", "vectors"], done: int, total: int) -> None: ...

    async def preview(self, folder: Folder) -> None: ...

    def passages(self, ask: ReadPage, reading: Reading) -> None: ...


def assemble(
    config: RunConfig,
    clock: Clock | None = None,
    *,
    model: Writer | None = None,
    watch: IndexListener | None = None,
) -> Deps:
    """The ports of a run. `model` answers in place of the one that the config names."""
    give_back_what_is_freed(config.environ)
    clock = clock or SystemClock()
    model = model or assemble_model(config, watch)
    sources = page_sources(config, clock, watch)

    async def close() -> None:
        if sources.close is not None:
            await sources.close()
        await model.close()

    return Deps(
        attempt=model.attempt,
        sources=sources,
        name=model.name
        if sources.local
        else Message("engine-line", name=model.name, engine=sources.search.engine),
        limiter=NoLimit() if config.rate is None else FairLimiter(config.rate),
        clock=clock,
        close=close,
    )


def with_tracing(deps: Deps, config: RunConfig) -> Deps:
    """The same, with traces sent to the collector that the config names, if it names one."""
    if not config.trace.endpoint:
        return deps
    try:
        from pathfinder.adapters.tracing import to_collector
    except ImportError:
        raise UserError(Message("traces-need-packages")) from None
    return replace(
        deps, tracing=to_collector(config.trace.endpoint, deps.clock, content=config.trace.content)
    )


def assemble_model(config: RunConfig, watch: IndexListener | None = None) -> Writer:
    """Who answers: the models of the config, or nobody: a reading list then."""
    if config.without_model:
        # Half of what there is to load, which nobody needs who asks a model.
        from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt

        nobody = ReadingListAttempt() if watch is None else ReadingListAttempt(watch.passages)
        return Writer(nobody, Message("engine-reading-list"), nobody.close)
    attempt = model_attempt(config)
    return Writer(attempt, ", ".join(config.model_names), attempt.close)


def assemble_writer(config: RunConfig) -> Writer:
    """Who writes where nothing is searched, named by the model that writes."""
    writer = assemble_model(config)
    return (
        writer
        if config.without_model
        else replace(writer, name=seat_settings(config).seat(WriteAnswer).model)
    )


def page_sources(config: RunConfig, clock: Clock, watch: IndexListener | None = None) -> PageSources:
    """Where pages come from: documents, engines of the web, or both."""
    names = engines_wanted(config)
    folder = None if config.docs is None else _folder(config, config.docs, clock, watch)
    if names != ("local",):
        return _web(config, names, clock, folder, watch)
    if folder is None:
        raise UserError(Message("local-needs-docs"))
    if config.docs is not None and not listing(config.docs, FolderLimits()).files:
        raise UserError(Message("docs-without-files", folder=config.docs))
    return _documents(folder, watch)


def _documents(folder: Folder, watch: IndexListener | None) -> PageSources:
    """Documents alone; nothing leaves the machine."""

    async def close() -> None:
        folder.close()

    return PageSources(folder, folder, local=True, look=partial(_look, folder, watch), close=close)


def _web(
    config: RunConfig,
    names: tuple[EngineName, ...],
    clock: Clock,
    folder: Folder | None,
    watch: IndexListener | None,
) -> PageSources:
    """Engines of the web, with the documents beside them if there are any."""
    table = source_table(config)
    engines = search_engines(tuple(name for name in names if name != "local"), search_setup(config), folder)
    web = GuardedFetch(config.fetch.settings(), table, clock)
    others: dict[str, Fetch] = {} if folder is None else {"file:": folder}
    others |= {server.pages: server.fetch(web.text_of, table, clock) for server in engines.mcp}

    async def close() -> None:
        if folder is not None:
            folder.close()
        await engines.close()
        await web.close()

    return PageSources(
        engines.plan,
        RoutedFetch(others, web) if others else web,
        papers=_papers(engines, config.academic, web, table, clock) if "academic" in names else None,
        excerpt=None if config.search.fetch_content else excerpts(table, clock),
        around=engines.scholar,
        sayable=(
            None
            if folder is None
            else Discretion(folder, addresses_tell=not config.trust_front_matter).sayable
        ),
        look=None if folder is None else partial(_look, folder, watch),
        close=close,
    )


def _papers(
    engines: SearchEngines, wanted: AcademicSettings, web: GuardedFetch, table: SourceTable, clock: Clock
) -> Callable[[Path], PaperReader]:
    def reader(session: Path) -> PaperReader:
        folder = Path(wanted.pdf_storage_path) if wanted.pdf_storage_path else session / PAPERS
        keep = pdf_keeper(folder, Disk()) if wanted.auto_download_pdf else None
        return WebPaperReader(web, table, clock, crossref=engines.crossref, keep=keep)

    return reader


def _folder(config: RunConfig, docs: Path, clock: Clock, watch: IndexListener | None) -> Folder:
    name = sha256(str(docs.resolve()).encode(errors="surrogateescape")).hexdigest()[:16]
    return Folder(
        docs,
        source_table(config),
        clock,
        index=config.home / "index" / name,
        encoder=_encoder,
        trust_front_matter=config.trust_front_matter,
        source_type=config.docs_as,
        progress=None if watch is None else watch.indexed,
    )


def _encoder() -> "Encoder":
    """Loaded, and numpy with it, when documents are looked at: beside the first calls."""
    from pathfinder.adapters.language.encoder import encoder

    return encoder()


async def _look(folder: Folder, watch: IndexListener | None) -> Sequence[str]:
    """Bring the index up to date; the documents that cannot be read."""
    await folder.refresh(None if watch is None else partial(watch.preview, folder))
    rest = len(folder.skipped) - MOST_LEFT_OUT
    more = (
        (
            Message(
                "list-colon",
                first=Message("documents-more", count=rest),
                second=Message("documents-more-unread"),
            ),
        )
        if rest > 0
        else ()
    )
    notes = (
        Message("list-colon", first=Message("search-over-documents"), second=note) for note in folder.notes
    )
    return (*notes, *folder.skipped[:MOST_LEFT_OUT], *more)
