"""What a list of edits means to someone who watches."""

from collections.abc import Iterable, Iterator

from pathfinder.protocols import edits as e
from pathfinder.protocols.events import (
    ConflictSettled,
    Event,
    FailureTold,
    FindingClassified,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
)
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.judgement import Finding


def told(graph: CogniGraph, edits: Iterable[e.GraphEdit]) -> Iterator[Event]:
    """The events of edits that are about to be applied to a graph."""
    for edit in edits:
        match edit:
            case e.SetStrength() if edit.hypothesis in graph.hypotheses:
                before = graph.hypotheses[edit.hypothesis].strength
                yield StrengthMoved(hypothesis=edit.hypothesis, before=before, after=edit.strength)
            case e.SetStatus():
                before_status = graph.hypotheses[edit.hypothesis].status
                yield StatusMoved(
                    hypothesis=edit.hypothesis, before=before_status, after=edit.status, because=""
                )
            case e.Reject() if edit.hypothesis in graph.hypotheses:
                before_status = graph.hypotheses[edit.hypothesis].status
                yield StatusMoved(
                    hypothesis=edit.hypothesis, before=before_status, after="rejected", because=edit.because
                )
            case e.UpdateConflict() if edit.edge.resolved and edit.edge.resolution_type is not None:
                yield ConflictSettled(
                    first=edit.edge.first,
                    second=edit.edge.second,
                    type=edit.edge.resolution_type,
                    resolution=edit.edge.resolution or "",
                )
            case e.SetFinding():
                yield from _judged(graph, edit)
            case e.AddFailure():
                yield FailureTold(failure=edit.failure)
            case _:
                pass


def _judged(graph: CogniGraph, edit: e.SetFinding) -> Iterator[Event]:
    """A new class, or else a verdict: the edit that classifies still carries the verdict of before."""
    finding, before = edit.finding, graph.findings.get(edit.hypothesis, Finding())
    if finding.verdict is not None and finding.classes == before.classes:
        yield VerdictGiven(hypothesis=edit.hypothesis, verdict=finding.verdict)
    elif finding.classes != before.classes:
        last = finding.classes[-1]
        yield FindingClassified(
            hypothesis=edit.hypothesis,
            round=last.round,
            finding_class=last.finding_class,
            because=last.because,
        )
