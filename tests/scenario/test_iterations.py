"""Whole iterations on a scripted model: the cadence, and what goes wrong without ending the run."""

from collections import Counter
from typing import Any

import pytest

from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.events import ExplorerReturned, PhaseEntered
from pathfinder.protocols.calls.questions import (
    ChoosePages,
    Conclude,
    Decompose,
    Ideate,
    LabelPairs,
    ReadPage,
    RuleOnResolution,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph_file import evidence_bytes, graph_bytes
from pathfinder.protocols.text.queries import normalize
from tests.scenario.staged import PAGES, Stage, unless


def test_nine_iterations_bring_evidence_ideas_and_verdicts() -> None:
    stage = Stage()
    graph = stage.run(9)
    assert list(breaches(graph)) == []
    assert graph.iteration == 9
    assert len(graph.observations) > 20
    assert {known.status for known in graph.hypotheses.values()} >= {"verified", "tested"}
    assert [name for name in graph.hypotheses if name.startswith("hyp_B")] == ["hyp_B1", "hyp_B2"]
    assert all(
        known.verdict is not None for name, known in graph.hypotheses.items() if name in graph.findings
    )
    assert graph.health.last_check == 5
    ideate = [e.iteration for e in stage.heard.events if isinstance(e, PhaseEntered) and e.phase == "IDEATE"]
    assert ideate == [4, 7]


def test_no_search_is_made_twice_and_every_iteration_makes_a_new_one() -> None:
    graph = Stage().run(9)
    made = Counter(search.normalized for search in graph.searches)
    assert max(made.values()) == 1
    assert {search.iteration for search in graph.searches} == set(range(9))


@pytest.mark.soak
def test_the_same_answers_give_the_same_evidence_in_any_finishing_order(
    request: pytest.FixtureRequest,
) -> None:
    count = 500 if request.config.getoption("--soak") else 30
    plain = evidence_bytes(Stage().run(2))
    for seed in range(count):
        assert evidence_bytes(Stage(seed=seed).run(2)) == plain, seed


@pytest.mark.parametrize(
    "question",
    [Decompose, WriteBriefs, ChoosePages, ReadPage, Conclude, LabelPairs, RuleOnResolution, Ideate],
)
def test_a_question_nobody_can_answer_costs_only_itself(question: type[Ask[Any]]) -> None:
    graph = Stage(respond=unless(lambda ask, _: isinstance(ask, question))).run(4)
    assert graph.iteration == 4
    assert list(breaches(graph)) == []
    if question not in (RuleOnResolution, ReadPage):
        assert graph.observations
    told = [failure.reason for failure in graph.failures]
    assert question is RuleOnResolution or "could not be read" in told


def test_one_failed_explorer_costs_its_own_report() -> None:
    def broken(ask: Ask[Any], step: Step) -> bool:
        return step.slot == 2 and step.round == 1 and isinstance(ask, ReadPage | Conclude)

    stage = Stage(respond=unless(broken))
    graph = stage.run(1)
    events = (e for e in stage.heard.events if isinstance(e, ExplorerReturned))
    returned = {e.iid: e for e in events if "-R1." in e.iid}
    assert Counter(e.claims > 0 for e in returned.values())[False] == 1
    assert graph.observations


def test_what_cannot_be_reached_is_in_the_failure_ledger() -> None:
    dead = PAGES[0].source.url
    graph = Stage(failing={dead: "it timed out"}).run(3)
    assert next((f.kind, f.reason) for f in graph.failures if f.what == dead) == (
        "unreachable",
        "it timed out",
    )
    assert dead not in {source.url for source in graph.sources.values()}


def test_why_a_page_could_not_be_reached_is_said_in_korean_too() -> None:
    dead = PAGES[0].source.url
    graph = Stage(failing={dead: Message("pdf-without-text")}).run(1)
    assert [said(f.reason, "ko") for f in graph.failures if f.what == dead] == ["PDF에 글이 없습니다."]


def test_a_search_that_fails_is_told_and_the_others_go_on() -> None:
    first = Stage().run(1).searches[0].query
    graph = Stage(failing={first: "the engine is down"}).run(1)
    assert ("unreachable", "the engine is down") in {(f.kind, f.reason) for f in graph.failures}
    assert normalize(first) not in {search.normalized for search in graph.searches}
    assert graph.observations


def test_the_archive_of_an_iteration_is_its_edits() -> None:
    from pathfinder.protocols.graph.reducer import apply

    graph = Stage().run(2)
    iterated = Stage().iterate(graph)
    assert graph_bytes(apply(graph, iterated.edits)) == graph_bytes(iterated.graph)
