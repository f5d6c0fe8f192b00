"""What changed between two iterations is all there, and what did not is not."""

from pathfinder.protocols.graph.edits import (
    AddCondition,
    AddHypothesis,
    CloseIteration,
    GraphEdit,
    MergeHypotheses,
    Reject,
    RetractSource,
    SetFinding,
    SetStatus,
    SetStrength,
    UpdateConflict,
)
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.markdown.diff import difference, difference_json, difference_lines
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, crossing, evidence, page_hash
from tests.scenario.staged import Stage
from tests.theses import judged

NAMES = [f"hyp_A{n}" for n in range(1, 6)]
SOURCE = a_source("https://new.example/p", title="New")


def start() -> CogniGraph:
    return a_graph(
        [(name, a_hypothesis(f"Claim {name}.", status="tested")) for name in NAMES],
        *evidence(1, "hyp_A1", a_source()),
        a_conflict("hyp_A1", "hyp_A2"),
        a_conflict("hyp_A3", "hyp_A4"),
    )


def later(before: CogniGraph) -> CogniGraph:
    conflict, other = (edge for edge in before.edges if isinstance(edge, ConflictEdge))
    settled = {"resolved": True, "resolution_type": "condition_difference", "resolution": "the soil"}
    edits: list[GraphEdit] = [
        AddHypothesis(name=HypothesisId("hyp_B1"), hypothesis=a_hypothesis("An idea.", type="B")),
        *evidence(2, "hyp_A1", SOURCE),
        SetStrength(hypothesis=HypothesisId("hyp_A1"), strength=0.6),
        SetStatus(hypothesis=HypothesisId("hyp_A1"), status="verified"),
        SetFinding(hypothesis=HypothesisId("hyp_A1"), finding=Finding(verdict=judged("Likely", "for"))),
        UpdateConflict(edge=conflict.model_copy(update=settled)),
        UpdateConflict(edge=other.model_copy(update={"open": True})),
        AddCondition(hypothesis=HypothesisId("hyp_A2"), condition="the soil"),
        a_conflict("hyp_A2", "hyp_A4"),
        Reject(hypothesis=HypothesisId("hyp_A3"), at=0, because="weak"),
        MergeHypotheses(survivor=HypothesisId("hyp_A4"), absorbed=HypothesisId("hyp_B1"), at=0),
        RetractSource(page=page_hash("https://one.example/a 1"), because="made up"),
        CloseIteration(),
    ]
    return apply(before, edits)


def test_a_difference_names_every_change_once() -> None:
    before = start()
    known = difference(before, later(before))
    assert (known.start, known.end) == (0, 1)
    assert [(move.hypothesis, move.merged_into) for move in known.new] == [("hyp_B1", "hyp_A4")]
    moves = {move.hypothesis: move for move in known.changed}
    assert list(moves) == ["hyp_A1", "hyp_A2", "hyp_A3"]
    changed = moves[HypothesisId("hyp_A1")]
    assert changed.before is not None
    assert (changed.before.strength, changed.after.strength) == (0.5, 0.6)
    assert (changed.before.status, changed.after.status) == ("tested", "verified")
    assert (changed.before.verdict, changed.after.verdict) == (None, "Likely for")
    assert moves[HypothesisId("hyp_A2")].conditions == ("the soil",)
    assert moves[HypothesisId("hyp_A3")].because == "weak"
    assert [(pair.first, pair.second) for pair in known.opened] == [("hyp_A2", "hyp_A4")]
    assert [(pair.first, pair.second, pair.resolution) for pair in known.settled] == [
        ("hyp_A1", "hyp_A2", "the soil")
    ]
    assert [(pair.first, pair.second) for pair in known.given_up] == [("hyp_A3", "hyp_A4")]
    assert known.observations == ("obs_2",)
    assert [page.title for page in known.sources] == ["New"]
    assert [page.because for page in known.retracted] == ["made up"]


def test_a_program_gets_no_claim_that_stands_as_it_stood() -> None:
    unsure = SetFinding(hypothesis=HypothesisId("hyp_A1"), finding=Finding(verdict=judged("Uncertain", None)))
    before = apply(start(), [unsure])
    edits = [*evidence(2, "hyp_A5", SOURCE), crossing(2, "hyp_A1"), unsure, CloseIteration()]
    known = difference(before, apply(before, edits))
    assert any("verdict Reported to Disputed" in line for line in difference_lines(known))
    assert difference_json(known)["changed"] == []
    assert [row["hypothesis"] for row in difference_json(difference(before, later(before)))["changed"]] == [
        "hyp_A1",
        "hyp_A2",
        "hyp_A3",
    ]


def test_it_reads_as_lines() -> None:
    before = start()
    told = list(difference_lines(difference(before, later(before))))
    assert told[0] == "From iteration 0 to 1"
    assert "  hyp_A1 0.50 to 0.60 (+0.10); tested to verified; verdict none to Likely: Claim hyp_A1." in told
    assert "  hyp_A2 now only when: the soil: Claim hyp_A2." in told
    assert "  hyp_A3 tested to rejected (weak): Claim hyp_A3." in told
    assert "  hyp_A1 and hyp_A2: they hold under different conditions: the soil" in told


def test_it_reads_as_korean_lines() -> None:
    before = start()
    told = list(difference_lines(difference(before, later(before)), "ko"))
    assert told[0] == "반복 0에서 반복 1까지"
    moved = "강도 0.50 → 0.60 (+0.10); 상태 조사됨 → 검증됨; 판정 없음 → 유력"
    assert f"  hyp_A1 {moved}: Claim hyp_A1." in told
    assert "  hyp_A1 / hyp_A2: 조건 차이: the soil" in told


def test_a_move_is_the_difference_of_what_is_shown() -> None:
    """0.575 to 0.563 reads 0.58 to 0.56, and so it moved by 0.02."""
    before = start()
    graphs = (
        before.model_copy(
            update={
                "hypotheses": before.hypotheses
                | {
                    HypothesisId("hyp_A1"): before.hypotheses[HypothesisId("hyp_A1")].model_copy(
                        update={"strength": strength}
                    )
                }
            }
        )
        for strength in (0.575, 0.563)
    )
    assert any("0.58 to 0.56 (-0.02)" in line for line in difference_lines(difference(*graphs)))


def test_nothing_changed_is_said() -> None:
    graph = start()
    assert list(difference_lines(difference(graph, graph)))[-1] == "  Nothing changed."


def test_two_steps_add_up_to_one() -> None:
    """What is new from the start to the end is what was new on the way."""
    stage = Stage()
    first = stage.run(1)
    second = stage.run(1, first)
    whole = difference(CogniGraph(question=first.question), second)
    parts = (difference(CogniGraph(question=first.question), first), difference(first, second))
    assert set(whole.observations) == {name for part in parts for name in part.observations}
    assert {page.page for page in whole.sources} == {page.page for part in parts for page in part.sources}
    assert {move.hypothesis for move in whole.new} == {move.hypothesis for part in parts for move in part.new}
