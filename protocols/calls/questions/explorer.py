"""What an Explorer is asked: which pages to read, what one says, what the facts come to."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.questions.common import (
    ClaimView,
    FactKey,
    FactLink,
    PageFacts,
    PartLine,
    Query,
    Text,
)
from pathfinder.protocols.frozen import SINGLY, Frozen
from pathfinder.protocols.graph.judgement import Confidence, EvidenceStrength
from pathfinder.protocols.graph.types import FactKind, ResolutionType, SourceType
from pathfinder.protocols.ids import HypothesisKey
from pathfinder.protocols.text.languages import Language


class NumberedResult(Frozen):
    """A search result; it is chosen by its number."""

    number: int
    title: str
    site: str
    date: str = ""
    snippet: str = ""
    read: bool = False
    """It was read before: its facts are at hand, and choosing it brings them back for nothing."""


class PageChoice(Frozen):
    """The numbers of the results worth reading, best first."""

    numbers: tuple[int, ...] = Field(max_length=15)


class ChoosePages(Ask[PageChoice]):
    """Which of these pages are worth reading for this objective?"""

    role = "explorer"
    name = "explorer.choose"
    answer = PageChoice

    question: str
    objective: str
    about: str
    results: tuple[NumberedResult, ...]
    most: int


class Passage(Frozen):
    """A piece of a page, untrusted."""

    number: int
    text: str


class PageView(Frozen):
    """A page, or a stretch of a long one, as it is read."""

    title: str
    site: str
    date: str = ""
    type: SourceType = "unknown"
    language: str | None = None
    passages: tuple[Passage, ...]
    stretch: str = ""
    """Which stretch of a long page this is ("2 of 3"); empty: all of it."""


class ReadFact(Frozen):
    """A fact that bears on the question, in words that stand on the page."""

    quote: Annotated[str, Field(max_length=1_000)]
    header: Annotated[str, Field(max_length=400)] = ""
    """The heading that a table row or list item needs, verbatim too."""
    summary: Annotated[str, Field(max_length=600)]
    kind: FactKind = Field(json_schema_extra={"otherwise": "asserted"})
    as_of: Annotated[str, Field(max_length=80)] = ""
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    """Numbers of the parts of the question it bears on."""
    worth: int = Field(ge=1, le=3)
    concepts: tuple[Annotated[str, Field(max_length=80)], ...] = Field(default=(), max_length=4)


class Reading(Frozen):
    """What one page holds on the whole question."""

    facts: tuple[ReadFact, ...] = Field(default=(), max_length=18, json_schema_extra=SINGLY)
    page_note: Annotated[str, Field(max_length=400)] = ""


class ReadPage(Ask[Reading]):
    """What does this page say on the question, in its own words? Asked once per page and session."""

    role = "explorer"
    name = "explorer.read"
    answer = Reading
    turns = 3  # Without it the search for the page and its fetching were in vain.

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    page: PageView

    @property
    def can_shrink(self) -> bool:
        """In halves."""
        return True


class ClaimDraft(Frozen):
    """What the facts together come to, in one statement."""

    links: tuple[FactLink, ...] = Field(max_length=30)
    known: HypothesisKey | None = None
    """The claim of the graph that this is; None: a new one."""
    text: Text
    condition: Annotated[str, Field(max_length=300)] = ""
    as_of: Annotated[str, Field(max_length=80)] = ""
    parts: tuple[int, ...] = Field(default=(), max_length=6)
    """Numbers of the parts of the question it answers."""
    evidence: EvidenceStrength
    confidence: Confidence
    importance: int = Field(ge=1, le=3)
    needs_further: Annotated[str, Field(max_length=200)] = ""
    """A search that would make it surer, as a query; empty if more search would hardly change it."""


class DraftResolution(Frozen):
    """How a conflict is settled, as the Explorer sees it; the Judge and the rules decide."""

    first: HypothesisKey
    second: HypothesisKey
    type: ResolutionType
    description: Text
    loser: HypothesisKey | None = None
    facts: tuple[FactKey, ...] = Field(max_length=12)


class Conclusion(Frozen):
    """What all facts on a target come to."""

    claims: tuple[ClaimDraft, ...] = Field(default=(), max_length=14, json_schema_extra=SINGLY)
    not_found: tuple[Annotated[str, Field(max_length=300)], ...] = Field(default=(), max_length=6)
    resolutions: tuple[DraftResolution, ...] = Field(default=(), max_length=1)
    missing: tuple[Query, ...] = Field(default=(), max_length=5)
    """What to search next, as queries."""
    state: Literal["answered", "open", "exhausted"] = Field(json_schema_extra={"otherwise": "open"})


class Conclude(Ask[Conclusion]):
    """What do the facts on this target come to, and is it answered?"""

    role = "explorer"
    name = "explorer.conclude"
    answer = Conclusion

    question: str
    parts: tuple[PartLine, ...]
    today: str = ""
    objective: str
    about: str
    target: str
    opposing: tuple[str, ...] = ()
    """Quotes of the side that the Explorer is sent to test, as material."""
    turn: int
    turns_left: int
    queries: tuple[str, ...]
    pages: tuple[PageFacts, ...]
    claims: tuple[ClaimView, ...] = ()
    own: tuple[str, ...] = ()
    """Claims of its own last turn; this turn's answer replaces them."""
    language: Language
