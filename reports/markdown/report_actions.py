"""report.md: what to do, and what nobody knows yet."""

from collections.abc import Iterator, Sequence
from typing import assert_never

from pathfinder.protocols.answer.advice import Advice, AdviceKind
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.sanitize import inside
from pathfinder.reports.content.finding import ReportFinding
from pathfinder.reports.markdown.escaping import plain
from pathfinder.reports.markdown.report_page import (
    MOST_ADVICE,
    MOST_OPEN,
    MOST_QUOTES,
    MOST_ROWS,
    SHOWN,
    Page,
)


class Actions(Page):
    """Recommendations, and what is left."""

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
            yield self.words.advice["uncertain"].format(why=inside(need), claims=shown)

    def _advice(self, one: Advice) -> str:
        w = self.words
        match one.reason:
            case "saturated":
                return w.advice["saturated"]
            case "conflict" | "stalemate":
                first, second = one.hypotheses
                return w.advice[one.reason].format(first=self._named(first), second=self._named(second))
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
            name for name in names if name in self.report.by_id and self.report.by_id[name].group not in SHOWN
        ]
        named = [name for name in names if name not in told]
        rows = [self._named(name) for name in told[:MOST_OPEN]]
        if len(told) > MOST_OPEN:
            rest = told[MOST_OPEN:]
            rows.append(", ".join(rest[:MOST_ROWS]) + self._rest(len(rest) - MOST_ROWS))
        if named:
            rows.append(", ".join(named[:MOST_ROWS]) + self._rest(len(named) - MOST_ROWS))
        return "; ".join(rows)
