"""The answer as every view tells it: sentences that cite by short labels, and the sources behind the labels.

A label is the number of a source, in the order in which a reader meets them, and a letter where several
quotes of that source are cited: 3, 3a, 3b.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from string import ascii_lowercase
from typing import NamedTuple

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.coverage import cites_in_order
from pathfinder.protocols.answer.types import KeptAnswer, KeptRow, KeptSentence, KeptTable, Opens
from pathfinder.protocols.answer.written import sentence_ends
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, Count, SourceType
from pathfinder.protocols.ids import (
    HypothesisKey,
    ObservationId,
    ObservationKey,
    PageHash,
    PageKey,
    SubQuestionKey,
)
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.locales.place_words import place_of, place_on


class AnswerCite(Frozen):
    """A quote that the answer cites."""

    label: str
    quote: str
    observation: ObservationKey | None = None
    """None: the answer brought the quote itself, and no claim rests on it."""
    place: str = ""
    """The page, slide, row or the like of its document."""


class AnswerSource(Frozen):
    """A source that the answer cites, with the quotes it cites."""

    number: Count
    page: PageKey
    title: str
    site: str
    url: str
    date: str
    type: SourceType
    retracted: str | None
    quotes: tuple[AnswerCite, ...]


class ToldSentence(Frozen):
    """A statement, the labels of what it rests on, and the calculations behind its figures."""

    text: str
    cites: tuple[str, ...]
    derived: tuple[str, ...] = ()
    at: tuple[Count, ...] = ()
    """Where in the text each label stands."""
    opens: Opens = ""
    """The block it begins: a paragraph, a bullet or a numbered item; empty if it continues one."""
    lead: str = ""
    """Words in bold before the text."""

    def pieces(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """The text in pieces, each with the labels that follow it."""
        start = 0
        gap = " " if 0 in self.at and self.text[:1].isalnum() else ""
        for end, some in groupby(zip(self.at, self.cites, strict=True), key=itemgetter(0)):
            yield (gap if start == 0 < end else "") + self.text[start:end], tuple(label for _, label in some)
            start = end
        yield (gap if start == 0 else "") + self.text[start:], ()


class ToldRow(Frozen):
    """A row of a table."""

    cells: tuple[str, ...]
    cites: tuple[str, ...]
    derived: tuple[str, ...] = ()


class ToldTable(Frozen):
    """A table."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[ToldRow, ...]
    after: Count = 0
    """How many statements of its section come before it."""


class ToldSection(Frozen):
    """What was found on some parts of the question."""

    title: str
    sure: str
    parts: tuple[SubQuestionKey, ...]
    sentences: tuple[ToldSentence, ...]
    tables: tuple[ToldTable, ...] = ()

    def pieces(self) -> Iterator[tuple[tuple[ToldSentence, ...], ToldTable | None]]:
        """The section in the order of reading: statements, and the table that follows them."""
        start = 0
        for table in self.tables:
            yield self.sentences[start : table.after], table
            start = table.after
        yield self.sentences[start:], None


class ToldGap(Frozen):
    """What is not known, and what to research for it."""

    text: str
    query: str


class NotTold(Frozen):
    """What the answer leaves out although it is settled, measured or would warn a reader."""

    parts: tuple[str, ...]
    claims: tuple[HypothesisKey, ...]
    facts: tuple[ObservationKey, ...]
    audit: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.parts or self.claims or self.facts or self.audit)


class ToldBlock(NamedTuple):
    """Statements that stand together."""

    kind: Opens
    sentences: tuple[ToldSentence, ...]


def blocks(sentences: Sequence[ToldSentence]) -> Iterator[ToldBlock]:
    """Paragraphs, bullets and numbered items in the order of reading."""
    kind: Opens = "paragraph"
    held: list[ToldSentence] = []
    for one in sentences:
        if one.opens and held:
            yield ToldBlock(kind, tuple(held))
            held = []
        kind = one.opens or kind
        held.append(one)
    if held:
        yield ToldBlock(kind, tuple(held))


