"""Round 4: by weight of evidence, with a side, and never by default."""

from dataclasses import dataclass

import pytest

from pathfinder.protocols.evidence.strength import strength, strength_for, terms
from pathfinder.protocols.graph.edits import GraphEdit, RetractSource, SetFinding
from pathfinder.protocols.graph.judgement import CounterReview, Finding, Opinion, Stance, Verdict
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.judging.classification import current_ruling, reclassify, record, reviewed_voices
from pathfinder.protocols.judging.sides import SideLead, opinion, outweighing, outweighs, stands
from pathfinder.protocols.judging.verdicts import judged, simple_report, unjudged, verdict
from pathfinder.protocols.judging.wording import worded
from tests.builders import a_conflict, a_source, crossing, evidence, page_hash
from tests.judging import (
    A1,
    A2,
    AGAINST,
    ANSWERED,
    FOR,
    SKEPTIC,
    a_finding,
    a_review,
    a_stance,
    against,
    voices,
    world,
)

TWO, TWO_AGAINST = voices("paper", "paper"), against("paper", "paper")
NEAR = [*TWO, *against("paper", "official")]
"""1.44 against 1.40."""
DISPUTED = Reason(kind="disputed", figures={"pro": 2, "con": 2})
"""Told of whatever verdict; it takes nothing from it."""


@dataclass(frozen=True)
class Case:
    """A finding, how it was challenged, and its verdict."""

    id: str
    edits: list[GraphEdit]
    stances: tuple[Stance, ...]
    review: str | None
    expected: tuple[str, str | None]
    caveat: str = ""
    challenged: bool = True
    type_: str = "A"


CASES = [
    Case("confirmed for", TWO, FOR, "UPHELD", ("Confirmed", "for")),
    Case("confirmed against", TWO_AGAINST, AGAINST, "UPHELD", ("Confirmed", "against")),
    Case("round 3 skipped by rule", TWO, FOR, None, ("Confirmed", "for"), challenged=False),
    Case("a silent counter-reviewer", TWO, FOR, None, ("Likely", "for"), "could not be read"),
    Case("weakened", TWO, FOR, "WEAKENED", ("Likely", "for"), "Less sure for children."),
    Case(
        "weakened, and no round 3 now",
        TWO,
        FOR,
        "WEAKENED",
        ("Likely", "for"),
        "The sample",
        challenged=False,
    ),
    Case("refuted", TWO, FOR, "REFUTED", ("Uncertain", None)),
    Case(
        "one trusted voice",
        voices("paper", "forum"),
        FOR,
        "UPHELD",
        ("Likely", "for"),
        "1 of 2",
    ),
    Case(
        "five unknown pages",
        voices(*["unknown"] * 5),
        FOR,
        "UPHELD",
        ("Likely", "for"),
        "Trusted independent sources: 0 of 5",
    ),
    Case(
        "an invented claim starts lower",
        voices("paper", "news"),
        FOR,
        "UPHELD",
        ("Likely", "for"),
        "0.5800, under the bar of 0.6",
        type_="B",
    ),
    Case(
        "strength too low",
        [*TWO, *against("paper", answered=ANSWERED)],
        FOR,
        "UPHELD",
        ("Likely", "for"),
        "0.5960, under the bar of 0.6",
    ),
    Case(
        "one source outweighs",
        voices("paper"),
        FOR[:1],
        None,
        ("Likely", "for"),
        "Independent sources for it: only 1",
    ),
    Case("one denial outweighs", against("paper"), AGAINST[:1], None, ("Likely", "against"), "only 1"),
    Case(
        "disagreed, and one side is heavier",
        [*TWO, *against("paper")],
        (*FOR, SKEPTIC),
        None,
        ("Likely", "for"),
        "against it weighs 0.72 (investigators: 1, independent sources: 1), the other side 1.44.",
    ),
    Case(
        "disagreed, and the denial is heavier",
        [*voices("paper"), *TWO_AGAINST],
        (FOR[0], SKEPTIC),
        None,
        ("Likely", "against"),
        "Unanswered evidence",
    ),
    Case("disagreed, and near", NEAR, (*FOR, SKEPTIC), None, ("Uncertain", None)),
    Case(
        "many blogs against a paper",
        [*voices(*["blog"] * 5), *against("paper")],
        (*FOR, SKEPTIC),
        None,
        ("Uncertain", None),
    ),
    Case(
        "blogs alone, and nothing better on either side",
        [*voices("blog", "blog"), *against("forum", "unknown")],
        (FOR[0], SKEPTIC),
        None,
        ("Likely", "for"),
        "Unanswered evidence",
    ),
    Case(
        "0.80 against 0.48 is more, and not much more",
        [*voices("blog", "blog"), *against("forum", "forum")],
        (FOR[0], SKEPTIC),
        None,
        ("Uncertain", None),
    ),
    Case("uncertain and light", voices("news"), FOR[:1], None, ("Uncertain", None)),
    Case("nothing", [], (), None, ("Uncertain", None)),
]


