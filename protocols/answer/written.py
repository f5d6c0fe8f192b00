"""Reads what the Writer wrote: Markdown whose citations stand in the text, beside what they back.

A citation is `[[obs_12]]` (facts), `[[p7: exact words]]` (words of a page) or `[[= 40/8 = 5]]` (a
calculation); `[[own]]` marks a conclusion or an estimate of the Writer's own.
A statement is what one group of citations at the end of a sentence backs: a sentence, or a few that share it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final, NamedTuple

from pathfinder.protocols.answer.types import Opens

_MARK: Final = re.compile(
    r"\[\[\s*(?P<inner>.+?)\s*\]\](?!\])|\[(?P<ids>obs_\d+(?:\s*[,;]\s*obs_\d+)*)\]", re.DOTALL
)
_FACTS: Final = re.compile(r"(?:obs_\d+)(?:\s*[,;]\s*|\s+|$)")
_QUOTE: Final = re.compile(r"p(?:age)?\s*(?P<page>\d+)\s*[:,]\s*(?P<words>.+)", re.DOTALL)
_OWN: Final = "own"
_BETWEEN_QUOTES: Final = re.compile(r"\s*[,;]\s*(?=p(?:age)?\s*\d+\s*:)")
"""Several quotes in one citation."""
_ITEM: Final = re.compile(r"(?P<indent>\s*)(?:(?P<bullet>[-*•])|(?P<number>\d{1,2}[.)]))\s+")
_RULE_LINE: Final = re.compile(r"\s*\|?[\s:|-]*-{2,}[\s:|-]*\|?\s*")
_HEADING: Final = re.compile(r"\s*#{1,6}\s+")
_LEAD: Final = re.compile(r"\*\*(?P<lead>[^*\n]{1,400}?)\*\*[:.]?\s*")
_STOP: Final = re.compile(r"[.!?。…][\"'”’)\]*_`]*$")
_AFTER: Final = re.compile(r"[.!?。…]+[\"'”’)*_`]*(?=\s|$)")
_SENTENCE: Final = re.compile(r"(?:[^\W\d]{2}|[\d%)])[.!?。][\"'”’)]*\s+(?=[A-Z가-힣“\"'(])")
_STRONG: Final = re.compile(r"\*\*|`")
_EMPHASIS: Final = re.compile(r"(?<![\w*])([*_])(?=[^\s*_])([^*_\n]*[^\s*_])\1(?![\w*])")
_QUOTATION: Final = "\"'“”‘’«»「」"


class Cite(NamedTuple):
    """A fact by its id, or words of a page by its number; and where in the statement's text it stands."""

    at: int
    fact: str = ""
    page: int = 0
    words: str = ""


@dataclass(frozen=True)
class Statement:
    """Some sentences, or a row of a table, with what they rest on."""

    start: int
    end: int
    """Where it stands in what was written."""
    text: str
    """For the reader, without citations. Of a row, its cells side by side."""
    opens: Opens = ""
    lead: str = ""
    """The words in bold that begin a block."""
    cites: tuple[Cite, ...] = ()
    derived: tuple[str, ...] = ()
    own: bool = False
    """The Writer marks it as a conclusion or an estimate of its own."""
    cells: tuple[str, ...] = ()
    """Of a row of a table."""

    @property
    def said(self) -> str:
        """All its words."""
        return f"{self.lead} {self.text}".strip()


@dataclass(frozen=True)
class Table:
    """A table: the line over it, its columns and rows."""

    caption: Statement
    columns: tuple[str, ...]
    rows: tuple[Statement, ...]
    after: int = 0
    """How many statements of its text come before it."""


@dataclass(frozen=True)
class Passage:
    """A text of the answer: its statements in order, and its tables."""

    statements: tuple[Statement, ...] = ()
    tables: tuple[Table, ...] = ()


def passage(markdown: str) -> Passage:
    """What a text says."""
    # A line break inside a citation belongs to its words and ends nothing; places stay as they are.
    markdown = _MARK.sub(lambda mark: mark[0].replace("\n", " "), markdown)
    statements: list[Statement] = []
    tables: list[Table] = []
    for block in _blocks(markdown):
        if block.rows:
            caption = Statement(block.start, block.start, "")
            if statements and _is_caption(statements[-1]):
                caption = statements.pop()
            tables.append(replace(_table(markdown, block, caption), after=len(statements)))
        else:
            statements += _statements(markdown, block)
    return Passage(tuple(statements), tuple(tables))


