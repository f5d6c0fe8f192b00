"""Why the rules decided as they did, kept so that it can be shown in the language of the reader.

A rule says what holds and its figures; `protocols.judging.wording` has the words. Words of a model stand
apart from those of the rules, so that a report can hold them to their quotes. What was written
before reasons had a form is plain text, and stays readable as that.

A new kind of reason needs its message in `locales/*/reasons.ftl`.
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import ObservationKey

ReasonKind = Literal[
    # The class of a finding.
    "no_evidence",
    "opposed",
    "rival",
    "agreed",
    "minority",
    "wish",
    "unheld",
    "weak_evidence",
    "unargued",
    "alone",
    "upheld",
    "weakened",
    "refuted",
    "opposition_over",
    "not_settled",
    "not_searched",
    # The verdict, and what it says against itself.
    "side_agreed",
    "outweighs",
    "few_trusted",
    "side_weak",
    "silent_review",
    "only_opinions",
    "self_described",
    "challenge",
    "qualified",
    "disputed",
    "unread",
    # What to look for.
    "asked_for",
    "answer_to",
    "what_decides",
    "why_disagree",
    "trusted_source",
    "second_voice",
    # Why a claim is out of the race.
    "fell",
    "weak",
    "thinned_out",
    "lost",
    "merged",
    "revived",
    # What keeps it from being verified.
    "under_bar",
    "few_visits",
    "no_trusted_voice",
    "strong_contradiction",
    "strong_rival",
]


class Reason(Frozen):
    """One reason of the rules."""

    kind: ReasonKind
    side: Literal["for", "against"] | None = None
    figures: Mapping[str, int | float] = Field(default_factory=dict)
    """Counts, weights and strengths, by the name they have in its sentence."""
    names: tuple[str, ...] = ()
    """Claims and investigators it speaks of."""
    words: str = ""
    """Of a model: nobody is shown them before they are held to the quotes."""
    cites: tuple[ObservationKey, ...] = ()
    """What those words rest on, or what is meant."""
    then: "Reason | None" = None
    """What it goes on with."""


Told = str | Reason
"""A reason, or the plain text that stood in its place in older sessions."""
