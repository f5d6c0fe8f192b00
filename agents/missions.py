"""The missions of round 3: Explorers that are sent out again to settle what is disputed."""

from collections.abc import Sequence
from typing import assert_never

from pathfinder.agents.lead import (
    MOST_SHOWN,
    BriefContext,
    Planned,
    finding_first,
    keywords,
    shown_observation,
    target_text,
)
from pathfinder.agents.query_plan import MOST_QUERIES, Queries, QueryTopic
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.briefs import Brief
from pathfinder.protocols.calls.questions import Briefs, SlotView
from pathfinder.protocols.calls.targets import HypothesisTarget, code
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, SlotPlace, iid, target_code
from pathfinder.protocols.judging.respawn import Reason as RespawnReason
from pathfinder.protocols.judging.respawn import Respawn


def mission_views(graph: CogniGraph, missions: Sequence[Respawn]) -> tuple[SlotView, ...]:
    """The missions of round 3 as the lead is shown them, numbered by slot."""
    return tuple(
        SlotView(
            slot=slot,
            target=target_code(mission.finding),
            about=graph.hypotheses[mission.finding].summary,
            reason=_errand(mission),
            keywords=keywords(graph, HypothesisTarget(hypothesis=mission.finding)),
        )
        for slot, mission in enumerate(missions, start=1)
    )


def send_again(
    graph: CogniGraph, missions: Sequence[Respawn], answer: Briefs | None, context: BriefContext, pass_: int
) -> Planned:
    """A brief for every mission: who goes and what for is decided, the lead may say how."""
    drafts = {draft.slot: draft for draft in reversed(answer.briefs)} if answer is not None else {}
    # What was asked an hour ago may be asked otherwise; what was asked in this very iteration is left alone.
    switches = context.switches.model_copy(update={"drift": False})
    queries = Queries(graph, False, context.similarity, switches, local=context.local)
    briefs = []
    for slot, mission in enumerate(missions, start=1):
        draft, target = drafts.get(slot), HypothesisTarget(hypothesis=mission.finding)
        scope = () if mission.scope is None else queries.scoped(mission.scope)
        wanted = QueryTopic(
            code=code(target),
            about=target_text(graph, target),
            noted=keywords(graph, target),
            draft=draft,
            only_counter=mission.strategy == "SKEPTIC",
        )
        planned = (*scope, *queries.of(wanted))[:MOST_QUERIES]
        briefs.append(
            Brief(
                # Named after its lineage, so that its stance replaces the one it came with.
                iid=iid(
                    mission.strategy, code(mission.target), graph.iteration + 1, SlotPlace(3, pass_, slot)
                ),
                slot=slot,
                round=3,
                pass_=pass_,
                target=target,
                strategy=mission.strategy,
                question=graph.question,
                about=graph.hypotheses[mission.finding].summary,
                objective=draft.objective if draft is not None else _errand(mission),
                boundaries=draft.boundaries if draft is not None else "",
                reason=why_again(mission.finding, mission.reason),
                queries=planned,
                hypotheses=finding_first(graph, mission.finding, context.hypotheses),
                opposing=tuple(shown_observation(graph, seen) for seen in mission.shown[:MOST_SHOWN]),
            )
        )
    return Planned(tuple(briefs), tuple(queries.turned_away))


def why_again(finding: HypothesisId, reason: RespawnReason) -> str:
    """Why an Explorer is sent again, as a message."""
    match reason:
        case "disagreed":
            return Message("again-disagree", finding=finding)
        case "uncertain":
            return Message("again-too-few", finding=finding)
        case "needs_more":
            return Message("again-asked-for", finding=finding)
        case _:
            assert_never(reason)


def _errand(mission: Respawn) -> str:
    """What a re-spawned Explorer is sent for, in words of our own: nothing from a page stands here."""
    if mission.strategy == "SKEPTIC":
        return "Find what refutes this claim, or the conditions under which it does not hold."
    match mission.reason:
        case "disagreed" if mission.side == "against":
            return "Sources disagree. Find what holds against this claim, and what explains both sides."
        case "disagreed":
            return (
                "Sources disagree. Find what holds for this claim, and which condition explains both sides."
            )
        case "uncertain":
            return "Too few sources say so. Find an independent source that confirms or denies this claim."
        case "needs_more":
            return "A further search was asked for. Find what is missing to decide on this claim."
        case _:
            assert_never(mission.reason)
