"""Promise 7 for the answer: each sentence rests on quotes, each figure on what it cites or on a calculation.

`check` keeps what stands and says what does not, for the Writer to mend, and what the answer does not cover.
What a sentence means no code can check. That its facts exist, that its quotes stand on their pages, that its
figures stand in them and that its calculations come out, code can.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from typing import Final, NamedTuple, TypeVar

from pathfinder.protocols.answer.coverage import SHOWN, Ground, covered, too_long
from pathfinder.protocols.answer.thesis import tainted, thesis
from pathfinder.protocols.answer.types import (
    Dropped,
    FoundQuote,
    KeptAnswer,
    KeptGap,
    KeptRow,
    KeptSection,
    KeptSentence,
    KeptTable,
    Opens,
)
from pathfinder.protocols.answer.written import (
    Cite,
    Passage,
    Statement,
    Table,
    joined,
    passage,
    sentences,
    uncited_sentences,
)
from pathfinder.protocols.calls.questions import AnswerSection, WrittenAnswer
from pathfinder.protocols.evidence.citing import ID, Fault, FaultKind
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.types import EvidenceEdge, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.text.arithmetic import Calculation, calculated
from pathfinder.protocols.text.numbers import Name, Number, Quantity, Wording, numbers, unbound
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.protocols.text.units import PERCENT

T = TypeVar("T")

CONSTANTS: Final = frozenset(
    {1, 2, 7, 10, 12, 24, 30, 52, 60, 100, 365, 1_000, 1_024, 3_600, 86_400, 1_000_000}
)
"""What a calculation may use without a source: seconds in a minute, days in a year, bytes in a kilobyte."""
OUR_JUDGEMENT: Final = re.compile(
    r"\((?:our judge?ment|our own judge?ment|자체 판단|우리의 판단)\)", re.IGNORECASE
)
"""Marks a conclusion of the Writer's own in the middle of what sources say."""
MOST_OPENING: Final = 8
"""Blocks of the answer itself that may stand without a citation, if they have no figure: the decision, its
reasons, and when it would be another one."""
_MANTISSA = re.compile(r"\d+(?:\.\d+)?")
_PERCENTILE = re.compile(r"p(?:50|75|90|95|99)", re.IGNORECASE)
"""Names of a measure, as the median is one; a table may call them "99%" in a heading that is not cited."""
_STEPS: Final = tuple(Fraction(10) ** power for power in range(9, -5, -1))
_TIMES: Final = ("year", "month", "week", "day", "hour", "minute", "second")
_VERSION = re.compile(r"^(?:version|release|v|버전)\.? ?", re.IGNORECASE)
_VERSION_NUMBER = re.compile(r"\d+(?:\.\d+)+")
_BRACKETS = re.compile(r"\s*[\[(]\s*(?:obs_\d+|q\d+)(?:\s*[,;]\s*(?:obs_\d+|q\d+))*\s*[\])]")
_MARKS = re.compile(r"\[obs_\d+[^\]]*\] ?| ?\[/\d+\]")
"""Marks of facts, which stand in the pages as the Writer sees them and not in the pages themselves."""


class Checked(NamedTuple):
    """What stands of an answer, and what is to be mended."""

    kept: KeptAnswer
    problems: tuple[str, ...]
    """For the Writer: a sentence each."""


def check(ground: Ground, written: WrittenAnswer) -> Checked:
    """The answer as far as it stands, and what the Writer should mend."""
    return _Checking(ground).checked(written)


class _Rests(NamedTuple):
    """What a sentence rests on."""

    cites: tuple[str, ...]
    texts: tuple[str, ...]
    """Everything a figure may stand in."""
    results: frozenset[Fraction] = frozenset()
    """Results of its calculations, and what they were made of."""
    derived: tuple[str, ...] = ()


def _together(rests: Iterable[_Rests]) -> _Rests:
    """What several sentences rest on: the ground of a heading over them."""
    all_of = list(rests)
    return _Rests(
        tuple(dict.fromkeys(cite for one in all_of for cite in one.cites)),
        tuple(dict.fromkeys(text for one in all_of for text in one.texts)),
        frozenset(result for one in all_of for result in one.results),
    )


