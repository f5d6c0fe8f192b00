"""The laws of strength: bounded, monotone in voices, deaf to copies."""

from hypothesis import assume, given
from hypothesis import strategies as st

from pathfinder.protocols.evidence.strength import side_units, strength, terms, voices_of
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import HypothesisId
from tests.builders import AUTHORITY, a_source, evidence, page_hash
from tests.property.strategies import TYPES, WEIGHTS, graphs, sources

A1 = HypothesisId("hyp_A1")
weights = st.sampled_from(WEIGHTS)


def heard(graph: CogniGraph) -> set[str]:
    return set(voices_of(graph, A1).values())


def fresh(number: int, type_: str) -> Source:
    return a_source(f"https://fresh{number}.example/p", type_)


@given(graph=graphs())
def test_strength_lies_between_0_and_1(graph: CogniGraph) -> None:
    assert all(0 <= strength(graph, name) <= 1 for name in graph.hypotheses)


@given(graph=graphs(), type_=st.sampled_from(TYPES), weight=weights)
def test_support_from_a_new_voice_never_lowers_strength(graph: CogniGraph, type_: str, weight: float) -> None:
    after = apply(graph, evidence(90, "hyp_A1", fresh(1, type_), "SUPPORTS", weight))
    assert len(heard(after)) == len(heard(graph)) + 1
    assert strength(after, A1) >= strength(graph, A1)


@given(graph=graphs(), type_=st.sampled_from(TYPES), weight=weights)
def test_a_contradiction_from_a_new_voice_never_raises_strength(
    graph: CogniGraph, type_: str, weight: float
) -> None:
    after = apply(graph, evidence(90, "hyp_A1", fresh(1, type_), "CONTRADICTS", weight))
    assert strength(after, A1) <= strength(graph, A1)


@given(graph=graphs(), source=sources(), weight=weights)
def test_a_contradiction_of_any_page_raises_strength_only_by_joining_voices(
    graph: CogniGraph, source: Source, weight: float
) -> None:
    after = apply(graph, evidence(90, "hyp_A1", source, "CONTRADICTS", weight))
    assume(len(heard(after)) >= len(heard(graph)))
    assert strength(after, A1) <= strength(graph, A1)


@given(data=st.data(), graph=graphs())
def test_a_copy_changes_nothing_unless_it_joins_two_voices(data: st.DataObject, graph: CogniGraph) -> None:
    sides = [(side, term) for side in ("SUPPORTS", "CONTRADICTS") for term in terms(graph, A1, side)]
    assume(sides)
    side, term = data.draw(st.sampled_from(sides))
    page = graph.observations[term.edge.observation].page
    assert page is not None
    weight = data.draw(weights)
    copied = graph.sources[page]
    host = data.draw(st.sampled_from(TYPES))
    assume(AUTHORITY[host] * weight <= copied.authority * term.edge.weight)
    assume(AUTHORITY[host] < 0.5 or term.trusted)
    copy = a_source(
        "https://mirror.example/x",
        host,
        work=copied.work,
        signature=copied.signature,
        canonical=copied.canonical,
    )
    if copied.work is None and copied.signature is None:
        copy = copy.model_copy(update={"publisher": copied.publisher})
    after = apply(graph, evidence(90, "hyp_A1", copy, side, weight))
    joined = len(heard(after)) < len(heard(graph))
    assert joined or strength(after, A1) == strength(graph, A1)


@given(pages=st.lists(sources(), max_size=8), data=st.data())
def test_voices_do_not_depend_on_order(pages: list[Source], data: st.DataObject) -> None:
    named = [(page_hash(str(number)), source) for number, source in enumerate(pages)]
    shuffled = data.draw(st.permutations(named))
    assert voices(dict(named)) == voices(dict(shuffled))


@given(graph=graphs())
def test_each_voice_counts_once_on_a_side(graph: CogniGraph) -> None:
    for side in ("SUPPORTS", "CONTRADICTS"):
        found = terms(graph, A1, side)
        assert len({term.voice for term in found}) == len(found)
        assert side_units(found) == sum(term.units for term in found)
