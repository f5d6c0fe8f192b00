"""A thesis says what is known, on which words, and what is not; it never says more than its quotes."""

import re
from typing import Any

import pytest
from markdown_it import MarkdownIt

from pathfinder.protocols.answer.checks import check
from pathfinder.protocols.calls.events import ConflictSettled, StatusMoved
from pathfinder.protocols.graph.edits import (
    AddFailure,
    AnswerContradiction,
    RetractSource,
    SetFinding,
    SetSubQuestions,
    UpdateConflict,
)
from pathfinder.protocols.graph.judgement import CounterReview, Finding
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import Answer, CogniGraph, ConflictEdge, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.content.judge_assembly import ReportContext
from pathfinder.reports.locales.words import words as words_of
from pathfinder.reports.markdown.thesis import FEWEST_TOLD, MOST_LISTED, thesis_text
from tests.answers import a_ground, a_researched_graph, a_sentence, a_table, an_answer
from tests.builders import a_graph, a_hypothesis, a_source, page_hash
from tests.large_session import large_answer, large_graph
from tests.scenario.staged import Stage
from tests.theses import a_session, judged, said

A1 = HypothesisId("hyp_A1")
CITE = re.compile(r"\[(obs_\d+)\]")


EN, KO = words_of("en"), words_of("ko")


def section(text: str, name: str) -> str:
    return text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def cites(text: str) -> set[str]:
    return set(CITE.findall(text))


@pytest.mark.parametrize(("language", "words"), [("en", EN), ("ko", KO)])
def test_it_has_every_section_in_its_order(language: str, words: object) -> None:
    text = thesis_text(a_session(), ReportContext(language="ko" if language == "ko" else "en"))
    known = KO if language == "ko" else EN
    assert words is known
    wanted = [
        known.overview,
        known.conclusion,
        known.findings,
        known.conditions,
        known.refused,
        known.unresolved,
        known.history,
        known.sources,
    ]
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == wanted
    marked = "" if language == "en" else "(영어 원문) "
    assert text.startswith(f"# {known.thesis}: {marked}Ground loops cut the heating bill [obs_1]")


def test_the_language_is_that_of_the_question() -> None:
    assert "## 핵심 결론" in thesis_text(a_session("지중열 루프는 난방비를 줄이는가?"))
    assert "## Core conclusion" in thesis_text(a_session())
    assert "## Core conclusion" in thesis_text(a_session("Чем отапливать дом?"))


def test_every_claim_is_said_with_witnesses_that_bear_on_it() -> None:
    text = thesis_text(a_session())
    conclusion = section(text, EN.conclusion)
    assert "**Ground loops cut the heating bill [obs_1] [obs_2] [obs_4].**" in conclusion
    for line in section(text, EN.findings).splitlines():
        if line.startswith(("**Hypothesis", "- “")):
            assert cites(line), line
    assert cites(text) <= {f"obs_{n}" for n in range(1, 10)}


def test_verdict_and_status_stand_together() -> None:
    finding = section(thesis_text(a_session()), EN.findings)
    assert "Verdict: Confirmed (for it); status: verified; strength 0.82." in finding
    assert "Verdict: not judged; status: tested; strength 0.60." in finding


def test_a_conditional_pair_is_told_with_its_condition_already_in_the_answer() -> None:
    text = thesis_text(a_session())
    depends = "it holds in sandy soil, and not in clay soil [obs_1] [obs_2] [obs_3]"
    assert text.splitlines()[0].endswith(f"({EN.conditional})")
    for name in (EN.conclusion, EN.conditions):
        assert f"only under its own condition (difference of condition): {depends}." in section(text, name)


def test_copies_are_one_voice_and_it_says_so() -> None:
    finding = section(thesis_text(a_session()), EN.findings)
    assert "Independent sources for it: 3 (trusted: 3)" in finding
    assert "counted once: [obs_4] [obs_5]." in finding


