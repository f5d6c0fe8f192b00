"""Rounds 2 and 3: a worked case for every row of the tables."""

from dataclasses import dataclass

import pytest

from pathfinder.protocols.evidence.strength import side_units, strength, terms
from pathfinder.protocols.graph.edits import GraphEdit, RetractSource
from pathfinder.protocols.graph.judgement import Stance
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import VoiceId
from pathfinder.protocols.judging.classification import (
    classify,
    current,
    current_ruling,
    needs_round_three,
    reclassify,
    record,
    review_in_force,
    reviewed_voices,
    to_challenge,
)
from pathfinder.protocols.judging.wording import worded
from tests.builders import a_conflict, a_source, crossing, evidence, page_hash
from tests.judging import (
    A1,
    A2,
    AGAINST,
    ANSWERED,
    FOR,
    SKEPTIC,
    a_class,
    a_finding,
    a_review,
    a_stance,
    against,
    linked,
    voices,
    world,
)

WISH = a_stance("LOCAL-HYPA1", None, needs_further="trials in children")
ASKING = a_stance(needs_further="trials in children")


@dataclass(frozen=True)
class Case:
    """A finding, and the class round 2 gives it."""

    id: str
    stances: tuple[Stance, ...]
    edits: list[GraphEdit]
    expected: tuple[str, str | None]
    because: str
    rival: str = "A"


