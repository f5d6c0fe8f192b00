"""MERGE: what the Explorers brought becomes edits, the same edits in whatever order they came back.

Nothing is believed on the way: quotes are looked up in the stored page, numbers in the quotes, ids and
strengths are worked out here. What fails a check is quarantined with the reason; the rest goes on.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import NamedTuple, assert_never

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import (
    About,
    Assessment,
    ClaimRef,
    ExplorerReport,
    NewClaim,
    Pages,
    PairLabel,
    ReportedStance,
)
from pathfinder.protocols.calls.targets import HypothesisTarget
from pathfinder.protocols.evidence.checking import CheckedReports, check
from pathfinder.protocols.evidence.citing import ids_in
from pathfinder.protocols.evidence.identity import Group, groups, surviving
from pathfinder.protocols.evidence.searches import searches
from pathfinder.protocols.evidence.status import restrengthen
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddFailure,
    AddHypothesis,
    AddKeyword,
    AddSearch,
    GraphEdit,
)
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.judgement import Side, Stance
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Hypothesis, Keyword
from pathfinder.protocols.ids import HypothesisId, Iid, ObservationId, investigator, lineage, order
from pathfinder.protocols.judging.conflicts import reopened
from pathfinder.protocols.judging.pairs import opposed, related, widened
from pathfinder.protocols.text.numbers import unbound

MOST_NEW_CLAIMS = 14
"""New claims one Explorer may bring into the graph; of more, the least important stay in its report."""


class Caveat(NamedTuple):
    """An observation that qualifies a hypothesis without opposing it."""

    hypothesis: HypothesisId
    observation: ObservationId


@dataclass(frozen=True, slots=True)
class Merged:
    """What a merge comes to."""

    edits: tuple[GraphEdit, ...]
    graph: CogniGraph
    """The graph with these edits."""
    stances: Mapping[HypothesisId, tuple[Stance, ...]]
    """What each investigator holds of each hypothesis it spoke on, for the Judge."""
    caveats: tuple[Caveat, ...]
    overflow: tuple[ClaimRef, ...]
    """Claims over an Explorer's limit; they stay in its report."""
    names: Mapping[ClaimRef, HypothesisId]
    """The hypothesis that each reported claim became or joined."""
    observed: Mapping[tuple[Iid, str], ObservationId]
    """The observation that each reported one turned out to be."""


def merge(
    graph: CogniGraph, reports: Sequence[ExplorerReport], pages: Pages, labels: Sequence[PairLabel] = ()
) -> Merged:
    """Fold reports into a graph: pure, total on garbage, free of order, and idempotent."""
    in_order = in_place(reports)
    checked = check(graph, in_order, pages)
    named = _name(checked, groups(checked.claims, labels, graph))
    edges, caveats = _link(checked, named.names)
    conflicts = opposed(graph, named.names, labels)
    already = set(takewhile(lambda failure: failure.iteration == graph.iteration, reversed(graph.failures)))
    edits: list[GraphEdit] = [
        *checked.edits,
        *named.edits,
        *(AddEdge(edge=edge) for edge in edges),
        *(AddEdge(edge=edge) for edge in conflicts),
        *related(graph, named.names, labels),
        *widened(graph, named.names, labels),
        *(AddKeyword(keyword=keyword) for keyword in _keywords(checked, named)),
        *(AddSearch(search=search) for search in searches(graph, in_order)),
        *(AddFailure(failure=failure) for failure in _failures(checked, in_order) if failure not in already),
    ]
    after = apply(graph, edits)
    touched = sorted({edge.hypothesis for edge in edges}, key=order)
    moved = (*reopened(graph, after, touched), *restrengthen(after, touched))
    return Merged(
        edits=(*edits, *moved),
        graph=apply(after, moved),
        stances=_stances(checked, named.names),
        caveats=caveats,
        overflow=named.overflow,
        names=named.names,
        observed=checked.observed,
    )


