"""What a list of edits means to someone who watches."""

from collections.abc import Iterable, Iterator
from typing import assert_never

from pathfinder.protocols import edits as e
from pathfinder.protocols.events import (
    ConflictSettled,
    DriftActed,
    Event,
    FailureTold,
    FindingClassified,
    HypothesisRaised,
    LessonKept,
    QuestionSplit,
    Reflected,
    RuleLearned,
    StatusMoved,
    StrengthMoved,
    VerdictGiven,
)
from pathfinder.protocols.graph import CogniGraph, Status
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import Finding
from pathfinder.protocols.reasons import Reason


def told(graph: CogniGraph, edits: Iterable[e.GraphEdit]) -> Iterator[Event]:
    """The events of edits that are about to be applied to a graph, however many of them there are."""
    strengths: dict[HypothesisId, float] = {name: one.strength for name, one in graph.hypotheses.items()}
    statuses: dict[HypothesisId, Status] = {name: one.status for name, one in graph.hypotheses.items()}
    findings = dict(graph.findings)
    for edit in edits:
        match edit:
            case e.SetSubQuestions() if not graph.sub_questions:
                yield QuestionSplit(parts=tuple(part.text for part in edit.sub_questions.values()))
            case e.AddHypothesis():
                claim = edit.hypothesis
                strengths[edit.name], statuses[edit.name] = claim.strength, claim.status
                yield HypothesisRaised(hypothesis=edit.name, summary=claim.summary, strength=claim.strength)
            case e.SetStrength() if edit.hypothesis in strengths:
                before, strengths[edit.hypothesis] = strengths[edit.hypothesis], edit.strength
                yield StrengthMoved(hypothesis=edit.hypothesis, before=before, after=edit.strength)
            case e.SetStatus() if edit.hypothesis in statuses:
                was, statuses[edit.hypothesis] = statuses[edit.hypothesis], edit.status
                yield StatusMoved(hypothesis=edit.hypothesis, before=was, after=edit.status, because="")
            case e.Reject() if edit.hypothesis in statuses:
                was, statuses[edit.hypothesis] = statuses[edit.hypothesis], "rejected"
                yield StatusMoved(
                    hypothesis=edit.hypothesis, before=was, after="rejected", because=edit.because
                )
            case e.Revive() if edit.hypothesis in statuses:
                was, statuses[edit.hypothesis] = statuses[edit.hypothesis], "tested"
                yield StatusMoved(
                    hypothesis=edit.hypothesis, before=was, after="tested", because=Reason(kind="revived")
                )
            case e.UpdateConflict() if edit.edge.resolved and edit.edge.resolution_type is not None:
                yield ConflictSettled(
                    first=edit.edge.first,
                    second=edit.edge.second,
                    type=edit.edge.resolution_type,
                    resolution=edit.edge.resolution or "",
                )
            case e.MergeHypotheses() if edit.because is not None:
                yield ConflictSettled(
                    first=edit.survivor, second=edit.absorbed, type="merged", resolution=edit.because.words
                )
            case e.SetFinding():
                # It is classified first and then decided, in two edits of one list.
                held = findings.get(edit.hypothesis, Finding())
                findings[edit.hypothesis] = edit.finding
                yield from _judged(held, edit)
            case e.AddFailure():
                yield FailureTold(failure=edit.failure)
            case e.AddThought() | e.AddLesson() | e.SetLearnedRules():
                yield from _remembered(graph, edit)
            case _:
                pass


def _remembered(graph: CogniGraph, edit: e.AddThought | e.AddLesson | e.SetLearnedRules) -> Iterator[Event]:
    """What the memory of the run takes in."""
    match edit:
        case e.AddThought():
            thought = edit.thought
            yield Reflected(reflection=thought.reflection, tool=thought.tool, because=thought.because)
            yield from (DriftActed(turn=turn) for turn in thought.turns)
        case e.AddLesson():
            yield LessonKept(lesson=edit.lesson)
        case e.SetLearnedRules():
            before = {rule.rule: rule for rule in graph.reflexion.learned_rules}
            for rule in edit.rules:
                held = before.get(rule.rule)
                if held is None or held.applied_count != rule.applied_count:
                    yield RuleLearned(rule=rule, new=held is None)
        case _:
            assert_never(edit)


def _judged(before: Finding, edit: e.SetFinding) -> Iterator[Event]:
    """A new class, or else a new verdict: the edit that classifies still carries the verdict of before."""
    finding = edit.finding
    if finding.verdict is not None and finding.verdict != before.verdict:
        yield VerdictGiven(hypothesis=edit.hypothesis, verdict=finding.verdict)
    elif finding.classes != before.classes:
        last = finding.classes[-1]
        yield FindingClassified(
            hypothesis=edit.hypothesis,
            round=last.round,
            finding_class=last.finding_class,
            because=last.because,
        )
