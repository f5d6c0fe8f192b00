"""report.md: the Investigation Report, or its short form. Everything comes from the `JudgeReport`."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from pathfinder.protocols.judgement import Side
from pathfinder.protocols.rules.advice import Advice, AdviceKind
from pathfinder.reports.judge_content import (
    Disagreement,
    JudgeReport,
    Refutation,
    ReportFinding,
    ReportOpinion,
    ReportReview,
    Said,
    SettledConflict,
)
from pathfinder.reports.judge_words import JudgeWords, judge_words
from pathfinder.reports.markdown import plain, table
from pathfinder.reports.thesis_saying import cites_of, headline, host, with_cites

MOST_QUOTE = 280
"""Characters of a quote in a table; below the tables it stands in full."""
MOST_QUOTES = 3
MOST_NAMES = 4
MOST_ADVICE = 8
MOST_ROWS = 15
"""Findings of one verdict in a table; the rest are named."""
MOST_OPEN = 8
_SHOWN = ("confirmed", "likely", "uncertain", "unjudged")


def judge_markdown(report: JudgeReport) -> str:
    """The whole Investigation Report."""
    page = _Page(report)
    w = page.words
    return page.text(
        w.investigation,
        [
            (w.summary, page.summary()),
            (w.findings, page.tables()),
            (w.disagreements, page.disagreements()),
            (w.settled, page.settled()),
            (w.reviews, page.reviews()),
            (w.refuted, page.refuted()),
            (w.recommendations, page.recommendations()),
            (w.unknown, page.unknown()),
            (w.evidence, page.evidence()),
            (w.sources, page.sources()),
            (w.failures, page.failures()),
            (w.cost, page.cost()),
            (w.metadata, page.metadata()),
        ],
    )


def short_markdown(report: JudgeReport) -> str:
    """Answer, findings by verdict, sources, failures: what one reads first."""
    page = _Page(report)
    w = page.words
    return page.text(
        w.report,
        [
            (w.summary, page.summary()),
            (w.findings, page.listed()),
            (w.refuted, page.refuted()),
            (w.unknown, page.unknown()),
            (w.sources, page.sources()),
            (w.failures, page.failures()),
        ],
        last=w.more_on,
    )


class _Page:
    """One report being written, in one language."""

    def __init__(self, report: JudgeReport) -> None:
        self.report = report
        self.words: JudgeWords = judge_words(report.language)

    def text(self, title: str, sections: Sequence[tuple[str, Iterable[str]]], last: str = "") -> str:
        """Title and sections; without evidence the first line says so."""
        report, w = self.report, self.words
        lines = [] if report.has_evidence else [f"**{w.base.no_evidence}**", ""]
        lines += [f"# {title}: {plain(report.metadata.question)}", ""]
        if report.has_evidence and report.simple:
            lines += [f"**{w.simple}**", ""]
        for name, section in sections:
            lines += [f"## {name}", "", *section, ""]
        if report.dropped:
            lines += [f"## {w.dropped}", "", *self._dropped(), ""]
        if last:
            lines += [last, ""]
        return "\n".join(lines).rstrip() + "\n"

    # The answer.

    def summary(self) -> Iterator[str]:
        """The conclusion, its verdict, and who looked."""
        w, told = self.words, self.report.summary
        yield f"- **{w.conclusion}:** {self._conclusion()}"
        leading = self.report.by_id.get(told.hypothesis) if told.hypothesis else None
        if leading is not None and told.answer:
            yield f"- **{w.verdict}:** {self._standing(leading)}"
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
        rounds = w.rounds_line.format(
            investigators=told.investigators, rounds=told.rounds, iterations=self.report.metadata.iterations
        )
        yield f"- **{w.investigators}:** {rounds}"
        counts = told.counts
        yield f"- **{w.counts}:** " + w.counted.format(**counts.model_dump())
        yield f"- {self._engine()}"

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
        if rest and told.answer[0].words_of != "writer":
            return f"{head} {w.beside}: {self._said(rest[0])}".replace("::", ":")
        return " ".join([head, *(self._said(one) for one in rest)])

    def _standing(self, one: ReportFinding) -> str:
        w = self.words
        return w.verdict_line.format(
            tag=self._tag(one),
            strength=f"{one.strength:.2f}",
            status=w.base.statuses[one.status],
            because=plain(one.verdict.because) if one.verdict else "",
        ).rstrip()

    def _engine(self) -> str:
        w = self.words
        return w.engine.format(engine=plain(self.report.cost.engine) or w.no_engine)

    # Findings.

    def tables(self) -> Iterator[str]:
        """A table for each verdict."""
        w = self.words
        for name in _SHOWN:
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
        for name in _SHOWN:
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
        parts = [f"{one.id}: {self._claim(one)}"]
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

    def _claim(self, one: ReportFinding) -> str:
        """The claim as a sentence that cites; in quotes where it is judged not so, or nothing supports it."""
        verdict = one.verdict
        if verdict is not None and verdict.side == "against":
            against = cites_of(one.sides[1].observations[:MOST_NAMES])
            return f"{self.words.not_so} “{headline(one.claim.text)}” {against}".rstrip()
        return self._said(one.claim) if one.sides[0].observations else self._quoted_claim(one)

    def _quoted_claim(self, one: ReportFinding) -> str:
        """A claim that is spoken of, with what supports it."""
        return f"“{headline(one.claim.text)}” {cites_of(one.sides[0].observations[:2])}".rstrip()

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
            weight=f"{ours.weight:.2f}",
            other=f"{theirs.weight:.2f}",
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
            weight=f"{opinion.weight:.2f}", voices=opinion.voices, trusted=opinion.trusted
        )
        return f"{self._best(opinion, one)}. {weighed}"

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
            rows.append(w.minority.format(weight=f"{minority.weight:.2f}", quote=self._best(minority, one)))
        return " ".join(rows) or w.no_caveat

    def _but(self, one: ReportFinding) -> str:
        """What is to be said against a confirmed finding all the same."""
        care = self._care(one)
        return "" if care == self.words.no_caveat else f" {care}"

    def _caveat(self, caveat: Said) -> str:
        if caveat.words_of == "rule":
            return plain(caveat.text)
        if caveat.words_of == "quote":
            return self.words.limited.format(quote=self._said(caveat))
        return self._told(caveat)

    def _told(self, said: Said) -> str:
        """Words of a challenge; where no quote was named for them, that is said."""
        text = self._said(said)
        return text if said.cites or not said.text else f"{text} {self.words.unquoted}"

    def _look_for(self, one: ReportFinding) -> str:
        return "; ".join(self._needs(one)) or self.words.no_caveat

    def _needs(self, one: ReportFinding) -> list[str]:
        """What a verdict says is to be looked for."""
        if one.verdict is None:
            return []
        return [headline(known.text) for known in one.verdict.follow_up]

    def _who(self, one: ReportFinding) -> str:
        return self._some(one.investigators)

    # What stands against each other.

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
                    weight=f"{case.weight:.2f}",
                    voices=case.voices,
                    trusted=case.trusted,
                    who=self._some(case.lineages) or w.base.none,
                )
                yield f"    - {line}"
                yield from (f"        - {row}" for row in self._case_quotes(case))
            yield f"    - {self._tried(one)}"

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

    def _tried(self, one: Disagreement) -> str:
        w = self.words
        tried = []
        if one.passes:
            tried.append(w.tried_passes.format(count=one.passes))
        if one.sent_again:
            tried.append(w.tried_again.format(who=self._some(one.sent_again)))
        if one.attempts:
            tried.append(w.tried_attempts.format(count=one.attempts))
        said = [w.tried.format(tried="; ".join(tried) or w.tried_nothing)]
        if one.reviewed is not None:
            said.append(w.challenged.format(verdict=w.reviews_said[one.reviewed]))
        if one.leans is not None:
            said.append(w.leans.format(side=w.sides[one.leans]))
        if one.given_up:
            said.append(w.given_up)
        return " ".join(said)

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
            plain(one.challenge.text),
            cites_of(one.challenge.cites) or w.no_evidence_named,
            w.reviews_said[one.verdict] + date,
            plain(one.impact.text),
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
        tag = w.base.tags[finding.verdict.tag] if finding.verdict else w.base.unjudged
        fate = w.fates[one.kind].format(because=plain(one.because), tag=tag)
        against = [self._quoted(seen, MOST_QUOTE) for seen in one.against[:1]]
        against += [cites_of(one.against[1:MOST_NAMES])] if one.against[1:] else []
        return self._named(one.hypothesis), fate, " ".join(against) or w.base.no_evidence_against

    # What to do.

    def recommendations(self) -> Iterator[str]:
        """Act on, look further, watch: by the rules of `advice`."""
        w = self.words
        kinds: tuple[tuple[AdviceKind, str, str], ...] = (
            ("act", w.act, w.no_act),
            ("look", w.look, w.no_look),
            ("watch", w.watch, w.no_watch),
        )
        for number, (kind, title, nothing) in enumerate(kinds, start=1):
            known = [one for one in self.report.recommendations if one.kind == kind]
            yield f"{number}. **{title}**"
            rows = [self._advice(one) for one in known if one.reason != "uncertain"]
            rows += self._wanted([one for one in known if one.reason == "uncertain"])
            if len(rows) > MOST_ADVICE:
                rows[MOST_ADVICE:] = [w.and_more.format(count=len(rows) - MOST_ADVICE)]
            yield from (f"    - {row}" for row in rows or [nothing])

    def _wanted(self, known: Sequence[Advice]) -> Iterator[str]:
        """What to look for, said once for all the claims that need it."""
        needs: dict[str, list[HypothesisId]] = {}
        for one in known:
            finding = self.report.by_id[one.hypotheses[0]]
            for need in self._needs(finding) or [self.words.base.none]:
                needs.setdefault(need, []).append(finding.id)
        for need, names in sorted(needs.items(), key=lambda item: len(item[1])):
            if len(names) <= MOST_QUOTES:
                shown = "; ".join(self._named(name) for name in names)
            else:
                shown = ", ".join(names[:MOST_ROWS]) + self._rest(len(names) - MOST_ROWS)
            yield self.words.advice["uncertain"].format(why=need, claims=shown)

    def _advice(self, one: Advice) -> str:
        w = self.words
        match one.reason:
            case "conflict":
                first, second = one.hypotheses
                return w.advice["conflict"].format(first=self._named(first), second=self._named(second))
            case "part":
                return w.advice["part"].format(part=self._part(one.part))
            case "retracted":
                source = next(known for known in self.report.sources if known.page == one.page)
                return w.advice["retracted"].format(
                    title=plain(source.title or source.url),
                    reason=plain(source.retracted or ""),
                    claims=", ".join(one.hypotheses),
                )
            case "uncertain" | "unjudged" | "unchallenged" | "confirmed" | "likely" | "withdrawn":
                return self._advice_on(one, self.report.by_id[one.hypotheses[0]])
            case _:
                assert_never(one.reason)

    def _advice_on(self, one: Advice, finding: ReportFinding) -> str:
        w = self.words
        sided = one.reason in ("confirmed", "likely", "unchallenged")
        key = f"{one.reason} {one.side}" if sided else one.reason
        why = {
            "likely": self._but(finding).lstrip(),
            "unjudged": plain(finding.unjudged or ""),
        }.get(one.reason, "")
        firm = one.reason == "confirmed" and one.side == "for"
        claim = f"{finding.id}: {self._said(finding.claim)}" if firm else self._named(finding.id)
        text = w.advice[key].format(claim=claim, why=why).rstrip()
        return f"{text} {w.advice['conditional']}" if one.conditional else text

    # What is left.

    def unknown(self) -> Iterator[str]:
        """Parts nobody answered, claims nobody decided, directions nobody followed."""
        w, left = self.words, self.report.unknown
        rows = []
        if left.parts_noted:
            rows += [w.part.format(part=self._part(part)) for part in left.parts]
        elif left.parts:
            rows.append(w.parts_not_noted)
        for template, names in (
            (w.undecided, left.undecided),
            (w.waiting, left.waiting),
            (w.not_visited, left.unvisited),
        ):
            if names:
                rows.append(template.format(claims=self._open(names)))
        if left.directions:
            shown = ", ".join(plain(one) for one in left.directions[:MOST_OPEN])
            rows.append(w.directions.format(directions=shown + self._rest(len(left.directions) - MOST_OPEN)))
        yield from (f"- {row}" for row in rows or [w.no_unknown])

    def _open(self, names: Sequence[HypothesisId]) -> str:
        """Open claims: those that stand nowhere else in the report are told, the others only named."""
        told = [
            name
            for name in names
            if name in self.report.by_id and self.report.by_id[name].group not in _SHOWN
        ]
        named = [name for name in names if name not in told]
        rows = [self._named(name) for name in told[:MOST_OPEN]]
        if len(told) > MOST_OPEN:
            rows.append(", ".join(told[MOST_OPEN:]))
        if named:
            rows.append(", ".join(named[:MOST_ROWS]) + self._rest(len(named) - MOST_ROWS))
        return "; ".join(rows)

    # The record.

    def evidence(self) -> Iterator[str]:
        """For each finding the quotes in full, the arithmetic and its life."""
        yield self.words.evidence_intro
        yield ""
        for one in self.report.findings:
            if one.group in _SHOWN and one.evidence:
                yield f"### {one.id}"
                yield ""
                yield self._claim(one)
                yield ""
                yield from self._quotes(one)
                yield ""
                yield f"- {self._reckoned(one)}"
                yield f"- {self._over_time(one)}"
                yield ""

    def _quotes(self, one: ReportFinding) -> Iterator[str]:
        w = self.words
        for side in one.sides:
            label = w.side_for if side.side == "for" else w.side_against
            known = [seen for seen in one.evidence if seen.side == side.side and seen.counts]
            for seen in known[:MOST_QUOTES]:
                copies = [
                    other.observation
                    for other in one.evidence
                    if other.side == seen.side and other.voice == seen.voice and not other.counts
                ]
                notes = [w.one_voice.format(others=", ".join(copies[:MOST_NAMES]))] if copies else []
                if seen.answered is not None:
                    notes.append(w.answered.format(reason=plain(seen.answered)))
                note = f"; {'; '.join(notes)}" if notes else ""
                yield f"- {label}: {self._quoted(seen.observation)}{note}"
            rest = [seen.observation for seen in known[MOST_QUOTES:]]
            if rest:
                yield f"- {label}: {w.and_more.format(count=len(rest))}: {cites_of(rest)}"

    def _reckoned(self, one: ReportFinding) -> str:
        w, sum_ = self.words, one.reckoning
        shown = " ".join(
            w.reckoned_term.format(change=f"{term.change:+.4f}", observation=term.observation)
            for term in sum_.terms
        )
        return w.reckoned.format(
            total=f"{sum_.total:.4f}",
            base=f"{sum_.base:.2f}",
            terms=shown,
            bonus=f"{sum_.bonus:.2f}",
            trusted=sum_.trusted_voices,
        )

    def _over_time(self, one: ReportFinding) -> str:
        first, *moves = one.history
        points = ", ".join(
            [f"{first.strength:.2f}", *(f"{point.strength:.2f} ({point.iteration})" for point in moves)]
        )
        return self.words.strength_over.format(points=points)

    def sources(self) -> Iterator[str]:
        """Every page that was quoted, the weightiest first."""
        w = self.words.base
        for source in self.report.sources:
            line = w.source_line if source.retracted is None else w.retracted_line
            yield f"{source.number}. " + line.format(
                type=w.types[source.type],
                title=plain(source.title or source.site or host(source.url)),
                url=plain(source.url),
                authority=f"{source.authority:.2f}",
                reason=plain(source.retracted or ""),
                cites=cites_of(source.observations[:MOST_OPEN])
                + self._rest(len(source.observations) - MOST_OPEN),
            )
        if not self.report.sources:
            yield w.none

    def failures(self) -> Iterator[str]:
        """The ledger by kind, and the last ones."""
        w, ledger = self.words, self.report.failures
        if not ledger.total:
            yield w.no_failures
            return
        kinds = ", ".join(f"{w.base.failure_kinds[one.kind]} {one.count}" for one in ledger.kinds)
        yield w.failures_total.format(total=ledger.total, kinds=kinds)
        yield ""
        yield w.latest
        yield ""
        yield table(
            w.failure_head,
            [
                (str(one.iteration), w.base.failure_kinds[one.kind], plain(one.what), plain(one.reason))
                for one in ledger.latest
            ],
        )

    def cost(self) -> Iterator[str]:
        """What was paid, to whom, for which role."""
        w, known = self.words, self.report.cost
        yield f"- {self._engine()}"
        if not known.total_usd_micros:
            yield f"- {w.free}"
            return
        yield "- " + w.total.format(
            spent=_dollars(known.total_usd_micros), budget=_dollars(known.budget_usd_micros)
        )
        for template, rows in ((w.by_role, known.by_role), (w.by_engine, known.by_engine)):
            if rows:
                shown = ", ".join(f"{plain(row.name)} ${_dollars(row.usd_micros)}" for row in rows)
                yield f"- {template.format(rows=shown)}"

    def metadata(self) -> Iterator[str]:
        """How the report came about."""
        w, known = self.words, self.report.metadata
        rounds = ", ".join(f"{one.round} (x{one.iterations})" for one in known.rounds if one.iterations)
        reason = f" ({plain(known.reason)})" if known.reason else ""
        tables = ", ".join(plain(one) for one in known.source_tables) or w.table_unknown
        rows = [
            (w.session, plain(known.session) or w.base.none),
            (w.question, plain(known.question)),
            (w.parts, "; ".join(plain(part.text) for part in known.parts) or w.base.none),
            (w.status, f"{w.run_statuses[known.status]}{reason}"),
            (w.iids, ", ".join(known.investigators) or w.base.none),
            (w.rounds, rounds or w.base.none),
            (w.quick, w.yes if known.quick else w.no),
            (w.base.evidence, self._counted()),
            (w.tables, tables),
        ]
        yield from (f"- {name}: {value}" for name, value in rows)

    def _counted(self) -> str:
        known = self.report.metadata
        return self.words.evidence_counts.format(
            observations=known.observations,
            quoted=known.quoted,
            sources=known.sources,
            searches=known.searches,
        )

    def _dropped(self) -> Iterator[str]:
        w = self.words
        yield w.dropped_intro
        yield ""
        for one in self.report.dropped:
            reason = w.base.faults[one.fault].format(what=plain(one.what))
            yield f"- {w.dropped_line.format(text=plain(one.text), reason=reason)}"

    # Words.

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

        A quote that is the claim word for word is not said twice.
        """
        seen, source = self.report.quotes[name], self.report.source_of(name)
        same = headline(seen.quote).casefold() == headline(of.claim.text).casefold()
        quote = f"[{name}]" if same else f"“{plain(_cut(seen.quote))}” [{name}]"
        if source is None:
            return quote, plain(host(seen.url)), self.words.base.types["unknown"]
        return quote, plain(source.site or host(source.url)), self.words.base.types[source.type]

    def _quoted(self, name: ObservationId, most: int | None = None) -> str:
        """A quote with its source, in full or cut."""
        w, seen, source = self.words.base, self.report.quotes[name], self.report.source_of(name)
        quote = f"“{plain(seen.quote if most is None else _cut(seen.quote))}” [{name}]"
        if source is None:
            return quote
        site = plain(source.site or host(source.url))
        number = w.source_note.format(number=source.number)
        return f"{quote} ({site}, {w.types[source.type]}, {source.authority:.2f}, {number})"

    def _part(self, name: SubQuestionId | None) -> str:
        return next((plain(one.text) for one in self.report.metadata.parts if one.id == name), "")

    def _some(self, names: Sequence[str]) -> str:
        return ", ".join(names[:MOST_NAMES]) + self._rest(len(names) - MOST_NAMES)

    def _rest(self, count: int) -> str:
        return f", {self.words.and_more.format(count=count)}" if count > 0 else ""

    def _tag(self, one: ReportFinding) -> str:
        w = self.words
        if one.verdict is None:
            return w.base.unjudged
        side = f" ({w.sides[one.verdict.side]})" if one.verdict.side else ""
        return f"{w.base.tags[one.verdict.tag]}{side}"


def _cut(quote: str) -> str:
    return quote if len(quote) <= MOST_QUOTE else quote[: MOST_QUOTE - 1].rstrip() + "…"


def _dollars(usd_micros: int) -> str:
    return f"{usd_micros / 1_000_000:.4f}"
