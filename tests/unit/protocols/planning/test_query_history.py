"""The past is kept with the graph, and grows with it."""

from pathfinder.protocols.graph.edits import AddSearch, GraphEdit, TurnAwayQuery
from pathfinder.protocols.graph.memory import SearchRecord
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.query_history import past_of
from pathfinder.protocols.text.queries import normalize


def search(query: str) -> GraphEdit:
    record = SearchRecord(
        iteration=0,
        query=query,
        normalized=normalize(query),
        strategy="web",
        engine="web",
        result_count=1,
        new_sources=1,
    )
    return AddSearch(search=record)


def test_what_comes_later_is_taken_in() -> None:
    graph = apply(CogniGraph(question="q"), [search("loop cost")])
    first = past_of(graph)
    later = apply(graph, [search("soil heat"), TurnAwayQuery(query="loop cost"), TurnAwayQuery(query="new")])
    past = past_of(later)
    assert past is first
    assert [past.proposals(query) for query in ("cost loop", "soil heat", "new", "old")] == [2, 1, 1, 0]


def test_two_graphs_that_part_do_not_share_their_pasts() -> None:
    graph = apply(CogniGraph(question="q"), [search("loop cost")])
    past_of(graph)
    one, other = apply(graph, [search("soil heat")]), apply(graph, [search("deep wells")])
    assert past_of(one).proposals("soil heat") == 1
    assert past_of(other).proposals("soil heat") == 0
    assert past_of(graph).proposals("soil heat") == 0
    turned = apply(graph, [TurnAwayQuery(query="x y")])
    assert past_of(turned).proposals("x y") == 1
    assert past_of(graph).proposals("x y") == 0
