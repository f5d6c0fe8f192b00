"""SELECT: where to send the Explorers of one iteration.

Slots go round the seven classes of targets (round_robin), inside a class to the best target (target_scores).
A hypothesis is visited at most once per iteration, so no two targets share one. Before the round begins the
last health check and conflicts that nobody has looked into may claim slots, two at most: no class pays for
them. What the user asks to be tested goes first of all, one hypothesis an iteration, and once each.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, assert_never

from pydantic import Field

from pathfinder.locales.catalogue import Message, joined
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    Target,
    conflict_target,
    hypotheses_of,
)
from pathfinder.protocols.evidence.status import lacking
from pathfinder.protocols.frozen import Frozen, Worded, Words
from pathfinder.protocols.graph.edits import GraphEdit, SetSelection
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Selection
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.wording import message_of
from pathfinder.protocols.planning.round_robin import CLASSES, TargetClass, next_slot, opening
from pathfinder.protocols.planning.steering import USER
from pathfinder.protocols.planning.sub_questions import open_parts
from pathfinder.protocols.planning.switches import EVERYTHING, Switches
from pathfinder.protocols.planning.target_scores import candidates, resting, settled_false, waiting

MOST_SLOTS = 10
DEEP_FROM = 5
"""So many living hypotheses are enough to go deep."""

Mode = Literal["broad", "deep"]
MOST_CLAIMED = 2
"""Slots outside the round; what the waiting bounds rest on."""
UNSEEN_AFTER = 2
"""A conflict that is so many iterations old and was never a target claims a slot."""
Claimant = Literal["USER", "STALEMATE", "ALL_WEAK", "UNSEEN"]
_Queues = Mapping[TargetClass, Iterable[Target]]


class Selected(Worded):
    """One slot of the iteration."""

    class_: Annotated[TargetClass, Field(alias="class")]
    target: Target
    reason: Words
    forced_by: Claimant | None = None
    """Who claimed the slot outside the round: the user, a health issue, or an unseen conflict."""


class SelectionOutcome(Frozen):
    """What is explored in this iteration; fewer targets than slots when no more are left."""

    targets: tuple[Selected, ...]
    edits: tuple[GraphEdit, ...]
    mode: Mode


def select(graph: CogniGraph, n: int, switches: Switches = EVERYTHING) -> SelectionOutcome:
    """The targets of the next n Explorers, 1 to 10 of them; the same graph always gives the same."""
    if not 1 <= n <= MOST_SLOTS:
        raise ValueError(f"{n} Explorers were asked for; an iteration has 1 to {MOST_SLOTS}")
    queues = candidates(graph)
    if not switches.falsification:
        queues = {**queues, 7: ()}
    chosen = list(_claimed(graph, n, queues))
    credits = opening(graph.selection.credits)
    while len(chosen) < n and (free := _free(queues, chosen)):
        if switches.round_robin:
            class_, credits = next_slot(credits, free.keys())
        else:
            class_ = min(free)
        chosen.append(_selected(graph, class_, free[class_]))
    kept = SetSelection(selection=Selection(credits=credits))
    return SelectionOutcome(targets=tuple(chosen), edits=(kept,), mode=mode(graph))


def mode(graph: CogniGraph) -> Mode:
    """Broad while there is little to go on, deep once there is."""
    return "broad" if len(graph.alive()) < DEEP_FROM else "deep"


def _claimed(graph: CogniGraph, n: int, queues: _Queues) -> tuple[Selected, ...]:
    """What the user wants tested, then the slots of the last health check.

    But for the iterations that a wish of the user's takes, which end with the wishes, the round always keeps
    at least one slot in four iterations.
    """
    issues = graph.health.issues
    claimed = [*_wished(graph), *_never_searched(graph)][:n]
    alone = not claimed
    if "STALEMATE" in issues and (n - len(claimed) > 1 or (alone and graph.iteration % 2 == 0)):
        claimed += _oldest_conflict(graph, claimed)
    if "ALL_WEAK" in issues and (n - len(claimed) > 1 or (alone and graph.iteration % 4 == 1)):
        # New directions first: they are used up, and then the lenses have it.
        keyword, lens = next(iter(queues[5]), None), next(iter(queues[6]))
        class_: TargetClass = 6 if keyword is None else 5
        target = lens if keyword is None else keyword
        reason = Message("reason-all-weak", reason=_reason(graph, target))
        claimed.append(Selected(class_=class_, target=target, reason=reason, forced_by="ALL_WEAK"))
    if n > MOST_CLAIMED:
        claimed += _unseen_conflicts(graph, claimed, MOST_CLAIMED - len(claimed))
    elif not claimed and (n > 1 or graph.iteration % 2 == 0):
        claimed += _unseen_conflicts(graph, claimed, 1)
    return tuple(claimed)


def _wished(graph: CogniGraph) -> list[Selected]:
    """The hypothesis of the user's own that waits for its first visit, the oldest of several."""
    wishes = [
        name
        for name, known in graph.hypotheses.items()
        if known.reasoning_tool == USER and known.visit_count == 0 and _fit_to_go(graph, known)
    ]
    return [
        Selected(
            class_=2,
            target=HypothesisTarget(hypothesis=name),
            reason=Message("reason-user-wants-it"),
            forced_by="USER",
        )
        for name in sorted(wishes, key=lambda name: (graph.hypotheses[name].created_at, order(name)))[:1]
    ]


