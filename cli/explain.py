"""Why should I believe this? Each term of a strength and each step of a verdict, in words."""

from collections.abc import Iterator
from typing import Literal

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.rules.status import lacking
from pathfinder.protocols.rules.strength import bonus_units, strength, terms


def explained(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    """The arithmetic of a hypothesis, line by line."""
    known = graph.hypotheses[name]
    yield f"{name}: {known.summary}"
    base = 0.5 if known.type == "A" else 0.4
    yield f"  base of a type {known.type} hypothesis: {base}"
    sides: tuple[tuple[Literal["SUPPORTS", "CONTRADICTS"], float], ...] = (
        ("SUPPORTS", 0.1),
        ("CONTRADICTS", -0.15),
    )
    for side, factor in sides:
        for term in terms(graph, name, side):
            seen = graph.observations[term.edge.observation]
            change = term.units * factor / 10_000
            yield (
                f"  {change:+.4f} {side} by {term.edge.observation} "
                f"(authority {term.authority} x weight {term.edge.weight}, {seen.source_url})"
            )
    support = terms(graph, name, "SUPPORTS")
    trusted = sum(term.trusted for term in support)
    yield f"  +{bonus_units(support) / 1_000_000:.4f} for {trusted} trusted voices"
    yield f"  = {strength(graph, name):.4f} (kept: {known.strength:.4f})"
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
