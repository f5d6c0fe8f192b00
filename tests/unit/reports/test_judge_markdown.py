"""report.md: all a person needs to decide, in both languages, and never a mark that came from outside."""

import json
import re
import unicodedata
from functools import partial
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from pathfinder.protocols.evidence.citing import bears_on
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.verdicts import verdict
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.content.judge_assembly import judge_report
from pathfinder.reports.content.judge_schema import report_json
from pathfinder.reports.locales.words import Words, judge_words
from pathfinder.reports.markdown.escaping import web_address
from pathfinder.reports.markdown.report import judge_markdown, short_markdown
from tests.builders import a_graph, a_hypothesis, a_source
from tests.judge_reports import a_judged_graph, around
from tests.judging import FOR, SKEPTIC, a_finding, against, voices, world
from tests.large_session import large_answer, large_graph
from tests.scenario.staged import Stage
from tests.theses import a_session, judged, said

EN, KO = judge_words("en"), judge_words("ko")
NAUGHTY: list[str] = json.loads(
    (Path(__file__).parents[2] / "data" / "naughty-strings.json").read_text(encoding="utf-8")
)
HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
A1 = HypothesisId("hyp_A1")


def _always(text: str, _: str) -> str:
    return text


class _Turn:
    """Gives the strings of the list one after the other."""

    def __init__(self, first: int) -> None:
        self.first, self.given = first, 0

    def __call__(self, _: str) -> str:
        self.given += 1
        return NAUGHTY[(self.first + self.given - 1) % len(NAUGHTY)]


def section(text: str, name: str) -> str:
    return text.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


@pytest.fixture(scope="module")
def english() -> str:
    return judge_markdown(judge_report(a_judged_graph(), around(language="en")))


@pytest.mark.parametrize("w", [EN, KO], ids=["en", "ko"])
def test_it_has_every_section_in_its_order(w: Words) -> None:
    report = judge_report(a_judged_graph(), around(language="ko" if w is KO else "en"))
    assert HEADING.findall(judge_markdown(report)) == [
        w.summary, w.findings, w.disagreements, w.settled, w.reviews, w.refuted, w.recommendations, w.unknown,
        w.evidence, w.sources, w.failures, w.cost, w.metadata,
    ]  # fmt: skip
    assert HEADING.findall(short_markdown(report)) == [
        w.summary, w.findings, w.refuted, w.unknown, w.sources, w.failures,
    ]  # fmt: skip


def test_the_summary_says_the_answer_its_verdict_and_who_looked(english: str) -> None:
    summary = section(english, EN.summary)
    assert "**Conclusion:** Loops cut the bill [obs_1] [obs_2] [obs_4]." in summary
    assert "Loops need permits [obs_3]." in summary, "what holds under the other condition"
    assert "**Verdict (hyp_A1):** Confirmed (for it); strength 0.73" in summary
    assert "3 independent sources agree, for it" in summary
    assert "**Investigators:** 4; rounds: 4; iterations: 2" in summary
    assert "a-model-1" in summary


def test_each_verdict_has_its_table(english: str) -> None:
    findings = section(english, EN.findings)
    confirmed, likely, uncertain, unjudged = re.split(r"^### .+$", findings, flags=re.MULTILINE)[1:]
    assert (
        "hyp_A1: Loops cut the bill [obs_1] [obs_2] [obs_4]. Only when: it holds in sandy soil" in confirmed
    )
    assert "ACADEMIC-HYPA1-S2-I1-R1.0" in confirmed
    assert "Not so: “Everybody saves” [obs_7]" in confirmed
    assert EN.unchallenged in confirmed
    assert (
        "Trusted independent sources: 1 of 1, too few to confirm it. The sample was small. Less sure"
        in likely
    )
    assert "Minority opinion, weight 0.24: “Everybody saves.” [obs_6]" in likely
    assert "retracted and has no weight: [obs_8]" in likely
    for both in (
        "“Loops lower the bill in most houses.” [obs_2]",
        "“In clay soil no saving was found.” [obs_3]",
    ):
        assert both in uncertain
    assert "look in the north; a second, independent source" in uncertain
    assert "The Judge's answer could not be read." in unjudged


