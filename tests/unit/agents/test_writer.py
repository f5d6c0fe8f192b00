"""The Writer sees witnesses, each voice once, and nothing it writes stands without them."""

import pytest

from pathfinder.agents import writer
from pathfinder.agents.writer import bound, thesis_question
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.questions import WrittenFinding, WrittenSentence, WrittenThesis
from tests.builders import a_graph, a_hypothesis, a_source
from tests.theses import a_session, judged, said

GRAPH = a_session()


def sentence(text: str, *cites: str) -> WrittenSentence:
    return WrittenSentence(text=text, cites=tuple(ObservationId(cite) for cite in cites))


def test_the_question_shows_the_weightiest_witness_of_each_voice() -> None:
    asked = thesis_question(GRAPH, "en")
    assert asked is not None
    lines = {line.claim.id: line for line in asked.claims}
    assert [(line.claim.id, line.section) for line in asked.claims] == [
        ("hyp_A1", "finding"),
        ("hyp_A2", "finding"),
        ("hyp_B1", "insight"),
        ("hyp_A3", "refused"),
        ("hyp_A4", "refused"),
    ]
    leading = lines[HypothesisId("hyp_A1")]
    # obs_5 is of the same publisher as obs_4, obs_8 stands on a retracted page.
    assert [(one.id, one.type) for one in leading.witnesses] == [
        ("obs_1", "SUPPORTS"),
        ("obs_2", "SUPPORTS"),
        ("obs_4", "SUPPORTS"),
        ("obs_3", "CONTRADICTS"),
    ]
    assert len({one.voice for one in leading.witnesses}) == 4
    assert lines[HypothesisId("hyp_A3")].side == "against"
    assert asked.settled == (
        "hyp_A1 and hyp_A2 (condition_difference): it holds in sandy soil, and not in clay soil",
    )
    assert asked.unknown == ("At what price?",)


def test_nothing_to_cite_is_nothing_to_ask() -> None:
    assert thesis_question(CogniGraph(question="Why?"), "en") is None
    alone = a_graph([("hyp_A1", a_hypothesis(strength=0.9, status="tested", visit_count=1))])
    assert thesis_question(alone, "ko") is None


def test_what_is_not_settled_is_left_to_the_list_where_something_is() -> None:
    strong = {"strength": 0.7, "status": "tested", "visit_count": 2}
    claims = [
        ("hyp_A1", a_hypothesis("Wells freeze.", **strong, verdict=judged("Uncertain", None))),
        ("hyp_A2", a_hypothesis("Loops pay.", **strong, verdict=judged("Likely", "for"))),
    ]
    quotes = [
        *said(1, {"hyp_A1": "SUPPORTS"}, "A well froze.", a_source()),
        *said(2, {"hyp_A2": "SUPPORTS"}, "Loops pay.", a_source("https://two.example/b")),
    ]
    both, first = (
        thesis_question(a_graph(claims, *quotes), "en"),
        thesis_question(a_graph(claims[:1], *quotes[:3]), "en"),
    )
    assert both is not None
    assert [line.claim.id for line in both.claims] == ["hyp_A2"]
    assert first is not None
    assert [line.claim.id for line in first.claims] == ["hyp_A1"]


def test_a_question_has_a_largest_size() -> None:
    names = [f"hyp_A{n}" for n in range(1, 41)]
    strong = {"strength": 0.9, "status": "tested", "visit_count": 2}
    quotes = [
        edit
        for number, name in enumerate(names, start=1)
        for k in range(6)
        for edit in said(
            number * 10 + k,
            {name: "SUPPORTS"},
            f"{number} {k} " + "w" * 900,
            a_source(f"https://s{number}-{k}.example/"),
        )
    ]
    asked = thesis_question(a_graph([(name, a_hypothesis(name, **strong)) for name in names], *quotes), "en")
    assert asked is not None
    assert len(asked.claims) == writer.MOST_FINDINGS
    assert sum(len(one.quote) for line in asked.claims for one in line.witnesses) <= writer.MOST_CHARACTERS
    assert max(len(line.witnesses) for line in asked.claims) == writer.MOST_WITNESSES


