"""A claim or an observation for people: a figure that no quote says is marked where it stands."""

from typing import Any

from pathfinder.protocols.evidence.marked_text import claim_text, loose_figures, observation_text, raised_text
from pathfinder.protocols.graph.edits import AddEdge, AddHypothesis, AddObservation, AddSource, GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from tests.builders import a_graph, a_hypothesis, a_source, an_observation, page_hash

A1, B1 = HypothesisId("hyp_A1"), HypothesisId("hyp_B1")
CLAIM = "Heat pumps cut heating costs by [42] per cent."


def evidence(number: int, source: Source, **fields: Any) -> list[GraphEdit]:
    """An observation on a page of its own that speaks for the claim."""
    page, name = page_hash(f"{source.url} {number}"), ObservationId(f"obs_{number}")
    edge = {"from": name, "to": A1, "type": "SUPPORTS", "weight": 0.8, "created_at": 0}
    return [
        AddSource(page=page, source=source),
        AddObservation(name=name, observation=an_observation(source, page, **fields)),
        AddEdge(edge=EvidenceEdge.model_validate(edge)),
    ]


def a_session() -> CogniGraph:
    known = a_hypothesis(CLAIM, unbound=("42",))
    return a_graph([(A1, known)], *evidence(1, a_source(), quote="they cut the bill", summary=CLAIM))


def test_a_loose_figure_is_marked_in_the_language_of_the_session() -> None:
    graph = a_session()
    marked = "Heat pumps cut heating costs by [42 (not in a quote)] per cent."

    assert claim_text(graph, A1) == marked
    assert observation_text(graph, ObservationId("obs_1")) == marked
    assert raised_text(graph.hypotheses[A1], "en") == marked
    korean = graph.model_copy(update={"question": "히트펌프는 이득인가?"})
    assert "[42 (인용에 없음)]" in claim_text(korean, A1)


def test_a_site_that_is_cited_and_a_count_of_the_sources_are_no_figures() -> None:
    claim = a_hypothesis("Two studies say so, one of them at two.example (obs_1).")
    pages = (a_source("https://one.example/a"), a_source("https://www.two.example/b"))
    graph = a_graph([(A1, claim)], *(edit for at, page in enumerate(pages, 1) for edit in evidence(at, page)))

    assert claim_text(graph, A1) == claim.summary


def test_a_figure_is_no_longer_marked_when_a_later_quote_says_it() -> None:
    graph = a_session()
    assert [number.raw for number in loose_figures(graph, A1)] == ["42"]

    later = apply(graph, evidence(2, a_source("https://two.example/b"), quote="costs fell by [42]"))

    assert loose_figures(later, A1) == ()
    assert claim_text(later, A1) == CLAIM


def test_a_figure_may_stand_in_the_heading_the_title_or_the_date_of_its_page() -> None:
    claim = a_hypothesis("A study of 64 houses in 2021 found 3.9 degrees in May.")
    source = a_source(title="Room temperatures in 64 houses", date="2021-05-18")
    graph = a_graph([(A1, claim)], *evidence(1, source, quote="They were 3.9 degrees cooler"))

    assert [number.raw for number in loose_figures(graph, A1)] == []
    elsewhere = a_graph([(A1, claim)], *evidence(1, a_source(), quote="They were 3.9 degrees cooler"))
    assert {"64", "2021"} <= {number.raw for number in loose_figures(elsewhere, A1)}


def test_an_idea_rests_on_what_it_was_derived_from() -> None:
    idea = a_hypothesis("Half of it is lost.", type="B", derived_from=("obs_1", "hyp_A1"))
    graph = apply(a_session(), [AddHypothesis(name=B1, hypothesis=idea)])
    assert claim_text(graph, B1) == "Half (not in a quote) of it is lost."

    bound = a_graph(
        [(A1, a_hypothesis("x"))],
        *evidence(1, a_source(), quote="50% of it"),
        AddHypothesis(name=B1, hypothesis=idea),
    )
    assert claim_text(bound, B1) == "Half of it is lost."


def test_what_has_no_quote_at_all_is_told_as_a_whole_elsewhere() -> None:
    graph = a_graph(
        [(A1, a_hypothesis("x"))],
        *evidence(1, a_source(), summary="It fell by 42.", quote=None, offset=None),
    )

    assert observation_text(graph, ObservationId("obs_1")) == "It fell by 42."
