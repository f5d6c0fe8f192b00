"""The summary after each iteration: what it found, what is in focus, what comes next. Korean or English."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, assert_never

from pathfinder.protocols.calls.events import FoundNow, HypothesisNow, Standing
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    Lens,
    LensTarget,
    PartTarget,
    Target,
)
from pathfinder.protocols.graph.judgement import READER_TAGS, ReaderTag, Side, Tag
from pathfinder.protocols.graph.types import CogniGraph, ResolutionType, Status
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.planning.standing import standing
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.content.health_notes import health_lines

Tongue = Literal["ko", "en"]
"""The languages that our own sentences come in."""

STATUS: dict[Tongue, dict[Status, str]] = {
    "en": {"unvisited": "untested", "tested": "tested", "verified": "verified", "rejected": "rejected"},
    "ko": {"unvisited": "미조사", "tested": "조사됨", "verified": "검증됨", "rejected": "기각됨"},
}
TAG: dict[Tongue, dict[Tag, str]] = {
    "en": {"Confirmed": "Confirmed", "Likely": "Likely", "Uncertain": "Uncertain"},
    "ko": {"Confirmed": "확정", "Likely": "유력", "Uncertain": "불확실"},
}
READER: dict[Tongue, dict[ReaderTag, str]] = {
    "en": {tag: tag for tag in READER_TAGS},
    "ko": {"Confirmed": "확정", "Likely": "유력", "Reported": "보고됨", "Disputed": "엇갈림", "Open": "미정"},
}
"""The words that readers get: `Uncertain` is split in three."""
AGAINST: dict[Tongue, str] = {"en": "not so", "ko": "사실 아님"}
"""What a verdict on the other side is called: the claim as it is written does not hold."""
RESOLUTION: dict[Tongue, dict[ResolutionType, str]] = {
    "en": {
        "condition_difference": "they hold under different conditions",
        "definition_mismatch": "they mean different things",
        "scope_mismatch": "they speak of different cases",
        "one_rejected": "one is out",
        "merged": "they are one",
    },
    "ko": {
        "condition_difference": "조건 차이",
        "definition_mismatch": "정의 차이",
        "scope_mismatch": "범위 차이",
        "one_rejected": "한쪽 기각",
        "merged": "병합",
    },
}
"""How a conflict was settled."""
LENS: dict[Tongue, dict[Lens, str]] = {
    "en": {
        "definition": "definition",
        "scope": "scope",
        "comparison": "comparison",
        "cases": "cases",
        "limitations": "limitations",
        "application": "application",
    },
    "ko": {
        "definition": "정의",
        "scope": "범위",
        "comparison": "비교",
        "cases": "사례",
        "limitations": "한계",
        "application": "적용",
    },
}


@dataclass(frozen=True)
class _Phrases:
    closed: str
    found: str
    nothing: str
    focus: str
    no_focus: str
    figures: str
    new: str
    test: str
    settle: str
    follow: str
    answer: str
    look: str
    coming: str
    progress: str


_PHRASES: dict[Tongue, _Phrases] = {
    "en": _Phrases(
        closed="Iteration {number} is closed",
        found="Found now:",
        nothing="Found now: nothing that bears on a claim.",
        focus="In focus, {shown} of {alive} ({inactive} wait, {rejected} rejected):",
        no_focus="In focus: no claim yet.",
        figures="strength {strength}%{moved}, priority {priority}, {pro} for, {con} against; {called}",
        new="new",
        test="test {one}",
        settle="settle {one} against {other}",
        follow="follow “{word}”",
        answer="answer part {part} of the question",
        look="look at {word}",
        coming="Next: {plan}",
        progress="Progress: {share}% ({answered} of {parts} sub-questions); unsettled conflicts: {conflicts}",
    ),
    "ko": _Phrases(
        closed="{number}번째 반복을 마쳤습니다",
        found="이번에 알게 된 것:",
        nothing="이번에 알게 된 것: 주장과 관련된 것이 없습니다.",
        focus="주목하는 가설 {alive}개 중 {shown}개 (대기 {inactive}, 기각 {rejected}):",
        no_focus="주목하는 가설: 아직 없습니다.",
        figures="강도 {strength}%{moved}, 우선순위 {priority}, 지지 {pro}, 반박 {con}; {called}",
        new="새 가설",
        test="{one} 조사",
        settle="{one} 대 {other} 충돌 해결",
        follow="“{word}” 따라가기",
        answer="질문의 {part}번 부분 답하기",
        look="{word} 살펴보기",
        coming="다음 계획: {plan}",
        progress="진행도: {share}% (하위 질문 {parts}개 중 {answered}개), 남은 충돌: {conflicts}",
    ),
}


def tongue(question: str) -> Tongue:
    """The language we speak about a question: Korean for Korean, English for every other."""
    return "ko" if language(question) == "ko" else "en"


def tongue_of(graph: CogniGraph) -> Tongue:
    """The language we speak about a session: the one that was asked for, or that of its question."""
    return graph.run.language or tongue(graph.question)


def summary(graph: CogniGraph, explorers: int = 0) -> tuple[str, ...]:
    """The summary of the last closed iteration, in the language of the question."""
    return summary_lines(standing(graph, explorers), tongue_of(graph))


def summary_lines(now: Standing, speak: Tongue) -> tuple[str, ...]:
    """Twenty-two lines at most, none of them cut: how wide they may be is the reader's business."""
    return tuple(_lines(now, speak))