@dataclass
class _Checking:
    """One check of one answer."""

    ground: Ground
    dropped: list[Dropped] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    quotes: dict[tuple[PageHash, int, int], FoundQuote] = field(default_factory=dict)
    _cited: dict[str, None] = field(default_factory=dict)
    """Everything that a statement rests on which stands."""
    _read: dict[PageHash, PageText] = field(default_factory=dict)

    def checked(self, written: WrittenAnswer) -> Checked:
        """Everything, in the order it is read."""
        answer, _ = self._passage(passage(written.answer), "answer", opening=MOST_OPENING)
        _, cases = self._passage(passage(written.cases), "cases", judging=True)
        sections = [self._section(one, f"section {n}") for n, one in _counted(written.sections)]
        advice, _ = self._passage(passage(written.recommendations), "recommendations", judging=True)
        caution, _ = self._passage(passage(written.caution), "caution", warning=True)
        everything = _together(rests for _, rests in answer)
        ask = self.ground.ask
        kept = KeptAnswer(
            question=ask.question,
            language=ask.language,
            length=self.ground.length,
            iteration=self.ground.graph.iteration,
            title=self._heading(written.title, everything, "title"),
            answer=tuple(one for one, _ in answer),
            cases=tuple(table for table, _ in cases),
            sections=tuple(one for one in sections if one is not None),
            recommendations=tuple(one for one, _ in advice),
            caution=tuple(one for one, _ in caution),
            unknown=tuple(self._gaps(written)),
            quotes=tuple(self.quotes.values()),
            dropped=tuple(self.dropped),
            revised=ask.draft is not None,
        )
        missing = covered(self.ground, kept, written.left_out)
        kept = kept.model_copy(update={"left_out": missing.left_out})
        return Checked(kept, (*self.problems, *missing.problems, *too_long(kept, ask)))

    # Statements, rows and headings.

    def _passage(
        self, known: Passage, where: str, *, judging: bool = False, warning: bool = False, opening: int = 0
    ) -> tuple[list[tuple[KeptSentence, _Rests]], list[tuple[KeptTable, _Rests]]]:
        """The statements and tables of a text that stand; the first `opening` blocks need no citation."""
        told: list[tuple[KeptSentence, _Rests]] = []
        before = [0]
        opens: Opens = ""
        lead, blocks = "", -1
        beside: tuple[str, ...] = ()
        for n, one in _counted(known.statements):
            if one.opens:
                blocks += 1
                opens, lead = one.opens, "" if numbers(one.lead) else one.lead
                beside = self._cited_in_block(known.statements[n - 1 :])
            kept = self._statement(
                one,
                f"{where}, statement {n}",
                judging=judging,
                warning=warning,
                opening=blocks < opening,
                beside=beside,
            )
            if kept is not None:
                sentence, rests = kept
                update = {"opens": opens, "lead": sentence.lead or lead}
                told.append((sentence.model_copy(update=update), rests))
                opens, lead = "", ""
            before.append(len(told))
        tables = [
            self._table(one, f"{where}, table {n}", before[one.after], judging=judging, warning=warning)
            for n, one in _counted(known.tables)
        ]
        return told, [one for one in tables if one is not None]

    def _cited_in_block(self, statements: Sequence[Statement]) -> tuple[str, ...]:
        """What the block cites that the first of these begins."""
        more = takewhile(lambda one: not one.opens, statements[1:])
        names = (self._name(cite) for one in (statements[0], *more) for cite in one.cites)
        return tuple(name for name in names if name is not None)

    def _statement(
        self,
        one: Statement,
        where: str,
        *,
        judging: bool,
        warning: bool,
        opening: bool,
        beside: tuple[str, ...],
    ) -> tuple[KeptSentence, _Rests] | None:
        """A statement that stands. What opens a text, and a recommendation, may be the writer's own words."""
        own = not one.text or judging or opening or OUR_JUDGEMENT.search(one.text) is not None
        rests = _Rests((), ()) if own and not one.cites else self._rests(one, where)
        if rests is None or not self._carried(one.said, rests, where, warning=warning, beside=beside):
            return None
        # In a recommendation the sentences without a citation are advice, with thresholds of its own.
        parts = sentences(one)
        kept = [
            part
            for part in parts
            if (judging and not part.cites) or self._bound(part.said, rests, where, judging=judging)
        ]
        if parts[0] not in kept and numbers(one.lead):
            one = replace(one, lead="")
        one = joined(one, kept)
        if not kept or not (own or one.cites):
            return None
        self._cited |= dict.fromkeys(rests.cites)
        if one.cites and not judging and uncited_sentences(one):
            self.problems.append(f"{where} (“{one_line(one.said, SHOWN)}”): {_SEVERAL}")
        known = [self._name(cite) for cite in one.cites]
        placed = [(name, cite.at) for name, cite in zip(known, one.cites, strict=True) if name]
        sentence = KeptSentence(
            text=one.text,
            lead=one.lead,
            cites=tuple(name for name, _ in placed),
            at=tuple(at for _, at in placed),
            derived=self._used(one.said, rests),
        )
        return sentence, rests

    def _table(
        self, one: Table, where: str, after: int, *, judging: bool, warning: bool
    ) -> tuple[KeptTable, _Rests] | None:
        rows = [
            self._row(row, f"{where}, row {n}", judging=judging, warning=warning)
            for n, row in _counted(one.rows)
        ]
        kept = [row for row in rows if row is not None]
        if not kept:
            return None
        over = self._rests(one.caption, where) if one.caption.cites else None
        rests = _together((*(known for _, known in kept), *(() if over is None else (over,))))
        columns = [self._heading(name, rests, f"{where}, column") for name in one.columns]
        title = self._heading(one.caption.said.rstrip(":"), rests, f"{where}, title")
        rows_kept = tuple(row for row, _ in kept)
        return KeptTable(title=title, columns=tuple(columns), rows=rows_kept, after=after), rests

    def _row(
        self, row: Statement, where: str, *, judging: bool, warning: bool
    ) -> tuple[KeptRow, _Rests] | None:
        """A row that stands. A row of advice that cites nothing is the writer's own, thresholds included."""
        if judging and not row.cites:
            return KeptRow(cells=row.cells, cites=()), _Rests((), ())
        rests = self._rests(row, where)
        if rests is None or not self._stands(row.text, rests, where, warning=warning):
            return None
        return KeptRow(cells=row.cells, cites=rests.cites, derived=self._used(row.text, rests)), rests

    def _section(self, one: AnswerSection, where: str) -> KeptSection | None:
        told, tables = self._passage(passage(one.body), where, opening=1)
        if not told and not tables:
            return None
        rests = _together((*(known for _, known in told), *(known for _, known in tables)))
        return KeptSection(
            title=self._heading(one.title, rests, f"{where}, title"),
            sure=self._heading(one.sure, rests, f"{where}, sure"),
            parts=self._parts(one.parts),
            sentences=tuple(sentence for sentence, _ in told),
            tables=tuple(table for table, _ in tables),
        )

    def _heading(self, text: str, rests: _Rests, where: str) -> str:
        """A heading without citations of its own; empty if it says what nothing under it says."""
        said = _BRACKETS.sub("", text).strip()
        if ID.search(said):
            self._fault("no_such_id", ", ".join(ID.findall(said)), said, where)
            return ""
        return said if not said or self._bound(said, rests, where) else ""

    def _gaps(self, written: WrittenAnswer) -> Iterator[KeptGap]:
        """What is not known cites nothing: its figures stand in the question, in what was looked for or in
        anything that the answer cites."""
        ask = self.ground.ask
        cited = (text for cite in self._cited for text in self._texts(cite))
        known = _Rests((), tuple(dict.fromkeys((*ask.not_found, *(part.text for part in ask.parts), *cited))))
        for n, gap in _counted(written.unknown):
            text = self._heading(gap.text, known, f"unknown {n}")
            if text:
                query = self._heading(gap.query, known, f"unknown {n}, query")
                yield KeptGap(text=text, parts=self._parts(gap.parts), query=query)

    def _parts(self, numbers_: Sequence[int]) -> tuple[SubQuestionId, ...]:
        names = self.ground.parts
        return tuple(names[number - 1] for number in sorted(set(numbers_)) if 0 < number <= len(names))

    # What a sentence rests on.

    def _rests(self, one: Statement, where: str) -> _Rests | None:
        """Its facts and quotes; None, and on the list, if one of them is not there."""
        graph = self.ground.graph
        cites: dict[str, None] = {}
        for cite in (*one.cites, *(Cite(0, fact=name) for name in ID.findall(one.said))):
            name = self._name(cite)
            if name is None and cite.words and self._of_title(cite):
                continue
            if name is None and cite.words:
                shown = f"page {cite.page}: “{one_line(cite.words, SHOWN)}”"
                self._fault("quote", shown, one.said, where)
                return None
            if name is None:
                if cite.fact not in graph.hypotheses:
                    self._fault("no_such_id", cite.fact, one.said, where)
                    return None
                continue
            seen = graph.observations.get(ObservationId(name))
            if seen is not None and not seen.verified:
                self._fault("unverified", name, one.said, where)
                return None
            cites[name] = None
        if not cites:
            self._fault("uncited", "", one.said, where)
            return None
        texts = tuple(dict.fromkeys(text for cite in cites for text in self._texts(cite)))
        known = _Rests(tuple(cites), texts)
        sums = {written: self._sum(written, known) for written in one.derived}
        return known._replace(
            results=frozenset(
                one.value
                for sum_ in sums.values()
                if sum_ is not None
                for one in (sum_.result, *sum_.operands)
            ),
            derived=tuple(one_line(written, SHOWN) for written in one.derived),
        )

    def _name(self, cite: Cite) -> str | None:
        """An observation, or a quote that was looked up; None if it is not there."""
        if cite.words:
            return self._found(cite.page, cite.words)
        return cite.fact if ObservationId(cite.fact) in self.ground.graph.observations else None

    def _of_title(self, cite: Cite) -> bool:
        """Whether the words are of a page's title or address; what is cited of the page has them too."""
        if not 0 < cite.page <= len(self.ground.pages):
            return False
        source = self.ground.graph.sources[self.ground.pages[cite.page - 1]]
        words = cite.words.casefold()
        return words in source.title.casefold() or words in source.url.casefold()

    def _found(self, number: int, quote: str) -> str | None:
        """The name of a quote that stands on its page: an observation with the same words, or a new one."""
        if not 0 < number <= len(self.ground.pages):
            return None
        page = self.ground.pages[number - 1]
        text = self.ground.texts[page]
        if page not in self._read:
            self._read[page] = PageText.of(text)
        span = find(_MARKS.sub("", quote), self._read[page])
        if span is None:
            return None
        key = (page, span.start, span.end - span.start)
        if key in self._observed:
            return self._observed[key]
        if key not in self.quotes:
            name = f"q{len(self.quotes) + 1}"
            words = text[span.start : span.end]
            self.quotes[key] = FoundQuote(id=name, page=page, offset=span.start, quote=words)
        return self.quotes[key].id

    @cached_property
    def _observed(self) -> Mapping[tuple[PageHash, int, int], ObservationId]:
        return {
            (seen.page, seen.offset, len(seen.quote)): name
            for name, seen in self.ground.graph.observations.items()
            if seen.page is not None and seen.offset is not None and seen.quote is not None
        }

    def _texts(self, cite: str) -> Iterator[str]:
        """Where a figure of a sentence may stand: the quote, its heading, and what is known of the page."""
        seen = self.ground.graph.observations.get(ObservationId(cite))
        if seen is not None:
            yield from (seen.quote or "", seen.header, seen.as_of)
        else:
            yield self._quote(cite).quote
        source = self._source(cite)
        yield from (source.title, source.site, source.date)

    def _quote(self, name: str) -> FoundQuote:
        return next(one for one in self.quotes.values() if one.id == name)

    def _page(self, cite: str) -> PageHash:
        seen = self.ground.graph.observations.get(ObservationId(cite))
        return self._quote(cite).page if seen is None or seen.page is None else seen.page

    def _source(self, cite: str) -> Source:
        return self.ground.graph.sources[self._page(cite)]

    def _weighs(self, cite: str) -> bool:
        """Whether it may carry a statement: nothing on a retracted page may.

        What the audit discounts decides no verdict, and may be told with its reason: the editor sees both.
        """
        return self._source(cite).retracted is None

    # Whether it stands.

    def _stands(self, text: str, rests: _Rests, where: str, *, warning: bool) -> bool:
        if not self._carried(text, rests, where, warning=warning) or not self._bound(text, rests, where):
            return False
        self._cited |= dict.fromkeys(rests.cites)
        return True

    def _carried(
        self, text: str, rests: _Rests, where: str, *, warning: bool, beside: tuple[str, ...] = ()
    ) -> bool:
        """Whether what it rests on has weight. A refuted claim may be told beside what refutes it."""
        carries = rests.cites and not warning
        if carries and not any(self._weighs(cite) for cite in rests.cites):
            self._fault("without_weight", ", ".join(rests.cites), text, where)
            return False
        if carries and self._only_for_refused((*rests.cites, *beside)):
            self._fault("refused", ", ".join(rests.cites), text, where)
            return False
        return True

    def _bound(self, text: str, rests: _Rests, where: str, *, judging: bool = False) -> bool:
        """Whether each of its figures stands in something it rests on."""
        loose = [one for one in _loose(text, rests, self._always()) if not self._named(one, rests)]
        if OUR_JUDGEMENT.search(text):
            # A judgement may count and round in words; a recommendation may set a threshold of its own.
            loose = [number for number in loose if not _judged(number, judging=judging)]
        if not loose:
            return True
        broken = [sum_ for sum_ in rests.derived if self._sum(sum_, rests) is None]
        what = ", ".join(number.raw for number in loose)
        self._fault("sum" if broken else "number", "; ".join(broken) or what, text, where)
        return False

    def _named(self, number: Number, rests: _Rests) -> bool:
        """Whether it is a name, of a product or a site, that a cited page has anywhere in its text.

        A name without a digit ("Trigger.dev") may stand on any page.
        """
        if not isinstance(number, Name):
            return False
        pages = [self._page(cite) for cite in rests.cites]
        if not any(mark.isdigit() for mark in number.raw):
            pages = list(self.ground.texts)
        name = re.compile(rf"(?<!\w){re.escape(number.raw)}(?!\w)", re.IGNORECASE)
        return any(name.search(self.ground.texts.get(page, "")) for page in pages)

    def _always(self) -> tuple[str, ...]:
        """What may be said without a source: the words of the question, and today's date."""
        ask = self.ground.ask
        return ask.question, ask.research, ask.today

    def _sum(self, written: str, rests: _Rests) -> Calculation | None:
        """A calculation that comes out, of figures that stand in what is cited."""
        known = calculated(written)
        if known is None:
            return None
        said = [one for text in (*rests.texts, *self._always()) for one in numbers(text)]
        values = {one.value for one in said if isinstance(one, Quantity)}
        values |= {one.value / 100 for one in said if isinstance(one, Quantity) and one.unit == PERCENT}
        # "31.8K against 6.9K" is a ratio of 31.8 and 6.9 as well.
        values |= {Fraction(found[0]) for one in said if (found := _MANTISSA.search(one.raw))}
        cited = [one.value in values for one in known.operands]
        free = [one.value in CONSTANTS for one in known.operands]
        sound = any(cited) and all(stands or constant for stands, constant in zip(cited, free, strict=True))
        return known if sound else None

    def _used(self, text: str, rests: _Rests) -> tuple[str, ...]:
        """The calculations behind figures that nothing cited says."""
        loose = unbound(text, (*rests.texts, *self._always()))
        values = {number.value for number in loose if isinstance(number, Quantity)}
        sums = {written: self._sum(written, rests) for written in rests.derived}
        return tuple(
            written
            for written, sum_ in sums.items()
            if sum_ is not None and any(_rounds(value, sum_.result.value) for value in values)
        )

    def _only_for_refused(self, cites: Sequence[str]) -> bool:
        """Whether all it rests on speaks for claims that do not hold, and for or against nothing else."""
        known = [self._edges.get(cite, []) for cite in cites]
        return all(
            edges and all(edge.type == "SUPPORTS" and edge.hypothesis in self._refused for edge in edges)
            for edges in known
        )

    @cached_property
    def _edges(self) -> Mapping[str, list[EvidenceEdge]]:
        """The evidence that each observation gives."""
        known: dict[str, list[EvidenceEdge]] = {}
        for name in self.ground.graph.hypotheses:
            for edge in self.ground.graph.evidence(name):
                known.setdefault(edge.observation, []).append(edge)
        return known

    @cached_property
    def _refused(self) -> frozenset[HypothesisId]:
        """Claims that do not hold, and those that a retracted page made and others may only repeat."""
        content = thesis(self.ground.graph)
        core = (*content.findings, *content.insights)
        doubtful = (one.hypothesis for one in core if tainted(self.ground.graph, one))
        return frozenset((*(one.hypothesis for one in content.refused), *doubtful))

    def _fault(self, kind: FaultKind, what: str, text: str, where: str) -> None:
        dropped = Dropped(text=text, fault=Fault(kind=kind, what=what))
        if dropped not in self.dropped:
            self.dropped.append(dropped)
        self.problems.append(f"{where} (“{one_line(text, SHOWN)}”): {why(dropped.fault)}")


