"""The parts of the question: in which order to take them, and which still wait for an answer."""

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.rules.identity import surviving


def in_order(graph: CogniGraph) -> tuple[SubQuestionId, ...]:
    """All sub-questions, each after those it depends on; among the free ones priority 1 comes first.

    Parts that depend on each other in a circle are taken by priority: a plan with a mistake still runs.
    """
    parts = graph.sub_questions
    left, ordered = set(parts), list[SubQuestionId]()
    while left:
        free = [name for name in left if left.isdisjoint(parts[name].depends_on)] or left
        ordered.append(min(free, key=lambda name: (parts[name].priority, name)))
        left.remove(ordered[-1])
    return tuple(ordered)


def unanswered(graph: CogniGraph) -> tuple[SubQuestionId, ...]:
    """The sub-questions no living hypothesis answers, in order; a merged one answers through its survivor."""
    return tuple(name for name in in_order(graph) if not _answered(graph, name))


def _answered(graph: CogniGraph, name: SubQuestionId) -> bool:
    answers = (surviving(graph, answer) for answer in graph.sub_questions[name].answered_by)
    return any(answer is not None and graph.hypotheses[answer].alive for answer in answers)