ROUND_2 = [
    # Opposition that stands.
    Case(
        "equal sides",
        (*FOR, SKEPTIC),
        [*voices("paper"), *against("paper")],
        ("DISAGREED", "for"),
        "Unanswered evidence against it weighs",
    ),
    Case("a full tie", (FOR[0], SKEPTIC), [*voices("paper"), *against("paper")], ("DISAGREED", None), "0.72"),
    Case(
        "exactly a third stands",
        (*FOR, SKEPTIC),
        [*voices("paper", "paper", "paper"), *against("paper")],
        ("DISAGREED", "for"),
        "0.72 (investigators: 1, independent sources: 1), the other side 2.16",
    ),
    Case(
        "support that stands against a denial",
        (*AGAINST, a_stance("LOCAL-HYPA1")),
        [*voices("paper"), *against("paper", "paper")],
        ("DISAGREED", "against"),
        "Unanswered evidence for it weighs",
    ),
    Case(
        "an investigator at odds with the evidence",
        (FOR[0],),
        [*voices("blog"), *against("paper")],
        ("DISAGREED", "against"),
        "for it weighs",
    ),
    Case(
        "a rival's evidence",
        FOR,
        [*voices("paper", "paper"), *voices("paper", to=A2, first=20), a_conflict(A1, A2)],
        ("DISAGREED", "for"),
        "hyp_A2, which excludes it,",
    ),
    # Agreement.
    Case(
        "two for",
        FOR,
        voices("paper", "forum"),
        ("AGREED", "for"),
        "Investigators for it: 2; independent sources: 2.",
    ),
    Case(
        "two against", AGAINST, against("paper", "forum"), ("AGREED", "against"), "Investigators against it: "
    ),
    Case(
        "lighter opposition is a minority opinion",
        (*FOR, SKEPTIC),
        [*voices("paper", "paper"), *against("forum")],
        ("AGREED", "for"),
        "too light",
    ),
    Case(
        "answered opposition does not stand",
        (*FOR, SKEPTIC),
        [*voices("paper", "paper"), *against("paper", answered=ANSWERED)],
        ("AGREED", "for"),
        "Investigators for it: ",
    ),
    Case(
        "opposition without a quote that was found",
        (*FOR, SKEPTIC),
        voices("paper", "paper"),
        ("AGREED", "for"),
        "Investigators for it: ",
    ),
    Case(
        "agreement comes before a wish",
        (*FOR, WISH),
        voices("paper", "paper"),
        ("AGREED", "for"),
        "Investigators for it: ",
    ),
    Case(
        "a light rival is none",
        FOR,
        [*voices("paper", "paper", "paper"), *voices("news", to=A2, first=20), a_conflict(A1, A2)],
        ("AGREED", "for"),
        "Investigators for it: ",
    ),
    Case(
        "a resolved conflict is over",
        FOR,
        [*voices("paper", "paper"), *voices("paper", to=A2, first=20), a_conflict(A1, A2, resolved=True)],
        ("AGREED", "for"),
        "Investigators for it: ",
    ),
    Case(
        "a rival that our own side has made weak",
        FOR,
        [
            *voices("paper", "paper"),
            *voices("paper", to=A2, first=20),
            crossing(1),
            crossing(2),
            a_conflict(A1, A2),
        ],
        ("DISAGREED", "for"),
        "hyp_A2, which excludes it,",
    ),
    Case(
        "a rival does not oppose a denial",
        AGAINST,
        [*against("paper", "paper"), *voices("paper", to=A2, first=20), a_conflict(A1, A2)],
        ("AGREED", "against"),
        "Investigators against it: ",
    ),
    # More is needed.
    Case("nobody, nothing", (), [], ("NEEDS_MORE", None), "No quoted evidence"),
    Case("two lineages, no quote found", FOR, [], ("NEEDS_MORE", None), "No quoted evidence"),
    Case("one asks for more", (ASKING,), voices("paper"), ("NEEDS_MORE", "for"), "WEB-HYPA1 asked"),
    Case("somebody else asks", (FOR[0], WISH), voices("paper"), ("NEEDS_MORE", "for"), "LOCAL-HYPA1 asked"),
    Case(
        "one WEAK",
        (a_stance(evidence="WEAK"),),
        voices("paper"),
        ("NEEDS_MORE", "for"),
        "call their evidence weak",
    ),
    Case("evidence nobody holds", (), voices("paper", "paper"), ("NEEDS_MORE", "for"), "no investigator"),
    Case(
        "a tie nobody holds",
        (),
        [*voices("paper"), *against("paper")],
        ("NEEDS_MORE", None),
        "no investigator",
    ),
    # One is not enough.
    Case(
        "one MODERATE, two independent sources",
        (FOR[0],),
        voices("paper", "paper"),
        ("AGREED", "for"),
        "Investigators for it: 1; independent sources: 2.",
    ),
    Case(
        "one STRONG",
        (a_stance(evidence="STRONG"),),
        voices("paper"),
        ("UNCERTAIN", "for"),
        "only 1; investigators: 1",
    ),
    Case(
        "one against",
        (AGAINST[0],),
        against("paper"),
        ("UNCERTAIN", "against"),
        "Independent sources against it: only 1",
    ),
    Case(
        "two lineages, one voice",
        FOR,
        voices("paper"),
        ("UNCERTAIN", "for"),
        "for it: only 1; investigators: 2",
    ),
    Case(
        "one of two is not WEAK",
        (FOR[0], a_stance("LOCAL-HYPA1", evidence="WEAK")),
        voices("paper"),
        ("UNCERTAIN", "for"),
        "only 1; investigators: 2",
    ),
    Case(
        "divided evidence nobody argues",
        FOR,
        [*voices("paper", "paper"), *against("paper")],
        ("UNCERTAIN", "for"),
        "Evidence against it is unanswered",
    ),
    Case(
        "of equal weights more lineages lead",
        FOR,
        [*voices("paper"), *against("paper")],
        ("UNCERTAIN", "for"),
        "Evidence against it is unanswered",
    ),
]


@pytest.mark.parametrize("case", ROUND_2, ids=lambda case: case.id)
def test_each_row_of_round_2(case: Case) -> None:
    ruling = classify(world(*case.edits, rival=case.rival), A1, a_finding(*case.stances))
    assert (ruling.finding_class, ruling.side) == case.expected
    assert case.because in worded(ruling.because)


def test_a_rival_opposes_from_a_third_of_the_support_however_weak_it_has_become() -> None:
    ours = [*voices("paper", "paper"), crossing(1), crossing(2)]
    third = [*voices("unknown", "unknown", "unknown", to=A2, first=20), a_conflict(A1, A2)]
    assert strength(world(*ours, *third), A2) < 0.4
    assert side_units(terms(world(*ours, *third), A2, "SUPPORTS")) * 3 == side_units(
        terms(world(*ours, *third), A1, "SUPPORTS")
    )
    assert classify(world(*ours, *third), A1, a_finding(*FOR)).finding_class == "DISAGREED"
    lighter = [*voices("unknown", "unknown", to=A2, first=20), a_conflict(A1, A2)]
    assert classify(world(*ours, *lighter), A1, a_finding(*FOR)).finding_class == "AGREED"


