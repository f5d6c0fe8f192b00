"""How report.md writes a claim, a quote and a name."""

from collections.abc import Sequence

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.answer import AnswerSource
from pathfinder.reports.content.finding import ReportFinding, ReportOpinion, Said
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.locales.reader_words import reader_word
from pathfinder.reports.markdown.escaping import plain, short
from pathfinder.reports.markdown.sentences import cites_of, headline, host, with_cites

MOST_QUOTE = 160
"""Characters of a quote in a table; below the tables it stands in full."""
MOST_NAMED = 120
"""Characters of a claim that is only spoken of."""
MOST_QUOTES = 3
MOST_NAMES = 4


class ReportSentences:
    """Claims, quotes and names of one report, in its language."""

    def __init__(self, report: JudgeReport) -> None:
        self.report = report
        self.t = translator(report.language)
        sources = report.answer.sources if report.answer is not None else ()
        self.cited_sources: dict[PageHash, AnswerSource] = {one.page: one for one in sources}
        self.labels: dict[ObservationId, str] = {
            quote.observation: quote.label
            for source in sources
            for quote in source.quotes
            if quote.observation is not None
        }
        """Quotes that the list of sources shows: elsewhere they are named by their label."""

    def claim(self, one: ReportFinding, most: int | None = None) -> str:
        """The claim as a sentence that cites; in quotes where it is judged not so, or nothing supports it."""
        verdict = one.verdict
        text = one.claim.text if most is None else short(one.claim.text, most)
        if verdict is not None and verdict.side == "against":
            against = cites_of(one.sides[1].observations[:MOST_NAMES])
            return f"{self.t('judge-not-so')} “{headline(text)}” {against}".rstrip()
        if one.sides[0].observations:
            cites = one.claim.cites if most is None else one.claim.cites[:MOST_QUOTES]
            return self.said(one.claim.model_copy(update={"text": text, "cites": cites}))
        return self._quoted_claim(one)

    def _quoted_claim(self, one: ReportFinding) -> str:
        """A claim that is spoken of, with what supports it."""
        text = headline(short(one.claim.text, MOST_NAMED))
        return f"“{text}” {cites_of(one.sides[0].observations[:2])}".rstrip()

    def named(self, name: HypothesisId, *, with_id: bool = True) -> str:
        """A claim that is only spoken of."""
        if name not in self.report.by_id:
            return name
        text = self._quoted_claim(self.report.by_id[name])
        return f"{name} {text}" if with_id else text

    def said(self, said: Said) -> str:
        """A sentence with its citations before the full stop; words of a source in quotes."""
        if said.words_of == "quote":
            return f"“{plain(said.text)}” {cites_of(said.cites)}".rstrip()
        return with_cites(said.text, said.cites)

    def best(self, side: ReportOpinion, of: ReportFinding) -> str:
        """The weightiest quote of a side, and how many more there are."""
        quote, site, type_ = self._witness(side.observations[0], of)
        more = len(side.observations) - 1
        rest = f"; {self.t('judge-and-more', count=more)}" if more else ""
        return self.t("judge-evidence-cell-against", quote=quote, site=site, type=type_) + rest

    def _witness(self, name: ObservationId, of: ReportFinding) -> tuple[str, str, str]:
        """A quote as it fits a table, where it stands, and what kind of source that is.

        A quote that is the claim word for word is not said twice. Beside an answer the tables only name the
        quotes: the appendix has their words.
        """
        seen, source = self.report.quotes[name], self.report.source_of(name)
        same = headline(seen.quote).casefold() == headline(of.claim.text).casefold()
        if name in self.labels:
            quote = f"[{self.labels[name]}]"
        elif same or self.report.answer is not None:
            quote = f"[{name}]"
        else:
            quote = f"“{plain(short(seen.quote, MOST_QUOTE))}” [{name}]"
        type_ = self.t(f"thesis-types-{'unknown' if source is None else source.type}")
        if source is None:
            return quote, plain(host(seen.url)), type_
        return quote, plain(source.site or host(source.url)), type_

    def quoted(self, name: ObservationId, most: int | None = None) -> str:
        """A quote with its source, in full or cut."""
        seen, source = self.report.quotes[name], self.report.source_of(name)
        quote = f"“{plain(seen.quote if most is None else short(seen.quote, most))}” [{name}]"
        if name in self.labels:
            quote = f"[{self.labels[name]}] {name}"
        if source is None:
            return quote
        site = plain(source.site or host(source.url))
        number = self.t("thesis-source-note", number=source.number)
        place = f", {plain(seen.place)}" if seen.place else ""
        type_ = self.t(f"thesis-types-{source.type}")
        return f"{quote} ({site}{place}, {type_}, {hundredths(source.authority)}, {number})"

    def part(self, name: str | None) -> str:
        """A part of the question in words."""
        return next((plain(one.text) for one in self.report.metadata.parts if one.id == name), "")

    def some(self, names: Sequence[str]) -> str:
        """The first of some names, and how many more there are."""
        return ", ".join(names[:MOST_NAMES]) + self.rest(len(names) - MOST_NAMES)

    def rest(self, count: int) -> str:
        """How many are left, if any."""
        return f", {self.t('judge-and-more', count=count)}" if count > 0 else ""

    def tag(self, one: ReportFinding) -> str:
        """The verdict in the words that readers get, with its side."""
        if one.verdict is None or one.reader is None:
            return self.t("thesis-unjudged")
        side = f" ({self.t(f'judge-sides-{one.verdict.side}')})" if one.verdict.side else ""
        return f"{reader_word(one.reader, self.report.language)}{side}"
