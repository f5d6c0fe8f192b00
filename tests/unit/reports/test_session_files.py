"""Views: the formats people know, and text from outside that stays text."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bench.growing import Growing
from pathfinder.protocols.graph.edits import AddFailure, Reject, SetFinding
from pathfinder.protocols.graph.judgement import Finding, Verdict
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.reports.markdown.escaping import made_plain, plain, web_address
from pathfinder.reports.markdown.iteration_log import iteration_log
from pathfinder.reports.session_files import SessionFiles, session_files
from tests.builders import a_graph, a_hypothesis, a_source, evidence
from tests.judge_reports import a_judged_graph
from tests.large_session import large_graph
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


def test_text_from_outside_opens_no_formula() -> None:
    r"""Many readers of Markdown take `$x$` for one, and what stands in it for commands."""
    shown = plain(r"costs $5 and $\href{https://evil.example}{7}$")
    assert "$" not in re.sub(r"\\[$]", "", shown)
    assert MarkdownIt().renderInline(plain("from $5 to $7")) == "from $5 to $7"


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


def test_an_iteration_log_has_its_times_and_a_section_for_every_phase() -> None:
    begun = datetime(2026, 2, 1, 14, 15, tzinfo=UTC)
    closed = {1: begun + timedelta(minutes=2, seconds=32), 2: begun + timedelta(minutes=9)}
    graph = large_graph()
    graph = graph.model_copy(
        update={"run": graph.run.model_copy(update={"started_at": begun, "closed_at": closed})}
    )
    first = iteration_log(graph, 1)
    assert "- **Start:** 2026-02-01 14:15:00\n- **End:** 2026-02-01 14:17:32\n" in first
    assert "- **Duration:** 2 min 32 s" in first
    phases = re.findall(r"^## (\w+)$", first, re.MULTILINE)
    wanted = {"LOAD", "PLAN", "EXPLORE", "MERGE", "AUDIT", "JUDGE", "VERDICT", "IDEATE", "CHECK", "SAVE"}
    assert wanted | {"OUTPUT", "VERIFY"} <= set(phases)
    assert "hyp_A1: Confirmed" in first.partition("## VERDICT")[2].partition("## ")[0]
    verified = first.partition("## VERIFY")[2].partition("\n## ")[0]
    assert "(engineering.site2.example)" in verified
    assert re.search(r"^- ✓✓ hyp_A1 \(0\.\d+\): ", verified, re.MULTILINE)


def test_the_readable_files_count_what_the_documents_ask_for() -> None:
    files = dict(session_files(large_graph()))
    assert "- **Strength:** 86% (0.86)" in files["hypotheses.md"]
    assert "- **Supporting evidence:** 5" in files["hypotheses.md"]
    assert "- Rejected: iteration 2" in files["hypotheses.md"]
    assert re.search(
        r"^- hyp_A2: 65% to 85% \(evidence added: \d for, \d against\)", files["findings.md"], re.M
    )
    assert "- **URL:** <https://docs.site0.example/articles/0/measuring_calls>" in files["sources.md"]
    contested = dict(session_files(a_judged_graph()))["findings.md"]
    warned = [place for place, line in enumerate(contested.splitlines()) if line.startswith("- ⚠")]
    rows = contested.splitlines()
    assert warned
    assert all(
        rows[at + 1].startswith("  - For: ") and rows[at + 2].startswith("  - Against: ") for at in warned
    )


def test_papers_are_where_the_setting_puts_them() -> None:
    note = PaperNote(name="2601.00001", catalogue="arxiv", citations=50_000, whole=True)
    paper = a_source("https://arxiv.org/abs/2601.00001", title="Attention", paper=note)
    graph = a_graph([("hyp_A1", a_hypothesis())], *evidence(1, "hyp_A1", paper))
    assert json.loads(dict(session_files(graph))["paper_index.json"])["2601.00001"]["pdf_path"] == (
        "papers/2601.00001.pdf"
    )
    elsewhere = graph.model_copy(update={"run": graph.run.model_copy(update={"papers": "/data/pdf"})})
    files = dict(session_files(elsewhere))
    assert json.loads(files["paper_index.json"])["2601.00001"]["pdf_path"] == "/data/pdf/2601.00001.pdf"
    assert "- **Citations:** 50,000" in files["sources.md"]
    assert "## Downloaded Papers" in files["sources.md"]
    assert "`/data/pdf/2601.00001.pdf`" in files["sources.md"]
