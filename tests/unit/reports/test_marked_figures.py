"""A figure that no quote says is marked in every view that shows it, in both languages."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from pathfinder.cli.commands.explain import explained
from pathfinder.cli.screen.status import status_rows
from pathfinder.orchestrator.edit_events import events_for
from pathfinder.protocols.calls.events import HypothesisRaised
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddHypothesis,
    AddObservation,
    AddSource,
    CloseIteration,
    GraphEdit,
    SetFinding,
)
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.reports.export.evidence import evidence_csv
from pathfinder.reports.export.graphml import graphml
from pathfinder.reports.markdown.diff import difference, difference_lines
from pathfinder.reports.markdown.recalled import recalled_lines
from pathfinder.reports.markdown.summary import summary
from pathfinder.reports.session_files import SessionFiles
from tests.builders import a_graph, a_hypothesis, a_source, an_observation, page_hash

A1, B1 = HypothesisId("hyp_A1"), HypothesisId("hyp_B1")
SAID = {
    "en": ("Do heat pumps pay?", "Heat pumps cut heating costs by [42] per cent.", "(not in a quote)"),
    "ko": ("히트펌프는 이득인가?", "히트펌프는 난방비를 42퍼센트 줄인다.", "(인용에 없음)"),
}
LISTED = re.compile(r"(?m)^- (?:Not found in its quotes|인용에 없는 숫자): .*$")
"""The list of loose figures under a claim."""


def evidence(number: int, source: Source, **fields: Any) -> list[GraphEdit]:
    """An observation on a page of its own that speaks for the claim."""
    page, name = page_hash(f"{source.url} {number}"), ObservationId(f"obs_{number}")
    edge = {"from": name, "to": A1, "type": "SUPPORTS", "weight": 0.8, "created_at": 0}
    return [
        AddSource(page=page, source=source),
        AddObservation(name=name, observation=an_observation(source, page, **fields)),
        AddEdge(edge=EvidenceEdge.model_validate(edge)),
    ]


def a_session(tongue: str) -> CogniGraph:
    """As a session of an earlier version has it: the claim passed, and so did the summary of its quote."""
    question, claim, _ = SAID[tongue]
    quote = "heat pumps cut the bill"
    known = a_hypothesis(claim, status="tested", unbound=("42", "42퍼센트"))
    return a_graph(
        [(A1, known)],
        *evidence(1, a_source(), quote=quote, summary=claim),
        SetFinding(hypothesis=A1, finding=Finding()),
        CloseIteration(),
        question=question,
    )


def views(graph: CogniGraph, tongue: str) -> Iterator[tuple[str, str]]:
    yield from SessionFiles()(graph)
    yield "evidence.csv", evidence_csv(graph)
    yield "graphml", graphml(graph)
    yield "terminal", "\n".join(summary(graph))
    yield "status", "\n".join(" ".join(row) for row in status_rows(graph, "s", None))
    yield "explain", "\n".join(explained(graph, A1))
    yield "diff", "\n".join(difference_lines(difference(CogniGraph(question="?"), graph)))
    edits = [AddHypothesis(name=A1, hypothesis=graph.hypotheses[A1])]
    yield "recall", "\n".join(recalled_lines(1, edits, "ko" if tongue == "ko" else "en"))
    for event in events_for(CogniGraph(question=graph.question), edits):
        assert isinstance(event, HypothesisRaised)
        yield "raised", event.summary


@pytest.mark.parametrize("tongue", ["en", "ko"])
def test_no_view_shows_a_loose_figure_without_its_mark(tongue: str) -> None:
    mark = re.escape(SAID[tongue][2])
    seen = set()
    for name, text in views(a_session(tongue), tongue):
        shown = LISTED.sub("", text).replace("\\", "")
        figures = re.findall(rf"42(?:퍼센트)?(?P<mark> {mark})?", shown)
        assert all(figures), (name, text)
        seen |= {name} if figures else set()

    named = {"findings.md", "hypotheses.md", "state.json", "evidence.csv", "graphml", "hypotheses/hyp_A1.md"}
    assert seen >= named | {"terminal", "status", "explain", "diff", "recall", "raised"}
