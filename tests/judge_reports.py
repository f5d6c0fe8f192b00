"""A graph with something in every part of a report, all of its free texts taken from one place."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pathfinder.protocols.graph.edits import (
    AddCondition,
    AddEdge,
    AddFailure,
    AddKeyword,
    AnswerContradiction,
    GraphEdit,
    Reject,
    RetractSource,
    SetFinding,
    SetRun,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.memory import Failure, Run, Spend
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import (
    Answer,
    CogniGraph,
    EvidenceEdge,
    HistoryEntry,
    Keyword,
    Source,
    SubQuestion,
)
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.reports.content.judge_assembly import ReportContext
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, page_hash
from tests.judging import a_class, a_finding, a_review, a_stance
from tests.theses import said

Text = Callable[[str], str]

A1, A2, A3, A4, A5, A6, B1 = (
    HypothesisId(f"hyp_{name}") for name in ("A1", "A2", "A3", "A4", "A5", "A6", "B1")
)


def a_judged_graph(text: Text = lambda said: said) -> CogniGraph:
    """Two investigators on six claims: confirmed, likely with a minority, disagreed, conditional, rejected.

    `text` is asked for every text that comes from outside, by what it says in the harmless case.
    """
    paper, office, trial = (
        _page("https://journal.example/sand", "paper", text, "Sand study"),
        _page("https://office.example/r", "official", text, "Office report"),
        _page("https://trial.example/clay", "paper", text, "Clay trial"),
    )
    press = _page("https://press.example/1", "news", text, "Press story")
    copy = _page("https://press.example/2", "news", text, "Press copy")
    forum = _page("https://forum.example/t", "forum", text, "Forum thread")
    gone = _page("https://withdrawn.example/x", "paper", text, "Withdrawn paper")
    moved = HistoryEntry(iteration=0, action="EXPLORE", result="0.5000 to 0.7400", change=0.24)
    fell = HistoryEntry(iteration=1, action="JUDGE", result="0.7400 to 0.7300", change=-0.01)
    seen: dict[str, Any] = {"status": "tested", "visit_count": 2}
    condition = text("it holds in sandy soil")
    claims = [
        (A1, a_hypothesis(text("Loops cut the bill."), strength=0.73, history=(moved, fell), **seen)),
        (A2, a_hypothesis(text("Loops last long."), strength=0.62, **seen)),
        (A3, a_hypothesis(text("Everybody saves."), strength=0.4, **seen)),
        (A4, a_hypothesis(text("Loops freeze."), strength=0.2, **seen)),
        (A5, a_hypothesis(text("Loops need permits."), strength=0.6, **seen)),
        (A6, a_hypothesis(text("Loops are noisy."), strength=0.5, **seen)),
        (
            B1,
            a_hypothesis(text("Soil decides."), type="B", reasoning_tool="analogy", derived_from=("obs_1",)),
        ),
    ]
    graph = a_graph(
        claims,
        *said(1, {A1: "SUPPORTS", A2: "SUPPORTS"}, text("In sandy soil the loops cut the bill."), paper),
        *said(2, {A1: "SUPPORTS"}, text("Loops lower the bill in most houses."), office),
        *said(3, {A1: "CONTRADICTS", A5: "SUPPORTS"}, text("In clay soil no saving was found."), trial),
        *said(4, {A1: "SUPPORTS"}, text("A loop lowers what you pay."), press, 0.5),
        *said(5, {A1: "SUPPORTS"}, text("A loop lowers what you pay."), copy, 0.5),
        *said(6, {A3: "SUPPORTS", A2: "CONTRADICTS"}, text("Everybody saves."), forum),
        *said(7, {A3: "CONTRADICTS", A4: "CONTRADICTS"}, text("No house came near that."), office),
        *said(8, {A2: "SUPPORTS"}, text("They lasted in our tests."), gone),
        RetractSource(page=page_hash(f"{gone.url} 8"), because=text("the data were made up")),
        a_conflict(
            A1, A5, resolved=True, resolution_type="condition_difference", resolution=condition, attempts=1
        ),
        a_conflict(A5, A6, attempts=2, open=True),
        *(AddCondition(hypothesis=name, condition=condition) for name in (A1, A5)),
        AddEdge(edge=_edge(2, A6, "SUPPORTS", text("same subject"))),
        AddEdge(edge=_edge(3, A6, "CONTRADICTS", text("denies it"))),
        AnswerContradiction(
            observation=ObservationId("obs_3"),
            hypothesis=A1,
            answer=Answer(by="condition", reason=text("clay is another case")),
        ),
        question=text("Do loops cut the bill?"),
    )
    return apply(graph, _judged(text)).model_copy(update={"iteration": 2})


def _page(url: str, type_: str, text: Text, title: str) -> Source:
    return a_source(
        url, type_, title=text(title), site=text(""), author=text("Somebody"), date=text("2024-05-01"),
        rules_version="2026-11-16",
    )  # fmt: skip


def _edge(number: int, name: HypothesisId, type_: str, basis: str) -> EvidenceEdge:
    return EvidenceEdge.model_validate(
        {
            "from": f"obs_{number}",
            "to": name,
            "type": type_,
            "weight": 0.5,
            "created_at": 1,
            "basis": basis,
            "found_by": "WEB-HYPA6-S1-I2-R3.1",
        }
    )


def _judged(text: Text) -> Sequence[GraphEdit]:
    both = (a_stance("WEB-HYPA1"), a_stance("ACADEMIC-HYPA1", at="S2-I1-R1.0"))
    wish = a_stance("WEB-HYPA6", "against", "S1-I2-R3.1", needs_further=text("look in the north"))
    torn = (a_stance("ACADEMIC-HYPA6", at="S2-I2-R3.1"), wish)
    challenge = a_review(
        "WEAKENED", challenge=text("The sample was small."), evidence="obs_3", impact=text("Less sure.")
    )
    caveat = f"{challenge.challenge} {challenge.impact}".strip()
    opinions = [
        {"side": "for", "observations": ["obs_2"], "lineages": ["ACADEMIC-HYPA6"]},
        {"side": "against", "observations": ["obs_3"], "lineages": ["WEB-HYPA6"]},
    ]
    findings: Mapping[HypothesisId, Finding] = {
        A1: a_finding(
            *both,
            class_="AGREED",
            side="for",
            review=a_review(
                challenge=text("Nobody looked in clay."), evidence="obs_1", impact=text("None."), side="for"
            ),
            verdict=_verdict(
                "Confirmed", "for", _agreed(3, 0.73),
            ),
        ),
        A2: a_finding(
            *both,
            class_="AGREED",
            side="for",
            review=challenge,
            verdict=_verdict(
                "Likely", "for", _agreed(1, 0.62),
                caveats=(
                    Reason(kind="few_trusted", figures={"trusted": 1, "voices": 1}),
                    Reason(kind="challenge", words=caveat, cites=challenge.named),
                ),
                minority={"side": "against", "observations": ["obs_6"], "lineages": []},
            ),
        ),
        A3: a_finding(
            *(one.model_copy(update={"side": "against"}) for one in both),
            class_="AGREED",
            side="against",
            verdict=_verdict("Confirmed", "against", _agreed(2, 0.7), unchallenged=True),
        ),
        A5: a_finding(
            both[0], class_="UNCERTAIN", side="for", unjudged=text("The Judge's answer could not be read.")
        ),
        A6: a_finding(
            *torn,
            verdict=_verdict(
                "Uncertain", None, Reason(
                    kind="opposed", side="against",
                    figures={"heads": 1, "voices": 1, "lighter": 0.45, "heavier": 0.42},
                ),
                opinions=opinions,
                follow_up=(
                    Reason(kind="asked_for", words=text("look in the north")),
                    Reason(kind="second_voice"),
                ),
            ),
            classes=(a_class("DISAGREED"), a_class("DISAGREED", None, round=3, pass_=1)),
        ),
    }  # fmt: skip
    return [
        *(SetFinding(hypothesis=name, finding=finding) for name, finding in findings.items()),
        Reject(hypothesis=A4, at=1, because=Reason(kind="fell", figures={"strength": 0.2, "visits": 2})),
        AddKeyword(keyword=Keyword(keyword=text("borehole depth"))),
        SetSubQuestions(
            sub_questions={
                SubQuestionId("sq_1"): SubQuestion(text=text("In which soil?"), answered_by=(A1,)),
                SubQuestionId("sq_2"): SubQuestion(text=text("At what price?")),
            }
        ),
        AddFailure(
            failure=Failure(
                iteration=1, kind="unreachable", what=text("https://dead.example"), reason=text("timed out")
            )
        ),
        SetRun(
            run=Run(
                engine=text("a-model-1"),
                reason=text("stopped by hand"),
                spend=Spend(
                    total_usd_micros=120_000,
                    by_role={text("judge"): 90_000, "explorer": 30_000},
                    by_engine={text("a-model-1"): 120_000},
                ),
            )
        ),
    ]


def _agreed(voices: int, strength: float) -> Reason:
    figures = {"heads": 2, "voices": voices, "trusted": voices, "strength": strength}
    return Reason(kind="side_agreed", side="for", figures=figures)


def _verdict(tag: str, side: str | None, because: Reason, **fields: object) -> Verdict:
    return Verdict.model_validate({"tag": tag, "side": side, "because": because, **fields})


def around(text: Text = lambda said: said, **fields: Any) -> ReportContext:
    """A session's name, and pages on which each quote stands in the middle."""
    return ReportContext(session=text("20260101-loops"), **fields)
