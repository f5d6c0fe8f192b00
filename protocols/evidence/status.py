"""What a hypothesis is worth calling: unvisited, tested, verified or rejected.

Verified does not mean "much supported" but "stood up to contradiction".
"""

from collections.abc import Iterable
from typing import Literal

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.evidence.strength import (
    TRUSTED,
    authority_of,
    side_units,
    strength,
    terms,
    voices_of,
)
from pathfinder.protocols.graph.edits import GraphEdit, Reject, Revive, SetStatus, SetStrength
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, EvidenceEdge, HistoryEntry
from pathfinder.protocols.ids import HypothesisId, order

VERIFIED_STRENGTH = 0.65
VERIFIED_VISITS = 2
REJECTED_STRENGTH = 0.25
REVIVED_STRENGTH = 0.4
REVIVING_VOICES = 2
CONFLICT_STRENGTH = 0.55
"""A rival this strong keeps a hypothesis from being verified."""
STRONG_WEIGHT = 0.5


def strong_contradictions(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[EvidenceEdge, ...]:
    """The contradictions that keep it from being verified: trusted, direct enough, and nobody answered them.

    They count only while their side weighs at least a third of the supporting side; below that they are a
    minority opinion.
    """
    against = side_units(terms(graph, hypothesis, "CONTRADICTS", standing=True))
    if 3 * against < side_units(terms(graph, hypothesis, "SUPPORTS")):
        return ()
    return tuple(
        edge
        for edge in graph.evidence(hypothesis)
        if edge.type == "CONTRADICTS"
        and edge.answered is None
        and edge.weight >= STRONG_WEIGHT
        and authority_of(graph, edge.observation) >= TRUSTED
    )


def unresolved_rivals(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[ConflictEdge, ...]:
    """Conflicts nobody settled with a live hypothesis strong enough to matter; given-up ones too."""
    return tuple(
        edge
        for edge in graph.conflicts(hypothesis)
        if not edge.resolved
        and graph.hypotheses[_other(edge, hypothesis)].alive
        and graph.hypotheses[_other(edge, hypothesis)].strength >= CONFLICT_STRENGTH
    )


def lacking(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[Reason, ...]:
    """What keeps a hypothesis from being verified; empty if nothing does."""
    known = graph.hypotheses[hypothesis]
    missing = []
    if known.strength < VERIFIED_STRENGTH:
        figures = {"strength": known.strength, "bar": VERIFIED_STRENGTH}
        missing.append(Reason(kind="under_bar", figures=figures))
    if known.visit_count < VERIFIED_VISITS:
        visits = {"visits": known.visit_count, "needed": VERIFIED_VISITS}
        missing.append(Reason(kind="few_visits", figures=visits))
    if not any(term.trusted for term in terms(graph, hypothesis, "SUPPORTS")):
        missing.append(Reason(kind="no_trusted_voice"))
    if strong_contradictions(graph, hypothesis):
        missing.append(Reason(kind="strong_contradiction"))
    if unresolved_rivals(graph, hypothesis):
        missing.append(Reason(kind="strong_rival"))
    return tuple(missing)


def next_status(graph: CogniGraph, hypothesis: HypothesisId) -> tuple[GraphEdit, ...]:
    """The move a hypothesis makes now; nothing if it stays where it is."""
    known = graph.hypotheses[hypothesis]
    if not known.alive:
        return (Revive(hypothesis=hypothesis),) if _comes_back(graph, hypothesis) else ()
    if known.visit_count == 0:
        return ()
    if known.strength < REJECTED_STRENGTH:
        figures = {"strength": known.strength, "visits": known.visit_count}
        because = Reason(kind="fell", figures=figures)
        return (Reject(hypothesis=hypothesis, at=graph.iteration, because=because),)
    status: Literal["tested", "verified"] = "tested" if lacking(graph, hypothesis) else "verified"
    return () if status == known.status else (SetStatus(hypothesis=hypothesis, status=status),)


def restrengthen(
    graph: CogniGraph,
    touched: Iterable[HypothesisId],
    action: Literal["EXPLORE", "JUDGE", "CHECK", "MERGE", "IMPORT"] = "EXPLORE",
) -> tuple[GraphEdit, ...]:
    """The strengths that new evidence changed, each with its line of history."""
    changes: list[GraphEdit] = []
    for name in sorted(set(touched), key=order):
        known, now = graph.hypotheses[name], strength(graph, name)
        if now != known.strength:
            entry = HistoryEntry(
                iteration=graph.iteration,
                action=action,
                result=Message("history-strength", before=f"{known.strength:.4f}", after=f"{now:.4f}"),
                change=round(now - known.strength, 6),
            )
            changes.append(SetStrength(hypothesis=name, strength=now, entry=entry))
    return tuple(changes)


def restatus(graph: CogniGraph, touched: Iterable[HypothesisId]) -> tuple[GraphEdit, ...]:
    """The moves of hypotheses whose evidence changed, and of their rivals, whose bar they are."""
    names = set(touched)
    for name in tuple(names):
        names |= {_other(edge, name) for edge in graph.conflicts(name)}
    return tuple(edit for name in sorted(names, key=order) for edit in next_status(graph, name))


def _comes_back(graph: CogniGraph, hypothesis: HypothesisId) -> bool:
    """Two voices that had not spoken before the rejection lift it far enough, for the first time."""
    known = graph.hypotheses[hypothesis]
    if known.revived or known.merged_into is not None or known.strength < REVIVED_STRENGTH:
        return False
    speakers = voices_of(graph, hypothesis)
    rejected_at = -1 if known.rejected_at is None else known.rejected_at
    heard = {
        speakers[page]
        for edge in graph.evidence(hypothesis)
        if edge.created_at <= rejected_at and (page := graph.observations[edge.observation].page) is not None
    }
    fresh = [term for term in terms(graph, hypothesis, "SUPPORTS") if term.voice not in heard]
    return len(fresh) >= REVIVING_VOICES


def _other(edge: ConflictEdge, hypothesis: HypothesisId) -> HypothesisId:
    return edge.second if edge.first == hypothesis else edge.first
