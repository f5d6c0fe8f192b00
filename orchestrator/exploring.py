"""EXPLORE: Explorers go out together, each page is read once, and all conclude.

Round 1 and the re-spawns of round 3 go the same way; rounds and passes keep their steps apart.

While Explorers work the graph must not change, and the pool of facts (`agents/facts.py`) grows only between
the stages: what an Explorer is shown must not depend on who is faster.
"""

from collections.abc import Mapping, Sequence

from pathfinder.agents.explorer import Explorer, ExplorerDeps, ReadBefore, SharedQuestion
from pathfinder.agents.facts import FactPool
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.lead import target_text
from pathfinder.agents.reader import PageReader, PageReadings, numbered_parts
from pathfinder.agents.result_lists import address_of
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.orchestrator.iteration_state import Iteration
from pathfinder.protocols.calls.briefs import Brief, PlannedQuery
from pathfinder.protocols.calls.events import ExplorerReturned, ExplorerSent
from pathfinder.protocols.calls.explorer_reports import (
    ExplorerReport,
)
from pathfinder.protocols.calls.ports import EVERYTHING, FetchedPage, SearchResult
from pathfinder.protocols.calls.targets import hypotheses_of
from pathfinder.protocols.errors import SearchFailed, SourceUnreachable
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.protocols.planning.claim_views import claim_views
from pathfinder.protocols.planning.drift import Go, query_advice
from pathfinder.protocols.planning.query_history import past_of
from pathfinder.protocols.text.queries import is_repeat
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.protocols.text.urls import canonical_url

MOST_PAGES_AT_ONCE = 20
"""Pages that are fetched or read at the same time, over all Explorers; the provider's limits hold besides."""
MOST_LEFT_UNREAD = 30
"""Documents that nobody chose and that are read all the same, in an iteration."""


async def send(
    iteration: Iteration, briefs: Sequence[Brief], turns: int | None = None
) -> list[ExplorerReport]:
    """All Explorers, turn by turn: they search and choose together, each page is read once, all conclude.

    The pool of facts changes only between these stages, so what an Explorer is shown does not depend on who
    is faster. One that fails goes out once more under the same brief; failing twice costs its own report.
    """
    explorers = _explorers(iteration, briefs, turns)
    pool = FactPool.of(iteration.graph)
    await _explore(iteration, explorers, turns, pool)
    second = {place: again for place, one in enumerate(explorers) if (again := one.second_try()) is not None}
    if second:
        await _explore(iteration, list(second.values()), turns, pool)
    return [_returned(iteration, second.get(place, one), pool) for place, one in enumerate(explorers)]


async def _explore(
    iteration: Iteration, explorers: Sequence[Explorer], turns: int | None, pool: FactPool
) -> None:
    queries: dict[int, Sequence[PlannedQuery]] = {
        place: explorer.brief.queries for place, explorer in enumerate(explorers)
    }
    for turn in range(1, (turns or iteration.deps.inputs.reach.turns) + 1):
        going = [explorers[place] for place in queries]
        asked = list(zip(going, queries.values(), strict=True))
        await _read_chosen(iteration, asked, turn, pool)
        wanted = await _conclude(iteration, going, turn, pool)
        queries = _not_yet_made(explorers, dict(zip(queries, wanted, strict=True)))
        if not queries:
            break


def _not_yet_made(
    explorers: Sequence[Explorer], wanted: Mapping[int, Sequence[PlannedQuery]]
) -> dict[int, Sequence[PlannedQuery]]:
    """The queries of the next turn by Explorer, without those that any of them made in this iteration.

    The order of the words does not matter. What a sibling found is in the pool of facts already.
    """
    made = [query for explorer in explorers for query in explorer.asked.values()]
    left: dict[int, Sequence[PlannedQuery]] = {}
    for place, planned in wanted.items():
        fresh = []
        for one in planned:
            if is_repeat(one.query, made) is None:
                made.append(one.query)
                fresh.append(one)
            else:
                explorers[place].made_by_another(one.query)
        if fresh:
            left[place] = fresh
    return left


def _explorers(iteration: Iteration, briefs: Sequence[Brief], turns: int | None) -> list[Explorer]:
    # The graph does not change while Explorers are out, so what was searched is read once for all.
    deps, past = iteration.deps, past_of(iteration.graph)
    names, lines = numbered_parts(iteration.graph)

    def is_new(query: str) -> bool:
        """Whether nobody has searched for this."""
        return isinstance(query_advice(query, past), Go)

    shared = ExplorerDeps(
        model=deps.model,
        sources=deps.sources,
        similarity=deps.similarity,
        iteration=iteration.number,
        question=SharedQuestion(iteration.graph.question, lines, names, deps.inputs.today),
        is_new=is_new,
        tell=deps.events.emit,
        patience=deps.patience,
        reach=deps.inputs.reach if turns is None else deps.inputs.reach.model_copy(update={"turns": turns}),
        low_quality="LOW_QUALITY" in iteration.graph.health.issues,
    )
    for brief in briefs:
        told = _for_people(iteration.graph, brief)
        deps.events.emit(ExplorerSent(iid=brief.iid, target=brief.target, reason=brief.reason, about=told))
    return [Explorer(brief, shared, _linked(iteration, brief)) for brief in briefs]


def _for_people(graph: CogniGraph, brief: Brief) -> str:
    """What a brief is about; figures of a claim that no quote says are marked."""
    return target_text(graph, brief.target, marked=True)


def _linked(iteration: Iteration, brief: Brief) -> frozenset[ObservationId]:
    """The evidence that its target has already."""
    names = hypotheses_of(brief.target)
    return frozenset(edge.observation for name in names for edge in iteration.graph.evidence(name))