def without_marks(text: str) -> str:
    """A text without its citations."""
    return _MARK.sub("", text)


def marks_in(text: str) -> str:
    """The citations of a text as they were written."""
    return " ".join(mark[0] for mark in _MARK.finditer(text))


def sentences(statement: Statement) -> tuple[Statement, ...]:
    """The sentences of a statement, each with the citations that stand in it."""
    found, start = [], 0
    for end in sentence_ends(statement.text):
        cites = [cite for cite in statement.cites if start < cite.at <= end or cite.at == start == 0]
        text = statement.text[start:end].strip()
        at = tuple(cite._replace(at=min(cite.at - start, len(text))) for cite in cites)
        found.append(replace(statement, text=text, cites=at, lead="" if start else statement.lead))
        start = end
    return tuple(found)


def sentence_ends(text: str) -> tuple[int, ...]:
    """Where the sentences of a text end, its own end last."""
    return (*(stop.end() for stop in _SENTENCE.finditer(text)), len(text))


def joined(statement: Statement, kept: Sequence[Statement]) -> Statement:
    """A statement of these sentences only."""
    text, cites = "", list[Cite]()
    for one in kept:
        text += " " if text else ""
        cites += (cite._replace(at=cite.at + len(text)) for cite in one.cites)
        text += one.text
    return replace(statement, text=text, cites=tuple(cites))


def uncited_sentences(statement: Statement) -> bool:
    """Whether it has several sentences before its first citation, so that one cannot tell what is backed."""
    first = min((cite.at for cite in statement.cites), default=len(statement.text))
    return len(_SENTENCE.findall(statement.text[:first])) > 1


class _Block(NamedTuple):
    """Lines that belong together, as places in the text."""

    kind: Opens
    start: int
    end: int
    rows: tuple[tuple[int, int], ...] = ()


def _blocks(markdown: str) -> Iterator[_Block]:
    lines = [(found.start(), found.end()) for found in re.finditer(r"[^\n]+", markdown)]
    open_: _Block | None = None
    rows: list[tuple[int, int]] = []
    before = 0
    for start, end in lines:
        line = markdown[start:end]
        gap = "\n\n" in re.sub(r"[ \t]", "", markdown[before:start])
        before = end
        if line.lstrip().startswith("|"):
            if open_ is not None:
                yield open_
                open_ = None
            if rows and gap:
                yield _Block("", rows[0][0], rows[-1][1], tuple(rows))
                rows = []
            rows.append((start, end))
            continue
        if rows:
            yield _Block("", rows[0][0], rows[-1][1], tuple(rows))
            rows = []
        if not line.strip() or _HEADING.match(line) or _RULE_LINE.fullmatch(line):
            if open_ is not None:
                yield open_
                open_ = None
            continue
        item = _ITEM.match(line)
        if item is not None or open_ is None or gap:
            if open_ is not None:
                yield open_
            kind: Opens = "paragraph" if item is None else "bullet" if item["bullet"] else "number"
            open_ = _Block(kind, start + (item.end() if item else 0), end)
        else:
            open_ = open_._replace(end=end)
    if rows:
        yield _Block("", rows[0][0], rows[-1][1], tuple(rows))
    if open_ is not None:
        yield open_


def _statements(markdown: str, block: _Block) -> Iterator[Statement]:
    """The statements of a block. One ends with citations that stand at the end of a sentence."""
    found = _LEAD.match(markdown, block.start, block.end)
    opens, start = block.kind, block.start if found is None else found.end()
    for number, stop in enumerate(_ends(markdown, start, block.end)):
        one = _statement(markdown, start, stop)
        if number == 0:
            lead = _unmarked(found["lead"] if found else "")
            # Citations inside the bold words back what follows them as well.
            cites = (*(cite._replace(at=0) for cite in lead.cites), *one.cites)
            one = replace(
                one, start=block.start, opens=opens, lead=lead.text, cites=cites, own=one.own or lead.own
            )
        yield one
        start = stop


def _ends(markdown: str, start: int, end: int) -> Iterator[int]:
    """Where the statements of a block end. What follows the last citation belongs to the last statement."""
    marks = list(_MARK.finditer(markdown, start, end))
    for mark, after in pairwise(marks):
        between = markdown[mark.end() : after.start()]
        if not between.strip():
            continue
        if (stop := _AFTER.match(between)) is not None and between[stop.end() :].strip():
            yield mark.end() + stop.end()
        elif _STOP.search(_MARK.sub("", markdown[start : mark.start()]).rstrip()) and between[:1].isspace():
            yield mark.end()
    yield end


