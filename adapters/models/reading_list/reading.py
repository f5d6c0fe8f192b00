"""What a page holds on the question: for each part the passages nearest to it."""

from typing import TYPE_CHECKING

from pathfinder.adapters.models.reading_list.nearness import Candidate, parts_of, scores
from pathfinder.adapters.models.reading_list.statements import Statement, passage, passages, statements, title
from pathfinder.protocols.calls.questions import ReadFact, Reading, ReadPage

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

PER_PART = 14
"""Passages of one stretch of a page that are kept for a part."""
MOST_FACTS = 18
LONGEST_TITLE = 120
"""A longer title is the first paragraph of a page without a title."""
FLOOR = 0.1
"""The score below which a passage has nothing to do with a part."""
WORTH = ((0.6, 3), (0.45, 2))
"""Scores from which a fact has the worth beside them."""


def answer(ask: ReadPage, encoder: "Encoder") -> Reading:
    """The passages nearest to each part, in the order of the page."""
    known = statements(ask.page)
    groups = [passage(ask.page, known[group.start : group.stop]) for group in passages(ask.page)]
    candidates = [Candidate(one.text, context(title(ask.page.title), one.heading)) for one in groups]
    near: dict[int, dict[int, float]] = {}
    for number, part in enumerate(
        parts_of([part.text for part in ask.parts] or [ask.question], ask.question), start=1
    ):
        by_place = scores(part, candidates, encoder)
        for place in sorted(range(len(groups)), key=lambda place: (-by_place[place], place))[:PER_PART]:
            if by_place[place] >= FLOOR:
                near.setdefault(place, {})[number] = by_place[place]
    nearest = sorted(near, key=lambda place: (-max(near[place].values()), place))[:MOST_FACTS]
    return Reading(facts=tuple(_fact(groups[place], near[place]) for place in sorted(nearest)))


def is_title(text: str) -> bool:
    """Whether a title is one, and no piece of markup and no whole paragraph."""
    return 0 < len(text) <= LONGEST_TITLE and text[0] not in "<!{|:-"


def context(page: str, heading: str) -> str:
    """The title and the heading above a statement, each once."""
    named = page if is_title(page) else ""
    return ". ".join(dict.fromkeys(text for text in (named, heading) if text))


def _fact(statement: Statement, near: dict[int, float]) -> ReadFact:
    best = max(near.values())
    return ReadFact(
        quote=statement.quote,
        header=statement.heading[:400],
        summary=statement.text[:600],
        kind="asserted",
        parts=tuple(sorted(near)),
        worth=next((worth for least, worth in WORTH if best >= least), 1),
    )
