"""What a counter-review does to a claim: amended wording, a condition, struck links, a duplicate merged."""

from collections.abc import Iterable

from pathfinder.protocols.evidence.identity import surviving
from pathfinder.protocols.graph.edits import GraphEdit, MergeHypotheses, RewordHypothesis, StrikeEvidence
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, HistoryEntry
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.conflicts import crossed
from pathfinder.protocols.text.numbers import unbound


def reworded(
    graph: CogniGraph, name: HypothesisId, amended: str, condition: str, why: str
) -> tuple[RewordHypothesis, ...]:
    """The amended wording and condition in place of the claim's; nothing if they say the same."""
    known = graph.hypotheses[name]
    text, when = " ".join(amended.split()) or known.summary, " ".join(condition.split())
    same_text = same_form(text) == same_form(known.summary)
    if same_text and (not when or [same_form(one) for one in known.conditions] == [same_form(when)]):
        return ()
    quotes = [
        f"{graph.observations[edge.observation].quote or ''} {graph.observations[edge.observation].header}"
        for edge in graph.evidence(name)
    ]
    entry = HistoryEntry(
        iteration=graph.iteration, action="JUDGE", result=f"was worded: {known.summary} ({why})"
    )
    loose = known.unbound if same_text else tuple(number.raw for number in unbound(text, quotes))
    return (
        RewordHypothesis(
            hypothesis=name,
            summary=text,
            unbound=loose,
            conditions=(when,) if when else None,
            entry=entry,
        ),
    )


def struck_links(
    graph: CogniGraph, name: HypothesisId, observations: Iterable[ObservationId], why: str
) -> tuple[StrikeEvidence, ...]:
    """The links that do not bear on the claim; its last link stays, or it would rest on nothing."""
    wanted = set(observations)
    edges = graph.evidence(name)
    gone = [edge for edge in edges if edge.observation in wanted]
    if len(gone) == len(edges):
        gone = gone[:-1]
    return tuple(StrikeEvidence(key=edge.key, because=why) for edge in gone)


def merged(graph: CogniGraph, name: HypothesisId, same_as: HypothesisId) -> tuple[GraphEdit, ...]:
    """Two claims that say the same become the one with the lower id."""
    one, other = surviving(graph, name), surviving(graph, same_as)
    if one is None or other is None or one == other:
        return ()
    if not (graph.hypotheses[one].alive and graph.hypotheses[other].alive):
        return ()
    survivor, absorbed = sorted((one, other), key=order)
    because = Reason(kind="merged", names=(survivor,))
    return (
        MergeHypotheses(
            survivor=survivor,
            absorbed=absorbed,
            at=graph.iteration,
            because=because,
            dropped=tuple(crossed(graph, survivor, absorbed)),
        ),
    )