async def _read_chosen(
    iteration: Iteration,
    asked: Sequence[tuple[Explorer, Sequence[PlannedQuery]]],
    turn: int,
    pool: FactPool,
) -> None:
    """Search and choose for all, then fetch and read each chosen page once; the pool grows afterwards."""
    read = _read_before(iteration, pool)

    async def choose(one: tuple[Explorer, Sequence[PlannedQuery]]) -> list[SearchResult]:
        return await one[0].search_and_choose(one[1], turn, read)

    chosen = await fan_out(asked, choose, max(1, len(asked)))
    first = turn == 1 and all(explorer.brief.round == 1 for explorer, _ in asked)
    if iteration.deps.local and iteration.number > 1 and first:
        for place, result in enumerate(await _left_unread(iteration, chosen, read)):
            chosen[place % len(chosen)].append(result)
    wanted: dict[str, list[Explorer]] = {}
    results: dict[str, SearchResult] = {}
    for (explorer, _), found in zip(asked, chosen, strict=True):
        for result in found:
            # What a search says of a paper is part of its page: two Explorers may have been told differently.
            key = result.model_dump_json() if result.paper is not None else result.url
            results.setdefault(key, result)
            wanted.setdefault(key, []).append(explorer)

    async def fetch(key: str) -> FetchedPage | SourceUnreachable:
        wanted[key][0].now("fetching", results[key].url)
        try:
            return await iteration.deps.sources.page(results[key], iteration.number)
        except SourceUnreachable as error:
            return error

    fetched = await fan_out(list(wanted), fetch, MOST_PAGES_AT_ONCE)
    pages: dict[PageHash, FetchedPage] = {}
    readers: dict[PageHash, list[Explorer]] = {}
    for key, had in zip(wanted, fetched, strict=True):
        for explorer in wanted[key]:
            if isinstance(had, SourceUnreachable):
                explorer.trouble(had.kind, results[key].url, text_of(had))
            else:
                if had.trouble:
                    explorer.trouble(
                        "unreachable", Message("failed-full-text", url=results[key].url), had.trouble
                    )
                # The same text under two addresses is read once, at the one that was chosen first.
                pages.setdefault(had.name, had)
                readers.setdefault(had.name, []).append(explorer)
    await _read(iteration, pages, readers, pool)


async def _left_unread(
    iteration: Iteration, chosen: Sequence[Sequence[SearchResult]], read: ReadBefore
) -> list[SearchResult]:
    """Documents of a small folder that nobody read or chose.

    Whoever gave the folder wants it read, and a reading is cheap: what the first iteration left is read after
    it. What a brief asks for comes first, so this waits for the second iteration.
    """
    try:
        listed = (await iteration.deps.sources.search(EVERYTHING, iteration.number)).results
    except SearchFailed:
        return []
    taken = {address_of(result) for some in chosen for result in some}
    unread = [one for one in listed if address_of(one) not in taken and read(one) is None]
    return unread[:MOST_LEFT_UNREAD]


async def _read(
    iteration: Iteration,
    pages: dict[PageHash, FetchedPage],
    readers: dict[PageHash, list[Explorer]],
    pool: FactPool,
) -> None:
    names, lines = numbered_parts(iteration.graph)
    reader = PageReader(
        iteration.deps.model, iteration.number, iteration.graph.question, lines, iteration.deps.inputs.today
    )

    async def read(had: FetchedPage) -> PageReadings:
        readers[had.name][0].now("reading", had.page.source.title or had.page.source.url)
        return await reader.read(had)

    unread = [had for name, had in pages.items() if not pool.knows(name)]
    for had, done in zip(unread, await fan_out(unread, read, MOST_PAGES_AT_ONCE), strict=True):
        if done.trouble:
            readers[had.name][0].trouble("unreadable", had.page.source.url, done.trouble)
        if done.readings:
            pool.take(had.name, had.page, done.readings, names)
    for name, explorers in readers.items():
        for explorer in explorers:
            if pool.knows(name):
                explorer.took(name)
    for lost in pool.lost:
        for explorer in readers.get(lost.page, ())[:1]:
            explorer.trouble(
                "unverified",
                Message("failed-quote", url=pages[lost.page].page.source.url),
                Message("quote-not-on-page", quote=one_line(lost.quote, 200)),
            )
    pool.lost.clear()


def _read_before(iteration: Iteration, pool: FactPool) -> ReadBefore:
    """Which results were read: documents by their text, since they may have changed, pages by address."""
    urls = {reading.url: page for page, reading in iteration.graph.pages_read.items()}
    urls |= {source.url: page for page, source in pool.sources.items()}
    known = {canonical_url(url) or url: page for url, page in urls.items()}

    def read(result: SearchResult) -> PageHash | None:
        if result.page is not None:
            return result.page if pool.knows(result.page) else None
        return None if iteration.deps.local else known.get(canonical_url(result.url) or result.url)

    return read


async def _conclude(
    iteration: Iteration, explorers: Sequence[Explorer], turn: int, pool: FactPool
) -> list[list[PlannedQuery]]:
    graph, similarity = iteration.graph, iteration.deps.similarity

    async def one(explorer: Explorer) -> list[PlannedQuery]:
        target = hypotheses_of(explorer.brief.target)
        claims = claim_views(graph, explorer.brief.about, target, similarity)
        return await explorer.conclude(turn, pool, claims)

    return await fan_out(explorers, one, max(1, len(explorers)))


def _returned(iteration: Iteration, explorer: Explorer, pool: FactPool) -> ExplorerReport:
    report = explorer.report(pool)
    iteration.deps.events.emit(
        ExplorerReturned(
            iid=report.iid,
            status=report.status,
            observations=len(report.observations),
            claims=len(report.claims),
            reason=report.reason,
        )
    )
    return report
