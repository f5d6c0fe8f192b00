"""Concepts and relations come from quotes that were found, from papers and from words that say how."""

from typing import Any

import pytest

from pathfinder.protocols.graph.edits import AddConcept, AddHypothesis, AddObservation, AddRelation, GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.planning import knowledge
from pathfinder.protocols.planning.knowledge import concept_edits, kind
from tests.builders import a_hypothesis, a_source, evidence

CLAIM = AddHypothesis(name=HypothesisId("hyp_A1"), hypothesis=a_hypothesis("Loop heating saves power"))
GRAPH = apply(CogniGraph(question="q"), [CLAIM])


def quoted(number: int, source: Source, type_: str = "SUPPORTS", **observation: Any) -> list[GraphEdit]:
    """An observation with concepts, and its edge to the claim."""
    made: list[GraphEdit] = []
    for edit in evidence(number, "hyp_A1", source, type_):
        if isinstance(edit, AddObservation):
            changed = edit.observation.model_copy(update=observation)
            made.append(edit.model_copy(update={"observation": changed}))
        else:
            made.append(edit)
    return made


def wove(*edits: GraphEdit, graph: CogniGraph = GRAPH) -> CogniGraph:
    """The graph with these edits and what is woven from them."""
    after = apply(graph, edits)
    return apply(after, concept_edits(after, edits))


def paper(number: int, type_: str = "paper", **source: Any) -> Source:
    defaults: dict[str, Any] = {"title": f"On loops {number}", "site": f"site{number}.example"}
    return a_source(f"https://site{number}.example/a", type_, **(defaults | source))


def relations(graph: CogniGraph) -> set[tuple[str, str, str]]:
    labels = {name: node.label for name, node in graph.concepts.nodes.items()}
    return {(labels[one.origin], one.relation, labels[one.to]) for one in graph.concepts.relations}


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Seoul University", "organization"),
        ("서울대학교", "organization"),
        ("Climate Summit", "event"),
        ("GPT-4", "technology"),
        ("heat pump", "technology"),
        ("리튬 배터리", "technology"),
        ("Dr. Kim", "person"),
        ("김철수 교수", "person"),
        ("productivity", "concept"),
    ],
)
def test_spelling_tells_the_type(label: str, expected: str) -> None:
    assert kind(label) == expected


def test_a_paper_is_published_and_bears_on_the_concepts_it_shares_with_the_claim() -> None:
    graph = wove(*quoted(1, paper(1), concepts=("loop heating", "velm")))
    assert relations(graph) == {
        ("On loops 1", "published_by", "site1.example"),
        ("On loops 1", "supports", "loop heating"),
    }
    types = {node.label: node.type for node in graph.concepts.nodes.values()}
    assert (types["On loops 1"], types["site1.example"]) == ("publication", "organization")
    against = wove(*quoted(1, paper(1), "CONTRADICTS", concepts=("power",)))
    assert ("On loops 1", "contradicts", "power") in relations(against)


def test_a_page_that_is_no_paper_gives_concepts_and_no_publication() -> None:
    graph = wove(*quoted(1, paper(1, "blog"), concepts=("loop heating",)))
    assert [node.label for node in graph.concepts.nodes.values()] == ["loop heating"]
    untitled = wove(*quoted(1, paper(1, title=""), concepts=("loop heating",)))
    assert relations(untitled) == set()
    alone = wove(*quoted(1, paper(1, publisher=None), concepts=()))
    assert relations(alone) == set()


def test_what_has_no_checked_quote_says_nothing() -> None:
    graph = wove(*quoted(1, paper(1), quote=None, concepts=("loop heating",)))
    assert graph.concepts.nodes == {}


def test_more_sites_make_a_concept_surer() -> None:
    graph = GRAPH
    for number, expected in ((1, 0.6), (2, 0.8), (3, 0.95), (4, 0.95)):
        edits = quoted(number, paper(number, "blog"), concepts=("Loop  Heating", " "))
        graph = wove(*edits, graph=graph)
        (node,) = graph.concepts.nodes.values()
        assert node.confidence == expected
    again = quoted(9, paper(4, "blog"), concepts=("loop heating",))
    after = apply(graph, again)
    assert concept_edits(after, again) == ()


@pytest.mark.parametrize(
    ("quote", "concepts", "expected"),
    [
        ("The pump is based on the loop", ("pump", "loop"), ("pump", "based_on", "loop")),
        ("The loop enables storage", ("storage", "loop"), ("loop", "enables", "storage")),
        ("The pump is part of the loop", ("pump", "loop"), ("pump", "part_of", "loop")),
        ("The pump was developed by Velm Institute", ("pump", "Velm Institute"), None),
        ("양자역학을 기반으로 한 암호", ("양자역학", "암호"), ("암호", "based_on", "양자역학")),
    ],
)
def test_words_between_two_concepts_say_how_they_are_related(
    quote: str, concepts: tuple[str, ...], expected: tuple[str, str, str] | None
) -> None:
    graph = wove(*quoted(1, paper(1, "blog"), quote=quote, concepts=concepts))
    assert relations(graph) == {expected or ("pump", "developed_by", "Velm Institute")}


def test_standing_in_one_quote_is_no_relation() -> None:
    edits = quoted(1, paper(1, "blog"), quote="The pump and the loop", concepts=("pump", "loop", "sun"))
    assert relations(wove(*edits)) == set()


def test_both_lists_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(knowledge, "MOST_CONCEPTS", 2)
    monkeypatch.setattr(knowledge, "MOST_RELATIONS", 0)
    edits = quoted(1, paper(1), concepts=("loop", "pump", "sun"))
    after = apply(GRAPH, edits)
    made = concept_edits(after, edits)
    assert [edit for edit in made if isinstance(edit, AddRelation)] == []
    assert len([edit for edit in made if isinstance(edit, AddConcept)]) == 2


def test_what_is_related_already_is_not_related_twice() -> None:
    once = wove(*quoted(1, paper(1), concepts=("loop heating",)))
    edits = quoted(2, paper(1), concepts=("loop heating",))
    assert relations(wove(*edits, graph=once)) == relations(once)
    assert len(wove(*edits, graph=once).concepts.relations) == len(once.concepts.relations)


def test_a_long_title_is_one_node_however_many_iterations_meet_it() -> None:
    long = paper(1, title="On loops and what they save in towns of every size " * 3)
    graph = wove(*quoted(1, long, concepts=("Loop heating " * 9,)))
    again = wove(*quoted(2, long, concepts=("Loop heating " * 9,)), graph=graph)
    assert again.concepts.nodes.keys() == graph.concepts.nodes.keys()
    assert again.concepts.relations == graph.concepts.relations