_SEVERAL: Final = "several sentences stand before its first citation; cite beside each."
_WRONG: Final[Mapping[FaultKind, str]] = {
    "no_such_id": "it cites {what}, and there is no such fact; cite one that is marked in a page or listed.",
    "uncited": "it cites no fact and no quote.",
    "unverified": "it cites {what}, whose words were never found on a page.",
    "without_weight": "all it rests on ({what}) is retracted; cite other facts, or tell it as a caution.",
    "refused": "all it rests on ({what}) speaks for a claim that does not hold.",
    "number": "these figures stand in nothing it cites: {what}. Cite what says them, give the calculation as "
    "[[= ...]], or leave them out.",
    "quote": "these words do not stand on {what}. Copy them exactly, or cite a fact that is marked there.",
    "sum": "this calculation does not come out, or uses figures that stand in nothing it cites: {what}.",
}


def why(fault: Fault) -> str:
    """A fault in a sentence for whoever can mend it."""
    return _WRONG[fault.kind].format(what=fault.what)


def _counted(some: Iterable[T]) -> Iterator[tuple[int, T]]:
    return enumerate(some, start=1)


def _loose(text: str, rests: _Rests, always: Sequence[str]) -> list[Number]:
    """The figures of a text that stand in nothing it cites, are no result and count no cited source."""
    blank = ID.sub(lambda mark: " " * len(mark[0]), text)
    return [
        number
        for number in unbound(blank, (*rests.texts, *always))
        if not (
            isinstance(number, Quantity)
            and (
                any(_rounds(number.value, result) for result in rests.results)
                or _counts_sources(number, rests)
                or _is_one(number, rests.texts)
                or _is_rounded(number, rests.texts)
                or is_version(number.raw, (*rests.texts, *always))
            )
        )
        and not (
            isinstance(number, Name)
            and (_PERCENTILE.fullmatch(number.raw) or is_version(number.raw, (*rests.texts, *always)))
        )
    ]


