"""The laws of merging: order, repetition and garbage cannot change what is known."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.explorer_reports import ExplorerReport
from pathfinder.protocols.evidence.strength import strength
from pathfinder.protocols.graph.edits import ARCHIVE
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import WEIGHTS, CogniGraph, EvidenceEdge
from pathfinder.protocols.graph_file import evidence_bytes, graph_bytes, read_graph
from pathfinder.protocols.judging.merge import MOST_NEW_CLAIMS, merge
from tests.property.strategies import PAGES, graphs, labels, reports


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=5))
def test_the_order_of_arrival_changes_not_a_byte(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    words = data.draw(labels(brought))
    once = apply(graph, merge(graph, brought, PAGES, words).edits)
    shuffled = data.draw(st.permutations(brought))
    other = apply(graph, merge(graph, shuffled, PAGES, data.draw(st.permutations(words))).edits)
    assert evidence_bytes(other) == evidence_bytes(once)
    assert graph_bytes(other) == graph_bytes(once)


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=5))
def test_merging_twice_changes_nothing(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    words = data.draw(labels(brought))
    merged = merge(graph, brought, PAGES, words)
    once = apply(graph, merged.edits)
    assert graph_bytes(merged.graph) == graph_bytes(once)
    assert merge(once, brought, PAGES, words).edits == ()


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=6))
def test_no_garbage_breaks_the_graph(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    outcome = merge(graph, brought, PAGES, data.draw(labels(brought)))
    after = apply(graph, outcome.edits)
    assert list(breaches(after)) == []
    assert all(edge.weight in WEIGHTS for edge in after.edges if isinstance(edge, EvidenceEdge))
    assert len({edge.key for edge in after.edges}) == len(after.edges)
    for name, observation in after.observations.items():
        if name not in graph.observations:
            assert observation.page is not None
            assert observation.quote
            assert PAGES[observation.page].text[observation.offset :].startswith(observation.quote)
    for claim, hypothesis in after.hypotheses.items():
        assert hypothesis.strength == strength(after, claim)
    for report in brought:
        assert after.index.claims_by.get(report.iid, 0) <= MOST_NEW_CLAIMS


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=5))
def test_what_is_there_stays_as_it_is(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    after = apply(graph, merge(graph, brought, PAGES, data.draw(labels(brought))).edits)
    assert {name: after.observations[name] for name in graph.observations} == graph.observations
    assert after.edges[: len(graph.edges)] == graph.edges
    assert list(after.hypotheses)[: len(graph.hypotheses)] == list(graph.hypotheses)


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=5))
def test_folding_the_archive_gives_the_graph(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    edits = merge(graph, brought, PAGES, data.draw(labels(brought))).edits
    archived = ARCHIVE.validate_json(ARCHIVE.dump_json(edits))
    assert archived == edits
    assert graph_bytes(apply(graph, archived)) == graph_bytes(apply(graph, edits))
    one_by_one = graph
    for edit in edits:
        one_by_one = apply(one_by_one, [edit])
    assert one_by_one == apply(graph, edits)
    assert one_by_one.index == apply(graph, edits).index


@given(data=st.data(), graph=graphs(), brought=st.lists(reports(), max_size=5))
def test_a_graph_comes_back_from_its_file(
    data: st.DataObject, graph: CogniGraph, brought: list[ExplorerReport]
) -> None:
    after = apply(graph, merge(graph, brought, PAGES, data.draw(labels(brought))).edits)
    again = read_graph(graph_bytes(after), "cognigraph.json")
    assert again == after
    assert graph_bytes(again) == graph_bytes(after)