def _statement(markdown: str, start: int, end: int) -> Statement:
    said = _unmarked(markdown[start:end])
    return Statement(
        start=start, end=end, text=said.text, cites=said.cites, derived=said.derived, own=said.own
    )


class _Unmarked(NamedTuple):
    text: str
    cites: tuple[Cite, ...]
    derived: tuple[str, ...]
    own: bool


def _unmarked(raw: str) -> _Unmarked:
    """A text without its marks, and what the marks said."""
    text, cites, derived, own, at = "", list[Cite](), list[str](), False, 0
    for mark in _MARK.finditer(raw):
        text = _joined(text, raw[at : mark.start()])
        at = mark.end()
        place = len(text.rstrip())
        for inner in _BETWEEN_QUOTES.split(mark["ids"] or mark["inner"]):
            rest = inner
            while (fact := _FACTS.match(rest)) is not None:
                cites.append(Cite(place, fact=re.sub(r"[\s,;]+$", "", fact[0])))
                rest = rest[fact.end() :]
            if (quote := _QUOTE.match(rest)) is not None:
                words = quote["words"].strip().strip(_QUOTATION).strip()
                cites.append(Cite(place, page=int(quote["page"]), words=words))
            elif rest.startswith("="):
                derived.append(rest[1:].strip())
            elif rest.strip().lower() == _OWN:
                own = True
            elif rest:
                cites.append(Cite(place, fact=rest[:40]))
    return _Unmarked(_joined(text, raw[at:]).strip(), tuple(cites), tuple(derived), own)


def _joined(before: str, more: str) -> str:
    """Two pieces of a text that a mark stood between; punctuation follows without a space."""
    clean = _plain(more)
    if not before:
        return clean.lstrip()
    if re.match(r"\s*[.,;:!?)\]。…]", clean):
        return before.rstrip() + clean.lstrip()
    if before[-1:].isspace():
        return before + clean.lstrip()
    return before + clean


def _clean(text: str) -> str:
    return _plain(_MARK.sub("", text)).strip()


def _plain(text: str) -> str:
    """A text without emphasis, on one line. An asterisk that is no emphasis stays: process.*"""
    return re.sub(r"\s+", " ", _EMPHASIS.sub(r"\2", _STRONG.sub("", text)))


def _is_caption(statement: Statement) -> bool:
    """A short paragraph that is only words in bold, or ends with a colon and cites nothing, names a table."""
    if statement.opens != "paragraph" or len(statement.said) > 200:
        return False
    return not statement.text or (statement.said.endswith(":") and not statement.cites)


def _table(markdown: str, block: _Block, caption: Statement) -> Table:
    lines = [one for one in block.rows if not _RULE_LINE.fullmatch(markdown[one[0] : one[1]])]
    head = tuple(_clean(cell) for cell in cells_of(markdown[lines[0][0] : lines[0][1]])) if lines else ()
    rows = [_row(markdown, start, end, len(head)) for start, end in lines[1:]]
    if len(head) > 1 and rows and not any(row.cells[-1] for row in rows):
        # A column of citations only: every view has one of its own.
        head, rows = head[:-1], [replace(row, cells=row.cells[:-1]) for row in rows]
    return Table(caption, head, tuple(rows))


def _row(markdown: str, start: int, end: int, columns: int) -> Statement:
    cells, cites, derived, own = list[str](), list[Cite](), list[str](), False
    for cell in cells_of(markdown[start:end]):
        said = _unmarked(cell)
        cells.append(said.text)
        cites += (one._replace(at=0) for one in said.cites)
        derived += said.derived
        own = own or said.own
    cells = [*cells, *[""] * columns][:columns]
    return Statement(
        start=start,
        end=end,
        text=" | ".join(cells),
        cites=tuple(cites),
        derived=tuple(derived),
        own=own,
        cells=tuple(cells),
    )


def cells_of(line: str) -> tuple[str, ...]:
    """The cells of a row, with the citations in them; a bar inside a citation belongs to its words."""
    shielded = _MARK.sub(lambda mark: mark[0].replace("|", "\0"), line.strip())
    return tuple(cell.replace("\0", "|").strip() for cell in shielded.strip("|").split("|"))
