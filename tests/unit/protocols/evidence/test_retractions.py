"""A work that somebody calls retracted has no weight on any of its pages, and claims on it lose theirs."""

from pathfinder.protocols.evidence.records import excerpt_note, on_record, same_page
from pathfinder.protocols.evidence.retractions import newly_retracted, with_details_of, without_weight
from pathfinder.protocols.graph.edits import RetractSource, SetStrength
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import HypothesisId
from tests.builders import a_graph, a_hypothesis, a_page, a_source, evidence, page_hash, stored

ARXIV = "https://arxiv.org/abs/2601.00001"
DOI = "10.5555/velm.1"


def note(citations: int | None, name: str = "2601.00001") -> PaperNote:
    return PaperNote(name=name, catalogue="arxiv", citations=citations)


def graph_with(source: Source) -> CogniGraph:
    return a_graph([("hyp_A1", a_hypothesis(strength=0.602))], *evidence(1, "hyp_A1", source))


def test_the_news_reaches_a_page_of_the_same_work_in_the_graph_and_the_claims_on_it() -> None:
    graph = graph_with(a_source("https://doi.org/10.5555/velm.1", doi=DOI))
    news = stored(a_page("other words", ARXIV, doi=DOI, retracted="made up"))
    gone = newly_retracted(graph, news)
    assert gone.claims == {HypothesisId("hyp_A1")}
    retract, weaker = gone.edits
    assert retract == RetractSource(page=page_hash("https://doi.org/10.5555/velm.1 1"), because="made up")
    assert isinstance(weaker, SetStrength)
    after = apply(graph, gone.edits)
    assert gone.graph == after
    assert after.hypotheses[HypothesisId("hyp_A1")].strength == 0.5
    assert newly_retracted(after, news).edits == ()


def test_it_reaches_pages_that_come_with_it_and_those_that_come_later() -> None:
    one, other = a_page("abstract", ARXIV), a_page("full text", ARXIV, retracted="made up")
    apart = a_page("else", "https://else.example/a")
    together = without_weight(stored(one, other, apart), CogniGraph(question="Q?"))
    assert [page.source.retracted for page in together.values()] == ["made up", "made up", None]
    later = without_weight(stored(one), graph_with(a_source(ARXIV, retracted="made up")))
    assert [page.source.retracted for page in later.values()] == ["made up"]


def test_without_news_nothing_happens() -> None:
    graph, pages = graph_with(a_source("file:///notes.md", publisher=None)), stored(a_page("x", ARXIV))
    gone = newly_retracted(graph, pages)
    assert (gone.edits, gone.claims) == ((), frozenset())
    assert without_weight(pages, graph) == pages


def test_two_records_of_one_page_say_together_what_each_knows() -> None:
    bare, rich = a_source(ARXIV, paper=note(None)), a_source(ARXIV, doi=DOI, work="arxiv:1", paper=note(7))
    both = with_details_of(bare, rich)
    assert (both.doi, both.work, both.paper) == (DOI, "arxiv:1", note(7))
    assert with_details_of(rich, bare) == rich
    assert with_details_of(a_source(ARXIV), rich).paper == note(7)
    assert with_details_of(bare, a_source(ARXIV, retracted="made up")).retracted == "made up"
    assert with_details_of(bare, a_source("https://else.example/a", doi=DOI)) == bare


def test_a_page_read_once_more_is_the_one_on_record_but_what_was_told_of_a_paper_is_ones_own() -> None:
    first, again = a_source(title="First"), a_source(title="Second")
    assert on_record(first, again) == first
    assert on_record(first, a_source("https://else.example/a")).url == "https://else.example/a"
    told, other = a_source(paper=note(7)), a_source(paper=note(8))
    assert on_record(told, other) == other
    late = {"retrieved_at": "2031-01-01T00:00:00Z"}
    assert on_record(told, a_source(paper=note(7), **late)) == told


def test_a_record_is_of_the_same_page_whoever_was_asked() -> None:
    assert same_page(a_source(), a_source(retracted="made up"))
    assert not same_page(a_source(title="One"), a_source(title="Two"))
    assert same_page(
        a_source(title="One", notes=(excerpt_note(),)), a_source(title="Two", notes=(excerpt_note(),))
    )
    assert same_page(a_source(paper=note(7)), a_source(paper=note(8), doi=DOI))
    assert not same_page(a_source(paper=note(7)), a_source(paper=note(8), type_="news"))