def test_a_retracted_page_is_named_and_carries_nothing() -> None:
    text = thesis_text(a_session())
    assert "obs_8" not in section(text, EN.conclusion)
    told = [line for line in section(text, EN.findings).splitlines() if "obs_8" in line]
    assert told == ["Also said on a retracted page, without weight here: [obs_8]."]
    assert "The 90 per cent paper is retracted (the data were made up)" in section(text, EN.conditions)
    assert section(text, EN.sources).strip().splitlines()[-1].startswith("9. [paper, retracted]")


def test_what_only_repeats_a_retracted_page_is_no_answer() -> None:
    gone = a_source("https://withdrawn.example/x")
    claim = a_hypothesis("Loops cure gout.", strength=0.7, status="tested", verdict=judged("Likely", "for"))
    graph = a_graph(
        [("hyp_A1", claim)],
        *said(1, {"hyp_A1": "SUPPORTS"}, "Gout fell under loops.", gone),
        *said(
            2, {"hyp_A1": "SUPPORTS"}, "Loops cure gout, they say.", a_source("https://b.example/", "blog")
        ),
        RetractSource(page=page_hash(f"{gone.url} 1"), because="made up"),
    )
    text = thesis_text(graph)
    assert text.startswith(f"# Thesis: {EN.no_answer}")
    assert "gout" not in section(text, EN.conclusion)
    assert f"without weight here: [obs_1]. {EN.kept_out}" in section(text, EN.findings)


def test_what_was_judged_against_is_said_to_be_though_it_is_alive() -> None:
    refused = section(thesis_text(a_session()), EN.refused)
    assert "| hyp_A3: Ground loops cut the bill by 90 per cent. | judged against (Likely)" in refused
    assert "“No house came near 90 per cent.” [obs_7]" in refused
    assert "| hyp_A4: Loops freeze. | strength 0.18 (visits: 2)" in refused


def test_each_part_of_the_question_has_its_answer_before_any_has_two() -> None:
    settled_ = {"status": "verified", "visit_count": 3, "verdict": judged("Likely", "for")}
    names = [f"hyp_A{n}" for n in range(1, 11)]
    strengths = [0.95, 0.9, 0.89, 0.88, 0.87, 0.86, 0.85, 0.84, 0.83, 0.6]
    parts = {
        SubQuestionId("sq_1"): SubQuestion(text="Heat?", answered_by=tuple(map(HypothesisId, names[:9]))),
        SubQuestionId("sq_2"): SubQuestion(text="Price?", answered_by=(HypothesisId("hyp_A10"),)),
    }
    graph = a_graph(
        [
            (name, a_hypothesis(f"Claim {name}", strength=strength, **settled_))
            for name, strength in zip(names, strengths, strict=True)
        ],
        *(
            edit
            for n, name in enumerate(names, start=1)
            for edit in said(n, {name: "SUPPORTS"}, f"Said of {name}.", a_source(f"https://s{n}.example/"))
        ),
        SetSubQuestions(sub_questions=parts),
    )
    further = section(thesis_text(graph), EN.conclusion).partition(EN.further)[2]
    assert re.findall(r"Claim (hyp_A\d+)", further) == [f"hyp_A{n}" for n in (2, 10, 3, 4, 5, 6)]


def test_what_is_open_is_said_plainly() -> None:
    failure = Failure(iteration=0, kind="unreadable", what="a.pdf", reason="it is broken")
    text = thesis_text(apply(a_session(), [AddFailure(failure=failure)]))
    unresolved = section(text, EN.unresolved)
    for said_ in ("hyp_A5", "hyp_A6", "At what price?", "borehole depth", "unreadable 1"):
        assert said_ in unresolved
    assert "In which soil?" not in unresolved


def test_parts_are_not_called_open_where_answers_were_never_noted() -> None:
    graph = a_session()
    parts = {name: part.model_copy(update={"answered_by": ()}) for name, part in graph.sub_questions.items()}
    unresolved = section(thesis_text(graph.model_copy(update={"sub_questions": parts})), EN.unresolved)
    assert "was not noted: In which soil?; At what price?" in unresolved


