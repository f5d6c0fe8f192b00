"""What every part of report.md shares: how a claim, a quote, a caveat and a name are written."""

from collections.abc import Sequence

from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import ReportFinding, ReportOpinion, Said
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.locales.answer_words import AnswerWords, answer_words
from pathfinder.reports.locales.judge_vocabulary import JudgeWords
from pathfinder.reports.locales.judge_words import judge_words
from pathfinder.reports.locales.reader_words import reader_word
from pathfinder.reports.markdown.escaping import plain, short
from pathfinder.reports.markdown.thesis_page import cites_of, headline, host, with_cites

MOST_QUOTE = 160
"""Characters of a quote in a table; below the tables it stands in full."""
MOST_CLAIM = 200
"""Characters of a claim in a table; the appendix has it in full."""
MOST_NAMED = 120
"""Characters of a claim that is only spoken of."""
MOST_CARE = 150
"""Characters of a caveat in a table; the counter-review has it in full."""
MOST_QUOTES = 3
MOST_NAMES = 4
MOST_WHO = 2
MOST_ADVICE = 6
MOST_ROWS = 10
"""Findings of one verdict in a table; the rest are named."""
MOST_OPEN = 8
SHOWN = ("confirmed", "likely", "uncertain", "unjudged")


class Page:
    """One report being written, in one language."""

    def __init__(self, report: JudgeReport) -> None:
        self.report = report
        self.words: JudgeWords = judge_words(report.language)
        self.around: AnswerWords = answer_words(report.language)
        self.labels: dict[ObservationId, str] = {
            quote.observation: quote.label
            for source in (report.answer.sources if report.answer is not None else ())
            for quote in source.quotes
            if quote.observation is not None
        }
        """Quotes that the list of sources shows: elsewhere they are named by their label."""

    def _engine(self) -> str:
        w = self.words
        return w.engine.format(engine=plain(self.report.cost.engine) or w.no_engine)

    def _claim(self, one: ReportFinding, most: int | None = None) -> str:
        """The claim as a sentence that cites; in quotes where it is judged not so, or nothing supports it."""
        verdict = one.verdict
        text = one.claim.text if most is None else short(one.claim.text, most)
        if verdict is not None and verdict.side == "against":
            against = cites_of(one.sides[1].observations[:MOST_NAMES])
            return f"{self.words.not_so} “{headline(text)}” {against}".rstrip()
        if one.sides[0].observations:
            cites = one.claim.cites if most is None else one.claim.cites[:MOST_QUOTES]
            return self._said(one.claim.model_copy(update={"text": text, "cites": cites}))
        return self._quoted_claim(one)

    def _quoted_claim(self, one: ReportFinding) -> str:
        """A claim that is spoken of, with what supports it."""
        text = headline(short(one.claim.text, MOST_NAMED))
        return f"“{text}” {cites_of(one.sides[0].observations[:2])}".rstrip()

    def _best(self, side: ReportOpinion, of: ReportFinding) -> str:
        quote, site, type_ = self._witness(side.observations[0], of)
        more = len(side.observations) - 1
        rest = f"; {self.words.and_more.format(count=more)}" if more else ""
        return self.words.evidence_cell_against.format(quote=quote, site=site, type=type_) + rest

    def _care(self, one: ReportFinding) -> str:
        """Caveats and the minority opinion."""
        w, verdict = self.words, one.verdict
        if verdict is None:
            return w.no_caveat
        rows = [self._caveat(caveat) for caveat in verdict.caveats]
        if verdict.unchallenged:
            rows.append(w.unchallenged)
        minority = verdict.minority
        if minority is not None and minority.observations:
            rows.append(
                w.minority.format(weight=hundredths(minority.weight), quote=self._best(minority, one))
            )
        return " ".join(rows) or w.no_caveat

    def _but(self, one: ReportFinding) -> str:
        """What is to be said against a confirmed finding all the same."""
        care = self._care(one)
        return "" if care == self.words.no_caveat else f" {care}"

    def _caveat(self, caveat: Said) -> str:
        caveat = caveat.model_copy(update={"text": short(caveat.text, MOST_CARE)})
        if caveat.words_of == "rule":
            return plain(caveat.text)
        if caveat.words_of == "quote":
            return self.words.limited.format(quote=self._said(caveat))
        return self._told(caveat)

    def _told(self, said: Said) -> str:
        """Words of a challenge; where no quote was named for them, that is said."""
        text = self._said(said)
        return text if said.cites or not said.text else f"{text} {self.words.unquoted}"

    def _needs(self, one: ReportFinding) -> list[str]:
        """What a verdict says is to be looked for."""
        if one.verdict is None:
            return []
        return [headline(known.text) for known in one.verdict.follow_up]

    def _said(self, said: Said) -> str:
        """A sentence with its citations before the full stop; words of a source in quotes."""
        if said.words_of == "quote":
            return f"“{plain(said.text)}” {cites_of(said.cites)}".rstrip()
        return with_cites(said.text, said.cites)

    def _named(self, name: HypothesisId, *, with_id: bool = True) -> str:
        """A claim that is only spoken of."""
        if name not in self.report.by_id:
            return name
        text = self._quoted_claim(self.report.by_id[name])
        return f"{name} {text}" if with_id else text

    def _witness(self, name: ObservationId, of: ReportFinding) -> tuple[str, str, str]:
        """A quote as it fits a table, where it stands, and what kind of source that is.

        A quote that is the claim word for word is not said twice. Beside an answer the tables only name the
        quotes: the appendix has their words.
        """
        seen, source = self.report.quotes[name], self.report.source_of(name)
        same = headline(seen.quote).casefold() == headline(of.claim.text).casefold()
        if name in self.labels:
            quote = f"[{self.labels[name]}]"
        else:
            quote = (
                f"[{name}]"
                if same or self.report.answer is not None
                else f"“{plain(_cut(seen.quote))}” [{name}]"
            )
        if source is None:
            return quote, plain(host(seen.url)), self.words.base.types["unknown"]
        return quote, plain(source.site or host(source.url)), self.words.base.types[source.type]

    def _quoted(self, name: ObservationId, most: int | None = None) -> str:
        """A quote with its source, in full or cut."""
        w, seen, source = self.words.base, self.report.quotes[name], self.report.source_of(name)
        quote = f"“{plain(seen.quote if most is None else _cut(seen.quote))}” [{name}]"
        if name in self.labels:
            quote = f"[{self.labels[name]}] {name}"
        if source is None:
            return quote
        site = plain(source.site or host(source.url))
        number = w.source_note.format(number=source.number)
        place = f", {plain(seen.place)}" if seen.place else ""
        return f"{quote} ({site}{place}, {w.types[source.type]}, {hundredths(source.authority)}, {number})"

    def _part(self, name: SubQuestionId | None) -> str:
        return next((plain(one.text) for one in self.report.metadata.parts if one.id == name), "")

    def _some(self, names: Sequence[str]) -> str:
        return ", ".join(names[:MOST_NAMES]) + self._rest(len(names) - MOST_NAMES)

    def _rest(self, count: int) -> str:
        return f", {self.words.and_more.format(count=count)}" if count > 0 else ""

    def _tag(self, one: ReportFinding) -> str:
        """The verdict in the words that readers get, with its side."""
        w = self.words
        if one.verdict is None or one.reader is None:
            return w.base.unjudged
        side = f" ({w.sides[one.verdict.side]})" if one.verdict.side else ""
        return f"{reader_word(one.reader, self.report.language)}{side}"


def _cut(quote: str) -> str:
    return short(quote, MOST_QUOTE)
