"""The archive of one iteration as lines a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pathfinder.protocols import edits as e
from pathfinder.protocols.rules.wording import worded
from pathfinder.reports.record_words import retold
from pathfinder.reports.summary import Tongue, verdict_words
from pathfinder.reports.thesis_words import words


@dataclass(frozen=True, kw_only=True)
class _Words:
    """One language."""

    iteration: str
    rest: str
    searched: str
    page: str
    unquoted: str
    stands: str
    rejected: str


_EN = _Words(
    iteration="Iteration {number}",
    rest="and also: {counted}",
    searched='searched "{query}" on {engine}: {results} results',
    page="page",
    unquoted="no quote: unverified",
    stands="{name} stands at {strength:.4f}",
    rejected="{name} rejected: {because}",
)
_KO = _Words(
    iteration="반복 {number}",
    rest="그 밖의 기록: {counted}",
    searched="검색 “{query}” ({engine}): 결과 {results}개",
    page="페이지",
    unquoted="인용 없음: 확인되지 않음",
    stands="{name} 강도 {strength:.4f}",
    rejected="{name} 기각: {because}",
)


_KINDS_KO: Mapping[str, str] = MappingProxyType(
    {
        "retract_source": "출처 철회",
        "add_edge": "증거 연결",
        "answer_contradiction": "반박 해소",
        "set_status": "상태 변경",
        "revive": "가설 되살림",
        "record_visit": "조사 기록",
        "add_history": "이력",
        "rest_hypothesis": "가설 쉬기",
        "rest_keyword": "방향 쉬기",
        "update_conflict": "충돌 변경",
        "add_condition": "조건",
        "merge_hypotheses": "가설 병합",
        "relate_hypotheses": "관련 가설",
        "set_finding": "분류",
        "count_respawn": "다시 보냄",
        "add_keyword": "새 방향",
        "use_keyword": "방향 사용",
        "advance_lens": "관점 이동",
        "set_selection": "대상 선택",
        "set_health": "그래프 점검",
        "add_lesson": "교훈",
        "set_learned_rules": "배운 규칙",
        "turn_away_query": "돌린 검색어",
        "record_actions": "행동 기록",
        "add_thought": "성찰",
        "add_concept": "개념",
        "add_relation": "개념 관계",
        "set_run": "실행 상태",
        "close_iteration": "반복 마침",
    }
)
"""What is only counted."""


def recalled_lines(number: int, edits: Iterable[e.GraphEdit], speak: Tongue = "en") -> Iterator[str]:
    """What an iteration searched, saw, claimed and judged, in the order it happened; the rest is counted."""
    w = _KO if speak == "ko" else _EN
    yield w.iteration.format(number=number)
    rest: Counter[str] = Counter()
    for edit in edits:
        told = list(_lines(edit, w, speak))
        yield from told
        if not told:
            rest[edit.kind] += 1
    if rest:
        counted = ", ".join(
            f"{_KINDS_KO.get(kind, kind)} {count}" if speak == "ko" else f"{count} {kind}"
            for kind, count in sorted(rest.items())
        )
        yield "  " + w.rest.format(counted=counted)


def _lines(edit: e.GraphEdit, w: _Words, speak: Tongue) -> Iterator[str]:
    match edit:
        case e.AddSearch():
            known = edit.search
            told = w.searched.format(query=known.query, engine=known.engine, results=known.result_count)
            yield f"  {told}"
        case e.AddSource():
            named, kind = edit.source.title or edit.source.url, words(speak).types[edit.source.type]
            yield f"  {w.page} {edit.page[:12]} {named} ({kind})"
        case e.AddObservation():
            yield f"  {edit.name}: {edit.observation.summary}"
            yield f"    > {edit.observation.quote or w.unquoted}"
        case e.AddHypothesis():
            yield f"  {edit.name} ({edit.hypothesis.type}): {edit.hypothesis.summary}"
        case e.SetSubQuestions():
            for name, part in edit.sub_questions.items():
                yield f"  {name}: {part.text}"
        case e.SetStrength():
            yield "  " + w.stands.format(name=edit.hypothesis, strength=edit.strength)
        case e.Reject():
            yield "  " + w.rejected.format(name=edit.hypothesis, because=worded(edit.because, speak))
        case e.SetFinding():
            verdict = edit.finding.verdict
            if verdict is not None:
                called = verdict_words(verdict.tag, verdict.side, speak)
                yield f"  {edit.hypothesis} {called}: {worded(verdict.because, speak)}"
        case e.AddFailure():
            told_of = edit.failure
            kind = words(speak).failure_kinds[told_of.kind]
            yield f"  {kind}: {retold(told_of.what, speak)}: {retold(told_of.reason, speak)}"
        case _:
            return
