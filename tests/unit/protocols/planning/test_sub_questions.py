"""Parts of the question come after what they depend on, the important ones first."""

from typing import Any

from pathfinder.protocols.calls.explorer_reports import ClaimRef, ExplorerReport
from pathfinder.protocols.calls.targets import LENSES, HypothesisTarget, KeywordTarget, LensTarget
from pathfinder.protocols.graph.edits import (
    GraphEdit,
    MergeHypotheses,
    SetFinding,
    SetStatus,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.planning.context import context
from pathfinder.protocols.planning.sub_questions import in_order, linked, unanswered
from tests.builders import a_graph, a_hypothesis, a_report

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")


def parted(*edits: GraphEdit, **parts: SubQuestion) -> CogniGraph:
    named = {SubQuestionId(name): part for name, part in parts.items()}
    hypotheses = [("hyp_A1", a_hypothesis("One.")), ("hyp_A2", a_hypothesis("Two."))]
    return apply(a_graph(hypotheses), [SetSubQuestions(sub_questions=named), *edits])


def a_part(priority: int = 3, *depends_on: str, answered_by: tuple[HypothesisId, ...] = ()) -> SubQuestion:
    needs = tuple(SubQuestionId(name) for name in depends_on)
    return SubQuestion(text="Why?", priority=priority, depends_on=needs, answered_by=answered_by)


def test_priority_1_comes_first_and_equals_by_name() -> None:
    graph = parted(sq_3=a_part(2), sq_1=a_part(2), sq_2=a_part(1))
    assert in_order(graph) == ("sq_2", "sq_1", "sq_3")


def test_a_part_comes_after_what_it_depends_on_even_if_it_matters_more() -> None:
    graph = parted(sq_1=a_part(1, "sq_2"), sq_2=a_part(5, "sq_3"), sq_3=a_part(5))
    assert in_order(graph) == ("sq_3", "sq_2", "sq_1")


def test_a_circle_is_opened_by_priority() -> None:
    graph = parted(sq_1=a_part(3, "sq_2"), sq_2=a_part(1, "sq_1"), sq_3=a_part(2, "sq_3"))
    assert in_order(graph) == ("sq_2", "sq_1", "sq_3")


def settled(tag: str = "Likely", side: str = "for") -> SetFinding:
    verdict = {"tag": tag, "side": side, "because": "so"}
    return SetFinding(hypothesis=A1, finding=Finding.model_validate({"verdict": verdict}))


def test_a_part_is_answered_by_a_claim_that_is_settled_either_way() -> None:
    parts = {"sq_1": a_part(answered_by=(A1,)), "sq_2": a_part()}
    assert unanswered(parted(**parts)) == ("sq_1", "sq_2")
    assert unanswered(parted(settled(), **parts)) == ("sq_2",)
    assert unanswered(parted(settled("Confirmed", "against"), **parts)) == ("sq_2",)
    assert unanswered(parted(settled("Uncertain"), **parts)) == ("sq_1", "sq_2")
    verified = SetStatus(hypothesis=A1, status="verified")
    assert unanswered(parted(verified, **parts)) == ("sq_2",)


def test_a_merged_hypothesis_answers_through_its_survivor() -> None:
    merged = MergeHypotheses(survivor=A1, absorbed=A2, at=0)
    assert unanswered(parted(merged, settled(), sq_1=a_part(answered_by=(A2,)))) == ()


def brought(target: dict[str, Any], *keys: str) -> tuple[ExplorerReport, dict[ClaimRef, HypothesisId]]:
    claims = [{"key": key, "summary": key} for key in keys]
    report = a_report(target=target["code"], claims=claims).model_copy(update={"target": target["target"]})
    refs = [ClaimRef(iid=report.iid, key=key) for key in keys]
    return report, dict(zip(refs, (A1, A2), strict=False))


LENS = {"code": "LENS1", "target": LensTarget(lens=LENSES[0], sub_question=SubQuestionId("sq_1"))}


def test_claims_belong_to_the_part_their_explorer_was_sent_for() -> None:
    graph = parted(sq_1=a_part(), sq_2=a_part())
    report, names = brought(LENS, "c1")
    (edit,) = linked(graph, [report], names)
    assert edit.sub_questions[SubQuestionId("sq_1")].answered_by == (A1,)
    assert edit.sub_questions[SubQuestionId("sq_2")].answered_by == ()
    again = apply(graph, [edit])
    assert linked(again, [report], names) == ()


def test_claims_found_while_testing_a_claim_belong_where_it_does() -> None:
    graph = parted(sq_1=a_part(answered_by=(A1,)), sq_2=a_part())
    target = {"code": "HYPA1", "target": HypothesisTarget(hypothesis=A1)}
    report, _ = brought(target, "c1")
    (edit,) = linked(graph, [report], {ClaimRef(iid=report.iid, key="c1"): A2})
    assert edit.sub_questions[SubQuestionId("sq_1")].answered_by == (A1, A2)


def test_a_keyword_a_lens_on_the_whole_and_a_claim_that_came_to_nothing_belong_nowhere() -> None:
    graph = parted(sq_1=a_part())
    whole = {"code": "LENS1", "target": LensTarget(lens=LENSES[0])}
    keyword = {"code": "KW1", "target": KeywordTarget(number=1, keyword="k")}
    for target in (whole, keyword):
        report, names = brought(target, "c1")
        assert linked(graph, [report], names) == ()
    report, _ = brought(LENS, "c1")
    assert linked(graph, [report], {}) == ()


def test_an_answer_that_is_not_in_the_graph_answers_nothing() -> None:
    assert unanswered(parted(sq_1=a_part(answered_by=(HypothesisId("hyp_A9"),)))) == ("sq_1",)


def test_agents_are_shown_as_answered_what_is_settled_and_no_more() -> None:
    parts = {"sq_1": a_part(answered_by=(A1,)), "sq_2": a_part(answered_by=(A2,))}
    shown = {
        line.id: line.answered_by for line in context(parted(settled(), **parts), (), 10_000).sub_questions
    }
    assert shown == {"sq_1": (A1,), "sq_2": ()}


def test_a_claim_says_which_parts_it_answers_and_an_explorer_how_far_its_part_got() -> None:
    parts = {SubQuestionId(f"sq_{n}"): SubQuestion(text="Why?") for n in (1, 2)}
    graph = a_graph([("hyp_A1", a_hypothesis())], SetSubQuestions(sub_questions=parts))
    report = a_report(
        target="SQ1",
        claims=[
            {"key": "c1", "summary": "x", "parts": ["sq_2", "sq_9"]},
            {"key": "c2", "summary": "y"},
            {"key": "c3", "summary": "z"},
        ],
        outcome={"part": "sq_1", "exhausted": True, "not_found": ["a figure"]},
    )
    names = {
        ClaimRef(iid=report.iid, key="c1"): HypothesisId("hyp_A1"),
        ClaimRef(iid=report.iid, key="c2"): HypothesisId("hyp_A1"),
    }
    (edit,) = linked(graph, [report, report], names)
    first, second = edit.sub_questions.values()
    assert (first.answered_by, second.answered_by) == (("hyp_A1",), ("hyp_A1",))
    assert (first.searched, first.exhausted, first.not_found) == (1, True, ("a figure",))
    assert (second.searched, second.last_searched) == (0, None)
    silent = report.model_copy(update={"outcome": None})
    (edit,) = linked(graph, [silent], {})
    assert edit.sub_questions[SubQuestionId("sq_1")].not_found == ()
    assert linked(graph, [report.model_copy(update={"status": "failure", "claims": ()})], {}) == ()
