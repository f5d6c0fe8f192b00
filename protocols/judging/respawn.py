"""Round 3, Track B: who is sent out again, to find what, and who has to wait for the next iteration.

A pass sends at most half of the Explorers (rounded up), for the findings with the most impact first. Every
mission counts towards the two that a lineage has in its life, the first of a stand-in too, so that no
disagreement can keep a run busy for ever.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, assert_never, cast

from pydantic import Field

from pathfinder.protocols.calls.targets import (
    LENSES,
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    Target,
)
from pathfinder.protocols.evidence.strength import side_units, strength, terms
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import CountRespawn
from pathfinder.protocols.graph.judgement import Finding, Side, Stance
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import (
    HypothesisId,
    HypothesisKey,
    Lineage,
    LineageKey,
    ObservationId,
    ObservationKey,
    Strategy,
    SubQuestionId,
    order,
    target_code,
)
from pathfinder.protocols.judging.classification import current
from pathfinder.protocols.judging.sides import observations, opposite
from pathfinder.protocols.judging.stances import holders, latest, open_requests

MOST_RESPAWNS = 2
"""Missions of Track B in the life of a lineage."""
HIGH_CONFIDENCE = 0.8
_GRADE = {"STRONG": 0, "MODERATE": 1, "WEAK": 2}


Reason = Literal["disagreed", "uncertain", "needs_more"]


class Respawn(Frozen):
    """One Explorer of Track B: who goes, where, and with what in hand."""

    lineage: LineageKey
    strategy: Strategy
    target: Target
    finding: HypothesisKey
    """The claim it is sent for; its target may be a lens or a keyword it once came from."""
    reason: Reason
    side: Side | None = None
    """The side it held, or stands in for; None where it comes fresh."""
    shown: tuple[ObservationKey, ...] = ()
    """The other side's evidence, which it has to deal with."""
    scope: str | None = None
    """The search it asked for itself."""


class ResearchTrack(Frozen):
    """One pass: the missions in order of impact, and the findings that got none."""

    missions: tuple[Respawn, ...] = ()
    carried: tuple[HypothesisKey, ...] = ()
    """No place was left: targets of the next iteration."""
    exhausted: tuple[HypothesisKey, ...] = ()
    """Whoever could be sent has been sent twice already: it goes to the verdict as it is."""

    def edits(self) -> tuple[CountRespawn, ...]:
        """What the missions cost their lineages."""
        return tuple(CountRespawn(lineage=mission.lineage) for mission in self.missions)


class AvailableExplorers(Frozen):
    """What can be sent out in this run."""

    explorers: int = Field(ge=1)
    strategies: tuple[Literal["WEB", "ACADEMIC", "LOCAL"], ...] = Field(min_length=1)
    """The kinds of search there are, the preferred one first; a SKEPTIC can always be sent."""

    @property
    def most(self) -> int:
        """The Explorers of one pass: half, rounded up."""
        return (self.explorers + 1) // 2


def plan(
    graph: CogniGraph,
    findings: Mapping[HypothesisId, Finding],
    fleet: AvailableExplorers,
    pass_: Literal[1, 2],
) -> ResearchTrack:
    """The missions of one pass over the findings as they are classified now.

    The second pass is for what is DISAGREED only. The two sides of a disagreement go together or not at all:
    sending one would tip the scales. An UNCERTAIN finding with one place left gets the fresh pair of eyes.
    """
    missions: list[Respawn] = []
    carried: list[HypothesisId] = []
    exhausted: list[HypothesisId] = []
    for name in _by_impact(graph, findings):
        reason = _reason(findings[name], pass_)
        if reason is None:
            continue
        sent = Counter(graph.respawns) + Counter(mission.lineage for mission in missions)
        wanted = _wanted(_OpenFinding(graph, name, findings[name], fleet, sent), reason)
        free = fleet.most - len(missions)
        if not wanted:
            exhausted.append(name)
        elif free < (len(wanted) if reason == "disagreed" else 1):
            carried.append(name)
        else:
            missions += wanted[:free]
    return ResearchTrack(missions=tuple(missions), carried=tuple(carried), exhausted=tuple(exhausted))