def _failures(checked: CheckedReports, reports: Iterable[ExplorerReport]) -> Iterable[Failure]:
    """What the checks set aside, what did not work for Explorers, and which of them failed; each once."""
    told = dict(checked.failures)
    at = checked.graph.iteration
    for report in reports:
        for trouble in report.troubles:
            told[Failure(iteration=at, kind=trouble.kind, what=trouble.what, reason=trouble.reason)] = None
        if report.status == "failure":
            told[Failure(iteration=at, kind="given_up", what=report.iid, reason=report.reason)] = None
    return told


def in_place(reports: Iterable[ExplorerReport]) -> list[ExplorerReport]:
    """Reports by (round, pass, slot), never by who came back first."""
    return sorted(reports, key=_place)


def _place(report: ExplorerReport) -> tuple[object, ...]:
    """Where a report stands; its own bytes break the tie between two from one place."""
    who = investigator(report.iid)
    return who.iteration, who.place, report.iid, report.model_dump_json()


@dataclass(frozen=True, slots=True)
class _Named:
    names: dict[ClaimRef, HypothesisId]
    edits: list[AddHypothesis]
    overflow: tuple[ClaimRef, ...]


def _name(checked: CheckedReports, found: Iterable[Group]) -> _Named:
    """Give each group its hypothesis: the one it joins, or a new one while one of its Explorers has room."""
    index = checked.graph.index
    room = {report.iid: MOST_NEW_CLAIMS - index.claims_by.get(report.iid, 0) for report in checked.reports}
    named = _Named({}, [], ())
    overflow: list[ClaimRef] = []
    for group in found:
        grounded = [ref for ref in group.members if checked.grounds(ref)]
        proposer = next((ref for ref in grounded if room[ref.iid] > 0), None)
        name = group.hypothesis
        if name is None and proposer is not None:
            room[proposer.iid] -= 1
            name = HypothesisId(f"hyp_A{index.highest.get('hyp_A', 0) + len(named.edits) + 1}")
            named.edits.append(AddHypothesis(name=name, hypothesis=_proposed(checked, proposer)))
        if name is not None:
            named.names.update(dict.fromkeys(group.members, name))
        else:
            overflow.extend(grounded)
            for ref in group.members:
                if ref not in grounded:
                    checked.set_aside(ref.iid, ref.key, Message("check-no-stance"))
    return _Named(named.names, named.edits, tuple(overflow))


def _proposed(checked: CheckedReports, ref: ClaimRef) -> Hypothesis:
    claim = checked.claims[ref]
    summary = " ".join(claim.summary.split())
    grounds = checked.grounds(ref)
    found = unbound(
        summary,
        [text for name in grounds for text in checked.shown(name)],
        known=ids_in(checked.graph, summary),
        sources=checked.pages_of(grounds),
    )
    loose = tuple(number.raw for number in found)
    return Hypothesis(
        type="A",
        summary=summary,
        strength=0.5,
        created_at=checked.graph.iteration,
        found_by=ref.iid,
        verify_keywords=claim.verify_keywords,
        conditions=(claim.condition,) if claim.condition else (),
        as_of=claim.as_of,
        importance=claim.importance,
        unbound=loose,
    )


def _link(
    checked: CheckedReports, names: Mapping[ClaimRef, HypothesisId]
) -> tuple[list[EvidenceEdge], tuple[Caveat, ...]]:
    """Stances become edges. A stored edge stays as it is; of two readings in one merge the larger counts."""
    edges: dict[tuple[str, str, str], EvidenceEdge] = {}
    caveats: set[Caveat] = set()
    for report in checked.reports:
        for stance in report.stances:
            observation = checked.observed.get((report.iid, stance.observation))
            hypothesis = _hypothesis_of(checked, names, report.iid, stance.about)
            if observation is None or hypothesis is None:
                _report_dangling(checked, report, stance)
                continue
            if stance.type == "QUALIFIES":
                caveats.add(Caveat(hypothesis, observation))
                continue
            edge = EvidenceEdge(
                observation=observation,
                hypothesis=hypothesis,
                type=stance.type,
                weight=stance.weight,
                created_at=checked.graph.iteration,
                basis=stance.basis,
                found_by=report.iid,
            )
            known = edges.get(edge.key)
            if edge.key not in checked.graph.index.place_of and (known is None or edge.weight > known.weight):
                edges[edge.key] = edge
    in_order = sorted(
        edges.values(), key=lambda edge: (order(edge.observation), order(edge.hypothesis), edge.type)
    )
    return in_order, tuple(
        sorted(caveats, key=lambda caveat: (order(caveat.hypothesis), order(caveat.observation)))
    )


