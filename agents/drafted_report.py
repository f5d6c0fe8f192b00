"""A conclusion of the model in the terms of an Explorer's report."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pathfinder.agents.facts import Labels
from pathfinder.protocols.calls.explorer_reports import (
    About,
    Assessment,
    Fact,
    NewClaim,
    ReportedClaim,
    ReportedStance,
    Resolution,
)
from pathfinder.protocols.calls.questions import ClaimDraft, Conclusion, DraftResolution
from pathfinder.protocols.calls.targets import HypothesisTarget
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.text.sanitize import one_line


@dataclass(frozen=True)
class DraftedReport:
    """A conclusion in the terms of a report. Links to facts that were never shown are left out."""

    conclusion: Conclusion | None
    labels: Labels

    def _claims(self) -> Iterable[tuple[int, ClaimDraft]]:
        """The claims with their place, the most important first."""
        claims = self.conclusion.claims if self.conclusion else ()
        return sorted(enumerate(claims, start=1), key=lambda known: (-known[1].importance, known[0]))

    def used(self) -> list[Fact]:
        """The facts that links or resolutions name."""
        named = [link.fact for _, claim in self._claims() for link in claim.links]
        if self.conclusion:
            named += [name for draft in self.conclusion.resolutions for name in draft.facts]
        facts = (self.labels.fact(name) for name in dict.fromkeys(named))
        return [fact for fact in facts if fact is not None]

    def claims(self, parts: Sequence[SubQuestionId]) -> tuple[ReportedClaim, ...]:
        """The claims that are new; `parts` are the ids behind the numbers."""
        return tuple(
            ReportedClaim(
                key=f"c{place}",
                summary=claim.text,
                verify_keywords=(claim.needs_further,) if claim.needs_further else (),
                condition=one_line(claim.condition, 300),
                as_of=one_line(claim.as_of, 80),
                importance=claim.importance,
                parts=tuple(
                    parts[number - 1] for number in sorted(set(claim.parts)) if 0 < number <= len(parts)
                ),
            )
            for place, claim in self._claims()
            if claim.known is None
        )

    def stances(self) -> tuple[ReportedStance, ...]:
        """How the facts bear on the claims."""
        return tuple(
            ReportedStance(
                observation=link.fact,
                about=_about(place, claim),
                type=link.type,
                weight=link.weight,
                basis=link.basis,
            )
            for place, claim in self._claims()
            for link in claim.links
            if self.labels.fact(link.fact) is not None
        )

    def assessments(self) -> tuple[Assessment, ...]:
        """How sure the claims are."""
        return tuple(
            Assessment(
                about=_about(place, claim),
                evidence=claim.evidence,
                confidence=claim.confidence,
                needs_further=claim.needs_further or None,
            )
            for place, claim in self._claims()
        )

    def resolutions(self) -> tuple[Resolution, ...]:
        """Conflicts that it proposes to settle."""
        return tuple(
            self._resolution(draft) for draft in (self.conclusion.resolutions if self.conclusion else ())
        )

    def _resolution(self, draft: DraftResolution) -> Resolution:
        return Resolution(
            first=draft.first,
            second=draft.second,
            type=draft.type,
            description=draft.description,
            loser=draft.loser,
            observations=tuple(name for name in draft.facts if self.labels.fact(name) is not None),
        )


def _about(place: int, claim: ClaimDraft) -> About:
    return NewClaim(key=f"c{place}") if claim.known is None else HypothesisTarget(hypothesis=claim.known)
