"""Two claims in nearly the same words that the Judge calls opposed are counted."""

from typing import Literal

import pytest

from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import ClaimRef, PairLabel
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, Iid
from pathfinder.protocols.judging.contradictions import METRIC, counted

CLAIM = ClaimRef(iid=Iid("WEB-HYPA1-S1-I1-R1.0"), key="c1")
OTHER = HypothesisId("hyp_A1")


@pytest.mark.parametrize(
    ("similarity", "label", "expected"),
    [(0.9, "opposes", 1), (0.85, "opposes", 0), (0.9, "same", 0), (0.9, "separate", 0)],
)
def test_near_and_opposed(
    similarity: float, label: Literal["same", "opposes", "separate"], expected: int
) -> None:
    pair = CandidatePair(
        claim=CLAIM, summary="a is b", other=OTHER, other_summary="a is not b", similarity=similarity
    )
    labels = (PairLabel(claim=CLAIM, other=OTHER, label=label),)
    graph = CogniGraph(question="q")
    graph = apply(graph, counted(graph, (pair,), labels))
    graph = apply(graph, counted(graph, (pair,), labels))
    assert graph.run.metrics.get(METRIC, 0) == 2 * expected
