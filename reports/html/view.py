"""What the templates ask about a report: names, verdicts and groupings, never markup."""

import re
from collections import defaultdict
from collections.abc import Collection
from itertools import groupby
from typing import NamedTuple

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.advice import Advice, AdviceKind
from pathfinder.protocols.evidence.status import REJECTED_STRENGTH, VERIFIED_STRENGTH
from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.protocols.text.sanitize import inside
from pathfinder.reports.content.answer import AnswerCite
from pathfinder.reports.content.conflict_attempts import tried
from pathfinder.reports.content.finding import (
    ReportClass,
    ReportEvidence,
    ReportFinding,
    ReportOpinion,
    ReportTerm,
)
from pathfinder.reports.content.judge_report import Disagreement, JudgeReport
from pathfinder.reports.content.record import ReportObservation, ReportSource
from pathfinder.reports.html.chart import Chart, Frame, chart
from pathfinder.reports.locales.reader_words import legend, reader_word

GROUPS = ("confirmed", "likely", "uncertain", "unjudged", "rejected", "unvisited")
FACTORS: dict[Side, float] = {"for": 0.1, "against": 0.15}
"""What a voice's authority x weight is multiplied with; a test holds them against the rules' own sums."""
MOST_LABEL = 200
"""Characters of a claim that is only mentioned; it stands in full in its finding."""
MOST_NAMED = 6
WEIGHTS = {0.8: "direct", 0.5: "indirect", 0.3: "leap"}
_EMPTY_LINES = re.compile(r"\n[ \t]*(?:\n[ \t]*)+")
_SPARK, _CHART = Frame(2, 3, 84, 20), Frame(30, 10, 314, 92)


class PageSection(NamedTuple):
    """A part of the page, and its line in the contents. Its template is `section_<name>.html`."""

    name: str
    title: str

    @property
    def id(self) -> str:
        """As links name it."""
        return self.name.replace("_", "-")


class AdviceRow(NamedTuple):
    """A recommendation; or what is needed for several claims that are undecided for one reason."""

    advice: Advice | None
    need: str = ""
    claims: tuple[HypothesisId, ...] = ()


class EvidenceSide(NamedTuple):
    """The evidence on one side of a finding."""

    side: Side
    opinion: ReportOpinion
    evidence: tuple[ReportEvidence, ...]


class ClassSpan(NamedTuple):
    """Rounds in which a claim was classified the same way, and the last of them."""

    first: ReportClass
    last: ReportClass
    one: bool