def test_the_engine_is_named() -> None:
    assert "embedded engine, no language model" in thesis_text(
        a_session(engine="embedded engine, no language model")
    )


@pytest.mark.parametrize(("language", "words"), [("en", EN), ("ko", KO)])
def test_without_evidence_the_first_line_says_so_and_nothing_is_answered(
    language: str, words: object
) -> None:
    known = KO if language == "ko" else EN
    text = thesis_text(CogniGraph(question="Q"), ReportContext(language="ko" if language == "ko" else "en"))
    assert words is known
    assert text.splitlines()[0] == f"**{known.no_evidence}**"
    assert f"# {known.thesis}: {known.no_answer}" in text
    assert known.no_evidence in section(text, known.conclusion)


def test_evidence_without_a_strong_claim_gives_no_answer() -> None:
    graph = a_graph(
        [("hyp_A1", a_hypothesis("Loops pay."))], *said(1, {"hyp_A1": "SUPPORTS"}, "Loops pay.", a_source())
    )
    text = thesis_text(graph)
    assert text.startswith(f"# Thesis: {EN.no_answer}")
    assert EN.no_conclusion in section(text, EN.conclusion)


def test_a_strong_claim_that_is_not_settled_is_no_answer() -> None:
    strong = a_hypothesis("Loops pay.", strength=0.9, status="tested", verdict=judged("Uncertain", None))
    graph = a_graph([("hyp_A1", strong)], *said(1, {"hyp_A1": "SUPPORTS"}, "Loops pay off.", a_source()))
    text = thesis_text(graph)
    assert text.startswith(f"# Thesis: {EN.not_settled} Loops pay")
    assert EN.only_uncertain in section(text, EN.conclusion)
    assert EN.uncertain_core.format(count=1) in section(text, EN.conditions)
    assert "### Finding 1: Loops pay" in section(text, EN.findings)


def test_what_is_settled_is_told_at_length_and_the_rest_in_a_line() -> None:
    strong = {"strength": 0.7, "status": "tested", "visit_count": 2}
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("Loops pay.", **strong, verdict=judged("Likely", "for"))),
            ("hyp_A2", a_hypothesis("Wells freeze.", **strong, verdict=judged("Uncertain", None))),
            (
                "hyp_A3",
                a_hypothesis(
                    "Pumps hum.", **(strong | {"strength": 0.6}), verdict=judged("Confirmed", "for")
                ),
            ),
        ],
        *said(1, {"hyp_A1": "SUPPORTS"}, "Loops pay off.", a_source()),
        *said(2, {"hyp_A2": "SUPPORTS"}, "A well froze.", a_source("https://two.example/b")),
        *said(3, {"hyp_A3": "SUPPORTS"}, "They hum.", a_source("https://three.example/c")),
    )
    text = thesis_text(graph)
    assert re.findall(r"^### (.+?) \(", text, re.MULTILINE) == [
        "Finding 1: Pumps hum",
        "Finding 2: Loops pay",
    ]
    assert "- hyp_A2, Wells freeze [obs_2]. (strength 0.70; independent sources for it 1" in section(
        text, EN.findings
    )
    assert f"{EN.further}\n\n- Loops pay [obs_1]." in section(text, EN.conclusion)
    assert "Wells" not in section(text, EN.conclusion)


def test_a_claim_with_a_number_of_its_own_is_replaced_by_its_quote_and_listed() -> None:
    claim = a_hypothesis("Loops save 45 per cent.", strength=0.9, status="tested", unbound=("45 per cent",))
    quote = "Loops save 41 per cent."
    graph = a_graph([("hyp_A1", claim)], *said(1, {"hyp_A1": "SUPPORTS"}, quote, a_source()))
    text = thesis_text(graph)
    assert text.startswith(f"# Thesis: “{quote}” [obs_1]")
    assert "Loops save 45 per cent. (45 per cent stands in none of the quotes" in section(text, EN.dropped)
    assert "45" not in section(text, EN.conclusion)


