"""Searches and pages are had once, shared, recorded and replayed; failures too."""

import asyncio
from collections.abc import Sequence

import pytest

from pathfinder.adapters.metering.searches import SharedSearch
from pathfinder.adapters.metering.sources import ResultPages, SharedFetch, SharedSources
from pathfinder.adapters.search.excerpts import excerpts
from pathfinder.adapters.search.papers import FetchedPdf, WebPaperReader
from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Fetch, Search, SearchResult, Sources
from pathfinder.protocols.errors import (
    Interrupted,
    ReplayDiverged,
    SearchFailed,
    SourceUnreachable,
)
from pathfinder.protocols.evidence.sources import default_table
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash
from tests.builders import a_source, page_hash
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.free_meter import free_meter
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.memory_pages import MemoryPages

URL = "https://one.example/a"
RESULT = SearchResult(url=URL, title="One")


def at(url: str) -> SearchResult:
    return SearchResult(url=url, title="One")


class Engine:
    """A search engine that counts what it is asked, and may be made to wait."""

    engine = "canned"

    def __init__(self, answer: Sequence[SearchResult] | Exception = (RESULT,)) -> None:
        self.answer = answer
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self.go.set()

    async def results(self, query: str) -> Sequence[SearchResult]:
        self.asked.append(query)
        await self.go.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Web:
    """Pages by address; what it has not cannot be reached."""

    def __init__(self, **texts: str) -> None:
        self.pages = {
            f"https://{name}.example/a": StoredPage(text=text, source=a_source(f"https://{name}.example/a"))
            for name, text in texts.items()
        }
        self.asked: list[str] = []
        self.go = asyncio.Event()
        self.go.set()

    async def page(self, url: str) -> StoredPage:
        self.asked.append(url)
        await self.go.wait()
        if url not in self.pages:
            raise SourceUnreachable(f"{url} is gone")
        return self.pages[url]

    async def pdf(self, url: str) -> FetchedPdf:
        raise SourceUnreachable(f"{url} is gone")


async def soon() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_the_same_search_at_once_is_made_once() -> None:
    async def run() -> None:
        engine, journal = Engine(), MemoryJournal()
        search = SharedSearch(engine, free_meter(journal))
        async with asyncio.TaskGroup() as group:
            queries = ("Solar  Panels?", "solar panels", "SOLAR-PANELS") * 3
            tasks = [group.create_task(search.search(query, 1)) for query in queries]
        assert [task.result().results for task in tasks] == [(RESULT,)] * 9
        assert engine.asked == ["Solar  Panels?"]
        assert journal.kinds() == ["done"]

    asyncio.run(run())


def test_another_iteration_or_query_is_another_search() -> None:
    async def run() -> None:
        engine = Engine()
        search = SharedSearch(engine, free_meter(MemoryJournal()))
        for query, iteration in (
            ("solar", 1),
            ("solar", 2),
            ("wind", 2),
            ("태양광", 2),
            ("??", 2),
            ("!!", 2),
        ):
            assert (await search.search(query, iteration)).results == (RESULT,)
        assert len(engine.asked) == 6

    asyncio.run(run())


@pytest.mark.parametrize("answer", [(RESULT,), (), SearchFailed("engine down")])
def test_a_search_is_replayed_as_it_was(answer: Sequence[SearchResult] | Exception) -> None:
    async def once(search: SharedSearch) -> tuple[SearchResult, ...] | str:
        try:
            return (await search.search("solar", 1)).results
        except SearchFailed as error:
            return str(error)

    async def run() -> None:
        engine, journal = Engine(answer), MemoryJournal()
        first = await once(SharedSearch(engine, free_meter(journal)))
        assert first == (str(answer) if isinstance(answer, Exception) else answer)
        assert await once(SharedSearch(engine, free_meter(journal.copy()))) == first
        assert len(engine.asked) == 1

    asyncio.run(run())


