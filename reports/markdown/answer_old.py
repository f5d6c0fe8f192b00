"""The answer as Markdown: sentences with the numbers of their sources, and the sources with quotes."""

from collections.abc import Iterator, Sequence

from pathfinder.reports.content.answer import (
    AnswerSource,
    ReportAnswer,
    ToldRow,
    ToldSection,
    ToldSentence,
    ToldTable,
    blocks,
)
from pathfinder.reports.locales.answer_words import AnswerWords
from pathfinder.reports.markdown.escaping import address, plain, table, unmarked, web_address

MOST_QUOTE = 400
"""Characters of a quote in the list of sources."""


def lead(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """The answer itself, and what to do in which situation."""
    yield from prose(told.answer, w)
    yield from tables(told.cases, w)


def tables(some: Sequence[ToldTable], w: AnswerWords) -> Iterator[str]:
    """What a reader compares."""
    for one in some:
        yield ""
        if one.title:
            yield from (f"**{plain(one.title)}**", "")
        if any(row.cites for row in one.rows):
            yield table(
                (*map(plain, one.columns), w.cites), [(*_cells(row), _cell(row, w)) for row in one.rows]
            )
        else:
            yield table(tuple(map(plain, one.columns)), [_cells(row) for row in one.rows])


def sections(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """What was found, each section with its tables."""
    for one in told.sections:
        yield from (f"### {plain(one.title)}", "")
        yield from section(one, w)
        yield ""
    yield from tables(told.tables, w)


def section(one: ToldSection, w: AnswerWords) -> Iterator[str]:
    """The text of a section, with its tables where they were written, and how sure it is."""
    for number, (sentences, table_) in enumerate(one.pieces()):
        if number and sentences:
            yield ""
        yield from prose(sentences, w)
        yield from tables((table_,) if table_ else (), w)
    if one.sure:
        yield from ("", f"_{w.sure}: {plain(one.sure)}_")


def prose(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[str]:
    """Paragraphs, bullets and numbered items."""
    before, number = "", 0
    for block in blocks(sentences):
        if before and (block.kind == "paragraph" or before == "paragraph"):
            yield ""
        number = number + 1 if block.kind == "number" else 0
        mark = {"bullet": "- ", "number": f"{number}. "}.get(block.kind, "")
        yield mark + " ".join(f"{said(one)}{_sums(one, w)}" for one in block.sentences)
        before = block.kind


def gaps(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """What is not known, each with what to research for it."""
    for one in told.unknown:
        more = f" {w.to_research}: {plain(one.query)}" if one.query else ""
        yield f"- {plain(one.text)}{more}"


def said(one: ToldSentence) -> str:
    """A statement with its citations beside what they back."""
    text = "".join(
        f"{' ' if piece[:1].isspace() else ''}{plain(piece)} {labels(cites)}".rstrip()
        for piece, cites in one.pieces()
    )
    bold = f"**{plain(one.lead)}** " if one.lead else ""
    return f"{bold}{text}".rstrip()


def labels(cites: Sequence[str]) -> str:
    """Citations: each is a link where the definitions name an address."""
    return " ".join(f"[{cite}]" for cite in cites)


def definitions(told: ReportAnswer) -> Iterator[str]:
    """What makes links of the citations; a reader does not see these lines."""
    for source in told.sources:
        if web_address(source.url):
            yield from (f"[{one.label}]: <{source.url}>" for one in source.quotes)


def quotes_of(source: AnswerSource, w: AnswerWords, *, own: bool = False) -> Iterator[str]:
    """The quotes of a source that the answer cites; with `own` only those that are no observation."""
    for one in source.quotes:
        if own and one.observation is not None:
            continue
        quote = unmarked(one.quote)
        shown = quote if len(quote) <= MOST_QUOTE else quote[: MOST_QUOTE - 1].rstrip() + "…"
        where = ", ".join(part for part in (plain(one.place), one.observation or w.own_quote) if part)
        yield f"    - [{one.label}] “{plain(shown)}” ({where})"


def source_lines(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """The sources of the answer, each with what it is cited for."""
    for one in told.sources:
        about = ", ".join(plain(part) for part in (one.site, one.date) if part)
        gone = "" if one.retracted is None else f" **{w.retracted.format(reason=plain(one.retracted))}**"
        yield f"{one.number}. {plain(one.title or one.site or one.url)} ({about}): {address(one.url)}{gone}"
        yield from quotes_of(one, w)


def _cells(row: ToldRow) -> tuple[str, ...]:
    return tuple(map(plain, row.cells))


def _cell(row: ToldRow, w: AnswerWords) -> str:
    sums = f" ({w.sums}: {'; '.join(plain(sum_) for sum_ in row.derived)})" if row.derived else ""
    return f"{labels(row.cites)}{sums}"


def _sums(one: ToldSentence, w: AnswerWords) -> str:
    return f" ({w.sums}: {'; '.join(plain(sum_) for sum_ in one.derived)})" if one.derived else ""
