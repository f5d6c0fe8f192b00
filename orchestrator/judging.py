"""The Judge in an iteration as a pure state machine: given where judging stands, what is done next.

Round 2 classifies, round 4 decides. Round 3 (counter-review and re-spawns) takes its place between them:
its steps will be further members of `JudgingStep`.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, assert_never

from pydantic import Field

from pathfinder.protocols.edits import GraphEdit, SetFinding
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, order
from pathfinder.protocols.judgement import Finding, Stance
from pathfinder.protocols.reducer import apply
from pathfinder.protocols.rules.classification import record, standing
from pathfinder.protocols.rules.stances import with_stances
from pathfinder.protocols.rules.verdicts import judged, verdict


class Classify(Frozen):
    """Round 2: every finding that got evidence gets its class."""

    kind: Literal["classify"] = "classify"


class Decide(Frozen):
    """Round 4: every finding under judgement gets its verdict."""

    kind: Literal["decide"] = "decide"


class Finished(Frozen):
    """Nothing is left to judge in this iteration."""

    kind: Literal["finished"] = "finished"


JudgingStep = Annotated[Classify | Decide | Finished, Field(discriminator="kind")]


class Judging(Frozen):
    """Where the judging of one iteration stands."""

    findings: tuple[HypothesisKey, ...]
    """The hypotheses that got evidence or a stance in this iteration."""
    done: tuple[Literal["classify", "decide"], ...] = ()


def under_judgement(names: Iterable[HypothesisId]) -> Judging:
    """The findings of an iteration, before round 2."""
    return Judging(findings=tuple(sorted(set(names), key=order)))


def next_step(state: Judging) -> JudgingStep:
    """What is done next."""
    if not state.findings or "decide" in state.done:
        return Finished()
    return Decide() if "classify" in state.done else Classify()


def carry_out(
    graph: CogniGraph,
    state: Judging,
    step: Classify | Decide,
    stances: Mapping[HypothesisId, tuple[Stance, ...]],
) -> tuple[Judging, tuple[GraphEdit, ...]]:
    """The edits of a pure step, and where judging stands after it."""
    edits: list[GraphEdit] = []
    for name in state.findings:
        finding = graph.findings.get(name, Finding())
        match step:
            case Classify():
                heard = with_stances(finding, stances.get(name, ()))
                ruling = standing(graph, name, heard)
                finding = record(heard, ruling, iteration=graph.iteration, round_=2)
            case Decide():
                # Nobody has challenged it yet, so an agreed finding without a review is Likely at most.
                finding = judged(finding, verdict(graph, name, finding, challenged=True))
            case _:
                assert_never(step)
        edits.append(SetFinding(hypothesis=name, finding=finding))
    return state.model_copy(update={"done": (*state.done, step.kind)}), tuple(edits)


def judge(
    graph: CogniGraph, names: Iterable[HypothesisId], stances: Mapping[HypothesisId, tuple[Stance, ...]]
) -> tuple[GraphEdit, ...]:
    """Run judging to its end; the edits in the order they were made."""
    state, edits = under_judgement(names), list[GraphEdit]()
    while not isinstance(step := next_step(state), Finished):
        state, made = carry_out(graph, state, step, stances)
        graph = apply(graph, made)
        edits += made
    return tuple(edits)
