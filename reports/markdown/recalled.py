"""The archive of one iteration as lines a person can read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pathfinder.locales.catalogue import said
from pathfinder.protocols.evidence.marked_text import raised_text, seen_text
from pathfinder.protocols.graph import edits as e
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.locales.thesis_words import words
from pathfinder.reports.markdown.summary import Tongue, verdict_words


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
    count: str
    counted: Mapping[str, str]
    """What is told by its number only; how the run keeps its own accounts is not told at all."""


_EN = _Words(
    iteration="Iteration {number}",
    rest="and also: {counted}",
    searched='searched "{query}" on {engine}: {results} results',
    page="page",
    unquoted="no quote: unverified",
    stands="{name} stands at {strength:.4f}",
    rejected="{name} rejected: {because}",
    count="{count} {what}",
    counted=MappingProxyType(
        {
            "add_edge": "links of quotes or claims",
            "add_keyword": "directions to follow",
            "add_concept": "concepts",
            "add_relation": "relations of concepts",
            "answer_contradiction": "contradictions answered",
            "merge_hypotheses": "claims joined",
            "record_visit": "visits counted",
            "set_status": "changes of status",
            "turn_away_query": "queries turned away as repeats",
        }
    ),
)
_KO = _Words(
    iteration="반복 {number}",
    rest="그 밖의 기록: {counted}",
    searched="검색 “{query}” ({engine}): 결과 {results}개",
    page="페이지",
    unquoted="인용 없음: 확인되지 않음",
    stands="{name} 강도 {strength:.4f}",
    rejected="{name} 기각: {because}",
    count="{what} {count}",
    counted=MappingProxyType(
        {
            "add_edge": "증거·가설 연결",
            "add_keyword": "새 방향",
            "add_concept": "개념",
            "add_relation": "개념 관계",
            "answer_contradiction": "반박 해소",
            "merge_hypotheses": "가설 병합",
            "record_visit": "조사 기록",
            "set_status": "상태 변경",
            "turn_away_query": "되풀이라 돌려보낸 검색어",
        }
    ),
)


def recalled_lines(number: int, edits: Iterable[e.GraphEdit], speak: Tongue = "en") -> Iterator[str]:
    """What an iteration searched, saw, claimed and judged, in the order it happened; the rest is counted."""
    w = _KO if speak == "ko" else _EN
    yield w.iteration.format(number=number)
    rest: Counter[str] = Counter()
    parts: set[str] = set()
    for edit in edits:
        told = [line for line in _lines(edit, w, speak) if line not in parts]
        yield from told
        if isinstance(edit, e.SetSubQuestions):
            # It is set again whenever a claim is noted with a part; its text is told once.
            parts.update(told)
        elif not told and edit.kind in w.counted:
            rest[edit.kind] += 1
    if rest:
        pairs = sorted((w.counted[kind], count) for kind, count in rest.items())
        counted = ", ".join(w.count.format(what=what, count=count) for what, count in pairs)
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
            yield f"  {edit.name}: {seen_text(edit.observation, speak)}"
            yield f"    > {edit.observation.quote or w.unquoted}"
        case e.AddHypothesis():
            yield f"  {edit.name} ({edit.hypothesis.type}): {raised_text(edit.hypothesis, speak)}"
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
            yield f"  {kind}: {said(told_of.what, speak)}: {said(told_of.reason, speak)}"
        case _:
            return
