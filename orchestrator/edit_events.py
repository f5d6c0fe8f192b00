"""The events that a list of edits means for listeners."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import assert_never

from pathfinder.protocols.calls import events
from pathfinder.protocols.evidence.marked_text import raised_text, spoken_in
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, Status
from pathfinder.protocols.ids import HypothesisId


def events_for(graph: CogniGraph, edits: Iterable[e.GraphEdit]) -> Iterator[events.Event]:
    """The events of edits that are about to be applied to a graph, however many of them there are."""
    held = _Held(graph)
    for edit in edits:
        match edit:
            case e.SetSubQuestions() if not graph.sub_questions:
                yield events.QuestionSplit(parts=tuple(part.text for part in edit.sub_questions.values()))
            case e.AddHypothesis():
                claim = edit.hypothesis
                held.strengths[edit.name], held.statuses[edit.name] = claim.strength, claim.status
                yield events.HypothesisRaised(
                    hypothesis=edit.name,
                    summary=raised_text(claim, spoken_in(graph)),
                    strength=claim.strength,
                )
            case e.SetStrength() if (before := held.strength(edit.hypothesis)) is not None:
                held.strengths[edit.hypothesis] = edit.strength
                yield events.StrengthMoved(hypothesis=edit.hypothesis, before=before, after=edit.strength)
            case e.SetStatus():
                yield from held.moved(edit.hypothesis, edit.status)
            case e.Reject():
                yield from held.moved(edit.hypothesis, "rejected", edit.because)
            case e.Revive():
                yield from held.moved(edit.hypothesis, "tested", Reason(kind="revived"))
            case e.UpdateConflict() if edit.edge.resolved and edit.edge.resolution_type is not None:
                yield events.ConflictSettled(
                    first=edit.edge.first,
                    second=edit.edge.second,
                    type=edit.edge.resolution_type,
                    resolution=edit.edge.resolution or "",
                )
            case e.MergeHypotheses() if edit.because is not None:
                yield events.ConflictSettled(
                    first=edit.survivor, second=edit.absorbed, type="merged", resolution=edit.because.words
                )
            case e.SetFinding():
                # It is classified first and then decided, in two edits of one list.
                yield from _judged(held.finding(edit.hypothesis), edit)
                held.findings[edit.hypothesis] = edit.finding
            case e.AddFailure():
                yield events.FailureTold(failure=edit.failure)
            case e.AddThought() | e.AddLesson() | e.SetLearnedRules():
                yield from _remembered(graph, edit)
            case _:
                pass


@dataclass
class _Held:
    """What held before an edit: what the edits so far said, else what the graph says. Nothing is copied."""

    graph: CogniGraph
    strengths: dict[HypothesisId, float] = field(default_factory=dict)
    statuses: dict[HypothesisId, Status] = field(default_factory=dict)
    findings: dict[HypothesisId, Finding] = field(default_factory=dict)

    def strength(self, name: HypothesisId) -> float | None:
        known = self.graph.hypotheses.get(name)
        return self.strengths.get(name, None if known is None else known.strength)

    def finding(self, name: HypothesisId) -> Finding:
        known = self.findings.get(name, self.graph.findings.get(name))
        return Finding() if known is None else known

    def moved(
        self, name: HypothesisId, to: Status, because: Reason | str = ""
    ) -> Iterator[events.StatusMoved]:
        """The move to another status, if there is such a hypothesis."""
        known = self.graph.hypotheses.get(name)
        was = self.statuses.get(name, None if known is None else known.status)
        if was is not None:
            self.statuses[name] = to
            yield events.StatusMoved(hypothesis=name, before=was, after=to, because=because)


def _remembered(
    graph: CogniGraph, edit: e.AddThought | e.AddLesson | e.SetLearnedRules
) -> Iterator[events.Event]:
    """What the memory of the run takes in."""
    match edit:
        case e.AddThought():
            thought = edit.thought
            yield events.Reflected(reflection=thought.reflection, tool=thought.tool, because=thought.because)
            yield from (events.DriftActed(turn=turn) for turn in thought.turns)
        case e.AddLesson():
            yield events.LessonKept(lesson=edit.lesson)
        case e.SetLearnedRules():
            before = {rule.rule: rule for rule in graph.reflexion.learned_rules}
            for rule in edit.rules:
                held = before.get(rule.rule)
                if held is None or held.applied_count != rule.applied_count:
                    yield events.RuleLearned(rule=rule, new=held is None)
        case _:
            assert_never(edit)


def _judged(before: Finding, edit: e.SetFinding) -> Iterator[events.Event]:
    """A new class, or else a new verdict: the edit that classifies still carries the verdict of before."""
    finding = edit.finding
    if finding.verdict is not None and finding.verdict != before.verdict:
        yield events.VerdictGiven(hypothesis=edit.hypothesis, verdict=finding.verdict)
    elif finding.classes != before.classes:
        last = finding.classes[-1]
        yield events.FindingClassified(
            hypothesis=edit.hypothesis,
            round=last.round,
            finding_class=last.finding_class,
            because=last.because,
        )
