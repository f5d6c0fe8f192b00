"""What report.md shows of many findings, disagreements and sources, and in which words."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property

from pathfinder.protocols.graph.judgement import ReaderTag, Side
from pathfinder.protocols.ids import HypothesisId, ObservationId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.conflict_attempts import tried
from pathfinder.reports.content.finding import ReportEvidence, ReportFinding, ReportOpinion, Said
from pathfinder.reports.content.judge_report import Disagreement, Refutation
from pathfinder.reports.content.record import ReportSource, Spent
from pathfinder.reports.locales.reader_words import reader_word
from pathfinder.reports.markdown.advised import Advised
from pathfinder.reports.markdown.escaping import address, plain, short
from pathfinder.reports.markdown.report_sentences import MOST_NAMES, MOST_QUOTE, MOST_QUOTES, ReportSentences
from pathfinder.reports.markdown.sentences import cites_of, dollars, headline, host

MOST_CLAIM = 200
"""Characters of a claim in a table; the appendix has it in full."""
MOST_CARE = 150
"""Characters of a caveat in a table; the counter-review has it in full."""
MOST_CHALLENGE = 300
"""Characters of a challenge in a cell; `pathfinder explain` and report.json have it in full."""
MOST_WHO = 2
MOST_ROWS = 10
"""Findings of one verdict in a table; the rest are named."""
MOST_OPEN = 8
SHOWN = ("confirmed", "likely", "uncertain", "unjudged")


class ReportPage(ReportSentences):
    """What the sections of one report show."""

    # The summary.

    @cached_property
    def leading(self) -> ReportFinding | None:
        name = self.report.summary.hypothesis
        return self.report.by_id.get(name) if name else None

    @property
    def also_confirmed(self) -> list[ReportFinding]:
        """What is confirmed beside the claim that answers."""
        told = (self.report.summary.hypothesis, *self.report.summary.depends)
        firm = [one for one in self.report.findings if one.group == "confirmed" and one.id not in told]
        return firm[:MOST_OPEN]

    @property
    def engine(self) -> str:
        return self.t("judge-engine", engine=plain(self.report.cost.engine) or self.t("judge-no-engine"))

    @property
    def counts(self) -> dict[str, int]:
        """How many claims there are of each kind; the undecided ones by what readers call them."""
        tags = Counter(one.reader for one in self.report.findings if one.group == "uncertain")
        undecided = {"reported": tags["Reported"], "disputed": tags["Disputed"], "open": tags["Open"]}
        return self.report.summary.counts.model_dump() | undecided

    def conclusion(self) -> str:
        """What answers the question, in a sentence."""
        t, told = self.t, self.report.summary
        if not self.report.has_evidence:
            return t("thesis-no-evidence")
        if not told.answer or told.hypothesis is None:
            return t("thesis-no-conclusion")
        if told.side == "against" and told.settled:
            against = " ".join(self.said(one) for one in told.answer)
            return f"{t('judge-not-so')} {self.named(told.hypothesis, with_id=False)} {against}"
        first, rest = self.said(told.answer[0]), told.answer[1:]
        head = first if told.settled else f"{t('judge-not-settled')} {first}"
        return f"{head} {t('judge-beside')}: {self.said(rest[0])}".replace("::", ":") if rest else head

    def standing(self, one: ReportFinding) -> str:
        """Verdict, strength and status of a claim."""
        return self.t(
            "judge-verdict-line",
            tag=self.tag(one),
            strength=hundredths(one.strength),
            status=self.t(f"status-{one.status}"),
            because=plain(one.verdict.because) if one.verdict else "",
        ).rstrip()

    # The findings.

    @property
    def tags(self) -> set[ReaderTag]:
        """The verdicts that are used."""
        return {one.reader for one in self.report.findings if one.reader is not None and one.group in SHOWN}

    @cached_property
    def groups(self) -> dict[str, list[ReportFinding]]:
        """The findings of each verdict; what is uncertain because it is contested comes before the rest."""
        found = {name: [one for one in self.report.findings if one.group == name] for name in SHOWN}
        found["uncertain"].sort(key=lambda one: not all(side.voices for side in one.sides))
        return found

    def finding(self, one: ReportFinding) -> str:
        """The claim, with its id and condition; what is judged not so is called that."""
        t = self.t
        tag = f"**{self.tag(one)}** " if one.group == "uncertain" else ""
        parts = [f"{tag}{one.id}: {self.claim(one, MOST_CLAIM)}"]
        if one.type == "B":
            parts.append(f"({t('judge-idea')})")
        parts += [t("judge-only-when", condition=self.said(condition)) for condition in one.conditions]
        if one.related:
            parts.append(t("judge-related", names=", ".join(one.related)))
        gone = self._withdrawn(one)
        if gone:
            parts.append(t("judge-withdrawn", cites=cites_of(gone)))
        return " ".join(parts)

    def _withdrawn(self, one: ReportFinding) -> list[ObservationId]:
        """What once spoke for it and stands on a page that is retracted."""
        found = [seen.observation for seen in one.evidence if seen.side == "for"]
        sources = {name: self.report.source_of(name) for name in found}
        return [
            name for name, source in sources.items() if source is not None and source.retracted is not None
        ]

    def weighed(self, one: ReportFinding) -> str:
        """The weightiest quote of the side the verdict takes, and what both sides weigh."""
        ours = one.sides[1 if one.verdict is not None and one.verdict.side == "against" else 0]
        theirs = one.sides[0 if ours.side == "against" else 1]
        if not ours.observations:
            return self.t("judge-no-voice")
        quote, site, type_ = self._witness(ours.observations[0], one)
        return self.t(
            "judge-evidence-cell",
            quote=quote,
            site=site,
            type=type_,
            voices=ours.voices,
            trusted=ours.trusted,
            weight=hundredths(ours.weight),
            other=hundredths(theirs.weight),
        )

    def side(self, one: ReportFinding, side: Side) -> str:
        """One of both opinions: its weight and its weightiest quote."""
        opinion = one.sides[0 if side == "for" else 1]
        told = next(
            (known for known in (one.verdict.opinions if one.verdict else ()) if known.side == side), None
        )
        if not opinion.observations:
            # The opinion of a rival's evidence: the claim itself has none on this side.
            has_own = told is not None and told.observations
            return self.best(told, one) if told is not None and has_own else self.t("judge-no-voice")
        weighed = self.t(
            "judge-weighed", weight=hundredths(opinion.weight), voices=opinion.voices, trusted=opinion.trusted
        )
        return f"{self.best(opinion, one)}. {weighed}"

    def who(self, one: ReportFinding) -> str:
        """The investigators who brought evidence or took a side."""
        return ", ".join(one.investigators[:MOST_WHO]) + self.rest(len(one.investigators) - MOST_WHO)

    def care(self, one: ReportFinding) -> str:
        """Caveats and the minority opinion."""
        t, verdict = self.t, one.verdict
        if verdict is None:
            return t("judge-no-caveat")
        rows = [self._caveat(caveat) for caveat in verdict.caveats]
        if verdict.unchallenged:
            rows.append(t("judge-unchallenged"))
        minority = verdict.minority
        if minority is not None and minority.observations:
            best = self.best(minority, one)
            rows.append(t("judge-minority", weight=hundredths(minority.weight), quote=best))
        return " ".join(rows) or t("judge-no-caveat")

    def but(self, one: ReportFinding) -> str:
        """What is to be said against a confirmed finding all the same."""
        care = self.care(one)
        return "" if care == self.t("judge-no-caveat") else f" {care}"

    def _caveat(self, caveat: Said) -> str:
        caveat = caveat.model_copy(update={"text": short(caveat.text, MOST_CARE)})
        if caveat.words_of == "rule":
            return plain(caveat.text)
        text = self.said(caveat)
        if caveat.words_of == "quote":
            return self.t("judge-limited", quote=text)
        return text if caveat.cites or not caveat.text else f"{text} {self.t('judge-unquoted')}"

    def needs(self, one: ReportFinding) -> list[str]:
        """What a verdict says is to be looked for."""
        return [] if one.verdict is None else [headline(known.text) for known in one.verdict.follow_up]

    # Disagreements and refutations.

    def subject(self, one: Disagreement) -> str:
        """What a disagreement is about."""
        if one.kind == "sides":
            return self.t("judge-two-sides", claim=self.named(one.hypotheses[0]))
        first, second = one.hypotheses
        return self.t("judge-rivals", first=self.named(first), second=self.named(second))

    def cases(self, one: Disagreement) -> list[tuple[str, str, ReportOpinion]]:
        """Both cases: the message that tells of one, the claim it is for, and the case itself."""
        if one.kind == "sides":
            return [("judge-case-for", "", one.cases[0]), ("judge-case-against", "", one.cases[1])]
        return [("judge-case-of", name, case) for name, case in zip(one.hypotheses, one.cases, strict=True)]

    def case_quotes(self, case: ReportOpinion) -> list[tuple[ObservationId, list[ObservationId]]]:
        """The weightiest quotes of a side, and the others that say the same words."""
        told: dict[str, list[ObservationId]] = {}
        for seen in case.observations:
            told.setdefault(self.report.quotes[seen].quote.casefold(), []).append(seen)
        return [(names[0], names[1:]) for names in list(told.values())[:MOST_QUOTES]]

    def tried(self, one: Disagreement) -> str:
        """What was done about it."""
        return tried(self.t, one, MOST_NAMES)

    def fate(self, one: Refutation) -> str:
        """Why a claim does not hold."""
        reader = self.report.by_id[one.hypothesis].reader
        tag = reader_word(reader, self.report.language) if reader else self.t("thesis-unjudged")
        return self.t(f"judge-fates-{one.kind}", because=plain(one.because), tag=tag)

    def against(self, one: Refutation) -> str:
        """The words against a claim, and who else says so."""
        against = [self.quoted(seen, MOST_QUOTE) for seen in one.against[:1]]
        against += [cites_of(one.against[1:MOST_NAMES])] if one.against[1:] else []
        return " ".join(against) or self.t("thesis-no-evidence-against")

    # What to do, and what nobody knows.

    def advised(self, kind: str) -> list[str]:
        """What the rules advise."""
        return Advised(self).of(kind)

    def unknown(self) -> list[str]:
        """Parts nobody answered, claims nobody decided, directions nobody followed."""
        t, left = self.t, self.report.unknown
        rows = []
        if left.parts_noted:
            rows += [t("judge-part", part=self.part(part)) for part in left.parts]
        elif left.parts:
            rows.append(t("judge-parts-not-noted"))
        for id, names in (
            ("judge-undecided", left.undecided),
            ("judge-waiting", left.waiting),
            ("judge-not-visited", left.unvisited),
        ):
            if names:
                rows.append(t(id, claims=self._open(names)))
        if left.directions:
            shown = ", ".join(plain(one) for one in left.directions[:MOST_OPEN])
            rows.append(t("judge-directions", directions=shown + self.rest(len(left.directions) - MOST_OPEN)))
        return rows

    def _open(self, names: Sequence[HypothesisId]) -> str:
        """Open claims: those that are nowhere else in the report in full, the others by id."""
        told = [
            name for name in names if name in self.report.by_id and self.report.by_id[name].group not in SHOWN
        ]
        named = [name for name in names if name not in told]
        rows = [self.named(name) for name in told[:MOST_OPEN]]
        for others in (told[MOST_OPEN:], named):
            if others:
                rows.append(", ".join(others[:MOST_ROWS]) + self.rest(len(others) - MOST_ROWS))
        return "; ".join(rows)

    # The record.

    @property
    def with_evidence(self) -> list[ReportFinding]:
        return [one for one in self.report.findings if one.group in SHOWN and one.evidence]

    def claim_is_cut(self, one: ReportFinding) -> bool:
        """Whether no table of verdicts shows the whole claim."""
        return all(one is not known for known in self.groups[one.group][:MOST_ROWS]) or (
            len(one.claim.text) > MOST_CLAIM
        )

    def witnesses(self, one: ReportFinding) -> Iterator[tuple[Side, list[tuple[ObservationId, list[str]]]]]:
        """Of each side the quotes that count, with notes on them."""
        for side in one.sides:
            known = [seen for seen in one.evidence if seen.side == side.side and seen.counts]
            yield side.side, [(seen.observation, list(self._notes(one, seen))) for seen in known]

    def _notes(self, one: ReportFinding, seen: ReportEvidence) -> Iterator[str]:
        copies = [
            other.observation
            for other in one.evidence
            if other.side == seen.side and other.voice == seen.voice and not other.counts
        ]
        if copies:
            yield self.t("judge-one-voice", others=", ".join(copies[:MOST_NAMES]))
        if seen.answered is not None:
            yield self.t("judge-answered", reason=plain(seen.answered))

    def reckoned(self, one: ReportFinding) -> str:
        """The arithmetic of a strength."""
        sum_ = one.reckoning
        terms = (
            self.t("judge-reckoned-term", change=f"{term.change:+.4f}", observation=term.observation)
            for term in sum_.terms
        )
        return self.t(
            "judge-reckoned",
            total=f"{sum_.total:.4f}",
            base=hundredths(sum_.base),
            terms=" ".join(terms),
            bonus=hundredths(sum_.bonus),
            trusted=sum_.trusted_voices,
        )

    def points(self, one: ReportFinding) -> list[str]:
        """The strength after each iteration that moved it."""
        first, *moves = one.history
        return [
            hundredths(first.strength),
            *(f"{hundredths(point.strength)} ({point.iteration})" for point in moves),
        ]

    def source(self, one: ReportSource) -> str:
        """A page that was quoted."""
        observations = one.observations
        return self.t(
            "thesis-source-line" if one.retracted is None else "thesis-retracted-line",
            type=self.t(f"thesis-types-{one.type}"),
            title=plain(one.title or one.site or host(one.url)),
            url=address(one.url),
            authority=hundredths(one.authority),
            reason=plain(one.retracted or ""),
            cites=cites_of(observations[:MOST_OPEN]) + self.rest(len(observations) - MOST_OPEN),
        )

    @property
    def failure_counts(self) -> str:
        ledger = self.report.failures
        kinds = ", ".join(f"{self.t(f'thesis-failure-kinds-{one.kind}')} {one.count}" for one in ledger.kinds)
        return self.t("judge-failures-total", total=ledger.total, kinds=kinds)

    def spent(self, rows: Sequence[Spent]) -> str:
        """Who cost what."""
        return ", ".join(f"{plain(row.name)} ${dollars(row.usd_micros)}" for row in rows)

    @property
    def rounds(self) -> str:
        known = self.report.metadata.rounds
        return ", ".join(f"{one.round} (x{one.iterations})" for one in known if one.iterations)
