"""`recheck`: the cited pages of a session are fetched again. Nothing in the record changes."""

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.agents.fanout import fan_out
from pathfinder.cli.commands.config import ConfigOption
from pathfinder.cli.commands.inspect import JsonOption, loaded
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import as_json, line, lines, padded
from pathfinder.cli.settings.allowed import PermissionRequest, allowed, left_out
from pathfinder.cli.settings.environment import environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.cli.settings.options import AllowRemoteOption
from pathfinder.cli.settings.saved_flags import SavedFlags, load_flags
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, SourceUnreachable
from pathfinder.protocols.evidence.rechecking import Rechecked, alive, rechecked, taken_back, unreachable
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.protocols.text.urls import canonical_url

if TYPE_CHECKING:
    from pathfinder.adapters.search.crossref import Crossref
    from pathfinder.config import Config

AT_ONCE = 5
VIEW = "recheck.json"


def recheck(
    session: Annotated[str | None, typer.Argument(help="Id of a session, or how it begins.")] = None,
    allow_remote: AllowRemoteOption = False,
    config: ConfigOption = None,
    json_: JsonOption = False,
) -> None:
    """Fetch the cited pages again: same, changed, dead or retracted, and do the quotes still stand?"""
    found, graph = loaded(session)
    environ = environment()
    resolved = resolve(home(environ), environ, {}, file=config)
    saved = _permitted(load_flags(found.folder), resolved.wishes, remote=allow_remote)
    looked = asyncio.run(_looked_at(found, graph, resolved.config, saved))
    rows = [row.model_dump(mode="json") | {"holds": row.holds} for row in looked]
    counts: Counter[str] = Counter(row.standing for row in looked)
    report = {"session": found.id, "sources": rows, "counts": dict(counts)}
    Disk().write(found.folder / VIEW, (json.dumps(report, indent=1, ensure_ascii=False) + "\n").encode())
    if json_:
        as_json(report)
    else:
        _tell(looked, counts)
        if not _may_send(saved):
            line(say(Message("recheck-documents-only")))
    if any(not row.holds for row in looked):
        raise typer.Exit(1)


def _permitted(saved: SavedFlags, wishes: Collection[PermissionRequest], *, remote: bool) -> SavedFlags:
    """What the session was started with, without what came with it and was not allowed here."""
    known = allowed(environment())
    own = [what for what in saved.wishes() if what not in known]
    left_out([*wishes, *(PermissionRequest(Message("this-session"), what) for what in own)])
    # A folder that may not be read is one that holds nothing.
    update = {"allow_remote": remote or (saved.allow_remote and not own)}
    return saved.model_copy(update=update | ({"docs": ""} if own and saved.docs else {}))


def _tell(looked: list[Rechecked], counts: Counter[str]) -> None:
    for row in looked:
        lost = f"{say(Message('recheck-quotes-lost'))} " if row.lost else ""
        reason = f"  {say(row.reason)}" if row.reason else ""
        standing = say(Message(f"recheck-{row.standing}"))
        lines([f"{padded(standing, 10)}{lost}{row.url}{reason}"], width=300)
    if not looked:
        line(say(Message("recheck-no-page")))
        return
    told = [
        Message("recheck-count", count=count, standing=Message(f"recheck-{name}"))
        for name, count in sorted(counts.items())
    ]
    line(say(Message("recheck-summary", count=len(looked), counts=joined("list-comma", told))))


def _may_send(saved: SavedFlags) -> bool:
    """With documents at hand nothing leaves the machine unless the user agreed."""
    return saved.docs is None or saved.allow_remote


def _documents(saved: SavedFlags) -> Path | None:
    """The folder the session was started with, if it is still there."""
    return Path(saved.docs) if saved.docs and Path(saved.docs).is_dir() else None


