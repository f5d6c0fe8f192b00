"""A graph file comes back as it was, or is refused in one sentence and left alone."""

import gc
import json
from typing import Any

import pytest
from pydantic import ValidationError

from pathfinder.protocols.errors import GraphFileRefused
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.graph_file import evidence_bytes, graph_bytes, read_graph
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

BY_HAND: dict[str, Any] = {
    "question": "지열 난방은 대단지에서 경제적인가?",
    "iteration": 4,
    "observations": {
        "obs_1": {
            "summary": "Ground loops cut the heating bill of 312 flats by 41 per cent (Ode 2023)",
            "authority": 0.9,
            "source_url": "https://heat.example/ode",
            "source_type": "paper",
            "created_at": 1,
        },
        "obs_2": {
            "summary": "Drilling doubled in price",
            "authority": 0.85,
            "source_url": "https://docs.example/drill",
            "source_type": "official_doc",
            "created_at": 2,
        },
    },
    "hypotheses": {
        "hyp_1": {
            "type": "A",
            "summary": "Ground heat pays off in large estates",
            "strength": 0.7,
            "status": "verified",
            "visit_count": 2,
            "last_visited": 3,
            "created_at": 1,
            "reasoning_tool": None,
            "verify_keywords": ["district ground loop payback"],
        },
        "hyp_2": {
            "type": "B",
            "summary": "It pays off only where drilling is shared",
            "strength": 0.4,
            "status": "unvisited",
            "visit_count": 0,
            "last_visited": None,
            "created_at": 3,
            "reasoning_tool": "inversion",
            "verify_keywords": [],
        },
        "hyp_3": {
            "type": "A",
            "summary": "It never pays off",
            "strength": 0.18,
            "status": "rejected",
            "visit_count": 1,
            "last_visited": 2,
            "created_at": 1,
            "reasoning_tool": None,
            "verify_keywords": [],
        },
    },
    "edges": [
        {
            "from": "obs_1",
            "to": "hyp_1",
            "type": "SUPPORTS",
            "weight": 0.8,
            "created_at": 1,
            "resolved": False,
            "resolution": None,
        },
        {
            "from": "hyp_1",
            "to": "hyp_2",
            "type": "CONFLICTS",
            "weight": 1.0,
            "created_at": 3,
            "resolved": False,
            "resolution": None,
        },
    ],
    "lens_index": 2,
    "unexplored": [{"keyword": "shared drilling", "from": "hyp_2", "used": False}],
    "health": {"last_check": 0, "issues": []},
}


def refused(written: bytes | dict[str, Any]) -> str:
    data = written if isinstance(written, bytes) else json.dumps(written).encode()
    with pytest.raises(GraphFileRefused) as refusal:
        read_graph(data, "cognigraph.json")
    sentence = str(refusal.value)
    assert sentence.startswith("cognigraph.json")
    assert "\n" not in sentence
    assert sentence.endswith("The file was not changed.")
    return sentence


def changed(**fields: Any) -> dict[str, Any]:
    return {"format": 1, **BY_HAND, **fields}


def test_a_file_written_by_hand_loads_and_keeps_its_ids() -> None:
    graph = read_graph(json.dumps(BY_HAND, ensure_ascii=False).encode(), "cognigraph.json")
    assert graph.question == "지열 난방은 대단지에서 경제적인가?"
    assert list(graph.hypotheses) == ["hyp_1", "hyp_2", "hyp_3"]
    assert graph.observations["obs_2"].source_type == "official"  # type: ignore[index]  # ids are plain text in JSON
    assert graph.unexplored[0].keyword == "shared drilling"


def test_observations_without_a_quote_carry_no_weight() -> None:
    graph = read_graph(json.dumps(BY_HAND).encode(), "cognigraph.json")
    first, _, rejected = graph.hypotheses.values()
    assert not any(observation.verified for observation in graph.observations.values())
    assert (first.strength, first.status) == (0.5, "tested")
    assert first.history[-1].action == "IMPORT"
    assert first.history[-1].change == -0.2
    assert (rejected.strength, rejected.status) == (0.18, "rejected")


def test_a_graph_of_our_own_comes_back_as_it_was() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis("하나")), ("hyp_A2", a_hypothesis("two"))],
        *evidence(1, "hyp_A1", a_source()),
        a_conflict("hyp_A1", "hyp_A2"),
    )
    again = read_graph(graph_bytes(graph), "cognigraph.json")
    assert again == graph
    assert graph_bytes(again) == graph_bytes(graph)
    assert graph_bytes(graph).startswith(b'{\n "format": 1,')


def test_the_order_in_which_a_graph_was_built_does_not_show() -> None:
    one = a_graph([("hyp_A1", a_hypothesis("one")), ("hyp_A2", a_hypothesis("two"))])
    other = a_graph([("hyp_A2", a_hypothesis("two")), ("hyp_A1", a_hypothesis("one"))])
    assert graph_bytes(one) == graph_bytes(other)
    assert evidence_bytes(one) == evidence_bytes(other)


def test_a_cut_file_is_refused_wherever_it_is_cut() -> None:
    whole = graph_bytes(apply(CogniGraph(question="Q"), ()))
    for length in range(len(whole) - 2):
        assert "cut or damaged" in refused(whole[:length]) or length == 0
    assert "it is empty" in refused(b"")


