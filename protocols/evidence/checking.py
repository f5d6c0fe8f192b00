"""The first half of MERGE: which of the reported observations stand in the stored pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import (
    ClaimRef,
    ExplorerReport,
    Fact,
    NewClaim,
    Pages,
    ReportedClaim,
)
from pathfinder.protocols.evidence.quotes import PageText, Span, find
from pathfinder.protocols.graph.edits import AddObservation, AddSource, GraphEdit
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import Iid, ObservationId, PageHash
from pathfinder.protocols.text.numbers import unbound


@dataclass(slots=True)
class CheckedReports:
    """What of the reports can be used, and what was set aside with its reason."""

    graph: CogniGraph
    pages: Pages
    reports: list[ExplorerReport] = field(default_factory=list)
    claims: dict[ClaimRef, ReportedClaim] = field(default_factory=dict)
    observed: dict[tuple[Iid, str], ObservationId] = field(default_factory=dict)
    """The observation that each reported one turned out to be."""
    edits: list[GraphEdit] = field(default_factory=list)
    failures: dict[Failure, None] = field(default_factory=dict)
    new: dict[ObservationId, Observation] = field(default_factory=dict)
    _texts: dict[PageHash, PageText] = field(default_factory=dict)
    _spans: dict[tuple[PageHash, int, int], ObservationId] = field(default_factory=dict)
    _sources: dict[PageHash, Source] = field(default_factory=dict)

    def set_aside(self, iid: Iid, key: str, reason: str, page: PageHash | None = None) -> None:
        """Quarantine: recorded once in the failure ledger, used nowhere."""
        what = f"{iid} {key}"
        failure = Failure(
            iteration=self.graph.iteration, kind="unverified", what=what, reason=reason, page=page
        )
        self.failures[failure] = None

    def pages_of(self, names: Iterable[ObservationId]) -> int:
        """On how many pages these observations were made."""
        return len({(self.new.get(name) or self.graph.observations[name]).page for name in names})

    def shown(self, name: ObservationId) -> tuple[str, ...]:
        """What a figure said of an observation may stand in: quote, header, date, title of its page."""
        known = self.new.get(name) or self.graph.observations[name]
        page = self.pages.get(known.page) if known.page is not None else None
        told = () if page is None else (page.source.title, page.source.date)
        return (known.quote or "", known.header, known.as_of, *told)

    def grounds(self, ref: ClaimRef) -> tuple[ObservationId, ...]:
        """The quoted observations that a claim's own report brings for or against it."""
        report, claim = (
            next(report for report in self.reports if report.iid == ref.iid),
            NewClaim(key=ref.key),
        )
        return tuple(
            self.observed[ref.iid, stance.observation]
            for stance in report.stances
            if stance.about == claim
            and stance.type != "QUALIFIES"
            and (ref.iid, stance.observation) in self.observed
        )

    def read(self, report: ExplorerReport) -> None:
        """Take in one report; of two under one name only the first is read."""
        if any(report.iid == known.iid for known in self.reports):
            self.set_aside(report.iid, "report", Message("check-name-twice"))
            return
        self.reports.append(report)
        seen: set[str] = set()
        for told in report.observations:
            if told.key in seen:
                self.set_aside(report.iid, told.key, Message("check-observation-twice"), told.page)
            else:
                seen.add(told.key)
                self._observe(report.iid, told)
        for claim in report.claims:
            ref = ClaimRef(iid=report.iid, key=claim.key)
            if ref in self.claims:
                self.set_aside(report.iid, claim.key, Message("check-claim-twice"))
            elif not claim.summary.strip():
                self.set_aside(report.iid, claim.key, Message("check-claim-empty"))
            else:
                self.claims[ref] = claim

    def _observe(self, iid: Iid, told: Fact) -> None:
        page = self.pages.get(told.page)
        if page is None:
            self.set_aside(iid, told.key, Message("check-page-not-stored"), told.page)
            return
        span = self._span(told)
        if span is None:
            self.set_aside(iid, told.key, Message("quote-not-on-page", quote=told.quote[:200]), told.page)
            return
        key = (told.page, span.start, span.end - span.start)
        known = self.graph.index.observation_at.get(key) or self._spans.get(key)
        if known is None:
            known = ObservationId(f"obs_{self.graph.index.highest.get('obs_', 0) + len(self.new) + 1}")
            self._spans[key] = known
            self._store(known, iid, told, page.text[span.start : span.end], span.start)
        self.observed[iid, told.key] = known

    def _span(self, told: Fact) -> Span | None:
        """Where the quote stands: where it was found when the page was read, or else by a search."""
        text = self.pages[told.page].text
        if told.offset is not None and told.quote and text.startswith(told.quote, told.offset):
            return Span(told.offset, told.offset + len(told.quote))
        if told.page not in self._texts:
            self._texts[told.page] = PageText.of(text)
        return find(told.quote, self._texts[told.page])

    def _store(self, name: ObservationId, iid: Iid, told: Fact, quote: str, offset: int) -> None:
        source = self.graph.sources.get(told.page) or self._sources.get(told.page)
        if source is None:
            source = self._sources[told.page] = self.pages[told.page].source
            self.edits.append(AddSource(page=told.page, source=source))
        self.new[name] = Observation(
            summary=self._bound_summary(told, quote),
            quote=quote,
            source_url=source.url,
            source_type=source.type,
            authority=source.authority,
            page=told.page,
            offset=offset,
            found_by=iid,
            concepts=told.concepts,
            created_at=self.graph.iteration,
            header=told.header,
            kind=told.kind,
            as_of=told.as_of,
            parts=tuple(part for part in told.parts if part in self.graph.sub_questions),
            worth=told.worth,
        )
        self.edits.append(AddObservation(name=name, observation=self.new[name]))

    def _bound_summary(self, told: Fact, quote: str) -> str:
        """The summary, if each of its numbers stands on the page; else the quote itself.

        A row of a table is understood by what stands elsewhere on its page: the size, the machine, the unit.
        """
        summary, page = " ".join(told.summary.split()), self.pages[told.page]
        shown = (quote, page.text, page.source.title, page.source.date, told.as_of)
        return quote if not summary or unbound(summary, shown, sources=1) else summary


def check(graph: CogniGraph, reports: Sequence[ExplorerReport], pages: Pages) -> CheckedReports:
    """Look up every quote of the reports, in the order given.

    Of an Explorer that failed only the facts count that were read on its way: what it made of them does not.
    """
    checked = CheckedReports(graph, pages)
    for report in reports:
        if report.status == "failure":
            nothing = {"claims": (), "stances": (), "assessments": (), "resolutions": (), "keywords": ()}
            checked.read(report.model_copy(update=nothing))
        else:
            checked.read(report)
    return checked
