"""What a page says on the question, in its own sentences: those nearest to the question and its parts."""

import re
from typing import Final

from pathfinder.adapters.embedded.likeness import rounded
from pathfinder.adapters.embedded.quotable import quotable
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import ReadFact, Reading, ReadPage

MOST_FACTS: Final = 10
NEAR: Final = 0.2
"""A sentence less alike to every part of the question is on another matter."""
ON_PART: Final = 0.25
LONG_SUMMARY = 280
_FIGURE: Final = re.compile(r"\d")


def answer(ask: ReadPage, encoder: Encoder) -> Reading | Unable:
    """The nearest sentences; quotes are slices of the page, so they stand there by construction."""
    units = [unit for unit in quotable(ask.page) if unit.text.rstrip(" .") not in ask.page.title]
    if not units:
        return Reading()
    asked = [ask.question, *(part.text for part in ask.parts)]
    near = encoder.vectors([unit.text for unit in units]) @ encoder.vectors(asked).T
    best = {row: rounded(max(near[row])) for row in range(len(units))}
    chosen = sorted((row for row in best if best[row] >= NEAR), key=lambda row: (-best[row], row))[
        :MOST_FACTS
    ]
    return Reading(
        facts=tuple(
            ReadFact(
                quote=units[row].quote[:1_000],
                summary=shortened(units[row].text),
                kind="measured" if _FIGURE.search(units[row].text) else "asserted",
                parts=tuple(
                    part.number
                    for column, part in enumerate(ask.parts, start=1)
                    if rounded(near[row, column]) >= ON_PART
                ),
                worth=2,
                concepts=tuple(phrase for phrase in phrases(units[row].text, 4) if len(phrase) <= 80),
            )
            for row in sorted(chosen)
        )
    )


def verify_keywords(summary: str) -> tuple[str, ...]:
    """What to search for to check a claim: its key phrases, each as a person would type it."""
    found = phrases(summary, 6)
    telling = [phrase for phrase in found if len(terms(phrase)) > 1]
    return tuple(phrase[:200] for phrase in (telling or list(found))[:2])


def shortened(text: str) -> str:
    """A long sentence up to the end of a clause, with a mark where the rest was; no number is cut."""
    if len(text) <= LONG_SUMMARY:
        return text
    ends = [at for mark in (", ", "; ", ": ", " – ", " — ") if (at := text.rfind(mark, 80, LONG_SUMMARY)) > 0]
    cut = max(ends, default=text.rfind(" ", 0, LONG_SUMMARY))
    return f"{text[: cut if cut > 0 else LONG_SUMMARY].rstrip()} …"