def test_copies_are_one_voice_and_agree_on_nothing() -> None:
    copies = [
        edit for n in range(1, 11) for edit in evidence(n, A1, a_source("https://blog.example/a", "blog"))
    ]
    assert classify(world(*copies), A1, a_finding(*FOR)).finding_class == "UNCERTAIN"


def test_agreement_is_counted_in_independent_sources_not_in_investigators() -> None:
    alone = a_finding(a_stance(at="S1-I1-R1.0"))
    assert classify(world(*voices("paper", "paper")), A1, alone).finding_class == "AGREED"
    assert classify(world(*voices("paper")), A1, a_finding(*FOR)).finding_class == "UNCERTAIN"


def test_an_investigator_that_changed_sides_no_longer_argues() -> None:
    graph = world(*voices("paper", "paper"), *against("paper"))
    before = a_finding(*FOR, SKEPTIC)
    after = a_finding(*before.stances, a_stance("SKEPTIC-HYPA1", "for", at="S1-I1-R3.1"))
    assert classify(graph, A1, before).finding_class == "DISAGREED"
    assert classify(graph, A1, after).finding_class == "UNCERTAIN"


def test_the_same_class_recorded_twice_stands_once() -> None:
    graph = world(*voices("paper", "paper"))
    finding = a_finding(*FOR, class_="NEEDS_MORE")
    ruling = classify(graph, A1, finding)
    once = record(finding, ruling, iteration=0, round_=2)
    later = record(once, ruling, iteration=0, round_=3, pass_=1)
    assert current(a_finding()) is None
    assert [known.finding_class for known in once.classes] == ["AGREED"]
    assert once.classes[0].because == ruling.because
    assert once.classes[0].side == "for"
    assert [(known.round, known.pass_) for known in later.classes] == [(2, 0), (3, 1)]
    assert current(later) == "AGREED"


AGREED = a_finding(*FOR, class_="AGREED", side="for")


@pytest.mark.parametrize("class_", ["AGREED", "DISAGREED", "UNCERTAIN", "NEEDS_MORE"])
def test_round_3_runs_whatever_the_classes_unless_the_run_is_quick(class_: str) -> None:
    finding = a_finding(*FOR, class_=class_, side="for")
    assert needs_round_three([finding], quick=False)
    assert not needs_round_three([finding], quick=True)


def test_without_findings_there_is_no_round_3() -> None:
    assert not needs_round_three([], quick=False)


def test_only_agreed_findings_without_a_review_are_challenged() -> None:
    graph = world(*voices("paper", "paper"))
    heard = a_review(voices=reviewed_voices(graph, A1), side="for")
    reviewed = a_finding(*FOR, class_="AGREED", side="for", review=heard)
    assert to_challenge(graph, {A2: AGREED, A1: AGREED}) == (A1, A2)
    assert to_challenge(graph, {A1: reviewed}) == ()
    assert to_challenge(graph, {A1: a_finding(*FOR, class_="UNCERTAIN")}) == ()


def in_force(graph: CogniGraph, *, side: str | None = "for", now: str = "for") -> bool:
    """Whether a review of the first two voices is in force."""
    first = world(*voices("paper", "paper"))
    review = a_review(voices=reviewed_voices(first, A1), side=side)
    return (
        review_in_force(graph, A1, a_finding(review=review), "for" if now == "for" else "against") is not None
    )


def test_a_review_holds_until_a_new_voice_comes_on_either_side() -> None:
    heard = voices("paper", "paper")
    assert in_force(world(*heard))
    assert not in_force(world(*heard, *voices("forum", first=3)))
    assert not in_force(world(*heard, *against("forum")))