def block_runs(sentences: Sequence[ToldSentence]) -> list[tuple[Opens, tuple[ToldBlock, ...]]]:
    """The blocks, with those of one kind that follow each other together: the items of one list."""
    return [(kind, tuple(some)) for kind, some in groupby(blocks(sentences), key=attrgetter("kind"))]


class ReportAnswer(Frozen):
    """The answer."""

    question: str
    title: str
    answer: tuple[ToldSentence, ...]
    cases: tuple[ToldTable, ...] = ()
    """In which situation what is to be done."""
    tables: tuple[ToldTable, ...]
    sections: tuple[ToldSection, ...]
    recommendations: tuple[ToldSentence, ...]
    caution: tuple[ToldSentence, ...]
    """Findings for reference."""
    unknown: tuple[ToldGap, ...]
    sources: tuple[AnswerSource, ...]
    not_told: NotTold
    written_by: str
    revised: bool

    @cached_property
    def by_label(self) -> Mapping[str, str]:
        """The quotes by the labels that cite them."""
        return {quote.label: quote.quote for source in self.sources for quote in source.quotes}


def report_answer(say: Saying, kept: KeptAnswer) -> ReportAnswer:
    """The answer of a graph, with labels for what it cites."""
    return _Making(say, kept).made()


class _Making:
    def __init__(self, say: Saying, kept: KeptAnswer) -> None:
        self.say, self.graph, self.kept = say, say.graph, kept
        self.quotes = {one.id: one for one in kept.quotes}
        self.by_page = self._by_page()
        self.labels: Mapping[str, str] = {
            cite: label
            for number, cites in enumerate(self.by_page.values(), start=1)
            for cite, label in _labels(number, cites)
        }

    def made(self) -> ReportAnswer:
        kept = self.kept
        return ReportAnswer(
            question=kept.question,
            title=kept.title or kept.question,
            answer=self._sentences(kept.answer, rest=""),
            cases=self._tables(kept.cases),
            tables=self._tables(kept.tables),
            sections=tuple(
                ToldSection(
                    title=one.title or self._part_text(one.parts),
                    sure=one.sure,
                    parts=one.parts,
                    sentences=self._sentences(one.sentences),
                    tables=self._tables(one.tables),
                )
                for one in kept.sections
            ),
            recommendations=self._sentences(kept.recommendations, "number", "number"),
            caution=self._sentences(kept.caution, "bullet"),
            unknown=tuple(ToldGap(text=one.text, query=one.query) for one in kept.unknown),
            sources=tuple(self._sources()),
            not_told=self._not_told(),
            written_by=said(kept.written_by, self.say.language),
            revised=kept.revised,
        )

    def _by_page(self) -> Mapping[PageHash, list[str]]:
        found: dict[PageHash, list[str]] = {}
        for cite in cites_in_order(self.kept):
            page = page_of(self.graph, self.kept, cite)
            if page is not None:
                found.setdefault(page, []).append(cite)
        return found

    def _sentences(
        self, sentences: Sequence[KeptSentence], first: Opens = "paragraph", rest: Opens = "bullet"
    ) -> tuple[ToldSentence, ...]:
        """Statements with labels. In answers of earlier versions none begins a block: the kinds are given."""
        placed = any(one.opens for one in sentences)
        return tuple(
            self._sentence(one, one.opens if placed else rest if number else first)
            for number, one in enumerate(sentences)
        )

    def _sentence(self, one: KeptSentence, opens: Opens) -> ToldSentence:
        at = one.at or (len(one.text),) * len(one.cites)
        at = tuple(self._placed(one, at))
        placed = zip(one.cites, at, strict=True)
        known = dict.fromkeys((self.labels[cite], place) for cite, place in placed if cite in self.labels)
        return ToldSentence(
            text=one.text,
            cites=tuple(label for label, _ in known),
            at=tuple(place for _, place in known),
            derived=one.derived,
            opens=opens,
            lead=one.lead,
        )

    def _placed(self, one: KeptSentence, at: Sequence[int]) -> Iterator[int]:
        """Where the labels stand: those of a sentence that cites a single source stand at its end."""
        ends = sentence_ends(one.text)
        # In a file that was changed by hand a place may lie behind the text.
        of = [next((end for end in ends if place <= end), len(one.text)) for place in at]
        pages = [page_of(self.graph, self.kept, cite) for cite in one.cites]
        for place, end in zip(at, of, strict=True):
            sources = {page for page, other in zip(pages, of, strict=True) if other == end}
            last = max(place for place, other in zip(at, of, strict=True) if other == end)
            yield last if len(sources) == 1 else place

    def _tables(self, tables: Sequence[KeptTable]) -> tuple[ToldTable, ...]:
        return tuple(
            ToldTable(
                title=one.title,
                columns=one.columns,
                rows=tuple(self._row(row) for row in one.rows),
                after=one.after,
            )
            for one in tables
        )

    def _row(self, row: KeptRow) -> ToldRow:
        return ToldRow(cells=row.cells, cites=self._cites(row.cites), derived=row.derived)

    def _cites(self, cites: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.labels[cite] for cite in cites if cite in self.labels)

    def _part_text(self, parts: Sequence[SubQuestionKey]) -> str:
        known = self.graph.sub_questions
        return "; ".join(self.say.bounded(known[part].text, ()) for part in parts if part in known)

    def _sources(self) -> Iterator[AnswerSource]:
        for number, (page, cites) in enumerate(self.by_page.items(), start=1):
            source = self.graph.sources[page]
            yield AnswerSource(
                number=number,
                page=page,
                title=source.title,
                site=source.site,
                url=source.url,
                date=source.date,
                type=source.type,
                retracted=None if source.retracted is None else said(source.retracted, self.say.language),
                quotes=tuple(self._cite(cite) for cite in cites),
            )

    def _cite(self, cite: str) -> AnswerCite:
        if cite in self.quotes:
            own = self.quotes[cite]
            place = place_on(self.graph, own.page, own.offset, self.say.language)
            return AnswerCite(label=self.labels[cite], quote=own.quote, place=place)
        seen = self.graph.observations[ObservationId(cite)]
        quote = f"{seen.header} … {seen.quote}" if seen.header else seen.quote or ""
        return AnswerCite(
            label=self.labels[cite],
            quote=quote,
            observation=ObservationId(cite),
            place=place_of(self.graph, seen, self.say.language),
        )

    def _not_told(self) -> NotTold:
        left, graph = self.kept.left_out, self.graph
        audit = [graph.audit[place] for place in left.audit if place < len(graph.audit)]
        return NotTold(
            parts=tuple(graph.sub_questions[part].text for part in left.parts if part in graph.sub_questions),
            claims=tuple(name for name in left.claims if name in graph.hypotheses),
            facts=tuple(name for name in left.facts if name in graph.observations),
            audit=tuple(self.say.bounded(point.text, self.say.words(point.observations)) for point in audit),
        )


def page_of(graph: CogniGraph, kept: KeptAnswer, cite: str) -> PageHash | None:
    """The page that a cited quote stands on."""
    seen = graph.observations.get(ObservationId(cite))
    if seen is not None:
        return seen.page
    return next((one.page for one in kept.quotes if one.id == cite), None)


def cited_pages(graph: CogniGraph, kept: KeptAnswer) -> tuple[PageHash, ...]:
    """The pages an answer cites, in the order a reader meets them."""
    found = (page_of(graph, kept, cite) for cite in cites_in_order(kept))
    return tuple(dict.fromkeys(page for page in found if page is not None and page in graph.sources))


def _labels(number: int, cites: Sequence[str]) -> Iterator[tuple[str, str]]:
    if len(cites) == 1:
        yield cites[0], str(number)
        return
    for place, cite in enumerate(cites):
        more, letter = divmod(place, len(ascii_lowercase))
        yield cite, f"{number}{ascii_lowercase[more - 1] if more else ''}{ascii_lowercase[letter]}"
