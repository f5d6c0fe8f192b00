"""RESEARCH_REPORT.md after every iteration: what is known, how far, and what did not work. Code writes it."""

from collections import Counter

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judgement import Tag
from pathfinder.protocols.rules.priority import active_five
from pathfinder.protocols.rules.tags import source_tag
from pathfinder.reports.judge_saying import Saying
from pathfinder.reports.markdown import plain, quoted

NO_EVIDENCE = "No evidence was found: nothing in this report answers the question."
_TAGS: tuple[Tag, ...] = ("Confirmed", "Likely", "Uncertain")


def has_evidence(graph: CogniGraph) -> bool:
    """Whether any quote stands behind any claim."""
    return any(observation.verified for observation in graph.observations.values())


def interim_report(graph: CogniGraph) -> str:
    """The report as things stand. Without evidence its first line says so."""
    lines = [] if has_evidence(graph) else [f"**{NO_EVIDENCE}**", ""]
    lines += [f"# {plain(graph.question)}", "", *_standing(graph), ""]
    say = Saying(graph)
    for tag in _TAGS:
        names = [
            name for name, known in graph.hypotheses.items() if known.verdict and known.verdict.tag == tag
        ]
        if names:
            lines += [f"## {tag}", ""]
            for name in sorted(names, key=lambda name: (-graph.hypotheses[name].strength, order(name))):
                lines += [*_finding(graph, name, say), ""]
    conflicts = graph.active_conflicts()
    if conflicts:
        lines += ["## Unsettled conflicts", ""]
        lines += [f"- {edge.first} and {edge.second}, tried {edge.attempts} times" for edge in conflicts]
        lines.append("")
    lines += _failures(graph)
    return "\n".join(lines).rstrip() + "\n"


def _standing(graph: CogniGraph) -> list[str]:
    run = graph.run
    spent = (run.spend.total_usd_micros + run.open_usd_micros) / 1_000_000
    return [
        f"- Iterations: {graph.iteration}",
        f"- Researched by: {plain(run.engine) or 'unknown'}",
        f"- Observations: {len(graph.observations)}, hypotheses: {len(graph.hypotheses)}",
        f"- Status: {run.status}" + (f" ({plain(run.reason)})" if run.reason else ""),
        f"- Cost: ${spent:.4f} of ${run.limits.budget_usd_micros / 1_000_000:.2f}",
        f"- Active: {', '.join(active_five(graph)) or 'none'}",
    ]


def _finding(graph: CogniGraph, name: HypothesisId, say: Saying) -> list[str]:
    known = graph.hypotheses[name]
    verdict = known.verdict
    side = f", {verdict.side}" if verdict and verdict.side else ""
    lines = [
        f"### {source_tag(graph, name).mark} {name}: {plain(say.claim(name).text)}",
        f"Strength {known.strength:.4f}, {known.status}{side}.",
    ]
    if verdict is not None:
        review = graph.findings[name].review if name in graph.findings else None
        lines.append(plain(say.ruled(verdict.because, name)))
        lines += [f"- Caveat: {plain(say.caveat(caveat, name, review).text)}" for caveat in verdict.caveats]
    for edge in graph.evidence(name)[:6]:
        seen = graph.observations[edge.observation]
        lines += [
            "",
            f"{edge.observation} {edge.type}, {plain(seen.source_url)}:",
            quoted(seen.quote or seen.summary),
        ]
    return lines


def _failures(graph: CogniGraph) -> list[str]:
    """What did not work, by kind, with the latest of each."""
    if not graph.failures:
        return []
    kinds = Counter(failure.kind for failure in graph.failures)
    latest = {failure.kind: failure for failure in graph.failures}
    rows = [
        f"- {kind}: {count}, the latest {plain(latest[kind].what)}: {plain(latest[kind].reason)}"
        for kind, count in sorted(kinds.items())
    ]
    return ["## What did not work", "", *rows]
