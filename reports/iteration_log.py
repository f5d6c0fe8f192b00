"""What each iteration did, as far as the graph remembers."""

from collections.abc import Iterator

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import order
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.wording import worded
from pathfinder.reports.markdown import plain


def iteration_logs(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """A file for each closed iteration."""
    for number in range(1, graph.iteration + 1):
        yield f"iteration_logs/{number:03}.md", iteration_log(graph, number)


def iteration_log(graph: CogniGraph, number: int) -> str:
    """One iteration: its searches, what it found, how strengths moved, what failed."""
    at = number - 1
    searches = [search for search in graph.searches if search.iteration == at]
    found = sorted((name for name, seen in graph.observations.items() if seen.created_at == at), key=order)
    new = sorted((name for name, known in graph.hypotheses.items() if known.created_at == at), key=order)
    moves = [
        f"- {name}: {plain(entry.result)} ({entry.change:+.4f})"
        for name in sorted(graph.hypotheses, key=order)
        for entry in graph.hypotheses[name].history
        if entry.iteration == at and entry.change
    ]
    speak = graph.run.language or language(graph.question)
    classes = [
        f"- {name}: {kept.finding_class}: {plain(worded(kept.because, speak))}"
        for name in sorted(graph.findings, key=order)
        for kept in graph.findings[name].classes
        if kept.iteration == at
    ]
    failures = [failure for failure in graph.failures if failure.iteration == at]
    parts = [
        f"# Iteration {number} Log",
        "",
        "## REFLECT",
        *_reflected(graph, at),
        "",
        "## PLAN",
        *_changed(graph, at),
        "",
        "## EXECUTE",
        *(
            f'- "{plain(s.query)}" ({s.engine}): {s.result_count} results, {s.new_sources} new'
            for s in searches
        ),
        "",
        "## VERIFY",
        *(f"- {name}: {plain(graph.observations[name].summary)}" for name in found),
        "",
        "## SYNTHESIZE",
        *(f"- new {name}: {plain(graph.hypotheses[name].summary)}" for name in new),
        *moves,
        "",
        "## JUDGE",
        *classes,
        "",
        "## REFLEXION",
        *_taught(graph, at),
        "",
        "## FAILURES",
        *(f"- {failure.kind}: {plain(failure.what)}: {plain(failure.reason)}" for failure in failures),
    ]
    return "\n".join(parts) + "\n"


def _reflected(graph: CogniGraph, at: int) -> Iterator[str]:
    for thought in graph.thoughts:
        if thought.iteration == at:
            yield f"- {thought.tool}: {plain(thought.because)}"
            if thought.reflection:
                yield f"- {plain(thought.reflection)}"


def _changed(graph: CogniGraph, at: int) -> Iterator[str]:
    """What was done otherwise, because it went in circles."""
    for thought in graph.thoughts:
        for turn in thought.turns if thought.iteration == at else ():
            by_rule = f" ({plain(turn.rule)})" if turn.rule else ""
            yield f"- {turn.situation}: {plain(turn.reason)}: {plain(turn.change)}{by_rule}"


def _taught(graph: CogniGraph, at: int) -> Iterator[str]:
    for lesson in graph.reflexion.iterations:
        if lesson.iteration == at:
            yield f"- {lesson.outcome}: {plain(lesson.action)}: {plain(lesson.reason)}"
            yield f"- {plain(lesson.lesson)} {plain(lesson.adjustment)}"
    for rule in graph.reflexion.learned_rules:
        if rule.learned_iteration == at:
            counts = f"{rule.success_count}/{rule.applied_count}"
            yield f"- {plain(rule.rule)} ({rule.confidence}, {counts})"