def reviewed(graph: CogniGraph, how: str | None, side: str | None = "for") -> CounterReview | None:
    return None if how is None else a_review(how, voices=reviewed_voices(graph, A1), side=side)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_each_row_of_round_4(case: Case) -> None:
    graph = world(*case.edits, type_=case.type_)
    finding = a_finding(*case.stances, review=reviewed(graph, case.review, case.expected[1]))
    given = verdict(graph, A1, finding, challenged=case.challenged)
    assert (given.tag, given.side) == case.expected
    assert case.caveat in " ".join(worded(caveat) for caveat in given.caveats)
    assert any(caveat != DISPUTED for caveat in given.caveats) is (given.tag == "Likely")
    assert bool(given.follow_up) is (given.tag == "Uncertain")
    assert given.because


def looks(told: Verdict) -> tuple[str, ...]:
    return tuple(worded(reason) for reason in told.follow_up)


def given(*edits: GraphEdit, stances: tuple[Stance, ...] = FOR, how: str | None = "UPHELD") -> Verdict:
    graph = world(*edits)
    return verdict(graph, A1, a_finding(*stances, review=reviewed(graph, how)), challenged=True)


def test_confirmed_needs_a_strength_of_0_6_and_not_a_hair_less() -> None:
    exactly = [*voices("blog", weight=0.5), *voices("blog", first=2, weight=0.3)]
    just_under = [*exactly, *against("unknown", weight=0.3)]
    assert strength(world(*exactly), A1) == 0.6
    assert strength(world(*just_under), A1) == 0.591
    assert given(*exactly).tag == "Confirmed"
    assert given(*just_under, stances=(*FOR, SKEPTIC)).tag == "Likely"


def test_a_confirmed_finding_says_that_nobody_challenged_it() -> None:
    graph = world(*TWO)
    skipped = verdict(graph, A1, a_finding(*FOR), challenged=False)
    upheld = verdict(graph, A1, a_finding(*FOR, review=reviewed(graph, "UPHELD")), challenged=False)
    assert (skipped.tag, skipped.unchallenged) == ("Confirmed", True)
    assert (upheld.tag, upheld.unchallenged) == ("Confirmed", False)


def test_an_old_review_does_not_confirm_what_a_new_voice_changed() -> None:
    old = reviewed(world(*TWO), "UPHELD")
    finding = a_finding(*FOR, review=old)
    grown = world(*voices("paper", "paper", "news"))
    assert verdict(grown, A1, finding, challenged=True).tag == "Likely"


def test_a_new_voice_lifts_a_refutation_of_the_leading_side() -> None:
    finding = a_finding(*FOR, review=reviewed(world(*TWO), "REFUTED"))
    assert verdict(world(*TWO), A1, finding, challenged=True).tag == "Uncertain"
    assert verdict(world(*voices("paper", "paper", "news")), A1, finding, challenged=True).tag == "Likely"


def test_a_refutation_asks_for_its_answer() -> None:
    assert "an answer to the challenge: The sample was small." in looks(given(*TWO, how="REFUTED"))


def test_a_challenge_that_was_met_asks_for_nothing() -> None:
    told = given(*NEAR, stances=(*FOR, SKEPTIC), how="UPHELD")
    assert told.tag == "Uncertain"
    assert not any("challenge" in look for look in looks(told))