def _never_searched(graph: CogniGraph) -> list[Selected]:
    """Every part of the question gets an Explorer before anything else is looked into."""
    return [
        Selected(class_=1, target=PartTarget(part=name), reason=Message("reason-part-untouched"))
        for name in open_parts(graph)
        if graph.sub_questions[name].searched == 0
    ]


def _unseen_conflicts(graph: CogniGraph, claimed: list[Selected], most: int) -> list[Selected]:
    """Conflicts that no Explorer was sent to in the iteration after they came up, the oldest first.

    Among conflicts of one age those on important claims come first.
    """
    waiting_for_it = sorted(
        (
            (
                edge.created_at,
                -max(graph.hypotheses[name].importance for name in (edge.first, edge.second)),
                edge,
            )
            for edge in graph.active_conflicts()
            if edge.attempts == 0 and graph.iteration - edge.created_at >= UNSEEN_AFTER
        ),
        key=lambda found: (found[0], found[1], order(found[2].first), order(found[2].second)),
    )
    busy = {name for slot in claimed for name in hypotheses_of(slot.target)}
    found: list[Selected] = []
    for _, _, edge in waiting_for_it:
        if len(found) < most and busy.isdisjoint((edge.first, edge.second)):
            busy |= {edge.first, edge.second}
            pair = conflict_target(edge.first, edge.second)
            reason = Message("reason-conflict-unseen", reason=_reason(graph, pair))
            found.append(Selected(class_=1, target=pair, reason=reason, forced_by="UNSEEN"))
    return found


def _fit_to_go(graph: CogniGraph, hypothesis: Hypothesis) -> bool:
    return hypothesis.alive and not resting(hypothesis, graph.iteration)


def _oldest_conflict(graph: CogniGraph, claimed: list[Selected]) -> tuple[Selected, ...]:
    """A conflict that nobody has looked into, or the one that has been there for longest, even if it rests.

    It cannot go on for ever: six attempts without a resolution and it is given up.
    """
    busy = {name for slot in claimed for name in hypotheses_of(slot.target)}
    pairs = [
        (edge.attempts > 0, edge.created_at, conflict_target(edge.first, edge.second))
        for edge in graph.active_conflicts()
        if busy.isdisjoint((edge.first, edge.second))
    ]
    if not pairs:
        return ()
    *_, pair = min(pairs, key=lambda found: (*found[:2], order(found[2].first), order(found[2].second)))
    reason = Message("reason-conflicts-stuck", reason=_reason(graph, pair))
    return (Selected(class_=1, target=pair, reason=reason, forced_by="STALEMATE"),)


def _free(queues: _Queues, chosen: list[Selected]) -> dict[TargetClass, Target]:
    """The best target of each class that has one left."""
    taken = [slot.target for slot in chosen]
    busy = {name for target in taken for name in hypotheses_of(target)}
    free: dict[TargetClass, Target] = {}
    for class_ in CLASSES:
        left = (target for target in queues[class_] if _fits(target, taken, busy))
        if (first := next(left, None)) is not None:
            free[class_] = first
    return free


def _fits(target: Target, taken: list[Target], busy: set[HypothesisId]) -> bool:
    return target not in taken and busy.isdisjoint(hypotheses_of(target))


def _selected(graph: CogniGraph, class_: TargetClass, target: Target) -> Selected:
    return Selected(class_=class_, target=target, reason=_reason(graph, target))


def _reason(graph: CogniGraph, target: Target) -> str:
    """Why it is worth a visit, in a few words."""
    match target:
        case ConflictTarget():
            first, second = (graph.hypotheses[name].strength for name in hypotheses_of(target))
            return Message("reason-exclusive", first=f"{first:.2f}", second=f"{second:.2f}")
        case HypothesisTarget() if target.hypothesis in graph.selection.carried:
            return Message("reason-left-over")
        case HypothesisTarget():
            return _hypothesis_reason(graph, target.hypothesis)
        case KeywordTarget():
            return Message("reason-direction")
        case PartTarget():
            return Message("reason-part-open")
        case LensTarget():
            return Message("reason-wider", lens=Message(f"lens-{target.lens}"))
        case _:
            assert_never(target)


def _hypothesis_reason(graph: CogniGraph, name: HypothesisId) -> str:
    known, seen = graph.hypotheses[name], waiting(graph.hypotheses[name], graph.iteration)
    if settled_false(known):
        return Message("reason-rejected-unseen", count=seen)
    match known.status:
        case "unvisited":
            return Message("reason-idea-untested") if known.type == "B" else Message("reason-claim-untested")
        case "verified":
            return Message("reason-verified-unseen", count=seen)
        case _:
            missing = [message_of(reason) for reason in lacking(graph, name)]
            due = joined("list-then", missing) if missing else Message("reason-status-due")
            return Message("reason-not-verified", missing=due)