def test_sentences_stand_on_their_quotes_or_are_dropped_with_the_reason() -> None:
    written = WrittenThesis(
        answer=(
            sentence("In sandy soil loops cut the bill by 41 per cent.", "obs_1"),
            sentence("Loops cut the bill by 45 per cent.", "obs_1"),
            sentence("Everybody saves 90 per cent.", "obs_6"),
            sentence("We measured 90 per cent.", "obs_8"),
        ),
        findings=(
            WrittenFinding(
                hypothesis=HypothesisId("hyp_A2"),
                title="Clay saves nothing",
                sentences=(
                    sentence("The trial in clay found no saving.", "obs_3"),
                    sentence("Offices agree.", "obs_2"),
                    sentence("So hyp_A9 holds.", "obs_3"),
                ),
            ),
            WrittenFinding(
                hypothesis=HypothesisId("hyp_A1"),
                title="41 per cent less in 7 towns",
                sentences=(sentence("모래 토양에서 41% 줄었다.", "obs_1"),),
            ),
            WrittenFinding(
                hypothesis=HypothesisId("hyp_A99"),
                title="Invented",
                sentences=(sentence("It is so.", "obs_1"),),
            ),
        ),
        limits=(sentence("In clay soil nothing was saved.", "obs_3"), sentence("Permits cost 300.", "obs_2")),
    )
    kept, dropped = bound(GRAPH, written)
    assert [one.text for one in kept.answer] == ["In sandy soil loops cut the bill by 41 per cent."]
    assert [(one.hypothesis, one.title) for one in kept.findings] == [
        ("hyp_A2", "Clay saves nothing"),
        ("hyp_A1", ""),
    ]
    assert [one.text for one in kept.limits] == ["In clay soil nothing was saved."]
    assert [(one.text.split()[0], one.fault.kind) for one in dropped] == [
        ("Loops", "number"),
        ("Everybody", "refused"),
        ("We", "without_weight"),
        ("Offices", "other_claim"),
        ("So", "no_such_id"),
        ("It", "other_claim"),
        ("Permits", "number"),
    ]


def test_what_contradicts_a_falsehood_may_answer() -> None:
    answer = sentence("No house came near 90 per cent.", "obs_7")
    assert bound(GRAPH, WrittenThesis(answer=(answer,))).kept.answer == (answer,)


@pytest.mark.parametrize("answered", [True, False])
def test_what_is_unknown_is_told_only_where_answers_are_noted(answered: bool) -> None:
    parts = GRAPH.sub_questions
    if not answered:
        parts = {name: part.model_copy(update={"answered_by": ()}) for name, part in parts.items()}
    asked = thesis_question(GRAPH.model_copy(update={"sub_questions": parts}), "en")
    assert asked is not None
    assert asked.unknown == (("At what price?",) if answered else ())


def test_ideas_and_refused_claims_have_a_largest_number_too() -> None:
    strong = {"strength": 0.9, "status": "tested", "visit_count": 2}
    ideas = [(f"hyp_B{n}", a_hypothesis(f"Idea {n}.", type="B", **strong)) for n in range(1, 9)]
    refused = [
        (f"hyp_A{n}", a_hypothesis(f"Rumour {n}.", **strong, verdict=judged("Likely", "against")))
        for n in range(1, 12)
    ]
    quotes = [
        edit
        for number, (name, _) in enumerate((*ideas, *refused), start=1)
        for edit in said(
            number,
            {name: "SUPPORTS" if name.startswith("hyp_B") else "CONTRADICTS"},
            f"Said of {name}.",
            a_source(f"https://s{number}.example/"),
        )
    ]
    asked = thesis_question(a_graph([*ideas, *refused], *quotes), "en")
    assert asked is not None
    sections = [line.section for line in asked.claims]
    assert sections.count("insight") == writer.MOST_INSIGHTS
    assert sections.count("refused") == writer.MOST_REFUSED


def test_the_answer_opens_with_what_is_best_supported() -> None:
    likely = sentence("In clay soil the trial found no saving.", "obs_3")
    sure = sentence("Loops lower the bill in most houses.", "obs_2")
    refused = sentence("No house came near that.", "obs_7")
    idea = sentence("Soil decides.", "obs_9")

    def kept(*answer: WrittenSentence) -> tuple[WrittenSentence, ...]:
        return bound(GRAPH, WrittenThesis(answer=answer)).kept.answer

    assert kept(likely, idea, sure) == (sure, likely, idea)
    assert kept(sure, likely) == (sure, likely)
    # That something is not so is an answer; it goes before nothing, and stays where it is.
    assert kept(refused, likely) == (refused, likely)
    assert kept(idea, refused, likely) == (likely, idea, refused)
    assert kept() == ()
