"""Track B: who goes again, with what in hand, and who has to wait."""

import pytest

from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
    code,
)
from pathfinder.protocols.graph.edits import AddKeyword, CountRespawn, GraphEdit
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Keyword
from pathfinder.protocols.ids import HypothesisId, Lineage, SubQuestionId
from pathfinder.protocols.judging.respawn import AvailableExplorers, Respawn, impact, plan, target_of
from tests.builders import a_conflict, a_graph, a_hypothesis
from tests.judging import A1, A2, FOR, SKEPTIC, a_finding, a_stance, against, voices, world

TEN = AvailableExplorers(explorers=10, strategies=("WEB", "ACADEMIC"))
SIDES = [*voices("paper"), *against("paper")]
DISAGREED = a_finding(*FOR, SKEPTIC, class_="DISAGREED", side="for")
UNCERTAIN = a_finding(FOR[0], class_="UNCERTAIN", side="for")
ASKING = a_finding(a_stance(needs_further="trials in children"), class_="NEEDS_MORE", side="for")


def spent(graph: CogniGraph, *lineages: str) -> CogniGraph:
    """The graph after these lineages were sent out again."""
    return apply(graph, [CountRespawn(lineage=Lineage(name)) for name in lineages])


def sent(
    finding: Finding, *edits: GraphEdit, tired: tuple[str, ...] = (), fleet: AvailableExplorers = TEN
) -> list[Respawn]:
    """The missions of the first pass for hyp_A1 alone."""
    return list(plan(spent(world(*edits), *tired), {A1: finding}, fleet, 1).missions)


def test_both_sides_of_a_disagreement_go_each_shown_the_others_evidence() -> None:
    pro, con = sent(DISAGREED, *SIDES)
    assert (pro.lineage, pro.side, pro.shown) == ("ACADEMIC-HYPA1", "for", ("obs_51",))
    assert (con.lineage, con.side, con.shown) == ("SKEPTIC-HYPA1", "against", ("obs_1",))
    assert (con.strategy, con.target, con.reason) == ("SKEPTIC", HypothesisTarget(hypothesis=A1), "disagreed")


def test_a_side_sends_whoever_was_sent_least_then_has_the_best_evidence_then_is_surest() -> None:
    web = a_stance("WEB-HYPA1", evidence="STRONG")
    sure = a_stance("LOCAL-HYPA1", confidence=0.9)
    weak = a_stance("LOCAL-KW1", evidence="WEAK", confidence=1.0)
    finding = a_finding(web, sure, weak, FOR[1], SKEPTIC, class_="DISAGREED")
    assert sent(finding, *SIDES)[0].lineage == "WEB-HYPA1"
    assert sent(finding, *SIDES, tired=("WEB-HYPA1",))[0].lineage == "LOCAL-HYPA1"
    assert sent(finding, *SIDES, tired=("WEB-HYPA1", "LOCAL-HYPA1"))[0].lineage == "ACADEMIC-HYPA1"


def test_a_side_nobody_holds_gets_a_stand_in() -> None:
    refuted = a_finding(*FOR, class_="DISAGREED")
    assert [mission.lineage for mission in sent(refuted, *SIDES)] == ["ACADEMIC-HYPA1", "SKEPTIC-HYPA1"]
    denied = a_finding(a_stance("WEB-HYPA1", "against"), class_="DISAGREED")
    assert [mission.lineage for mission in sent(denied, *SIDES)] == ["ACADEMIC-HYPA1", "WEB-HYPA1"]


def test_a_stand_in_against_is_somebody_new_where_the_skeptic_holds_the_claim() -> None:
    turned = a_finding(a_stance("SKEPTIC-HYPA1", "for"), class_="DISAGREED")
    assert [mission.lineage for mission in sent(turned, *SIDES)] == ["SKEPTIC-HYPA1", "WEB-HYPA1"]


def test_two_stand_ins_are_two_people() -> None:
    unheld = a_finding(class_="DISAGREED")
    tired = ("WEB-HYPA1", "SKEPTIC-HYPA1") * 2
    assert [mission.lineage for mission in sent(unheld, *SIDES)] == ["WEB-HYPA1", "SKEPTIC-HYPA1"]
    assert sent(unheld, *SIDES, tired=tired) == []


def test_the_evidence_of_a_rival_is_shown_to_those_who_hold_the_claim() -> None:
    rival = [*voices("paper"), *voices("paper", to=A2, first=20), a_conflict(A1, A2)]
    assert sent(a_finding(*FOR, class_="DISAGREED"), *rival)[0].shown == ("obs_20",)


