"""The Judge's questions and what its answers come to. Classes and verdicts are the rules' business."""

from collections.abc import Mapping, Sequence

from pathfinder.protocols.calls.comparison import CandidatePair
from pathfinder.protocols.calls.explorer_reports import PairLabel, Resolution
from pathfinder.protocols.calls.questions import FacetLabels, QuotedLine, ResolutionRuling, RuleOnResolution
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.judging.conflicts import find_conflict
from pathfinder.protocols.judging.facets import pair_label, relation
from pathfinder.protocols.planning.context import hypothesis_line

PAIRS_AT_ONCE = 40


def batches(pairs: Sequence[CandidatePair]) -> list[tuple[CandidatePair, ...]]:
    """Pairs in calls of a size a model can hold in mind."""
    return [tuple(pairs[start : start + PAIRS_AT_ONCE]) for start in range(0, len(pairs), PAIRS_AT_ONCE)]


def pair_labels(pairs: Sequence[CandidatePair], answer: FacetLabels) -> tuple[PairLabel, ...]:
    """What the facets make of each pair; a pair nobody labelled stays apart."""
    known = {label.pair: label for label in reversed(answer.labels)}
    return tuple(
        PairLabel(claim=pair.claim, other=pair.other, label=pair_label(relation(known[number].facets)))
        for number, pair in enumerate(pairs, start=1)
        if number in known
    )


def resolution_question(
    graph: CogniGraph, proposal: Resolution, quotes: Mapping[str, ObservationId]
) -> RuleOnResolution | None:
    """The question on a proposed resolution; None if there is no such conflict, or no quote bears it out."""
    named = [quotes[key] for key in proposal.observations if key in quotes]
    edge = find_conflict(graph, proposal.first, proposal.second)
    if not named or edge is None or edge.resolved:
        return None
    return RuleOnResolution(
        first=hypothesis_line(graph, proposal.first),
        second=hypothesis_line(graph, proposal.second),
        proposed=proposal.type,
        description=proposal.description[:1_000],
        quotes=tuple(quoted_line(graph, name) for name in dict.fromkeys(named)),
    )


def resolution(asked: RuleOnResolution, ruling: ResolutionRuling) -> Resolution | None:
    """What the Judge rules, if it calls the conflict settled; the rules decide whether it is applied."""
    if not ruling.settled or ruling.type is None:
        return None
    shown = {line.observation for line in asked.quotes}
    return Resolution(
        first=asked.first.id,
        second=asked.second.id,
        type=ruling.type,
        description=ruling.description or asked.description,
        loser=ruling.loser,
        observations=tuple(name for name in ruling.observations if name in shown),
    )


def quoted_line(graph: CogniGraph, name: ObservationId) -> QuotedLine:
    """An observation as the Judge and the counter-reviewer are shown it."""
    observation = graph.observations[name]
    site = graph.sources[observation.page].site if observation.page is not None else ""
    return QuotedLine(observation=name, quote=observation.quote or "", site=site)
