"""Where the research stands after an iteration: what was found, what is in focus, what comes next."""

from collections.abc import Iterator

from pathfinder.protocols.calls.events import Concern, FoundNow, HypothesisNow, Standing
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.answered import DRY
from pathfinder.protocols.planning.health import concerns
from pathfinder.protocols.planning.priority import active_five, priority
from pathfinder.protocols.planning.selection import select
from pathfinder.protocols.planning.sub_questions import unanswered
from pathfinder.protocols.text.sanitize import one_line

MOST_FOUND = 3
MOST_MOVERS = 3
"""Hypotheses outside the focus that are shown because the last iteration moved them."""
MOST_PLANNED = 3
MOST_CHARACTERS = 160
"""Of a claim; events are kept in the log, and are not the place for long texts."""
_RANK = {"Confirmed": 0, "Likely": 1, "Uncertain": 2, None: 3}


def standing(graph: CogniGraph, explorers: int = 0) -> Standing:
    """The standing after the last closed iteration; with a plan, if the number of Explorers is known."""
    focus = active_five(graph)
    planned = select(graph, explorers).targets if explorers else ()
    return Standing(
        iteration=graph.iteration,
        found=tuple(_found(graph, name) for name in _new_findings(graph)[:MOST_FOUND]),
        hypotheses=(
            *(_hypothesis(graph, name, active=True) for name in focus),
            *(_hypothesis(graph, name, active=False) for name in _movers(graph, focus)[:MOST_MOVERS]),
        ),
        inactive=len(graph.alive()) - len(focus),
        rejected=len(graph.hypotheses) - len(graph.alive()),
        planned=tuple(slot.target for slot in planned[:MOST_PLANNED]),
        answered=len(graph.sub_questions) - len(unanswered(graph)),
        parts=len(graph.sub_questions),
        conflicts=len(graph.active_conflicts()),
        concerns=tuple(_new_concerns(graph)),
    )


def _new_concerns(graph: CogniGraph) -> Iterator[Concern]:
    """Those that the last iteration brought; the status and the reports go on reporting them."""
    for concern in concerns(graph):
        if (
            concern.iterations == DRY
            if concern.issue == "DRY"
            else graph.health.last_check == graph.iteration
        ):
            yield concern


def moved(graph: CogniGraph, name: HypothesisId) -> float:
    """By how much the last closed iteration moved a hypothesis."""
    at = graph.iteration - 1
    return round(sum(line.change for line in graph.hypotheses[name].history if line.iteration == at), 6)


def _new_findings(graph: CogniGraph) -> list[HypothesisId]:
    """The findings whose evidence the last iteration changed: verdicts first, then by strength."""
    fresh = [
        name
        for name in graph.findings
        if graph.hypotheses[name].merged_into is None
        and any(edge.created_at == graph.iteration - 1 for edge in graph.evidence(name))
    ]
    return sorted(fresh, key=lambda name: (*_weight(graph, name), order(name)))


def _weight(graph: CogniGraph, name: HypothesisId) -> tuple[int, float]:
    known = graph.hypotheses[name]
    return _RANK[known.verdict.tag if known.verdict else None], -known.strength


def _movers(graph: CogniGraph, focus: tuple[HypothesisId, ...]) -> list[HypothesisId]:
    """The others that the last iteration moved, the largest move first; rejected ones too."""
    others = [name for name in graph.hypotheses if name not in focus and moved(graph, name)]
    return sorted(others, key=lambda name: (-abs(moved(graph, name)), order(name)))


def _found(graph: CogniGraph, name: HypothesisId) -> FoundNow:
    known = graph.hypotheses[name]
    return FoundNow(
        hypothesis=name,
        summary=one_line(claim_text(graph, name), MOST_CHARACTERS),
        mark=source_tag(graph, name).mark,
        tag=known.verdict.tag if known.verdict else None,
        side=known.verdict.side if known.verdict else None,
        reader=reader_tag(graph, name) if known.verdict else None,
    )


def _hypothesis(graph: CogniGraph, name: HypothesisId, *, active: bool) -> HypothesisNow:
    known = graph.hypotheses[name]
    return HypothesisNow(
        hypothesis=name,
        summary=one_line(claim_text(graph, name), MOST_CHARACTERS),
        strength=known.strength,
        moved=moved(graph, name),
        new=known.created_at == graph.iteration - 1,
        active=active,
        status=known.status,
        tag=known.verdict.tag if known.verdict else None,
        side=known.verdict.side if known.verdict else None,
        reader=reader_tag(graph, name) if known.verdict else None,
        priority=priority(graph, name),
        supports=len(terms(graph, name, "SUPPORTS")),
        contradicts=len(terms(graph, name, "CONTRADICTS")),
    )
