"""What each iteration did, as far as the graph remembers."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import get_args

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judgement import FindingClass
from pathfinder.protocols.memory import Failure, Outcome, SearchRecord, Situation
from pathfinder.protocols.rules.memory_words import tool_name
from pathfinder.protocols.rules.wording import worded
from pathfinder.reports.html.words import html_words
from pathfinder.reports.markdown import plain
from pathfinder.reports.record_words import retold
from pathfinder.reports.summary import Tongue, tongue_of
from pathfinder.reports.thesis_words import words


@dataclass(frozen=True, kw_only=True)
class _Words:
    """One language."""

    title: str
    heads: tuple[str, ...]
    searched: str
    new: str
    outcomes: Mapping[Outcome, str]
    situations: Mapping[Situation, str]


_EN = _Words(
    title="Iteration {number} Log",
    heads=("REFLECT", "PLAN", "EXECUTE", "VERIFY", "SYNTHESIZE", "JUDGE", "REFLEXION", "FAILURES"),
    searched='"{query}" ({engine}): {results} results, {new} new',
    new="new {name}: {summary}",
    outcomes=MappingProxyType({"success": "success", "partial": "partial", "failure": "failure"}),
    situations=MappingProxyType({known: known for known in get_args(Situation)}),
)
_KO = _Words(
    title="반복 {number} 기록",
    heads=(
        "성찰 (REFLECT)",
        "계획 (PLAN)",
        "실행 (EXECUTE)",
        "검증 (VERIFY)",
        "종합 (SYNTHESIZE)",
        "판정 (JUDGE)",
        "교훈 (REFLEXION)",
        "실패 (FAILURES)",
    ),
    searched="“{query}” ({engine}): 결과 {results}개, 새 출처 {new}개",
    new="새 가설 {name}: {summary}",
    outcomes=MappingProxyType({"success": "성공", "partial": "부분 성공", "failure": "실패"}),
    situations=MappingProxyType(
        {
            "repeated_query": "되풀이된 검색어",
            "same_pattern": "같은 방식의 반복",
            "dry_spell": "새 관찰이 없음",
            "no_new_search": "새 검색이 없음",
        }
    ),
)


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
    speak = tongue_of(graph)
    w = _KO if speak == "ko" else _EN
    moves = [
        f"- {name}: {plain(retold(entry.result, speak))} ({entry.change:+.4f})"
        for name in sorted(graph.hypotheses, key=order)
        for entry in graph.hypotheses[name].history
        if entry.iteration == at and entry.change
    ]
    classes = [
        f"- {name}: {_class(kept.finding_class, speak)}: {plain(worded(kept.because, speak))}"
        for name in sorted(graph.findings, key=order)
        for kept in graph.findings[name].classes
        if kept.iteration == at
    ]
    failures = [failure for failure in graph.failures if failure.iteration == at]
    sections = (
        _reflected(graph, at, speak),
        _changed(graph, at, w),
        (_searched(search, w) for search in searches),
        (f"- {name}: {plain(graph.observations[name].summary)}" for name in found),
        (*(_raised(graph, name, w) for name in new), *moves),
        classes,
        _taught(graph, at, w),
        (_failed(failure, speak) for failure in failures),
    )
    parts = [f"# {w.title.format(number=number)}"]
    for head, rows in zip(w.heads, sections, strict=True):
        parts += ["", f"## {head}", *rows]
    return "\n".join(parts) + "\n"


def _class(name: FindingClass, speak: Tongue) -> str:
    """The name of the protocol, and in Korean what it means."""
    return f"{html_words(speak).classes[name]} ({name})" if speak == "ko" else name


def _searched(search: SearchRecord, w: _Words) -> str:
    return "- " + w.searched.format(
        query=plain(search.query), engine=search.engine, results=search.result_count, new=search.new_sources
    )


def _raised(graph: CogniGraph, name: HypothesisId, w: _Words) -> str:
    return "- " + w.new.format(name=name, summary=plain(graph.hypotheses[name].summary))


def _failed(failure: Failure, speak: Tongue) -> str:
    kind = words(speak).failure_kinds[failure.kind] if speak == "ko" else failure.kind
    return f"- {kind}: {plain(retold(failure.what, speak))}: {plain(retold(failure.reason, speak))}"


def _reflected(graph: CogniGraph, at: int, speak: Tongue) -> Iterator[str]:
    for thought in graph.thoughts:
        if thought.iteration == at:
            tool = tool_name(thought.tool, speak) if speak == "ko" else thought.tool
            yield f"- {tool}: {plain(thought.because)}"
            if thought.reflection:
                yield f"- {plain(thought.reflection)}"


def _changed(graph: CogniGraph, at: int, w: _Words) -> Iterator[str]:
    """What was done otherwise, because it went in circles."""
    for thought in graph.thoughts:
        for turn in thought.turns if thought.iteration == at else ():
            by_rule = f" ({plain(turn.rule)})" if turn.rule else ""
            yield f"- {w.situations[turn.situation]}: {plain(turn.reason)}: {plain(turn.change)}{by_rule}"


def _taught(graph: CogniGraph, at: int, w: _Words) -> Iterator[str]:
    for lesson in graph.reflexion.iterations:
        if lesson.iteration == at:
            yield f"- {w.outcomes[lesson.outcome]}: {plain(lesson.action)}: {plain(lesson.reason)}"
            yield f"- {plain(lesson.lesson)} {plain(lesson.adjustment)}"
    for rule in graph.reflexion.learned_rules:
        if rule.learned_iteration == at:
            counts = f"{rule.success_count}/{rule.applied_count}"
            yield f"- {plain(rule.rule)} ({rule.confidence}, {counts})"
