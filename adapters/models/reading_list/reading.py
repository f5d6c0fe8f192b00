"""What a page holds on the question: for each part the statements nearest to it."""

from typing import TYPE_CHECKING

from pathfinder.adapters.models.reading_list.nearness import Candidate, parts_of, scores, worth_encoding
from pathfinder.adapters.models.reading_list.statements import Statement, passage, passages, statements, title
from pathfinder.protocols.calls.questions import ReadFact, Reading, ReadPage

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

PER_PART = 14
"""Statements of one stretch of a page that are kept for a part."""
MOST_FACTS = 18
LONGEST_TITLE = 120
"""A longer title is the first paragraph of a page without a title."""
FLOOR = 0.18
"""The score below which a statement has nothing to do with a part."""
BELOW_BEST = 0.4
"""A statement is kept if its score is at least this share of the best one on its page."""
WORTH = ((0.6, 3), (0.45, 2))
"""Scores from which a fact has the worth beside them."""


def answer(ask: ReadPage, encoder: "Encoder") -> Reading:
    """The statements nearest to each part, in the order of the page."""
    known = statements(ask.page)
    candidates = [Candidate(one.text, context(title(ask.page.title), one.heading)) for one in known]
    asked = parts_of([part.text for part in ask.parts] or [ask.question], ask.question)
    chosen = worth_encoding(asked, candidates, encoder)
    near: dict[int, dict[int, float]] = {}
    for number, part in enumerate(asked, start=1):
        by_place = dict(
            zip(chosen, scores(part, [candidates[place] for place in chosen], encoder), strict=True)
        )
        best = sorted(by_place, key=lambda place: (-by_place[place], place))[:PER_PART]
        least = max(FLOOR, BELOW_BEST * by_place[best[0]]) if best else FLOOR
        for place in best:
            if by_place[place] >= least:
                near.setdefault(place, {})[number] = by_place[place]
    nearest = sorted(near, key=lambda place: (-max(near[place].values()), place))
    groups = sorted(passages(ask.page, nearest)[:MOST_FACTS], key=lambda group: group.start)
    return Reading(
        facts=tuple(
            _fact(passage(ask.page, known[group.start : group.stop]), _nearest(group, near))
            for group in groups
        )
    )


def _nearest(group: range, near: dict[int, dict[int, float]]) -> dict[int, float]:
    """The parts of a passage, each with the best score of its sentences."""
    best: dict[int, float] = {}
    for place in group:
        for part, score in near.get(place, {}).items():
            best[part] = max(score, best.get(part, 0.0))
    return best


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
