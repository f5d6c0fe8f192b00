"""Promise 7 for the answer: each sentence rests on quotes, each figure on what it cites or on a calculation.

`check` keeps what stands and says what does not, for the Writer to mend, and what the answer does not cover.
What a sentence means no code can check. That its facts exist, that its quotes stand on their pages, that its
figures stand in them and that its calculations come out, code can.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile
from typing import Final, NamedTuple, TypeVar

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.answer.citations import Citations
from pathfinder.protocols.answer.coverage import SHOWN, AnswerBasis, covered, too_long
from pathfinder.protocols.answer.figures import Support, calculation, loose, together, used
from pathfinder.protocols.answer.thesis import tainted, thesis
from pathfinder.protocols.answer.types import (
    Dropped,
    KeptAnswer,
    KeptGap,
    KeptRow,
    KeptSection,
    KeptSentence,
    KeptTable,
    Opens,
)
from pathfinder.protocols.answer.written import (
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
from pathfinder.protocols.graph.types import EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from pathfinder.protocols.text.numbers import numbers
from pathfinder.protocols.text.sanitize import one_line

T = TypeVar("T")

MOST_OPENING: Final = 8
"""Blocks of the answer itself that may stand without a citation, if they have no figure: the decision, its
reasons, and when it would be another one."""
_BRACKETS = re.compile(r"\s*[\[(]\s*(?:obs_\d+|q\d+)(?:\s*[,;]\s*(?:obs_\d+|q\d+))*\s*[\])]")


class Checked(NamedTuple):
    """What stands of an answer, and what is to be mended."""

    kept: KeptAnswer
    problems: tuple[str, ...]
    """For the Writer: a sentence each."""


def check(basis: AnswerBasis, written: WrittenAnswer) -> Checked:
    """The answer as far as it stands, and what the Writer should mend."""
    return _Checking(basis).checked(written)


@dataclass
class _Checking:
    """One check of one answer."""

    basis: AnswerBasis
    dropped: list[Dropped] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    _cited: dict[str, None] = field(default_factory=dict)
    """Everything that a statement rests on which stands."""

    def __post_init__(self) -> None:
        self._citations = Citations(self.basis)

    def checked(self, written: WrittenAnswer) -> Checked:
        """Everything, in the order it is read."""
        answer, _ = self._passage(passage(written.answer), "answer", opening=MOST_OPENING)
        _, cases = self._passage(passage(written.cases), "cases", judging=True)
        sections = [self._section(one, f"section {n}") for n, one in _counted(written.sections)]
        advice, _ = self._passage(passage(written.recommendations), "recommendations", judging=True)
        caution, _ = self._passage(passage(written.caution), "caution", warning=True)
        everything = together(rests for _, rests in answer)
        ask = self.basis.ask
        kept = KeptAnswer(
            question=ask.question,
            language=ask.language,
            length=self.basis.length,
            iteration=self.basis.graph.iteration,
            title=self._heading(written.title, everything, "title"),
            answer=tuple(one for one, _ in answer),
            cases=tuple(table for table, _ in cases),
            sections=tuple(one for one in sections if one is not None),
            recommendations=tuple(one for one, _ in advice),
            caution=tuple(one for one, _ in caution),
            unknown=tuple(self._gaps(written)),
            quotes=tuple(self._citations.quotes.values()),
            dropped=tuple(self.dropped),
            revised=ask.draft is not None,
        )
        missing = covered(self.basis, kept, written.left_out)
        kept = kept.model_copy(update={"left_out": missing.left_out})
        return Checked(kept, (*self.problems, *missing.problems, *too_long(kept, ask)))

    # Statements, rows and headings.

    def _passage(
        self, known: Passage, where: str, *, judging: bool = False, warning: bool = False, opening: int = 0
    ) -> tuple[list[tuple[KeptSentence, Support]], list[tuple[KeptTable, Support]]]:
        """The statements and tables of a text that stand; the first `opening` blocks need no citation."""
        told: list[tuple[KeptSentence, Support]] = []
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
        names = (self._citations.name(cite) for one in (statements[0], *more) for cite in one.cites)
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
    ) -> tuple[KeptSentence, Support] | None:
        """A statement that stands. What opens a text, and a recommendation, may be the writer's own words."""
        own = not one.text or judging or opening or one.own
        rests = Support() if own and not one.cites else self._rests(one, where)
        if rests is None or not self._carried(one.said, rests, where, warning=warning, beside=beside):
            return None
        # In a recommendation the sentences without a citation are advice, with thresholds of its own.
        parts = sentences(one)
        kept = [
            part
            for part in parts
            if one.own or (judging and not part.cites) or self._bound(part.said, rests, where)
        ]
        if not own and not one.cites:
            # Without a citation only what states the result of the calculation stands.
            kept = [part for part in kept if used(part.said, rests, self._citations.always)]
        if parts[0] not in kept and numbers(one.lead):
            one = replace(one, lead="")
        one = joined(one, kept)
        if not kept or not (own or one.cites or one.derived):
            return None
        self._cited |= dict.fromkeys(rests.cites)
        if one.cites and not judging and not one.own and uncited_sentences(one):
            self.problems.append(f"{where} (“{one_line(one.said, SHOWN)}”): {_SEVERAL}")
        known = [self._citations.name(cite) for cite in one.cites]
        placed = [(name, cite.at) for name, cite in zip(known, one.cites, strict=True) if name]
        estimate = one.own and not judging and bool(numbers(one.said))
        sentence = KeptSentence(
            text=self._estimate(one.text, cited=bool(one.cites)) if estimate else one.text,
            lead=one.lead,
            cites=tuple(name for name, _ in placed),
            at=tuple(at for _, at in placed),
            derived=used(one.said, rests, self._citations.always),
        )
        return sentence, rests

    def _table(
        self, one: Table, where: str, after: int, *, judging: bool, warning: bool
    ) -> tuple[KeptTable, Support] | None:
        own = one.caption.own
        rows = [
            self._row(row, f"{where}, row {n}", judging=judging or own, warning=warning)
            for n, row in _counted(one.rows)
        ]
        kept = [row for row in rows if row is not None]
        if not kept:
            return None
        over = self._rests(one.caption, where) if one.caption.cites else None
        rests = together((*(known for _, known in kept), *(() if over is None else (over,))))
        columns = [name if own else self._heading(name, rests, f"{where}, column") for name in one.columns]
        title = one.caption.said.rstrip(":")
        title = self._estimate(title) if own else self._heading(title, rests, f"{where}, title")
        rows_kept = tuple(row for row, _ in kept)
        return KeptTable(title=title, columns=tuple(columns), rows=rows_kept, after=after), rests

    def _row(
        self, row: Statement, where: str, *, judging: bool, warning: bool
    ) -> tuple[KeptRow, Support] | None:
        """A row that stands. A row of advice that cites nothing is the writer's own, thresholds included."""
        cells = row.cells
        if row.own and not judging and numbers(row.text):
            cells = (*cells[:-1], self._estimate(cells[-1]))
        own = row.own or judging
        if own and not row.cites:
            return KeptRow(cells=cells, cites=()), Support()
        rests = self._rests(row, where)
        if rests is None:
            return None
        if row.own:
            self._cited |= dict.fromkeys(rests.cites)
        elif not self._stands(row.text, rests, where, warning=warning):
            return None
        return KeptRow(
            cells=cells, cites=rests.cites, derived=used(row.text, rests, self._citations.always)
        ), rests

    def _section(self, one: AnswerSection, where: str) -> KeptSection | None:
        told, tables = self._passage(passage(one.body), where, opening=1)
        if not told and not tables:
            return None
        rests = together((*(known for _, known in told), *(known for _, known in tables)))
        return KeptSection(
            title=self._heading(one.title, rests, f"{where}, title"),
            sure=self._heading(one.sure, rests, f"{where}, sure"),
            parts=self._parts(one.parts),
            sentences=tuple(sentence for sentence, _ in told),
            tables=tuple(table for table, _ in tables),
        )

    def _heading(self, text: str, rests: Support, where: str) -> str:
        """A heading without citations of its own; empty if it says what nothing under it says."""
        said = _BRACKETS.sub("", text).strip()
        if ID.search(said):
            self._fault("no_such_id", ", ".join(ID.findall(said)), said, where)
            return ""
        return said if not said or self._bound(said, rests, where) else ""

    def _gaps(self, written: WrittenAnswer) -> Iterator[KeptGap]:
        """What is not known cites nothing: its figures stand in the question, in what was looked for or in
        anything that the answer cites."""
        ask = self.basis.ask
        cited = (text for cite in self._cited for text in self._citations.texts(cite))
        known = Support(
            (), tuple(dict.fromkeys((*ask.not_found, *(part.text for part in ask.parts), *cited)))
        )
        for n, gap in _counted(written.unknown):
            text = self._heading(gap.text, known, f"unknown {n}")
            if text:
                query = self._heading(gap.query, known, f"unknown {n}, query")
                yield KeptGap(text=text, parts=self._parts(gap.parts), query=query)

    def _parts(self, numbers_: Sequence[int]) -> tuple[SubQuestionId, ...]:
        names = self.basis.parts
        return tuple(names[number - 1] for number in sorted(set(numbers_)) if 0 < number <= len(names))

    def _estimate(self, text: str, *, cited: bool = False) -> str:
        """A text whose figures are the Writer's own, with the word that says so."""
        label = f"({translator(self.basis.ask.language)('answer-own-estimate')})"
        stop = text[-1:] if text.endswith((".", "。")) and not cited else ""
        return f"{text.removesuffix(stop)} {label}{stop}".strip()

    # Whether it stands.

    def _rests(self, one: Statement, where: str) -> Support | None:
        """What a statement rests on; None, and on the list, if one of its citations leads nowhere."""
        found = self._citations.support(one)
        if isinstance(found, Fault):
            self._fault(found.kind, found.what, one.said, where)
            return None
        return found

    def _stands(self, text: str, rests: Support, where: str, *, warning: bool) -> bool:
        if not self._carried(text, rests, where, warning=warning) or not self._bound(text, rests, where):
            return False
        self._cited |= dict.fromkeys(rests.cites)
        return True

    def _carried(
        self, text: str, rests: Support, where: str, *, warning: bool, beside: tuple[str, ...] = ()
    ) -> bool:
        """Whether what it rests on has weight. A refuted claim may be told beside what refutes it."""
        carries = rests.cites and not warning
        if carries and not any(self._citations.has_weight(cite) for cite in rests.cites):
            self._fault("without_weight", ", ".join(rests.cites), text, where)
            return False
        if carries and self._only_for_refused((*rests.cites, *beside)):
            self._fault("refused", ", ".join(rests.cites), text, where)
            return False
        return True

    def _bound(self, text: str, rests: Support, where: str) -> bool:
        """Whether each of its figures stands in something it rests on."""
        known = self._citations
        unsaid = [one for one in loose(text, rests, known.always) if not known.has_name(one, rests)]
        if not unsaid:
            return True
        broken = [sum_ for sum_ in rests.derived if calculation(sum_, rests, known.always) is None]
        what = ", ".join(number.raw for number in unsaid)
        self._fault("sum" if broken else "number", "; ".join(broken) or what, text, where)
        return False

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
        for name in self.basis.graph.hypotheses:
            for edge in self.basis.graph.evidence(name):
                known.setdefault(edge.observation, []).append(edge)
        return known

    @cached_property
    def _refused(self) -> frozenset[HypothesisId]:
        """Claims that do not hold, and those that a retracted page made and others may only repeat."""
        content = thesis(self.basis.graph)
        core = (*content.findings, *content.insights)
        doubtful = (one.hypothesis for one in core if tainted(self.basis.graph, one))
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
