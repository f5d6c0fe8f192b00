"""What several engines found becomes one list, without copies, the best papers first to be read whole."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.planning.fusing import FULL_TEXTS, fuse, merit

YEAR = 2026


def page(url: str, title: str = "A page", snippet: str = "") -> SearchResult:
    return SearchResult(url=url, title=title, snippet=snippet)


def paper(name: str, catalogue: str = "arxiv", **known: object) -> SearchResult:
    fields = {"catalogue": catalogue, "name": name, "date": "2024-01-01", **known}
    return SearchResult(
        url=f"https://doi.org/10.5555/{name}", title=f"On {name}", paper=Paper.model_validate(fields)
    )


def urls(results: tuple[SearchResult, ...]) -> list[str]:
    return [result.url for result in results]


def test_a_page_found_by_two_stands_before_pages_found_by_one() -> None:
    first = [page("https://a.example/1"), page("https://b.example/2")]
    second = [page("https://c.example/3"), page("http://www.b.example/2/")]
    assert urls(fuse([first, second], 5, YEAR))[0] == "https://b.example/2"


def test_one_text_at_two_addresses_is_one_result() -> None:
    words = "ground loops in Velm cut the heating bill by 41 per cent in forty houses over three winters"
    results = fuse([[page("https://a.example/x", words)], [page("https://b.example/y", words)]], 5, YEAR)
    assert urls(results) == ["https://a.example/x"]
    short = fuse([[page("https://a.example/x", "Home")], [page("https://b.example/y", "Home")]], 5, YEAR)
    assert len(short) == 2


def test_what_two_catalogues_know_of_a_paper_is_put_together() -> None:
    known = paper("1", abstract="short", citations=3, pdfs=("https://a.example/1.pdf",))
    other = paper(
        "1", "openalex", abstract="a longer one", citations=9, retracted="notice", summary="In short"
    )
    (result,) = fuse([[known], [other]], 5, YEAR)
    assert result.paper is not None
    assert result.paper.catalogue == "arxiv"
    assert (result.paper.abstract, result.paper.citations) == ("a longer one", 9)
    assert (result.paper.summary, result.paper.retracted) == ("In short", "notice")
    assert not result.paper.whole


def test_the_same_title_in_two_catalogues_is_one_paper() -> None:
    other = paper("9").model_copy(update={"title": "On 1", "url": "https://journal.example/1"})
    assert len(fuse([[paper("1")], [other]], 5, YEAR)) == 1


def test_only_the_best_papers_are_shown_and_the_best_open_ones_read_whole() -> None:
    papers = [paper(str(n), citations=10**n, pdfs=("https://a.example/p.pdf",)) for n in range(5)]
    results = fuse([[*papers, page("https://web.example/")]], 3, YEAR)
    shown = [result.paper for result in results if result.paper is not None]
    assert len(shown) == 3
    assert sum(known.whole for known in shown) == FULL_TEXTS
    assert "https://web.example/" in urls(results)
    closed = fuse([[paper("1")]], 3, YEAR)
    assert closed[0].paper is not None
    assert not closed[0].paper.whole


def test_merit_goes_by_relevance_citations_and_year() -> None:
    known = Paper(catalogue="x", name="1", date="2024", citations=100)
    assert merit(known, 0, 10, YEAR) > merit(known, 5, 10, YEAR)
    assert merit(known, 0, 10, YEAR) > merit(known.model_copy(update={"citations": None}), 0, 10, YEAR)
    assert merit(known, 0, 10, YEAR) > merit(known.model_copy(update={"date": "1990-01-01"}), 0, 10, YEAR)
    assert merit(known.model_copy(update={"date": "soon"}), 0, 10, YEAR) > 0
    assert merit(known.model_copy(update={"retracted": "yes"}), 0, 10, YEAR) == 0


names = st.sampled_from([f"https://site{n}.example/p" for n in range(8)])
lists = st.lists(st.lists(names.map(page), max_size=6, unique_by=lambda known: known.url), max_size=4)


@given(lists)
def test_nothing_is_lost_and_nothing_stands_twice(found: list[list[SearchResult]]) -> None:
    results = urls(fuse(found, 5, YEAR))
    assert len(results) == len(set(results))
    assert set(results) == {known.url for one in found for known in one}


@given(lists)
def test_the_order_of_the_engines_changes_only_ties(found: list[list[SearchResult]]) -> None:
    def scores(answers: list[list[SearchResult]]) -> dict[str, float]:
        places: dict[str, float] = {}
        for one in answers:
            for place, known in enumerate(one, start=1):
                places[known.url] = places.get(known.url, 0) + 1 / (60 + place)
        return places

    ranked = urls(fuse(found, 5, YEAR))
    worth = scores(found)
    assert all(worth[a] >= worth[b] - 1e-12 for a, b in itertools.pairwise(ranked))
    assert set(ranked) == set(urls(fuse(found[::-1], 5, YEAR)))
