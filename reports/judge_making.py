"""The report of a graph: the same graph always gives the same content."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pathfinder.agents.writer import Bound
from pathfinder.protocols.events import ConflictSettled, Event, StatusMoved, VerdictGiven
from pathfinder.protocols.graph import CogniGraph, ConflictEdge, EvidenceEdge
from pathfinder.protocols.ids import (
    HypothesisId,
    Iid,
    Lineage,
    ObservationId,
    PageHash,
    SubQuestionId,
    investigator,
    lineage,
)
from pathfinder.protocols.ids import order as by_id
from pathfinder.protocols.judgement import Finding
from pathfinder.protocols.memory import Spend
from pathfinder.protocols.reasons import Reason
from pathfinder.protocols.rules.advice import advice
from pathfinder.protocols.rules.classification import review_in_force, standing
from pathfinder.protocols.rules.conflicts import find_conflict
from pathfinder.protocols.rules.identity import surviving
from pathfinder.protocols.rules.languages import Language
from pathfinder.protocols.rules.stances import lineages
from pathfinder.protocols.rules.strength import authority_of
from pathfinder.protocols.rules.sub_questions import in_order as parts_in_order
from pathfinder.protocols.rules.thesis import (
    CoreFinding,
    Refused,
    ThesisContent,
    leading_first,
    settled,
    thesis,
)
from pathfinder.protocols.rules.verdicts import simple_report
from pathfinder.reports.interim import has_evidence
from pathfinder.reports.judge_content import (
    Cost,
    Counts,
    Disagreement,
    DroppedSentence,
    FailureLedger,
    Happening,
    IterationTold,
    JudgeReport,
    KindCount,
    Link,
    Metadata,
    Node,
    Part,
    Picture,
    Refutation,
    ReportFailure,
    ReportFinding,
    ReportObservation,
    ReportSource,
    RoundsRun,
    Said,
    SettledConflict,
    Spent,
    Summary,
    Unknown,
)
from pathfinder.reports.judge_finding import Group, group, in_order, report_finding, side_case
from pathfinder.reports.judge_saying import Saying

MOST_AROUND = 300
"""Characters of the page on either side of a quote."""
MOST_FAILURES = 10
NO_MODEL = "no language model"
"""How an engine that is no language model is named, everywhere."""
_GROUPS: tuple[Group, ...] = ("confirmed", "likely", "uncertain", "unjudged", "unvisited", "rejected")

PageText = Callable[[PageHash], str | None]
"""The text of a stored page; None where it cannot be read."""


@dataclass(frozen=True)
class Around:
    """What goes into a report beside the graph."""

    session: str = ""
    language: Language | None = None
    """That of the question, if none is named."""
    page_text: PageText = lambda _: None
    events: Mapping[int, Sequence[Event]] = field(default_factory=dict)
    """What the archives tell of each iteration, as people count; the graph does not keep it all."""
    prose: Bound | None = None
    """Sentences of a Writer, checked already."""


def judge_report(graph: CogniGraph, around: Around | None = None) -> JudgeReport:
    """The content of every form of the report."""
    return _Making(graph, around or Around()).report()


class _Making:
    """One report in the making: what is looked up once, and its parts."""

    def __init__(self, graph: CogniGraph, around: Around) -> None:
        self.graph = graph
        self.around = around
        self.content: ThesisContent = thesis(graph)
        self.say = Saying(graph, around.prose.dropped if around.prose else (), around.language)
        self.leading = _leading(graph, self.content)
        self.pages = _pages(graph)

    def report(self) -> JudgeReport:
        """All parts in their order; what was dropped is known when the rest is made."""
        graph = self.graph
        summary = self._summary()
        findings = self._findings(summary)
        parts = {
            "language": "ko" if self.say.language == "ko" else "en",
            "has_evidence": has_evidence(graph),
            "simple": simple_report(graph),
            "summary": summary,
            "findings": findings,
            "disagreements": tuple(self._disagreements()),
            "reviews": tuple(one.review for one in findings if one.review is not None),
            "settled": tuple(self._settled()),
            "refuted": tuple(self._refutation(one) for one in self.content.refused),
            "recommendations": advice(graph),
            "unknown": self._unknown(),
            "failures": self._failures(),
            "cost": self._cost(),
            "metadata": self._metadata(),
            "observations": tuple(self._observation(name) for name in sorted(graph.observations, key=by_id)),
            "sources": tuple(self._source(page) for page in self.pages),
            "timeline": tuple(self._iteration(number) for number in range(1, graph.iteration + 1)),
            "picture": self._picture(),
        }
        dropped = tuple(
            DroppedSentence(text=one.text, fault=one.fault.kind, what=one.fault.what)
            for one in self.say.dropped
        )
        return JudgeReport.model_validate({**parts, "dropped": dropped})

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
            investigators=len(_lineages(graph)),
            rounds=max((one.round for one in self._rounds() if one.iterations), default=0),
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
        prose = self.around.prose
        if prose is not None and prose.kept.answer and self.leading is not None:
            return tuple(
                Said(text=one.text, cites=one.cites, words_of="writer") for one in prose.kept.answer[:2]
            )
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
        ruling = standing(graph, name, finding)
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

    # The record.

    def _failures(self) -> FailureLedger:
        known = self.graph.failures
        kinds = Counter(failure.kind for failure in known)
        return FailureLedger(
            total=len(known),
            kinds=tuple(KindCount(kind=kind, count=kinds[kind]) for kind in sorted(kinds)),
            latest=tuple(
                ReportFailure(iteration=one.iteration + 1, kind=one.kind, what=one.what, reason=one.reason)
                for one in reversed(known[-MOST_FAILURES:])
            ),
        )

    def _cost(self) -> Cost:
        run = self.graph.run
        return Cost(
            engine=run.engine,
            language_model=bool(run.engine) and NO_MODEL not in run.engine,
            total_usd_micros=run.spend.total_usd_micros + run.open_usd_micros,
            budget_usd_micros=run.limits.budget_usd_micros,
            by_role=_spent(run.spend, "by_role"),
            by_engine=_spent(run.spend, "by_engine"),
        )

    def _metadata(self) -> Metadata:
        graph = self.graph
        return Metadata(
            session=self.around.session,
            question=graph.question,
            parts=tuple(_part(graph, name) for name in parts_in_order(graph)),
            iterations=graph.iteration,
            status=graph.run.status,
            reason=graph.run.reason,
            investigators=in_order(_iids(graph)),
            lineages=_lineages(graph),
            rounds=self._rounds(),
            quick=_quick(graph),
            observations=len(graph.observations),
            quoted=sum(known.verified for known in graph.observations.values()),
            sources=len(self.pages),
            searches=len(graph.searches),
            source_tables=tuple(
                sorted({known.rules_version for known in graph.sources.values() if known.rules_version})
            ),
        )

    def _rounds(self) -> tuple[RoundsRun, ...]:
        """In how many iterations each round was run, as far as the graph remembers."""
        second, third = (_judged_in(self.graph, round_) for round_ in (2, 3))
        given = any(known.verdict is not None for known in self.graph.hypotheses.values())
        return (
            RoundsRun(round=1, iterations=self.graph.iteration),
            RoundsRun(round=2, iterations=len(second)),
            RoundsRun(round=3, iterations=len(third)),
            RoundsRun(round=4, iterations=len(second) or 1 if given else 0),
        )

    def _observation(self, name: ObservationId) -> ReportObservation:
        known = self.graph.observations[name]
        before, after, cut_before, cut_after = self._passage(name)
        return ReportObservation(
            id=name,
            quote=(known.quote or "") if known.verified else "",
            before=before,
            after=after,
            cut_before=cut_before,
            cut_after=cut_after,
            verified=known.verified,
            offset=known.offset if known.verified else None,
            source=self.pages[known.page] if known.page is not None and known.page in self.pages else None,
            url=known.source_url,
            found_by=known.found_by,
            iteration=known.created_at + 1,
        )

    def _passage(self, name: ObservationId) -> tuple[str, str, bool, bool]:
        """The text of the page around a quote; none where the page does not say the quote there."""
        known = self.graph.observations[name]
        if known.page is None or known.quote is None or known.offset is None:
            return "", "", False, False
        text, end = self.around.page_text(known.page), known.offset + len(known.quote)
        if text is None or text[known.offset : end] != known.quote:
            return "", "", False, False
        before, cut_before = _tail(text[: known.offset])
        after, cut_after = _head(text[end:])
        return before, after, cut_before, cut_after

    def _source(self, page: PageHash) -> ReportSource:
        known = self.graph.sources[page]
        return ReportSource(
            number=self.pages[page],
            page=page,
            url=known.url,
            title=known.title,
            site=known.site,
            author=known.author,
            date=known.date,
            language=known.language,
            type=known.type,
            authority=known.weight,
            retracted=known.retracted,
            retrieved_at=None if known.retrieved_at is None else known.retrieved_at.isoformat(),
            rules_version=known.rules_version,
            observations=tuple(
                sorted(
                    (name for name, seen in self.graph.observations.items() if seen.page == page), key=by_id
                )
            ),
        )

    def _iteration(self, number: int) -> IterationTold:
        graph, at = self.graph, number - 1
        return IterationTold(
            iteration=number,
            observations=sum(known.created_at == at for known in graph.observations.values()),
            searches=sum(search.iteration == at for search in graph.searches),
            investigators=in_order(name for name in _iids(graph) if investigator(name).iteration == number),
            happenings=tuple(self._happenings(number)),
        )

    def _happenings(self, number: int) -> Iterator[Happening]:
        graph, at = self.graph, number - 1
        for name in sorted(graph.hypotheses, key=by_id):
            known = graph.hypotheses[name]
            if known.created_at == at:
                tool = known.reasoning_tool
                yield Happening(
                    kind="raised" if tool is None else "invented", hypotheses=(name,), detail=tool or ""
                )
        for edge in graph.edges:
            if isinstance(edge, ConflictEdge) and edge.created_at == at:
                yield Happening(kind="conflict", hypotheses=(edge.first, edge.second))
        yield from self._moves(at)
        for name in sorted(graph.findings, key=by_id):
            yield from self._judging(name, at)
        yield from self._archived(number)
        for name in sorted(graph.hypotheses, key=by_id):
            known = graph.hypotheses[name]
            if known.rejected_at == at and not known.alive:
                merged = known.merged_into
                yield Happening(
                    kind="rejected" if merged is None else "merged",
                    hypotheses=(name,) if merged is None else (name, merged),
                    detail=self.say.because(known.rejected_because or "", name),
                )
        for kind, count in sorted(Counter(one.kind for one in graph.failures if one.iteration == at).items()):
            yield Happening(kind="failed", detail=kind, after=str(count))

    def _moves(self, at: int) -> Iterator[Happening]:
        for name in sorted(self.graph.hypotheses, key=by_id):
            lines = [
                line for line in self.graph.hypotheses[name].history if line.iteration == at and line.change
            ]
            parts = [line.result.partition(" to ") for line in lines]
            if parts:
                yield Happening(kind="moved", hypotheses=(name,), before=parts[0][0], after=parts[-1][2])

    def _judging(self, name: HypothesisId, at: int) -> Iterator[Happening]:
        finding = self.graph.findings[name]
        classes = [one for one in finding.classes if one.iteration == at]
        if classes:
            before = [one for one in finding.classes if one.iteration < at]
            was = before[-1].finding_class if before else ""
            if classes[-1].finding_class != was:
                yield Happening(
                    kind="classified", hypotheses=(name,), before=was, after=classes[-1].finding_class
                )
        if finding.review is not None and finding.review.iteration == at:
            yield Happening(kind="reviewed", hypotheses=(name,), after=finding.review.verdict)

    def _archived(self, number: int) -> Iterator[Happening]:
        tags: dict[HypothesisId, str] = {}
        for event in self.around.events.get(number, ()):
            match event:
                case StatusMoved(after="verified"):
                    yield Happening(kind="verified", hypotheses=(event.hypothesis,))
                case StatusMoved(before="verified", after="tested"):
                    yield Happening(kind="demoted", hypotheses=(event.hypothesis,))
                case StatusMoved(before="rejected"):
                    yield Happening(kind="revived", hypotheses=(event.hypothesis,))
                case ConflictSettled():
                    yield Happening(kind="settled", hypotheses=(event.first, event.second), detail=event.type)
                case VerdictGiven():
                    tags[event.hypothesis] = f"{event.verdict.tag} {event.verdict.side or ''}".strip()
                case _:
                    pass
        for name in sorted(tags, key=by_id):
            before = self._tag_before(name, number)
            if before != tags[name]:
                yield Happening(kind="judged", hypotheses=(name,), before=before, after=tags[name])

    def _tag_before(self, name: HypothesisId, number: int) -> str:
        for earlier in range(number - 1, 0, -1):
            for event in reversed(self.around.events.get(earlier, ())):
                if isinstance(event, VerdictGiven) and event.hypothesis == name:
                    return f"{event.verdict.tag} {event.verdict.side or ''}".strip()
        return ""

    # The picture.

    def _picture(self) -> Picture:
        graph = self.graph
        hypotheses = [
            Node(
                id=name,
                kind="hypothesis",
                label=self.say.claim(name).text,
                strength=known.strength,
                status=known.status,
                tag=None if known.verdict is None else known.verdict.tag,
                side=None if known.verdict is None else known.verdict.side,
                created=known.created_at + 1,
            )
            for name, known in sorted(graph.hypotheses.items(), key=lambda item: by_id(item[0]))
        ]
        observations = [
            Node(
                id=name,
                kind="observation",
                label=(known.quote or "") if known.verified else "",
                strength=authority_of(graph, name),
                source_type=known.source_type,
                created=known.created_at + 1,
            )
            for name, known in sorted(graph.observations.items(), key=lambda item: by_id(item[0]))
        ]
        return Picture(nodes=(*hypotheses, *observations), links=tuple(self._links()))

    def _links(self) -> Iterator[Link]:
        for edge in self.graph.edges:
            match edge:
                case EvidenceEdge():
                    yield Link(
                        source=edge.observation,
                        target=edge.hypothesis,
                        kind=edge.type,
                        weight=edge.weight,
                        settled=edge.answered is not None,
                        created=edge.created_at + 1,
                    )
                case ConflictEdge():
                    yield Link(
                        source=edge.first,
                        target=edge.second,
                        kind="CONFLICTS",
                        weight=edge.weight,
                        settled=edge.resolved,
                        created=edge.created_at + 1,
                    )
        for name in sorted(self.graph.hypotheses, key=by_id):
            known = self.graph.hypotheses[name]
            if known.merged_into is not None:
                at = known.created_at if known.rejected_at is None else known.rejected_at
                yield Link(source=name, target=known.merged_into, kind="MERGED", weight=1.0, created=at + 1)


def _leading(graph: CogniGraph, content: ThesisContent) -> CoreFinding | None:
    """The finding that answers; an idea of our own only where nothing else does."""
    ordered = (*leading_first(graph, content.findings), *leading_first(graph, content.insights))
    return next((one for one in ordered if one.supported_by), None)


def _part(graph: CogniGraph, name: SubQuestionId) -> Part:
    known = graph.sub_questions[name]
    survivors = (surviving(graph, one) for one in known.answered_by)
    holding = {one for one in survivors if one is not None and graph.hypotheses[one].alive}
    return Part(id=name, text=known.text, answered_by=tuple(sorted(holding, key=by_id)))


def _pages(graph: CogniGraph) -> dict[PageHash, int]:
    """The pages that were quoted, numbered: the weightiest first, retracted ones last."""
    quoted = {known.page for known in graph.observations.values() if known.verified and known.page}
    known = graph.sources
    ordered = sorted(quoted, key=lambda page: (-known[page].weight, known[page].url, page))
    return {page: number for number, page in enumerate(ordered, start=1)}


def _lineages(graph: CogniGraph) -> tuple[Lineage, ...]:
    """Every investigator who took a side on something."""
    return tuple(sorted(frozenset[Lineage]().union(*(lineages(one) for one in graph.findings.values()))))


def _iids(graph: CogniGraph) -> set[Iid]:
    """Everyone who left a trace in the graph."""
    found = {known.found_by for known in graph.observations.values()}
    found |= {known.found_by for known in graph.hypotheses.values()}
    found |= {edge.found_by for edge in graph.edges}
    found |= {stance.iid for finding in graph.findings.values() for stance in finding.stances}
    return {name for name in found if name is not None}


def _sent_again(graph: CogniGraph, names: Sequence[HypothesisId]) -> tuple[Lineage, ...]:
    """Investigators of round 3 that came back with evidence or a stance on these claims."""
    iids = {edge.found_by for name in names for edge in graph.evidence(name) if edge.found_by is not None}
    iids |= {stance.iid for name in names for stance in graph.findings.get(name, Finding()).stances}
    return tuple(sorted({lineage(one) for one in iids if investigator(one).place.round == 3}))


def _passes(graph: CogniGraph, names: Sequence[HypothesisId]) -> int:
    """How often round 3 looked at these claims."""
    return sum(one.round == 3 for name in names for one in graph.findings.get(name, Finding()).classes)


def _judged_in(graph: CogniGraph, round_: Literal[2, 3]) -> set[int]:
    """The iterations in which a round was run."""
    return {
        one.iteration for finding in graph.findings.values() for one in finding.classes if one.round == round_
    }


def _quick(graph: CogniGraph) -> bool:
    """Whether an iteration went without round 3 though not everything was agreed."""
    unsettled = {
        one.iteration
        for finding in graph.findings.values()
        for one in finding.classes
        if one.round == 2 and one.finding_class != "AGREED"
    }
    return bool(unsettled - _judged_in(graph, 3))


def _spent(spend: Spend, by: Literal["by_role", "by_engine"]) -> tuple[Spent, ...]:
    """Who cost what, the dearest first."""
    known = spend.by_role if by == "by_role" else spend.by_engine
    dearest = sorted(known.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Spent(name=name, usd_micros=paid) for name, paid in dearest)


def _tail(text: str) -> tuple[str, bool]:
    """The last characters of a text, from a word's start, and whether there are more."""
    if len(text) <= MOST_AROUND:
        return text, False
    cut = text[-MOST_AROUND:]
    start = next((place for place, mark in enumerate(cut) if mark.isspace()), -1)
    return cut[start + 1 :], True


def _head(text: str) -> tuple[str, bool]:
    """The first characters of a text, to a word's end, and whether there are more."""
    if len(text) <= MOST_AROUND:
        return text, False
    cut = text[:MOST_AROUND]
    end = next((place for place in range(len(cut), 0, -1) if cut[place - 1].isspace()), len(cut) + 1)
    return cut[: end - 1], True
