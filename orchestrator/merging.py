"""MERGE: what Explorers brought back becomes edits, and conflicts they can settle are put to the Judge."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from pathfinder.agents.fanout import fan_out
from pathfinder.agents.judge import batches, pair_labels, resolution, resolution_question
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.iteration_state import Iteration
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import (
    ClaimRef,
    ExplorerReport,
    Pages,
    PairLabel,
    Resolution,
    StoredPage,
)
from pathfinder.protocols.calls.ports import Sources
from pathfinder.protocols.calls.questions import FacetLabels, LabelPairs
from pathfinder.protocols.evidence.retractions import newly_retracted, with_details_of, without_weight
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.graph.edits import AddEdge, AddReading
from pathfinder.protocols.graph.types import PageReading
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.candidates import candidate_pairs
from pathfinder.protocols.judging.conflicts import Unsettled, settle
from pathfinder.protocols.judging.contradictions import counted
from pathfinder.protocols.judging.merge import Merged, in_place, merge
from pathfinder.protocols.judging.pairs import inherited
from pathfinder.protocols.planning.sub_questions import linked


class MergedReports(NamedTuple):
    """The outcome of a merge, and the hypotheses whose equals could not be determined."""

    merged: Merged
    unread: frozenset[HypothesisId]
    """An answer on what else says the same as these could not be read."""
    weakened: frozenset[HypothesisId] = frozenset()
    """They rest on a work that one of the reports calls retracted."""


async def merge_reports(
    iteration: Iteration, reports: Sequence[ExplorerReport], *, round_: int = 1, pass_: int = 0
) -> MergedReports:
    """Quotes checked, claims joined or set against each other, strengths worked out."""
    iteration.enter("MERGE")
    read = await _pages(iteration.deps.sources, reports)
    gone = newly_retracted(iteration.graph, read)
    iteration.do(gone.edits, gone.graph)
    pages = without_weight(read, iteration.graph)
    pairs = candidate_pairs(iteration.graph, reports, iteration.deps.similarity)
    labels, unread = await _labels(iteration, pairs, round_, pass_)
    iteration.do(counted(iteration.graph, pairs, labels))
    merged = merge(iteration.graph, reports, pages, labels)
    iteration.do(merged.edits, merged.graph)
    general = inherited(iteration.graph)
    iteration.do([AddEdge(edge=edge) for edge in general])
    iteration.do(restrengthen(iteration.graph, {edge.hypothesis for edge in general}, "MERGE"))
    iteration.do(_readings(iteration, reports))
    iteration.do(linked(iteration.graph, in_place(reports), merged.names))
    unlike = frozenset(merged.names[ref] for ref in unread if ref in merged.names)
    return MergedReports(merged, unlike, gone.claims)


def _readings(iteration: Iteration, reports: Sequence[ExplorerReport]) -> list[AddReading]:
    """The pages that were read for the first time."""
    graph = iteration.graph
    new = {read.page: read for report in in_place(reports) for read in report.pages}
    return [
        AddReading(
            page=page,
            reading=PageReading(
                url=read.source.url,
                title=read.source.title,
                iteration=graph.iteration,
                facts=len(graph.index.observations_on.get(page, ())),
                note=read.note,
            ),
        )
        for page, read in new.items()
        if page not in graph.pages_read
    ]


async def _pages(sources: Sources, reports: Sequence[ExplorerReport]) -> Pages:
    pages: Pages = {}
    for report in in_place(reports):
        for read in report.pages:
            # Of two addresses with one text the first in place is cited, not the first that came back.
            known = pages.get(read.page)
            text = (await sources.stored(read.page)).text if known is None else known.text
            source = read.source if known is None else with_details_of(known.source, read.source)
            pages[read.page] = StoredPage(text=text, source=source)
    return pages


async def _labels(
    iteration: Iteration, pairs: Sequence[CandidatePair], round_: int, pass_: int
) -> tuple[tuple[PairLabel, ...], set[ClaimRef]]:
    """The labels, and the claims on which an answer could not be read."""

    async def one(numbered: tuple[int, LabelPairs]) -> Answered[FacetLabels] | Unable:
        number, ask = numbered
        step = iteration.step("MERGE", ask.name, f"batch{number}", round_=round_, pass_=pass_)
        return await iteration.deps.model.answer(ask, step)

    asked = [LabelPairs(pairs=batch, question=iteration.graph.question) for batch in batches(pairs)]
    answers = await fan_out(list(enumerate(asked, start=1)), one, iteration.deps.inputs.parallel)
    labels: list[PairLabel] = []
    unread: set[ClaimRef] = set()
    for ask, answer in zip(asked, answers, strict=True):
        if isinstance(answer, Unable):
            iteration.fail("unreadable", ask.name, answer.reason)
            unread |= {pair.claim for pair in ask.pairs}
        else:
            labels += pair_labels(ask.pairs, answer.value)
    return tuple(labels), unread


async def settle_conflicts(
    iteration: Iteration, reports: Sequence[ExplorerReport], merged: Merged
) -> set[HypothesisId]:
    """What Explorers propose on conflicts is put to the Judge; the rules decide what is applied.

    Gives the hypotheses whose conflicts were settled: they are judged anew.
    """
    settled: set[HypothesisId] = set()
    for report in in_place(reports):
        quotes = {key: name for (iid, key), name in merged.observed.items() if iid == report.iid}
        for number, proposal in enumerate(report.resolutions, start=1):
            settled |= await _ruled(iteration, f"{report.iid}.{number}", proposal, quotes)
    return settled


async def _ruled(
    iteration: Iteration, item: str, proposal: Resolution, quotes: Mapping[str, ObservationId]
) -> set[HypothesisId]:
    ask = resolution_question(iteration.graph, proposal, quotes)
    if ask is None:
        what = Message("failed-resolution", first=proposal.first, second=proposal.second)
        iteration.fail("refused", what, Message("conflict-nothing-to-settle"))
        return set()
    answer = await iteration.deps.model.answer(ask, iteration.step("JUDGE", ask.name, item))
    if isinstance(answer, Unable):
        iteration.fail("unreadable", f"{ask.name} {item}", answer.reason)
        return set()
    ruled = resolution(ask, answer.value)
    applied = (
        Unsettled(reason=Message("conflict-not-settled")) if ruled is None else settle(iteration.graph, ruled)
    )
    if isinstance(applied, Unsettled):
        iteration.fail(
            "refused", Message("failed-resolution", first=ask.first.id, second=ask.second.id), applied.reason
        )
        return set()
    iteration.do(applied)
    both = {ask.first.id, ask.second.id}
    iteration.do(restrengthen(iteration.graph, both, "JUDGE"))
    return both
