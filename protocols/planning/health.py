"""CHECK, every fifth iteration: what goes wrong with the research as a whole, and what code does about it.

Most issues only steer what follows (selection, queries, ideas, a suggestion to write the thesis); a graph
that has grown too large is thinned here.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Literal, NamedTuple

from pathfinder.protocols.calls.events import Concern
from pathfinder.protocols.evidence.masking import unmasked
from pathfinder.protocols.evidence.status import STRONG_WEIGHT
from pathfinder.protocols.evidence.strength import TRUSTED, authority_of, terms, voices_of
from pathfinder.protocols.graph.edits import AddHistory, GraphEdit, Reject, SetHealth
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Health, HistoryEntry, Hypothesis
from pathfinder.protocols.ids import HypothesisId, PageHash, VoiceId, order
from pathfinder.protocols.judging.wording import message_of
from pathfinder.protocols.planning.answered import DRY, dry_iterations

Issue = Literal["LOW_QUALITY", "ALL_WEAK", "STALEMATE", "DATA_EXPLOSION", "SATURATED"]

EVERY = 5
RECENT = 5
"""Closed iterations that LOW_QUALITY and SATURATED look back on."""
LOW_AUTHORITY = 0.5
FEWEST_TESTED, WEAK_STRENGTH = 3, 0.35
STALE_AFTER = 3
MOST_OBSERVATIONS, MOST_HYPOTHESES = 250, 125
"""Of a question without parts; a question in parts may have more (ADR 43)."""
OBSERVATIONS_PER_PART, HYPOTHESES_PER_PART = 250, 50
THINNED_STRENGTH, THINNED_VISITS, THINNING_VOICES = 0.3, 2, 2
SATURATED_FROM, SATURATED_SETTLED, WAITING_AFTER = 15, 3, 5
NEW_VOICES_PER_ITERATION = 1


def due(graph: CogniGraph) -> bool:
    """A check follows every fifth closed iteration."""
    return graph.iteration > 0 and graph.iteration % EVERY == 0


def check(graph: CogniGraph) -> tuple[Issue, ...]:
    """What is wrong now, always in the same order. `graph` has just closed an iteration."""
    found: dict[Issue, bool] = {
        "LOW_QUALITY": low_quality(graph),
        "ALL_WEAK": all_weak(graph),
        "STALEMATE": stalemate(graph),
        "DATA_EXPLOSION": data_explosion(graph),
        "SATURATED": saturated(graph),
    }
    return tuple(issue for issue, holds in found.items() if holds)


def response(graph: CogniGraph, issues: tuple[Issue, ...]) -> tuple[GraphEdit, ...]:
    """What code does itself: DATA_EXPLOSION rejects the hypotheses that evidence has worn down."""
    if "DATA_EXPLOSION" not in issues:
        return ()
    # The check follows the close; dated with the open iteration, the rejection would make the
    # voices of that iteration count as heard before it, and they could bring nothing back.
    at = max(0, graph.iteration - 1)
    return tuple(edit for name in _worn_down(graph) for edit in _rejection(graph, name, at))


def examine(graph: CogniGraph) -> tuple[GraphEdit, ...]:
    """The whole CHECK phase: what was found and what code does about it; nothing when no check is due.

    What it rejects is far too weak to have kept a rival from being verified, so no other status moves.
    """
    if not due(graph):
        return ()
    issues = check(graph)
    noted = SetHealth(health=Health(last_check=graph.iteration, issues=issues))
    return (noted, *response(graph, issues))


def low_quality(graph: CogniGraph) -> bool:
    """The voices of the last five iterations are worth under 0.5 on average; silence is not low quality."""
    heard = _recent_authorities(graph)
    return bool(heard) and sum(heard) < round(LOW_AUTHORITY * _SCALE) * len(heard)


def all_weak(graph: CogniGraph) -> bool:
    """Three or more hypotheses were tested, and every one that still lives is under 0.35."""
    tested = [known.strength for known in graph.alive().values() if known.status != "unvisited"]
    return len(tested) >= FEWEST_TESTED and all(strength < WEAK_STRENGTH for strength in tested)


def stalemate(graph: CogniGraph) -> bool:
    """A conflict is still to settle after more than three iterations."""
    return bool(stale_conflicts(graph))


def stale_conflicts(graph: CogniGraph) -> tuple[tuple[HypothesisId, HypothesisId], ...]:
    """The pairs of claims whose conflict has been open for more than three iterations, the oldest first."""
    stale = (edge for edge in graph.active_conflicts() if graph.iteration - edge.created_at > STALE_AFTER)
    return tuple(
        (edge.first, edge.second) for edge in sorted(stale, key=lambda one: (one.created_at, one.key))
    )


def concerns(graph: CogniGraph) -> tuple[Concern, ...]:
    """What the user should know: a dry spell, and what the last health check found, as far as it still holds.

    The other issues only steer the research; a stalemate that was settled since the check is over.
    """
    issues, stale = graph.health.issues, stale_conflicts(graph)
    found = []
    if dry_iterations(graph) >= DRY:
        found.append(Concern(issue="DRY", iterations=dry_iterations(graph)))
    if "SATURATED" in issues:
        found.append(Concern(issue="SATURATED"))
    if "STALEMATE" in issues and stale:
        found.append(Concern(issue="STALEMATE", conflicts=stale))
    return tuple(found)


def data_explosion(graph: CogniGraph) -> bool:
    """More is alive and shown whole than agents can weigh; the limits grow with the parts of the question."""
    parts = len(graph.sub_questions)
    observations = max(MOST_OBSERVATIONS, OBSERVATIONS_PER_PART * parts)
    hypotheses = max(MOST_HYPOTHESES, HYPOTHESES_PER_PART * parts)
    return len(unmasked(graph)) > observations or len(graph.alive()) > hypotheses


def saturated(graph: CogniGraph) -> bool:
    """Enough is settled, little new of weight comes in, and nobody waits: time to suggest a thesis."""
    alive = graph.alive().values()
    settled = sum(1 for known in alive if _settled(known))
    waiting = any(_waiting(known, graph.iteration) for known in alive)
    if graph.iteration < SATURATED_FROM or settled < SATURATED_SETTLED or waiting:
        return False
    return all(count <= NEW_VOICES_PER_ITERATION for count in new_voices(graph).values())


def new_voices(graph: CogniGraph) -> dict[int, int]:
    """For each of the last five iterations, how many voices of weight were new.

    A voice is new on a hypothesis in the iteration of its first edge there. It has weight if it then
    passes the bar of a strong contradiction: trusted, and direct enough. The same pages new on
    several hypotheses are one voice.
    """
    found: dict[int, set[PageHash]] = {iteration: set() for iteration in _recent(graph)}
    for name in _touched(graph):
        for utterances in _by_voice(graph, name).values():
            first = min(said.edge.created_at for said in utterances)
            opening = [said for said in utterances if said.edge.created_at == first]
            if first in found and any(_has_weight(said) for said in opening):
                found[first].add(min(said.page for said in opening))
    return {iteration: len(pages) for iteration, pages in found.items()}


class _VoiceEdge(NamedTuple):
    """One edge of a voice to a hypothesis."""

    edge: EvidenceEdge
    page: PageHash
    authority: float


_SCALE = 1_000
"""Authorities are averaged in thousandths, so that the order of hypotheses cannot change the answer."""


def _recent(graph: CogniGraph) -> range:
    return range(max(0, graph.iteration - RECENT), graph.iteration)


def _touched(graph: CogniGraph) -> list[HypothesisId]:
    """The hypotheses that got evidence in the last five iterations; the voices of the others can rest."""
    edges = (edge for iteration in _recent(graph) for edge in graph.evidence_of(iteration))
    return sorted({edge.hypothesis for edge in edges}, key=order)


def _by_voice(graph: CogniGraph, hypothesis: HypothesisId) -> dict[VoiceId, list[_VoiceEdge]]:
    """All that each voice ever said on a hypothesis; what has no checked quote has no voice."""
    speakers = voices_of(graph, hypothesis)
    said: dict[VoiceId, list[_VoiceEdge]] = defaultdict(list)
    for edge in graph.evidence(hypothesis):
        known = graph.observations[edge.observation]
        if known.verified and known.page is not None:
            said[speakers[known.page]].append(
                _VoiceEdge(edge, known.page, authority_of(graph, edge.observation))
            )
    return said


def _recent_authorities(graph: CogniGraph) -> list[int]:
    """What each voice of the last five iterations is worth, by its best page; the same pages count once."""
    recent, worth = _recent(graph), dict[PageHash, int]()
    for name in _touched(graph):
        for utterances in _by_voice(graph, name).values():
            now = [said for said in utterances if said.edge.created_at in recent]
            if now:
                best = max(round(said.authority * _SCALE) for said in now)
                page = min(said.page for said in now)
                worth[page] = max(worth.get(page, 0), best)
    return list(worth.values())


def _has_weight(said: _VoiceEdge) -> bool:
    return said.authority >= TRUSTED and said.edge.weight >= STRONG_WEIGHT


def _settled(known: Hypothesis) -> bool:
    return known.status == "verified" or (known.verdict is not None and known.verdict.tag == "Confirmed")


def _waiting(known: Hypothesis, iteration: int) -> bool:
    return known.status == "unvisited" and iteration - known.created_at > WAITING_AFTER


def _worn_down(graph: CogniGraph) -> Iterator[HypothesisId]:
    """Tested, weak, looked at twice, and contradicted by two voices that nobody has answered."""
    for name, known in sorted(graph.alive().items(), key=lambda item: order(item[0])):
        weak = known.status == "tested" and known.strength < THINNED_STRENGTH
        if weak and known.visit_count >= THINNED_VISITS:
            against = terms(graph, name, "CONTRADICTS", standing=True)
            if len(against) >= THINNING_VOICES:
                yield name


def _rejection(graph: CogniGraph, name: HypothesisId, at: int) -> tuple[GraphEdit, GraphEdit]:
    known, against = graph.hypotheses[name], len(terms(graph, name, "CONTRADICTS", standing=True))
    because = Reason(
        kind="thinned_out",
        figures={"strength": known.strength, "visits": known.visit_count, "voices": against},
    )
    entry = HistoryEntry(iteration=at, action="CHECK", result=message_of(because))
    return Reject(hypothesis=name, at=at, because=because), AddHistory(hypothesis=name, entry=entry)
