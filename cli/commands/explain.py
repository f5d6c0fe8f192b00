"""Why should I believe this? Each term of a strength and each step of a verdict, in words."""

from collections.abc import Iterator
from dataclasses import dataclass

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.evidence.reckoning import reckoning
from pathfinder.protocols.evidence.status import lacking
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.locales.words import Words, judge_words
from pathfinder.reports.markdown.summary import READER, tongue_of


@dataclass(frozen=True, kw_only=True)
class _Words:
    """One language."""

    base: str
    term: str
    bonus: str
    total: str
    status: str
    not_verified: str
    rejected: str
    condition: str
    related: str
    unjudged: str
    no_side: str
    stance: str
    classified: str
    review: str
    no_verdict: str
    verdict: str
    caveat: str
    look_for: str


_EN = _Words(
    base="  base of a type {type} hypothesis: {base}",
    term="  {change:+.4f} {side} by {name} (authority {authority} x weight {weight}, {url})",
    bonus="  +{bonus:.4f} for {trusted} trusted voices",
    total="  = {total:.4f} (kept: {kept:.4f})",
    status="Status: {status}; visits: {visits}",
    not_verified="  not verified: {reason}",
    rejected="  because: {reason}",
    condition="  holds when: {condition}",
    related="Related, of another subject or under another condition: {names}",
    unjudged="Not judged yet",
    no_side="no side",
    stance="  {iid}: {side}, {grade}, confidence {confidence}",
    classified="  iteration {iteration}, round {round}: {class_}: {reason}",
    review="  challenged in iteration {iteration}, {verdict}: {challenge}",
    no_verdict="No verdict: {reason}",
    verdict="Verdict [{tag}]{side}: {reason}",
    caveat="  caveat: {reason}",
    look_for="  look for: {reason}",
)
_KO = _Words(
    base="  {type}형 가설의 출발점: {base}",
    term="  {change:+.4f} {side}, {name} (권위 {authority} x 무게 {weight}, {url})",
    bonus="  +{bonus:.4f} 신뢰할 수 있는 목소리 {trusted}개",
    total="  = {total:.4f} (저장된 값: {kept:.4f})",
    status="상태: {status}, 조사 {visits}회",
    not_verified="  검증되지 않은 이유: {reason}",
    rejected="  이유: {reason}",
    condition="  성립 조건: {condition}",
    related="관련된 별개 주장 (대상이나 조건이 다름): {names}",
    unjudged="아직 판정하지 않았습니다",
    no_side="어느 쪽도 아님",
    stance="  {iid}: {side}, 증거 {grade}, 확신 {confidence}",
    classified="  반복 {iteration}, 라운드 {round}: {class_}: {reason}",
    review="  반복 {iteration}의 반론, {verdict}: {challenge}",
    no_verdict="판정 없음: {reason}",
    verdict="판정 [{tag}]{side}: {reason}",
    caveat="  주의: {reason}",
    look_for="  찾아볼 것: {reason}",
)


def explained(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    """The arithmetic of a hypothesis and the steps of its verdict, in the language of the question."""
    return _Explaining(graph, name).lines()


class _Explaining:
    def __init__(self, graph: CogniGraph, name: HypothesisId) -> None:
        self.graph, self.name = graph, name
        self.speak = tongue_of(graph)
        self.words = _KO if self.speak == "ko" else _EN
        self.shared: Words = judge_words(self.speak)

    def lines(self) -> Iterator[str]:
        known, w = self.graph.hypotheses[self.name], self.words
        yield f"{self.name}: {claim_text(self.graph, self.name)}"
        yield from self._strength()
        yield w.status.format(status=self.shared.base.statuses[known.status], visits=known.visit_count)
        if known.alive:
            missing = lacking(self.graph, self.name)
            yield from (w.not_verified.format(reason=self._told(reason)) for reason in missing)
        elif known.rejected_because:
            yield w.rejected.format(reason=self._told(known.rejected_because))
        yield from (w.condition.format(condition=condition) for condition in known.conditions)
        if known.related:
            yield w.related.format(names=", ".join(known.related))
        yield from self._judged()

    def _strength(self) -> Iterator[str]:
        known, w = self.graph.hypotheses[self.name], self.words
        summed = reckoning(self.graph, self.name)
        yield w.base.format(type=known.type, base=summed.base)
        for side, term, change in summed.shares:
            yield w.term.format(
                change=change,
                side=self.shared.sides["for" if side == "SUPPORTS" else "against"],
                name=term.edge.observation,
                authority=term.authority,
                weight=term.edge.weight,
                url=self.graph.observations[term.edge.observation].source_url,
            )
        yield w.bonus.format(bonus=summed.bonus, trusted=summed.trusted)
        yield w.total.format(total=summed.total, kept=known.strength)

    def _judged(self) -> Iterator[str]:
        finding, w, shared = self.graph.findings.get(self.name), self.words, self.shared
        if finding is None:
            yield w.unjudged
            return
        for held in finding.stances:
            side = w.no_side if held.side is None else shared.sides[held.side]
            grade = shared.grades[held.evidence]
            yield w.stance.format(iid=held.iid, side=side, grade=grade, confidence=held.confidence)
        for kept in finding.classes:
            yield w.classified.format(
                iteration=kept.iteration + 1,
                round=kept.round,
                class_=Message(f"finding-class-{kept.finding_class}").to(self.speak),
                reason=self._told(kept.because),
            )
        if finding.review is not None:
            yield w.review.format(
                iteration=finding.review.iteration + 1,
                verdict=shared.reviews_said[finding.review.verdict],
                challenge=finding.review.challenge,
            )
        if finding.unjudged:
            yield w.no_verdict.format(reason=self._told(finding.unjudged))
        elif finding.verdict is not None:
            given = finding.verdict
            side = f" {shared.sides[given.side]}" if given.side else ""
            tag = READER[self.speak][reader_tag(self.graph, self.name)]
            yield w.verdict.format(tag=tag, side=side, reason=self._told(given.because))
            yield from (w.caveat.format(reason=self._told(caveat)) for caveat in given.caveats)
            yield from (w.look_for.format(reason=self._told(need)) for need in given.follow_up)

    def _told(self, because: Told) -> str:
        return worded(because, self.speak)
