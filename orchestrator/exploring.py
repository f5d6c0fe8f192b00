"""EXPLORE and MERGE: Explorers go out together, and what they bring back becomes edits.

Round 1 and the re-spawns of round 3 go the same way; rounds and passes keep their steps apart.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pathfinder.agents.explorer import Abroad, explore, failed
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.judge import batches, pair_labels, resolution, resolution_question
from pathfinder.orchestrator.course import Course
from pathfinder.protocols.briefs import Brief
from pathfinder.protocols.calls import Answered, Unable
from pathfinder.protocols.errors import ResearchError
from pathfinder.protocols.events import ExplorerReturned, ExplorerSent
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.ports import Sources
from pathfinder.protocols.questions import FacetLabels, LabelPairs
from pathfinder.protocols.reports import (
    ClaimRef,
    ExplorerReport,
    Pages,
    PairLabel,
    ProposedResolution,
    StoredPage,
)
from pathfinder.protocols.rules.candidates import CandidatePair, candidate_pairs
from pathfinder.protocols.rules.conflicts import Unsettled, settle
from pathfinder.protocols.rules.contradictions import counted
from pathfinder.protocols.rules.drift import Go, query_advice
from pathfinder.protocols.rules.merge import Merged, in_place, merge
from pathfinder.protocols.rules.past import Past, past_of
from pathfinder.protocols.rules.retractions import told_of, withdrawn, without_weight
from pathfinder.protocols.rules.status import restrengthen
from pathfinder.protocols.rules.sub_questions import linked


async def send(course: Course, briefs: Sequence[Brief]) -> list[ExplorerReport]:
    """All Explorers at once; one that fails costs its own report."""
    # The graph does not change while Explorers are out, so what was searched is read once for all.
    past = past_of(course.graph)

    async def one(brief: Brief) -> ExplorerReport:
        return await _sent(course, brief, past)

    return await fan_out(briefs, one, max(1, len(briefs)))


async def _sent(course: Course, brief: Brief, past: Past) -> ExplorerReport:
    desk = course.desk

    def is_new(query: str) -> bool:
        """Whether nobody has searched for this."""
        return isinstance(query_advice(query, past), Go)

    tell = desk.events.emit
    tell(ExplorerSent(iid=brief.iid, target=brief.target, reason=brief.reason, about=brief.about))
    try:
        out = Abroad(is_new, tell, desk.patience, desk.reach)
        report = await explore(brief, course.number, desk.model, desk.sources, out)
    except ResearchError as error:
        report = failed(brief, error)
    tell(
        ExplorerReturned(
            iid=report.iid,
            status=report.status,
            observations=len(report.observations),
            claims=len(report.claims),
            reason=report.reason,
        )
    )
    return report


class MergedReports(NamedTuple):
    """What a merge came to, and the hypotheses whose likes could not be told."""

    merged: Merged
    unread: frozenset[HypothesisId]
    """An answer on what else says the same as these could not be read."""
    weakened: frozenset[HypothesisId] = frozenset()
    """They rest on a work that, as one of the reports says, was taken back."""


async def merge_reports(
    course: Course, reports: Sequence[ExplorerReport], *, round_: int = 1, pass_: int = 0
) -> MergedReports:
    """Quotes checked, claims joined or set against each other, strengths worked out."""
    course.enter("MERGE")
    read = await _pages(course.desk.sources, reports)
    gone = withdrawn(course.graph, read)
    course.do(gone.edits)
    pages = without_weight(read, course.graph)
    pairs = candidate_pairs(course.graph, reports, course.desk.similarity)
    labels, unread = await _labels(course, pairs, round_, pass_)
    course.do(counted(course.graph, pairs, labels))
    merged = merge(course.graph, reports, pages, labels)
    course.do(merged.edits)
    course.do(linked(course.graph, in_place(reports), merged.names))
    unlike = frozenset(merged.names[ref] for ref in unread if ref in merged.names)
    return MergedReports(merged, unlike, gone.claims)


async def _pages(sources: Sources, reports: Sequence[ExplorerReport]) -> Pages:
    pages: Pages = {}
    for report in in_place(reports):
        for read in report.pages:
            # Of two addresses with one text the first in place is cited, not the first that came back.
            known = pages.get(read.page)
            text = (await sources.stored(read.page)).text if known is None else known.text
            source = read.source if known is None else told_of(known.source, read.source)
            pages[read.page] = StoredPage(text=text, source=source)
    return pages


async def _labels(
    course: Course, pairs: Sequence[CandidatePair], round_: int, pass_: int
) -> tuple[tuple[PairLabel, ...], set[ClaimRef]]:
    """The labels, and the claims on which an answer could not be read."""

    async def one(numbered: tuple[int, LabelPairs]) -> Answered[FacetLabels] | Unable:
        number, ask = numbered
        step = course.step("MERGE", ask.name, f"batch{number}", round_=round_, pass_=pass_)
        return await course.desk.model.answer(ask, step)

    asked = [LabelPairs(pairs=batch, question=course.graph.question) for batch in batches(pairs)]
    answers = await fan_out(list(enumerate(asked, start=1)), one, course.desk.parallel)
    labels: list[PairLabel] = []
    unread: set[ClaimRef] = set()
    for ask, answer in zip(asked, answers, strict=True):
        if isinstance(answer, Unable):
            course.fail("unreadable", ask.name, answer.reason)
            unread |= {pair.claim for pair in ask.pairs}
        else:
            labels += pair_labels(ask.pairs, answer.value)
    return tuple(labels), unread


async def settle_conflicts(
    course: Course, reports: Sequence[ExplorerReport], merged: Merged
) -> set[HypothesisId]:
    """What Explorers propose on conflicts is put to the Judge; the rules decide what is applied.

    Gives the hypotheses whose conflicts were settled: they are judged anew.
    """
    settled: set[HypothesisId] = set()
    for report in in_place(reports):
        quotes = {key: name for (iid, key), name in merged.observed.items() if iid == report.iid}
        for number, proposal in enumerate(report.resolutions, start=1):
            settled |= await _ruled(course, f"{report.iid}.{number}", proposal, quotes)
    return settled


async def _ruled(
    course: Course, item: str, proposal: ProposedResolution, quotes: Mapping[str, ObservationId]
) -> set[HypothesisId]:
    ask = resolution_question(course.graph, proposal, quotes)
    if ask is None:
        what = f"resolution of {proposal.first} and {proposal.second}"
        course.fail("refused", what, "there is no such conflict to settle, or no quote that says so")
        return set()
    answer = await course.desk.model.answer(ask, course.step("JUDGE", ask.name, item))
    if isinstance(answer, Unable):
        course.fail("unreadable", f"{ask.name} {item}", answer.reason)
        return set()
    ruled = resolution(ask, answer.value)
    applied = (
        Unsettled(reason="the Judge does not call it settled")
        if ruled is None
        else settle(course.graph, ruled)
    )
    if isinstance(applied, Unsettled):
        course.fail("refused", f"resolution of {ask.first.id} and {ask.second.id}", applied.reason)
        return set()
    course.do(applied)
    both = {ask.first.id, ask.second.id}
    course.do(restrengthen(course.graph, both, "JUDGE"))
    return both