def test_disagreements_reviews_and_refutations_show_what_was_said(english: str) -> None:
    torn = section(english, EN.disagreements)
    assert "For it: weight 0.43, independent sources 1 (trusted: 1), held by ACADEMIC-HYPA6." in torn
    assert "Against it: weight 0.45, independent sources 1 (trusted: 1), held by WEB-HYPA6." in torn
    assert "looked at in round 3 1 times; sent out again: ACADEMIC-HYPA6, WEB-HYPA6" in torn
    assert "2 Explorers sent to settle it" in torn
    assert "Given up for now" in torn
    reviews = section(english, EN.reviews)
    assert "| The sample was small. | none | WEAKENED" in reviews, "obs_3 does not bear on that claim"
    assert "| Nobody looked in clay. | [obs_1] | UPHELD" in reviews
    assert "judged not so (Confirmed)" in section(english, EN.refuted)
    assert "rejected: strength 0.20 (visits: 2)" in section(english, EN.refuted)


def test_recommendations_follow_the_verdicts(english: str) -> None:
    act, look, watch = section(english, EN.recommendations).split("**")[2::2]
    assert "Build on hyp_A1: Loops cut the bill" in act
    assert "It holds under a condition" in act
    assert "hyp_A3" not in act, "nobody challenged it"
    assert "Have it challenged that hyp_A3 “Everybody saves” [obs_6] does not hold" in look
    assert "Find what decides between hyp_A5" in look
    assert "No settled claim answers this part of the question: At what price?" in look
    assert "Look for look in the north. Claims: hyp_A6" in look
    assert "hyp_A2 “Loops last long” [obs_1]: likely, and not yet sure." in watch
    assert "Withdrawn paper is retracted (the data were made up)" in watch


def test_where_nothing_is_firm_it_says_so() -> None:
    text = judge_markdown(judge_report(a_graph([(A1, a_hypothesis())])))
    assert EN.no_act in section(text, EN.recommendations)


def test_without_evidence_the_first_line_says_so_and_nothing_is_concluded() -> None:
    graph = a_graph([(A1, a_hypothesis("Loops pay.", strength=0.9, status="verified"))])
    for text in (judge_markdown(judge_report(graph)), short_markdown(judge_report(graph))):
        assert text.splitlines()[0] == f"**{EN.base.no_evidence}**"
        assert f"**Conclusion:** {EN.base.no_evidence}" in text
        assert "**Verdict:**" not in text
    korean = judge_markdown(judge_report(graph, around(language="ko")))
    assert korean.splitlines()[0] == f"**{KO.base.no_evidence}**"


def test_one_investigator_alone_gives_a_simple_report() -> None:
    claim = a_hypothesis("Loops pay.", strength=0.9, status="verified", verdict=judged("Likely", "for"))
    graph = a_graph([(A1, claim)], *said(1, {A1: "SUPPORTS"}, "Loops pay.", a_source()))
    assert f"**{EN.simple}**" in judge_markdown(judge_report(graph))
    assert EN.simple not in judge_markdown(judge_report(a_judged_graph()))


def test_an_uncertain_answer_is_not_said_as_if_it_were_settled() -> None:
    claim = a_hypothesis("Loops pay.", strength=0.9, status="tested", verdict=judged("Uncertain", None))
    graph = a_graph([(A1, claim)], *said(1, {A1: "SUPPORTS"}, "Loops pay.", a_source()))
    assert f"**Conclusion:** {EN.not_settled} Loops pay [obs_1]." in judge_markdown(judge_report(graph))


