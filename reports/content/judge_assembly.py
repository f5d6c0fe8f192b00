"""The report of a graph: the same graph always gives the same content."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.advice import advice
from pathfinder.protocols.answer.thesis import (
    CoreFinding,
    Refused,
    ThesisContent,
    leading_first,
    settled,
    thesis,
)
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import (
    HypothesisId,
    Lineage,
    investigator,
    lineage,
)
from pathfinder.protocols.ids import order as by_id
from pathfinder.protocols.judging.classification import current_ruling, review_in_force
from pathfinder.protocols.judging.conflicts import find_conflict
from pathfinder.protocols.judging.verdicts import simple_report
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.answer import cited_pages, report_answer
from pathfinder.reports.content.finding import ReportFinding, Said
from pathfinder.reports.content.judge_finding import Group, group, report_finding, side_case
from pathfinder.reports.content.judge_record import PageText, Record, lineages_of
from pathfinder.reports.content.judge_report import (
    Counts,
    Disagreement,
    JudgeReport,
    Refutation,
    SettledConflict,
    Summary,
    Unknown,
)
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.content.picture import picture
from pathfinder.reports.content.record import DroppedSentence, Picture, ReportIteration
from pathfinder.reports.content.timeline import Timeline
from pathfinder.reports.markdown.interim import has_evidence

_GROUPS: tuple[Group, ...] = ("confirmed", "likely", "uncertain", "unjudged", "unvisited", "rejected")
RecordPart = Literal["timeline", "picture", "passages"]
RECORD: frozenset[RecordPart] = frozenset({"timeline", "picture", "passages"})
"""Parts of a report that grow with the session; the passages are those around quotes that no finding has."""


@dataclass(frozen=True)
class ReportContext:
    """What goes into a report or a thesis beside the graph."""

    session: str = ""
    language: Language | None = None
    """That of the question, if none is named."""
    page_text: PageText = lambda _: None
    events: Mapping[int, Sequence[Event]] = field(default_factory=dict)
    """What the archives tell of each iteration, as people count; the graph does not keep it all."""
    answer: KeptAnswer | None = None
    """The answer that a Writer wrote, checked already."""
    unwritten: str = ""
    """Why there is no answer, where one was asked for."""
    short_history: str = ""
    """Why the archives tell nothing."""
    parts: frozenset[RecordPart] = RECORD
    """Those that are wanted."""


def judge_report(graph: CogniGraph, around: ReportContext | None = None) -> JudgeReport:
    """The content of every form of the report."""
    return _Assembly(graph, around or ReportContext()).report()


class _Assembly:
    """One report in the making: what is looked up once, and its parts."""

    def __init__(self, graph: CogniGraph, around: ReportContext) -> None:
        self.graph = graph
        self.around = around
        self.content: ThesisContent = thesis(graph)
        kept = around.answer
        self.say = Saying(graph, kept.dropped if kept else (), around.language)
        self.leading = _leading(graph, self.content)
        first = cited_pages(graph, kept) if kept else ()
        self.record = Record(graph, around.session, around.page_text, self.say.language, first)
        self.timeline = Timeline(self.say, around.events)

    def report(self) -> JudgeReport:
        """All parts in their order; what was dropped is known when the rest is made."""
        graph = self.graph
        summary = self._summary()
        findings = self._findings(summary)
        around = {seen.observation for one in findings for seen in one.evidence}
        if "passages" in self.around.parts:
            around.update(graph.observations)
        parts = {
            "language": "ko" if self.say.language == "ko" else "en",
            "has_evidence": has_evidence(graph),
            "simple": simple_report(graph),
            "answer": None if self.around.answer is None else report_answer(self.say, self.around.answer),
            "summary": summary,
            "findings": findings,
            "disagreements": tuple(self._disagreements()),
            "reviews": tuple(one.review for one in findings if one.review is not None),
            "settled": tuple(self._settled()),
            "refuted": tuple(self._refutation(one) for one in self.content.refused),
            "recommendations": advice(graph),
            "unwritten": said(self.around.unwritten, self.say.language),
            "unknown": self._unknown(),
            "failures": self.record.failures(),
            "cost": self.record.cost(),
            "metadata": self.record.metadata(),
            "observations": tuple(
                self.record.observation(name, passage=name in around)
                for name in sorted(graph.observations, key=by_id)
            ),
            "sources": tuple(self.record.source(page) for page in self.record.pages),
            "timeline": tuple(self._timeline()),
            "picture": picture(self.say) if "picture" in self.around.parts else Picture(nodes=(), links=()),
        }
        dropped = tuple(
            DroppedSentence(text=one.text, fault=one.fault.kind, what=one.fault.what)
            for one in self.say.dropped
        )
        return JudgeReport.model_validate({**parts, "dropped": dropped})

    def _timeline(self) -> Iterator[ReportIteration]:
        if "timeline" in self.around.parts:
            for number in range(1, self.graph.iteration + 1):
                yield self.timeline.iteration(number)

    # The answer.

    def _summary(self) -> Summary:
        graph = self.graph
        name = self._answering()
        verdict = graph.hypotheses[name].verdict if name is not None else None
        beside = tuple(
            pair.second if pair.first == name else pair.first
            for pair in settled(graph)
            if name in (pair.first, pair.second)
        )
        groups = Counter(group(graph, one) for one in self._names())
        return Summary(
            answer=self._answer(name, beside) if has_evidence(graph) else (),
            hypothesis=name,
            settled=verdict is not None and verdict.tag != "Uncertain",
            tag=None if verdict is None else verdict.tag,
            side=None if verdict is None else verdict.side,
            depends=beside,
            investigators=len(lineages_of(graph)),
            rounds=max((one.round for one in self.record.rounds() if one.iterations), default=0),
            counts=Counts.model_validate({name: groups[name] for name in _GROUPS}),
        )

    def _answering(self) -> HypothesisId | None:
        """The claim that answers; where nothing holds, one that is judged not to hold is an answer too."""
        if self.leading is not None:
            return self.leading.hypothesis
        judged = [one for one in self.content.refused if one.kind == "contradicted" and one.contradicted_by]
        first = max(judged, key=lambda one: len(one.contradicted_by), default=None)
        return None if first is None else first.hypothesis

    def _answer(self, name: HypothesisId | None, beside: Sequence[HypothesisId]) -> tuple[Said, ...]:
        if name is None:
            return ()
        if self.leading is None:
            against = self.say.witnesses(name, "CONTRADICTS")[:1]
            return tuple(
                Said(text=text, cites=against, words_of="quote") for text in self.say.quotes(against)
            )
        return tuple(self.say.claim(one) for one in (name, *beside[:1]))

    # Findings.

    def _names(self) -> list[HypothesisId]:
        return [name for name, known in self.graph.hypotheses.items() if known.merged_into is None]

    def _findings(self, summary: Summary) -> tuple[ReportFinding, ...]:
        graph = self.graph

        def place(name: HypothesisId) -> tuple[bool, int, float, tuple[str, int]]:
            strength = graph.hypotheses[name].strength
            return name != summary.hypothesis, _GROUPS.index(group(graph, name)), -strength, by_id(name)

        return tuple(
            report_finding(self.say, name, leading=name == summary.hypothesis)
            for name in sorted(self._names(), key=place)
        )

    def _disagreements(self) -> Iterator[Disagreement]:
        for name in sorted(self.graph.findings, key=by_id):
            if self.graph.hypotheses[name].alive:
                yield from self._two_sides(name)
        for pair in self.content.unresolved.conflicts:
            edge = find_conflict(self.graph, pair.first, pair.second)
            yield Disagreement(
                kind="rivals",
                hypotheses=(pair.first, pair.second),
                cases=(side_case(self.graph, pair.first, "for"), side_case(self.graph, pair.second, "for")),
                leans=None,
                attempts=0 if edge is None else edge.attempts,
                sent_again=_sent_again(self.graph, (pair.first, pair.second)),
                passes=_passes(self.graph, (pair.first, pair.second)),
                reviewed=None,
                given_up=pair.given_up,
            )

    def _two_sides(self, name: HypothesisId) -> Iterator[Disagreement]:
        """The sides of one claim, where they stand against each other now."""
        graph, finding = self.graph, self.graph.findings[name]
        ruling = current_ruling(graph, name, finding)
        review = review_in_force(graph, name, finding, ruling.side)
        refuted = review is not None and review.verdict == "REFUTED"
        pro, con = side_case(graph, name, "for"), side_case(graph, name, "against")
        if ruling.finding_class != "DISAGREED" or not (refuted or (pro.voices and con.voices)):
            return
        verdict = graph.hypotheses[name].verdict
        yield Disagreement(
            kind="sides",
            hypotheses=(name,),
            cases=(pro, con),
            leans=verdict.side if verdict is not None else None,
            attempts=0,
            sent_again=_sent_again(graph, (name,)),
            passes=_passes(graph, (name,)),
            reviewed=None if review is None else review.verdict,
            given_up=False,
        )

    def _settled(self) -> Iterator[SettledConflict]:
        """Every conflict that is over, those that left one side out too."""
        edges = [edge for edge in self.graph.edges if isinstance(edge, ConflictEdge) and edge.resolved]
        for edge in sorted(edges, key=lambda one: [by_id(end) for end in one.key[:2]]):
            first, second = sorted((edge.first, edge.second), key=by_id)
            if edge.resolution_type is None:
                continue
            out = [end for end in (first, second) if not self.graph.hypotheses[end].alive]
            yield SettledConflict(
                first=first,
                second=second,
                type=edge.resolution_type,
                resolution=self._resolution(edge.resolution, first, second),
                rejected=out[0] if edge.resolution_type == "one_rejected" and out else None,
            )
        yield from self._mergers()

    def _mergers(self) -> Iterator[SettledConflict]:
        """Conflicts that ended because the two were one claim: their edge is gone, the reason is kept."""
        for name in sorted(self.graph.hypotheses, key=by_id):
            because = self.graph.hypotheses[name].rejected_because
            if isinstance(because, Reason) and because.kind == "merged":
                into = HypothesisId(because.names[0])
                yield SettledConflict(
                    first=into,
                    second=name,
                    type="merged",
                    resolution=self._resolution(because.words, into, name),
                    absorbed=self.say.claim(name),
                )

    def _resolution(self, words: str | None, first: HypothesisId, second: HypothesisId) -> Said:
        """How it was settled, on the evidence of both; where its words go further, only the evidence."""
        cites = tuple(
            dict.fromkeys(
                seen for name in (first, second) for seen in self.say.witnesses(name, "SUPPORTS")[:2]
            )
        )
        said = self.say.checked(words, cites, (first, second)) if words else None
        return said or Said(text="", cites=cites, words_of="judge")

    def _refutation(self, one: Refused) -> Refutation:
        return Refutation(
            hypothesis=one.hypothesis,
            kind=one.kind,
            because=self.say.because(one.because, one.hypothesis),
            against=self.say.witnesses(one.hypothesis, "CONTRADICTS"),
        )

    def _unknown(self) -> Unknown:
        graph, left = self.graph, self.content.unresolved
        return Unknown(
            parts=left.sub_questions,
            parts_noted=any(part.answered_by for part in graph.sub_questions.values()),
            unvisited=left.unvisited,
            undecided=left.undecided,
            waiting=tuple(name for name in graph.selection.carried if graph.hypotheses[name].alive),
            directions=tuple(
                self.say.keyword(graph.unexplored[number - 1].keyword) for number in left.keywords
            ),
        )


def _leading(graph: CogniGraph, content: ThesisContent) -> CoreFinding | None:
    """The finding that answers; an idea of our own only where nothing else does."""
    ordered = (*leading_first(graph, content.findings), *leading_first(graph, content.insights))
    return next((one for one in ordered if one.supported_by), None)


def _sent_again(graph: CogniGraph, names: Sequence[HypothesisId]) -> tuple[Lineage, ...]:
    """Investigators of round 3 that came back with evidence or a stance on these claims."""
    iids = {edge.found_by for name in names for edge in graph.evidence(name) if edge.found_by is not None}
    iids |= {stance.iid for name in names for stance in graph.findings.get(name, Finding()).stances}
    return tuple(sorted({lineage(one) for one in iids if investigator(one).place.round == 3}))


def _passes(graph: CogniGraph, names: Sequence[HypothesisId]) -> int:
    """How often round 3 looked at these claims."""
    return sum(one.round == 3 for name in names for one in graph.findings.get(name, Finding()).classes)