def test_cancelling_one_who_waits_leaves_the_search_to_the_others() -> None:
    async def run() -> None:
        engine = Engine()
        engine.go.clear()
        search = SharedSearch(engine, free_meter(MemoryJournal()))
        first, second = (asyncio.create_task(search.search("solar", 1)) for _ in range(2))
        await soon()
        first.cancel()
        await soon()
        engine.go.set()
        assert (await second).results == (RESULT,)
        assert first.cancelled()
        assert len(engine.asked) == 1

    asyncio.run(run())


def test_results_that_no_file_can_hold_are_a_failed_search() -> None:
    async def run() -> None:
        journal = MemoryJournal()
        search = SharedSearch(Engine([SearchResult(url=URL, title="\ud800")]), free_meter(journal))
        for _ in range(2):
            with pytest.raises(SearchFailed, match="not Unicode"):
                await search.search("solar", 1)
        with pytest.raises(SearchFailed, match=r"^SearchFailed$"):
            await SharedSearch(Engine(SearchFailed()), free_meter(journal)).search("wind", 1)

    asyncio.run(run())


def stopped() -> None:
    raise Interrupted("You stopped the run.")


def test_nothing_new_is_asked_after_a_stop_and_what_is_known_is_given() -> None:
    async def run() -> None:
        engine, web, journal, pages = Engine(), Web(one="words"), MemoryJournal(), MemoryPages()
        await SharedSearch(engine, free_meter(journal)).search("solar", 1)
        await SharedFetch(web, pages, journal).page(RESULT, 1)
        search = SharedSearch(engine, free_meter(journal, stopped))
        fetch = SharedFetch(web, pages, journal, gate=stopped)
        assert (await search.search("solar", 1)).results == (RESULT,)
        assert (await fetch.page(RESULT, 1))[1] == web.pages[URL]
        with pytest.raises(Interrupted):
            await search.search("wind", 1)
        with pytest.raises(Interrupted):
            await fetch.page(at("https://two.example/a"), 1)
        assert (len(engine.asked), len(web.asked)) == (1, 1)

    asyncio.run(run())


def test_a_page_is_fetched_once_however_its_address_is_spelled() -> None:
    async def run() -> None:
        web, pages, journal = Web(one="words"), MemoryPages(), MemoryJournal()
        fetch = SharedFetch(web, pages, journal)
        spellings = (URL, "https://ONE.example:443/a", "https://one.example/a?utm_source=x", f"{URL}#part")
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(fetch.page(at(url), 1)) for url in spellings]
        assert {task.result()[0] for task in tasks} == {page_hash("words")}
        assert web.asked == [URL]

    asyncio.run(run())


def test_a_page_is_in_the_store_before_the_journal_names_it() -> None:
    async def run() -> None:
        pages = MemoryPages()
        kept_when_written: list[bool] = []

        async def looking() -> None:
            kept_when_written.append(page_hash("words") in pages.kept)

        await SharedFetch(Web(one="words"), pages, MemoryJournal(delay=looking)).page(RESULT, 1)
        assert kept_when_written
        assert all(kept_when_written)

    asyncio.run(run())


def test_a_page_is_replayed_with_its_own_source_though_another_shows_the_same_text() -> None:
    async def run() -> None:
        web, pages, journal = Web(one="words", two="words"), MemoryPages(), MemoryJournal()
        fetch = SharedFetch(web, pages, journal)
        other = "https://two.example/a"
        fresh = [await fetch.page(RESULT, 1), await fetch.page(at(other), 1)]
        again = SharedFetch(web, pages, journal.copy())
        assert [await again.page(RESULT, 1), await again.page(at(other), 1)] == fresh
        assert fresh[1][1].source.url == other
        assert len(web.asked) == 2

    asyncio.run(run())


