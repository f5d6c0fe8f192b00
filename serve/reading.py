"""Screens that read what was found: the answer, a quote in its page, and the graph."""

from collections.abc import Iterator, Sequence

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import ListedPassage, ReadingList
from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.text.rounding import hundredths, percent
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.html.document import body
from pathfinder.reports.html.markup import Child, Html, el, joined, web_address
from pathfinder.reports.html.picture import data_block
from pathfinder.reports.html.sections import Telling, chip, table
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.locales.reading_list_words import LIST_WORDS
from pathfinder.reports.markdown.summary import claim_verdict
from pathfinder.serve.screens import COLOURS, Page, whole
from pathfinder.serve.shelf import Cited

MOST_ELSE = 60


def answer(page: Page, report: JudgeReport) -> str:
    """The report; its citations open the quote in its page."""
    tell = Telling(report)
    panel = el(
        "aside",
        id="panel",
        hidden="",
        aria_label=page.w.quote_in,
        data_quotes=page.at("quote/"),
        data_close=page.w.close,
    )
    scripts = ("cytoscape.js", "report.js")
    return whole(page, report.metadata.question, [*body(tell), panel, data_block(tell)], scripts)


def reading_list(page: Page, known: ReadingList) -> str:
    """What a session without a model found."""
    w = LIST_WORDS[page.lang]
    panel = el(
        "aside",
        id="panel",
        hidden="",
        aria_label=page.w.quote_in,
        data_quotes=page.at("quote/"),
        data_close=page.w.close,
    )
    parts = [
        el(
            "section",
            el("h2", w.part.format(number=number, text=part.text), class_="text"),
            el("ol", *(el("li", *_passage(page, one)) for one in part.passages), class_="passages")
            if part.passages
            else el("p", w.nothing),
        )
        for number, part in enumerate(known.parts, start=1)
    ]
    figures = None
    if known.figures:
        rows = [
            (
                one.value,
                one.unit,
                el("span", one.what, class_="text"),
                el("span", one.source.title, class_="text"),
                one.source.date or w.undated,
            )
            for one in known.figures
        ]
        figures = el("section", el("h2", w.figures), table(w.figure_columns, rows))
    pairs = [
        el(
            "div",
            *(el("div", *_passage(page, one), class_="card") for one in (pair.first, pair.second)),
            class_="beside-each-other",
        )
        for pair in known.differences
    ]
    differ = (
        el("section", el("h2", w.differ), el("p", w.differ_note, class_="under"), *pairs) if pairs else None
    )
    main = el(
        "main",
        el("p", page.w.question, class_="over"),
        el("h1", known.question, class_="text"),
        el("p", w.not_judged, class_="alarm", role="note"),
        *parts,
        figures,
        differ,
        class_="narrow",
    )
    return whole(page, known.question, [main, panel])


def _passage(page: Page, one: ListedPassage) -> Iterator[Child]:
    w, source = LIST_WORDS[page.lang], one.sources[0]
    yield el("q", one.text, class_="text")
    yield " "
    yield el("a", one.observation, href=page.at(f"quote/{one.observation}"), class_="cite")
    if source.retracted:
        yield chip("rejected", w.retracted)
    about = " · ".join(text for text in (source.title or source.url, source.date or w.undated) if text)
    yield el("span", about, class_="under text block")


# ------------------------------------------------------------ a quote in its page


def quote(page: Page, graph: CogniGraph, cited: Cited) -> Html:
    """The source, the quote in its page, and what else the source says."""
    w, source = page.w, cited.source
    types = judge_words(page.lang).base.types
    about = [
        el("span", types[source.type], class_=f"kind {source.type}"),
        el("span", source.date or w.undated, class_="text"),
        el("span", source.author, class_="text") if source.author else None,
        el("span", f"{w.authority} {hundredths(source.authority)}"),
    ]
    url = web_address(source.url, "")
    address = (
        el("a", source.url, href=url, rel="noopener noreferrer nofollow", class_="address")
        if url
        else el("span", source.url, class_="address")
    )
    return el(
        "article",
        el("h2", source.title or source.site or source.url, class_="text"),
        el("p", *(part for fact in about if fact is not None for part in (fact, " ")), class_="facts"),
        el("p", address),
        el("p", f"{w.retracted}: ", said(source.retracted, page.lang), class_="alarm")
        if source.retracted
        else None,
        _bearing(page, graph, cited.observation) if cited.observation is not None else None,
        el("h3", w.stored_text),
        el("div", *_marked(cited), class_="stored text", tabindex="0"),
        el("h3", w.also_says),
        *_else(page, graph, cited),
        class_="quote-page",
    )


def quote_page(page: Page, graph: CogniGraph, cited: Cited) -> str:
    """The same as a page of its own."""
    main = el("main", quote(page, graph, cited), class_="narrow")
    return whole(page, cited.source.title or cited.source.url, [main])