def test_what_is_refuted_is_said_to_be_so() -> None:
    claim = a_hypothesis("Loops freeze.", strength=0.4, status="tested", verdict=judged("Likely", "against"))
    graph = a_graph([(A1, claim)], *said(1, {A1: "CONTRADICTS"}, "No loop froze.", a_source()))
    text = judge_markdown(judge_report(graph))
    assert "**Conclusion:** Not so: “Loops freeze” “No loop froze.” [obs_1]" in text


def test_every_sentence_about_a_claim_cites_what_bears_on_it() -> None:
    graph = Stage().run(3)
    report = judge_report(graph)
    for one in report.findings:
        assert all(bears_on(graph, cite, {one.id}) for cite in one.claim.cites)
        assert one.claim.cites or not one.evidence
    cited = set(re.findall(r"\[(obs_\d+)\]", judge_markdown(report)))
    assert cited <= set(graph.observations)


@pytest.mark.parametrize(
    "graph", [a_judged_graph(), Stage().run(4), a_session()], ids=["judged", "run", "thesis"]
)
def test_korean_is_korean_where_the_words_are_ours(graph: CogniGraph) -> None:
    text = judge_markdown(judge_report(graph, around(language="ko")))
    ours = re.sub(r"“[^”]*”|\b(?:[A-Z]+-)+\S+|`[^`]*`", "", text)
    for english in ("lineage", " voice", "strength", "trusted", "investigator", "unanswered", "weight"):
        assert english not in ours.casefold(), english


@pytest.mark.parametrize("place", range(0, len(NAUGHTY), 43))
def test_no_control_byte_and_no_heading_comes_from_outside(place: int) -> None:
    """Every string of the list in every field of a report, in twelve parts."""
    for text in NAUGHTY[place : place + 43]:
        report = judge_report(
            a_judged_graph(partial(_always, text)), around(partial(_always, text), language="en")
        )
        written = judge_markdown(report)
        assert not _controls(written), text
        starts = [line for line in written.splitlines() if line.startswith("#")]
        assert {line.partition(" ")[2] for line in starts[1:]} <= _OURS, text
        assert not _controls(report_json(report)), text


@pytest.mark.parametrize("turn", range(0, len(NAUGHTY), 30))
def test_no_mark_of_markdown_comes_from_outside(turn: int) -> None:
    """Another string of the list in each field, so that a few reports hold them all, read by a parser."""
    strings = _Turn(turn)
    report = judge_report(a_judged_graph(strings), around(strings, language="en"))
    assert strings.given > 30
    for written in (judge_markdown(report), short_markdown(report)):
        _only_our_marks(written, f"turn {turn}", {source.url for source in report.sources})


@pytest.mark.parametrize(
    "text",
    [
        "x\n# Owned\n",
        "| a | b |\n|---|---|\n| c | d |",
        "[click](https://evil.example)",
        "![pixel](https://evil.example/p.png)",
        "<script>alert(1)</script>",
        "\x1b[31mred\x1b]0;title\x07\x9b2J",
        "\u202etxt.exe\u2066",
        "```\ncode\n```",
        "[obs_1]: https://evil.example",
        "a\r\n\r\n- item\r\n1. one",
        "www.evil.example me@evil.example",
        "&lt;b&gt; &#x3c;i&#x3e;",
        "\u2028# line separator",
    ],
)
def test_hostile_text_stays_text(text: str) -> None:
    report = judge_report(a_judged_graph(lambda _: text), around(lambda _: text, language="en"))
    for written in (judge_markdown(report), short_markdown(report)):
        _only_our_marks(written, text, {source.url for source in report.sources})


def test_reports_are_the_same_for_the_same_graph() -> None:
    graph = Stage().run(3)
    again = CogniGraph.model_validate_json(graph.model_dump_json())
    assert judge_markdown(judge_report(graph)) == judge_markdown(judge_report(again))