def impact(graph: CogniGraph, hypothesis: HypothesisId) -> int:
    """How much there is to gain, in millionths: how undecided it is, and the evidence at stake.

    4s(1-s) is largest where the next observation decides most. A weight of 1.0, both sides together, counts
    as much, and what is over it no more: the best-searched finding is not the one that needs a search.
    """
    millionths = round(strength(graph, hypothesis) * 1_000_000)
    undecided = 4 * millionths * (1_000_000 - millionths) // 1_000_000
    both = (*terms(graph, hypothesis, "SUPPORTS"), *terms(graph, hypothesis, "CONTRADICTS"))
    return undecided + 100 * min(side_units(both), 10_000)


def target_of(graph: CogniGraph, name: Lineage, finding: HypothesisId) -> Target:
    """The target a lineage is named after, so that its next stance replaces its last one."""
    spelled = name.partition("-")[2]
    kind = spelled.rstrip("0123456789")
    if kind == "KW":
        number = int(spelled.removeprefix(kind))
        known = graph.unexplored[number - 1 : number]
        words = known[0].keyword if known else graph.hypotheses[finding].summary
        return KeywordTarget(number=number, keyword=words)
    if kind == "SQ":
        return PartTarget(part=SubQuestionId(f"sq_{spelled.removeprefix(kind)}"))
    if kind == "LENS":
        return LensTarget(lens=LENSES[(int(spelled.removeprefix(kind)) - 1) % len(LENSES)])
    first, _, second = spelled.partition("x")
    if second:
        return ConflictTarget(first=_hypothesis(first), second=_hypothesis(second))
    return HypothesisTarget(hypothesis=_hypothesis(first))


class _OpenFinding(NamedTuple):
    """A finding to look into, and what sending somebody depends on."""

    graph: CogniGraph
    name: HypothesisId
    finding: Finding
    fleet: AvailableExplorers
    sent: Mapping[Lineage, int]

    def may_go(self, lineage: Lineage) -> bool:
        return self.sent.get(lineage, 0) < MOST_RESPAWNS

    def mission(
        self,
        lineage: Lineage,
        reason: Reason,
        *,
        side: Side | None = None,
        shown: tuple[ObservationId, ...] = (),
        scope: str | None = None,
    ) -> Respawn:
        return Respawn(
            lineage=lineage,
            strategy=cast(Strategy, lineage.partition("-")[0]),
            target=target_of(self.graph, lineage, self.name),
            finding=self.name,
            reason=reason,
            side=side,
            shown=shown,
            scope=scope,
        )


def _by_impact(graph: CogniGraph, findings: Mapping[HypothesisId, Finding]) -> list[HypothesisId]:
    """A look already had halves what the next may bring, two make it a third, and so on, or the same findings
    would take them all. Of equal impact the ones somebody is sure of come first: a wrong one costs most.
    """

    def key(name: HypothesisId) -> tuple[object, ...]:
        left = impact(graph, name) // (1 + findings[name].looks)
        return -left, not _sure(findings[name]), order(name)

    return sorted(findings, key=key)


def _sure(finding: Finding) -> bool:
    return any(stance.confidence >= HIGH_CONFIDENCE for stance in latest(finding.stances))


def _reason(finding: Finding, pass_: Literal[1, 2]) -> Reason | None:
    """Why a finding of this class is looked into again in this pass, if it is."""
    match current(finding), pass_:
        case "DISAGREED", _:
            return "disagreed"
        case "UNCERTAIN", 1:
            return "uncertain"
        case "NEEDS_MORE", 1:
            return "needs_more"
        case _:
            return None


def _wanted(open_: _OpenFinding, reason: Reason) -> tuple[Respawn, ...]:
    """The missions a finding asks for, the most useful first; none where nobody may go any more."""
    match reason:
        case "disagreed":
            return _both_sides(open_)
        case "uncertain":
            return _cross_check(open_)
        case "needs_more":
            return _further(open_)
        case _:
            assert_never(reason)