def test_a_disagreement_that_never_ends_ends() -> None:
    graph = spent(world(*SIDES), "SKEPTIC-HYPA1", "SKEPTIC-HYPA1")
    track = plan(graph, {A1: DISAGREED}, TEN, 1)
    assert (track.missions, track.carried, track.exhausted) == ((), (), (A1,))


def test_an_uncertain_finding_gets_another_kind_and_the_original() -> None:
    other, original = sent(UNCERTAIN, *SIDES)
    assert (other.lineage, other.side, other.shown, other.reason) == ("ACADEMIC-HYPA1", None, (), "uncertain")
    assert (original.lineage, original.side, original.shown) == ("WEB-HYPA1", "for", ("obs_51",))


def test_the_original_is_of_the_side_that_leads() -> None:
    surer = a_stance("SKEPTIC-HYPA1", "against", evidence="STRONG")
    divided = a_finding(FOR[0], surer, class_="UNCERTAIN", side="for")
    assert sent(divided, *SIDES)[1].lineage == "WEB-HYPA1"


def test_the_other_kind_is_a_skeptic_when_every_kind_has_spoken() -> None:
    web_only = AvailableExplorers(explorers=10, strategies=("WEB",))
    assert sent(UNCERTAIN, *SIDES, fleet=web_only)[0].lineage == "SKEPTIC-HYPA1"


def test_the_original_alone_goes_when_there_is_no_other() -> None:
    skeptic = a_finding(SKEPTIC, class_="UNCERTAIN", side="against")
    tired = ("WEB-HYPA1",) * 2 + ("ACADEMIC-HYPA1",) * 2
    assert [mission.lineage for mission in sent(skeptic, *SIDES, tired=tired)] == ["SKEPTIC-HYPA1"]


def test_the_other_alone_goes_when_the_original_is_spent() -> None:
    alone = sent(UNCERTAIN, *SIDES, tired=("WEB-HYPA1", "WEB-HYPA1"))
    assert [mission.lineage for mission in alone] == ["ACADEMIC-HYPA1"]


def test_without_a_leading_side_anybody_who_spoke_is_the_original() -> None:
    wish = a_finding(a_stance("LOCAL-KW1", None), class_="UNCERTAIN")
    _, original = sent(wish)
    assert (original.lineage, original.side, original.shown) == ("LOCAL-KW1", None, ())


def test_who_asked_for_more_searches_the_scope_it_named() -> None:
    (mission,) = sent(ASKING, *SIDES)
    assert (mission.lineage, mission.scope, mission.side) == ("WEB-HYPA1", "trials in children", "for")
    assert mission.reason == "needs_more"
    assert sent(ASKING, *SIDES, tired=("WEB-HYPA1", "WEB-HYPA1")) == []


def test_each_scope_is_searched_by_the_one_who_named_it() -> None:
    two = a_finding(
        a_stance(needs_further="children"),
        a_stance("LOCAL-HYPA1", None, evidence="STRONG", needs_further="the archive"),
        class_="NEEDS_MORE",
    )
    assert [(mission.lineage, mission.scope) for mission in sent(two)] == [
        ("LOCAL-HYPA1", "the archive"),
        ("WEB-HYPA1", "children"),
    ]


def test_one_scope_that_many_named_is_searched_once() -> None:
    many = a_finding(
        a_stance(needs_further="children", confidence=0.6),
        a_stance("LOCAL-HYPA1", needs_further="children", confidence=0.9),
        class_="NEEDS_MORE",
    )
    assert [mission.lineage for mission in sent(many)] == ["LOCAL-HYPA1"]


def test_a_finding_that_had_its_looks_lets_others_go_first() -> None:
    one = AvailableExplorers(explorers=1, strategies=("WEB",))
    looked = UNCERTAIN.model_copy(update={"looks": 1})
    assert plan(three(), {A1: looked, A2: UNCERTAIN}, one, 1).missions[0].finding == A2


def test_weak_evidence_sends_the_one_who_brought_it_and_no_evidence_somebody_new() -> None:
    weak = a_finding(a_stance("LOCAL-LENS2", evidence="WEAK"), class_="NEEDS_MORE")
    assert [mission.lineage for mission in sent(weak)] == ["LOCAL-LENS2"]
    assert [mission.lineage for mission in sent(a_finding(class_="NEEDS_MORE"))] == ["WEB-HYPA1"]
    assert sent(weak, tired=("LOCAL-LENS2", "LOCAL-LENS2")) == []


@pytest.mark.parametrize("class_", ["AGREED", None])
def test_what_is_agreed_or_has_no_class_sends_nobody(class_: str | None) -> None:
    assert sent(a_finding(*FOR, class_=class_), *SIDES) == []


