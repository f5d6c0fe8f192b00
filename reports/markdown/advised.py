"""What the rules advise, in words."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from pathfinder.protocols.answer.advice import Advice
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.sanitize import inside
from pathfinder.reports.markdown.escaping import plain

if TYPE_CHECKING:
    from pathfinder.reports.markdown.report_page import ReportPage

MOST_ADVICE = 6
MOST_TOLD = 3
"""Claims with the same need that are given in full; of the others only the ids."""
MOST_NAMED = 10


class Advised:
    """The advice of one report."""

    def __init__(self, page: "ReportPage") -> None:
        self.page, self.report, self.t = page, page.report, page.t

    def of(self, kind: str) -> list[str]:
        """Act on, look further, or watch: a line for each."""
        known = [one for one in self.report.recommendations if one.kind == kind]
        rows = [self._row(one) for one in known if one.reason != "uncertain"]
        rows += self._wanted([one for one in known if one.reason == "uncertain"])
        if len(rows) > MOST_ADVICE:
            rows[MOST_ADVICE:] = [self.t("judge-and-more", count=len(rows) - MOST_ADVICE)]
        return rows

    def _wanted(self, known: Sequence[Advice]) -> Iterator[str]:
        """What to look for, said once for all the claims that need it."""
        needs: dict[str, list[HypothesisId]] = {}
        for one in known:
            finding = self.report.by_id[one.hypotheses[0]]
            for need in self.page.needs(finding) or [self.t("thesis-none")]:
                needs.setdefault(need, []).append(finding.id)
        for need, names in sorted(needs.items(), key=lambda item: len(item[1])):
            if len(names) <= MOST_TOLD:
                shown = "; ".join(self.page.named(name) for name in names)
            else:
                shown = ", ".join(names[:MOST_NAMED]) + self.page.rest(len(names) - MOST_NAMED)
            yield self.t("judge-advice-uncertain", why=inside(need), claims=shown)

    def _row(self, one: Advice) -> str:
        match one.reason:
            case "saturated":
                return self.t("judge-advice-saturated")
            case "conflict" | "stalemate":
                first, second = map(self.page.named, one.hypotheses)
                return self.t(f"judge-advice-{one.reason}", first=first, second=second)
            case "part":
                return self.t("judge-advice-part", part=self.page.part(one.part))
            case "retracted":
                source = next(known for known in self.report.sources if known.page == one.page)
                return self.t(
                    "judge-advice-retracted",
                    title=plain(source.title or source.url),
                    reason=plain(source.retracted or ""),
                    claims=", ".join(one.hypotheses),
                )
            case "uncertain" | "unjudged" | "unchallenged" | "confirmed" | "likely" | "withdrawn":
                return self._on_a_claim(one)
            case _:
                assert_never(one.reason)

    def _on_a_claim(self, one: Advice) -> str:
        finding = self.report.by_id[one.hypotheses[0]]
        sided = one.reason in ("confirmed", "likely", "unchallenged")
        id = f"judge-advice-{one.reason}-{one.side}" if sided else f"judge-advice-{one.reason}"
        why = {
            "likely": self.page.but(finding).lstrip(),
            "unjudged": plain(finding.unjudged or ""),
        }.get(one.reason, "")
        firm = one.reason == "confirmed" and one.side == "for"
        claim = f"{finding.id}: {self.page.said(finding.claim)}" if firm else self.page.named(finding.id)
        text = self.t(id, claim=claim, why=why, claims="").rstrip()
        return f"{text} {self.t('judge-advice-conditional')}" if one.conditional else text
