"""What to do with the verdicts: act on it, look further, or watch. By rule; nobody's taste comes in.

- Confirmed, whichever side: act on it. A claim that is confirmed not to hold is one not to build on.
- Confirmed, but a page that spoke for it is retracted: look further; the others may only repeat it.
- Confirmed, but never challenged: look further, and have it challenged.
- Likely, whichever side: watch. One side is ahead, and something is missing.
- Uncertain or unjudged: look further, for what the verdict names.
- A conflict nobody settled, a part of the question nobody answered: look further.
- The research is saturated: act, with a thesis. A conflict that stayed open for long: look further.
- A page with quotes in use is retracted: watch.
"""

from collections.abc import Iterator
from typing import Literal, assert_never, get_args

from pathfinder.protocols.answer.thesis import thesis
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Side, Verdict
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, PageHash, PageKey, SubQuestionKey, order
from pathfinder.protocols.planning.health import concerns, stale_conflicts
from pathfinder.protocols.planning.sub_questions import unanswered

AdviceKind = Literal["act", "look", "watch"]
AdviceReason = Literal[
    "saturated",
    "confirmed",
    "stalemate",
    "conflict",
    "part",
    "withdrawn",
    "unchallenged",
    "unjudged",
    "uncertain",
    "likely",
    "retracted",
]
_KINDS: tuple[AdviceKind, ...] = get_args(AdviceKind)
_REASONS: tuple[AdviceReason, ...] = get_args(AdviceReason)


class Advice(Frozen):
    """One recommendation: what to do about which claim, and the rule that says so."""

    kind: AdviceKind
    reason: AdviceReason
    hypotheses: tuple[HypothesisKey, ...] = ()
    side: Side | None = None
    conditional: bool = False
    """The claim holds under a condition: see which one is yours."""
    part: SubQuestionKey | None = None
    page: PageKey | None = None


def advice(graph: CogniGraph) -> tuple[Advice, ...]:
    """All of it: what to act on, where to look, what to watch; the strongest claims first."""
    found = [*_by_health(graph), *_by_verdict(graph), *_open_ends(graph), *_retracted(graph)]
    return tuple(sorted(found, key=lambda one: (_KINDS.index(one.kind), _REASONS.index(one.reason))))


def _by_health(graph: CogniGraph) -> Iterator[Advice]:
    for concern in concerns(graph):
        if concern.issue == "SATURATED":
            yield Advice(kind="act", reason="saturated")
        else:
            yield from (
                Advice(kind="look", reason="stalemate", hypotheses=pair) for pair in concern.conflicts
            )


def _by_verdict(graph: CogniGraph) -> Iterator[Advice]:
    alive = graph.alive()
    for name in sorted(alive, key=lambda name: (-alive[name].strength, order(name))):
        verdict, finding = alive[name].verdict, graph.findings.get(name)
        if verdict is not None:
            yield _judged(graph, name, verdict)
        elif finding is not None and finding.unjudged is not None:
            yield Advice(kind="look", reason="unjudged", hypotheses=(name,))


def _judged(graph: CogniGraph, name: HypothesisId, verdict: Verdict) -> Advice:
    kind, reason = _by_rule(graph, name, verdict)
    return Advice(
        kind=kind,
        reason=reason,
        hypotheses=(name,),
        side=verdict.side,
        conditional=verdict.tag != "Uncertain" and bool(graph.hypotheses[name].conditions),
    )


def _by_rule(graph: CogniGraph, name: HypothesisId, verdict: Verdict) -> tuple[AdviceKind, AdviceReason]:
    match verdict.tag:
        case "Uncertain":
            return "look", "uncertain"
        case "Likely":
            return "watch", "likely"
        case "Confirmed":
            if verdict.side == "for" and _withdrawn(graph, name):
                return "look", "withdrawn"
            return ("look", "unchallenged") if verdict.unchallenged else ("act", "confirmed")
        case _:
            assert_never(verdict.tag)


def _withdrawn(graph: CogniGraph, name: HypothesisId) -> bool:
    """Whether a page that once spoke for it is retracted."""
    return any(
        edge.type == "SUPPORTS" and graph.observations[edge.observation].page in _gone(graph)
        for edge in graph.evidence(name)
    )


def _open_ends(graph: CogniGraph) -> Iterator[Advice]:
    stale = {frozenset(pair) for pair in stale_conflicts(graph)} if "STALEMATE" in graph.health.issues else ()
    for pair in thesis(graph).unresolved.conflicts:
        # One that is told of as a stalemate is not told of twice.
        if {pair.first, pair.second} in stale:
            continue
        yield Advice(kind="look", reason="conflict", hypotheses=(pair.first, pair.second))
    # Where no answer was ever noted, nobody can say which part is open.
    if any(part.answered_by for part in graph.sub_questions.values()):
        yield from (Advice(kind="look", reason="part", part=name) for name in unanswered(graph))


def _retracted(graph: CogniGraph) -> Iterator[Advice]:
    for page in _gone(graph):
        names = {
            edge.hypothesis
            for name in graph.alive()
            for edge in graph.evidence(name)
            if graph.observations[edge.observation].verified
            and graph.observations[edge.observation].page == page
        }
        if names:
            cited_on = tuple(sorted(names, key=order))
            yield Advice(kind="watch", reason="retracted", hypotheses=cited_on, page=page)


def _gone(graph: CogniGraph) -> tuple[PageHash, ...]:
    """The retracted pages, by address."""
    pages = [page for page, source in graph.sources.items() if source.retracted is not None]
    return tuple(sorted(pages, key=lambda page: (graph.sources[page].url, page)))
