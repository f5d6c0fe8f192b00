"""Reads a page once for the whole question, whoever chose it."""

from dataclasses import dataclass
from typing import NamedTuple

from pathfinder.agents.page_views import halves, stretches
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.calls.ports import FetchedPage, Model
from pathfinder.protocols.calls.questions import PartLine, Reading, ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash, SubQuestionId
from pathfinder.protocols.text.sanitize import one_line

MOST_SPLITS = 3
"""How often a stretch that is too long for the model is halved."""
PART_WIDTH = 300


def numbered_parts(graph: CogniGraph) -> tuple[tuple[SubQuestionId, ...], tuple[PartLine, ...]]:
    """The parts of the question by number, as every call is shown them, and the ids behind the numbers."""
    names = tuple(sorted(graph.sub_questions))
    lines = tuple(
        PartLine(number=number, text=one_line(graph.sub_questions[name].text, PART_WIDTH))
        for number, name in enumerate(names, start=1)
    )
    return names, lines


class PageReadings(NamedTuple):
    """What came of reading a page."""

    page: PageHash
    readings: tuple[Reading, ...]
    """One per stretch that could be read; none: the page could not be read at all."""
    trouble: str = ""


@dataclass(frozen=True)
class PageReader:
    """Asks for the facts of pages, each at a place in the journal that is the page's own."""

    model: Model
    iteration: int
    question: str
    parts: tuple[PartLine, ...]
    today: str = ""

    async def read(self, had: FetchedPage) -> PageReadings:
        """The facts of all its stretches."""
        cut = stretches(had.page)
        readings: list[Reading] = []
        troubles: list[str] = []
        for place, view in enumerate(cut.views, start=1):
            ask = ReadPage(question=self.question, parts=self.parts, today=self.today, page=view)
            item = had.name if len(cut.views) == 1 else f"{had.name}.{place}"
            answers = await self._in_parts(ask, item)
            if isinstance(answers, Unable):
                troubles.append(answers.reason)
            else:
                readings += answers
        if cut.unread_characters:
            troubles.append(f"it is long: {cut.unread_characters:,} characters in its middle were not read")
        return PageReadings(had.name, tuple(readings), "; ".join(dict.fromkeys(troubles)))

    async def _in_parts(
        self, ask: ReadPage, item: str, splits_left: int = MOST_SPLITS
    ) -> tuple[Reading, ...] | Unable:
        """The stretch if it fits the model, or else its halves one after the other, and theirs."""
        step = Step(iteration=self.iteration, phase="EXPLORE", call=ask.name, item=item)
        answer = await self.model.answer(ask, step)
        if isinstance(answer, Answered):
            return (answer.value,)
        parts = halves(ask.page)
        if not answer.too_long or parts is None or splits_left == 0:
            return answer
        read: tuple[Reading, ...] = ()
        for number, part in enumerate(parts, start=1):
            smaller = ask.model_copy(update={"page": part})
            said = await self._in_parts(smaller, f"{item}.{number}h", splits_left - 1)
            if isinstance(said, Unable):
                return said
            read += said
        return read