def test_a_page_had_in_one_iteration_is_not_fetched_in_the_next() -> None:
    async def run() -> None:
        web, pages = Web(one="words"), MemoryPages()
        journal = MemoryJournal()
        fetch = SharedFetch(web, pages, journal)
        had = await fetch.page(RESULT, 1)
        web.pages[URL] = StoredPage(text="changed", source=a_source(URL))
        assert await fetch.page(RESULT, 2) == had
        # On record there too: a resume inside the second iteration knows nothing of the first one's journal.
        second = MemoryJournal(entry for entry in journal.entries if entry.step.startswith("2/"))
        assert await SharedFetch(web, pages, second).page(RESULT, 2) == had
        # And a session that goes on takes it from the graph.
        known: dict[PageHash, Source] = {had[0]: had[1].source}
        assert await SharedFetch(web, pages, MemoryJournal(), known.items()).page(RESULT, 3) == had
        assert len(web.asked) == 1

    asyncio.run(run())


def test_a_text_read_again_at_its_address_is_the_page_on_record() -> None:
    async def scenario() -> None:
        web, pages, journal = Web(one="words"), MemoryPages(), MemoryJournal()
        name, first, _ = await SharedFetch(web, pages, journal).page(RESULT, 1)
        later = a_source(URL, retrieved_at="2027-01-01T00:00:00Z")
        web.pages[URL] = StoredPage(text="words", source=later)
        again, second, _ = await SharedFetch(web, pages, journal).page(RESULT, 2)
        assert (again, second.source) == (name, first.source)
        web.pages[URL] = StoredPage(text="other words", source=later)
        other, third, _ = await SharedFetch(web, pages, journal).page(RESULT, 3)
        assert other != name
        assert third.source == later

    asyncio.run(scenario())


def test_a_page_out_of_reach_is_so_for_the_whole_iteration_and_tried_anew_in_the_next() -> None:
    async def run() -> None:
        web, pages, journal = Web(), MemoryPages(), MemoryJournal()
        for fetch in (SharedFetch(web, pages, journal), SharedFetch(web, pages, journal)):
            with pytest.raises(SourceUnreachable, match=f"^{URL} is gone$"):
                await fetch.page(RESULT, 1)
        assert len(web.asked) == 1
        web.pages[URL] = StoredPage(text="words", source=a_source(URL))
        assert (await SharedFetch(web, pages, journal).page(RESULT, 2))[0] == page_hash("words")

    asyncio.run(run())


def test_what_is_no_web_address_is_named_as_it_is_written() -> None:
    async def run() -> None:
        web, path = Web(), "docs/Notes A.md"
        web.pages[path] = StoredPage(text="words", source=a_source("https://file.example/", publisher=None))
        fetch = SharedFetch(web, MemoryPages(), MemoryJournal())
        await fetch.page(at(path), 1)
        with pytest.raises(SourceUnreachable):
            await fetch.page(at("docs/notes a.md"), 1)
        assert web.asked == [path, "docs/notes a.md"]

    asyncio.run(run())


def test_a_page_that_no_file_can_hold_is_out_of_reach() -> None:
    async def run() -> None:
        with pytest.raises(SourceUnreachable, match="not Unicode"):
            await SharedFetch(Web(one="\ud800"), MemoryPages(), MemoryJournal()).page(RESULT, 1)

    asyncio.run(run())


def test_a_record_that_cannot_be_read_stops_the_run() -> None:
    async def run() -> None:
        journal = MemoryJournal()
        await SharedSearch(Engine(), free_meter(journal)).search("solar", 1)
        broken = MemoryJournal(entry.model_copy(update={"outcome": "{}"}) for entry in journal.entries)
        with pytest.raises(ReplayDiverged, match="1/search/canned/solar"):
            await SharedSearch(Engine(), free_meter(broken)).search("solar", 1)

    asyncio.run(run())