@pytest.mark.parametrize(
    ("written", "words"),
    [
        (changed(format=2), "format 2 is newer than this program reads (1)"),
        (changed(format="1"), "'1' is not a format number"),
        (changed(format=True), "True is not a format number"),
        (changed(format=0), "0 is not a format number"),
        (b"[]", "does not hold a graph"),
        (b"\xff\xfe", "byte 0: it is not UTF-8"),
        (b'{"question": NaN}', "NaN is not a number"),
        (b'{"question": ' + b"9" * 5000 + b"}", "a number that cannot be read"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"observations": {"obs_1": {}, "obs_1": {}}}', "obs_1: the id or key stands twice"),
        (
            changed(edges=[*BY_HAND["edges"], BY_HAND["edges"][0]]),
            "edges[0]: the edge obs_1 hyp_1 SUPPORTS stands",
        ),
        (changed(edges=[{**BY_HAND["edges"][0], "to": "hyp_9"}]), "edges[0]: it leads to hyp_9"),
        (changed(edges=[{**BY_HAND["edges"][0], "from": "obs_9"}]), "edges[0]: it leads to obs_9"),
        (changed(edges=[{**BY_HAND["edges"][1], "to": "hyp_9"}]), "edges[0]: it leads to hyp_9"),
        (changed(edges=[{**BY_HAND["edges"][1], "to": "hyp_1"}]), "hyp_1 conflicts with itself"),
        (changed(edges=[{**BY_HAND["edges"][0], "weight": 0.7}]), "a weight is 0.8, 0.5 or 0.3"),
        (changed(edges=["obs_1"]), "edges.0"),
        (changed(edges=[{**BY_HAND["edges"][0], "resolved": True}]), "resolved"),
        (changed(surprise=1), "surprise: Extra inputs are not permitted"),
        (changed(question=None), "question: Input should be a valid string"),
        (changed(sub_questions={"sq_1": {"text": "a", "depends_on": ["sq_2"]}}), "it depends on sq_2"),
        (changed(sub_questions={"sq_1": {"text": "a", "answered_by": ["hyp_9"]}}), "it is answered by hyp_9"),
        (changed(findings={"hyp_9": {}}), "findings.hyp_9: there is no such hypothesis"),
        (
            changed(findings={"hyp_1": {"verdict": {"tag": "Likely", "because": "x"}}}),
            "hypotheses.hyp_1: its verdict is not that of its finding",
        ),
        (
            changed(
                hypotheses={"hyp_1": {**BY_HAND["hypotheses"]["hyp_1"], "merged_into": "hyp_1"}}, edges=[]
            ),
            "hypotheses.hyp_1: following what it is merged into leads back to it",
        ),
        (
            changed(
                hypotheses={"hyp_1": {**BY_HAND["hypotheses"]["hyp_1"], "merged_into": "hyp_9"}}, edges=[]
            ),
            "hypotheses.hyp_1: it is merged into hyp_9",
        ),
        (
            changed(
                hypotheses={"hyp_1": {**BY_HAND["hypotheses"]["hyp_1"], "derived_from": ["obs_9"]}}, edges=[]
            ),
            "hypotheses.hyp_1: it is derived from obs_9",
        ),
        (
            changed(observations={"obs_1": {**BY_HAND["observations"]["obs_1"], "page": "0" * 64}}, edges=[]),
            "observations.obs_1: its page 000000000000 is not among the sources",
        ),
        (
            changed(
                concepts={
                    "relations": [{"from": "a_001", "to": "b_001", "relation": "enables", "confidence": 1}]
                }
            ),
            "concepts.relations[0]: it names a_001",
        ),
    ],
)
def test_damage_is_named_with_its_place(written: bytes | dict[str, Any], words: str) -> None:
    assert words in refused(written)


def test_clock_readings_spend_and_failures_are_no_evidence() -> None:
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", a_source()))
    later = a_graph(
        [("hyp_A1", a_hypothesis())],
        *evidence(1, "hyp_A1", a_source(retrieved_at="2026-11-16T02:00:00Z")),
    )
    assert graph_bytes(graph) != graph_bytes(later)
    assert evidence_bytes(graph) == evidence_bytes(later)


def test_a_whole_graph_has_no_breach() -> None:
    whole = changed(
        sub_questions={
            "sq_1": {"text": "a", "answered_by": ["hyp_1"]},
            "sq_2": {"text": "b", "depends_on": ["sq_1"]},
        },
        concepts={
            "nodes": {
                "heat_001": {"label": "heat", "type": "concept", "confidence": 1},
                "loop_001": {"label": "loop", "type": "technology", "confidence": 1},
            },
            "relations": [{"from": "loop_001", "to": "heat_001", "relation": "enables", "confidence": 1}],
        },
    )
    assert list(breaches(read_graph(json.dumps(whole).encode(), "cognigraph.json"))) == []


def test_an_edge_that_is_no_object_is_refused() -> None:
    with pytest.raises(ValidationError):
        EvidenceEdge.model_validate("obs_1")


@pytest.mark.parametrize("looked", [True, False])
def test_reading_leaves_the_search_for_garbage_as_it_was_even_when_it_refuses(looked: bool) -> None:
    before = gc.isenabled()
    (gc.enable if looked else gc.disable)()
    try:
        read_graph(graph_bytes(a_graph()), "graph")
        assert gc.isenabled() is looked
        with pytest.raises(GraphFileRefused):
            read_graph(b"{", "graph")
        assert gc.isenabled() is looked
    finally:
        (gc.enable if before else gc.disable)()
