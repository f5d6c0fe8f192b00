"""Claims on a shelf: what is found there is what comparing with every claim finds, however the graph grew."""

from collections.abc import Callable, Sequence
from heapq import nsmallest

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.evidence.nearest import PLACES, NearClaim, claims_of
from pathfinder.protocols.graph.edits import AddHypothesis, GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.text.queries import similarity
from tests.builders import a_hypothesis

LEAST, MOST = 0.3, 3
WORDS = (
    *(
        "heat",
        "heats",
        "heating",
        "pump",
        "pumps",
        "heatpump",
        "the",
        "thy",
        "th",
        "save",
        "saves",
        "a",
        "12",
    ),
    *("120", "of", "연구", "연구들", "연구가", "난방", "난방은", "열", "site:x", "-not", "!"),
)
summaries = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join) | st.text(max_size=12)
claims = st.tuples(summaries, st.sampled_from("AB"), st.booleans())
"""What is claimed, by whom, and whether it was merged away."""


def grown(drawn: Sequence[tuple[str, str, bool]]) -> list[GraphEdit]:
    edits: list[GraphEdit] = []
    for number, (summary, type_, gone) in enumerate(drawn, start=1):
        fields = {"status": "rejected", "merged_into": "hyp_A1"} if gone and number > 1 else {}
        known = a_hypothesis(summary, type=type_, **fields)
        edits.append(AddHypothesis(name=HypothesisId(f"hyp_{type_}{number}"), hypothesis=known))
    return edits


def by_comparing_all(graph: CogniGraph, summary: str) -> list[NearClaim]:
    there = [(name, known.summary) for name, known in graph.hypotheses.items() if known.merged_into is None]
    scored = (NearClaim(similarity(summary, said), name, said) for name, said in there)
    met = [one for one in scored if one.score >= LEAST]
    return nsmallest(MOST, met, key=lambda one: (-round(one.score, PLACES), order(one.name)))


@given(summaries, summaries)
def test_no_text_is_nearer_than_its_bound(one: str, other: str) -> None:
    shelf = BY_WORDS.shelf()
    shelf.add(other)
    (bound,) = shelf.bounds(one)
    assert similarity(one, other) <= bound


@given(st.lists(claims, max_size=14), st.lists(claims, max_size=6), st.lists(summaries, max_size=4))
def test_the_nearest_on_the_shelf_are_the_nearest_of_all(
    first: list[tuple[str, str, bool]], later: list[tuple[str, str, bool]], asked: list[str]
) -> None:
    edits = grown([*first, *later])
    graph = apply(CogniGraph(question="?"), edits[: len(first)])
    measures: tuple[Callable[[str, str], float], ...] = (BY_WORDS, similarity)
    for summary in asked:
        wanted = by_comparing_all(graph, summary)
        for measure in measures:
            assert claims_of(graph, measure).nearest(graph, summary, LEAST, MOST) == wanted
    graph = apply(graph, edits[len(first) :])
    for summary in asked:
        kept = claims_of(graph, BY_WORDS)
        assert kept.nearest(graph, summary, LEAST, MOST) == by_comparing_all(graph, summary)


def test_two_graphs_of_one_beginning_do_not_mix_their_claims() -> None:
    start = apply(CogniGraph(question="?"), grown([("heat pumps save", "A", False)]))
    assert len(claims_of(start, BY_WORDS).nearest(start, "heat pumps", LEAST, MOST)) == 1
    one, other = (
        apply(start, [AddHypothesis(name=HypothesisId("hyp_A2"), hypothesis=a_hypothesis(summary))])
        for summary in ("heat pumps cost", "heat pumps last")
    )
    for graph, said in ((one, "heat pumps cost"), (other, "heat pumps last"), (one, "heat pumps cost")):
        found = claims_of(graph, BY_WORDS).nearest(graph, "heat pumps", LEAST, MOST)
        assert {near.summary for near in found} == {"heat pumps save", said}