def test_a_review_holds_when_a_known_voice_says_more() -> None:
    heard = voices("paper", "paper")
    for number in range(3, 9):
        graph = world(*heard, *evidence(number, A1, a_source("https://v1.example/b")))
        assert in_force(graph), "a voice may be renamed after the new page, and is still the same voice"
    assert (
        len(
            {
                reviewed_voices(world(*heard, *evidence(n, A1, a_source("https://v1.example/b"))), A1)
                for n in range(3, 9)
            }
        )
        > 1
    )


def test_a_review_of_the_other_side_says_nothing() -> None:
    graph = world(*voices("paper", "paper"))
    assert not in_force(graph, now="against")
    assert in_force(graph, side=None, now="against")


def test_a_retraction_brings_no_new_voice() -> None:
    graph = world(*voices("paper", "paper"))
    page = page_hash("https://v1.example/a 1")
    assert in_force(apply(graph, [RetractSource(page=page, because="fraud")]))


def test_a_page_without_weight_is_no_new_voice() -> None:
    assert in_force(
        world(*voices("paper", "paper"), *evidence(3, A1, a_source("https://x.example/", authority=0)))
    )


@dataclass(frozen=True)
class Row:
    """A row of the reclassification table: what it was, what came in, what it is."""

    id: str
    before: str
    edits: list[GraphEdit]
    stances: tuple[Stance, ...]
    expected: str
    because: str = ""
    review: str | None = None
    unable: bool = False


ONE, TWO = voices("paper"), voices("paper", "paper")
ROUND_3 = [
    Row("agreed, UPHELD", "AGREED", TWO, FOR, "AGREED", "It held", review="UPHELD"),
    Row("agreed, WEAKENED", "AGREED", TWO, FOR, "AGREED", "weakened it: Less sure", review="WEAKENED"),
    Row("agreed, REFUTED", "AGREED", TWO, FOR, "DISAGREED", "The sample was small.", review="REFUTED"),
    Row("agreed, nobody challenged it", "AGREED", TWO, FOR, "AGREED", "Investigators for it: "),
    Row("refuted in an earlier pass", "DISAGREED", TWO, FOR, "DISAGREED", "refuted", review="REFUTED"),
    Row("agreed, then opposed", "AGREED", [*TWO, *against("paper")], (*FOR, SKEPTIC), "DISAGREED"),
    Row("agreed, then nothing left", "AGREED", [], FOR, "NEEDS_MORE"),
    Row(
        "disagreed, resolved by an answer",
        "DISAGREED",
        [*TWO, *against("paper", answered=ANSWERED)],
        (*FOR, SKEPTIC),
        "AGREED",
    ),
    Row(
        "disagreed, resolved by weight",
        "DISAGREED",
        [*voices(*["paper"] * 4), *against("paper")],
        (*FOR, SKEPTIC),
        "AGREED",
        "too light",
    ),
    Row(
        "disagreed, still contradictory", "DISAGREED", [*TWO, *against("paper")], (*FOR, SKEPTIC), "DISAGREED"
    ),
    Row(
        "disagreed, one side withdrew",
        "DISAGREED",
        [*TWO, *against("paper")],
        FOR,
        "UNCERTAIN",
        "nobody argues",
    ),
    Row("disagreed, then thin", "DISAGREED", ONE, (ASKING,), "UNCERTAIN", "The opposition no longer stands."),
    Row("uncertain, cross-check agrees", "UNCERTAIN", TWO, FOR, "AGREED"),
    Row("uncertain, cross-check fails", "UNCERTAIN", ONE, FOR[:1], "UNCERTAIN", "only 1; investigators: 1"),
    Row(
        "uncertain, cross-check asks for more",
        "UNCERTAIN",
        ONE,
        (FOR[0], WISH),
        "UNCERTAIN",
        "did not settle",
    ),
    Row(
        "uncertain, cross-check opposes",
        "UNCERTAIN",
        [*TWO, *against("paper")],
        (FOR[0], SKEPTIC),
        "DISAGREED",
    ),
    Row("more found, agreed", "NEEDS_MORE", TWO, FOR, "AGREED"),
    Row("more found, uncertain", "NEEDS_MORE", ONE, FOR[:1], "UNCERTAIN"),
    Row("more found, opposed", "NEEDS_MORE", [*TWO, *against("paper")], (FOR[0], SKEPTIC), "DISAGREED"),
    Row("more found, more asked for", "NEEDS_MORE", ONE, (ASKING,), "NEEDS_MORE"),
    Row(
        "more could not be found", "NEEDS_MORE", ONE, (ASKING,), "UNCERTAIN", "could not be made", unable=True
    ),
    Row("unable, but agreed all the same", "NEEDS_MORE", TWO, FOR, "AGREED", unable=True),
]


