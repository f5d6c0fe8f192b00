"""What stands around strong papers is looked up once, recorded, and a catalogue that fails costs nothing."""

import asyncio

import pytest

from pathfinder.adapters.metering.snowball import snowballed
from pathfinder.protocols.errors import AttemptFailed, KeyRefused
from pathfinder.protocols.graph.edits import AddFailure, AddKeyword
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.types import CogniGraph, Source
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.fakes.memory_journal import MemoryJournal


class Around:
    """Says one thing, and counts how often it is asked."""

    def __init__(self, says: tuple[str, ...] | Exception) -> None:
        self.says = says
        self.asked: list[Source] = []

    async def titles(self, paper: Source) -> tuple[str, ...]:
        self.asked.append(paper)
        if isinstance(self.says, Exception):
            raise self.says
        return self.says


def strong(*numbers: int) -> CogniGraph:
    """A claim that papers bear out, read in the last iteration."""
    note = PaperNote(name="1", catalogue="arxiv")
    papers = [a_source(f"https://arxiv.org/abs/2601.0000{n}", work=f"arxiv:{n}", paper=note) for n in numbers]
    edits = [edit for n, paper in zip(numbers, papers, strict=True) for edit in evidence(n, "hyp_A1", paper)]
    graph = a_graph([("hyp_A1", a_hypothesis(strength=0.7))], *edits)
    return graph.model_copy(update={"iteration": 1})


def test_titles_become_directions_and_a_resume_asks_nobody() -> None:
    journal, around = MemoryJournal(), Around(("Heat in soil", "Wells"))
    first = asyncio.run(snowballed(strong(1), journal, around))
    assert [edit.keyword.keyword for edit in first if isinstance(edit, AddKeyword)] == [
        "Heat in soil",
        "Wells",
    ]
    assert asyncio.run(snowballed(strong(1), journal.copy(), around)) == first
    assert len(around.asked) == 1


def test_two_papers_with_one_neighbour_bring_it_once() -> None:
    edits = asyncio.run(snowballed(strong(1, 2), MemoryJournal(), Around(("Heat in soil",))))
    assert len(edits) == 1


@pytest.mark.parametrize("error", [AttemptFailed("HTTP 429", retryable=True), KeyRefused("no key")])
def test_a_catalogue_that_fails_is_told_and_the_run_goes_on(error: Exception) -> None:
    (edit,) = asyncio.run(snowballed(strong(1), MemoryJournal(), Around(error)))
    assert isinstance(edit, AddFailure)
    assert str(error) in edit.failure.reason


def test_without_a_catalogue_nothing_is_asked() -> None:
    assert asyncio.run(snowballed(strong(1), MemoryJournal(), None)) == ()
