"""Whoever finishes first: the same classes, verdicts and evidence, over three iterations with round 3."""

import asyncio
from collections.abc import Iterator
from random import Random
from typing import TypeVar

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.events import FindingClassified
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import FetchedPage, Searched, SearchResult
from pathfinder.protocols.calls.questions import Conclude, ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Classified, Verdict
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.protocols.ids import HypothesisId, PageHash
from pathfinder.protocols.text.queries import similarity
from tests.scenario.staged import DirectSources, Heard
from tests.worlds import QUESTION, respond

A = TypeVar("A", bound=Frozen)
ITERATIONS = 3


class Paced:
    """A model and sources in a hurry or not: each Explorer has a pace, and each call a delay on top of it."""

    engine = "scripted"

    def __init__(self, seed: int | None) -> None:
        self._seed = seed
        self._script = ScriptedModel(respond=respond)
        self._sources = DirectSources()
        self.answered: list[tuple[str, str]] = []
        """The kind and the step of each answer, in the order in which they came back."""

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        await self._wait(f"{step.iteration} {step.round} {step.pass_} {step.slot}", step.key)
        outcome = (await self._script.reply(ask, step)).outcome
        self.answered.append((ask.name, step.key))
        return outcome

    async def search(self, query: str, iteration: int) -> Searched:
        await self._wait("searches", query)
        return await self._sources.search(query, iteration)

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        await self._wait("pages", found.url)
        return await self._sources.page(found, iteration)

    async def stored(self, page: PageHash) -> StoredPage:
        return await self._sources.stored(page)

    async def _wait(self, pace: str, call: str) -> None:
        if self._seed is not None:
            own, more = Random(f"{self._seed} {pace}"), Random(f"{self._seed} {pace} {call}")
            for _ in range(own.randint(0, 8) + more.randint(0, 4)):
                await asyncio.sleep(0)


class Run:
    """Three iterations at the pace of a seed."""

    def __init__(self, seed: int | None = None) -> None:
        self.paced, self.heard = Paced(seed), Heard()
        deps = IterationDeps(model=self.paced, sources=self.paced, similarity=similarity, events=self.heard)
        self.graph = CogniGraph(question=QUESTION)
        for _ in range(ITERATIONS):
            self.graph = asyncio.run(iterate(self.graph, deps)).graph

    def judged(self) -> dict[HypothesisId, tuple[tuple[Classified, ...], Verdict | None]]:
        return {name: (known.classes, known.verdict) for name, known in self.graph.findings.items()}

    def of_round_three(self) -> tuple[str, ...]:
        """Challenges and second looks as they were answered."""
        return tuple(step for _, step in self.paced.answered if "/3.1/" in step or "/3.2/" in step)

    def came_back(self, call: str) -> tuple[str, ...]:
        return tuple(step for name, step in self.paced.answered if name == call)


def orders(runs: list[Run]) -> Iterator[tuple[str, int, int]]:
    """In how many different orders the runs finished what they had to do, and how many there must be.

    Claims are reviewed in one call here, so that a review has no order of its own, but one beside Explorers.
    """
    yield "conclusions", len({run.came_back(Conclude.name) for run in runs}), 20
    yield "pages", len({run.came_back(ReadPage.name) for run in runs}), 20
    yield "both tracks", len({run.of_round_three() for run in runs}), 20


@pytest.mark.soak
def test_the_same_classes_verdicts_and_evidence_whoever_finishes_first(
    request: pytest.FixtureRequest,
) -> None:
    soaking = request.config.getoption("--soak") is not None
    count, first = (1_000, request.config.getoption("--seed") * 1_000) if soaking else (30, 0)
    plain = Run()
    evidence, findings, judged = evidence_bytes(plain.graph), plain.graph.findings, plain.judged()
    assert any(event.round == 3 for event in plain.heard.events if isinstance(event, FindingClassified))
    assert {classes[-1].finding_class for classes, _ in judged.values()} >= {"AGREED", "DISAGREED"}
    shown: list[Run] = []
    for seed in range(first, first + count):
        run = Run(seed)
        assert run.judged() == judged, seed
        assert run.graph.findings == findings, seed
        assert evidence_bytes(run.graph) == evidence, seed
        shown = [*shown, run][-30:]
    assert all(different >= enough for _, different, enough in orders(shown)), list(orders(shown))