def test_a_minority_keeps_its_opinion() -> None:
    told = given(*TWO, *against("forum"), stances=(*FOR, SKEPTIC))
    assert (told.tag, told.side) == ("Confirmed", "for")
    assert told.minority is not None
    assert told.minority.side == "against"
    assert told.minority.observations == ("obs_51",)
    assert told.minority.lineages == ("SKEPTIC-HYPA1",)


def test_a_likely_side_says_what_it_weighs_and_keeps_the_other_opinion() -> None:
    told = given(*TWO, *against("news"), stances=(*FOR, SKEPTIC), how=None)
    assert (told.tag, worded(told.because)) == (
        "Likely",
        "The evidence for it outweighs the other side by 0.96 (1.44 against 0.48, independent sources: 2), "
        "and sources of authority 0.6 or more alone do not say otherwise.",
    )
    assert told.minority == Opinion(
        side="against", observations=(ObservationId("obs_51"),), lineages=(SKEPTIC.lineage,)
    )


def test_without_a_minority_there_is_no_opinion() -> None:
    assert given(*TWO).minority is None


def test_an_opinion_leaves_out_what_was_answered_or_has_no_weight() -> None:
    graph = world(*TWO, *against("paper", answered=ANSWERED))
    assert opinion(graph, A1, a_finding(*FOR), "against") is None
    held = opinion(graph, A1, a_finding(*FOR, SKEPTIC), "against")
    assert held is not None
    assert held.observations == ()


def test_an_opinion_leaves_out_pages_without_authority() -> None:
    graph = world(*TWO, *evidence(51, A1, a_source("https://x.example/a", authority=0), "CONTRADICTS"))
    assert opinion(graph, A1, a_finding(*FOR), "against") is None


def test_uncertain_has_both_opinions_and_says_what_to_look_for() -> None:
    asking = a_stance("SKEPTIC-HYPA1", "against", needs_further="trials in children")
    told = given(*NEAR, stances=(*FOR, asking), how=None)
    assert [side.side for side in told.opinions] == ["for", "against"]
    assert looks(told) == (
        "trials in children",
        "when or why the sources disagree (a condition, a definition, a retraction)",
    )
    assert told.minority is None


@pytest.mark.parametrize(
    ("edits", "look"),
    [
        ([], ("a trusted source on either side", "a second, independent source")),
        (voices("news"), ("a second, independent source",)),
        (voices("forum"), ("a trusted source on either side", "a second, independent source")),
        (
            [*voices("paper"), *against("paper")],
            (
                "when or why the sources disagree (a condition, a definition, a retraction)",
                "a second, independent source",
            ),
        ),
        (voices("blog", weight=0.3), ("a second, independent source",)),
    ],
    ids=["nothing", "one voice", "untrusted", "one each", "light"],
)
def test_uncertain_says_what_is_missing(edits: list[GraphEdit], look: tuple[str, ...]) -> None:
    assert looks(given(*edits, stances=FOR[:1], how=None)) == look


def test_two_rivals_are_never_both_likely() -> None:
    both = [*TWO, *voices("paper", "paper", to=A2, first=20), a_conflict(A1, A2)]
    told = given(*both, how=None)
    assert told.tag == "Uncertain"
    assert "what decides between it and hyp_A2" in looks(told)
    assert told.opinions[1] == Opinion(
        side="against", observations=(ObservationId("obs_20"), ObservationId("obs_21"))
    )
    assert outweighing(world(*both), A2) is None


def test_a_claim_is_not_confirmed_while_its_rival_weighs_more() -> None:
    """What supports the claim contradicts the rival and makes it weak: no reason to pass it over."""
    ours = [*voices("paper", "paper"), crossing(1), crossing(2)]
    rival = [*voices("paper", "paper", "paper", to=A2, first=20), a_conflict(A1, A2)]
    graph = world(*ours, *rival)
    assert strength(graph, A2) < 0.62
    told = verdict(graph, A1, a_finding(*FOR, review=reviewed(graph, "UPHELD")), challenged=True)
    assert (told.tag, told.side) == ("Uncertain", None)
    sunk = world(*ours, *rival, *voices("paper", to=A2, first=30, side="against"))
    assert strength(sunk, A2) < 0.55
    told = verdict(sunk, A1, a_finding(*FOR, review=reviewed(sunk, "UPHELD")), challenged=True)
    assert (told.tag, told.side) == ("Uncertain", None)