async def _looked_at(
    session: Session, graph: CogniGraph, settings: "Config", saved: SavedFlags
) -> list[Rechecked]:
    from pathfinder.adapters.documents.folder import Folder
    from pathfinder.adapters.fetch.guarded import GuardedFetch
    from pathfinder.adapters.search.crossref import Crossref
    from pathfinder.adapters.search.engines import SearchSetup, search_engines
    from pathfinder.adapters.search.routing import RoutedFetch
    from pathfinder.adapters.search.settings import MCP, McpEngine
    from pathfinder.adapters.system import SystemClock

    pages, clock, table = FilePages(session, Disk()), SystemClock(), settings.source_table()
    web = GuardedFetch(settings.fetch.settings(), table, clock) if _may_send(saved) else None
    docs, trusted = _documents(saved), saved.trust_front_matter
    folder = None if docs is None else Folder(docs, table, clock, trust_front_matter=trusted)
    named = await folder.addressed() if folder is not None and trusted else {}
    asks = web is not None and settings.academic.crossref.enabled
    crossref = Crossref(settings.academic.crossref) if asks else None
    cited = [graph.sources[page].url for page in _cited(graph)]
    names = tuple(
        McpEngine(f"{MCP}{name}")
        for name in settings.search.mcp
        if any(url.startswith(f"mcp://{name}/") for url in cited)
    )
    setup = SearchSetup(search=settings.search, environ=environment())
    servers = search_engines(names if web is not None else (), setup, None)
    pages_of = (
        {}
        if web is None
        else {server.pages: server.fetch(web.text_of, table, clock) for server in servers.mcp}
    )
    again = _CitedPages(folder, named, None if web is None else RoutedFetch(pages_of, web))

    async def one(page: PageHash) -> Rechecked:
        return await _rechecked(graph, pages, page, again, crossref)

    try:
        return list(await fan_out(_cited(graph), one, AT_ONCE))
    finally:
        await servers.close()
        if web is not None:
            await web.close()
        if folder is not None:
            folder.close()
        if crossref is not None:
            await crossref.close()


@dataclass(frozen=True)
class _CitedPages:
    """Where a cited page is looked for: in the documents by name or by the address they give themselves,
    then on the web, if it may be asked.
    """

    folder: Fetch | None
    named: Mapping[str, tuple[str, ...]]
    web: Fetch | None

    async def page(self, source: Source, stored: StoredPage) -> StoredPage:
        """As it reads now; of several documents with one address the one whose words are the same."""
        url = source.url
        names = (url,) if url.startswith("file:") else self.named.get(canonical_url(url) or url, ())
        if self.folder is not None and names:
            found = [await self.folder.page(name) for name in names]
            return next((page for page in found if page.text == stored.text), found[0])
        if self.web is None or url.startswith("file:"):
            raise SourceUnreachable(Message("document-gone", url=url))
        return await self.web.page(url)


def _cited(graph: CogniGraph) -> list[PageHash]:
    """Pages that observations stand on, by their address."""
    cited = {known.page for known in graph.observations.values() if known.page is not None}
    return sorted(cited, key=lambda page: (graph.sources[page].url, page))


async def _rechecked(
    graph: CogniGraph, pages: FilePages, page: PageHash, again: _CitedPages, crossref: "Crossref | None"
) -> Rechecked:
    source = graph.sources[page]
    because = source.retracted or await _retraction(source, crossref)
    if because is not None:
        return taken_back(page, source, because)
    stored = await pages.get(page)
    try:
        now = await again.page(source, stored)
    except SourceUnreachable as error:
        return unreachable(page, source, text_of(error))
    if source.paper is not None:
        return alive(page, source)
    quotes: dict[ObservationId, str] = {
        name: known.quote
        for name, known in graph.observations.items()
        if known.page == page and known.quote is not None
    }
    return rechecked(page, stored, now, quotes)


async def _retraction(source: Source, crossref: "Crossref | None") -> str | None:
    if source.doi is None or crossref is None:
        return None
    try:
        return await crossref.retraction(source.doi)
    except (AttemptFailed, ProviderFailed):
        # Nobody could be asked; the page itself is looked at all the same.
        return None