def test_a_resolution_with_a_number_of_its_own_is_dropped() -> None:
    graph = a_session()
    edge = next(edge for edge in graph.edges if isinstance(edge, ConflictEdge) and edge.resolved)
    made_up = edge.model_copy(update={"resolution": "it holds above 77 degrees"})
    text = thesis_text(apply(graph, [UpdateConflict(edge=made_up)]))
    assert "77" not in section(text, EN.conclusion)
    assert "77" in section(text, EN.dropped)


def an_answered_thesis(*answer: str, language: Language = "en", **fields: Any) -> str:
    graph = a_researched_graph()
    kept = check(a_ground(graph, language=language), an_answer(*answer, **fields)).kept
    kept = kept.model_copy(update={"written_by": "a model"})
    return thesis_text(graph, ReportContext(language=language, answer=kept))


def test_a_written_answer_leads_and_its_sections_are_the_findings() -> None:
    table = a_table((("5,200",), "obs_1"), columns=("jobs",))
    text = an_answered_thesis(
        a_sentence("It takes 463 jobs a second.", "obs_3", derived=("40M/86400=463",)),
        a_sentence("It takes 6,000.", "obs_1"),
        tables=(table,),
        cases="| If | Then |\n|---|---|\n| small | wait |",
        recommendations=(a_sentence("Use one database.", "obs_1"),),
        caution=(a_sentence("A forum saw bloat at 300.", "obs_6"),),
        unknown=({"text": "The price is not known.", "query": "What does a broker cost?"},),
    )
    assert text.startswith("# Thesis: One database is enough\n")
    concluded = section(text, EN.conclusion)
    assert "It takes 463 jobs a second [1]. (calculated" in concluded
    assert "calculated: 40M/86400=463" in concluded
    assert "| If | Then |" in concluded
    assert "| small | wait |" in concluded
    found = section(text, EN.findings)
    assert "| 5,200 | [2b] |" in found
    assert "### Finding 1: It takes more than enough\n" in found
    assert "\n_How sure: one measurement_\n" in found
    assert "\nIt took 1,300 jobs per second with jobs of 20 ms [2a]." in found
    assert "_Hypotheses: hyp_A1 (Confirmed, confidence 0.80)_" in found
    assert "1. Use one database [2b]." in section(text, "Recommendations")
    assert "- A forum saw bloat at 300 [4]." in section(text, EN.conditions)
    assert "- The price is not known. To find out: What does a broker cost?" in section(text, EN.unresolved)
    assert "It takes 6,000." in section(text, EN.dropped)
    assert "6,000" not in text.partition(f"## {EN.dropped}")[0]
    assert "Written by a model" in section(text, EN.overview)


def test_a_citation_in_the_middle_of_a_sentence_stands_apart_from_the_words_around_it() -> None:
    text = an_answered_thesis(
        "**Load.** It took 5,200 jobs [[obs_1]] while forums [[obs_6]] saw bloat [[obs_6]]."
    )
    assert "**Load.** It took 5,200 jobs [1a] while forums [2] saw bloat [2]." in text


def test_labels_of_a_sentence_that_cites_one_source_stand_together_at_its_end() -> None:
    text = an_answered_thesis(
        "It took 5,200 jobs [[obs_1]] and with work 1,300 [[obs_2]]. Forums [[obs_6]] saw bloat [[obs_6]]."
    )
    assert "It took 5,200 jobs and with work 1,300 [1a] [1b]. Forums saw bloat [2]." in text


def test_a_number_leads_to_its_source_and_to_the_command_that_shows_the_words() -> None:
    text = an_answered_thesis()
    listed = section(text, EN.sources)
    assert "1. [paper] Queues at bench.example - <https://bench.example/queue>" in listed.replace("\\", "")
    assert "`pathfinder show 1a`" in listed
    assert "[1a]: <https://bench.example/queue>" in text.splitlines()
    assert "https\\:" not in text


