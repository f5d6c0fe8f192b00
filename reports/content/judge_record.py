"""The record behind a report: sources, quotes in their passage, failures, cost and metadata."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from typing import Literal

from pathfinder.locales.catalogue import said
from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import (
    Iid,
    Lineage,
    ObservationId,
    PageHash,
    SubQuestionId,
)
from pathfinder.protocols.ids import order as by_id
from pathfinder.protocols.judging.stances import lineages
from pathfinder.protocols.planning.sub_questions import in_order as parts_in_order
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.judge_finding import in_order
from pathfinder.reports.content.record import (
    Cost,
    FailureLedger,
    KindCount,
    Metadata,
    Part,
    ReportFailure,
    ReportObservation,
    ReportSource,
    RoundsRun,
    Spent,
)
from pathfinder.reports.locales.place_words import place_of

MOST_AROUND = 300
"""Characters of the page on either side of a quote."""
MOST_FAILURES = 10
NO_MODEL = "no language model"
"""How an engine that is no language model is named, everywhere."""

PageText = Callable[[PageHash], str | None]
"""The text of a stored page; None where it cannot be read."""


class Record:
    """The record of a graph: what was read, what failed, what it cost, who looked."""

    def __init__(
        self,
        graph: CogniGraph,
        session: str,
        page_text: PageText,
        language: Language,
        first: Sequence[PageHash] = (),
    ) -> None:
        self.graph, self.session, self.page_text = graph, session, page_text
        self.language: Language = language
        """The reader's language, for what the record says about itself."""
        self.pages = _pages(graph, first)
        self._on_page: defaultdict[PageHash | None, list[ObservationId]] = defaultdict(list)
        for name, seen in graph.observations.items():
            self._on_page[seen.page].append(name)

    def failures(self) -> FailureLedger:
        known = self.graph.failures
        kinds = Counter(failure.kind for failure in known)
        return FailureLedger(
            total=len(known),
            kinds=tuple(KindCount(kind=kind, count=kinds[kind]) for kind in sorted(kinds)),
            latest=tuple(
                ReportFailure(
                    iteration=one.iteration + 1,
                    kind=one.kind,
                    what=said(one.what, self.language),
                    reason=said(one.reason, self.language),
                )
                for one in reversed(known[-MOST_FAILURES:])
            ),
        )

    def cost(self) -> Cost:
        run = self.graph.run
        return Cost(
            engine=said(run.engine, self.language),
            language_model=bool(run.engine) and NO_MODEL not in run.engine,
            total_usd_micros=run.spend.total_usd_micros + run.open_usd_micros,
            budget_usd_micros=run.limits.budget_usd_micros,
            by_role=_spent(run.spend, "by_role"),
            by_engine=_spent(run.spend, "by_engine"),
        )

    def metadata(self) -> Metadata:
        graph = self.graph
        return Metadata(
            session=self.session,
            question=graph.question,
            parts=tuple(_part(graph, name) for name in parts_in_order(graph)),
            iterations=graph.iteration,
            status=graph.run.status,
            reason=said(graph.run.reason, self.language),
            investigators=in_order(iids(graph)),
            lineages=lineages_of(graph),
            rounds=self.rounds(),
            quick=_quick(graph),
            observations=len(graph.observations),
            quoted=sum(known.verified for known in graph.observations.values()),
            sources=len(self.pages),
            searches=len(graph.searches),
            source_tables=tuple(
                sorted({known.rules_version for known in graph.sources.values() if known.rules_version})
            ),
        )

    def rounds(self) -> tuple[RoundsRun, ...]:
        """In how many iterations each round was run, as far as the graph remembers."""
        second, third = (_judged_in(self.graph, round_) for round_ in (2, 3))
        given = any(known.verdict is not None for known in self.graph.hypotheses.values())
        return (
            RoundsRun(round=1, iterations=self.graph.iteration),
            RoundsRun(round=2, iterations=len(second)),
            RoundsRun(round=3, iterations=len(third)),
            RoundsRun(round=4, iterations=len(second) or 1 if given else 0),
        )

    def observation(self, name: ObservationId, *, passage: bool) -> ReportObservation:
        """A quote, with the text of its page around it if a `passage` is wanted."""
        known = self.graph.observations[name]
        before, after, cut_before, cut_after = self._passage(name) if passage else ("", "", False, False)
        return ReportObservation(
            id=name,
            quote=(known.quote or "") if known.verified else "",
            before=before,
            after=after,
            cut_before=cut_before,
            cut_after=cut_after,
            verified=known.verified,
            offset=known.offset if known.verified else None,
            place=place_of(self.graph, known, self.language) if known.verified else "",
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
        text, end = self.page_text(known.page), known.offset + len(known.quote)
        if text is None or text[known.offset : end] != known.quote:
            return "", "", False, False
        before, cut_before = _tail(text[: known.offset])
        after, cut_after = _head(text[end:])
        return before, after, cut_before, cut_after

    def source(self, page: PageHash) -> ReportSource:
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
            retracted=None if known.retracted is None else said(known.retracted, self.language),
            retrieved_at=None if known.retrieved_at is None else known.retrieved_at.isoformat(),
            rules_version=known.rules_version,
            observations=tuple(sorted(self._on_page[page], key=by_id)),
        )


def iids(graph: CogniGraph) -> set[Iid]:
    """Everyone who left a trace in the graph."""
    found = {known.found_by for known in graph.observations.values()}
    found |= {known.found_by for known in graph.hypotheses.values()}
    found |= {edge.found_by for edge in graph.edges}
    found |= {stance.iid for finding in graph.findings.values() for stance in finding.stances}
    return {name for name in found if name is not None}


def lineages_of(graph: CogniGraph) -> tuple[Lineage, ...]:
    """Every investigator who took a side on something."""
    return tuple(sorted(frozenset[Lineage]().union(*(lineages(one) for one in graph.findings.values()))))


def _part(graph: CogniGraph, name: SubQuestionId) -> Part:
    known = graph.sub_questions[name]
    survivors = (surviving(graph, one) for one in known.answered_by)
    holding = {one for one in survivors if one is not None and graph.hypotheses[one].alive}
    return Part(id=name, text=known.text, answered_by=tuple(sorted(holding, key=by_id)))


def _pages(graph: CogniGraph, first: Sequence[PageHash]) -> dict[PageHash, int]:
    """The pages that were quoted, numbered: those of the answer, then the weightiest, retracted ones last."""
    quoted = {known.page for known in graph.observations.values() if known.verified and known.page}
    known = graph.sources
    ordered = sorted(quoted, key=lambda page: (-known[page].weight, known[page].url, page))
    return {page: number for number, page in enumerate(dict.fromkeys((*first, *ordered)), start=1)}


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
