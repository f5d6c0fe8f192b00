"""A thesis is made of what holds, what does not and what is open, and each hypothesis is one of these."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.answer.thesis import (
    OpenConflict,
    ThesisContent,
    band,
    cited,
    leading_first,
    one_per_voice,
    retracted_support,
    said_in,
    settled,
    shared_voices,
    tainted,
    thesis,
    unsettled,
    untold_in,
    verdict_rank,
)
from pathfinder.protocols.graph.edits import (
    AddKeyword,
    GraphEdit,
    MergeHypotheses,
    RetractSource,
    SetSubQuestions,
    UseKeyword,
)
from pathfinder.protocols.graph.judgement import Side, Tag, Verdict
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Keyword, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.judging.wording import worded
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, evidence, page_hash
from tests.theses import said

A1 = HypothesisId("hyp_A1")


def judged(tag: Tag, side: Side | None) -> Verdict:
    return Verdict(tag=tag, side=side, because=f"{tag} {side}")


def seen(strength: float, status: str = "tested", **fields: Any) -> Hypothesis:
    return a_hypothesis(**{"strength": strength, "status": status, "visit_count": 2, **fields})


def content(hypotheses: dict[str, Hypothesis], *edits: GraphEdit) -> ThesisContent:
    return thesis(world(hypotheses, *edits))


def world(hypotheses: dict[str, Hypothesis], *edits: GraphEdit) -> CogniGraph:
    named = [(name, known.model_copy(update={"summary": name})) for name, known in hypotheses.items()]
    return a_graph(named, *edits)


def core(of: ThesisContent) -> list[str]:
    return [finding.hypothesis for finding in of.findings]


def test_verified_and_strong_tested_hypotheses_are_the_core_strongest_first() -> None:
    found = content(
        {
            "hyp_A1": seen(0.55),
            "hyp_A2": seen(0.5499),
            "hyp_A10": seen(0.8, "verified"),
            "hyp_A3": seen(0.8, "verified"),
            "hyp_A4": seen(0.9),
            "hyp_A5": a_hypothesis(strength=0.9),
        }
    )
    assert core(found) == ["hyp_A4", "hyp_A3", "hyp_A10", "hyp_A1"]
    assert found.unresolved.undecided == ("hyp_A2",)
    assert found.unresolved.unvisited == ("hyp_A5",)


def test_what_nobody_looked_into_is_no_core_finding_whatever_its_verdict() -> None:
    likely = judged("Likely", "for")
    found = content(
        {
            "hyp_A1": a_hypothesis(strength=0.9, verdict=likely),
            "hyp_A2": seen(0.55, verdict=likely),
            "hyp_A3": seen(0.9, "rejected", verdict=likely),
        }
    )
    assert core(found) == ["hyp_A2"]
    assert found.unresolved.unvisited == ("hyp_A1",)
    assert [refused.hypothesis for refused in found.refused] == ["hyp_A3"]


def test_what_answers_leads_and_verdicts_come_before_strength() -> None:
    strong = {"status": "tested", "visit_count": 2}
    claims = [
        ("hyp_A1", a_hypothesis("Wells freeze.", strength=0.9, verdict=judged("Uncertain", None), **strong)),
        ("hyp_A2", a_hypothesis("Pumps hum.", strength=0.8, verdict=judged("Likely", "for"), **strong)),
        ("hyp_A3", a_hypothesis("Loops pay off.", strength=0.7, verdict=judged("Likely", "for"), **strong)),
        ("hyp_A4", a_hypothesis("Soil matters.", strength=0.75, **strong)),
    ]
    graph = a_graph(claims, question="Do loops pay off?")
    ordered = leading_first(graph, thesis(graph).findings)
    assert [one.hypothesis for one in ordered] == ["hyp_A3", "hyp_A2", "hyp_A1", "hyp_A4"]
    assert [one.hypothesis for one in ordered if unsettled(one)] == ["hyp_A1"]
    assert leading_first(graph, ()) == ()


def test_a_claim_found_for_the_first_part_alone_leads_before_one_found_for_everything() -> None:
    claims = {name: seen(strength, "verified") for name, strength in (("hyp_A1", 0.75), ("hyp_A2", 0.65))}
    both, first = (HypothesisId("hyp_A1"), HypothesisId("hyp_A2")), HypothesisId("hyp_A2")
    parts = {
        SubQuestionId("sq_1"): SubQuestion(text="Does it work?", priority=1, answered_by=both),
        SubQuestionId("sq_2"): SubQuestion(text="What does it cost?", priority=2, answered_by=both[:1]),
    }
    graph = world(claims, SetSubQuestions(sub_questions=parts))
    assert leading_first(graph, thesis(graph).findings)[0].hypothesis == first


def test_what_is_said_in_the_readers_language_leads_among_those_with_the_same_verdict() -> None:
    sure: dict[str, Any] = {"verdict": judged("Confirmed", "for")}
    graph = a_graph(
        [
            ("hyp_A1", seen(0.9, summary="지붕은 비싸다.", **sure)),
            ("hyp_A2", seen(0.8, summary="지붕은 집을 식힌다.", **sure)),
            ("hyp_A3", seen(0.7, summary="A company sold it.", **sure)),
            ("hyp_A4", seen(0.9, summary="Roofs cool.", verdict=judged("Likely", "for"))),
        ],
        # What another claim is made of does not speak for this one.
        *said(1, {"hyp_A1": "SUPPORTS"}, "A company sold it.", a_source()),
        *said(2, {"hyp_A2": "SUPPORTS"}, "지붕은 집을 식힌다.", a_source("https://two.example/b")),
        *said(3, {"hyp_A2": "SUPPORTS"}, "The houses were cooler.", a_source("https://three.example/c")),
        question="Do roofs cool houses?",
    )
    assert said_in(graph, A1, "en") is None
    assert said_in(graph, HypothesisId("hyp_A2"), "en") == "obs_3"
    findings = thesis(graph).findings
    english = leading_first(graph, findings)
    assert [one.hypothesis for one in english] == ["hyp_A2", "hyp_A3", "hyp_A1", "hyp_A4"]
    assert [verdict_rank(one) for one in english] == [0, 0, 0, 1]
    assert [one.hypothesis for one in english if untold_in(graph, one, "en")] == ["hyp_A1"]
    assert leading_first(graph, findings, "ko")[0].hypothesis == "hyp_A1"


def test_a_sentence_is_as_sure_as_the_best_claim_it_rests_on() -> None:
    graph = a_graph(
        [
            ("hyp_A1", seen(0.9, summary="A", verdict=judged("Confirmed", "for"))),
            ("hyp_A2", seen(0.9, summary="B", verdict=judged("Likely", "for"))),
            ("hyp_A3", seen(0.9, summary="C")),
            ("hyp_A4", seen(0.4, summary="D", verdict=judged("Confirmed", "against"))),
        ],
        *(edit for n in (1, 2, 3) for edit in evidence(n, f"hyp_A{n}", a_source(f"https://s{n}.example/"))),
        *evidence(4, "hyp_A4", a_source("https://s4.example/"), "CONTRADICTS"),
    )
    told = thesis(graph)
    obs = {number: ObservationId(f"obs_{number}") for number in range(1, 6)}
    assert [band(told, (obs[number],)) for number in range(1, 6)] == [0, 1, 2, 0, 2]
    assert band(told, (obs[4],), refusals=False) == 2
    assert band(told, (obs[3], obs[2])) == 1


def test_ideas_of_the_agent_stand_apart() -> None:
    found = content({"hyp_A1": seen(0.6), "hyp_B1": seen(0.7, type="B")})
    assert core(found) == ["hyp_A1"]
    assert [insight.hypothesis for insight in found.insights] == ["hyp_B1"]


def test_status_and_verdict_are_handed_on_together() -> None:
    finding = content({"hyp_A1": seen(0.7, "verified", verdict=judged("Likely", "for"))}).findings[0]
    assert (finding.status, finding.verdict) == ("verified", judged("Likely", "for"))


@pytest.mark.parametrize("tag", ["Confirmed", "Likely"])
def test_what_the_judge_found_contradicted_is_no_core_finding_however_strong(tag: Tag) -> None:
    found = content({"hyp_A1": seen(0.9, "verified", verdict=judged(tag, "against"))})
    assert core(found) == []
    assert [(refused.kind, refused.because) for refused in found.refused] == [
        ("contradicted", f"{tag} against")
    ]


@pytest.mark.parametrize(
    ("tag", "side"), [("Uncertain", None), ("Uncertain", "against"), ("Confirmed", "for")]
)
def test_other_verdicts_leave_it_in_the_core(tag: Tag, side: Side | None) -> None:
    assert core(content({"hyp_A1": seen(0.9, verdict=judged(tag, side))})) == ["hyp_A1"]


def test_an_unvisited_hypothesis_judged_against_is_refused_and_not_open() -> None:
    found = content({"hyp_A1": a_hypothesis(verdict=judged("Likely", "against"))})
    assert [refused.hypothesis for refused in found.refused] == ["hyp_A1"]
    assert found.unresolved.unvisited == ()


def test_the_rejected_come_with_their_reason_and_what_contradicts_them() -> None:
    rejected = seen(0.18, "rejected", rejected_because="strength 0.18 after 2 visits")
    found = content(
        {"hyp_A2": rejected, "hyp_A1": seen(0.2, "rejected", verdict=judged("Confirmed", "against"))},
        *evidence(1, "hyp_A2", a_source(), "CONTRADICTS", 0.5),
        *evidence(2, "hyp_A2", a_source("https://two.example/b"), "SUPPORTS"),
    )
    assert [(refused.hypothesis, refused.kind, worded(refused.because)) for refused in found.refused] == [
        ("hyp_A1", "rejected", "strength 0.20"),
        ("hyp_A2", "rejected", "strength 0.18 after 2 visits"),
    ]
    assert [witness.observation for witness in found.refused[1].contradicted_by] == ["obs_1"]


def test_a_merged_hypothesis_speaks_through_its_survivor_only() -> None:
    found = content(
        {"hyp_A1": seen(0.7), "hyp_A2": seen(0.7)},
        MergeHypotheses(survivor=A1, absorbed=HypothesisId("hyp_A2"), at=0),
    )
    assert core(found) == ["hyp_A1"]
    assert found.refused == ()


def test_witnesses_come_by_authority_times_weight_then_by_id() -> None:
    graph = world(
        {"hyp_A1": seen(0.7)},
        *evidence(10, "hyp_A1", a_source("https://a.example/1"), weight=0.5),
        *evidence(2, "hyp_A1", a_source("https://b.example/1", "blog")),
        *evidence(3, "hyp_A1", a_source("https://c.example/1"), weight=0.5),
        *evidence(4, "hyp_A1", a_source("https://d.example/1")),
        *evidence(5, "hyp_A1", a_source("https://e.example/1"), "CONTRADICTS"),
    )
    assert [witness.observation for witness in cited(graph, A1, "SUPPORTS")] == [
        "obs_4",
        "obs_3",
        "obs_10",
        "obs_2",
    ]
    finding = thesis(graph).findings[0]
    assert finding.supported_by == cited(graph, A1, "SUPPORTS")
    assert [witness.observation for witness in finding.contradicted_by] == ["obs_5"]
    assert (finding.supported_by[0].authority, finding.supported_by[0].weight) == (0.9, 0.8)


def test_two_quotes_of_one_publisher_are_one_voice() -> None:
    graph = world(
        {"hyp_A1": seen(0.7)},
        *evidence(1, "hyp_A1", a_source("https://a.example/1")),
        *evidence(2, "hyp_A1", a_source("https://a.example/2")),
    )
    assert len({witness.voice for witness in cited(graph, A1, "SUPPORTS")}) == 1


def test_what_has_no_found_quote_or_a_retracted_page_is_no_witness() -> None:
    source = a_source()
    brought = evidence(1, "hyp_A1", source)
    unverified = [
        edit.model_copy(
            update={"observation": edit.observation.model_copy(update={"quote": None, "page": None})}
        )
        if edit.kind == "add_observation"
        else edit
        for edit in evidence(2, "hyp_A1", a_source("https://two.example/b"))
    ]
    graph = world({"hyp_A1": seen(0.7)}, *brought, *unverified)
    assert [witness.observation for witness in cited(graph, A1, "SUPPORTS")] == ["obs_1"]
    retracted = RetractSource(page=page_hash(f"{source.url} 1"), because="withdrawn")
    assert cited(world({"hyp_A1": seen(0.7)}, *brought, retracted), A1, "SUPPORTS") == ()


def test_what_is_open_is_listed() -> None:
    names = [f"hyp_A{n}" for n in range(1, 11)]
    part, answered = SubQuestion(text="Why?"), SubQuestion(text="How?", answered_by=(A1,))
    known = dict.fromkeys(names, seen(0.5))
    found = content(
        known | {"hyp_A1": seen(0.7, "verified"), "hyp_A9": seen(0.1, "rejected")},
        a_conflict("hyp_A10", "hyp_A3"),
        a_conflict("hyp_A2", "hyp_A4", open=True),
        a_conflict("hyp_A5", "hyp_A6", resolved=True),
        a_conflict("hyp_A7", "hyp_A9"),
        a_conflict("hyp_A9", "hyp_A8"),
        AddKeyword(keyword=Keyword(keyword="heat")),
        AddKeyword(keyword=Keyword(keyword="soil")),
        UseKeyword(number=1),
        SetSubQuestions(sub_questions={SubQuestionId("sq_1"): answered, SubQuestionId("sq_2"): part}),
    ).unresolved
    assert found.keywords == (2,)
    assert found.sub_questions == ("sq_2",)
    assert found.conflicts == (
        OpenConflict(first=HypothesisId("hyp_A2"), second=HypothesisId("hyp_A4"), given_up=True),
        OpenConflict(first=HypothesisId("hyp_A3"), second=HypothesisId("hyp_A10"), given_up=False),
    )


Drawn = tuple[Literal["A", "B"], str, float, Verdict | None]
verdicts = st.none() | st.builds(
    judged, st.sampled_from(["Confirmed", "Likely", "Uncertain"]), st.sampled_from(["for", "against", None])
)
drawn = st.tuples(
    st.sampled_from(["A", "B"]),
    st.sampled_from(["unvisited", "tested", "verified", "rejected"]),
    st.floats(0, 1),
    verdicts,
)


@given(hypotheses=st.lists(drawn, max_size=12))
def test_every_hypothesis_stands_in_exactly_one_list(hypotheses: list[Drawn]) -> None:
    graph = world(
        {
            f"hyp_{type_}{number}": seen(strength, status, type=type_, verdict=verdict)
            for number, (type_, status, strength, verdict) in enumerate(hypotheses, start=1)
        }
    )
    found = thesis(graph)
    listed = [
        *(finding.hypothesis for finding in (*found.findings, *found.insights)),
        *(refused.hypothesis for refused in found.refused),
        *found.unresolved.unvisited,
        *found.unresolved.undecided,
    ]
    assert sorted(listed) == sorted(graph.hypotheses)


def test_settled_conflicts_are_those_both_sides_outlived() -> None:
    found = settled(
        world(
            dict.fromkeys([f"hyp_A{n}" for n in range(1, 11)], seen(0.6)) | {"hyp_A9": seen(0.1, "rejected")},
            a_conflict(
                "hyp_A10", "hyp_A2", resolved=True, resolution_type="scope_mismatch", resolution="towns"
            ),
            a_conflict("hyp_A1", "hyp_A3", resolved=True, resolution_type="condition_difference"),
            a_conflict("hyp_A4", "hyp_A5", resolved=True),
            a_conflict("hyp_A6", "hyp_A7"),
            a_conflict("hyp_A8", "hyp_A9", resolved=True, resolution_type="one_rejected"),
            a_conflict("hyp_A9", "hyp_A1", resolved=True, resolution_type="one_rejected"),
        )
    )
    assert [(one.first, one.second, one.type, one.resolution) for one in found] == [
        ("hyp_A1", "hyp_A3", "condition_difference", ""),
        ("hyp_A2", "hyp_A10", "scope_mismatch", "towns"),
    ]


def test_a_voice_is_heard_once_and_its_copies_are_named() -> None:
    graph = world(
        {"hyp_A1": seen(0.7)},
        *evidence(10, "hyp_A1", a_source("https://a.example/1"), weight=0.5),
        *evidence(2, "hyp_A1", a_source("https://a.example/2"), weight=0.5),
        *evidence(3, "hyp_A1", a_source("https://b.example/1")),
    )
    witnesses = cited(graph, A1, "SUPPORTS")
    assert [one.observation for one in one_per_voice(witnesses)] == ["obs_3", "obs_2"]
    assert shared_voices(witnesses) == (("obs_2", "obs_10"),)


@pytest.mark.parametrize(("tag", "kept_out"), [("Likely", True), ("Confirmed", False), (None, True)])
def test_a_claim_that_a_retracted_page_makes_answers_only_if_it_is_confirmed(
    tag: Tag | None, kept_out: bool
) -> None:
    withdrawn = a_source("https://gone.example/x")
    verdict = None if tag is None else judged(tag, "for")
    graph = world(
        {"hyp_A1": seen(0.7, verdict=verdict), "hyp_A2": seen(0.7)},
        *evidence(1, "hyp_A1", withdrawn),
        *evidence(2, "hyp_A1", a_source()),
        *evidence(3, "hyp_A2", a_source("https://two.example/b")),
        *evidence(4, "hyp_A2", a_source("https://gone.example/y"), "CONTRADICTS"),
        RetractSource(page=page_hash(f"{withdrawn.url} 1"), because="withdrawn"),
        RetractSource(page=page_hash("https://gone.example/y 4"), because="withdrawn"),
    )
    first, second = thesis(graph).findings
    assert retracted_support(graph, A1) == ("obs_1",)
    assert (tainted(graph, first), tainted(graph, second)) == (kept_out, False)


def test_a_quote_without_a_page_is_on_no_retracted_one() -> None:
    bare = evidence(1, "hyp_A1", a_source())
    unverified = [
        edit.model_copy(update={"observation": edit.observation.model_copy(update={"page": None})})
        if edit.kind == "add_observation"
        else edit
        for edit in bare
    ]
    assert retracted_support(world({"hyp_A1": seen(0.7)}, *unverified), A1) == ()
