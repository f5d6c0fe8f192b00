"""What each iteration did, as far as the graph remembers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal, get_args

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import order
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.wording import worded
from pathfinder.reports.markdown import plain

Section = Literal["REFLECT", "PLAN", "EXECUTE", "VERIFY", "SYNTHESIZE", "JUDGE", "REFLEXION", "FAILURES"]
_Line = tuple[Section, int, str]
"""Where a line stands: its section, and its iteration as the graph counts."""


def iteration_logs(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """A file for each closed iteration; the graph is read once for all of them."""
    told = _told(graph)
    for number in range(1, graph.iteration + 1):
        yield f"iteration_logs/{number:03}.md", _log(told, number)


def iteration_log(graph: CogniGraph, number: int) -> str:
    """One iteration: its searches, what it found, how strengths moved, what failed."""
    return _log(_told(graph), number)


def _log(told: dict[tuple[Section, int], list[str]], number: int) -> str:
    parts = [f"# Iteration {number} Log"]
    for section in get_args(Section):
        parts += ["", f"## {section}", *told.get((section, number - 1), ())]
    return "\n".join(parts) + "\n"


def _told(graph: CogniGraph) -> dict[tuple[Section, int], list[str]]:
    told: dict[tuple[Section, int], list[str]] = defaultdict(list)
    for section, at, line in _lines(graph):
        told[section, at].append(line)
    return told


def _lines(graph: CogniGraph) -> Iterator[_Line]:
    """All lines of all iterations; inside a section of an iteration they come in their order."""
    yield from _thought(graph)
    for search in graph.searches:
        found = f"{search.result_count} results, {search.new_sources} new"
        yield "EXECUTE", search.iteration, f'- "{plain(search.query)}" ({search.engine}): {found}'
    for name in sorted(graph.observations, key=order):
        seen = graph.observations[name]
        yield "VERIFY", seen.created_at, f"- {name}: {plain(seen.summary)}"
    yield from _claims(graph)
    speak = graph.run.language or language(graph.question)
    for claim in sorted(graph.findings, key=order):
        for kept in graph.findings[claim].classes:
            because = plain(worded(kept.because, speak))
            yield "JUDGE", kept.iteration, f"- {claim}: {kept.finding_class}: {because}"
    yield from _taught(graph)
    for failure in graph.failures:
        said = f"- {failure.kind}: {plain(failure.what)}: {plain(failure.reason)}"
        yield "FAILURES", failure.iteration, said


def _claims(graph: CogniGraph) -> Iterable[_Line]:
    """New claims first, then how strengths moved."""
    names = sorted(graph.hypotheses, key=order)
    for name in names:
        known = graph.hypotheses[name]
        yield "SYNTHESIZE", known.created_at, f"- new {name}: {plain(known.summary)}"
    for name in names:
        for entry in graph.hypotheses[name].history:
            if entry.change:
                moved = f"- {name}: {plain(entry.result)} ({entry.change:+.4f})"
                yield "SYNTHESIZE", entry.iteration, moved


def _thought(graph: CogniGraph) -> Iterator[_Line]:
    """How the lead thought, and what was done otherwise because it went in circles."""
    for thought in graph.thoughts:
        yield "REFLECT", thought.iteration, f"- {thought.tool}: {plain(thought.because)}"
        if thought.reflection:
            yield "REFLECT", thought.iteration, f"- {plain(thought.reflection)}"
        for turn in thought.turns:
            by_rule = f" ({plain(turn.rule)})" if turn.rule else ""
            said = f"- {turn.situation}: {plain(turn.reason)}: {plain(turn.change)}{by_rule}"
            yield "PLAN", thought.iteration, said


def _taught(graph: CogniGraph) -> Iterator[_Line]:
    for lesson in graph.reflexion.iterations:
        at = lesson.iteration
        yield "REFLEXION", at, f"- {lesson.outcome}: {plain(lesson.action)}: {plain(lesson.reason)}"
        yield "REFLEXION", at, f"- {plain(lesson.lesson)} {plain(lesson.adjustment)}"
    for rule in graph.reflexion.learned_rules:
        counts = f"{rule.success_count}/{rule.applied_count}"
        said = f"- {plain(rule.rule)} ({rule.confidence}, {counts})"
        yield "REFLEXION", rule.learned_iteration, said
