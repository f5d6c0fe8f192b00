"""report.md, its second half: evidence, sources, failures, cost and how the report came about."""

from collections.abc import Iterator

from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.finding import ReportFinding
from pathfinder.reports.markdown.answer import quotes_of
from pathfinder.reports.markdown.escaping import address, plain, table
from pathfinder.reports.markdown.report_page import (
    MOST_CLAIM,
    MOST_NAMES,
    MOST_OPEN,
    MOST_QUOTES,
    MOST_ROWS,
    SHOWN,
    Page,
)
from pathfinder.reports.markdown.thesis_page import cites_of, host


class Record(Page):
    """The record behind the findings."""

    def evidence(self) -> Iterator[str]:
        """For each finding the quotes in full, the arithmetic and its life."""
        yield self.words.evidence_intro
        yield ""
        for one in self.report.findings:
            if one.group in SHOWN and one.evidence:
                yield f"### {one.id}"
                yield ""
                if one.id not in self._in_tables() or len(one.claim.text) > MOST_CLAIM:
                    yield from (self._claim(one), "")
                yield from self._quotes(one)
                yield ""
                yield f"- {self._reckoned(one)}"
                yield f"- {self._over_time(one)}"
                yield ""

    def _in_tables(self) -> set[HypothesisId]:
        """The claims that stand in a table of verdicts; the others are only named there."""
        groups = ([one.id for one in self.report.findings if one.group == name] for name in SHOWN)
        return {name for names in groups for name in names[:MOST_ROWS]}

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
            base=hundredths(sum_.base),
            terms=shown,
            bonus=hundredths(sum_.bonus),
            trusted=sum_.trusted_voices,
        )

    def _over_time(self, one: ReportFinding) -> str:
        first, *moves = one.history
        points = ", ".join(
            [
                hundredths(first.strength),
                *(f"{hundredths(point.strength)} ({point.iteration})" for point in moves),
            ]
        )
        return self.words.strength_over.format(points=points)

    def sources(self) -> Iterator[str]:
        """Every page that was quoted, the weightiest first."""
        w, told = self.words.base, self.report.answer
        cited = {} if told is None else {one.page: one for one in told.sources}
        for source in self.report.sources:
            line = w.source_line if source.retracted is None else w.retracted_line
            yield f"{source.number}. " + line.format(
                type=w.types[source.type],
                title=plain(source.title or source.site or host(source.url)),
                url=address(source.url),
                authority=hundredths(source.authority),
                reason=plain(source.retracted or ""),
                cites=cites_of(source.observations[:MOST_OPEN])
                + self._rest(len(source.observations) - MOST_OPEN),
            )
            yield from quotes_of(cited[source.page], self.around) if source.page in cited else ()
        if not self.report.sources:
            yield w.none

    def not_told(self) -> Iterator[str]:
        """What the answer leaves out."""
        w, told = self.around, self.report.answer
        left = told.not_told if told is not None else None
        if left is None:
            return
        yield from (w.not_told_intro, "")
        yield from (f"- {w.not_told_parts}: {plain(text)}" for text in left.parts)
        yield from (f"- {w.not_told_claims}: {self._named(name)}" for name in left.claims)
        yield from (f"- {w.not_told_facts}: {self._quoted(name)}" for name in left.facts)
        yield from (f"- {w.not_told_audit}: {plain(text)}" for text in left.audit)

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

    def dropped(self) -> Iterator[str]:
        """What was written and may not stand."""
        w = self.words
        yield w.dropped_intro
        yield ""
        for one in self.report.dropped:
            reason = w.base.faults[one.fault].format(what=plain(one.what))
            yield f"- {w.dropped_line.format(text=plain(one.text), reason=reason)}"


def _dollars(usd_micros: int) -> str:
    return f"{usd_micros / 1_000_000:.4f}"
