"""The parts of the question: in which order to take them, what bears on them, and which are unanswered."""

from collections.abc import Iterable, Iterator, Mapping

from pathfinder.protocols.edits import SetSubQuestions
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.reports import ClaimRef, ExplorerReport
from pathfinder.protocols.rules.identity import surviving
from pathfinder.protocols.targets import LensTarget, Target, hypotheses_of


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
    """The sub-questions no settled claim answers, in order; a merged one answers through its survivor."""
    return tuple(name for name in in_order(graph) if next(_answering(graph, name), None) is None)


def answers(graph: CogniGraph, part: SubQuestionId) -> tuple[HypothesisId, ...]:
    """The settled claims that answer a part: verified, Confirmed or Likely. To bear on it is not enough."""
    return tuple(dict.fromkeys(_answering(graph, part)))


def _answering(graph: CogniGraph, part: SubQuestionId) -> Iterator[HypothesisId]:
    meant = (surviving(graph, name) for name in graph.sub_questions[part].answered_by)
    return (name for name in meant if name is not None and _settled(graph, name))


def linked(
    graph: CogniGraph, reports: Iterable[ExplorerReport], names: Mapping[ClaimRef, HypothesisId]
) -> tuple[SetSubQuestions, ...]:
    """New claims noted with the part of the question their Explorer was sent for.

    One sent for a claim works on the parts that claim belongs to; a free keyword belongs to none.
    """
    found: dict[SubQuestionId, tuple[HypothesisId, ...]] = {}
    for report in reports:
        claims = (names.get(ClaimRef(iid=report.iid, key=claim.key)) for claim in report.claims)
        brought = tuple(name for name in claims if name is not None)
        for part in _parts(graph, report.target):
            found[part] = (*found.get(part, graph.sub_questions[part].answered_by), *brought)
    parts = {
        name: part.model_copy(update={"answered_by": tuple(dict.fromkeys(found.get(name, part.answered_by)))})
        for name, part in graph.sub_questions.items()
    }
    return (SetSubQuestions(sub_questions=parts),) if parts != graph.sub_questions else ()


def _parts(graph: CogniGraph, target: Target) -> tuple[SubQuestionId, ...]:
    if isinstance(target, LensTarget):
        return (target.sub_question,) if target.sub_question in graph.sub_questions else ()
    about = set(hypotheses_of(target))
    return tuple(name for name, part in graph.sub_questions.items() if not about.isdisjoint(part.answered_by))


def _settled(graph: CogniGraph, name: HypothesisId) -> bool:
    """Verified, or judged Confirmed or Likely on either side: that it is not so is an answer too."""
    known = graph.hypotheses[name]
    told = known.verdict is not None and known.verdict.tag != "Uncertain"
    return known.status == "verified" or told
