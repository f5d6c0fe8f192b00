"""IDEATE in a whole iteration: the Thinker sees the edges and uses every thinking tool."""

from typing import Any

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import Ideas, Ideate
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, ReasoningTool
from tests.scenario.staged import Stage
from tests.worlds import respond

IDEATES_IN = 4
"""The first iteration that asks the Thinker, as people count."""


class Forgetful:
    """The model of the small world, except that its Thinker leaves tools out."""

    def __init__(self, *answers: tuple[ReasoningTool, ...] | None) -> None:
        """For each answer the tools it leaves out; None: it cannot be read."""
        self._answers = list(answers)
        self.asked: list[tuple[Ideate, Step]] = []

    def __call__(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        answer = respond(ask, step)
        if not isinstance(ask, Ideate) or not isinstance(answer, Ideas):
            return answer
        self.asked.append((ask, step))
        without = self._answers.pop(0)
        if without is None:
            return Unable(reason="could not be read")
        kept = tuple(idea for idea in answer.candidates if idea.tool not in without)
        return Ideas(candidates=kept, chosen=1)

    def run(self) -> CogniGraph:
        return Stage(respond=self).run(IDEATES_IN)


def refused(graph: CogniGraph) -> list[tuple[str, str]]:
    return [(known.what, known.reason) for known in graph.failures if known.what.startswith("ideas by")]


def test_six_tools_are_asked_for_once() -> None:
    thinker = Forgetful(())
    assert refused(thinker.run()) == []
    assert [ask.missing for ask, _ in thinker.asked] == [()]


def test_a_missing_inversion_is_asked_for_once_more_under_a_step_of_its_own() -> None:
    thinker = Forgetful(("inversion",), ())
    graph = thinker.run()
    assert [ask.missing for ask, _ in thinker.asked] == [(), ("inversion",)]
    assert len({step.key for _, step in thinker.asked}) == 2
    assert refused(graph) == []
    assert "hyp_B1" in graph.hypotheses


def test_what_is_left_out_twice_is_a_failure_on_record_and_the_better_answer_is_used() -> None:
    graph = Forgetful(("pattern", "inversion"), ("inversion",)).run()
    assert refused(graph) == [("ideas by inversion", "asked twice, the Thinker left them out")]
    assert next(h for name, h in graph.hypotheses.items() if name == "hyp_B1").reasoning_tool == "pattern"
    worse = Forgetful(("inversion",), ("pattern", "inversion")).run()
    assert refused(worse) == [("ideas by inversion", "asked twice, the Thinker left them out")]


def test_a_second_answer_that_cannot_be_read_leaves_the_first() -> None:
    graph = Forgetful(("inversion",), None).run()
    assert refused(graph) == [("ideas by inversion", "could not be read")]
    assert "hyp_B1" in graph.hypotheses


def test_the_thinker_sees_which_observations_bear_on_which_hypotheses() -> None:
    thinker = Forgetful(())
    thinker.run()
    ask = thinker.asked[0][0]
    shown = {line.id for line in (*ask.context.active, *ask.context.hypotheses)}
    seen = {line.id for line in ask.context.observations} | {line.id for line in ask.context.masked}
    assert {line.hypothesis for line in ask.evidence} <= shown
    named = {name for line in ask.evidence for name in (*line.supported_by, *line.contradicted_by)}
    assert named
    assert named <= seen