_PARSER = MarkdownIt("gfm-like")
_INLINE = {"text", "text_special", "strong_open", "strong_close", "softbreak", "link_open", "link_close"}
_OURS = {
    *(getattr(EN, name) for name in (
        "summary", "findings", "disagreements", "settled", "reviews", "refuted", "recommendations", "unknown",
        "evidence", "sources", "failures", "cost", "metadata", "dropped", "appendix",
    )),
    *EN.group_heads.values(),
    *(f"hyp_A{number}" for number in range(1, 7)),
    "hyp_B1",
}  # fmt: skip


def _only_our_marks(written: str, text: str, sources: set[str]) -> None:
    """Headings are ours, links lead to sources, and there is no image, HTML or code but the one command."""
    assert not _controls(written), repr(text)
    tokens = _PARSER.parse(written)
    inline = [child for token in tokens for child in token.children or ()]
    kinds = {child.type for child in inline}
    assert kinds <= _INLINE | {"code_inline"}, (kinds - _INLINE, text)
    links = {str(child.attrs["href"]) for child in inline if child.type == "link_open"}
    assert links <= {url for url in sources if web_address(url)}
    code = {child.content for child in inline if child.type == "code_inline"}
    assert {one for one in code if not web_address(one)} <= {"pathfinder report --judge"}
    assert not {token.type for token in tokens} & {
        "html_block",
        "fence",
        "code_block",
        "hr",
        "blockquote_open",
    }
    headings = [
        (token.tag, tokens[place + 1].content)
        for place, token in enumerate(tokens)
        if token.type == "heading_open"
    ]
    assert [tag for tag, _ in headings].count("h1") == 2
    assert [content for tag, content in headings if tag == "h1"][1] == EN.appendix
    assert {content for tag, content in headings if tag != "h1"} <= _OURS, text


def _controls(written: str) -> set[str]:
    return {mark for mark in set(written) - {"\n"} if unicodedata.category(mark) in ("Cc", "Cf", "Zl", "Zp")}


def test_observations_are_named_once_and_found() -> None:
    report = judge_report(a_judged_graph())
    assert list(report.quotes) == [ObservationId(f"obs_{number}") for number in range(1, 9)]


def test_what_outweighs_is_told_with_its_figures_in_both_languages() -> None:
    graph = world(*voices("paper", "paper"), *against("news"))
    because = verdict(graph, A1, a_finding(*FOR, SKEPTIC), challenged=True).because
    told = {worded(because), worded(because, "ko")}
    assert len(told) == 2
    assert all(figure in sentence for sentence in told for figure in ("0.96", "1.44", "0.48", "2"))


def _words(text: str) -> int:
    return len([word for word in text.split() if re.search(r"\w", word)])


def test_the_body_of_a_large_report_is_a_few_pages_and_the_rest_an_appendix() -> None:
    report = judge_report(large_graph(), around(language="en", answer=large_answer()))
    for written in (judge_markdown(report), short_markdown(report)):
        body, _, appendix = written.partition(f"\n# {EN.appendix}\n")
        assert _words(body) <= 4_000
        assert HEADING.findall(body)[0] == EN.summary
        assert HEADING.findall(body)[-1] == EN.findings
        assert f"## {EN.sources}" in appendix
        cells = [cell for line in written.splitlines() if line.startswith("|") for cell in line.split(" | ")]
        assert max(map(len, cells)) <= 400, "no cell is longer than a few lines"
        assert r"https\:" not in written


def test_undecided_findings_have_the_words_that_readers_get_and_a_legend() -> None:
    report = judge_report(large_graph(), around(language="en"))
    written = judge_markdown(report)
    undecided = written.partition(EN.group_heads["uncertain"])[2].partition("\n# ")[0]
    assert "| **Disputed** hyp_A55: " in undecided
    assert "| **Reported** hyp_A56: " in undecided
    assert "Disputed: sources stand on both sides" in written
    assert "Confirmed 17, Likely 37, Reported 3, Disputed 2, Open 0" in written
    tags = {one.id: one.verdict.tag for one in report.findings if one.verdict is not None}
    assert tags[HypothesisId("hyp_A56")] == "Uncertain", "the protocol's verdict stays in report.json"
