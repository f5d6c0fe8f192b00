"""The answer as Markdown: sentences with the numbers of their sources, and the sources with quotes."""

from collections.abc import Iterator, Sequence

from pathfinder.reports.answer_content import AnswerSource, ReportAnswer, ToldRow, ToldSentence
from pathfinder.reports.answer_words import AnswerWords
from pathfinder.reports.markdown import address, plain, table, unmarked, web_address

MOST_QUOTE = 400
"""Characters of a quote in the list of sources."""


def lead(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """The answer itself."""
    yield " ".join(said(one) for one in told.answer)
    sums = tuple(sum_ for one in told.answer for sum_ in one.derived)
    if sums:
        yield from ("", f"_{w.sums}: {'; '.join(plain(sum_) for sum_ in sums)}_")


def tables(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """What a reader compares, after the findings."""
    for one in told.tables:
        if one.title:
            yield from (f"**{plain(one.title)}**", "")
        rows: list[tuple[str, ...]] = [(*map(plain, row.cells), _cell(row, w)) for row in one.rows]
        yield from (table((*map(plain, one.columns), w.cites), rows), "")


def sections(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """What was found: a paragraph and bullets for each section, then the tables."""
    for one in told.sections:
        yield f"### {heading(one.title, one.sure)}"
        yield ""
        yield from finding(one.sentences, w)
        yield ""
    yield from tables(told, w)


def finding(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[str]:
    """What a section comes to as a paragraph, and its evidence as bullets."""
    yield from (f"{said(one)}{_sums(one, w)}" for one in sentences[:1])
    if len(sentences) > 1:
        yield ""
    yield from bullets(sentences[1:], w)


def heading(title: str, sure: str) -> str:
    """The title of a section, with how sure it is."""
    return f"{plain(title)} ({plain(sure)})" if sure else plain(title)


def bullets(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[str]:
    """One statement a bullet."""
    yield from (f"- {said(one)}{_sums(one, w)}" for one in sentences)


def numbered(sentences: Sequence[ToldSentence], w: AnswerWords) -> Iterator[str]:
    """The most important first."""
    yield from (f"{n}. {said(one)}{_sums(one, w)}" for n, one in enumerate(sentences, start=1))


def gaps(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """What is not known, each with what to research for it."""
    for one in told.unknown:
        more = f" {w.to_research}: {plain(one.query)}" if one.query else ""
        yield f"- {plain(one.text)}{more}"


def said(one: ToldSentence) -> str:
    """A sentence with its citations after the full stop."""
    return f"{plain(one.text)} {labels(one.cites)}".rstrip()


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
        yield f"    - [{one.label}] “{plain(shown)}” ({one.observation or w.own_quote})"


def source_lines(told: ReportAnswer, w: AnswerWords) -> Iterator[str]:
    """The sources of the answer, each with what it is cited for."""
    for one in told.sources:
        about = ", ".join(plain(part) for part in (one.site, one.date) if part)
        gone = "" if one.retracted is None else f" **{w.retracted.format(reason=plain(one.retracted))}**"
        yield f"{one.number}. {plain(one.title or one.site or one.url)} ({about}): {address(one.url)}{gone}"
        yield from quotes_of(one, w)


def _cell(row: ToldRow, w: AnswerWords) -> str:
    sums = f" ({w.sums}: {'; '.join(plain(sum_) for sum_ in row.derived)})" if row.derived else ""
    return f"{labels(row.cites)}{sums}"


def _sums(one: ToldSentence, w: AnswerWords) -> str:
    return f" ({w.sums}: {'; '.join(plain(sum_) for sum_ in one.derived)})" if one.derived else ""