def called(status: Status, tag: Tag | ReaderTag | None, side: Side | None, speak: Tongue) -> str:
    """Status and verdict together, as people see them."""
    if tag is None:
        return STATUS[speak][status]
    return f"{STATUS[speak][status]}, {verdict_words(tag, side, speak)}"


def verdict_words(tag: Tag | ReaderTag, side: Side | None, speak: Tongue) -> str:
    """A verdict, and that it goes against the claim where it does.

    `Uncertain` is said only where the graph is not at hand that would tell which of its three kinds it is.
    """
    word = TAG[speak][tag] if tag == "Uncertain" else READER[speak][tag]
    settled = tag in ("Confirmed", "Likely", "Uncertain")
    return f"{word}: {AGAINST[speak]}" if side == "against" and settled else word


def claim_verdict(graph: CogniGraph, name: HypothesisId) -> str | None:
    """The verdict on a claim in the words that readers get; None if there is none."""
    verdict = graph.hypotheses[name].verdict
    if verdict is None:
        return None
    return verdict_words(reader_tag(graph, name), verdict.side, tongue_of(graph))


def target_words(target: Target, speak: Tongue) -> str:
    """What an Explorer would do about a target."""
    say = _PHRASES[speak]
    match target:
        case HypothesisTarget():
            return say.test.format(one=target.hypothesis)
        case ConflictTarget():
            return say.settle.format(one=target.first, other=target.second)
        case KeywordTarget():
            return say.follow.format(word=target.keyword)
        case PartTarget():
            return say.answer.format(part=target.part.removeprefix("sq_"))
        case LensTarget():
            return say.look.format(word=LENS[speak][target.lens])
        case _:
            assert_never(target)


def _lines(now: Standing, speak: Tongue) -> Iterator[str]:
    say = _PHRASES[speak]
    focus = [known for known in now.hypotheses if known.active]
    yield say.closed.format(number=now.iteration)
    yield say.found if now.found else say.nothing
    for found in now.found:
        yield f"  {_found(found, speak)}"
    if focus:
        yield say.focus.format(
            shown=len(focus), alive=len(focus) + now.inactive, inactive=now.inactive, rejected=now.rejected
        )
    else:
        yield say.no_focus
    for place, known in enumerate(focus, start=1):
        yield f"  {place}. {known.hypothesis} {known.summary}"
        yield f"     {_figures(known, speak)}"
    if now.planned:
        yield say.coming.format(plan="; ".join(target_words(target, speak) for target in now.planned))
    yield say.progress.format(
        share=round(100 * now.answered / now.parts) if now.parts else 0,
        answered=now.answered,
        parts=now.parts,
        conflicts=now.conflicts,
    )
    for concern in now.concerns:
        what, do = health_lines(concern, speak)
        yield f"! {what}"
        yield f"  {do}"


def _found(found: FoundNow, speak: Tongue) -> str:
    tag = found.reader or found.tag
    verdict = f"[{verdict_words(tag, found.side, speak)}] " if tag else ""
    return f"{found.mark} {verdict}{found.hypothesis} {found.summary}"


def _figures(known: HypothesisNow, speak: Tongue) -> str:
    say = _PHRASES[speak]
    points = percent(known.strength) - percent(known.strength - known.moved)
    return say.figures.format(
        strength=percent(known.strength),
        moved=f" ({say.new})" if known.new else f" ({points:+d})" if points else "",
        priority=hundredths(known.priority),
        pro=known.supports,
        con=known.contradicts,
        called=called(known.status, known.reader or known.tag, known.side, speak),
    )
