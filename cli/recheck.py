"""`recheck`: the cited pages of a session are fetched again. Nothing in the record changes."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.pages import FilePages
from pathfinder.agents.fanout import fan_out
from pathfinder.cli.configuring import ConfigOption
from pathfinder.cli.layers import resolve
from pathfinder.cli.looking import JsonOption, loaded
from pathfinder.cli.remembered import remembered
from pathfinder.cli.settings import environment, home
from pathfinder.cli.shown import as_json, line, lines, padded
from pathfinder.cli.speaking import say
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, SourceUnreachable
from pathfinder.protocols.graph import CogniGraph, Source
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.protocols.ports import Fetch
from pathfinder.protocols.rules.rechecking import Rechecked, alive, gone, rechecked, taken_back

if TYPE_CHECKING:
    from pathfinder.adapters.search.crossref import Crossref
    from pathfinder.cli.config import Config

AT_ONCE = 5
VIEW = "recheck.json"


def recheck(
    session: Annotated[str | None, typer.Argument(help="Id of a session, or how it begins.")] = None,
    config: ConfigOption = None,
    json_: JsonOption = False,
) -> None:
    """Fetch the cited pages again: same, changed, dead or retracted, and do the quotes still stand?"""
    found, graph = loaded(session)
    environ = environment()
    settings = resolve(home(environ), environ, {}, file=config).config
    looked = asyncio.run(_looked_at(found, graph, settings, _documents(found)))
    rows = [row.model_dump(mode="json") | {"holds": row.holds} for row in looked]
    counts: Counter[str] = Counter(row.standing for row in looked)
    report = {"session": found.id, "sources": rows, "counts": dict(counts)}
    Disk().write(found.folder / VIEW, (json.dumps(report, indent=1, ensure_ascii=False) + "\n").encode())
    if json_:
        as_json(report)
    else:
        _tell(looked, counts)
    if any(not row.holds for row in looked):
        raise typer.Exit(1)


def _tell(looked: list[Rechecked], counts: Counter[str]) -> None:
    for row in looked:
        lost = f"{say('quotes lost')} " if row.lost else ""
        reason = f"  {say(row.reason)}" if row.reason else ""
        lines([f"{padded(say(row.standing), 10)}{lost}{row.url}{reason}"], width=300)
    told = ", ".join(say(f"{count} {name}") for name, count in sorted(counts.items()))
    line(say(f"{len(looked)} sources: {told}." if looked else "This session cites no page yet."))


def _documents(session: Session) -> Path | None:
    """The folder the session was started with, if it is still there."""
    docs = remembered(session.folder).docs
    return Path(docs) if docs is not None and Path(docs).is_dir() else None


async def _looked_at(
    session: Session, graph: CogniGraph, settings: "Config", docs: Path | None
) -> list[Rechecked]:
    from pathfinder.adapters.fetch.guarded import GuardedFetch
    from pathfinder.adapters.local.folder import Folder
    from pathfinder.adapters.search.crossref import Crossref
    from pathfinder.adapters.search.routing import RoutedFetch
    from pathfinder.adapters.system import SystemClock

    pages, clock, table = FilePages(session, Disk()), SystemClock(), settings.source_table()
    web = GuardedFetch(settings.fetch.settings(), table, clock)
    folder = None if docs is None else Folder(docs, table, clock)
    crossref = Crossref(settings.academic.crossref) if settings.academic.crossref.enabled else None
    fetch: Fetch = web if folder is None else RoutedFetch(folder, web)

    async def one(page: PageHash) -> Rechecked:
        return await _rechecked(graph, pages, page, fetch, crossref)

    try:
        return list(await fan_out(_cited(graph), one, AT_ONCE))
    finally:
        await web.close()
        if folder is not None:
            folder.close()
        if crossref is not None:
            await crossref.close()


def _cited(graph: CogniGraph) -> list[PageHash]:
    """Pages that observations stand on, by their address."""
    cited = {known.page for known in graph.observations.values() if known.page is not None}
    return sorted(cited, key=lambda page: (graph.sources[page].url, page))


async def _rechecked(
    graph: CogniGraph, pages: FilePages, page: PageHash, fetch: Fetch, crossref: "Crossref | None"
) -> Rechecked:
    source = graph.sources[page]
    because = source.retracted or await _retraction(source, crossref)
    if because is not None:
        return taken_back(page, source, because)
    try:
        now = await fetch.page(source.url)
    except SourceUnreachable as error:
        return gone(page, source, str(error))
    if source.paper is not None:
        return alive(page, source)
    quotes: dict[ObservationId, str] = {
        name: known.quote
        for name, known in graph.observations.items()
        if known.page == page and known.quote is not None
    }
    return rechecked(page, await pages.get(page), now, quotes)


async def _retraction(source: Source, crossref: "Crossref | None") -> str | None:
    if source.doi is None or crossref is None:
        return None
    try:
        return await crossref.retraction(source.doi)
    except (AttemptFailed, ProviderFailed):
        # Nobody could be asked; the page itself is looked at all the same.
        return None