def test_a_qualification_is_a_caveat_and_costs_no_verdict() -> None:
    graph = world(*TWO, *voices("news", first=30, to=A2))
    finding = a_finding(*FOR, review=reviewed(graph, "UPHELD"), qualified_by=("obs_30",))
    told = verdict(graph, A1, finding, challenged=True)
    assert (told.tag, told.side, told.minority) == ("Confirmed", "for", None)
    assert told.caveats == (Reason(kind="qualified", names=("obs_30",), cites=(ObservationId("obs_30"),)),)
    near = world(*NEAR, *voices("news", first=30, to=A2))
    told = verdict(near, A1, a_finding(*FOR, SKEPTIC, qualified_by=("obs_30",)), challenged=True)
    assert (told.tag, [worded(caveat) for caveat in told.caveats]) == (
        "Uncertain",
        ["Disputed: independent sources for it: 2; against it: 2.", "Qualified by obs_30."],
    )
    gone = apply(graph, [RetractSource(page=page_hash("https://v30.example/a 30"), because="withdrawn")])
    assert verdict(gone, A1, finding, challenged=True).caveats == ()


def test_the_reader_is_told_what_round_3_could_not_do() -> None:
    graph = world(*voices("news"))
    asking = a_finding(a_stance("WEB-HYPA1", "for", needs_further="the north"))
    ruling = reclassify(
        graph, A1, record(asking, current_ruling(graph, A1, asking), iteration=0, round_=2), unable=True
    )
    left = record(asking, ruling, iteration=0, round_=3, pass_=1)
    assert worded(verdict(graph, A1, left, challenged=True).because) == (
        "The further search could not be made. WEB-HYPA1 asked for a further search."
    )
    later = graph.model_copy(update={"iteration": 1})
    assert "could not be made" not in worded(verdict(later, A1, left, challenged=True).because)


def test_an_answer_does_not_make_a_verdict_firmer() -> None:
    sides = [*TWO, *against("paper", "paper", answered=ANSWERED)]
    assert outweighing(world(*sides), A1) is None, "what was answered still weighs against the claim"
    denied = against("paper", "paper", answered=ANSWERED)
    assert outweighing(world(*denied), A1) is None, "and does not weigh for its denial"


@pytest.mark.parametrize(
    ("ours", "opposing", "does"),
    [
        (("paper", "paper"), 8_400, True),
        (("paper", "paper"), 8_401, False),
        (("paper",) * 4, 19_200, True),
        (("paper",) * 4, 19_201, False),
        (("news", "unknown"), 3_200, True),
        (("news", "unknown"), 3_201, False),
        (("paper",), 1_200, True),
        (("paper",), 1_201, False),
        (("forum", "forum"), 0, False),
        ((), 0, False),
    ],
)
def test_a_side_outweighs_that_is_0_6_ahead_at_1_5_times_or_0_2_at_twice_on_two_voices(
    ours: tuple[str, ...], opposing: int, *, does: bool
) -> None:
    assert outweighs(terms(world(*voices(*ours)), A1, "SUPPORTS"), opposing) is does


def test_a_lead_says_who_is_ahead_and_by_what() -> None:
    assert outweighing(world(*TWO, *against("forum")), A1) == SideLead("for", 2, 14_400, 2_400)
    assert outweighing(world(*voices("forum"), *TWO_AGAINST), A1) == SideLead("against", 2, 14_400, 2_400)


def test_the_better_sources_have_a_veto_on_both_sides_and_no_more_than_that() -> None:
    crowd, paper = ["forum"] * 5, "paper"
    assert outweighing(world(*voices(*crowd), *against(paper)), A1) is None
    assert outweighing(world(*voices(paper), *against(*crowd)), A1) is None
    assert outweighing(world(*voices(*crowd, "news"), *against("news")), A1) == SideLead(
        "for", 6, 16_800, 4_800
    )