def is_version(raw: str, texts: Sequence[str]) -> bool:
    """Whether a text calls this a version: "since 9.5" rests on "version 9.5" or "v9.5.2"."""
    if _VERSION.match(raw) and raw[-1].isdigit():
        # "version 24" rests on "Node.js 24", "v24" and "24.x".
        number = re.escape(_VERSION.sub("", raw))
        named = re.compile(
            rf"\bv{number}(?!\d)|[a-z] {number}(?![\d.,%]*\d|%)|(?<![\d.]){number}\.x", re.IGNORECASE
        )
        if any(named.search(text) for text in texts):
            return True
    raw = _VERSION.sub("", raw)
    if not _VERSION_NUMBER.fullmatch(raw):
        return False
    named = re.compile(
        rf"(?:(?:version|release|\bv|버전)\.? ?|(?<![\d.])(?=\d+\.\d+\.\d)){re.escape(raw)}(?!\d)",
        re.IGNORECASE,
    )
    return any(named.search(text) for text in texts)


def _judged(number: Number, *, judging: bool) -> bool:
    """Whether a judgement may say this number without a source: in words, or a threshold in digits."""
    in_words = not any(mark.isdigit() for mark in number.raw)
    return isinstance(number, Wording) or (isinstance(number, Quantity) and (judging or in_words))


