"""The audit: all facts side by side, and what that shows which no single page does."""

from collections import Counter

from pathfinder.agents.facts import FactPool, Labels, page_facts
from pathfinder.agents.reader import numbered_parts
from pathfinder.protocols.calls.explorer_reports import Fact
from pathfinder.protocols.calls.questions import AuditDraft, AuditFacts, AuditPoints
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.planning.claim_views import claim_view
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.sanitize import one_line

MOST_FACTS = 600
"""Facts that one audit sees; of more, those of the least worth and the oldest are left out."""
FEWEST_NEW = 3
"""So few new facts are left to the next audit."""
MOST_CLAIMS = 80


def audit_question(graph: CogniGraph, labels: Labels, today: str) -> AuditFacts | None:
    """What the auditor is asked; None where too little is new.

    The first audit sees every fact. A later one sees the new facts, those of the claims they touch and of the
    earlier points, so that it does not grow with the session.
    """
    pool = FactPool.of(graph)
    facts = [fact for fact in pool.all() if fact.observation is not None]
    new = [fact for fact in facts if _created(graph, fact) == graph.iteration]
    if len(new) < FEWEST_NEW:
        return None
    names = list(graph.alive())
    if _audited_before(graph):
        names = [name for name in names if _touched(graph, name)]
        shown = {fact.observation for fact in new}
        shown |= {edge.observation for name in names for edge in graph.evidence(name)}
        shown |= {known for point in graph.audit for known in (*point.observations, *point.shown_by)}
        facts = [fact for fact in facts if fact.observation in shown]
    kept = sorted(facts, key=lambda fact: (-fact.worth, -_created(graph, fact)))[:MOST_FACTS]
    places = {fact.span: place for place, fact in enumerate(facts)}
    kept.sort(key=lambda fact: places[fact.span])
    part_ids, lines = numbered_parts(graph)
    names.sort(key=lambda name: -graph.hypotheses[name].importance)
    return AuditFacts(
        question=graph.question,
        parts=lines,
        today=today,
        pages=page_facts(kept, pool, labels, part_ids),
        claims=tuple(claim_view(graph, name) for name in names[:MOST_CLAIMS]),
        earlier=tuple(f"{point.kind}: {one_line(point.text, 300)}" for point in graph.audit),
        language=language(graph.question),
    )


def _audited_before(graph: CogniGraph) -> bool:
    """Whether an earlier iteration had its audit, even one that found nothing to say."""
    failed = {failure.iteration for failure in graph.failures if failure.what == AuditFacts.name}
    new = Counter(known.created_at for known in graph.observations.values())
    return any(
        at < graph.iteration and at not in failed and new[at] >= FEWEST_NEW
        for at in {reading.iteration for reading in graph.pages_read.values()}
    )


def audit_points(graph: CogniGraph, answer: AuditPoints, labels: Labels) -> tuple[AuditPoint, ...]:
    """The points that name facts that were shown."""
    points = (_point(graph, draft, labels) for draft in answer.points)
    return tuple(point for point in points if point.observations or point.shown_by)


def _point(graph: CogniGraph, draft: AuditDraft, labels: Labels) -> AuditPoint:
    claims = (surviving(graph, name) for name in draft.claims)
    return AuditPoint(
        kind=draft.kind,
        text=one_line(draft.text, 1_000),
        observations=_observations(draft.facts, labels),
        shown_by=_observations(draft.shown_by, labels),
        hypotheses=tuple(dict.fromkeys(name for name in claims if name is not None)),
        rank=draft.rank,
        iteration=graph.iteration,
    )


def _observations(names: tuple[str, ...], labels: Labels) -> tuple[ObservationId, ...]:
    facts = (labels.fact(name) for name in dict.fromkeys(names))
    return tuple(fact.observation for fact in facts if fact is not None and fact.observation is not None)


def _created(graph: CogniGraph, fact: Fact) -> int:
    return graph.observations[fact.observation].created_at if fact.observation is not None else 0


def _touched(graph: CogniGraph, name: HypothesisId) -> bool:
    return any(edge.created_at == graph.iteration for edge in graph.evidence(name))
