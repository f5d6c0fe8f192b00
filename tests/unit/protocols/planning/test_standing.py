"""The standing after an iteration: what it found, what is in focus or moved, and where it goes next."""

from pathfinder.protocols.graph.edits import (
    AddHistory,
    CloseIteration,
    GraphEdit,
    MergeHypotheses,
    Reject,
    SetFinding,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, HistoryEntry, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.selection import select
from pathfinder.protocols.planning.standing import MOST_FOUND, MOST_MOVERS, moved, standing
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence

NAMES = [HypothesisId(f"hyp_A{number}") for number in range(1, 11)]


def change(name: HypothesisId, by: float, at: int = 0) -> GraphEdit:
    entry = HistoryEntry(iteration=at, action="EXPLORE", result="-", change=by)
    return AddHistory(hypothesis=name, entry=entry)


def finding(name: HypothesisId, tag: str | None = None) -> GraphEdit:
    verdict = Verdict.model_validate({"tag": tag, "side": "for", "because": "-"}) if tag else None
    return SetFinding(hypothesis=name, finding=Finding(verdict=verdict))


def graph(*edits: GraphEdit, closed: int = 1) -> CogniGraph:
    """Ten hypotheses, hyp_A1 the strongest, after so many iterations."""
    claims = [
        (name, a_hypothesis(f"claim {name}", strength=0.95 - 0.05 * place))
        for place, name in enumerate(NAMES)
    ]
    return apply(a_graph(claims, *edits), [CloseIteration()] * closed)


def test_an_empty_graph_stands_nowhere() -> None:
    now = standing(CogniGraph(question="Is it so?"))
    assert (now.hypotheses, now.found, now.planned, now.parts) == ((), (), (), 0)


def test_the_five_in_focus_come_first_and_then_those_that_moved_most() -> None:
    moves = [change(NAMES[place], by) for place, by in ((0, 0.1), (6, -0.02), (7, 0.3), (8, -0.2), (9, 0.01))]
    now = standing(graph(*moves))
    assert [known.hypothesis for known in now.hypotheses] == [*NAMES[:5], NAMES[7], NAMES[8], NAMES[6]]
    assert [known.active for known in now.hypotheses] == [True] * 5 + [False] * MOST_MOVERS
    assert (now.hypotheses[0].moved, now.hypotheses[1].moved) == (0.1, 0.0)
    assert (now.inactive, now.rejected) == (5, 0)


def test_only_moves_of_the_last_iteration_count_and_they_add_up() -> None:
    known = graph(change(NAMES[0], 0.1), change(NAMES[0], -0.04))
    assert moved(known, NAMES[0]) == 0.06
    assert moved(apply(known, [CloseIteration()]), NAMES[0]) == 0.0


def test_new_is_what_the_last_iteration_raised() -> None:
    assert standing(graph()).hypotheses[0].new
    assert not standing(graph(closed=2)).hypotheses[0].new


def test_findings_are_those_with_fresh_evidence_the_surest_first() -> None:
    source = [a_source(f"https://h{number}.example/a") for number in range(6)]
    edits: list[GraphEdit] = []
    for number, tag in enumerate(("Uncertain", None, "Confirmed", "Likely", "Likely")):
        edits += [*evidence(number + 1, NAMES[number], source[number]), finding(NAMES[number], tag)]
    edits.append(finding(NAMES[6], "Confirmed"))
    now = standing(graph(*edits))
    assert [found.hypothesis for found in now.found] == [NAMES[2], NAMES[3], NAMES[4]]
    assert (now.found[0].tag, now.found[0].side, now.found[0].mark) == ("Confirmed", "for", "✓")
    assert len(now.found) == MOST_FOUND
    assert standing(graph(*edits, closed=2)).found == ()
    merged = graph(*edits, MergeHypotheses(survivor=NAMES[0], absorbed=NAMES[2], at=0))
    assert NAMES[2] not in [found.hypothesis for found in standing(merged).found]


def test_voices_are_counted_on_both_sides() -> None:
    one, other = a_source("https://one.example/a"), a_source("https://two.example/a")
    edits = [
        *evidence(1, NAMES[0], one),
        *evidence(2, NAMES[0], one),
        *evidence(3, NAMES[0], other, "CONTRADICTS"),
    ]
    first = next(known for known in standing(graph(*edits)).hypotheses if known.hypothesis == NAMES[0])
    assert (first.supports, first.contradicts) == (1, 1)


def test_the_plan_is_what_selection_would_choose() -> None:
    known = graph(a_conflict(NAMES[0], NAMES[1]))
    assert standing(known, 5).planned == tuple(slot.target for slot in select(known, 5).targets[:3])
    assert (standing(known).planned, standing(known).conflicts) == ((), 1)


def test_parts_rejected_ones_and_long_claims() -> None:
    parts = {
        SubQuestionId("sq_1"): SubQuestion(text="one", answered_by=(NAMES[0],)),
        SubQuestionId("sq_2"): SubQuestion(text="two"),
    }
    reject = Reject(hypothesis=NAMES[9], at=0, because="weak")
    now = standing(graph(SetSubQuestions(sub_questions=parts), finding(NAMES[0], "Likely"), reject))
    assert (now.answered, now.parts, now.rejected) == (1, 2, 1)
    wide = a_graph([("hyp_A1", a_hypothesis("long\x1b[31m " * 100))])
    (only,) = standing(wide).hypotheses
    assert len(only.summary) == 160
    assert only.summary.isprintable()


def test_a_dry_spell_is_reported_when_it_begins_and_a_health_issue_after_its_check() -> None:
    assert [one.issue for one in standing(graph(closed=3)).concerns] == ["DRY"]
    assert standing(graph(closed=4)).concerns == ()
    known = graph(closed=4)
    checked = known.health.model_copy(update={"issues": ("SATURATED",), "last_check": 4})
    issues = [one.issue for one in standing(known.model_copy(update={"health": checked})).concerns]
    assert issues == ["SATURATED"]
