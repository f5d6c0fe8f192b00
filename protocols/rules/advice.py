"""What to do with the verdicts: act on it, look further, or watch. By rule; nobody's taste comes in.

Confirmed, whichever side          act on it (a claim confirmed not to hold is one not to build on)
Confirmed, but never challenged    look further: have it challenged
Likely, whichever side             watch: one side is ahead, and something is missing
Uncertain, unjudged                look further, for what the verdict names
a conflict nobody settled          look further, for what decides
a part nobody answered             look further
evidence on a page retracted since watch
"""

from collections.abc import Iterator
from typing import Literal

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph, Hypothesis
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, PageKey, SubQuestionKey, order
from pathfinder.protocols.judgement import Side
from pathfinder.protocols.rules.sub_questions import unanswered
from pathfinder.protocols.rules.thesis import thesis

AdviceKind = Literal["act", "look", "watch"]
AdviceReason = Literal[
    "confirmed", "unchallenged", "likely", "uncertain", "unjudged", "conflict", "part", "retracted"
]
_KINDS: tuple[AdviceKind, ...] = ("act", "look", "watch")


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
    """All of it: what to act on first, then where to look, then what to watch; the strongest claims first."""
    found = [*_by_verdict(graph), *_open_ends(graph), *_retracted(graph)]
    return tuple(sorted(found, key=lambda one: _KINDS.index(one.kind)))


def _by_verdict(graph: CogniGraph) -> Iterator[Advice]:
    alive = graph.alive()
    for name in sorted(alive, key=lambda name: (-alive[name].strength, order(name))):
        known = alive[name]
        finding = graph.findings.get(name)
        if known.verdict is not None:
            yield _judged(name, known)
        elif finding is not None and finding.unjudged is not None:
            yield Advice(kind="look", reason="unjudged", hypotheses=(name,))


def _judged(name: HypothesisId, known: Hypothesis) -> Advice:
    verdict = known.verdict
    if verdict is None or verdict.tag == "Uncertain":
        return Advice(kind="look", reason="uncertain", hypotheses=(name,))
    conditional = bool(known.conditions)
    if verdict.tag == "Likely":
        kind, reason = "watch", "likely"
    elif verdict.unchallenged:
        kind, reason = "look", "unchallenged"
    else:
        kind, reason = "act", "confirmed"
    return Advice.model_validate(
        {
            "kind": kind,
            "reason": reason,
            "hypotheses": (name,),
            "side": verdict.side,
            "conditional": conditional,
        }
    )


def _open_ends(graph: CogniGraph) -> Iterator[Advice]:
    for pair in thesis(graph).unresolved.conflicts:
        yield Advice(kind="look", reason="conflict", hypotheses=(pair.first, pair.second))
    # Where no answer was ever noted, nobody can say which part is open.
    if any(part.answered_by for part in graph.sub_questions.values()):
        yield from (Advice(kind="look", reason="part", part=name) for name in unanswered(graph))


def _retracted(graph: CogniGraph) -> Iterator[Advice]:
    for page in sorted(graph.sources, key=lambda page: (graph.sources[page].url, page)):
        if graph.sources[page].retracted is None:
            continue
        names = {
            edge.hypothesis
            for known in graph.alive()
            for edge in graph.evidence(known)
            if graph.observations[edge.observation].verified
            and graph.observations[edge.observation].page == page
        }
        if names:
            yield Advice(
                kind="watch", reason="retracted", hypotheses=tuple(sorted(names, key=order)), page=page
            )
