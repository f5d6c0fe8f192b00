"""Why should I believe this? Each term of a strength and each step of a verdict, in words."""

from collections.abc import Iterator

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.evidence.reckoning import strength_terms
from pathfinder.protocols.evidence.status import lacking
from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.markdown.summary import tongue_of


def explained(graph: CogniGraph, name: HypothesisId) -> Iterator[str]:
    """The arithmetic of a hypothesis and the steps of its verdict, in the language of the question."""
    return _Explanation(graph, name).lines()


class _Explanation:
    def __init__(self, graph: CogniGraph, name: HypothesisId) -> None:
        self.graph, self.name = graph, name
        self.speak = tongue_of(graph)
        self.t = translator(self.speak)

    def lines(self) -> Iterator[str]:
        known, t = self.graph.hypotheses[self.name], self.t
        yield f"{self.name}: {claim_text(self.graph, self.name)}"
        yield from self._strength()
        yield t("explain-status", status=t(f"status-{known.status}"), visits=known.visit_count)
        if known.alive:
            for reason in lacking(self.graph, self.name):
                yield f"  {t('explain-not-verified', reason=self._worded(reason))}"
        elif known.rejected_because:
            yield f"  {t('explain-because', reason=self._worded(known.rejected_because))}"
        for condition in known.conditions:
            yield f"  {t('explain-condition', condition=condition)}"
        if known.related:
            yield t("explain-related", names=", ".join(known.related))
        yield from self._judged()

    def _strength(self) -> Iterator[str]:
        known, t = self.graph.hypotheses[self.name], self.t
        summed = strength_terms(self.graph, self.name)
        yield f"  {t('explain-base', type=known.type, base=str(summed.base))}"
        for side, term, change in summed.shares:
            line = t(
                "explain-term",
                change=f"{change:+.4f}",
                side=self._side("for" if side == "SUPPORTS" else "against"),
                name=term.edge.observation,
                authority=str(term.authority),
                weight=str(term.edge.weight),
                url=self.graph.observations[term.edge.observation].source_url,
            )
            yield f"  {line}"
        yield f"  {t('explain-bonus', bonus=f'{summed.bonus:.4f}', trusted=summed.trusted)}"
        yield f"  {t('explain-total', total=f'{summed.total:.4f}', kept=f'{known.strength:.4f}')}"

    def _judged(self) -> Iterator[str]:
        finding, t = self.graph.findings.get(self.name), self.t
        if finding is None:
            yield t("explain-unjudged")
            return
        for held in finding.stances:
            side = t("explain-no-side") if held.side is None else self._side(held.side)
            grade = t(f"judge-grades-{held.evidence}")
            confidence = str(held.confidence)
            yield f"  {t('explain-stance', iid=held.iid, side=side, grade=grade, confidence=confidence)}"
        for kept in finding.classes:
            line = t(
                "explain-class",
                iteration=kept.iteration + 1,
                round=kept.round,
                name=t(f"finding-class-{kept.finding_class}"),
                reason=self._worded(kept.because),
            )
            yield f"  {line}"
        if finding.review is not None:
            line = t(
                "explain-review",
                iteration=finding.review.iteration + 1,
                verdict=t(f"judge-reviews-said-{finding.review.verdict}"),
                challenge=finding.review.challenge,
            )
            yield f"  {line}"
        if finding.unjudged:
            yield t("explain-no-verdict", reason=self._worded(finding.unjudged))
        elif finding.verdict is not None:
            given = finding.verdict
            side = f" {self._side(given.side)}" if given.side else ""
            tag = t(f"reader-{reader_tag(self.graph, self.name)}")
            yield t("explain-verdict", tag=tag, side=side, reason=self._worded(given.because))
            for caveat in given.caveats:
                yield f"  {t('explain-caveat', reason=self._worded(caveat))}"
            for need in given.follow_up:
                yield f"  {t('explain-look-for', reason=self._worded(need))}"

    def _side(self, side: Side) -> str:
        return self.t(f"judge-sides-{side}")

    def _worded(self, because: Told) -> str:
        return worded(because, self.speak)
