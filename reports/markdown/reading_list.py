"""The reading list as Markdown and as lines for a terminal."""

from collections.abc import Iterator
from unicodedata import east_asian_width

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import Difference, ListedPassage, ListedSource, ReadingList
from pathfinder.protocols.text.sanitize import ELLIPSIS, one_line
from pathfinder.reports.locales.place_words import place_text
from pathfinder.reports.locales.reading_list_words import LIST_WORDS, ListWords
from pathfinder.reports.markdown.escaping import plain, table, web_address
from pathfinder.reports.markdown.summary import Tongue

ON_SCREEN = 9
"""Passages on the screen, over all parts; at least FEWEST_ON_SCREEN and at most MOST_ON_SCREEN of each."""
FEWEST_ON_SCREEN, MOST_ON_SCREEN = 2, 5
FIGURES_ON_SCREEN = 5
LONGEST_ON_SCREEN = 190
LONGEST_TITLE = 54
GAP = "  "
"""Between two columns."""
WIDEST_ROW = 100
MOST_TITLES = 3
"""Documents that are named beside a passage; of more, their number is given."""
WIDTHS = (7, 11, 36, 24, 10)
"""Columns of the table of figures on the screen."""


def passages_of(known: ReadingList) -> int:
    """How many passages are listed."""
    return sum(len(part.passages) for part in known.parts)


# ------------------------------------------------------------ what both forms say


def source_line(source: ListedSource, w: ListWords) -> str:
    """A source: its title, kind and date."""
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


def first_source(passage: ListedPassage, source: ListedSource, w: ListWords, speak: Tongue) -> str:
    """The source of a passage, and where in it the passage stands."""
    return ", ".join(text for text in (source_line(source, w), place_text(passage.place, speak)) if text)


def _said_briefly(passage: ListedPassage, w: ListWords, speak: Tongue) -> str:
    """The source of a passage in one line of a terminal, and how many say so."""
    first = passage.sources[0]
    source = first.model_copy(update={"title": _cut(first.title or first.url, LONGEST_TITLE)})
    return "; ".join(text for text in (first_source(passage, source, w, speak), _counted(passage, w)) if text)


def said_by(passage: ListedPassage, w: ListWords, speak: Tongue) -> str:
    """The source of a passage, where it stands there, and who else says so."""
    under = w.under.format(heading=passage.heading) if passage.heading else ""
    first = ", ".join(text for text in (first_source(passage, passage.sources[0], w, speak), under) if text)
    return "; ".join(text for text in (first, _counted(passage, w), _also(passage, w)) if text)


def counts_line(known: ReadingList, w: ListWords) -> str:
    """How many documents were read, and how many passages are listed."""
    return w.read.format(documents=known.documents, passages=passages_of(known), merged=known.merged)


def retracted_line(source: ListedSource, w: ListWords, speak: Tongue) -> str:
    """A retracted source, and why it was retracted."""
    return w.retracted_row.format(title=source.title or source.url, why=said(source.retracted, speak))


# ------------------------------------------------------------ the screen


def list_lines(known: ReadingList, speak: Tongue) -> Iterator[str]:
    """The list for a terminal, in at most fifty lines; a passage begins with its nearest sentence."""
    w = LIST_WORDS[speak]
    yield w.title.format(question=counts_line(known, w))
    yield w.not_judged
    most = max(FEWEST_ON_SCREEN, min(MOST_ON_SCREEN, ON_SCREEN // max(1, len(known.parts))))
    for number, part in enumerate(known.parts, start=1):
        yield ""
        yield w.part.format(number=number, text=part.text) + _how_many(len(part.passages), most, w)
        if not part.passages:
            yield f"  {w.nothing}"
        for passage in part.passages[:most]:
            yield from _on_screen(passage, w, speak)
    if known.figures:
        yield ""
        yield w.figures
        yield f"  {_columns(w.figure_columns)}"
        for row in known.figures[:FIGURES_ON_SCREEN]:
            cells = (row.value, row.unit, row.what, row.source.title, row.source.date or w.undated)
            yield f"  {_columns(cells)}"
    for pair in known.differences[:1]:
        yield ""
        yield w.these_two
        yield from _on_screen(pair.first, w, speak)
        yield from _on_screen(pair.second, w, speak)
    yield from (retracted_line(source, w, speak) for source in known.retracted)


def _how_many(listed: int, shown: int, w: ListWords) -> str:
    return f" ({w.first_of.format(shown=shown, listed=listed)})" if listed > shown else ""


def _on_screen(passage: ListedPassage, w: ListWords, speak: Tongue) -> Iterator[str]:
    from_nearest = passage.text[max(0, passage.text.find(passage.nearest)) :]
    yield f"  - “{_cut(from_nearest, LONGEST_ON_SCREEN)}”"
    yield f"    {passage.observation}: {_said_briefly(passage, w, speak)}"


def _columns(cells: tuple[str, ...]) -> str:
    shown = [(_cut(cell, width), width) for cell, width in zip(cells, WIDTHS, strict=True)]
    return GAP.join(cell + " " * (width - _cells(cell)) for cell, width in shown).rstrip()


def _cut(text: str, width: int) -> str:
    """The text on one line, cut to a width in cells; a Hangul syllable takes two."""
    shown = one_line(text, width)
    while _cells(shown) > width:
        shown = shown.rstrip(ELLIPSIS)[:-1].rstrip() + ELLIPSIS
    return shown


def _cells(text: str) -> int:
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


# ------------------------------------------------------------ Markdown


def list_markdown(known: ReadingList, speak: Tongue) -> str:
    """The whole list as Markdown."""
    w = LIST_WORDS[speak]
    lines = [
        f"# {w.title.format(question=plain(known.question))}",
        "",
        w.not_judged,
        "",
        counts_line(known, w),
    ]
    for number, part in enumerate(known.parts, start=1):
        lines += ["", f"## {w.part.format(number=number, text=plain(part.text))}", ""]
        if not part.passages:
            lines.append(w.nothing)
        for passage in part.passages:
            lines += [
                f"- “{plain(passage.text)}”",
                f"  {plain(said_by(passage, w, speak))} [{passage.observation}]",
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
        lines += [f"- {plain(retracted_line(source, w, speak))}" for source in known.retracted]
    lines += ["", f"## {w.documents}", ""]
    lines += [f"- {plain(source_line(source, w))}: {_address(source)}" for source in documents(known)]
    return "\n".join(lines).rstrip() + "\n"


def _pair(pair: Difference, w: ListWords, speak: Tongue) -> Iterator[str]:
    for passage in (pair.first, pair.second):
        yield f"- “{plain(passage.text)}”"
        said_by = first_source(passage, passage.sources[0], w, speak)
        yield f"  {plain(said_by)} [{passage.observation}]"


def _address(source: ListedSource) -> str:
    return f"<{source.url}>" if web_address(source.url) else plain(source.url)


def documents(known: ReadingList) -> list[ListedSource]:
    """Every document that a listed passage stands in, once, in the order of the list."""
    passages = (passage for part in known.parts for passage in part.passages)
    return list(dict.fromkeys(source for passage in passages for source in passage.sources))