def _marked(cited: Cited) -> Iterator[Child]:
    at = 0
    for place in sorted(place for place in (cited.quote, cited.header) if place is not None):
        yield cited.text[at : place.start]
        words = cited.text[place.start : place.end]
        yield el("mark", words, id="quote") if place == cited.quote else el("mark", words, class_="header")
        at = place.end
    yield cited.text[at:]


def _bearing(page: Page, graph: CogniGraph, name: ObservationId) -> Html | None:
    w = page.w
    kinds = {"SUPPORTS": ("confirmed", w.supports), "CONTRADICTS": ("against", w.contradicts)}
    rows = [
        el(
            "li",
            chip(*kinds[edge.type]),
            " ",
            el("a", claim_text(graph, claim), href=f"{page.at('answer')}#{claim}", class_="text"),
        )
        for claim in graph.hypotheses
        for edge in graph.evidence(claim)
        if edge.observation == name
    ]
    return el("div", el("h3", w.bears_on), el("ul", *rows, class_="plain-list")) if rows else None


def _else(page: Page, graph: CogniGraph, cited: Cited) -> Iterator[Html]:
    others = [
        name
        for name, known in graph.observations.items()
        if known.page == cited.page and name != cited.observation and known.quote
    ]
    if not others:
        yield el("p", page.w.says_nothing_else, class_="under")
        return
    rows = [
        el(
            "li",
            el("span", observation_text(graph, name), class_="text"),
            " ",
            el("a", name, href=page.at(f"quote/{name}"), class_="cite"),
        )
        for name in others[:MOST_ELSE]
    ]
    yield el("ul", *rows, class_="rows")


# ------------------------------------------------------------ the graph


def graph_page(page: Page, graph: CogniGraph) -> str:
    """Claims in words, by the part of the question they answer; conflicts join them."""
    w = page.w
    conflicts = [edge for edge in graph.edges if isinstance(edge, ConflictEdge)]
    shown = [name for name, one in graph.hypotheses.items() if one.merged_into is None]
    placed: set[HypothesisId] = set()
    clusters: list[Html] = []
    for part in graph.sub_questions.values():
        names = [name for name in part.answered_by if name in shown and name not in placed]
        placed.update(names)
        clusters.append(_cluster(page, graph, part.text, names, conflicts))
    rest = [name for name in shown if name not in placed]
    if rest:
        clusters.append(_cluster(page, graph, w.no_part, rest, conflicts))
    drawn = el(
        "div",
        Html('<svg id="wires" aria-hidden="true"></svg>'),
        *clusters,
        class_="clusters",
        id="clusters",
    )
    main = el(
        "main",
        el("p", w.graph, class_="over"),
        el("h1", graph.question, class_="text"),
        el("p", w.legend, class_="under"),
        drawn if shown else el("p", w.no_claims),
        class_="wide",
    )
    return whole(page, graph.question, [main])


def _cluster(
    page: Page,
    graph: CogniGraph,
    title: str,
    names: Sequence[HypothesisId],
    conflicts: Sequence[ConflictEdge],
) -> Html:
    ordered = sorted(
        names, key=lambda name: (not graph.hypotheses[name].alive, -graph.hypotheses[name].strength)
    )
    return el(
        "section",
        el("h2", title, class_="text"),
        el("ul", *(_node(page, graph, name, conflicts) for name in ordered), class_="nodes")
        if ordered
        else el("p", page.w.no_claims, class_="under"),
        class_="cluster",
    )


def _node(page: Page, graph: CogniGraph, name: HypothesisId, conflicts: Sequence[ConflictEdge]) -> Html:
    w, known = page.w, graph.hypotheses[name]
    edges = graph.evidence(name)
    pro = sum(edge.type == "SUPPORTS" for edge in edges)
    against = known.verdict is not None and known.verdict.side == "against"
    colour = "against" if against or not known.alive else COLOURS[reader_tag(graph, name)]
    tag = claim_verdict(graph, name) or judge_words(page.lang).base.statuses[known.status]
    rivals = [
        (edge.second if edge.first == name else edge.first, edge.resolved)
        for edge in conflicts
        if name in (edge.first, edge.second)
    ]
    told = joined(
        [
            el(
                "p",
                f"⚡ {w.conflicts_with}{f' ({w.settled})' if settled else ''}: ",
                el("a", graph.hypotheses[other].summary, href=f"#node-{other}", class_="text"),
                class_="rival settled" if settled else "rival",
                data_rival=f"node-{other}",
            )
            for other, settled in rivals
        ]
    )
    return el(
        "li",
        el("p", el("a", claim_text(graph, name), href=f"{page.at('answer')}#{name}", class_="text")),
        el(
            "p",
            chip(colour, tag),
            " ",
            el(
                "span",
                f"{percent(known.strength)}% · {w.evidence.format(pro=pro, con=len(edges) - pro)}",
                class_="under",
            ),
        ),
        told if rivals else None,
        id=f"node-{name}",
        class_=f"node {colour}",
    )
