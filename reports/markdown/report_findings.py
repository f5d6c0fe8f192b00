"""report.md, its first half: the answer, and the findings of each verdict."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pathfinder.protocols.graph.judgement import Side
from pathfinder.protocols.ids import ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import ReportFinding
from pathfinder.reports.locales.reader_words import legend
from pathfinder.reports.markdown.answer import lead
from pathfinder.reports.markdown.escaping import plain, table
from pathfinder.reports.markdown.report_page import MOST_CLAIM, MOST_OPEN, MOST_ROWS, MOST_WHO, SHOWN, Page
from pathfinder.reports.markdown.thesis_page import cites_of


class Answer(Page):
    """The answer, before everything else."""

    def summary(self) -> Iterator[str]:
        """The conclusion, its verdict, and who looked."""
        w, told = self.words, self.report.summary
        if self.report.answer is not None:
            yield f"**{plain(self.report.answer.title)}**"
            yield ""
            yield from lead(self.report.answer, self.around)
            yield ""
            yield from self._counts()
            return
        yield f"- **{w.conclusion}:** {self._conclusion()}"
        leading = self.report.by_id.get(told.hypothesis) if told.hypothesis else None
        if leading is not None and told.answer:
            yield f"- **{w.verdict} ({leading.id}):** {self._standing(leading)}"
            firm = [
                one
                for one in self.report.findings
                if one.group == "confirmed" and one.id != leading.id and one.id not in told.depends
            ]
            if firm:
                yield f"- **{w.firm}:**"
                for one in firm[:MOST_OPEN]:
                    condition = f" ({w.base.conditional})" if one.conditions else ""
                    yield f"  - {self._claim(one)}{condition}"
        yield from self._counts()

    def _counts(self) -> Iterator[str]:
        """Who looked, how many claims there are of each kind, and who wrote."""
        w, told = self.words, self.report.summary
        rounds = w.rounds_line.format(
            investigators=told.investigators, rounds=told.rounds, iterations=self.report.metadata.iterations
        )
        yield f"- **{w.investigators}:** {rounds}"
        tags = Counter(one.reader for one in self.report.findings if one.group == "uncertain")
        undecided = {"reported": tags["Reported"], "disputed": tags["Disputed"], "open": tags["Open"]}
        yield f"- **{w.counts}:** " + w.counted.format(**told.counts.model_dump(), **undecided)
        yield f"- {self._engine()}"
        yield from (f"- {line}" for line in self._writer())

    def _writer(self) -> Iterator[str]:
        """Who found the words; if a Writer was asked and wrote nothing, why."""
        report = self.report
        if report.answer is not None:
            yield self.around.written_by.format(name=plain(report.answer.written_by))
            if not report.answer.revised:
                yield self.around.unrevised
        elif report.unwritten:
            yield self.words.unwritten.format(reason=plain(report.unwritten))

    def _conclusion(self) -> str:
        w, told = self.words, self.report.summary
        if not self.report.has_evidence:
            return w.base.no_evidence
        if not told.answer or told.hypothesis is None:
            return w.base.no_conclusion
        leading = self.report.by_id[told.hypothesis]
        if told.side == "against" and told.settled:
            against = " ".join(self._said(one) for one in told.answer)
            return f"{w.not_so} {self._named(leading.id, with_id=False)} {against}"
        first, rest = self._said(told.answer[0]), told.answer[1:]
        head = first if told.settled else f"{w.not_settled} {first}"
        return f"{head} {w.beside}: {self._said(rest[0])}".replace("::", ":") if rest else head

    def _standing(self, one: ReportFinding) -> str:
        w = self.words
        return w.verdict_line.format(
            tag=self._tag(one),
            strength=hundredths(one.strength),
            status=w.base.statuses[one.status],
            because=plain(one.verdict.because) if one.verdict else "",
        ).rstrip()


class Findings(Page):
    """The claims by verdict: tables, or the short list."""

    def tables(self) -> Iterator[str]:
        """A table for each verdict, after what the verdicts mean."""
        w = self.words
        used = {one.reader for one in self.report.findings if one.reader is not None and one.group in SHOWN}
        if used:
            yield from (f"{legend(used, self.report.language)}.", "")
        for name in SHOWN:
            known = self._group(name)
            if name == "unjudged" and not known:
                continue
            yield f"### {w.group_heads[name]}"
            yield ""
            if known:
                yield table(*self._rows(name, known[:MOST_ROWS]))
                rest = [one.id for one in known[MOST_ROWS:]]
                if rest:
                    yield ""
                    yield f"{w.and_more.format(count=len(rest))}: {', '.join(rest)}"
            else:
                yield w.none_here
            yield ""

    def _rows(
        self, name: str, known: Sequence[ReportFinding]
    ) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        w = self.words
        match name:
            case "confirmed":
                return w.confirmed_head, [
                    (str(place), self._finding(one), self._weighed(one) + self._but(one), self._who(one))
                    for place, one in enumerate(known, start=1)
                ]
            case "likely":
                return w.likely_head, [
                    (str(place), self._finding(one), self._weighed(one), self._who(one), self._care(one))
                    for place, one in enumerate(known, start=1)
                ]
            case "uncertain":
                return w.uncertain_head, [
                    (
                        str(place),
                        self._finding(one),
                        self._side(one, "for"),
                        self._side(one, "against"),
                        self._look_for(one),
                    )
                    for place, one in enumerate(known, start=1)
                ]
            case _:
                return w.other_head, [
                    (
                        str(place),
                        self._finding(one),
                        self._weighed(one),
                        plain(one.unjudged) if one.unjudged else w.not_yet,
                    )
                    for place, one in enumerate(known, start=1)
                ]

    def _group(self, name: str) -> list[ReportFinding]:
        """The findings of a verdict; what is uncertain because it is contested comes before the rest."""
        known = [one for one in self.report.findings if one.group == name]
        if name == "uncertain":
            known.sort(key=lambda one: not all(side.voices for side in one.sides))
        return known

    def listed(self) -> Iterator[str]:
        """The findings of each verdict, each with its weightiest quote on either side."""
        w = self.words
        for name in SHOWN:
            known = self._group(name)
            if not known:
                continue
            yield f"### {w.group_heads[name]}"
            yield ""
            for one in known[:MOST_OPEN]:
                yield f"- {self._finding(one)}"
                for side in one.sides:
                    if side.observations:
                        label = w.side_for if side.side == "for" else w.side_against
                        yield f"  - {label}: {self._best(side, one)}"
                if one.verdict is not None and one.verdict.caveats:
                    yield f"  - {self._care(one)}"
            rest = [one.id for one in known[MOST_OPEN:]]
            if rest:
                yield f"- {w.and_more.format(count=len(rest))}: {', '.join(rest)}"
            yield ""
        if self.report.summary.counts.unvisited == len(self.report.findings):
            yield w.base.no_findings

    def _finding(self, one: ReportFinding) -> str:
        """The claim, with its id and condition; what is judged not so is called that."""
        w = self.words
        tag = f"**{self._tag(one)}** " if one.group == "uncertain" else ""
        parts = [f"{tag}{one.id}: {self._claim(one, MOST_CLAIM)}"]
        if one.type == "B":
            parts.append(f"({w.idea})")
        parts += [w.only_when.format(condition=self._said(condition)) for condition in one.conditions]
        if one.related:
            parts.append(w.related.format(names=", ".join(one.related)))
        gone = self._withdrawn(one)
        if gone:
            parts.append(w.withdrawn.format(cites=cites_of(gone)))
        return " ".join(parts)

    def _withdrawn(self, one: ReportFinding) -> list[ObservationId]:
        """What once spoke for it and stands on a page that is retracted."""
        found = [seen.observation for seen in one.evidence if seen.side == "for"]
        sources = {name: self.report.source_of(name) for name in found}
        return [
            name for name, source in sources.items() if source is not None and source.retracted is not None
        ]

    def _weighed(self, one: ReportFinding) -> str:
        """The weightiest quote of the side the verdict takes, and what both sides weigh."""
        w = self.words
        ours = one.sides[1 if one.verdict is not None and one.verdict.side == "against" else 0]
        theirs = one.sides[0 if ours.side == "against" else 1]
        if not ours.observations:
            return w.no_voice
        quote, site, type_ = self._witness(ours.observations[0], one)
        return w.evidence_cell.format(
            quote=quote,
            site=site,
            type=type_,
            voices=ours.voices,
            trusted=ours.trusted,
            weight=hundredths(ours.weight),
            other=hundredths(theirs.weight),
        )

    def _side(self, one: ReportFinding, side: Side) -> str:
        """One of both opinions: its weight and its weightiest quote."""
        opinion = one.sides[0 if side == "for" else 1]
        told = next(
            (known for known in (one.verdict.opinions if one.verdict else ()) if known.side == side), None
        )
        if not opinion.observations:
            # The opinion of a rival's evidence: the claim itself has none on this side.
            return self._best(told, one) if told is not None and told.observations else self.words.no_voice
        weighed = self.words.weighed.format(
            weight=hundredths(opinion.weight), voices=opinion.voices, trusted=opinion.trusted
        )
        return f"{self._best(opinion, one)}. {weighed}"

    def _look_for(self, one: ReportFinding) -> str:
        return "; ".join(self._needs(one)) or self.words.no_caveat

    def _who(self, one: ReportFinding) -> str:
        names = one.investigators
        return ", ".join(names[:MOST_WHO]) + self._rest(len(names) - MOST_WHO)
