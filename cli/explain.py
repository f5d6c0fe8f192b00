"""Why should I believe this? Each term of a strength and each step of a verdict, in words."""

from collections.abc import Iterator

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.rules.reckoning import reckoning
from pathfinder.protocols.rules.status import lacking


def explained(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    """The arithmetic of a hypothesis, line by line."""
    known = graph.hypotheses[name]
    yield f"{name}: {known.summary}"
    summed = reckoning(graph, name)
    yield f"  base of a type {known.type} hypothesis: {summed.base}"
    for side, term, change in summed.shares:
        seen = graph.observations[term.edge.observation]
        yield (
            f"  {change:+.4f} {side} by {term.edge.observation} "
            f"(authority {term.authority} x weight {term.edge.weight}, {seen.source_url})"
        )
    yield f"  +{summed.bonus:.4f} for {summed.trusted} trusted voices"
    yield f"  = {summed.total:.4f} (kept: {known.strength:.4f})"
    yield f"Status {known.status} after {known.visit_count} visits"
    if known.alive:
        yield from (f"  not verified: {reason}" for reason in lacking(graph, name))
    elif known.rejected_because:
        yield f"  because: {known.rejected_because}"
    yield from _judged(graph, name)


def _judged(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    finding = graph.findings.get(name)
    if finding is None:
        yield "Not judged yet"
        return
    for held in finding.stances:
        yield f"  {held.iid}: {held.side or 'no side'}, {held.evidence}, confidence {held.confidence}"
    for kept in finding.classes:
        yield f"  iteration {kept.iteration + 1}, round {kept.round}: {kept.finding_class}: {kept.because}"
    if finding.unjudged:
        yield f"No verdict: {finding.unjudged}"
    elif finding.verdict is not None:
        side = f" {finding.verdict.side}" if finding.verdict.side else ""
        yield f"Verdict [{finding.verdict.tag}]{side}: {finding.verdict.because}"
        yield from (f"  caveat: {caveat}" for caveat in finding.verdict.caveats)
