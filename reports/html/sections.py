"""What every section of the page needs: the report, the words, and the small pieces all of them use."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.reports.content.finding import ReportFinding, Said
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.content.record import ReportSource
from pathfinder.reports.html.markup import Child, Html, el, joined, web_address
from pathfinder.reports.locales.html_words import HtmlWords, html_words
from pathfinder.reports.locales.judge_vocabulary import JudgeWords
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.locales.reader_words import reader_word

GROUPS = ("confirmed", "likely", "uncertain", "unjudged", "rejected", "unvisited")
MOST_LABEL = 200
"""Characters of a claim that is only spoken of; it stands in full in its finding."""
MOST_NAMES = 8


class Section(NamedTuple):
    """A part of the page, and its line in the contents."""

    id: str
    title: str
    body: Html


class Telling:
    """One page in the making, in one language."""

    def __init__(self, report: JudgeReport) -> None:
        self.report = report
        self.w: JudgeWords = judge_words(report.language)
        self.u: HtmlWords = html_words(report.language)
        self.labels: dict[ObservationId, str] = {
            quote.observation: quote.label
            for source in (report.answer.sources if report.answer is not None else ())
            for quote in source.quotes
            if quote.observation is not None
        }
        """How the answer names the observations that it cites."""

    # Claims.

    def chip(self, one: ReportFinding) -> Html:
        """The verdict of a claim, or what it has instead of one."""
        return chip("against" if self.not_so(one) else one.group, self.tag(one))

    def not_so(self, one: ReportFinding) -> bool:
        """Whether the Judge holds that the claim is false."""
        return one.verdict is not None and one.verdict.side == "against" and one.group != "uncertain"

    def tag(self, one: ReportFinding) -> str:
        """The verdict in words; `Confirmed` alone would mislead where the Judge holds that it is not so."""
        if one.verdict is None or one.group == "rejected":
            return self.u.groups[one.group]
        tag = (
            self.u.groups[one.group] if one.reader is None else reader_word(one.reader, self.report.language)
        )
        return self.u.against_chip.format(tag=tag) if self.not_so(one) else tag

    def name(self, name: HypothesisId) -> Html:
        """A claim that is only named: its id, which leads to it."""
        if name not in self.report.by_id:
            return el("span", name, class_="id")
        return el("a", name, href=f"#{name}", class_="id", title=_short(self.report.by_id[name].claim.text))

    def names(self, names: Sequence[HypothesisId]) -> Html:
        """Several of them; a long list opens."""
        first, rest = names[:MOST_NAMES], names[MOST_NAMES:]
        shown = joined([self.name(one) for one in first], ", ")
        if not rest:
            return shown
        more = joined([self.name(one) for one in rest], ", ")
        return joined([shown, fold(self.w.and_more.format(count=len(rest)), more)])

    def claim(self, name: HypothesisId) -> Html:
        """A claim that is spoken of: its id and its words."""
        if name not in self.report.by_id:
            return self.name(name)
        known = self.report.by_id[name]
        return joined([self.name(name), " ", el("q", _short(known.claim.text), class_="text")])

    # Sentences.

    def said(self, said: Said, of: ReportFinding | None = None) -> Html:
        """A sentence with what it cites; words of a source stand in quotation marks."""
        tag = "q" if said.words_of == "quote" else "span"
        return joined([el(tag, said.text, class_="text"), self.cites(said.cites, of)])

    def cites(self, names: Iterable[ObservationId], of: ReportFinding | None = None) -> Html:
        """Citations that lead to the quote: in this finding if it is there, else among the sources."""
        here = {} if of is None else {seen.observation: f"{of.id}.{seen.observation}" for seen in of.evidence}
        links = [el("a", name, href=f"#{here.get(name, name)}", class_="cite") for name in names]
        return joined([part for link in links for part in (" ", link)])

    # Sources.

    def source_name(self, source: ReportSource) -> str:
        """What a source is called."""
        return source.title or source.site or source.url

    def address(self, source: ReportSource) -> Html:
        """The address, to be followed by hand only; one that is not plainly of the web leads nowhere."""
        return el(
            "a",
            source.url,
            href=web_address(source.url, f"#source-{source.number}"),
            rel="noopener noreferrer nofollow",
            class_="address",
        )

    def kind(self, source: ReportSource) -> Html:
        """What kind of source it is."""
        return el("span", self.w.base.types[source.type], class_=f"kind {source.type}")


def chip(group: str, text: str) -> Html:
    """A word on its colour."""
    return el("span", text, class_=f"chip {group}")


def note(title: str, *children: Child, class_: str = "note") -> Html:
    """A short titled line."""
    return el("p", el("b", title), " ", *children, class_=class_)


def bullets(rows: Iterable[Child], class_: str = "rows") -> Html:
    """A list."""
    return el("ul", *(el("li", row) for row in rows), class_=class_)


def table(head: Sequence[str], rows: Iterable[Sequence[Child]], class_: str = "stack") -> Html:
    """A table; a `stack` shows each cell with the head of its column on a narrow screen."""
    body = [
        el("tr", *(el("td", _cell(cell), data_head=name) for name, cell in zip(head, row, strict=True)))
        for row in rows
    ]
    return el(
        "table",
        el("thead", el("tr", *(el("th", name, scope="col") for name in head))),
        el("tbody", *body),
        class_=class_,
    )


def _cell(cell: Child) -> Child:
    return None if cell is None else el("span", cell)


def fold(title: Child, *children: Child, class_: str = "fold", id_: str | None = None) -> Html:
    """Something that opens."""
    return el("details", el("summary", title), *children, class_=class_, id=id_)


def dollars(usd_micros: int) -> str:
    """An amount as it is written."""
    return f"${usd_micros / 1_000_000:.4f}"


def _short(text: str) -> str:
    return text if len(text) <= MOST_LABEL else text[: MOST_LABEL - 1].rstrip() + "…"