def _hypothesis_of(
    checked: CheckedReports, names: Mapping[ClaimRef, HypothesisId], iid: Iid, about: About
) -> HypothesisId | None:
    match about:
        case HypothesisTarget():
            return surviving(checked.graph, about.hypothesis)
        case NewClaim():
            return names.get(ClaimRef(iid=iid, key=about.key))
        case _:
            assert_never(about)


def _report_dangling(checked: CheckedReports, report: ExplorerReport, stance: ReportedStance) -> None:
    """A stance on what was set aside is dropped with it; one that points at nothing is recorded."""
    if stance.observation not in {told.key for told in report.observations}:
        checked.set_aside(report.iid, stance.observation, Message("check-observation-unreported"))
    match stance.about:
        case HypothesisTarget():
            if stance.about.hypothesis not in checked.graph.hypotheses:
                checked.set_aside(
                    report.iid,
                    stance.observation,
                    Message("check-no-hypothesis", name=stance.about.hypothesis),
                )
        case NewClaim():
            if stance.about.key not in {claim.key for claim in report.claims}:
                checked.set_aside(
                    report.iid, stance.observation, Message("check-no-claim", name=stance.about.key)
                )
        case _:
            assert_never(stance.about)


def _keywords(checked: CheckedReports, named: _Named) -> Iterator[Keyword]:
    """Directions nobody has noted yet: of the new claims first, then of the reports."""
    proposed: list[tuple[str, HypothesisId | None]] = [
        (keyword, edit.name) for edit in named.edits for keyword in edit.hypothesis.verify_keywords
    ]
    proposed += [(keyword, None) for report in checked.reports for keyword in report.keywords]
    seen: set[str] = set()
    for keyword, origin in proposed:
        form = same_form(keyword)
        if form and form not in seen and form not in checked.graph.index.keywords:
            seen.add(form)
            yield Keyword(
                keyword=" ".join(keyword.split()), origin=origin, created_at=checked.graph.iteration
            )


def _stances(
    checked: CheckedReports, names: Mapping[ClaimRef, HypothesisId]
) -> dict[HypothesisId, tuple[Stance, ...]]:
    """Each investigator's word on each hypothesis that it assessed; without evidence only a wish for more."""
    held: dict[HypothesisId, dict[Iid, Stance]] = {}
    for report in checked.reports:
        sides = _sides(checked, names, report)
        for assessment in report.assessments:
            hypothesis = _hypothesis_of(checked, names, report.iid, assessment.about)
            if hypothesis is not None and (hypothesis in sides or assessment.needs_further):
                stance = _stance(report.iid, sides.get(hypothesis), assessment)
                held.setdefault(hypothesis, {}).setdefault(report.iid, stance)
    return {name: tuple(held[name].values()) for name in sorted(held, key=order)}


def _sides(
    checked: CheckedReports, names: Mapping[ClaimRef, HypothesisId], report: ExplorerReport
) -> dict[HypothesisId, Side]:
    """Which way a report's own quoted evidence points on each hypothesis; a tie points for it."""
    sums: dict[HypothesisId, int] = {}
    for stance in report.stances:
        hypothesis = _hypothesis_of(checked, names, report.iid, stance.about)
        quoted = (report.iid, stance.observation) in checked.observed
        if hypothesis is not None and quoted and stance.type != "QUALIFIES":
            sign = 1 if stance.type == "SUPPORTS" else -1
            sums[hypothesis] = sums.get(hypothesis, 0) + sign * round(stance.weight * 10)
    return {name: "for" if total >= 0 else "against" for name, total in sums.items()}


def _stance(iid: Iid, side: Side | None, assessment: Assessment) -> Stance:
    return Stance(
        lineage=lineage(iid),
        iid=iid,
        side=side,
        evidence=assessment.evidence,
        confidence=assessment.confidence,
        needs_further=assessment.needs_further,
    )
