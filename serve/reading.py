"""Screens that read what was found: the answer, a quote in its page, and the graph."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import urlencode

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.reading_list import ReadingList, is_reading_list
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.text.rounding import percent
from pathfinder.reports.content.finding import ReportFinding
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.document import report_body
from pathfinder.reports.html.view import GROUPS
from pathfinder.reports.locales.words import judge_words
from pathfinder.reports.markdown.reading_list import columns_of, figure_source
from pathfinder.reports.markdown.summary import claim_verdict
from pathfinder.serve.screens import COLOURS, Page
from pathfinder.serve.shelf import Cited

MOST_ELSE = 60
MOST_NAME = 80
MOST_SOURCES = 200
"""That the answer lists at once: those it cites come first."""


class Chosen(NamedTuple):
    """What the findings of a report are filtered by; empty: not by this."""

    part: str = ""
    verdict: str = ""
    source: str = ""
    all: str = ""
    """Not empty: every source is listed, as it is where one of them is chosen, and the timeline is whole."""


def not_yet(page: Page, question: str) -> str:
    """A session of which no iteration is closed: there is nothing to report, whatever was read."""
    return page.screen("screen_not_yet.html", question)


def answer(page: Page, report: JudgeReport, wanted: Chosen, *, goes_on: bool = False) -> str:
    """The report, in its own language; its citations open the quote in its page."""
    parts = [(str(part.id), part.text) for part in report.metadata.parts]
    verdicts = [(str(name), page.say(f"html-group-{name}")) for name in GROUPS]
    most = None if wanted.all or wanted.source else MOST_SOURCES
    sources = [
        (str(number), f"{number}. {_short(source.title or source.site or source.url)}")
        for number, source in enumerate(report.sources[:most], start=1)
    ]
    choices = (parts, verdicts, sources)
    chosen = Chosen(
        *(
            value if value in {name for name, _ in known} else ""
            for value, known in zip(wanted, choices, strict=False)
        )
    )
    shown = [one.id for one in report.findings if _matches(report, one, chosen)]
    filters = page.piece(
        "answer_filters.html",
        choices=choices,
        chosen=chosen,
        all=wanted.all and "1",
        shown=len(shown),
        count=len(report.findings),
    )
    kept = {name: value for name, value in chosen._asdict().items() if value}
    more = f"?{urlencode({**kept, 'all': '1'})}"
    body, picture = report_body(
        report, shown if any(chosen) else None, filters, most, more, stored="page/{page}"
    )
    title = report.metadata.question
    closed = report.metadata.iterations if goes_on else 0
    return page.screen("screen_answer.html", title, "report.js", body=body, picture=picture, closed=closed)


def _matches(report: JudgeReport, one: ReportFinding, chosen: Chosen) -> bool:
    numbers = {report.quotes[seen.observation].source for seen in one.evidence}
    return (
        (not chosen.part or chosen.part in one.answers)
        and (not chosen.verdict or chosen.verdict == one.group)
        and (not chosen.source or int(chosen.source) in numbers)
    )


def _short(text: str) -> str:
    return text if len(text) <= MOST_NAME else text[: MOST_NAME - 1].rstrip() + "…"


def reading_list(page: Page, known: ReadingList) -> str:
    """What a session without a model found."""
    t = translator(page.lang)
    return page.screen(
        "screen_reading_list.html",
        known.question,
        known=known,
        columns=columns_of(t),
        figure_source=lambda source: figure_source(source, t),
    )


# ------------------------------------------------------------ a quote in its page


def quote(page: Page, graph: CogniGraph, cited: Cited) -> str:
    """The source, the quote in its page, and what else the source says."""
    return page.piece("quote.html", **_quoted(page, graph, cited))


def quote_page(page: Page, graph: CogniGraph, cited: Cited) -> str:
    """The same as a page of its own."""
    title = cited.source.title or cited.source.url
    return page.screen("screen_quote.html", title, **_quoted(page, graph, cited))


def _quoted(page: Page, graph: CogniGraph, cited: Cited) -> dict[str, object]:
    retracted = cited.source.retracted
    bearing = [
        (edge.type == "SUPPORTS", claim, claim_text(graph, claim))
        for claim in graph.hypotheses
        for edge in graph.evidence(claim)
        if cited.observation is not None and edge.observation == cited.observation
    ]
    others = [
        name
        for name, known in graph.observations.items()
        if known.page == cited.page and name != cited.observation and known.quote
    ]
    return {
        "cited": cited,
        "retracted": page.in_language(retracted) if retracted else "",
        "bearing": bearing,
        "stored": list(_marked(cited)),
        "others": [(name, observation_text(graph, name)) for name in others[:MOST_ELSE]],
    }


def _marked(cited: Cited) -> Iterator[tuple[str, str]]:
    """The stored page in pieces; the quote and its heading are marked."""
    at = 0
    for place in sorted(place for place in (cited.quote, cited.header) if place is not None):
        yield cited.text[at : place.start], ""
        yield cited.text[place.start : place.end], "quote" if place == cited.quote else "header"
        at = place.end
    yield cited.text[at:], ""


# ------------------------------------------------------------ the graph


class Rival(NamedTuple):
    """A claim that another one is in conflict with."""

    id: HypothesisId
    text: str
    settled: bool


class ClaimNode(NamedTuple):
    """A claim of the graph."""

    id: HypothesisId
    text: str
    colour: str
    tag: str
    percent: int
    pro: int
    con: int
    rivals: list[Rival]


def graph_page(page: Page, graph: CogniGraph) -> str:
    """Claims in words, by the part of the question they answer; conflicts join them."""
    shown = [name for name, one in graph.hypotheses.items() if one.merged_into is None]
    placed: set[HypothesisId] = set()
    clusters: list[tuple[str | None, list[ClaimNode]]] = []
    for part in graph.sub_questions.values():
        names = [name for name in part.answered_by if name in shown and name not in placed]
        placed.update(names)
        clusters.append((part.text, _cluster(page, graph, names)))
    if rest := [name for name in shown if name not in placed]:
        clusters.append((None, _cluster(page, graph, rest)))
    return page.screen(
        "screen_graph.html",
        graph.question,
        clusters=clusters,
        shown=shown,
        reading_list=is_reading_list(graph),
    )


def _cluster(page: Page, graph: CogniGraph, names: Sequence[HypothesisId]) -> list[ClaimNode]:
    """Claims in the order in which they are shown: those that are alive first, the strongest first."""
    known = graph.hypotheses
    ordered = sorted(names, key=lambda name: (not known[name].alive, -known[name].strength))
    return [_node(page, graph, name) for name in ordered]


def _node(page: Page, graph: CogniGraph, name: HypothesisId) -> ClaimNode:
    known, edges = graph.hypotheses[name], graph.evidence(name)
    pro = sum(edge.type == "SUPPORTS" for edge in edges)
    against = known.verdict is not None and known.verdict.side == "against"
    rivals = [
        (edge.second if edge.first == name else edge.first, edge.resolved)
        for edge in graph.edges
        if isinstance(edge, ConflictEdge) and name in (edge.first, edge.second)
    ]
    return ClaimNode(
        name,
        claim_text(graph, name),
        "against" if against or not known.alive else COLOURS[reader_tag(graph, name)],
        claim_verdict(graph, name) or judge_words(page.lang).base.statuses[known.status],
        percent(known.strength),
        pro,
        len(edges) - pro,
        [Rival(other, graph.hypotheses[other].summary, settled) for other, settled in rivals],
    )
