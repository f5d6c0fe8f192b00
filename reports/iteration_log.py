"""What each iteration did, as far as the graph remembers."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judgement import FindingClass
from pathfinder.protocols.memory import Failure, Outcome, SearchRecord, Situation, Thought
from pathfinder.protocols.rules.marked_text import claim_text, observation_text
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
    leading: str
    unsure: str
    overlooked: str
    outcomes: Mapping[Outcome, str]
    situations: Mapping[Situation, str]


_EN = _Words(
    title="Iteration {number} Log",
    heads=("REFLECT", "PLAN", "EXECUTE", "VERIFY", "SYNTHESIZE", "JUDGE", "REFLEXION", "FAILURES"),
    searched='"{query}" ({engine}): {results} results, {new} new',
    new="new {name}: {summary}",
    leading="leading: {name} [{mark}] {summary}",
    unsure="uncertain: {text}",
    overlooked="possibly overlooked: {text}",
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
    leading="핵심 발견: {name} [{mark}] {summary}",
    unsure="남은 불확실성: {text}",
    overlooked="놓쳤을 수 있는 것: {text}",
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

Section = Literal["REFLECT", "PLAN", "EXECUTE", "VERIFY", "SYNTHESIZE", "JUDGE", "REFLEXION", "FAILURES"]
_Line = tuple[Section, int, str]
"""Where a line stands: its section, and its iteration as the graph counts."""


def iteration_logs(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """A file for each closed iteration; the graph is read once for all of them."""
    told = _told(graph)
    for number in range(1, graph.iteration + 1):
        yield f"iteration_logs/{number:03}.md", _log(told, number, _words(graph))


def iteration_log(graph: CogniGraph, number: int) -> str:
    """One iteration: its searches, what it found, how strengths moved, what failed."""
    return _log(_told(graph), number, _words(graph))


def _words(graph: CogniGraph) -> _Words:
    return _KO if tongue_of(graph) == "ko" else _EN


def _log(told: Mapping[tuple[Section, int], list[str]], number: int, w: _Words) -> str:
    parts = [f"# {w.title.format(number=number)}"]
    for section, head in zip(get_args(Section), w.heads, strict=True):
        parts += ["", f"## {head}", *told.get((section, number - 1), ())]
    return "\n".join(parts) + "\n"


def _told(graph: CogniGraph) -> dict[tuple[Section, int], list[str]]:
    told: dict[tuple[Section, int], list[str]] = defaultdict(list)
    for section, at, line in _lines(graph, tongue_of(graph)):
        told[section, at].append(line)
    return told


def _lines(graph: CogniGraph, speak: Tongue) -> Iterator[_Line]:
    """All lines of all iterations; inside a section of an iteration they come in their order."""
    w = _words(graph)
    yield from _thought(graph, w, speak)
    for search in graph.searches:
        yield "EXECUTE", search.iteration, _searched(search, w)
    for name in sorted(graph.observations, key=order):
        seen = graph.observations[name]
        yield "VERIFY", seen.created_at, f"- {name}: {plain(observation_text(graph, name))}"
    yield from _claims(graph, w, speak)
    for claim in sorted(graph.findings, key=order):
        for kept in graph.findings[claim].classes:
            because = plain(worded(kept.because, speak))
            yield "JUDGE", kept.iteration, f"- {claim}: {_class(kept.finding_class, speak)}: {because}"
    yield from _taught(graph, w)
    for failure in graph.failures:
        yield "FAILURES", failure.iteration, _failed(failure, speak)


def _class(name: FindingClass, speak: Tongue) -> str:
    """The name of the protocol, and in Korean what it means."""
    return f"{html_words(speak).classes[name]} ({name})" if speak == "ko" else name


def _searched(search: SearchRecord, w: _Words) -> str:
    return "- " + w.searched.format(
        query=plain(search.query), engine=search.engine, results=search.result_count, new=search.new_sources
    )


def _failed(failure: Failure, speak: Tongue) -> str:
    kind = words(speak).failure_kinds[failure.kind] if speak == "ko" else failure.kind
    return f"- {kind}: {plain(retold(failure.what, speak))}: {plain(retold(failure.reason, speak))}"


def _claims(graph: CogniGraph, w: _Words, speak: Tongue) -> Iterable[_Line]:
    """New claims first, then how strengths moved."""
    names = sorted(graph.hypotheses, key=order)
    for name in names:
        known = graph.hypotheses[name]
        yield (
            "SYNTHESIZE",
            known.created_at,
            "- " + w.new.format(name=name, summary=plain(claim_text(graph, name))),
        )
    for name in names:
        for entry in graph.hypotheses[name].history:
            if entry.change:
                moved = f"- {name}: {plain(retold(entry.result, speak))} ({entry.change:+.4f})"
                yield "SYNTHESIZE", entry.iteration, moved


def _thought(graph: CogniGraph, w: _Words, speak: Tongue) -> Iterator[_Line]:
    """How the lead thought, and what was done otherwise because it went in circles."""
    for thought in graph.thoughts:
        tool = tool_name(thought.tool, speak) if speak == "ko" else thought.tool
        yield "REFLECT", thought.iteration, f"- {tool}: {plain(thought.because)}"
        if thought.reflection:
            yield "REFLECT", thought.iteration, f"- {plain(thought.reflection)}"
        for line in _reflected(graph, thought, w):
            yield "REFLECT", thought.iteration, f"- {line}"
        for turn in thought.turns:
            by_rule = f" ({plain(turn.rule)})" if turn.rule else ""
            said = f"- {w.situations[turn.situation]}: {plain(turn.reason)}: {plain(turn.change)}{by_rule}"
            yield "PLAN", thought.iteration, said


def _reflected(graph: CogniGraph, thought: Thought, w: _Words) -> Iterator[str]:
    """The lists of a reflection: what leads, with its mark of then, what is unsure, what may be missing."""
    for claim in thought.leading:
        name = HypothesisId(claim.hypothesis)
        yield w.leading.format(name=name, mark=claim.mark, summary=plain(claim_text(graph, name)))
    for text in thought.unsure:
        yield w.unsure.format(text=plain(text))
    if thought.overlooked:
        yield w.overlooked.format(text=plain(thought.overlooked))


def _taught(graph: CogniGraph, w: _Words) -> Iterator[_Line]:
    for lesson in graph.reflexion.iterations:
        at, outcome = lesson.iteration, w.outcomes[lesson.outcome]
        yield "REFLEXION", at, f"- {outcome}: {plain(lesson.action)}: {plain(lesson.reason)}"
        yield "REFLEXION", at, f"- {plain(lesson.lesson)} {plain(lesson.adjustment)}"
    for rule in graph.reflexion.learned_rules:
        counts = f"{rule.success_count}/{rule.applied_count}"
        said = f"- {plain(rule.rule)} ({rule.confidence}, {counts})"
        yield "REFLEXION", rule.learned_iteration, said