def test_what_an_answer_leaves_out_is_listed() -> None:
    left = section(an_answered_thesis(a_sentence("Enough.", "obs_4"), sections=()), "Not told in the answer")
    assert "- Part of the question without an answer: How many jobs can it take?" in left
    assert re.search(r"^- Claim: .*hyp_A2", left, re.MULTILINE)
    assert "- Measurement: obs_1, obs_2" in left
    assert "- Warning: 5,200 was measured with empty jobs." in left


def test_a_korean_reader_gets_korean_headings_around_the_answer() -> None:
    text = an_answered_thesis(a_sentence("서버 하나로 충분하다.", "obs_1"), language="ko", title="충분하다")
    assert text.startswith("# 정설: 충분하다\n")
    assert "서버 하나로 충분하다 [1a]." in text
    assert "작성: a model." in text


def test_a_claim_in_another_language_is_told_by_a_quote_in_the_readers_or_marked() -> None:
    strong = {"strength": 0.7, "status": "tested", "visit_count": 1, "verdict": judged("Confirmed", "for")}
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("지붕은 두 배 비싸다.", **strong)),
            ("hyp_A2", a_hypothesis("지붕은 집을 식힌다.", **strong)),
        ],
        *said(1, {"hyp_A1": "SUPPORTS"}, "지붕은 두 배 비싸다.", a_source()),
        *said(2, {"hyp_A2": "SUPPORTS"}, "지붕은 집을 식힌다.", a_source("https://two.example/b")),
        *said(3, {"hyp_A2": "SUPPORTS"}, "The roof cools the house.", a_source("https://three.example/c")),
        question="Do roofs cool houses?",
    )
    english = thesis_text(graph)
    assert english.startswith("# Thesis: “The roof cools the house” [obs_3] [obs_2]")
    assert "- (in Korean) 지붕은 두 배 비싸다 [obs_1]." in section(english, EN.conclusion)
    assert "“지붕은 집을 식힌다.” [obs_2] (two.example, paper, in Korean, 0.90" in english
    korean = thesis_text(graph, ReportContext(language="ko"))
    assert "원문) 지붕" not in korean
    assert "“The roof cools the house.” [obs_3] (three.example, 논문, 영어 원문, 0.90" in korean


def test_why_there_is_no_prose_is_said() -> None:
    text = thesis_text(
        a_session(), ReportContext(unwritten="the session is in use", short_history="a file is gone")
    )
    assert "the session is in use" in section(text, EN.overview)
    assert "a file is gone" in section(text, EN.overview)


def test_a_challenge_needs_a_quote_or_is_said_to_have_none() -> None:
    def with_review(challenge: str, evidence: str) -> str:
        review = CounterReview(
            challenge=challenge, evidence=evidence, verdict="WEAKENED", impact="So less.", iteration=0
        )
        caveat = Reason(kind="challenge", words=f"{challenge} So less.", cites=review.named)
        verdict = judged("Likely", "for", caveats=(caveat,))
        finding = Finding(review=review, verdict=verdict)
        return thesis_text(apply(a_session(), [SetFinding(hypothesis=A1, finding=finding)]))

    quoted = section(with_review("Clay saved nothing.", "obs_3"), EN.conditions)
    assert "hyp_A1: Weakened by: Clay saved nothing. So less [obs_3]." in quoted
    loose = section(with_review("Nobody looked at clay.", ""), EN.conditions)
    assert "hyp_A1: A challenge that rests on no quote: Nobody looked at clay. So less." in loose
    invented = with_review("In 12 towns it failed.", "obs_3")
    assert "12 towns" not in section(invented, EN.conditions)
    assert "12 towns" in section(invented, EN.dropped)


def test_an_answered_contradiction_is_marked() -> None:
    answer = AnswerContradiction(
        observation=ObservationId("obs_3"), hypothesis=A1, answer=Answer(by="condition", reason="soil")
    )
    assert "trial.example, paper, 0.90, source 3; answered)" in thesis_text(apply(a_session(), [answer]))


