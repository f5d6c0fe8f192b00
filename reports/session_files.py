"""A session as files a person can read: made from the graph alone, the same text for the same graph."""

from collections.abc import Iterator

from pathfinder.protocols.graph import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.reports.interim import interim_report
from pathfinder.reports.iteration_log import iteration_logs
from pathfinder.reports.markdown import plain, quoted, table
from pathfinder.reports.memory_files import memory_files
from pathfinder.reports.papers import paper_files
from pathfinder.reports.semantic_files import findings_file, hypotheses_file, sources_file


def session_files(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """Every view of this stage: names inside the session's folder, and their text."""
    for observation in sorted(graph.observations, key=order):
        yield f"observations/{observation}.md", observation_file(graph, observation)
    for hypothesis in sorted(graph.hypotheses, key=order):
        yield f"hypotheses/{hypothesis}.md", hypothesis_file(graph, hypothesis)
    yield "findings.md", findings_file(graph)
    yield "sources.md", sources_file(graph)
    yield "hypotheses.md", hypotheses_file(graph)
    yield from memory_files(graph)
    yield from paper_files(graph)
    yield from iteration_logs(graph)
    yield "RESEARCH_REPORT.md", interim_report(graph)


def observation_file(graph: CogniGraph, name: ObservationId) -> str:
    """One observation with its source and its words."""
    known = graph.observations[name]
    source = graph.sources.get(known.page) if known.page is not None else None
    retrieved = source.retrieved_at.date().isoformat() if source and source.retrieved_at else "unknown"
    lines = [
        f"# Observation {name}",
        "",
        "## Source",
        f"- URL: {plain(known.source_url)}",
        f"- Type: {known.source_type}",
        f"- Authority: {source.weight if source else known.authority}",
        f"- Retrieved: {retrieved}",
    ]
    if source and source.title:
        lines.append(f"- Title: {plain(source.title)}")
    if source and source.retracted is not None:
        lines.append(f"- Retracted: {plain(source.retracted)}")
    if known.found_by is not None:
        lines.append(f"- Found by: {known.found_by}")
    lines += ["", "## Content", plain(known.summary), "", "## Quotes"]
    lines.append(quoted(known.quote) if known.quote else "None: unverified, and outside strength.")
    lines += ["", "## Extracted Concepts", *(f"- {plain(concept)}" for concept in known.concepts)]
    return "\n".join(lines) + "\n"


def hypothesis_file(graph: CogniGraph, name: HypothesisId) -> str:
    """One hypothesis with its evidence and its life."""
    known = graph.hypotheses[name]
    kind = "A (derived)" if known.type == "A" else "B (generated)"
    evidence = graph.evidence(name)
    lines = [
        f"# Hypothesis {name}",
        "",
        "## Type",
        kind,
        "",
        "## Statement",
        plain(known.summary),
        *(f"- Holds when: {plain(condition)}" for condition in known.conditions),
        *(f"- Not found in its quotes: {plain(number)}" for number in known.unbound),
        "",
        "## Reasoning Tool",
        known.reasoning_tool or "none",
        "",
        "## Derived From",
        *(f"- {origin}" for origin in known.derived_from),
        "",
        "## Strength",
        f"{known.strength:.4f}",
        "",
        "## Status",
        known.status + (f": {plain(known.rejected_because)}" if known.rejected_because else ""),
        "",
        "## Verdict",
        _verdict(graph, name),
        "",
        "## Evidence",
        *(_evidence_line(graph, edge) for edge in evidence),
        "",
        "## Visit History",
        table(
            ("Iteration", "Action", "Result", "Strength Change"),
            [
                (str(entry.iteration + 1), entry.action, plain(entry.result), f"{entry.change:+.4f}")
                for entry in known.history
            ],
        ),
        "",
        "## Verification Direction",
        *(f'- "{plain(keyword)}"' for keyword in known.verify_keywords),
    ]
    return "\n".join(lines) + "\n"


def _verdict(graph: CogniGraph, name: HypothesisId) -> str:
    verdict = graph.hypotheses[name].verdict
    if verdict is None:
        return "not judged yet"
    side = f" ({verdict.side})" if verdict.side else ""
    return f"[{verdict.tag}]{side} {plain(verdict.because)}"


def _evidence_line(graph: CogniGraph, edge: EvidenceEdge) -> str:
    known = graph.observations[edge.observation]
    answered = f", answered: {plain(edge.answered.reason)}" if edge.answered else ""
    return f"- {edge.observation} {edge.type} ({edge.weight}{answered}): {plain(known.summary)}"
