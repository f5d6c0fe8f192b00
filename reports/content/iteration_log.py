"""What each iteration did, as far as the graph remembers."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, get_args

from pathfinder.locales.catalogue import Message, said
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.judgement import FindingClass
from pathfinder.protocols.graph.memory import Failure, Outcome, SearchRecord, Situation, Thought
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.protocols.planning.memory_words import tool_name
from pathfinder.reports.locales.thesis_words import words
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.summary import Tongue, claim_verdict, tongue_of


@dataclass(frozen=True, kw_only=True)
class _Words:
    """One language."""

    title: str
    times: tuple[str, str, str]
    minutes: str
    heads: tuple[str, ...]
    none: str
    loaded: str
    asked: str
    saved: str
    output: str
    checked: str
    upheld: Mapping[bool | None, str]
    searched: str
    new: str
    leading: str
    unsure: str
    overlooked: str
    outcomes: Mapping[Outcome, str]
    situations: Mapping[Situation, str]


_EN = _Words(
    title="Iteration {number} Log",
    times=("Start", "End", "Duration"),
    minutes="{minutes} min {seconds} s",
    heads=(
        "LOAD",
        "REFLECT",
        "PLAN",
        "EXPLORE",
        "VERIFY",
        "MERGE",
        "AUDIT",
        "JUDGE",
        "VERDICT",
        "IDEATE",
        "CHECK",
        "REFLEXION",
        "SAVE",
        "OUTPUT",
        "FAILURES",
    ),
    none="none",
    loaded="known before: {observations} observations, {hypotheses} hypotheses, {searches} searches, "
    "{rules} learned rules",
    asked="{strategy}: {queries}",
    saved="observations: {observations} (new: {new}), hypotheses: {hypotheses} (new: {claims}), "
    "searches: {searches}",
    output="claims with new evidence: {claims} ({marks})",
    checked="health: {issues}",
    upheld=MappingProxyType({True: "upheld", False: "not upheld", None: "not reviewed"}),
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
    times=("시작", "종료", "소요 시간"),
    minutes="{minutes}분 {seconds}초",
    heads=(
        "불러오기 (LOAD)",
        "성찰 (REFLECT)",
        "계획 (PLAN)",
        "탐색 (EXPLORE)",
        "검증 (VERIFY)",
        "병합 (MERGE)",
        "감사 (AUDIT)",
        "분류 (JUDGE)",
        "판정 (VERDICT)",
        "발상 (IDEATE)",
        "점검 (CHECK)",
        "교훈 (REFLEXION)",
        "저장 (SAVE)",
        "출력 (OUTPUT)",
        "실패 (FAILURES)",
    ),
    none="없음",
    loaded="이전까지: 관찰 {observations}개, 가설 {hypotheses}개, 검색 {searches}회, 학습 규칙 {rules}개",
    asked="{strategy}: {queries}",
    saved="관찰 {observations}개 (새 것 {new}개), 가설 {hypotheses}개 (새 것 {claims}개), 검색 {searches}회",
    output="새 증거를 얻은 주장: {claims}개 ({marks})",
    checked="상태 점검: {issues}",
    upheld=MappingProxyType({True: "인정됨", False: "인정되지 않음", None: "검토 안 됨"}),
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

Section = Literal[
    "LOAD", "REFLECT", "PLAN", "EXPLORE", "VERIFY", "MERGE", "AUDIT", "JUDGE", "VERDICT", "IDEATE", "CHECK",
    "REFLEXION", "SAVE", "OUTPUT", "FAILURES",
]  # fmt: skip
MOST_SITES = 5
_Line = tuple[Section, int, str]
"""Where a line stands: its section, and its iteration as the graph counts."""


def iteration_logs(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """A file for each closed iteration; the graph is read once for all of them."""
    told = _told(graph)
    for number in range(1, graph.iteration + 1):
        yield f"iteration_logs/{number:03}.md", _log(graph, told, number)


def iteration_log(graph: CogniGraph, number: int) -> str:
    """One iteration: its searches, what it found, how strengths moved, what failed."""
    return _log(graph, _told(graph), number)


def _words(graph: CogniGraph) -> _Words:
    return _KO if tongue_of(graph) == "ko" else _EN


def _log(graph: CogniGraph, told: Mapping[tuple[Section, int], list[str]], number: int) -> str:
    w = _words(graph)
    parts = [f"# {w.title.format(number=number)}", "", *_times(graph, number, w)]
    for section, head in zip(get_args(Section), w.heads, strict=True):
        parts += ["", f"## {head}", *(told.get((section, number - 1)) or [f"- {w.none}"])]
    return "\n".join(parts) + "\n"


def _times(graph: CogniGraph, number: int, w: _Words) -> Iterator[str]:
    """When it began, when it was closed and how long that took, as far as the clock was kept."""
    known = {0: graph.run.started_at, **graph.run.closed_at}
    start, end = known.get(number - 1), known.get(number)
    for title, at in zip(w.times, (start, end), strict=False):
        if at is not None:
            yield f"- **{title}:** {at:%Y-%m-%d %H:%M:%S}"
    if start is not None and end is not None:
        minutes, seconds = divmod(max(0, round((end - start).total_seconds())), 60)
        yield f"- **{w.times[2]}:** {w.minutes.format(minutes=minutes, seconds=seconds)}"


def _told(graph: CogniGraph) -> dict[tuple[Section, int], list[str]]:
    told: dict[tuple[Section, int], list[str]] = defaultdict(list)
    for section, at, line in _lines(graph, tongue_of(graph)):
        told[section, at].append(line)
    return told


def _lines(graph: CogniGraph, speak: Tongue) -> Iterator[_Line]:
    """All lines of all iterations; inside a section of an iteration they come in their order."""
    w = _words(graph)
    yield from _thought(graph, w, speak)
    yield from _planned(graph, w)
    for search in graph.searches:
        yield "EXPLORE", search.iteration, _searched(search, w)
    yield from _verified(graph)
    yield from _claims(graph, w, speak)
    for claim in sorted(graph.findings, key=order):
        for kept in graph.findings[claim].classes:
            because = plain(worded(kept.because, speak))
            yield "JUDGE", kept.iteration, f"- {claim}: {_class(kept.finding_class, speak)}: {because}"
        verdict, judged = claim_verdict(graph, claim), graph.findings[claim].classes
        if verdict is not None and judged:
            yield "VERDICT", judged[-1].iteration, f"- {claim}: {verdict}"
    for point in graph.audit:
        cites = ", ".join(point.observations)
        yield "AUDIT", point.iteration, f"- {plain(point.text)} ({cites}; {w.upheld[point.upheld]})"
    yield from _counted(graph, w)
    yield from _taught(graph, w)
    for failure in graph.failures:
        yield "FAILURES", failure.iteration, _failed(failure, speak)


def _planned(graph: CogniGraph, w: _Words) -> Iterator[_Line]:
    """The queries of each strategy."""
    asked: dict[tuple[int, str], list[str]] = defaultdict(list)
    for search in graph.searches:
        asked[search.iteration, search.strategy].append(plain(search.query))
    for (at, strategy), queries in asked.items():
        yield "PLAN", at, "- " + w.asked.format(strategy=strategy, queries="; ".join(dict.fromkeys(queries)))


def _verified(graph: CogniGraph) -> Iterator[_Line]:
    """What was found with its source, and each claim that got evidence with its sources and its tag."""
    for name in sorted(graph.observations, key=order):
        seen = graph.observations[name]
        told = plain(observation_text(graph, name))
        yield "VERIFY", seen.created_at, f"- {name}: {told} ({_site(graph, name)})"
    for claim in sorted(graph.findings, key=order):
        tag, sites = source_tag(graph, claim), defaultdict[int, dict[str, None]](dict)
        for edge in graph.evidence(claim):
            sites[edge.created_at][_site(graph, edge.observation)] = None
        for at, known in sites.items():
            shown = ", ".join(list(known)[:MOST_SITES])
            yield "VERIFY", at, f"- {tag.mark} {claim} ({tag.confidence}): {shown} ({len(known)})"


def _site(graph: CogniGraph, name: ObservationId) -> str:
    seen = graph.observations[name]
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return plain((source.site or source.url) if source else seen.source_url)


def _counted(graph: CogniGraph, w: _Words) -> Iterator[_Line]:
    """What was known before each iteration, what was saved after it, and what it came to."""
    for at in range(graph.iteration):
        seen = [known.created_at for known in graph.observations.values()]
        claims = [known.created_at for known in graph.hypotheses.values()]
        searches = [known.iteration for known in graph.searches]
        rules = [known.learned_iteration for known in graph.reflexion.learned_rules]
        before = [sum(one < at for one in known) for known in (seen, claims, searches, rules)]
        names = ("observations", "hypotheses", "searches", "rules")
        yield "LOAD", at, "- " + w.loaded.format(**dict(zip(names, before, strict=True)))
        saved = w.saved.format(
            observations=sum(one <= at for one in seen),
            new=seen.count(at),
            hypotheses=sum(one <= at for one in claims),
            claims=claims.count(at),
            searches=sum(one <= at for one in searches),
        )
        yield "SAVE", at, f"- {saved}"
        touched = [
            name for name in graph.findings if any(edge.created_at == at for edge in graph.evidence(name))
        ]
        marks = Counter(source_tag(graph, name).mark for name in touched)
        shown = ", ".join(f"{mark} {count}" for mark, count in marks.items()) or w.none
        yield "OUTPUT", at, "- " + w.output.format(claims=len(touched), marks=shown)
    if graph.health.last_check:
        issues = ", ".join(graph.health.issues) or w.none
        yield "CHECK", graph.health.last_check - 1, "- " + w.checked.format(issues=issues)


def _class(name: FindingClass, speak: Tongue) -> str:
    """The name of the protocol, and in Korean what it means."""
    return f"{Message(f'finding-class-{name}').to(speak)} ({name})" if speak == "ko" else name


def _searched(search: SearchRecord, w: _Words) -> str:
    return "- " + w.searched.format(
        query=plain(search.query), engine=search.engine, results=search.result_count, new=search.new_sources
    )


def _failed(failure: Failure, speak: Tongue) -> str:
    kind = words(speak).failure_kinds[failure.kind] if speak == "ko" else failure.kind
    return f"- {kind}: {plain(said(failure.what, speak))}: {plain(said(failure.reason, speak))}"


def _claims(graph: CogniGraph, w: _Words, speak: Tongue) -> Iterable[_Line]:
    """New claims first, then how strengths moved."""
    names = sorted(graph.hypotheses, key=order)
    for name in names:
        known = graph.hypotheses[name]
        yield (
            "IDEATE" if known.type == "B" else "MERGE",
            known.created_at,
            "- " + w.new.format(name=name, summary=plain(claim_text(graph, name))),
        )
    for name in names:
        for entry in graph.hypotheses[name].history:
            if entry.change:
                moved = f"- {name}: {plain(said(entry.result, speak))} ({entry.change:+.4f})"
                yield "MERGE", entry.iteration, moved


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