def _both_sides(open_: _OpenFinding) -> tuple[Respawn, ...]:
    """One investigator of each side, shown the other's evidence; both, or the disagreement stays as it is."""
    kinds: tuple[Strategy, ...] = open_.fleet.strategies
    pro = _advocate(open_, "for", kinds)
    con = _advocate(open_, "against", ("SKEPTIC", *(kind for kind in kinds if _named(open_, kind) != pro)))
    if pro is None or con is None:
        return ()
    return _to_face(open_, pro, "for"), _to_face(open_, con, "against")


def _to_face(open_: _OpenFinding, lineage: Lineage, side: Side) -> Respawn:
    shown = observations(open_.graph, open_.name, opposite(side))
    return open_.mission(lineage, "disagreed", side=side, shown=shown)


def _advocate(open_: _OpenFinding, side: Side, stand_ins: Iterable[Strategy]) -> Lineage | None:
    """Who goes for a side: one that holds it or, where nobody does, a stand-in that is new to the finding."""
    held_by = holders(open_.finding, side)
    return _best(open_, held_by) if held_by else _newcomer(open_, stand_ins)


def _cross_check(open_: _OpenFinding) -> tuple[Respawn, ...]:
    """Another kind of investigator, a SKEPTIC if every kind has spoken, and the one who said it."""
    side = open_.finding.classes[-1].side
    known = latest(open_.finding.stances)
    spoken = {stance.lineage.partition("-")[0] for stance in known}
    other = _newcomer(open_, (*(kind for kind in open_.fleet.strategies if kind not in spoken), "SKEPTIC"))
    original = _best(open_, known if side is None else holders(open_.finding, side))
    shown = () if side is None else observations(open_.graph, open_.name, opposite(side))
    missions = (
        None if other is None else open_.mission(other, "uncertain"),
        None if original is None else open_.mission(original, "uncertain", side=side, shown=shown),
    )
    return tuple(mission for mission in missions if mission is not None)


def _further(open_: _OpenFinding) -> tuple[Respawn, ...]:
    """One for each scope that was named, by the one who named it; else whoever spoke, else somebody new."""
    asking = open_requests(open_.finding)
    if asking:
        able = [stance for stance in asking if open_.may_go(stance.lineage)]
        first = {
            stance.needs_further: stance
            for stance in sorted(able, key=lambda stance: _merit(open_, stance), reverse=True)
        }
        return tuple(
            open_.mission(stance.lineage, "needs_more", side=stance.side, scope=stance.needs_further)
            for stance in sorted(first.values(), key=lambda stance: _merit(open_, stance))
        )
    known = latest(open_.finding.stances)
    going = _best(open_, known) if known else _newcomer(open_, open_.fleet.strategies)
    return () if going is None else (open_.mission(going, "needs_more"),)


def _best(open_: _OpenFinding, stances: Iterable[Stance]) -> Lineage | None:
    """The one to send of several: seldom sent, then with the best evidence, then the surest."""
    free = (stance for stance in stances if open_.may_go(stance.lineage))
    chosen = min(free, key=lambda stance: _merit(open_, stance), default=None)
    return None if chosen is None else chosen.lineage


def _merit(open_: _OpenFinding, stance: Stance) -> tuple[int, int, float, str]:
    sent = open_.sent.get(stance.lineage, 0)
    return sent, _GRADE[stance.evidence], -stance.confidence, stance.lineage


def _newcomer(open_: _OpenFinding, kinds: Iterable[Strategy]) -> Lineage | None:
    """The first kind of investigator that has not spoken of this claim under this name and may go."""
    known = {stance.lineage for stance in latest(open_.finding.stances)}
    names = (_named(open_, kind) for kind in kinds)
    return next((name for name in names if name not in known and open_.may_go(name)), None)


def _named(open_: _OpenFinding, kind: Strategy) -> Lineage:
    return Lineage(f"{kind}-{target_code(open_.name)}")


def _hypothesis(spelled: str) -> HypothesisId:
    return HypothesisId("hyp_" + spelled.removeprefix("HYP"))
