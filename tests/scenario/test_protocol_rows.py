"""Every row of the protocol's tables in whole iterations: the class, the verdict, what the reader is told."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, get_args

import pytest

from pathfinder.protocols.calls.comparison import Direction, Facets, Likeness
from pathfinder.protocols.calls.events import ExplorerReturned, ExplorerSent
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.graph.judgement import Verdict
from pathfinder.protocols.graph.types import CogniGraph, ResolutionType
from pathfinder.protocols.ids import Lineage, investigator
from pathfinder.protocols.judging.conflicts import GIVEN_UP_AFTER
from pathfinder.protocols.judging.facets import Relation
from pathfinder.protocols.judging.respawn import MOST_RESPAWNS
from pathfinder.protocols.judging.verdicts import simple_report
from pathfinder.protocols.judging.wording import worded
from tests.scenario.played import (
    CHALLENGE,
    IMPACT,
    OPPOSING,
    SETTLED,
    Errand,
    Play,
    classes,
    finding_of,
    quotes,
    reader,
)

NORTH = "measurements in the north"
TWO_SIDES = "hyp_A1 “Loops cut the bill” [obs_1]: the sources stand on both sides."
SEVERED = AttemptFailed("the model did not answer in time", retryable=True, maybe_paid=True)


@dataclass(frozen=True)
class Row:
    """What is played, and what must come of claim A."""

    name: str
    play: dict[str, Errand]
    round_2: str
    tag: str
    because: str
    told: tuple[str, ...]
    """Sentences of the reports."""
    side: str | None = None
    round_3: tuple[str, ...] = ()
    caveats: tuple[str, ...] = ()
    minority: bool = False
    sides: tuple[str, ...] = ()
    """The opinions of an Uncertain verdict."""
    follow_up: tuple[str, ...] = ()
    untold: tuple[str, ...] = ()
    fields: tuple[tuple[str, Any], ...] = ()
    """Of the play."""


def check(row: Row, graph: CogniGraph) -> None:
    name, finding = finding_of(graph)
    verdict = finding.verdict
    assert verdict is not None
    assert (classes(finding, 2), classes(finding, 3)) == ([row.round_2], list(row.round_3))
    assert (verdict.tag, verdict.side) == (row.tag, row.side)
    assert row.because in worded(verdict.because)
    assert tuple(worded(caveat) for caveat in verdict.caveats) == row.caveats
    assert (verdict.minority is not None) == row.minority
    assert sides(verdict) == row.sides
    assert tuple(worded(need) for need in verdict.follow_up) == row.follow_up
    assert graph.hypotheses[name].verdict == verdict, "the hypothesis and the finding say the same"
    text = reader(graph)
    assert [sentence for sentence in row.told if sentence not in text] == []
    assert [sentence for sentence in row.untold if sentence in text] == []
    assert list(breaches(graph)) == []


def sides(verdict: Verdict) -> tuple[str, ...]:
    return tuple(opinion.side for opinion in verdict.opinions)


def rows(*known: Row) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("row", known, ids=[row.name for row in known])


OUTWEIGHS = "outweighs the other side by"
SECOND_VOICE = "a second, independent source"
WHEN_OR_WHY = "when or why the sources disagree (a condition, a definition, a retraction)"


# The facet table.

EVERY_FACETS = tuple(product(get_args(Likeness), get_args(Likeness), get_args(Direction)))
FACETS: dict[tuple[str, str, str], Relation] = {
    ("same", "same", "same"): "same",
    ("same", "same", "opposite"): "opposing",
    ("same", "other", "opposite"): "opposing",
    ("same", "other", "same"): "other_cause",
    ("other", "same", "same"): "related",
    ("same", "same", "other"): "related",
}
"""The rows of the table; every other label means that the two are separate."""


@pytest.mark.parametrize("labels", EVERY_FACETS, ids=["-".join(labels) for labels in EVERY_FACETS])
def test_what_two_claims_are_to_each_other_hangs_on_their_facets(labels: tuple[str, str, str]) -> None:
    row = FACETS.get(labels, "separate")
    facets = Facets.model_validate(dict(zip(("subject", "cause", "direction"), labels, strict=True)))
    play = Play({"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for B")}, facets, quick=True)
    graph = play.run()
    found = {name: finding.classes[-1].finding_class for name, finding in graph.findings.items()}
    verdicts = {name: finding.verdict.tag for name, finding in graph.findings.items() if finding.verdict}
    conflicts = [edge for edge in graph.edges if edge.type == "CONFLICTS"]
    text = reader(graph)
    match row:
        case "same":
            assert (found, verdicts) == ({"hyp_A1": "AGREED"}, {"hyp_A1": "Confirmed"})
            assert "Independent sources: 2 (trusted: 2)" in text
            assert "Official1 finds that loops raise the bill." in text
        case "opposing" | "other_cause":
            assert found == {"hyp_A1": "DISAGREED", "hyp_A2": "DISAGREED"}
            assert set(verdicts.values()) == {"Uncertain"}
            assert "they exclude each other, and nobody could settle it" in text
            assert "- hyp_A1 and hyp_A2, tried 0 times" in text
        case "related" | "separate" | "narrower" | "wider":
            beside = "Related, of another subject or under another condition: hyp_A2." in text
            assert beside == (row == "related")
            assert found == {"hyp_A1": "UNCERTAIN", "hyp_A2": "UNCERTAIN"}
            assert set(verdicts.values()) == {"Likely"}
            assert "None: no two sides of like weight stand against each other." in text
    assert len(conflicts) == (1 if row in ("opposing", "other_cause") else 0)
    assert list(breaches(graph)) == []


# The classification table of round 2; round 3 is left out, so that the verdict follows from it alone.

CLASSIFICATION = (
    Row(
        "disagreed: opposition stands",
        {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 against A")},
        "DISAGREED",
        "Uncertain",
        "Unanswered evidence against it weighs 0.68 "
        "(investigators: 1, independent sources: 1), the other side 0.72.",
        (
            TWO_SIDES,
            "Against it: weight 0.68, independent sources 1 (trusted: 1), held by WEB-LENS1.",
            "no claim strong enough",
        ),
        sides=("for", "against"),
        follow_up=(WHEN_OR_WHY, SECOND_VOICE),
    ),
    Row(
        "disagreed: exactly a third still stands, and the verdict goes by weight",
        {
            "I1 S1": quotes("paper1 for A", "paper2 for A", "paper3 for A"),
            "I1 S2": quotes("paper4 against A"),
        },
        "DISAGREED",
        "Likely",
        OUTWEIGHS,
        ("Minority opinion, weight 0.72: “Paper4 denies that loops cut the bill.”", "[Likely] findings"),
        side="for",
        caveats=(
            "Unanswered evidence against it weighs 0.72 "
            "(investigators: 1, independent sources: 1), the other side 2.16.",
        ),
        minority=True,
    ),
    Row(
        "agreed: just under a third is a minority opinion",
        {
            "I1 S1": quotes("paper1 for A", "paper2 for A"),
            "I1 S2": quotes("paper3 for A"),
            "I1 S3": quotes("official1 against A"),
        },
        "AGREED",
        "Confirmed",
        "3 independent sources agree, for it, 3 of them trusted (investigators: 2)",
        ("Minority opinion, weight 0.68: “Official1 denies that loops cut the bill.”",),
        side="for",
        minority=True,
        untold=("the sources stand on both sides",),
    ),
    Row(
        "agreed: many heads against on one light voice are a minority too",
        {
            "I1 S1": quotes("paper1 for A"),
            "I1 S2": quotes("official1 for A"),
            "I1 S3": quotes("forum1 against A 0.5"),
            "I1 S4": quotes("forum1 against A 0.5"),
        },
        "AGREED",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted (investigators: 2)",
        ("Minority opinion, weight 0.15: “Forum1 denies that loops cut the bill.”",),
        side="for",
        minority=True,
    ),
    Row(
        "disagreed: a rival's evidence",
        {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for B")},
        "DISAGREED",
        "Uncertain",
        "The evidence for hyp_A2, which excludes it, stands against it.",
        ("hyp_A1 “Loops cut the bill” [obs_1] or hyp_A2 “Loops raise the bill” [obs_2]: they exclude",),
        sides=("for", "against"),
        follow_up=("what decides between it and hyp_A2", SECOND_VOICE),
        fields=(("facets", OPPOSING),),
    ),
    Row(
        "agreed for",
        {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for A")},
        "AGREED",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted "
        "(investigators: 2); strength of that side 0.70.",
        ("**Verdict (hyp_A1):** Confirmed (for it)", "Round 3 was left out: nobody tried to refute it."),
        side="for",
        untold=("Build on hyp_A1",),
    ),
    Row(
        "agreed against",
        {"I1 S1": quotes("paper1 against A"), "I1 S2": quotes("official1 against A")},
        "AGREED",
        "Confirmed",
        "2 independent sources agree, against it, 2 of them trusted "
        "(investigators: 2); strength of that side 0.70.",
        ("“Paper1 denies that loops cut the bill.”", "Confirmed 1"),
        side="against",
        untold=("**Conclusion:** Loops cut the bill",),
    ),
    Row(
        "agreed, but nobody who says so is trusted",
        {"I1 S1": quotes("forum1 for A"), "I1 S2": quotes("forum2 for A")},
        "AGREED",
        "Likely",
        "2 independent sources agree, for it, 0 of them trusted (investigators: 2)",
        ("[Likely] findings", "Trusted independent sources: 0 of 2, too few to confirm it."),
        side="for",
        caveats=(
            "Trusted independent sources: 0 of 2, too few to confirm it.",
            "The strength of that side is 0.5480, under the bar of 0.6.",
        ),
    ),
    Row(
        "two heads on one voice agree on nothing",
        {"I1 S1": quotes("blog1 for A"), "I1 S2": quotes("blog1 for A")},
        "UNCERTAIN",
        "Uncertain",
        "Independent sources for it: only 1; investigators: 2.",
        ("a second, independent source",),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "one head on two voices is agreed: sources are counted",
        {"I1 S1": quotes("blog1 for A", "blog2 for A 0.3")},
        "AGREED",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted (investigators: 1)",
        ("This is a simple report: fewer than two investigators are known",),
        side="for",
    ),
    Row(
        "needs more: somebody asked for it",
        {"I1 S1": quotes("blog1 for A", wish=NORTH)},
        "NEEDS_MORE",
        "Uncertain",
        "WEB-SQ1 asked for a further search.",
        (f"| {NORTH}; a second, independent source |",),
        sides=("for",),
        follow_up=(NORTH, SECOND_VOICE),
    ),
    Row(
        "needs more: one, on weak evidence",
        {"I1 S1": quotes("blog1 for A", evidence="WEAK")},
        "NEEDS_MORE",
        "Uncertain",
        "Investigators for it: 1; independent sources: 1; all call their evidence weak.",
        ("Reported 1",),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "needs more: nothing that counts",
        {"I1 S1": quotes("paper1 for A")},
        "NEEDS_MORE",
        "Uncertain",
        "No quoted evidence of any weight bears on it.",
        ("no source that counts", "the data were made up"),
        sides=("for",),
        follow_up=("a trusted source on either side", SECOND_VOICE),
        fields=(("retracted", ("paper1",)),),
    ),
    Row(
        "uncertain: one, on moderate evidence",
        {"I1 S1": quotes("blog1 for A", evidence="MODERATE")},
        "UNCERTAIN",
        "Uncertain",
        "Independent sources for it: only 1; investigators: 1.",
        ("This is a simple report", "Look for a second, independent source."),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "uncertain: one, on a weight that decides",
        {"I1 S1": quotes("paper1 for A")},
        "UNCERTAIN",
        "Likely",
        OUTWEIGHS,
        ("**Verdict (hyp_A1):** Likely (for it)", "Independent sources for it: only 1; investigators: 1."),
        side="for",
        caveats=("Independent sources for it: only 1; investigators: 1.",),
    ),
    Row(
        "uncertain: evidence against that nobody argues",
        {"I1 S1": quotes("paper1 for A", "blog1 against A 0.5")},
        "UNCERTAIN",
        "Uncertain",
        "Evidence against it is unanswered, though nobody argues for it.",
        ("“Blog1 denies that loops cut the bill.”",),
        sides=("for", "against"),
        follow_up=(WHEN_OR_WHY, SECOND_VOICE),
    ),
    Row(
        "a qualification is no opposition",
        {
            "I1 S1": quotes("paper1 for A"),
            "I1 S2": quotes("official1 for A"),
            "I1 S3": quotes("paper2 qualifying A"),
        },
        "AGREED",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted (investigators: 2)",
        ("other side 0.00", "A source limits it: “Paper2"),
        side="for",
        caveats=("Qualified by obs_3.",),
    ),
)


@rows(*CLASSIFICATION)
def test_the_class_of_a_finding(row: Row) -> None:
    check(row, Play(row.play, quick=True, **dict(row.fields)).run())


# The reclassification table of round 3.

AGREED_WITH_A_DOUBT = {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for A", evidence="WEAK")}
"""Agreed, but not plainly: round 3 has to look at it."""
LIGHTLY_OPPOSED = {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("blog1 against A 0.5")}
ALONE = {"I1 S1": quotes("blog1 for A")}
ASKS = {"I1 S1": quotes("blog1 for A", wish=NORTH)}

RECLASSIFICATION = (
    Row(
        "agreed, upheld",
        AGREED_WITH_A_DOUBT,
        "AGREED",
        "Confirmed",
        "2 independent sources agree, for it",
        (f"| {CHALLENGE} | [obs_1] | UPHELD |", "Build on hyp_A1: Loops cut the bill"),
        side="for",
        round_3=("AGREED",),
        untold=("nobody tried to refute it",),
    ),
    Row(
        "agreed, weakened",
        AGREED_WITH_A_DOUBT,
        "AGREED",
        "Likely",
        "2 independent sources agree, for it",
        (f"| {CHALLENGE} | [obs_1] | WEAKENED |", f"{CHALLENGE} {IMPACT}"),
        side="for",
        round_3=("AGREED",),
        caveats=(f"{CHALLENGE} {IMPACT}",),
        fields=(("review", "WEAKENED"),),
    ),
    Row(
        "agreed, refuted",
        AGREED_WITH_A_DOUBT,
        "AGREED",
        "Uncertain",
        f"A challenge refuted what was agreed: {CHALLENGE}",
        (f"| {CHALLENGE} | [obs_1] | REFUTED |", "A challenge to what was agreed was REFUTED."),
        round_3=("DISAGREED", "DISAGREED"),
        sides=("for",),
        follow_up=(f"an answer to the challenge: {CHALLENGE}",),
        fields=(("review", "REFUTED"),),
    ),
    Row(
        "agreed, and the reviewer is silent",
        AGREED_WITH_A_DOUBT,
        "AGREED",
        "Likely",
        "2 independent sources agree, for it",
        ("The challenge to it could not be read, or tested nothing.", "counter_reviewer.challenge hyp_A1"),
        side="for",
        round_3=("AGREED",),
        caveats=("The challenge to it could not be read, or tested nothing.",),
        fields=(("review", None),),
    ),
    Row(
        "disagreed, resolved by more evidence",
        {**LIGHTLY_OPPOSED, "I1 R3.1 S1": quotes("official1 for A"), "I1 R3.1 S2": quotes("news1 for A")},
        "DISAGREED",
        "Confirmed",
        "3 independent sources agree, for it, 3 of them trusted (investigators: 2)",
        ("Minority opinion, weight 0.25: “Blog1 denies that loops cut the bill.”", "| UPHELD |"),
        side="for",
        round_3=("AGREED",),
        minority=True,
        untold=("the sources stand on both sides",),
    ),
    Row(
        "disagreed, resolved in the second pass, and challenged all the same",
        {**LIGHTLY_OPPOSED, "I1 R3.2 S1": quotes("official1 for A"), "I1 R3.2 S2": quotes("news1 for A")},
        "DISAGREED",
        "Likely",
        "3 independent sources agree, for it, 3 of them trusted (investigators: 2)",
        ("| WEAKENED |", "Minority opinion, weight 0.25"),
        side="for",
        round_3=("DISAGREED", "AGREED"),
        caveats=(f"{CHALLENGE} {IMPACT}",),
        minority=True,
        fields=(("review", "WEAKENED"),),
    ),
    Row(
        "disagreed, still",
        {**LIGHTLY_OPPOSED, "I1 R3.1 S2": quotes("blog2 against A 0.5")},
        "DISAGREED",
        "Uncertain",
        "Unanswered evidence against it weighs 0.50 "
        "(investigators: 1, independent sources: 2), the other side 0.72.",
        (TWO_SIDES, "What was tried: looked at in round 3 2 times; sent out again: WEB-LENS1."),
        round_3=("DISAGREED", "DISAGREED"),
        sides=("for", "against"),
        follow_up=(WHEN_OR_WHY,),
    ),
    Row(
        "disagreed, and the opposition gives in without new evidence",
        {**LIGHTLY_OPPOSED, "I1 R3.1 S2": quotes("paper1 for A", wish=NORTH)},
        "DISAGREED",
        "Uncertain",
        "asked for a further search.",
        (NORTH,),
        round_3=("UNCERTAIN",),
        sides=("for", "against"),
        follow_up=(NORTH, WHEN_OR_WHY, SECOND_VOICE),
    ),
    Row(
        "uncertain, the cross-check agrees",
        {**ALONE, "I1 R3.1 S1": quotes("official1 for A")},
        "UNCERTAIN",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted (investigators: 2)",
        ("| UPHELD |", "ACADEMIC-HYPA1-S1-I1-R3.1"),
        side="for",
        round_3=("AGREED",),
    ),
    Row(
        "uncertain, the cross-check denies it",
        {**ALONE, "I1 R3.1 S1": quotes("official1 against A")},
        "UNCERTAIN",
        "Uncertain",
        "Unanswered evidence for it weighs 0.40 "
        "(investigators: 1, independent sources: 1), the other side 0.68.",
        (TWO_SIDES, "held by ACADEMIC-HYPA1."),
        round_3=("DISAGREED", "DISAGREED"),
        sides=("for", "against"),
        follow_up=(WHEN_OR_WHY, SECOND_VOICE),
    ),
    Row(
        "uncertain, the cross-check finds nothing",
        ALONE,
        "UNCERTAIN",
        "Uncertain",
        "Independent sources for it: only 1; investigators: 1.",
        ("Not settled.", "Look for a second, independent source."),
        round_3=("UNCERTAIN",),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "uncertain, the cross-check fails",
        {**ALONE, "I1 R3.1 S1": Errand(raises=SEVERED), "I1 R3.1 S2": Errand(raises=SEVERED)},
        "UNCERTAIN",
        "Uncertain",
        "Independent sources for it: only 1; investigators: 1.",
        ("| 1 | given up | ACADEMIC-HYPA1-S1-I1-R3.1 | the model did not answer in time |",),
        round_3=("UNCERTAIN",),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "uncertain, and who said it now asks for more: it had its second look",
        {**ALONE, "I1 R3.1 S2": quotes("blog1 for A", wish=NORTH)},
        "UNCERTAIN",
        "Uncertain",
        "asked for a further search.",
        (NORTH,),
        round_3=("UNCERTAIN",),
        sides=("for",),
        follow_up=(NORTH, SECOND_VOICE),
    ),
    Row(
        "needs more, done: it is uncertain",
        {**ASKS, "I1 R3.1 S1": quotes("blog1 for A")},
        "NEEDS_MORE",
        "Uncertain",
        "Independent sources for it: only 1; investigators: 1.",
        ("Not settled.",),
        round_3=("UNCERTAIN",),
        sides=("for",),
        follow_up=(SECOND_VOICE,),
    ),
    Row(
        "needs more, done: it is agreed",
        {
            "I1 S1": quotes("blog1 for A", wish=NORTH),
            "I1 S2": quotes("blog1 for A"),
            "I1 R3.1 S1": quotes("paper1 for A"),
        },
        "NEEDS_MORE",
        "Confirmed",
        "2 independent sources agree, for it, 2 of them trusted (investigators: 2)",
        ("| UPHELD |", "Build on hyp_A1"),
        side="for",
        round_3=("AGREED",),
    ),
    Row(
        "needs more, done: it is disagreed",
        {
            "I1 S1": quotes("blog1 for A", wish=NORTH),
            "I1 S2": quotes("blog1 for A"),
            "I1 R3.1 S1": quotes("paper1 against A"),
        },
        "NEEDS_MORE",
        "Uncertain",
        "Unanswered evidence for it weighs 0.40 "
        "(investigators: 1, independent sources: 1), the other side 0.72.",
        (TWO_SIDES,),
        round_3=("DISAGREED", "DISAGREED"),
        sides=("for", "against"),
        follow_up=(WHEN_OR_WHY, SECOND_VOICE),
    ),
    Row(
        "needs more, and the search is impossible",
        {**ASKS, "I1 R3.1 S1": Errand(raises=SEVERED)},
        "NEEDS_MORE",
        "Uncertain",
        "asked for a further search.",
        (NORTH, "| 1 | given up | WEB-SQ1-S1-I1-R3.1 | the model did not answer in time |"),
        round_3=("UNCERTAIN",),
        sides=("for",),
        follow_up=(NORTH, SECOND_VOICE),
    ),
    Row(
        "needs more, and the search brought nothing: the wish stands",
        ASKS,
        "NEEDS_MORE",
        "Uncertain",
        "WEB-SQ1 asked for a further search.",
        (NORTH,),
        round_3=("NEEDS_MORE",),
        sides=("for",),
        follow_up=(NORTH, SECOND_VOICE),
    ),
)


@rows(*RECLASSIFICATION)
def test_the_class_of_a_finding_after_round_three(row: Row) -> None:
    check(row, Play(row.play, **dict(row.fields)).run())


def test_a_search_that_may_not_be_repeated_leaves_its_finding_uncertain() -> None:
    """The one who asked was sent twice and found nothing; a look at the same page has it judged again."""
    same = {f"I{n} S2": quotes("blog1 for A") for n in (2, 3)}
    graph = Play({**ASKS, **same}).run(3)
    _, finding = finding_of(graph)
    assert graph.respawns[Lineage("WEB-SQ1")] == MOST_RESPAWNS
    assert classes(finding, 2) == ["NEEDS_MORE"] * 3
    assert classes(finding, 3) == ["NEEDS_MORE", "NEEDS_MORE", "UNCERTAIN"]
    assert worded(finding.classes[-1].because).startswith("The further search could not be made.")
    assert finding.verdict is not None
    assert (finding.verdict.tag, worded(finding.verdict.follow_up[0])) == ("Uncertain", NORTH)
    assert worded(finding.verdict.because).startswith("The further search could not be made.")
    assert NORTH in reader(graph)
    assert "The further search could not be made." in reader(graph)


# Resolutions.

OPPOSED = {"I1 S1": quotes("paper1 for A against B"), "I1 S2": quotes("official1 for B against A")}
PAIR = "I2 HYPA1xHYPA2"


def settled(type_: ResolutionType, *lines: str, **fields: Any) -> CogniGraph:
    """Two opposed claims, and in the second iteration an Explorer that settles them."""
    script = {**fields.pop("first", OPPOSED), PAIR: quotes(*lines, proposes=type_)}
    return Play(script, OPPOSING, parallel=8, **fields).run(2)


@pytest.mark.parametrize(
    ("type_", "words"),
    [
        ("condition_difference", "difference of condition"),
        ("definition_mismatch", "difference of definition"),
        ("scope_mismatch", "difference of scope"),
    ],
)
def test_a_conflict_in_which_both_hold(type_: ResolutionType, words: str) -> None:
    graph = settled(type_, "news1 for A")
    (_, one), (_, other) = finding_of(graph, "A"), finding_of(graph, "B")
    (edge,) = graph.conflicts(finding_of(graph)[0])
    assert (edge.resolved, edge.resolution_type, edge.resolution) == (True, type_, SETTLED)
    assert {known.conditions for known in graph.hypotheses.values()} == {(SETTLED,)}
    assert (classes(one, 2), classes(other, 2)) == (["DISAGREED", "AGREED"], ["DISAGREED", "UNCERTAIN"])
    assert one.verdict is not None
    assert (one.verdict.tag, one.verdict.side) == ("Likely", "for")
    assert [worded(caveat) for caveat in one.verdict.caveats] == [
        "The strength of that side is 0.5780, under the bar of 0.6."
    ]
    assert other.verdict is not None
    assert other.verdict.tag == "Uncertain"
    text = reader(graph)
    assert f"| {words} | {SETTLED}" in text
    assert "None: no two sides of like weight stand against each other." in text
    assert "## Unsettled conflicts" not in text


def test_a_conflict_in_which_one_is_wrong() -> None:
    lines = ("news1 for A against B", "paper2 for A against B", "official2 against B")
    graph = settled("one_rejected", *lines, loser="hyp_A2")
    name, loser = finding_of(graph, "B")
    assert graph.hypotheses[name].status == "rejected"
    assert classes(loser, 2) == ["DISAGREED", "AGREED"]
    assert loser.verdict is not None
    assert (loser.verdict.tag, loser.verdict.side) == ("Confirmed", "against")
    text = reader(graph)
    assert "| one rejected: hyp_A2 |" in text
    assert f"rejected: lost against hyp_A1: {SETTLED}" in text


def test_the_judge_cannot_reject_what_is_not_weak() -> None:
    graph = settled("one_rejected", "news1 for A", loser="hyp_A2")
    name, finding = finding_of(graph, "B")
    assert graph.hypotheses[name].alive
    assert finding.classes[-1].finding_class == "DISAGREED"
    assert finding.verdict is not None
    assert finding.verdict.tag == "Uncertain"
    text = reader(graph)
    assert "hyp_A2 is not weak enough to be rejected (0.49 against 0.58)" in text
    assert "they exclude each other, and nobody could settle it" in text


def test_two_claims_that_turn_out_to_be_one() -> None:
    first = {"I1 S1": quotes("paper1 for A against B"), "I1 S2": quotes("official1 for B against A")}
    graph = settled("merged", "news1 for A", first=first)
    name, finding = finding_of(graph)
    assert graph.hypotheses[finding_of_absorbed(graph)].merged_into == name
    assert classes(finding, 2) == ["DISAGREED", "AGREED"]
    assert finding.verdict is not None
    assert (finding.verdict.tag, finding.verdict.side) == ("Confirmed", "for")
    text = reader(graph)
    assert "Independent sources: 3 (trusted: 3)" in text
    assert "“Official1 finds that loops raise the bill.”" in text
    assert "## Unsettled conflicts" not in text
    seen = [edge.observation for edge in graph.evidence(name)]
    assert len(seen) == len(set(seen)), "no quote stands on both sides"
    both = f"“Loops cut the bill” [obs_1] [obs_2] / {finding_of_absorbed(graph)} “Loops raise the bill”"
    assert both in text
    assert "| merged |" in text


def finding_of_absorbed(graph: CogniGraph) -> Any:
    (name,) = (name for name, known in graph.hypotheses.items() if known.merged_into is not None)
    assert name not in graph.findings
    return name


# What goes wrong.


def returned(play: Play) -> dict[str, ExplorerReturned]:
    return {event.iid: event for event in play.heard.events if isinstance(event, ExplorerReturned)}


@pytest.mark.parametrize("way", ["raises", "unable"])
def test_an_explorer_that_times_out_costs_its_own_report(way: str) -> None:
    late = Errand(raises=SEVERED) if way == "raises" else Errand(unable=str(SEVERED))
    play = Play({"I1 S1": quotes("paper1 for A"), "I1 S2": late, "I1 S3": quotes("official1 for A")})
    graph = play.run()
    assert returned(play)["WEB-LENS1-S2-I1-R1.0"].status == "failure"
    _, finding = finding_of(graph)
    assert classes(finding, 2) == ["AGREED"]
    assert finding.verdict is not None
    assert finding.verdict.tag == "Confirmed"
    assert not simple_report(graph)
    text = reader(graph)
    assert "WEB-LENS1-S2-I1-R1.0" in text
    assert str(SEVERED) in text
    assert "simple report" not in text


def test_all_but_one_explorer_failing_is_told_as_a_simple_report() -> None:
    failing = {f"I1 S{slot}": quotes("blog1 for A", raises=SEVERED) for slot in (1, 2, 4)}
    again = {f"I1 R3.1 S{slot}": quotes("blog1 for A", raises=SEVERED) for slot in (1, 2)}
    play = Play({**failing, **again, "I1 S3": quotes("paper1 for A")})
    graph = play.run()
    assert Counter(known.status for known in returned(play).values()) == {"failure": 5, "success": 1}
    _, finding = finding_of(graph)
    assert (classes(finding, 2), classes(finding, 3)) == (["UNCERTAIN"], ["UNCERTAIN"])
    assert finding.verdict is not None
    assert finding.verdict.tag != "Confirmed"
    assert simple_report(graph)
    text = reader(graph)
    assert (
        "This is a simple report: fewer than two investigators are known, so nothing was cross-checked."
        in text
    )
    for name in ("WEB-SQ1-S1", "WEB-LENS1-S2", "WEB-LENS3-S4"):
        assert f"| given up | {name}-I1-R1.0 | the model did not answer in time |" in text


def test_every_explorer_failing_is_told_and_nothing_is_claimed() -> None:
    play = Play({f"I1 S{slot}": Errand(raises=SEVERED) for slot in range(1, 5)})
    graph = play.run()
    assert (graph.iteration, graph.hypotheses, graph.findings) == (1, {}, {})
    assert simple_report(graph)
    assert "No evidence was found: nothing in this report answers the question." in reader(graph)


def quarrel(iterations: int) -> Iterator[tuple[str, Errand]]:
    """Both sides find a new voice wherever they are sent, for ever."""
    for n in range(1, iterations + 1):
        yield f"I{n} S1", quotes(f"paper{n}0 for A")
        yield f"I{n} S2", quotes(f"paper{n}1 against A")
        for pass_ in (1, 2):
            yield f"I{n} R3.{pass_} S1", quotes(f"paper{n}{pass_}2 for A")
            yield f"I{n} R3.{pass_} S2", quotes(f"paper{n}{pass_}3 against A")


def test_a_disagreement_that_never_ends_ends_every_iteration() -> None:
    play = Play(dict(list(quarrel(3))))
    graph = play.run(6)
    _, finding = finding_of(graph)
    assert set(classes(finding, 2)) | set(classes(finding, 3)) == {"DISAGREED"}
    assert finding.verdict is not None
    assert (finding.verdict.tag, sides(finding.verdict)) == ("Uncertain", ("for", "against"))
    sent = [investigator(event.iid) for event in play.heard.events if isinstance(event, ExplorerSent)]
    again = Counter((who.iteration, who.place.pass_) for who in sent if who.place.round == 3)
    assert again
    assert max(again.values()) <= 2
    assert {pass_ for _, pass_ in again} <= {1, 2}
    assert max(graph.respawns.values()) <= MOST_RESPAWNS
    text = reader(graph)
    assert "the sources stand on both sides." in text
    assert "What was tried: looked at in round 3" in text
    assert list(breaches(graph)) == []


def test_a_conflict_that_nobody_can_settle_is_left_open_and_told() -> None:
    script = {"I1 S1": quotes("paper1 for A"), "I1 S2": quotes("official1 for B")}
    # Whoever is sent for the pair reads what is known: it looked, and settled nothing.
    script |= {f"I{n} HYPA1xHYPA2": quotes("paper1 for A") for n in range(2, 120)}
    play = Play(script, OPPOSING, quick=True)
    graph = play.run(2)
    while not (edge := graph.conflicts(finding_of(graph)[0])[0]).open:
        assert graph.iteration < 90, edge
        graph = play.run(1, graph)
    assert edge.attempts == GIVEN_UP_AFTER
    assert not edge.resolved
    (_, one), (_, other) = finding_of(graph, "A"), finding_of(graph, "B")
    for finding in (one, other):
        assert finding.classes[-1].finding_class == "DISAGREED"
        assert finding.verdict is not None
        assert finding.verdict.tag == "Uncertain"
    assert "they exclude each other, and nobody could settle it" in reader(graph)
    sent = {investigator(event.iid).target for event in play.heard.events if isinstance(event, ExplorerSent)}
    assert "HYPA1xHYPA2" in sent
    play.heard.events.clear()
    play.run(3, graph)
    later = {investigator(event.iid).target for event in play.heard.events if isinstance(event, ExplorerSent)}
    assert "HYPA1xHYPA2" not in later
