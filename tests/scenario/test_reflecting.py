"""REFLECT: the lists of the lead's look back are kept and told, with marks that code gives."""

from typing import Any

from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.questions import Briefs, WriteBriefs
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.reports.markdown.iteration_log import iteration_log
from tests.scenario.staged import Stage
from tests.worlds import respond

UNSURE = ("whether it holds in clay: a measurement there",)
OVERLOOKED = "sources in other languages"


def reflecting(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    answer = respond(ask, step)
    if not isinstance(ask, WriteBriefs) or not isinstance(answer, Briefs) or step.phase != "SELECT":
        return answer
    leading = [line.id for line in ask.context.active][:2]
    update = {"leading": (*leading, "hyp_A999")[:3], "unsure": UNSURE, "overlooked": OVERLOOKED}
    return answer.model_copy(update=update)


def test_the_lists_are_kept_and_told_with_the_marks_of_then() -> None:
    stage = Stage(respond=reflecting)
    before = stage.run(1)
    graph = stage.iterate(before).graph
    first, second = graph.thoughts
    assert first.leading == (), "nothing leads before anything was found, and what does not exist is left out"
    assert len(second.leading) == 2
    assert [claim.mark for claim in second.leading] == [
        source_tag(before, claim.hypothesis).mark for claim in second.leading
    ]
    assert (second.unsure, second.overlooked) == (UNSURE, OVERLOOKED)
    log = iteration_log(graph, 2)
    for claim in second.leading:
        assert f"leading: {claim.hypothesis} [{claim.mark}]" in log
    assert f"uncertain: {UNSURE[0]}" in log
    assert f"possibly overlooked: {OVERLOOKED}" in log
