"""report.md: what stands against each other, what was challenged, what does not hold."""

from collections.abc import Iterator

from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.conflict_attempts import tried
from pathfinder.reports.content.finding import ReportOpinion, ReportReview
from pathfinder.reports.content.judge_report import Disagreement, Refutation, SettledConflict
from pathfinder.reports.locales.reader_words import reader_word
from pathfinder.reports.markdown.escaping import plain, short, table
from pathfinder.reports.markdown.report_page import MOST_NAMES, MOST_QUOTE, MOST_QUOTES, Page
from pathfinder.reports.markdown.thesis_page import cites_of, headline

MOST_CHALLENGE = 300
"""Characters of a challenge in a cell; `pathfinder explain` and report.json have it in full."""


class Conflicts(Page):
    """Disagreements, settled conflicts, challenges, refutations."""

    def disagreements(self) -> Iterator[str]:
        """Both sides with their quotes and weights, and what was tried."""
        w = self.words
        if not self.report.disagreements:
            yield w.no_disagreements
        for number, one in enumerate(self.report.disagreements, start=1):
            yield f"{number}. {self._subject(one)}"
            for template, name, case in self._cases(one):
                line = template.format(
                    name=name,
                    weight=hundredths(case.weight),
                    voices=case.voices,
                    trusted=case.trusted,
                    who=self._some(case.lineages) or w.base.none,
                )
                yield f"    - {line}"
                yield from (f"        - {row}" for row in self._case_quotes(case))
            yield f"    - {tried(self.words, one, MOST_NAMES)}"

    def _case_quotes(self, case: ReportOpinion) -> Iterator[str]:
        """The weightiest quotes of a side; the same words are shown once, with all who say them."""
        told: dict[str, list[ObservationId]] = {}
        for seen in case.observations:
            told.setdefault(self.report.quotes[seen].quote.casefold(), []).append(seen)
        for first, *others in list(told.values())[:MOST_QUOTES]:
            same = f"; {self.words.same_words.format(cites=cites_of(others))}" if others else ""
            yield f"{self._quoted(first)}{same}"

    def _subject(self, one: Disagreement) -> str:
        if one.kind == "sides":
            return self.words.two_sides.format(claim=self._named(one.hypotheses[0]))
        first, second = one.hypotheses
        return self.words.rivals.format(first=self._named(first), second=self._named(second))

    def _cases(self, one: Disagreement) -> Iterator[tuple[str, str, ReportOpinion]]:
        w = self.words
        if one.kind == "sides":
            yield w.case_for, "", one.cases[0]
            yield w.case_against, "", one.cases[1]
        else:
            for name, case in zip(one.hypotheses, one.cases, strict=True):
                yield w.case_of, name, case

    def settled(self) -> Iterator[str]:
        """The conflicts that are over, with their conditions."""
        w = self.words
        if self.report.settled:
            yield table(w.settled_head, [self._settled_row(one) for one in self.report.settled])
        else:
            yield w.no_settled

    def _settled_row(self, one: SettledConflict) -> tuple[str, ...]:
        w = self.words
        how = w.base.resolutions[one.type] + (f": {one.rejected}" if one.rejected else "")
        second = self._named(one.second)
        if one.absorbed is not None:
            second = f"{one.second} “{headline(one.absorbed.text)}”"
        return (
            f"{self._named(one.first)} / {second}",
            how,
            self._said(one.resolution) if one.resolution.text else cites_of(one.resolution.cites),
        )

    def reviews(self) -> Iterator[str]:
        """What was challenged, with what, and whether it held."""
        w = self.words
        if self.report.reviews:
            yield table(w.review_head, [self._review_row(one) for one in self.report.reviews])
        else:
            yield w.no_reviews

    def _review_row(self, one: ReportReview) -> tuple[str, ...]:
        w = self.words
        date = "" if one.in_force else f" ({w.out_of_date})"
        return (
            self._named(one.hypothesis),
            plain(short(one.challenge.text, MOST_CHALLENGE)),
            cites_of(one.challenge.cites) or w.no_evidence_named,
            w.reviews_said[one.verdict] + date,
            plain(short(one.impact.text, MOST_CHALLENGE)),
        )

    def refuted(self) -> Iterator[str]:
        """What does not hold, why, and the words against it."""
        w = self.words
        if not self.report.refuted:
            yield w.no_refuted
            return
        yield table(w.refuted_head, [self._refuted_row(one) for one in self.report.refuted])

    def _refuted_row(self, one: Refutation) -> tuple[str, ...]:
        w, finding = self.words, self.report.by_id[one.hypothesis]
        tag = reader_word(finding.reader, self.report.language) if finding.reader else w.base.unjudged
        fate = w.fates[one.kind].format(because=plain(one.because), tag=tag)
        against = [self._quoted(seen, MOST_QUOTE) for seen in one.against[:1]]
        against += [cites_of(one.against[1:MOST_NAMES])] if one.against[1:] else []
        return self._named(one.hypothesis), fate, " ".join(against) or w.base.no_evidence_against
