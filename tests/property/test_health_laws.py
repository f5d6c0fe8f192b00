"""What holds for every check, whatever the graph."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.graph.edits import Reject
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.planning.health import check, due, examine, new_voices, response
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.property.rule_graphs import graphs

ORDER = ("LOW_QUALITY", "ALL_WEAK", "STALEMATE", "DATA_EXPLOSION", "SATURATED")


def shuffled(graph: CogniGraph, random: Random) -> CogniGraph:
    """The same evidence, arrived in another order."""
    edges, hypotheses = list(graph.edges), list(graph.hypotheses.items())
    random.shuffle(edges)
    random.shuffle(hypotheses)
    raw = graph.model_dump() | {"edges": edges, "hypotheses": dict(hypotheses)}
    return CogniGraph.model_validate(raw)


def host(graph: CogniGraph, edge: EvidenceEdge) -> str:
    """Who speaks, in the graphs drawn here: each host is a publisher."""
    return graph.observations[edge.observation].source_url.split("/")[2]


@given(graphs(), st.randoms(use_true_random=False))
def test_a_check_does_not_depend_on_the_order_of_arrival(graph: CogniGraph, random: Random) -> None:
    other = shuffled(graph, random)
    assert check(other) == check(graph)
    assert response(other, ("DATA_EXPLOSION",)) == response(graph, ("DATA_EXPLOSION",))


@given(graphs())
def test_a_check_is_total_and_in_order(graph: CogniGraph) -> None:
    issues = check(graph)
    assert issues == tuple(issue for issue in ORDER if issue in issues)
    assert bool(examine(graph)) is due(graph)
    assert apply(graph, examine(graph)).health.last_check == (graph.iteration if due(graph) else 0)
    # Long after the last voice nobody can say that voices are poor.
    assert "LOW_QUALITY" not in check(graph.model_copy(update={"iteration": graph.iteration + 100}))


@st.composite
def worn_graphs(draw: st.DrawFn) -> CogniGraph:
    """Hypotheses about to be thinned out, or just not."""
    claims = [
        a_hypothesis(
            status=draw(st.sampled_from(("tested", "tested", "unvisited", "verified", "rejected"))),
            strength=draw(st.sampled_from((0.26, 0.29, 0.3))),
            visit_count=draw(st.integers(1, 3)),
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    names = [f"hyp_A{number}" for number in range(1, len(claims) + 1)]
    hosts = draw(st.lists(st.sampled_from("abc"), max_size=8))
    edits = [
        edit
        for number, host_ in enumerate(hosts, 1)
        for edit in evidence(
            number, draw(st.sampled_from(names)), a_source(f"https://{host_}.example/{number}"), "CONTRADICTS"
        )
    ]
    return a_graph(zip(names, claims, strict=True), *edits)


@given(worn_graphs())
def test_thinning_rejects_what_is_weak_visited_and_contradicted_and_nothing_else(graph: CogniGraph) -> None:
    edits = response(graph, ("DATA_EXPLOSION",))
    expected = {
        name
        for name, known in graph.hypotheses.items()
        if (known.status, known.strength < 0.3, known.visit_count > 1) == ("tested", True, True)
        and len({host(graph, edge) for edge in graph.evidence(name)}) > 1
    }
    assert {edit.hypothesis for edit in edits if isinstance(edit, Reject)} == expected
    assert response(apply(graph, edits), ("DATA_EXPLOSION",)) == ()


@given(graphs())
def test_new_voices_are_those_not_heard_before(graph: CogniGraph) -> None:
    """Against the long way round: each edge of the window, and all that came before it."""
    edges = [edge for edge in graph.edges if isinstance(edge, EvidenceEdge)]
    expected: dict[int, set[str]] = {at: set() for at in range(max(0, graph.iteration - 5), graph.iteration)}
    for edge in edges:
        said = [e for e in edges if e.hypothesis == edge.hypothesis and host(graph, e) == host(graph, edge)]
        first = all(e.created_at >= edge.created_at for e in said)
        weighs = graph.observations[edge.observation].authority >= 0.5 and edge.weight >= 0.5
        if edge.created_at in expected and first and weighs:
            expected[edge.created_at].add(f"{edge.hypothesis} {host(graph, edge)}")
    assert new_voices(graph) == {at: len(found) for at, found in expected.items()}
