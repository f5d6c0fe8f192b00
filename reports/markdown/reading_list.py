"""The reading list as Markdown, as lines for a terminal, and as a page."""

from collections.abc import Iterator

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import Difference, ListedPassage, ListedSource, ReadingList
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.reports.html.document import page
from pathfinder.reports.html.markup import Html, el
from pathfinder.reports.html.markup import web_address as safe_address
from pathfinder.reports.locales.place_words import place_text
from pathfinder.reports.locales.reading_list_words import LIST_WORDS, ListWords
from pathfinder.reports.markdown.escaping import plain, table, web_address
from pathfinder.reports.markdown.summary import Tongue

ON_SCREEN = 15
"""Passages on the screen, over all parts; at least FEWEST_ON_SCREEN and at most MOST_ON_SCREEN of each."""
FEWEST_ON_SCREEN, MOST_ON_SCREEN = 3, 5
FIGURES_ON_SCREEN = 8
DIFFERENCES_ON_SCREEN = 2
LONGEST_ON_SCREEN = 230
LONGEST_TITLE = 70
GAP = "  "
"""Between two columns."""
WIDEST_ROW = 135
MOST_TITLES = 3
"""Documents that are named beside a passage; of more, their number is given."""
WIDTHS = (9, 11, 64, 30, 10)
"""Columns of the table of figures on the screen."""


def passages_of(known: ReadingList) -> int:
    """How many passages are listed."""
    return sum(len(part.passages) for part in known.parts)


# ------------------------------------------------------------ what both forms say


def _source(source: ListedSource, w: ListWords) -> str:
    details = ", ".join((w.types[source.type], source.date or w.undated))
    mark = f", {w.retracted}" if source.retracted else ""
    return f"{source.title or source.url} ({details}{mark})"


def _counted(passage: ListedPassage, w: ListWords) -> str:
    """How many sources say so; copies of one text count once."""
    documents = len(passage.sources)
    if documents == 1:
        return ""
    if passage.independent == 1:
        return w.copies.format(count=documents)
    return w.sources.format(count=passage.independent)


def _also(passage: ListedPassage, w: ListWords) -> str:
    others = [source.title or source.url for source in passage.sources[1:]]
    shown = others[:MOST_TITLES]
    rest = f" +{len(others) - len(shown)}" if len(others) > len(shown) else ""
    return w.also.format(titles="; ".join(shown) + rest) if shown else ""


def _first(passage: ListedPassage, source: ListedSource, w: ListWords, speak: Tongue) -> str:
    """The source of a passage, and where in it the passage stands."""
    return ", ".join(text for text in (_source(source, w), place_text(passage.place, speak)) if text)


def _said_briefly(passage: ListedPassage, w: ListWords, speak: Tongue) -> str:
    """The source of a passage in one line of a terminal, and how many say so."""
    first = passage.sources[0]
    source = first.model_copy(update={"title": one_line(first.title or first.url, LONGEST_TITLE)})
    return "; ".join(text for text in (_first(passage, source, w, speak), _counted(passage, w)) if text)


def _said_by(passage: ListedPassage, w: ListWords, speak: Tongue) -> str:
    """The source of a passage, where it stands there, and who else says so."""
    under = w.under.format(heading=passage.heading) if passage.heading else ""
    first = ", ".join(text for text in (_first(passage, passage.sources[0], w, speak), under) if text)
    return "; ".join(text for text in (first, _counted(passage, w), _also(passage, w)) if text)


def _read(known: ReadingList, w: ListWords) -> str:
    return w.read.format(documents=known.documents, passages=passages_of(known), merged=known.merged)


def _retracted(source: ListedSource, w: ListWords, speak: Tongue) -> str:
    return w.retracted_row.format(title=source.title or source.url, why=said(source.retracted, speak))


# ------------------------------------------------------------ the screen