def _is_rounded(number: Quantity, texts: Sequence[str]) -> bool:
    """Whether a text says this figure more exactly: 110,000 for 109,846.64."""
    said = (one for text in texts for one in numbers(text))
    return any(
        isinstance(one, Quantity) and number.unit in (one.unit, None) and _rounds(number.value, one.value)
        for one in said
    )


def _rounds(value: Fraction, exact: Fraction) -> bool:
    """Whether it is this figure, or this figure rounded; two digits at least are kept."""
    if value == exact:
        return True
    step = next((one for one in _STEPS if (value / one).denominator == 1), None)
    return step is not None and abs(value) >= 10 * step and abs(exact - value) * 2 <= step


def _is_one(number: Quantity, texts: Sequence[str]) -> bool:
    """Whether a text says "a year" where the sentence says 1 year, or "a decade" for 10 years."""
    words = {(1, unit): rf"an? (?:\w+ )?{unit}" for unit in _TIMES} | {(10, "year"): "decade"}
    said = words.get((int(number.value) if number.value.denominator == 1 else 0, number.unit or ""))
    return said is not None and any(re.search(rf"\b{said}\b", text, re.IGNORECASE) for text in texts)


def _counts_sources(number: Quantity, rests: _Rests) -> bool:
    """ "Two of them agree": a number word, no larger than the number of things that are cited."""
    in_words = number.unit is None and not any(mark.isdigit() for mark in number.raw)
    return in_words and number.value <= max(len(rests.cites), 1)