def test_the_history_tells_what_the_archives_know() -> None:
    events = {
        2: (
            StatusMoved(hypothesis=A1, before="tested", after="verified", because=""),
            StatusMoved(hypothesis=A1, before="unvisited", after="tested", because=""),
            ConflictSettled(
                first=A1, second=HypothesisId("hyp_A2"), type="condition_difference", resolution="soil"
            ),
        )
    }
    rows = section(thesis_text(a_session(), ReportContext(events=events)), EN.history).strip().splitlines()
    assert rows[2].startswith("| 1 | observations: 9; raised 6 hypotheses (hyp_A1 to hyp_A6)")
    assert rows[2].endswith("; hyp_A1 +0.32 |")
    assert rows[3] == (
        "| 2 | hyp_B1 thought up (causal chain); hyp_A1 verified; "
        "hyp_A1 and hyp_A2 settled (difference of condition); hyp_A4 rejected |"
    )


def test_sentences_of_the_rules_are_korean_in_a_korean_thesis() -> None:
    text = thesis_text(a_session("지중열 배관이 난방비를 줄이는가?"))
    assert "신뢰할 수 있는 독립된 출처가 2곳 가운데 1곳으로, 확정하기에 모자랍니다." in section(
        text, KO.conditions
    )
    assert "강도 0.18 (조사 2회)" in section(text, KO.refused)


def test_a_limit_is_told_in_the_words_of_its_source() -> None:
    limit = Reason(kind="qualified", names=("obs_9",), cites=(ObservationId("obs_9"),))
    finding = Finding(verdict=judged("Confirmed", "for", caveats=(limit,)))
    text = thesis_text(apply(a_session(), [SetFinding(hypothesis=A1, finding=finding)]))
    assert "hyp_A1: a source limits it: “" in section(text, EN.conditions)
    assert "[obs_9]" in section(text, EN.conditions)


def test_a_limit_that_the_settled_pair_tells_is_not_told_twice() -> None:
    limit = Reason(kind="qualified", names=("obs_3",), cites=(ObservationId("obs_3"),))
    finding = Finding(verdict=judged("Confirmed", "for", caveats=(limit,)))
    text = thesis_text(apply(a_session(), [SetFinding(hypothesis=A1, finding=finding)]))
    assert "a source limits it" not in text


def test_a_claim_of_a_retracted_page_alone_is_named_and_not_repeated() -> None:
    page = a_source()
    graph = a_graph(
        [("hyp_A1", a_hypothesis("It saves 90 per cent.", status="tested", visit_count=1))],
        *said(1, {"hyp_A1": "SUPPORTS"}, "It saves 90 per cent.", page),
    )
    [known] = graph.sources
    text = thesis_text(apply(graph, [RetractSource(page=known, because="made up")]))
    assert f"- {EN.only_retracted.format(claims='hyp_A1')}" in section(text, EN.unresolved)
    assert "90 per cent" not in text


def test_the_strongest_side_issue_does_not_take_the_place_of_the_answer() -> None:
    strong = {"status": "verified", "visit_count": 3, "verdict": judged("Likely", "for")}
    graph = a_graph(
        [
            ("hyp_A1", a_hypothesis("Wells never freeze.", strength=0.9, **strong)),
            ("hyp_A2", a_hypothesis("Ground loops cut the heating bill.", strength=0.8, **strong)),
        ],
        *said(1, {"hyp_A1": "SUPPORTS"}, "Wells never freeze here.", a_source()),
        *said(2, {"hyp_A2": "SUPPORTS"}, "The bill fell.", a_source("https://two.example/b")),
        question="Do ground loops cut the heating bill?",
    )
    assert thesis_text(graph).startswith("# Thesis: Ground loops cut the heating bill [obs_2]")


