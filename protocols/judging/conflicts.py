"""Conflicts between hypotheses: how one opens, is tried, settled, given up and taken up again."""

from collections.abc import Iterable, Iterator
from typing import Literal, assert_never

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import Resolution
from pathfinder.protocols.evidence.strength import voices_of
from pathfinder.protocols.frozen import Worded, Words
from pathfinder.protocols.graph.edits import (
    AddCondition,
    AnswerContradiction,
    GraphEdit,
    MergeHypotheses,
    Reject,
    UpdateConflict,
)
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import Answer, CogniGraph, ConflictEdge, EvidenceKey
from pathfinder.protocols.ids import HypothesisId, ObservationId, order

GIVEN_UP_AFTER = 6
"""Attempts without a resolution, after which a conflict is left open."""
LOSER_GAP, LOSER_STRENGTH = 0.15, 0.45
"""How much weaker, and how weak, the losing side must be to be rejected by a resolution."""


class Unsettled(Worded):
    """Why a resolution was not applied."""

    reason: Words


def find_conflict(graph: CogniGraph, one: HypothesisId, other: HypothesisId) -> ConflictEdge | None:
    """The conflict between two hypotheses, in either direction."""
    return next((edge for edge in graph.conflicts(one) if {edge.first, edge.second} == {one, other}), None)


def settle(graph: CogniGraph, resolution: Resolution) -> tuple[GraphEdit, ...] | Unsettled:
    """The edits that settle a conflict, or why it is not settled: the Judge proposes, these rules decide."""
    edge = find_conflict(graph, resolution.first, resolution.second)
    if edge is None or edge.resolved:
        return Unsettled(reason=Message("no-conflict-to-settle"))
    if not (graph.hypotheses[edge.first].alive and graph.hypotheses[edge.second].alive):
        return Unsettled(reason=Message("conflict-one-rejected"))
    if not any(_quoted(graph, name) for name in resolution.cites):
        return Unsettled(reason=Message("conflict-no-quote"))
    match resolution.type:
        case "condition_difference" | "definition_mismatch" | "scope_mismatch":
            return _both_live(graph, edge, resolution)
        case "one_rejected":
            return _one_rejected(graph, edge, resolution)
        case "merged":
            return _merged(graph, edge, resolution)
        case _:
            assert_never(resolution.type)


def attempted(graph: CogniGraph, edge: ConflictEdge) -> UpdateConflict:
    """An Explorer came back without a resolution; after six of them the conflict is left open."""
    attempts = edge.attempts + 1
    update = {"attempts": attempts, "last_attempt": graph.iteration, "open": attempts >= GIVEN_UP_AFTER}
    return UpdateConflict(edge=edge.model_copy(update=update))


def reopened(
    before: CogniGraph, after: CogniGraph, touched: Iterable[HypothesisId]
) -> tuple[UpdateConflict, ...]:
    """Conflicts left open that come back because a new voice spoke on one of their sides."""
    woken: dict[tuple[str, str, str], ConflictEdge] = {}
    for name in touched:
        waiting = [edge for edge in after.conflicts(name) if edge.open and not edge.resolved]
        if waiting and _new_voice(before, after, name):
            woken |= {edge.key: edge for edge in waiting}
    return tuple(
        UpdateConflict(
            edge=woken[key].model_copy(update={"open": False, "attempts": 0, "last_attempt": None})
        )
        for key in sorted(woken)
    )


def _new_voice(before: CogniGraph, after: CogniGraph, name: HypothesisId) -> bool:
    """More voices than before: a page that joins a known voice, or joins two of them, adds none."""
    earlier = set(voices_of(before, name).values()) if name in before.hypotheses else set()
    return len(set(voices_of(after, name).values())) > len(earlier)


def _both_live(graph: CogniGraph, edge: ConflictEdge, resolution: Resolution) -> tuple[GraphEdit, ...]:
    """Both hold, each under its condition; what supports one no longer contradicts the other."""
    ends = (edge.first, edge.second)
    conditions = [AddCondition(hypothesis=name, condition=resolution.description) for name in ends]
    answer = Answer(by="condition", reason=resolution.description)
    answers = [
        AnswerContradiction(observation=against.observation, hypothesis=name, answer=answer)
        for name, rival in (ends, ends[::-1])
        for against in graph.evidence(name)
        if against.type == "CONTRADICTS"
        and against.answered is None
        and (against.observation, rival, "SUPPORTS") in graph.index.place_of
    ]
    return (_resolved(edge, resolution), *conditions, *answers)


def _one_rejected(
    graph: CogniGraph, edge: ConflictEdge, resolution: Resolution
) -> tuple[GraphEdit, ...] | Unsettled:
    loser = resolution.loser
    if loser not in (edge.first, edge.second) or loser is None:
        return Unsettled(reason=Message("conflict-loser-unnamed"))
    winner = edge.second if loser == edge.first else edge.first
    lost, won = graph.hypotheses[loser].strength, graph.hypotheses[winner].strength
    if round(won - lost, 6) < LOSER_GAP or lost >= LOSER_STRENGTH:
        return Unsettled(
            reason=Message("conflict-loser-not-weak", loser=loser, lost=f"{lost:.2f}", won=f"{won:.2f}")
        )
    because = _words("lost", winner, resolution)
    return (_resolved(edge, resolution), Reject(hypothesis=loser, at=graph.iteration, because=because))


def _merged(graph: CogniGraph, edge: ConflictEdge, resolution: Resolution) -> tuple[GraphEdit, ...]:
    survivor, absorbed = sorted((edge.first, edge.second), key=order)
    merger = MergeHypotheses(
        survivor=survivor,
        absorbed=absorbed,
        at=graph.iteration,
        because=_words("merged", survivor, resolution),
        dropped=tuple(crossed(graph, survivor, absorbed)),
    )
    return (merger,)


def crossed(graph: CogniGraph, survivor: HypothesisId, absorbed: HypothesisId) -> Iterator[EvidenceKey]:
    """Of the quotes that support one of the two and contradict the other, the reading that is given up.

    The closer one stays; of two equally close ones the support, since the opposition was between the
    wordings, and they say one thing now.
    """
    for name, other in ((survivor, absorbed), (absorbed, survivor)):
        against = {edge.observation: edge for edge in graph.evidence(other) if edge.type == "CONTRADICTS"}
        for edge in graph.evidence(name):
            if edge.type == "SUPPORTS" and edge.observation in against:
                crossing = against[edge.observation]
                yield (crossing if crossing.weight <= edge.weight else edge).key


def _words(kind: Literal["lost", "merged"], name: HypothesisId, resolution: Resolution) -> Reason:
    return Reason(kind=kind, names=(name,), words=resolution.description, cites=resolution.cites)


def _resolved(edge: ConflictEdge, resolution: Resolution) -> UpdateConflict:
    update = {
        "resolved": True,
        "open": False,
        "resolution_type": resolution.type,
        "resolution": resolution.description,
    }
    return UpdateConflict(edge=edge.model_copy(update=update))


def _quoted(graph: CogniGraph, name: ObservationId) -> bool:
    return name in graph.observations and graph.observations[name].verified
