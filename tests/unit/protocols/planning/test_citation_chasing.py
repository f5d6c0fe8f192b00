"""Which papers are followed, and what of it becomes a direction."""

from typing import Any

from pathfinder.protocols.graph.edits import AddKeyword
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Keyword
from pathfinder.protocols.planning.citation_chasing import (
    MOST_TITLES,
    MOST_WAITING,
    directions,
    strong_papers,
)
from tests.builders import a_graph, a_hypothesis, a_source, evidence

NOTE = PaperNote(name="1", catalogue="arxiv")


def graph_with(
    strength: float = 0.6, *, iteration: int = 1, type_: str = "SUPPORTS", weight: float = 0.8, **source: Any
) -> CogniGraph:
    """A claim that one paper bears out, read in the last iteration unless said otherwise."""
    fields = {"work": "arxiv:2601.00001", "paper": NOTE, **source}
    known = a_source("https://arxiv.org/abs/2601.00001", **fields)
    claim = a_hypothesis(strength=strength)
    graph = a_graph([("hyp_A1", claim)], *evidence(1, "hyp_A1", known, type_, weight))
    return graph.model_copy(update={"iteration": iteration})


def test_a_paper_that_bears_out_a_claim_is_followed_once() -> None:
    assert [paper.work for paper in strong_papers(graph_with())] == ["arxiv:2601.00001"]
    assert strong_papers(graph_with(iteration=2)) == ()


def test_a_weak_claim_a_plain_page_and_a_retracted_paper_are_not_followed() -> None:
    assert strong_papers(graph_with(0.5)) == ()
    assert strong_papers(graph_with(paper=None)) == ()
    assert strong_papers(graph_with(retracted="taken back")) == ()
    assert strong_papers(graph_with(type_="CONTRADICTS")) == ()
    assert strong_papers(graph_with(weight=0.5)) == ()


def test_many_waiting_directions_are_enough() -> None:
    graph = graph_with()
    waiting = [AddKeyword(keyword=Keyword(keyword=f"direction {n}")) for n in range(MOST_WAITING)]
    assert strong_papers(apply(graph, waiting)) == ()


def test_titles_become_keywords_once_and_few() -> None:
    graph = graph_with()
    (paper,) = strong_papers(graph)
    titles = ["Heat in soil", "heat  IN soil", " ", "Wells", "Clay", "Sand", "Drills"]
    edits = list(directions(graph, paper, titles))
    assert [edit.keyword.keyword for edit in edits] == ["Heat in soil", "Wells", "Clay"]
    assert len(edits) == MOST_TITLES
    assert {edit.keyword.origin for edit in edits} == {"arxiv:2601.00001"}
    assert [edit.keyword.keyword for edit in directions(apply(graph, edits), paper, titles)] == [
        "Sand",
        "Drills",
    ]
