"""The question in parts: asked once per session, and shown beforehand to a person who wants to see it."""

from dataclasses import dataclass

from pathfinder.agents.lead import slot_views, sub_questions
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.ports import Model
from pathfinder.protocols.calls.questions import Decompose
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.graph.edits import SetSubQuestions
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.planning.selection import select
from pathfinder.protocols.text.languages import language

Parts = dict[SubQuestionId, SubQuestion]


async def taken_apart(graph: CogniGraph, model: Model) -> tuple[Parts, str]:
    """The parts of the question, and why they could not be told where it stands for itself.

    The step is the same whoever asks, so what was asked for a plan is not paid again by the iteration.
    """
    question = graph.question
    ask = Decompose(question=question, language=language(question))
    answer = await model.answer(ask, Step(iteration=graph.iteration + 1, phase="SELECT", call=ask.name))
    if isinstance(answer, Unable):
        return sub_questions(None, question), answer.reason
    return sub_questions(answer.value, question), ""


@dataclass(frozen=True)
class Proposal:
    """What the next iteration would set out to do."""

    parts: Parts
    targets: tuple[str, ...]
    """Where its Explorers would go, in words."""


async def proposal(graph: CogniGraph, model: Model, parallel: int) -> Proposal:
    """The parts of the question and the first targets, before anything is explored."""
    parts = dict(graph.sub_questions) or (await taken_apart(graph, model))[0]
    return Proposal(parts, first_targets(graph, parts, parallel))


def first_targets(graph: CogniGraph, parts: Parts, parallel: int) -> tuple[str, ...]:
    """Where the Explorers go if the question is taken apart like this."""
    planned = apply(graph, [SetSubQuestions(sub_questions=parts)])
    chosen = select(planned, parallel).targets
    return tuple(f"{view.about} ({view.reason})" for view in slot_views(planned, chosen))