class ReportView:
    """One report, as its page shows it."""

    weights, most_named = WEIGHTS, MOST_NAMED
    verified_from, rejected_under = VERIFIED_STRENGTH, REJECTED_STRENGTH

    def __init__(
        self,
        report: JudgeReport,
        shown: Collection[HypothesisId] | None = None,
        most_sources: int | None = None,
        more: str = "",
    ) -> None:
        """`shown`: the findings that are listed; None lists all. `most_sources` likewise.

        `more`: the address of the page that has the other sources and the timeline.
        """
        self.report = report
        self._shown = shown
        self.sources = report.sources[:most_sources]
        self.more_sources = len(report.sources) - len(self.sources)
        self.more = more
        self.t = translator(report.language)
        self.labels: dict[ObservationId, str] = {
            quote.observation: quote.label
            for source in (report.answer.sources if report.answer is not None else ())
            for quote in source.quotes
            if quote.observation is not None
        }
        """How the answer names the observations that it cites."""
        self._bears: defaultdict[ObservationId, list[HypothesisId]] = defaultdict(list)
        for one in report.findings:
            for name in dict.fromkeys(seen.observation for seen in one.evidence):
                self._bears[name].append(one.id)

    # The page.

    def sections(self) -> tuple[list[PageSection], list[PageSection]]:
        """The sections after the answer, and those of the appendix."""
        t, report = self.t, self.report
        titles = {
            "advice": t("judge-recommendations") if report.answer is None else t("judge-by-rule"),
            "findings": t("judge-findings"),
            "conflicts": t("html-conflicts"),
            "reviews": t("judge-reviews"),
            "refuted": t("judge-refuted"),
            "picture": t("html-picture"),
            "timeline": t("html-timeline"),
            "unknown": t("judge-unknown") if report.answer is None else t("judge-open-claims"),
            "sources": t("judge-sources"),
            "failures": t("judge-failures"),
            "cost": t("judge-cost"),
            "metadata": t("judge-metadata"),
            "dropped": t("judge-dropped"),
            "not_told": t("answer-not-told"),
        }
        drawn = ("picture",) if report.picture.nodes else ()
        behind = ("conflicts", "reviews", "refuted", *drawn, "timeline", "unknown")
        record = ("failures", "cost", "metadata", *(("dropped",) if report.dropped else ()))

        def made(*names: str) -> list[PageSection]:
            return [PageSection(name, titles[name]) for name in names]

        if report.answer is None:
            return made("advice", "findings", *behind, "sources", *record), []
        left_out = ("not_told",) if report.answer.not_told else ()
        return made("findings", "sources"), made("advice", *behind, *left_out, *record)

    # Claims.

    def not_so(self, one: ReportFinding) -> bool:
        """Whether the Judge holds that the claim is false."""
        return one.verdict is not None and one.verdict.side == "against" and one.group != "uncertain"

    def tag(self, one: ReportFinding) -> str:
        """The verdict in words; `Confirmed` alone would mislead where the Judge holds that it is not so."""
        if one.verdict is None or one.group == "rejected" or one.reader is None:
            tag = self.t(f"html-group-{one.group}")
        else:
            tag = reader_word(one.reader, self.report.language)
        against = one.group != "rejected" and self.not_so(one)
        return self.t("html-against-chip", tag=tag) if against else tag

    def reader_tag(self, name: HypothesisId) -> str:
        """The verdict of a claim in the word that readers get."""
        finding = self.report.by_id.get(name)
        if finding is None or finding.reader is None:
            return self.t("thesis-unjudged")
        return reader_word(finding.reader, self.report.language)

    def short(self, text: str) -> str:
        """A claim that is only mentioned."""
        return text if len(text) <= MOST_LABEL else text[: MOST_LABEL - 1].rstrip() + "…"

    def link(self, name: ObservationId, of: ReportFinding | None) -> str:
        """Where a citation leads: to the quote in this finding if it is there, else among the sources."""
        if of is not None and any(seen.observation == name for seen in of.evidence):
            return f"{of.id}.{name}"
        return name

    def listed(self, anchor: str, source: ReportSource | None) -> str:
        """Where a source, or a quote of it, is listed: on this page, or on the one with more sources."""
        return f"{self.more if source is not None and source.number > len(self.sources) else ''}#{anchor}"

    def source_name(self, source: ReportSource) -> str:
        """What a source is called."""
        return source.title or source.site or source.url

    # The answer and the advice.

    @property
    def leading(self) -> ReportFinding | None:
        """The claim that the summary rests on."""
        name = self.report.summary.hypothesis
        return self.report.by_id.get(name) if name else None

    def firm(self) -> list[ReportFinding]:
        """Confirmed claims that the answer does not tell."""
        told = self.report.summary
        return [
            one
            for one in self.report.findings
            if one.group == "confirmed" and one.id != told.hypothesis and one.id not in told.depends
        ]

    def counts(self) -> list[tuple[str, int]]:
        """How many claims there are in each group that has some."""
        known = self.report.summary.counts.model_dump()
        return [(name, known[name]) for name in GROUPS if known[name]]

    def advice(self, kind: AdviceKind) -> list[AdviceRow]:
        """What is uncertain for one reason is one row with all the claims."""
        known = [one for one in self.report.recommendations if one.kind == kind]
        wanted: dict[str, list[HypothesisId]] = {}
        for one in known:
            if one.reason == "uncertain":
                finding = self.report.by_id[one.hypotheses[0]]
                needs = [] if finding.verdict is None else [said.text for said in finding.verdict.follow_up]
                for need in needs or [""]:
                    wanted.setdefault(need or self.t("thesis-none"), []).append(finding.id)
        return [
            *(AdviceRow(one) for one in known if one.reason != "uncertain"),
            *(AdviceRow(None, inside(need.rstrip(".")), tuple(names)) for need, names in wanted.items()),
        ]

    def part(self, name: str | None) -> str:
        """The text of a part of the question."""
        return next((part.text for part in self.report.metadata.parts if part.id == name), "")

    # Findings.

    def groups(self) -> list[tuple[str, list[ReportFinding]]]:
        """The findings by verdict."""
        listed = [one for one in self.report.findings if self._shown is None or one.id in self._shown]
        known = [(name, [one for one in listed if one.group == name]) for name in GROUPS]
        return [(name, rows) for name, rows in known if rows]

    def legend(self) -> str:
        """What the words of the verdicts mean."""
        used = {one.reader for one in self.report.findings if one.reader is not None}
        return legend(used, self.report.language)

    def withdrawn(self, one: ReportFinding) -> list[ObservationId]:
        """Quotes for a claim whose source is retracted."""
        return [
            seen.observation
            for seen in one.evidence
            if seen.side == "for"
            and (source := self.report.source_of(seen.observation)) is not None
            and source.retracted is not None
        ]

    def sides(self, one: ReportFinding) -> list[EvidenceSide]:
        """The evidence for and against, where there is some."""
        both: tuple[Side, Side] = ("for", "against")
        known = [
            EvidenceSide(side, opinion, tuple(seen for seen in one.evidence if seen.side == side))
            for side, opinion in zip(both, one.sides, strict=True)
        ]
        return [side for side in known if side.evidence]

    def counted_instead(self, one: ReportFinding, seen: ReportEvidence) -> ObservationId | None:
        """The quote of the same voice that counts in place of this one."""
        return next(
            (
                other.observation
                for other in one.evidence
                if other.counts and other.side == seen.side and other.voice == seen.voice
            ),
            None,
        )

    def tight(self, text: str) -> str:
        """The text without its empty lines."""
        return _EMPTY_LINES.sub("\n", text)

    def spark(self, one: ReportFinding) -> Chart:
        """The line of a row of the list."""
        return chart(one.history, self.report.metadata.iterations, _SPARK)

    def chart(self, one: ReportFinding) -> Chart:
        """The strength over iterations."""
        return chart(one.history, self.report.metadata.iterations, _CHART)

    # Where the numbers come from.

    def factors_of(self, term: ReportTerm) -> str:
        """The product behind a change of strength."""
        return f"{hundredths(term.authority)} × {term.weight} × {FACTORS[term.side]}"

    def is_held(self, one: ReportFinding) -> bool:
        """Whether a strength is not the sum of its terms, because it stays between 0 and 1."""
        known = one.reckoning
        summed = known.base + sum(term.change for term in known.terms) + known.bonus
        return abs(summed - known.total) >= 1e-6

    def side_terms(self, one: ReportFinding, side: ReportOpinion) -> str:
        """The weight of a side as a sum, where the evidence shown gives it."""
        terms = [
            seen for seen in one.evidence if seen.side == side.side and seen.counts and seen.answered is None
        ]
        if len(terms) < 2 or abs(sum(seen.product for seen in terms) - side.weight) > 1e-6:
            return ""
        return " + ".join(f"{hundredths(seen.authority)} × {seen.weight}" for seen in terms)

    def class_spans(self, one: ReportFinding) -> list[ClassSpan]:
        """One entry for as long as nothing changed, with the reason given last."""
        spans = [
            list(same)
            for _, same in groupby(one.classes, key=lambda known: (known.finding_class, known.side))
        ]
        return [ClassSpan(same[0], same[-1], len(same) == 1) for same in spans]

    # Conflicts and the record.

    def tried(self, one: Disagreement) -> str:
        """What was tried to settle it."""
        return tried(self.t, one, MOST_NAMED)

    def own_quotes(self, one: ReportSource) -> list[AnswerCite]:
        """Quotes of a source that only the answer cites."""
        return [
            quote
            for source in (self.report.answer.sources if self.report.answer is not None else ())
            for quote in source.quotes
            if source.page == one.page and quote.observation is None
        ]

    def bears_on(self, name: ObservationId) -> list[HypothesisId]:
        """The findings that a quote bears on."""
        return self._bears[name]

    def loose(self) -> list[ReportObservation]:
        """Observations with no page in the list: they count for nothing, and links to them must not hang."""
        listed = {name for one in self.report.sources for name in one.observations}
        return [one for one in self.report.observations if one.id not in listed]
