"""The counter-reviewer: the strongest honest challenge to what sources agree on, and a check of the audit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pathfinder.agents.facts import FactPool, Labels, page_facts
from pathfinder.agents.reader import numbered_parts
from pathfinder.protocols.calls.explorer_reports import Fact
from pathfinder.protocols.calls.questions import (
    ChallengeClaims,
    ChallengedClaim,
    ClaimReview,
    ClaimReviews,
    FactLink,
)
from pathfinder.protocols.graph.judgement import CounterReview, ReviewVerdict, Side
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.classification import reviewed_voices
from pathfinder.protocols.planning.claim_views import claim_view
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.sanitize import one_line

CLAIMS_AT_ONCE = 12
MOST_OTHERS = 40
"""Further claims that a reviewer is shown, to name duplicates."""
MOST_CHECKS = 25


@dataclass
class ReviewBatch:
    """Claims that are reviewed in one call, and the audit points checked with them."""

    names: tuple[HypothesisId, ...]
    points: tuple[int, ...] = ()
    """Places in the audit."""
    labels: Labels = field(default_factory=Labels)


def review_batches(
    graph: CogniGraph, names: Sequence[HypothesisId], points: Sequence[int]
) -> list[ReviewBatch]:
    """Claims in groups of a size a reviewer can hold; the audit is checked with the first."""
    starts = range(0, len(names), CLAIMS_AT_ONCE)
    groups = [tuple(names[start : start + CLAIMS_AT_ONCE]) for start in starts]
    if points and not groups:
        groups = [()]
    checks = tuple(sorted(points, key=lambda place: (-graph.audit[place].rank, place))[:MOST_CHECKS])
    return [ReviewBatch(group, () if place else checks) for place, group in enumerate(groups)]


def challenge_question(graph: CogniGraph, batch: ReviewBatch, today: str) -> ChallengeClaims:
    """The claims with every link, and all facts they rest on, with their words."""
    pool = FactPool.of(graph)
    facts = {fact.observation: fact for fact in pool.all()}
    wanted: dict[ObservationId, None] = {}
    for name in batch.names:
        wanted |= dict.fromkeys(edge.observation for edge in graph.evidence(name))
        finding = graph.findings.get(name)
        wanted |= dict.fromkeys(finding.qualified_by if finding is not None else ())
    points = [graph.audit[place] for place in batch.points]
    for point in points:
        wanted |= dict.fromkeys((*point.observations, *point.shown_by))
    shown = [facts[name] for name in wanted if name in facts]
    part_ids, _ = numbered_parts(graph)
    others = [name for name in graph.alive() if name not in batch.names]
    others.sort(key=lambda name: -graph.hypotheses[name].importance)
    return ChallengeClaims(
        question=graph.question,
        today=today,
        claims=tuple(_challenged(graph, name, batch.labels, facts) for name in batch.names),
        others=tuple(claim_view(graph, name) for name in others[:MOST_OTHERS]),
        audit=tuple(_point_line(point, batch.labels, facts) for point in points),
        pages=page_facts(shown, pool, batch.labels, part_ids, {fact.span for fact in shown}),
        language=language(graph.question),
    )


def _challenged(
    graph: CogniGraph, name: HypothesisId, labels: Labels, facts: Mapping[ObservationId | None, Fact]
) -> ChallengedClaim:
    finding = graph.findings[name]
    side: Side = finding.classes[-1].side or "for"
    links = [
        FactLink(
            fact=labels.of(facts[edge.observation]),
            type=edge.type,
            weight=edge.weight,
            basis=edge.basis[:200],
        )
        for edge in graph.evidence(name)
        if edge.observation in facts
    ]
    links += [
        FactLink(fact=labels.of(facts[seen]), type="QUALIFIES", weight=0.5)
        for seen in finding.qualified_by
        if seen in facts
    ]
    return ChallengedClaim(claim=claim_view(graph, name), side=side, links=tuple(links))


def _point_line(point: AuditPoint, labels: Labels, facts: Mapping[ObservationId | None, Fact]) -> str:
    named = [labels.of(facts[name]) for name in (*point.observations, *point.shown_by) if name in facts]
    return f"{point.kind}: {one_line(point.text, 600)} ({', '.join(dict.fromkeys(named))})"


def reviews(batch: ReviewBatch, answer: ClaimReviews) -> dict[HypothesisId, ClaimReview]:
    """The reviews of claims that were asked about, the first of each; one that challenges nothing is none."""
    found: dict[HypothesisId, ClaimReview] = {}
    for draft in answer.reviews:
        if draft.claim in batch.names and draft.challenge.strip() and not _untested(batch, draft):
            found.setdefault(draft.claim, draft)
    return found


def _untested(batch: ReviewBatch, draft: ClaimReview) -> bool:
    """An approval that tested nothing: it is no review, and the claim counts as unchallenged.

    A challenge may rest on what is missing; then it says what that does to the claim. One that names only
    facts nobody showed, or neither a fact nor an effect, is not a challenge.
    """
    if draft.verdict != "UPHELD" or observations(batch.labels, draft.evidence):
        return False
    return bool(draft.evidence) or not draft.impact.strip()


def kept_review(graph: CogniGraph, batch: ReviewBatch, draft: ClaimReview) -> CounterReview:
    """The review as it is kept. A refutation that names no fact it was shown only weakens.

    Only a claim that is agreed to hold is amended: in another wording of one that does not, the links that
    deny it would stand on the wrong side.
    """
    named = observations(batch.labels, draft.evidence)
    side: Side = graph.findings[draft.claim].classes[-1].side or "for"
    verdict: ReviewVerdict = draft.verdict
    if verdict == "REFUTED" and not named:
        verdict = "WEAKENED"
    return CounterReview(
        challenge=draft.challenge,
        evidence=", ".join(named),
        verdict=verdict,
        impact=draft.impact,
        iteration=graph.iteration,
        voices=reviewed_voices(graph, draft.claim),
        side=side,
        amended=one_line(draft.amended, 1_000) if verdict == "WEAKENED" and side == "for" else "",
    )


def observations(labels: Labels, names: Sequence[str]) -> tuple[ObservationId, ...]:
    """The observations behind the names of facts that were shown."""
    facts = (labels.fact(name) for name in dict.fromkeys(names))
    return tuple(fact.observation for fact in facts if fact is not None and fact.observation is not None)


def checked_points(graph: CogniGraph, batch: ReviewBatch, answer: ClaimReviews) -> tuple[AuditPoint, ...]:
    """The audit with what the reviewer says of the points it was asked to check."""
    said = {check.point: check for check in reversed(answer.checks)}
    points = list(graph.audit)
    for number, place in enumerate(batch.points, start=1):
        check = said.get(number)
        if check is not None:
            update = {"upheld": check.upheld, "objection": one_line(check.objection, 400)}
            points[place] = points[place].model_copy(update=update)
    return tuple(points)
