"""Where a session stands, in two columns, in the language of its question."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pathfinder.adapters.storage.files.silence import Unanswered
from pathfinder.cli.screen.output import money
from pathfinder.cli.screen.words import speaker
from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.health import concerns
from pathfinder.protocols.planning.priority import active_five
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.engine_counts import EngineCount, engine_counts
from pathfinder.reports.content.health_notes import health_note
from pathfinder.reports.locales.words import judge_words
from pathfinder.reports.markdown.summary import READER, tongue_of


@dataclass(frozen=True, kw_only=True)
class _Words:
    """One language: the names of the rows, in their order, and what stands in them."""

    names: tuple[str, ...]
    process: str
    no_process: str
    iterations: str
    evidence: str
    hypotheses: str
    conflicts: str
    cost: str
    health: str
    search: str
    searched: str
    search_failed: str
    judged: str
    not_judged: str


_EN = _Words(
    names=(
        "session", "status", "engine", "running in", "iterations", "evidence", "hypotheses", "conflicts",
        "cost", "failures",
    ),
    process="process {pid}",
    no_process="no process",
    iterations="{closed} of {most}",
    evidence="{seen} observations on {pages} pages",
    hypotheses="{all}, {alive} alive, {tags}",
    conflicts="{count} to settle",
    cost="{spent} of {budget}",
    health="health",
    search="search",
    searched="{engine}: {searches} searches, {results} results, {new} new",
    search_failed=", {failed} failed",
    judged="judged",
    not_judged="not judged: no language model; `pathfinder report` writes the reading list",
)  # fmt: skip
_KO = _Words(
    names=("세션", "상태", "엔진", "실행", "반복", "증거", "가설", "충돌", "비용", "실패"),
    process="프로세스 {pid}",
    no_process="실행 중이 아님",
    iterations="{closed}회 (최대 {most}회)",
    evidence="관찰 {seen}개, 페이지 {pages}개",
    hypotheses="{all}개, 남은 것 {alive}개, {tags}",
    conflicts="{count}개 남음",
    cost="{spent} (한도 {budget})",
    health="건강",
    search="검색",
    searched="{engine}: 검색 {searches}회, 결과 {results}개, 새 출처 {new}개",
    search_failed=", 실패 {failed}회",
    judged="판정",
    not_judged="판정하지 않음: 언어 모델이 없습니다. `pathfinder report`가 읽을거리 목록을 씁니다",
)


def status_rows(
    graph: CogniGraph, session: str, pid: int | None, silent: Sequence[Unanswered] = ()
) -> Iterator[tuple[str, str]]:
    """The session's rows, engines that do not answer just now, then the hypotheses in focus."""
    run = graph.run
    speak = tongue_of(graph)
    w, shared = _KO if speak == "ko" else _EN, judge_words(speak)
    tags = Counter(
        READER[speak][reader_tag(graph, name)] for name, one in graph.hypotheses.items() if one.verdict
    )
    failures = Counter(shared.base.failure_kinds[failure.kind] for failure in graph.failures)
    spent = run.spend.total_usd_micros + run.open_usd_micros
    values = (
        session,
        f"{shared.run_statuses[run.status]}{f' ({said(run.reason, speak)})' if run.reason else ''}",
        said(run.engine, speak) or shared.no_engine,
        w.process.format(pid=pid) if pid else w.no_process,
        w.iterations.format(closed=graph.iteration, most=run.limits.max_iterations),
        w.evidence.format(seen=len(graph.observations), pages=len(graph.sources)),
        w.hypotheses.format(
            all=len(graph.hypotheses), alive=len(graph.alive()), tags=_counted(tags, shared.base.none)
        ),
        w.conflicts.format(count=len(graph.active_conflicts())),
        w.cost.format(spent=money(spent), budget=money(run.limits.budget_usd_micros)),
        _counted(failures, shared.base.none),
    )
    rows = list(zip(w.names, values, strict=True))
    if is_reading_list(graph):
        # Nobody judged anything: no hypotheses, no conflicts, but the reason why.
        rows = [*rows[:6], (w.judged, w.not_judged), *rows[8:]]
    yield from rows
    yield from ((w.health, health_note(concern, speak)) for concern in concerns(graph))
    yield from ((w.search, _engine(known, w)) for known in engine_counts(graph))
    say = speaker(speak)
    for engine in silent:
        told = "screen-engine-again" if engine.state == "waiting" else "screen-engine-resting"
        yield w.search, say(told, engine=engine.engine, reason=engine.reason)
    for name in active_five(graph):
        known = graph.hypotheses[name]
        mark, status = source_tag(graph, name).mark, shared.base.statuses[known.status]
        yield name, f"{mark} {hundredths(known.strength)} {status}: {claim_text(graph, name)}"


def _engine(known: EngineCount, w: _Words) -> str:
    cost = f", {money(known.usd_micros)}" if known.usd_micros else ""
    failed = w.search_failed.format(failed=known.failed) if known.failed else ""
    found = w.searched.format(
        engine=known.engine, searches=known.searches, results=known.results, new=known.new_sources
    )
    return f"{found}{cost}{failed}"


def _counted(counts: Mapping[str, int], none: str) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or none
