"""RESEARCH_REPORT.md after every iteration: what is known, how far, and what did not work. Code writes it."""

from collections import Counter
from dataclasses import dataclass

from pathfinder.locales.catalogue import said
from pathfinder.protocols.graph.judgement import READER_TAGS
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.health import concerns
from pathfinder.protocols.planning.priority import active_five
from pathfinder.reports.content.health_notes import health_note
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.locales.judge_vocabulary import JudgeWords
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.locales.reader_words import legend, reader_word
from pathfinder.reports.markdown.escaping import address, plain, quoted
from pathfinder.reports.markdown.summary import Tongue, tongue_of

MOST_QUOTES = 6
MOST_FINDINGS = 50
"""Of one verdict, the strongest: nobody reads a report of thousands, and it is written anew each time."""


@dataclass(frozen=True, kw_only=True)
class _Words:
    """What this report says beside the words it shares with the others."""

    iterations: str
    observations: str
    cost: str
    active: str
    standing: str
    caveat: str
    evidence: str
    more: str
    conflicts: str
    conflict: str
    failure: str


_EN = _Words(
    iterations="Iterations: {count}",
    observations="Observations: {seen}, hypotheses: {claims}",
    cost="Cost: ${spent} of ${budget}",
    active="Active: {names}",
    standing="Strength {strength}, {status}{side}.",
    caveat="Caveat: {caveat}",
    evidence="{name}, {side}, {url}:",
    more="{count} more of lower strength are in `hypotheses.md`.",
    conflicts="Unsettled conflicts",
    conflict="{first} and {second}, tried {attempts} times",
    failure="{kind}: {count}, the latest {what}: {reason}",
)
_KO = _Words(
    iterations="반복: {count}회",
    observations="관찰 {seen}개, 가설 {claims}개",
    cost="비용: ${spent} (한도 ${budget})",
    active="집중하는 가설: {names}",
    standing="강도 {strength}, {status}{side}.",
    caveat="주의: {caveat}",
    evidence="{name}, {side}, {url}:",
    more="강도가 더 낮은 {count}개는 `hypotheses.md`에 있다.",
    conflicts="해결되지 않은 충돌",
    conflict="{first} / {second}, 시도 {attempts}회",
    failure="{kind}: {count}건, 최근 {what}: {reason}",
)


def has_evidence(graph: CogniGraph) -> bool:
    """Whether any quote stands behind any claim."""
    return any(observation.verified for observation in graph.observations.values())


def interim_report(graph: CogniGraph) -> str:
    """The report as things stand, in the question's language. Without evidence its first line says so."""
    return _Interim(graph).text()


class _Interim:
    """One report being written."""

    def __init__(self, graph: CogniGraph) -> None:
        self.graph = graph
        self.say = Saying(graph)
        self.shared: JudgeWords = judge_words(self.say.language)
        self.speak: Tongue = "ko" if self.say.language == "ko" else "en"
        self.words = _KO if self.speak == "ko" else _EN

    def text(self) -> str:
        graph, shared = self.graph, self.shared
        lines = [] if has_evidence(graph) else [f"**{shared.base.no_evidence}**", ""]
        lines += [f"# {plain(graph.question)}", "", *(f"- {row}" for row in self._standing()), ""]
        tags = {name: reader_tag(graph, name) for name, known in graph.hypotheses.items() if known.verdict}
        if tags:
            lines += [f"{legend(set(tags.values()), self.speak)}.", ""]
        for tag in READER_TAGS:
            names = [name for name, given in tags.items() if given == tag]
            if names:
                lines += [f"## {reader_word(tag, self.speak)}", ""]
            strongest = sorted(names, key=lambda name: (-graph.hypotheses[name].strength, order(name)))
            for name in strongest[:MOST_FINDINGS]:
                lines += [*self._finding(name), ""]
            if len(names) > MOST_FINDINGS:
                lines += [self.words.more.format(count=len(names) - MOST_FINDINGS), ""]
        conflicts = graph.active_conflicts()
        if conflicts:
            told = [
                self.words.conflict.format(first=edge.first, second=edge.second, attempts=edge.attempts)
                for edge in conflicts
            ]
            lines += [f"## {self.words.conflicts}", "", *(f"- {row}" for row in told), ""]
        lines += self._failures()
        return "\n".join(lines).rstrip() + "\n"

    def _standing(self) -> list[str]:
        graph, w, shared, run = self.graph, self.words, self.shared, self.graph.run
        spent = (run.spend.total_usd_micros + run.open_usd_micros) / 1_000_000
        reason = f" ({plain(said(run.reason, self.say.language))})" if run.reason else ""
        return [
            w.iterations.format(count=graph.iteration),
            shared.engine.format(engine=plain(said(run.engine, self.say.language)) or shared.no_engine),
            w.observations.format(seen=len(graph.observations), claims=len(graph.hypotheses)),
            f"{shared.status}: {shared.run_statuses[run.status]}{reason}",
            w.cost.format(spent=f"{spent:.4f}", budget=f"{run.limits.budget_usd_micros / 1_000_000:.2f}"),
            w.active.format(names=", ".join(active_five(graph)) or shared.base.none),
            *(health_note(concern, tongue_of(graph)) for concern in concerns(graph)),
        ]

    def _finding(self, name: HypothesisId) -> list[str]:
        graph, w, shared = self.graph, self.words, self.shared
        known, verdict = graph.hypotheses[name], graph.hypotheses[name].verdict
        side = f", {shared.sides[verdict.side]}" if verdict and verdict.side else ""
        lines = [
            f"### {source_tag(graph, name).mark} {name}: {plain(self.say.claim(name).text)}",
            w.standing.format(
                strength=f"{known.strength:.4f}", status=shared.base.statuses[known.status], side=side
            ),
        ]
        if verdict is not None:
            lines.append(plain(self.say.because(verdict.because, name)))
            lines += [
                "- " + w.caveat.format(caveat=plain(self.say.because(caveat, name)))
                for caveat in verdict.caveats
            ]
        for edge in graph.evidence(name)[:MOST_QUOTES]:
            seen = graph.observations[edge.observation]
            bears = shared.sides["for" if edge.type == "SUPPORTS" else "against"]
            told = w.evidence.format(name=edge.observation, side=bears, url=address(seen.source_url))
            lines += ["", told, quoted(seen.quote or seen.summary)]
        return lines

    def _failures(self) -> list[str]:
        """What did not work, by kind, with the latest of each."""
        known = self.graph.failures
        if not known:
            return []
        kinds = Counter(failure.kind for failure in known)
        latest = {failure.kind: failure for failure in known}
        rows = [
            self.words.failure.format(
                kind=self.shared.base.failure_kinds[kind],
                count=count,
                what=plain(said(latest[kind].what, self.say.language)),
                reason=plain(said(latest[kind].reason, self.say.language)),
            )
            for kind, count in sorted(kinds.items())
        ]
        return [f"## {self.shared.failures}", "", *(f"- {row}" for row in rows)]
