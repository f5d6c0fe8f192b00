"""Every Markdown view and every line for the terminal: nothing in it but text comes from data.

A new view is added to the list here.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import get_args

import pytest
from markdown_it import MarkdownIt

from pathfinder.cli.commands.explain import explained
from pathfinder.cli.screen.output import lines
from pathfinder.protocols.answer.types import KeptAnswer, KeptRow, KeptSentence, KeptTable
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.content.judge_assembly import ReportContext, judge_report
from pathfinder.reports.markdown.brief import brief, brief_markdown
from pathfinder.reports.markdown.diff import difference, difference_lines
from pathfinder.reports.markdown.escaping import web_address
from pathfinder.reports.markdown.report import judge_markdown, short_markdown
from pathfinder.reports.markdown.summary import Tongue, summary
from pathfinder.reports.markdown.thesis import thesis_text
from pathfinder.reports.session_files import session_files
from tests.browser.hostile import hostile, naughty
from tests.judge_reports import a_judged_graph, around

STRINGS = [*naughty(), *hostile(300)]
TURNS = 12
_PARSER = MarkdownIt("gfm-like")
_TEXT = {"text", "text_special", "strong_open", "strong_close", "softbreak", "code_inline"}
_BLOCKS = {"html_block", "fence", "code_block", "hr"}
_PAGE = re.compile(r"pages/[0-9a-f]{64}\.txt|pathfinder show obs_\d+")
_COMMANDS = {"pathfinder report", "pathfinder report --judge", "pathfinder thesis"}


class Turn:
    """Another string for each field, from a place in the list on."""

    def __init__(self, start: int) -> None:
        self.next = start

    def __call__(self, _: str) -> str:
        self.next += 1
        return STRINGS[self.next % len(STRINGS)]


def views(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """Every Markdown file of a session, in both languages."""
    for tongue in get_args(Tongue):
        files = session_files(speaking(graph, tongue))
        yield from ((f"{name} {tongue}", text) for name, text in files if name.endswith(".md"))
        report = judge_report(graph, around(language=tongue))
        yield f"report.md --judge {tongue}", judge_markdown(report)
        yield f"report.md {tongue}", short_markdown(report)
        yield f"brief.md {tongue}", _brief(graph, tongue)
        yield (
            f"thesis.md {tongue}",
            thesis_text(graph, ReportContext(language="ko" if tongue == "ko" else "en")),
        )


def _brief(graph: CogniGraph, tongue: Tongue) -> str:
    """The brief of an answer that says what the claims say."""
    first, second, *rest = (one.summary for one in graph.hypotheses.values())
    row = KeptRow(cells=(first, second), cites=())
    kept = KeptAnswer(
        question=graph.question,
        language=tongue,
        iteration=0,
        title=first,
        answer=(KeptSentence(text=second, cites=("obs_1",)),),
        cases=(KeptTable(title=first, columns=("If", "Then"), rows=(row,)),),
        recommendations=tuple(KeptSentence(text=text, cites=("obs_2",)) for text in rest),
    )
    report = judge_report(graph, around(language=tongue, answer=kept))
    assert report.answer is not None
    return brief_markdown(report, brief(report.answer, tongue))


def speaking(graph: CogniGraph, tongue: Tongue) -> CogniGraph:
    """The same session in a language."""
    return graph.model_copy(update={"run": graph.run.model_copy(update={"language": tongue})})


def terminal(graph: CogniGraph) -> Iterator[str]:
    """What commands print of a graph, in both languages."""
    for tongue in get_args(Tongue):
        spoken = speaking(graph, tongue)
        for name in spoken.hypotheses:
            yield from explained(spoken, name)
        yield from summary(spoken)
        yield from difference_lines(difference(CogniGraph(question=graph.question), spoken), tongue)


def hidden(text: str) -> set[str]:
    """Characters that do something instead of being seen; line ends are ours."""
    return {mark for mark in text if mark != "\n" and unicodedata.category(mark) in {"Cc", "Cf", "Zl", "Zp"}}


def headings(text: str) -> list[str]:
    return [token.tag for token in _PARSER.parse(text) if token.type == "heading_open"]


def kinds(text: str) -> set[str]:
    """What stands inside its lines beside text."""
    return {child.type for token in _PARSER.parse(text) for child in token.children or ()}


def links_of(text: str) -> set[str]:
    inline = (child for token in _PARSER.parse(text) for child in token.children or ())
    return {str(child.attrs["href"]) for child in inline if child.type == "link_open"}


HARMLESS = {name: headings(text) for name, text in views(a_judged_graph())}
OURS = {name: kinds(text) | _TEXT for name, text in views(a_judged_graph())}
"""An emphasis of a title may be ours, and so is the address of a source; an image never is."""


@pytest.mark.parametrize("turn", range(TURNS))
def test_no_mark_in_any_view_comes_from_data(turn: int) -> None:
    graph = a_judged_graph(Turn(turn * len(STRINGS) // TURNS))
    seen, sources = dict(views(graph)), {source.url for source in graph.sources.values()}
    assert seen.keys() == HARMLESS.keys()
    for name, text in seen.items():
        assert not hidden(text), (name, hidden(text))
        tokens = _PARSER.parse(text)
        inline = [child for token in tokens for child in token.children or ()]
        assert kinds(text) <= OURS[name], (name, kinds(text) - OURS[name])
        assert links_of(text) <= {url for url in sources if web_address(url)}, (name, links_of(text))
        code = {child.content for child in inline if child.type == "code_inline"} - _COMMANDS
        assert all(_PAGE.fullmatch(written) or web_address(written) for written in code), (name, code)
        assert not {token.type for token in tokens} & _BLOCKS, (name, {token.type for token in tokens})
        dropped = max(0, len(headings(text)) - len(HARMLESS[name]))
        assert dropped <= 1, (name, "a heading that is not ours")
        assert headings(text)[: len(HARMLESS[name])] == HARMLESS[name], name


@pytest.mark.parametrize("turn", range(TURNS))
def test_no_control_byte_reaches_the_terminal(turn: int, capsys: pytest.CaptureFixture[str]) -> None:
    told = list(terminal(a_judged_graph(Turn(turn * len(STRINGS) // TURNS))))
    lines(told, width=400)
    printed = capsys.readouterr().out
    assert not hidden(printed)
    assert printed.count("\n") == len(told), "a line of ours is a line on the screen"


def test_the_only_links_are_the_addresses_of_sources_and_there_are_no_images() -> None:
    ours = {kind for known in OURS.values() for kind in known} - _TEXT
    assert ours <= {"em_open", "em_close", "link_open", "link_close"}
    graph = a_judged_graph()
    known = {source.url for source in graph.sources.values()}
    links = {link for _, text in views(graph) for link in links_of(text)}
    assert links
    assert links <= known