def test_where_pages_are_not_fetched_the_engines_excerpt_is_the_page_and_that_is_told() -> None:
    async def run() -> None:
        web, journal, pages = Web(one="the page"), MemoryJournal(), MemoryPages()
        shown = SearchResult(url=URL, title="One", snippet="what the engine shows")
        ready = ResultPages(excerpt=excerpts(default_table(), FixedClock()))
        had = await SharedFetch(web, pages, journal, ready=ready).page(shown, 1)
        assert had.page.text == "what the engine shows"
        assert "search engine" in had.trouble
        assert had.page.source.notes
        assert web.asked == []
        again = SharedFetch(web, pages, journal.copy(), ready=ready)
        assert await again.page(shown, 1) == had
        with pytest.raises(SourceUnreachable, match="shows nothing"):
            await SharedFetch(web, pages, MemoryJournal(), ready=ready).page(RESULT, 1)

    asyncio.run(run())


def test_why_the_full_text_of_a_paper_is_out_of_reach_is_said_in_korean_too_and_after_a_resume() -> None:
    class Scanned(Web):
        async def pdf(self, url: str) -> FetchedPdf:
            assert url.endswith(".pdf")
            raise SourceUnreachable(Message("pdf-without-text"))

    async def keep(name: str, data: bytes) -> None:
        raise AssertionError(name, data)

    async def run() -> None:
        journal, pages = MemoryJournal(), MemoryPages()
        pdfs = ("https://one.example/a.pdf",)
        paper = Paper(catalogue="arxiv", name="1", abstract="an abstract " * 30, pdfs=pdfs, whole=True)
        found = SearchResult(url=URL, title="One", paper=paper)
        ready = ResultPages(papers=WebPaperReader(Scanned(), default_table(), FixedClock(), keep=keep))
        first = await SharedFetch(Web(), pages, journal, ready=ready).page(found, 1)
        again = await SharedFetch(Web(), pages, journal.copy(), ready=ready).page(found, 1)
        for had in (first, again):
            assert said(had.trouble, "ko") == "PDF에 글이 없습니다."
            assert had.trouble == said(had.trouble, "en")

    asyncio.run(run())


def test_what_the_graph_cites_is_had_again_with_the_news_that_it_was_taken_back() -> None:
    def paper(abstract: str, retracted: str | None = None) -> SearchResult:
        known = Paper(catalogue="arxiv", name="1", abstract=abstract, retracted=retracted)
        return SearchResult(url=URL, title="One", paper=known)

    async def run() -> None:
        web, pages, journal = Web(one="the landing page"), MemoryPages(), MemoryJournal()
        ready = ResultPages(papers=WebPaperReader(web, default_table(), FixedClock()))
        abstract = "words of an abstract " * 12
        first = await SharedFetch(web, pages, journal, ready=ready).page(paper(abstract=abstract), 1)
        assert first.page.text.endswith(abstract)
        cited = ((first.name, first.page.source),)
        again = SharedFetch(web, pages, MemoryJournal(), ready=ready, cited=cited)
        other = await again.page(paper(abstract="another wording of it " * 12), 2)
        assert (other.name, other.page) == (first.name, first.page)
        news = await again.page(paper(abstract=abstract, retracted="made up"), 2)
        assert (news.name, news.page.source.retracted) == (first.name, "made up")
        # Not cited, it is made anew of what is said now: who resumes here must not see another page.
        known = SharedFetch(web, pages, MemoryJournal(), cited, ready=ready)
        assert (await known.page(paper(abstract="another wording of it " * 12), 2)).name != first.name
        assert (await known.page(RESULT, 2)).page.text == "the landing page"

    asyncio.run(run())


def test_together_they_are_the_sources_of_a_session() -> None:
    async def run() -> None:
        engine: Search = Engine()
        web: Fetch = Web(one="words")
        journal, pages = MemoryJournal(), MemoryPages()
        sources: Sources = SharedSources(
            SharedSearch(engine, free_meter(journal)), SharedFetch(web, pages, journal)
        )
        assert sources.engine == "canned"
        assert (await sources.search("solar", 1)).results == (RESULT,)
        name, page, _ = await sources.page(RESULT, 1)
        assert await sources.stored(name) == page

    asyncio.run(run())