def test_the_second_pass_is_for_what_is_still_disagreed() -> None:
    graph = world(*SIDES)
    again = plan(graph, {A1: DISAGREED, A2: UNCERTAIN}, TEN, 2)
    assert {mission.finding for mission in again.missions} == {A1}
    assert plan(graph, {A1: ASKING}, TEN, 2).missions == ()
    assert (again.carried, again.exhausted) == ((), ())


def three(*edits: GraphEdit) -> CogniGraph:
    """hyp_A1 to hyp_A3."""
    return a_graph([(f"hyp_A{n}", a_hypothesis(f"{n} holds.")) for n in (1, 2, 3)], *edits)


A3 = HypothesisId("hyp_A3")


def test_the_cap_carries_the_rest_to_the_next_iteration() -> None:
    findings = {A1: UNCERTAIN, A2: UNCERTAIN, A3: UNCERTAIN}
    track = plan(
        three(*voices("paper", to=A3)), findings, AvailableExplorers(explorers=3, strategies=("WEB",)), 1
    )
    assert [mission.finding for mission in track.missions] == [A3, A3]
    assert track.carried == (A1, A2)


def test_a_disagreement_that_does_not_fit_lets_a_smaller_one_pass() -> None:
    graph = three(*voices("paper", to=A1), *against("paper"))
    track = plan(
        graph, {A1: DISAGREED, A2: UNCERTAIN}, AvailableExplorers(explorers=2, strategies=("WEB",)), 1
    )
    assert [(mission.finding, mission.lineage) for mission in track.missions] == [(A2, "SKEPTIC-HYPA2")]
    assert track.carried == (A1,)


@pytest.mark.parametrize(("explorers", "most"), [(1, 1), (2, 1), (3, 2), (5, 3), (10, 5)])
def test_a_pass_sends_half_of_the_explorers_rounded_up(explorers: int, most: int) -> None:
    assert AvailableExplorers(explorers=explorers, strategies=("LOCAL",)).most == most


def test_a_lineage_wanted_for_three_findings_goes_twice() -> None:
    weak = a_finding(a_stance("WEB-LENS1", evidence="WEAK"), class_="NEEDS_MORE")
    track = plan(three(), {A1: weak, A2: weak, A3: weak}, TEN, 1)
    assert [mission.finding for mission in track.missions] == [A1, A2]
    assert track.exhausted == (A3,)
    assert track.edits() == (CountRespawn(lineage=Lineage("WEB-LENS1")),) * 2


def test_impact_is_undecidedness_and_what_is_at_stake() -> None:
    graph = three(*voices("paper", to=A2), *voices(*["paper"] * 5, to=A3, first=10))
    assert impact(graph, A1) == 1_000_000
    assert impact(graph, A2) == 958_384 + 720_000
    assert impact(graph, A3) == 0 + 1_000_000


def test_of_equal_impact_the_surest_goes_first_then_the_lower_id() -> None:
    sure = a_finding(a_stance(confidence=0.8), a_stance("LOCAL-KW1"), class_="UNCERTAIN", side="for")
    one = AvailableExplorers(explorers=1, strategies=("WEB",))
    assert plan(three(), {A1: UNCERTAIN, A2: UNCERTAIN}, one, 1).missions[0].finding == A1
    assert plan(three(), {A1: UNCERTAIN, A2: sure}, one, 1).missions[0].finding == A2


@pytest.mark.parametrize(
    ("lineage", "target"),
    [
        ("WEB-HYPA1", HypothesisTarget(hypothesis=A1)),
        ("WEB-HYP7", HypothesisTarget(hypothesis=HypothesisId("hyp_7"))),
        ("WEB-HYPA1xHYPA2", ConflictTarget(first=A1, second=A2)),
        ("LOCAL-KW1", KeywordTarget(number=1, keyword="statins children")),
        ("LOCAL-KW12", KeywordTarget(number=12, keyword="A holds.")),
        ("ACADEMIC-LENS6", LensTarget(lens="application")),
    ],
)
def test_a_lineage_goes_back_to_the_target_it_is_named_after(lineage: str, target: HypothesisTarget) -> None:
    graph = world(AddKeyword(keyword=Keyword(keyword="statins children")))
    assert target_of(graph, Lineage(lineage), A1) == target
    assert lineage.endswith("-" + code(target))


def test_a_lens_number_out_of_range_still_names_a_lens() -> None:
    assert target_of(world(), Lineage("WEB-LENS7"), A1) == LensTarget(lens="definition")
    assert target_of(world(), Lineage("WEB-SQ2"), A1) == PartTarget(part=SubQuestionId("sq_2"))
