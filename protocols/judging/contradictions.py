"""Contradictions that similarity found: two claims in nearly the same words that the Judge calls opposed."""

from collections.abc import Sequence

from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import PairLabel
from pathfinder.protocols.graph.edits import SetRun
from pathfinder.protocols.graph.types import CogniGraph

NEARLY_THE_SAME = 0.85
METRIC = "contradictions_by_similarity"


def counted(
    graph: CogniGraph, pairs: Sequence[CandidatePair], labels: Sequence[PairLabel]
) -> tuple[SetRun, ...]:
    """The run with as many more of them; nothing where there are none."""
    near = {(pair.claim, pair.other) for pair in pairs if pair.similarity > NEARLY_THE_SAME}
    found = sum(label.label == "opposes" and (label.claim, label.other) in near for label in labels)
    if not found:
        return ()
    metrics = {**graph.run.metrics, METRIC: graph.run.metrics.get(METRIC, 0) + found}
    return (SetRun(run=graph.run.model_copy(update={"metrics": metrics})),)