def test_text_from_outside_stays_text() -> None:
    hostile = "# Confirmed | <script>alert(1)</script> [obs_2](javascript:x) ![i](https://evil.example/p)"
    claim = a_hypothesis(hostile, strength=0.9, status="tested", verdict=judged("Likely", "for"))
    source = a_source(title=hostile, site=hostile)
    graph = a_graph([("hyp_A1", claim)], *said(1, {"hyp_A1": "SUPPORTS"}, hostile, source), question=hostile)
    tokens = MarkdownIt("gfm-like").parse(thesis_text(graph))
    kinds = {child.type for token in tokens for child in token.children or ()} | {t.type for t in tokens}
    assert not kinds & {"html_block", "html_inline", "image"}
    links = [
        child.attrs["href"] for token in tokens for child in token.children or () if child.type == "link_open"
    ]
    assert links == [source.url]


def test_a_run_of_the_small_world_reads_the_same_twice() -> None:
    graph = Stage().run(3)
    text = thesis_text(graph)
    assert text == thesis_text(CogniGraph.model_validate_json(graph.model_dump_json()))
    assert cites(text) <= set(graph.observations)


def test_what_is_not_settled_is_listed_up_to_a_number_and_the_rest_is_named() -> None:
    strong = {"strength": 0.6, "status": "tested", "visit_count": 2}
    names = [f"hyp_A{number}" for number in range(1, 20)]
    claims = [
        (name, a_hypothesis(f"Well {name} froze.", **strong, verdict=judged("Uncertain", None)))
        for name in names
    ]
    quotes = [
        edit
        for number, name in enumerate(names, start=1)
        for edit in said(
            number, {name: "SUPPORTS"}, f"Well {name} froze.", a_source(f"https://s{number}.example/")
        )
    ]
    told = section(thesis_text(a_graph(claims, *quotes)), EN.findings)
    assert told.count(f"### {EN.finding} ") == FEWEST_TOLD
    lines = told.partition(f"### {EN.unsettled}")[2].strip().splitlines()
    listed = [line for line in lines if line.startswith("- hyp_A")]
    assert len(listed) == MOST_LISTED
    rest = len(names) - FEWEST_TOLD - MOST_LISTED
    assert EN.more.format(count=rest) in told
    assert all(name in told for name in names)


def visible(text: str) -> list[str]:
    """The words that a reader reads: no link targets, no citations, no marks."""
    lines = [line for line in text.splitlines() if not re.match(r"\[\w+\]: <", line)]
    words = (word for line in lines for word in line.split() if re.search(r"\w", word))
    return [word for word in words if not re.fullmatch(r"\[\w+\]\.?", word)]


def test_a_thesis_of_a_large_session_is_read_in_minutes() -> None:
    graph, kept = large_graph(), large_answer()
    sentences = (*kept.answer, *(said_ for one in kept.sections for said_ in one.sentences))
    sentences += (*kept.recommendations, *kept.caution)
    answered = sum(len(one.text.split()) for one in sentences)
    text = thesis_text(graph, ReportContext(answer=kept))
    assert len(visible(text)) <= answered + 1_300
    assert len(visible(thesis_text(graph))) <= 2_700
    for name in ("hypotheses.md", "sources.md", "pathfinder report --judge", "pathfinder show"):
        assert name in text


def test_a_long_history_is_told_by_its_ends() -> None:
    graph = a_session().model_copy(update={"iteration": 40})
    rows = section(thesis_text(graph), EN.history).strip().splitlines()[2:]
    assert [row.split("|")[1].strip() for row in rows[:5]] == ["1", "2", "3", "…", "32"]
    assert rows[-1].startswith("| 40 |")


def test_undecided_claims_have_the_words_that_readers_get_and_a_legend() -> None:
    text = thesis_text(large_graph())
    assert "Uncertain" not in text
    assert "- Verdicts: Confirmed 17, Likely 37, Reported 3, Disputed 2" in text
    assert "Disputed: sources stand on both sides" in section(text, EN.overview)
    korean = thesis_text(large_graph(), ReportContext(language="ko"))
    assert "- 판정: 확정 17, 유력 37, 보고됨 3, 엇갈림 2" in korean
    assert "불확실" not in korean