def test_a_blog_page_of_a_better_voice_takes_nothing_from_its_word() -> None:
    """The blog page weighs more (0.40) than the news page (0.30) and is the one that counts for the side."""
    news, blog = (a_source(f"https://one.example/{kind}", kind) for kind in ("news", "blog"))
    spoken = [*evidence(1, A1, news, weight=0.5), *voices("forum", "forum", first=3)]
    spoken += against("news", weight=0.3)
    assert outweighing(world(*spoken), A1) == SideLead("for", 3, 7_800, 1_800)
    assert outweighing(world(*spoken, *evidence(2, A1, blog)), A1) == SideLead("for", 3, 8_800, 1_800)


def test_a_rival_that_is_far_weaker_leaves_the_claim_likely() -> None:
    graph = world(*TWO, *voices("news", to=A2, first=20), a_conflict(A1, A2))
    assert outweighing(graph, A1) == SideLead("for", 2, 14_400, 4_800)
    assert outweighing(graph, A2) is None


def test_a_rival_whose_better_sources_say_otherwise_stops_a_crowd() -> None:
    graph = world(*voices(*["forum"] * 6), *voices("paper", to=A2, first=20), a_conflict(A1, A2))
    assert outweighing(graph, A1) is None


def test_in_a_conflict_only_what_can_be_believed_is_ahead() -> None:
    """Two weak rivals, each ahead of what contradicts it, would both be Likely."""
    weak = [*voices("news", "news"), *against("unknown", answered=ANSWERED)]
    assert strength(world(*weak, type_="B"), A1) < 0.55
    assert outweighing(world(*weak, type_="B"), A1) == SideLead("for", 2, 9_600, 1_600)
    assert outweighing(world(*weak, a_conflict(A1, A2), type_="B"), A1) is None


@pytest.mark.parametrize(
    ("opposing", "opposed", "does"), [(0, 0, False), (1, 3, True), (1, 4, False), (5, 1, True)]
)
def test_opposition_stands_from_a_third(opposing: int, opposed: int, *, does: bool) -> None:
    assert stands(opposing, opposed) is does


def test_the_strength_of_a_denial_is_the_formula_with_the_sides_swapped() -> None:
    claim = world(*voices("paper", "news"), *against("forum"))
    denial = world(*against("paper", "news"), *voices("forum"))
    assert strength_for(claim, A1, "for") == strength(claim, A1) == strength_for(denial, A1, "against")
    assert strength_for(claim, A1, "against") == strength_for(denial, A1, "for") < 0.5


def test_an_answered_contradiction_weakens_the_claim_but_not_strengthens_its_denial() -> None:
    graph = world(*against("paper", answered=ANSWERED))
    assert strength_for(graph, A1, "for") < 0.5
    assert strength_for(graph, A1, "against") == 0.5


def test_an_unreadable_answer_leaves_no_verdict() -> None:
    finding = judged(a_finding(*FOR), given(*TWO))
    lost = unjudged(finding, "the Judge's answer was cut off")
    assert finding.verdict is not None
    assert (lost.verdict, lost.unjudged) == (None, "the Judge's answer was cut off")
    assert judged(lost, given(*TWO)).unjudged is None


@pytest.mark.parametrize(
    ("first", "second", "simple"),
    [
        (a_finding(), a_finding(), True),
        (a_finding(FOR[0]), a_finding(FOR[0]), True),
        (a_finding(FOR[0]), a_finding(a_stance("LOCAL-KW3", None)), True),
        (a_finding(FOR[0]), a_finding(FOR[1]), False),
        (a_finding(*FOR), a_finding(), False),
    ],
    ids=["nobody", "one", "one and a wish", "two, on different findings", "two"],
)
def test_fewer_than_two_investigators_make_a_simple_report(
    first: Finding, second: Finding, *, simple: bool
) -> None:
    graph = apply(
        world(), [SetFinding(hypothesis=A1, finding=first), SetFinding(hypothesis=A2, finding=second)]
    )
    assert simple_report(graph) is simple


def test_a_graph_without_findings_has_a_simple_report() -> None:
    assert simple_report(world())
