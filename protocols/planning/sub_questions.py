"""The parts of the question: in which order to take them, what bears on them, and which are unanswered."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pathfinder.protocols.calls.explorer_reports import ClaimRef, ExplorerReport
from pathfinder.protocols.calls.targets import LensTarget, PartTarget, Target, hypotheses_of
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.edits import SetSubQuestions
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId


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


PartState = Literal["answered", "exhausted", "open"]
INDEPENDENT = 2
"""Sources that a claim needs to answer a part for good."""
SEARCHED_TWICE = 2
MOST_SEARCHES = 3
"""After so many searches a part is left as it is, whatever was found."""


def part_state(graph: CogniGraph, name: SubQuestionId) -> PartState:
    """Answered by a claim that two independent sources carry, or by one source after a second search.

    Exhausted: searched twice, and nothing more is to be had. A part that nobody was sent for is open,
    whatever the others found on the way.
    """
    part = graph.sub_questions[name]
    if part.searched == 0:
        return "open"
    sources = max((_sources(graph, claim) for claim in answers(graph, name)), default=0)
    reported = any(_reported(graph, claim) for claim in part.answered_by)
    if sources >= INDEPENDENT or (part.searched >= SEARCHED_TWICE and (sources or reported)):
        return "answered"
    worn_out = part.searched >= MOST_SEARCHES or (part.searched >= SEARCHED_TWICE and part.exhausted)
    return "exhausted" if worn_out else "open"


def open_parts(graph: CogniGraph) -> tuple[SubQuestionId, ...]:
    """The parts an Explorer could still be sent for, in order; those never searched come first."""
    ordered = [name for name in in_order(graph) if part_state(graph, name) == "open"]
    return tuple(sorted(ordered, key=lambda name: graph.sub_questions[name].searched > 0))


def _sources(graph: CogniGraph, claim: HypothesisId) -> int:
    known = graph.hypotheses[claim]
    side = known.verdict.side if known.verdict is not None else "for"
    return len(terms(graph, claim, "CONTRADICTS" if side == "against" else "SUPPORTS"))


def _reported(graph: CogniGraph, claim: HypothesisId) -> bool:
    """A source is there and nobody is against it."""
    name = surviving(graph, claim)
    return name is not None and bool(terms(graph, name, "SUPPORTS")) and not terms(graph, name, "CONTRADICTS")


def linked(
    graph: CogniGraph, reports: Iterable[ExplorerReport], names: Mapping[ClaimRef, HypothesisId]
) -> tuple[SetSubQuestions, ...]:
    """New claims noted with the parts of the question that they answer, and how far each part got.

    A claim says which parts it answers; one that says nothing belongs to what its Explorer was sent for.
    """
    parts = dict(graph.sub_questions)
    for report in reports:
        sent_for = _parts(graph, report.target)
        for claim in report.claims:
            name = names.get(ClaimRef(iid=report.iid, key=claim.key))
            for part in (claim.parts or sent_for) if name is not None else ():
                if part in parts and name not in parts[part].answered_by:
                    answered_by = (*parts[part].answered_by, name)
                    parts[part] = parts[part].model_copy(update={"answered_by": answered_by})
        if (
            report.status != "failure"
            and isinstance(report.target, PartTarget)
            and report.target.part in parts
        ):
            parts[report.target.part] = _searched(graph, parts[report.target.part], report)
    return (SetSubQuestions(sub_questions=parts),) if parts != graph.sub_questions else ()


def _searched(graph: CogniGraph, part: SubQuestion, report: ExplorerReport) -> SubQuestion:
    """The part after an Explorer was sent for it, counted once per iteration."""
    again = part.last_searched == graph.iteration
    outcome = report.outcome
    return part.model_copy(
        update={
            "searched": part.searched + (not again),
            "last_searched": graph.iteration,
            "exhausted": outcome is not None and outcome.exhausted,
            "not_found": () if outcome is None else outcome.not_found,
        }
    )


def _parts(graph: CogniGraph, target: Target) -> tuple[SubQuestionId, ...]:
    if isinstance(target, LensTarget):
        return (target.sub_question,) if target.sub_question in graph.sub_questions else ()
    if isinstance(target, PartTarget):
        return (target.part,)
    about = set(hypotheses_of(target))
    return tuple(name for name, part in graph.sub_questions.items() if not about.isdisjoint(part.answered_by))


def _settled(graph: CogniGraph, name: HypothesisId) -> bool:
    """Verified, or judged Confirmed or Likely on either side: that it is not so is an answer too."""
    known = graph.hypotheses[name]
    told = known.verdict is not None and known.verdict.tag != "Uncertain"
    return known.status == "verified" or told
