"""A graph worth a thesis: a conditional pair, a falsehood, copies, a retracted page, an idea, open ends."""

from typing import Any

from pathfinder.protocols.graph.edits import (
    AddCondition,
    AddKeyword,
    GraphEdit,
    RetractSource,
    SetRun,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Side, Tag, Verdict
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import CogniGraph, HistoryEntry, Keyword, Source, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence, page_hash

SAND = "In sandy soil the loops cut the heating bill by 41 per cent."
CLAY = "In clay soil the trial found no saving."
DEPENDS = "it holds in sandy soil, and not in clay soil"


def said(
    number: int, about: dict[str, str], quote: str, source: Source, weight: float = 0.8
) -> list[GraphEdit]:
    """A quote on a page of its own, and what it says of each hypothesis: `{"hyp_A1": "SUPPORTS"}`."""
    edits: list[GraphEdit] = []
    for hypothesis, type_ in about.items():
        brought = evidence(number, hypothesis, source, type_, weight)
        edits += brought[-1:] if edits else [brought[0], _quoting(brought[1], quote), brought[2]]
    return edits


def _quoting(edit: GraphEdit, quote: str) -> GraphEdit:
    if edit.kind != "add_observation":
        raise AssertionError("an observation was expected")
    known = edit.observation.model_copy(update={"quote": quote, "summary": quote})
    return edit.model_copy(update={"observation": known})


FEW_TRUSTED = Reason(kind="few_trusted", figures={"trusted": 1, "voices": 2})


def judged(tag: Tag, side: Side | None, **fields: Any) -> Verdict:
    return Verdict.model_validate({"tag": tag, "side": side, "because": "by the rules", **fields})


def a_session(question: str = "Do ground loops cut the heating bill?", engine: str = "") -> CogniGraph:
    """Two claims that hold under different conditions, and everything a thesis has to be honest about."""
    paper, office = a_source("https://journal.example/sand"), a_source("https://office.example/r", "official")
    trial = a_source("https://trial.example/clay")
    press, copy = a_source("https://press.example/1", "news"), a_source("https://press.example/2", "news")
    gone = a_source("https://withdrawn.example/x", title="The 90 per cent paper")
    forum = a_source("https://forum.example/t", "forum")
    moved = HistoryEntry(iteration=0, action="EXPLORE", result="0.5000 to 0.8200", change=0.32)
    seen = {"status": "verified", "visit_count": 3}
    hypotheses = [
        (
            "hyp_A1",
            a_hypothesis(
                "Ground loops cut the heating bill.",
                strength=0.82,
                verdict=judged("Confirmed", "for"),
                history=(moved,),
                **seen,
            ),
        ),
        (
            "hyp_A2",
            a_hypothesis(
                "Ground loops do not cut the heating bill in clay soil.",
                strength=0.71,
                verdict=judged("Likely", "for", caveats=(FEW_TRUSTED,)),
                **seen,
            ),
        ),
        (
            "hyp_A3",
            a_hypothesis(
                "Ground loops cut the bill by 90 per cent.",
                strength=0.3,
                status="tested",
                visit_count=2,
                verdict=judged("Likely", "against"),
                unbound=("90 per cent",),
            ),
        ),
        (
            "hyp_A4",
            a_hypothesis(
                "Loops freeze.",
                strength=0.18,
                status="rejected",
                rejected_because=Reason(kind="fell", figures={"strength": 0.18, "visits": 2}),
                rejected_at=1,
            ),
        ),
        ("hyp_A5", a_hypothesis("Loops last forty years.")),
        (
            "hyp_A6",
            a_hypothesis("Loops need permits.", strength=0.5, status="tested", visit_count=1),
        ),
        (
            "hyp_B1",
            a_hypothesis(
                "The soil, and not the pump, decides.",
                type="B",
                strength=0.6,
                status="tested",
                visit_count=2,
                created_at=1,
                reasoning_tool="causal_chain",
                derived_from=("obs_1", "hyp_A1"),
            ),
        ),
    ]
    graph = a_graph(
        hypotheses,
        *said(1, {"hyp_A1": "SUPPORTS", "hyp_B1": "SUPPORTS"}, SAND, paper),
        *said(2, {"hyp_A1": "SUPPORTS"}, "Loops lower the bill in most houses.", office),
        *said(3, {"hyp_A2": "SUPPORTS", "hyp_A1": "CONTRADICTS"}, CLAY, trial),
        *said(4, {"hyp_A1": "SUPPORTS"}, "A ground loop lowers what you pay.", press, 0.5),
        *said(5, {"hyp_A1": "SUPPORTS"}, "A ground loop lowers what you pay.", copy, 0.5),
        *said(6, {"hyp_A3": "SUPPORTS"}, "Everybody saves 90 per cent.", forum),
        *said(7, {"hyp_A3": "CONTRADICTS"}, "No house came near 90 per cent.", office),
        *said(8, {"hyp_A1": "SUPPORTS"}, "We measured 90 per cent.", gone),
        *said(9, {"hyp_A4": "CONTRADICTS"}, "No loop froze.", paper),
        a_conflict(
            "hyp_A1", "hyp_A2", resolved=True, resolution_type="condition_difference", resolution=DEPENDS
        ),
        *(AddCondition(hypothesis=HypothesisId(name), condition=DEPENDS) for name in ("hyp_A1", "hyp_A2")),
        a_conflict("hyp_A5", "hyp_A6"),
        RetractSource(page=page_hash(f"{gone.url} 8"), because="the data were made up"),
        AddKeyword(keyword=Keyword(keyword="borehole depth")),
        SetSubQuestions(
            sub_questions={
                SubQuestionId("sq_1"): SubQuestion(
                    text="In which soil?", answered_by=(HypothesisId("hyp_A1"),)
                ),
                SubQuestionId("sq_2"): SubQuestion(text="At what price?"),
            }
        ),
        SetRun(run=Run(engine=engine)),
        question=question,
    )
    return graph.model_copy(update={"iteration": 2})
