"""Views: the formats people know, and text from outside that stays text."""

from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bench.growing import Growing
from pathfinder.protocols.edits import AddFailure, Reject, SetFinding
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judgement import Finding, Verdict
from pathfinder.protocols.memory import Failure
from pathfinder.protocols.reducer import apply
from pathfinder.reports.markdown import made_plain, plain, web_address
from pathfinder.reports.session_files import SessionFiles, session_files
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.scenario.staged import Stage

A1 = HypothesisId("hyp_A1")


def test_a_session_has_its_files() -> None:
    files = dict(session_files(Stage().run(2)))
    assert {"findings.md", "sources.md", "RESEARCH_REPORT.md", "iteration_logs/002.md"} <= files.keys()
    observation = files["observations/obs_1.md"]
    for heading in (
        "# Observation obs_1",
        "## Source",
        "- URL:",
        "- Authority:",
        "## Content",
        "## Quotes",
        "> ",
    ):
        assert heading in observation
    hypothesis = files["hypotheses/hyp_A1.md"]
    for heading in (
        "# Hypothesis hyp_A1",
        "## Type",
        "## Statement",
        "## Strength",
        "## Visit History",
        "| Iteration |",
    ):
        assert heading in hypothesis


def test_the_same_graph_gives_the_same_files() -> None:
    graph = Stage().run(2)
    assert dict(session_files(graph)) == dict(session_files(graph))


def test_a_session_that_goes_on_shows_what_one_written_anew_would_show() -> None:
    growing, files = Growing(), SessionFiles()
    graph = growing.run(1)
    shown = changed = dict(files(graph))
    for iteration in range(2, 6):
        graph = growing.run(iteration)
        changed = dict(files(graph))
        shown |= changed
        assert shown == dict(session_files(graph))
    assert len(changed) < len(shown) / 2, "what did not change is not made again"
    page, source = next(iter(graph.sources.items()))
    taken_back = {**graph.sources, page: source.model_copy(update={"retracted": "taken back"})}
    graph = graph.model_copy(update={"sources": taken_back})
    assert shown | dict(files(graph)) == dict(session_files(graph))
    graph = graph.model_copy(update={"run": graph.run.model_copy(update={"language": "ko"})})
    assert shown | dict(files(graph)) == dict(session_files(graph))


@pytest.mark.parametrize("tongue", ["en", "ko"])
def test_a_report_of_many_claims_tells_the_strongest_and_counts_the_rest(tongue: Literal["en", "ko"]) -> None:
    verdict = Verdict(tag="Likely", side="for", because="two voices")
    claims = [(f"hyp_A{n}", a_hypothesis(f"Loop {n} pays", strength=n / 100)) for n in range(1, 61)]
    graph = a_graph(claims)
    graph = apply(
        graph, [SetFinding(hypothesis=HypothesisId(n), finding=Finding(verdict=verdict)) for n, _ in claims]
    )
    graph = graph.model_copy(update={"run": graph.run.model_copy(update={"language": tongue})})
    report = dict(session_files(graph))["RESEARCH_REPORT.md"]
    assert "hyp_A60:" in report
    assert "hyp_A11:" in report
    assert "hyp_A10:" not in report
    assert {"en": "10 more of lower strength", "ko": "강도가 더 낮은 10개"}[tongue] in report


@given(
    st.text(st.sampled_from("aé가W1 .,;()%'\"!?-_*:/@\n\u200b\u3000"))
    | st.text()
    | st.from_regex(r"(www\.? ?)+\w*")
)
def test_text_that_is_called_plain_at_once_would_not_be_changed(text: str) -> None:
    assert plain(text) == made_plain(text)


def test_without_evidence_the_first_line_says_so() -> None:
    report = dict(session_files(CogniGraph(question="Q")))["RESEARCH_REPORT.md"]
    assert report.splitlines()[0] == "**No evidence was found: nothing in this report answers the question.**"


def test_the_report_shows_verdicts_rejections_and_failures() -> None:
    verdict = Verdict(tag="Likely", side="for", because="two voices", caveats=("only one lineage",))
    graph = a_graph([("hyp_A1", a_hypothesis("Loops pay"))], *evidence(1, "hyp_A1", a_source()))
    failure = Failure(iteration=0, kind="unreachable", what="https://dead.example/", reason="it timed out")
    graph = apply(
        graph,
        [
            SetFinding(hypothesis=A1, finding=Finding(verdict=verdict)),
            AddFailure(failure=failure),
            Reject(hypothesis=A1, at=0, because="weak"),
        ],
    )
    files = dict(session_files(graph))
    assert "## Likely" in files["RESEARCH_REPORT.md"]
    assert "Caveat: only one lineage" in files["RESEARCH_REPORT.md"]
    assert "it timed out" in files["RESEARCH_REPORT.md"]
    assert "rejected: weak" in files["hypotheses/hyp_A1.md"]


HOSTILE = (
    "# heading",
    "[link](javascript:alert(1))",
    "![image](https://evil.example/?x)",
    "a | b\n| --- |\nrow",
    "<script>alert(1)</script>",
    "```\ncode",
    "\x1b[2J\x07bell",
    "1. list",
    "> quote",
    "<https://evil.example>",
    "\u202egnirts\u200b",
    "---",
    "&lt;b&gt;",
    "https://evil.example/auto",
    "user@evil.example",
    "a.__class__.__mro__[2]",
    "_emphasis_ and *stars* and ~~struck~~",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_text_from_outside_stays_text(text: str) -> None:
    parser = MarkdownIt("gfm-like")
    shown = plain(text)
    assert shown.isprintable()
    (paragraph,) = [token for token in parser.parse(f"x {shown}") if token.type == "inline"]
    children = paragraph.children or []
    assert {child.type for child in children} <= {"text", "text_special", "code_inline"}, children
    # An address is shown as code: to be copied, and no link.
    assert all(web_address(child.content) for child in children if child.type == "code_inline")
    cell = parser.parse(f"| a | b |\n| --- | --- |\n| {shown} | y |\n")
    assert [token.type for token in cell].count("td_open") == 2
