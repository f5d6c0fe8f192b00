"""FINALIZE: visits are counted, statuses move, directions are used up, and the iteration closes."""

from collections.abc import Iterable, Sequence

from pathfinder.locales.catalogue import Message, joined
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    Target,
    hypotheses_of,
)
from pathfinder.protocols.evidence.status import restatus
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import (
    AdvanceLens,
    CloseIteration,
    GraphEdit,
    RecordVisit,
    RestHypothesis,
    RestKeyword,
    UseKeyword,
)
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, HistoryEntry
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.conflicts import attempted, find_conflict


class Outcome(Frozen):
    """How one Explorer ended. One that ran and brought nothing still looked."""

    target: Target
    ran: bool
    brought: bool


def close(
    graph: CogniGraph,
    outcomes: Sequence[Outcome],
    changed: Iterable[HypothesisId] = (),
    looked_at: Iterable[HypothesisId] = (),
) -> tuple[GraphEdit, ...]:
    """The edits that end an iteration.

    `changed` are the hypotheses whose evidence moved in it, `looked_at` those that an Explorer concluded on:
    it had all facts on them in view, so each of them was visited.
    """
    visited = {name for outcome in outcomes if outcome.ran for name in hypotheses_of(outcome.target)}
    visited |= set(looked_at)
    edits: list[GraphEdit] = [
        RecordVisit(hypothesis=name, at=graph.iteration, entry=_visit(graph, name))
        for name in sorted(visited, key=order)
        if graph.hypotheses[name].alive
    ]
    edits += _rests(graph, outcomes)
    edits += _conflicts(graph, outcomes)
    edits += _directions(graph, outcomes)
    after = apply(graph, edits)
    edits += restatus(after, visited | set(changed))
    return (*edits, CloseIteration())


def _visit(graph: CogniGraph, name: HypothesisId) -> HistoryEntry:
    """The line of a visit: which observations this iteration brought, and what they say."""
    new = [edge for edge in graph.evidence(name) if edge.created_at == graph.iteration]
    said = [Message(f"history-{edge.type.lower()}", observation=edge.observation) for edge in new]
    result = joined("list-comma", said) if said else Message("history-nothing-new")
    return HistoryEntry(iteration=graph.iteration, action="EXPLORE", result=result)


def _rests(graph: CogniGraph, outcomes: Sequence[Outcome]) -> Iterable[RestHypothesis]:
    """A hypothesis nobody could bring anything on rests longer each time; one that paid is fresh again."""
    paid = {
        outcome.target.hypothesis: outcome.brought
        or any(other.brought for other in outcomes if other.target == outcome.target)
        for outcome in outcomes
        if isinstance(outcome.target, HypothesisTarget)
    }
    for name in sorted(paid, key=order):
        before = graph.hypotheses[name].attempts
        after = 0 if paid[name] else before + 1
        if after != before:
            yield RestHypothesis(hypothesis=name, attempts=after, at=graph.iteration)


def _conflicts(graph: CogniGraph, outcomes: Sequence[Outcome]) -> Iterable[GraphEdit]:
    """A conflict that an Explorer looked at in vain; a failed Explorer has not looked."""
    tried = {
        outcome.target for outcome in outcomes if isinstance(outcome.target, ConflictTarget) and outcome.ran
    }
    for target in sorted(tried, key=lambda pair: (order(pair.first), order(pair.second))):
        edge = find_conflict(graph, target.first, target.second)
        if edge is not None and graph.is_active(edge):
            yield attempted(graph, edge)


def _directions(graph: CogniGraph, outcomes: Sequence[Outcome]) -> Iterable[GraphEdit]:
    """A keyword that was followed is used up; one whose Explorer failed rests. Lenses turn on."""
    keywords: dict[int, bool] = {}
    for outcome in outcomes:
        if isinstance(outcome.target, KeywordTarget):
            keywords[outcome.target.number] = keywords.get(outcome.target.number, False) or outcome.ran
    for number in sorted(keywords):
        if keywords[number]:
            yield UseKeyword(number=number)
        else:
            attempts = graph.unexplored[number - 1].attempts + 1
            yield RestKeyword(number=number, attempts=attempts, at=graph.iteration)
    lenses = [outcome for outcome in outcomes if isinstance(outcome.target, LensTarget)]
    if any(outcome.ran for outcome in lenses):
        yield AdvanceLens(by=len({outcome.target for outcome in lenses}))