@pytest.mark.parametrize("row", ROUND_3, ids=lambda row: row.id)
def test_each_row_of_the_reclassification_table(row: Row) -> None:
    graph = world(*row.edits)
    review = (
        None if row.review is None else a_review(row.review, voices=reviewed_voices(graph, A1), side="for")
    )
    finding = a_finding(*row.stances, class_=row.before, review=review)
    ruling = reclassify(graph, A1, finding, unable=row.unable)
    assert ruling.finding_class == row.expected
    assert row.because in worded(ruling.because)


def test_a_search_is_taken_to_have_been_made_unless_it_is_said_otherwise() -> None:
    asked = a_finding(ASKING, class_="NEEDS_MORE")
    assert reclassify(world(*ONE), A1, asked).finding_class == "NEEDS_MORE"


def test_a_finding_without_a_class_takes_the_one_it_gets() -> None:
    assert reclassify(world(), A1, a_finding(), unable=True).finding_class == "NEEDS_MORE"


def test_a_refutation_ends_with_a_new_voice() -> None:
    before = world(*TWO)
    refuted = a_finding(*FOR, review=a_review("REFUTED", voices=reviewed_voices(before, A1), side="for"))
    assert current_ruling(before, A1, refuted).finding_class == "DISAGREED"
    assert current_ruling(world(*voices("paper", "paper", "news")), A1, refuted).finding_class == "AGREED"


def test_a_voice_found_on_both_sides_counts_on_both() -> None:
    graph = world(*TWO, linked(1, A1, "CONTRADICTS"))
    assert classify(graph, A1, a_finding(*FOR, SKEPTIC)).finding_class == "DISAGREED"


def test_reviewed_voices_are_those_of_both_sides_once() -> None:
    graph = world(*TWO, *against("forum"), linked(1, A1, "CONTRADICTS"))
    heard = reviewed_voices(graph, A1)
    assert heard == tuple(sorted({*heard}))
    assert set(heard) == {
        VoiceId(page_hash(f"https://v{number}.example/a {number}")) for number in (1, 2, 51)
    }


def test_of_several_classes_the_latest_counts() -> None:
    agreed, unsure = a_class("AGREED", "for"), a_class("UNCERTAIN", None, iteration=1)
    stances = (a_stance(), a_stance("ACADEMIC-HYPA1"))
    now_unsure = a_finding(*stances, classes=(agreed, unsure))
    now_agreed = a_finding(*stances, classes=(unsure, agreed))
    assert (current(now_unsure), current(now_agreed)) == ("UNCERTAIN", "AGREED")
    graph = world(*voices("paper", "paper"))
    assert to_challenge(graph, {A1: now_unsure}) == ()
    assert to_challenge(graph, {A1: now_agreed}) == (A1,)


def test_the_side_of_the_latest_class_is_the_one_a_review_must_be_of() -> None:
    graph = world(*voices("paper", "paper"))
    review = a_review(side="for", voices=reviewed_voices(graph, A1))
    turned = (a_class("AGREED", "against"), a_class("AGREED", "for", iteration=1))
    finding = a_finding(a_stance(), a_stance("ACADEMIC-HYPA1"), classes=turned, review=review)
    assert to_challenge(graph, {A1: finding}) == ()


def test_three_lineages_agree_as_two_do() -> None:
    finding = a_finding(a_stance(), a_stance("ACADEMIC-HYPA1"), a_stance("SKEPTIC-HYPA1"))
    assert classify(world(*voices("paper", "paper", "blog")), A1, finding).finding_class == "AGREED"