def list_lines(known: ReadingList, speak: Tongue) -> Iterator[str]:
    """The list for a terminal, in about sixty lines."""
    w = LIST_WORDS[speak]
    yield w.title.format(question=known.question)
    yield w.not_judged
    yield _read(known, w)
    most = max(FEWEST_ON_SCREEN, min(MOST_ON_SCREEN, ON_SCREEN // max(1, len(known.parts))))
    for number, part in enumerate(known.parts, start=1):
        yield ""
        yield w.part.format(number=number, text=part.text)
        if not part.passages:
            yield f"  {w.nothing}"
        for passage in part.passages[:most]:
            yield f"  - “{one_line(passage.text, LONGEST_ON_SCREEN)}”"
            yield f"    {passage.observation}: {_said_briefly(passage, w, speak)}"
        if len(part.passages) > most:
            yield f"  {w.more.format(count=len(part.passages) - most)}"
    if known.figures:
        yield ""
        yield w.figures
        yield f"  {_columns(w.figure_columns)}"
        for row in known.figures[:FIGURES_ON_SCREEN]:
            cells = (row.value, row.unit, row.what, row.source.title, row.source.date or w.undated)
            yield f"  {_columns(cells)}"
    for pair in known.differences[:DIFFERENCES_ON_SCREEN]:
        yield ""
        yield w.these_two
        for passage in (pair.first, pair.second):
            yield f"  - “{one_line(passage.text, LONGEST_ON_SCREEN)}”"
            yield f"    {passage.observation}: {_said_briefly(passage, w, speak)}"
    if known.retracted:
        yield ""
        yield from (f"{_retracted(source, w, speak)}" for source in known.retracted)


def _columns(cells: tuple[str, ...]) -> str:
    shown = (one_line(cell, width) for cell, width in zip(cells, WIDTHS, strict=True))
    return GAP.join(f"{cell:<{width}}" for cell, width in zip(shown, WIDTHS, strict=True)).rstrip()


# ------------------------------------------------------------ Markdown


def list_markdown(known: ReadingList, speak: Tongue) -> str:
    """The whole list as Markdown."""
    w = LIST_WORDS[speak]
    lines = [f"# {w.title.format(question=plain(known.question))}", "", w.not_judged, "", _read(known, w)]
    for number, part in enumerate(known.parts, start=1):
        lines += ["", f"## {w.part.format(number=number, text=plain(part.text))}", ""]
        if not part.passages:
            lines.append(w.nothing)
        for passage in part.passages:
            lines += [
                f"- “{plain(passage.text)}”",
                f"  {plain(_said_by(passage, w, speak))} [{passage.observation}]",
            ]
    if known.figures:
        rows: list[tuple[str, ...]] = [
            (
                plain(row.value),
                plain(row.unit),
                plain(row.what),
                f"{plain(row.source.title)} [{row.observation}]",
                plain(row.source.date or w.undated),
            )
            for row in known.figures
        ]
        lines += ["", f"## {w.figures}", "", table(w.figure_columns, rows)]
    if known.differences:
        lines += ["", f"## {w.differ}", "", w.differ_note]
        for pair in known.differences:
            lines += ["", f"{w.these_two}", "", *_pair(pair, w, speak)]
    if known.retracted:
        lines += ["", f"## {w.retracted_title}", ""]
        lines += [f"- {plain(_retracted(source, w, speak))}" for source in known.retracted]
    lines += ["", f"## {w.documents}", ""]
    lines += [f"- {plain(_source(source, w))}: {_address(source)}" for source in documents(known)]
    return "\n".join(lines).rstrip() + "\n"


def _pair(pair: Difference, w: ListWords, speak: Tongue) -> Iterator[str]:
    for passage in (pair.first, pair.second):
        yield f"- “{plain(passage.text)}”"
        said_by = _first(passage, passage.sources[0], w, speak)
        yield f"  {plain(said_by)} [{passage.observation}]"


def _address(source: ListedSource) -> str:
    return f"<{source.url}>" if web_address(source.url) else plain(source.url)


def documents(known: ReadingList) -> list[ListedSource]:
    """Every document that a listed passage stands in, once, in the order of the list."""
    passages = (passage for part in known.parts for passage in part.passages)
    return list(dict.fromkeys(source for passage in passages for source in passage.sources))


# ------------------------------------------------------------ HTML

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
.note { border-left: 4px solid #b58900; padding: .3rem .8rem; }
li { margin-bottom: .8rem; } .source { color: GrayText; font-size: .9rem; display: block; }
.retracted { color: #c0392b; font-weight: bold; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; display: block; overflow-x: auto; }
td, th { border-bottom: 1px solid GrayText; padding: .3rem .5rem; text-align: left; vertical-align: top; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin-bottom: 1rem; }
.pair > div { border: 1px solid GrayText; border-radius: 4px; padding: .6rem; }
@media (max-width: 40rem) { .pair { grid-template-columns: 1fr; } }
"""


def list_html(known: ReadingList, speak: Tongue) -> str:
    """The whole list as one page that loads nothing."""
    w = LIST_WORDS[speak]
    title = w.title.format(question=known.question)
    body: list[Html] = [el("h1", title), el("p", w.not_judged, class_="note"), el("p", _read(known, w))]
    for number, part in enumerate(known.parts, start=1):
        body.append(el("h2", w.part.format(number=number, text=part.text)))
        if part.passages:
            body.append(el("ol", *(_item(passage, w, speak) for passage in part.passages)))
        else:
            body.append(el("p", w.nothing))
    if known.figures:
        body += [el("h2", w.figures), _figures(known, w)]
    if known.differences:
        body += [el("h2", w.differ), el("p", w.differ_note)]
        body += [
            el("div", _quote(pair.first, w, speak), _quote(pair.second, w, speak), class_="pair")
            for pair in known.differences
        ]
    if known.retracted:
        rows = (el("li", _retracted(source, w, speak), class_="retracted") for source in known.retracted)
        body += [el("h2", w.retracted_title), el("ul", *rows)]
    rows = (el("li", f"{_source(source, w)}: ", _link(source)) for source in documents(known))
    body += [el("h2", w.documents), el("ul", *rows)]
    return page(title, speak, _STYLE, body)


def _link(source: ListedSource) -> Html:
    if not web_address(source.url):
        return el("span", source.url)
    return el("a", source.url, href=safe_address(source.url, "#"), rel="noreferrer noopener")


def _item(passage: ListedPassage, w: ListWords, speak: Tongue) -> Html:
    mark = el("span", f" {w.retracted}", class_="retracted") if passage.sources[0].retracted else None
    said_by = f"{passage.observation}: {_said_by(passage, w, speak)}"
    return el("li", f"“{passage.text}”", mark, el("span", said_by, class_="source"))


def _quote(passage: ListedPassage, w: ListWords, speak: Tongue) -> Html:
    source = f"{passage.observation}: {_first(passage, passage.sources[0], w, speak)}"
    return el("div", f"“{passage.text}”", el("span", source, class_="source"))


def _figures(known: ReadingList, w: ListWords) -> Html:
    head = el("tr", *(el("th", name) for name in w.figure_columns))
    rows = (
        el(
            "tr",
            *(
                el("td", cell)
                for cell in (row.value, row.unit, row.what, row.source.title, row.source.date or w.undated)
            ),
        )
        for row in known.figures
    )
    return el("table", head, *rows)
