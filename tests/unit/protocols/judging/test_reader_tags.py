"""Uncertain is split for readers: Reported, Disputed, Open."""

from typing import Any

import pytest

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag, standing_for_readers
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.theses import judged

A = HypothesisId("hyp_A1")


def graph(*sides: tuple[str, str], **fields: Any) -> CogniGraph:
    edits = [
        edit
        for number, (type_, side) in enumerate(sides, start=1)
        for edit in evidence(number, "hyp_A1", a_source(f"https://s{number}.example/x", type_), side)
    ]
    return a_graph([("hyp_A1", a_hypothesis(**fields))], *edits)


@pytest.mark.parametrize(
    ("sides", "tag"),
    [
        ((("paper", "SUPPORTS"),), "Reported"),
        ((("forum", "SUPPORTS"),), "Open"),
        ((("paper", "SUPPORTS"), ("forum", "CONTRADICTS")), "Disputed"),
        ((("paper", "CONTRADICTS"),), "Open"),
        ((), "Open"),
    ],
)
def test_what_is_not_decided_is_told_by_who_speaks(sides: tuple[tuple[str, str], ...], tag: str) -> None:
    assert reader_tag(graph(*sides), A) == tag
    undecided = graph(*sides, verdict=judged("Uncertain", None))
    assert reader_tag(undecided, A) == tag
    assert standing_for_readers(undecided, A) == tag


def test_a_verdict_stands_with_its_side() -> None:
    assert standing_for_readers(graph(verdict=judged("Confirmed", "for")), A) == "Confirmed"
    assert standing_for_readers(graph(verdict=judged("Likely", "against")), A) == "Likely: it does not hold"


def test_a_rejected_claim_does_not_hold_whatever_speaks_for_it() -> None:
    rejected = graph(("paper", "SUPPORTS"), status="rejected")
    assert standing_for_readers(rejected, A) == "Reported: it does not hold"
