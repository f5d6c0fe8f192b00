"""The reading list as Markdown and as lines for a terminal."""

from collections.abc import Iterator
from unicodedata import east_asian_width

from pathfinder.locales.catalogue import Translator, said, translator
from pathfinder.protocols.answer.reading_list import ListedPassage, ListedSource, ReadingList
from pathfinder.protocols.text.sanitize import ELLIPSIS, one_line
from pathfinder.reports.locales.place_words import place_text
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import Tongue

ON_SCREEN = 9
"""Passages on the screen, over all parts; at least FEWEST_ON_SCREEN and at most MOST_ON_SCREEN of each."""
FEWEST_ON_SCREEN, MOST_ON_SCREEN = 2, 5
FIGURES_ON_SCREEN = 5
WIDEST = 100
"""Cells of a row of the table of figures; on a narrower screen "what" and "source" are shorter."""
SHORTEST_TITLE = 16
MOST_TITLES = 3
"""Documents that are named beside a passage; of more, their number is given."""
WIDTHS = (7, 11, 10)
"""Columns for a value, its unit and a date."""


def passages_of(known: ReadingList) -> int:
    """How many passages are listed."""
    return sum(len(part.passages) for part in known.parts)


# ------------------------------------------------------------ what both forms say


def source_line(source: ListedSource, t: Translator) -> str:
    """A source: its title, kind and date."""
    details = ", ".join((t(f"list-types-{source.type}"), source.date or t("list-undated")))
    mark = f", {t('list-retracted')}" if source.retracted else ""
    return f"{source.title or source.url} ({details}{mark})"


def figure_source(source: ListedSource, t: Translator) -> str:
    """The source of a figure: the mark of a retracted one goes first, where a narrow column keeps it."""
    return f"{t('list-retracted')}: {source.title}" if source.retracted else source.title


def _counted(passage: ListedPassage, t: Translator) -> str:
    """How many sources say so; copies of one text count once."""
    documents = len(passage.sources)
    if documents == 1:
        return ""
    if passage.independent == 1:
        return t("list-copies", count=documents)
    return t("list-sources", count=passage.independent)


def _also(passage: ListedPassage, t: Translator) -> str:
    others = [source.title or source.url for source in passage.sources[1:]]
    shown = others[:MOST_TITLES]
    rest = f" +{len(others) - len(shown)}" if len(others) > len(shown) else ""
    return t("list-also", titles="; ".join(shown) + rest) if shown else ""


def first_source(passage: ListedPassage, source: ListedSource, t: Translator) -> str:
    """The source of a passage, and where in it the passage stands."""
    return ", ".join(text for text in (source_line(source, t), place_text(passage.place, t.language)) if text)


def _said_briefly(passage: ListedPassage, t: Translator, room: int) -> str:
    """The source of a passage in one line of a terminal, and how many say so; its title is cut to fit."""
    first = passage.sources[0]

    def line(title: str) -> str:
        source = first_source(passage, first.model_copy(update={"title": title}), t)
        return "; ".join(text for text in (source, _counted(passage, t)) if text)

    whole = first.title or first.url
    return line(_cut(whole, max(SHORTEST_TITLE, room - _cells(line("-")) + 1)))


def said_by(passage: ListedPassage, t: Translator) -> str:
    """The source of a passage, where it stands there, and who else says so."""
    under = t("list-under", heading=passage.heading) if passage.heading else ""
    first = ", ".join(text for text in (first_source(passage, passage.sources[0], t), under) if text)
    return "; ".join(text for text in (first, _counted(passage, t), _also(passage, t)) if text)


def counts_line(known: ReadingList, t: Translator) -> str:
    """How many documents were read, and how many passages are listed."""
    passages = passages_of(known)
    counts = t("list-read", documents=known.documents, passages=passages, merged=known.merged)
    return counts if passages else f"{counts} {t('list-nothing-why')}"


def retracted_line(source: ListedSource, t: Translator) -> str:
    """A retracted source, and why it was retracted."""
    return t("list-retracted-row", title=source.title or source.url, why=said(source.retracted, t.language))


# ------------------------------------------------------------ the screen


def list_lines(known: ReadingList, speak: Tongue, width: int = WIDEST) -> Iterator[str]:
    """The list for a terminal of a width, a passage in two lines that begin with its nearest sentence."""
    t = translator(speak)
    yield t("list-title", question=counts_line(known, t))
    yield t("list-not-judged")
    most = max(FEWEST_ON_SCREEN, min(MOST_ON_SCREEN, ON_SCREEN // max(1, len(known.parts))))
    for number, part in enumerate(known.parts, start=1):
        yield ""
        yield t("list-part", number=number, text=part.text) + _how_many(len(part.passages), most, t)
        if not part.passages:
            yield f"  {t('list-nothing')}"
        for passage in part.passages[:most]:
            yield from _on_screen(passage, t, width)
    if known.figures:
        yield ""
        yield t("list-figures")
        yield _row(columns_of(t), width)
        for row in known.figures[:FIGURES_ON_SCREEN]:
            source, date = figure_source(row.source, t), row.source.date or t("list-undated")
            cells = (row.value, row.unit, row.what, source, date)
            yield _row(cells, width)
    for pair in known.differences[:1]:
        yield ""
        yield t("list-these-two")
        yield from _on_screen(pair.first, t, width)
        yield from _on_screen(pair.second, t, width)
    if known.retracted:
        yield ""
    yield from (retracted_line(source, t) for source in known.retracted)


def _how_many(listed: int, shown: int, t: Translator) -> str:
    return f" ({t('list-first-of', shown=shown, listed=listed)})" if listed > shown else ""


def _on_screen(passage: ListedPassage, t: Translator, width: int) -> Iterator[str]:
    from_nearest = passage.text[max(0, passage.text.find(passage.nearest)) :]
    yield f"  - “{_cut(from_nearest, 2 * min(width, WIDEST) - 14)}”"
    yield f"    {passage.observation}: {_said_briefly(passage, t, width - 6 - len(passage.observation))}"


def columns_of(t: Translator) -> tuple[str, ...]:
    """The headings of the table of figures."""
    return tuple(t(f"list-figure-columns-{number}") for number in range(1, 6))


def _row(cells: tuple[str, ...], width: int) -> str:
    value, unit, date = WIDTHS
    free = min(width, WIDEST) - sum(WIDTHS) - 2 * len(cells)
    widths = (value, unit, free * 3 // 5, free - free * 3 // 5, date)
    shown = [(_cut(cell, width), width) for cell, width in zip(cells, widths, strict=True)]
    return "".join(f"  {cell}{'':{width - _cells(cell)}}" for cell, width in shown).rstrip()


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
    t = translator(speak)
    text = render(
        "reading_list.md",
        speak,
        known=known,
        read=counts_line(known, t),
        documents=documents(known),
        named=lambda source: source_line(source, t),
        where=lambda passage: first_source(passage, passage.sources[0], t),
        said_by=lambda passage: said_by(passage, t),
        retracted=lambda source: retracted_line(source, t),
        figure_source=lambda source: figure_source(source, t),
    )
    return text.rstrip() + "\n"


def documents(known: ReadingList) -> list[ListedSource]:
    """Every document that a listed passage stands in, once, in the order of the list."""
    passages = (passage for part in known.parts for passage in part.passages)
    return list(dict.fromkeys(source for passage in passages for source in passage.sources))
