"""The answer to a question as it is kept: every sentence with the facts it rests on, checked by code.

It is stored as answer.json and made by `rules.answers` of what the Writer wrote. Views read nothing else.
"""

from typing import Annotated, Final, Literal

from pydantic import Field

from pathfinder.protocols.calls.questions import AnswerLength
from pathfinder.protocols.evidence.citing import Fault
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.types import Count
from pathfinder.protocols.ids import HypothesisKey, ObservationKey, PageKey, SubQuestionKey
from pathfinder.protocols.text.languages import Language

ANSWER_FORMAT: Final = 1
"""Changes when a reader of answer.json would have to."""

Opens = Literal["", "paragraph", "bullet", "number"]
"""The kind of block that a statement begins; empty if it continues one."""

QuoteKey = Annotated[str, Field(pattern="^q[1-9][0-9]*$")]
CiteKey = Annotated[str, Field(pattern="^(obs_|q)[1-9][0-9]*$")]
"""An observation of the graph, or a quote that the answer itself brought."""


class FoundQuote(Frozen):
    """Words that the Writer quoted and code found on the page; no observation of the graph holds them."""

    id: QuoteKey
    page: PageKey
    offset: Count
    quote: str


class KeptSentence(Frozen):
    """A statement that stands on what it cites: a sentence, or a few that share a citation."""

    text: str
    cites: tuple[CiteKey, ...]
    derived: tuple[str, ...] = ()
    """The calculations behind its figures; code has repeated them."""
    at: tuple[Count, ...] = Field(default=(), exclude_if=is_empty)
    """Where in the text each citation stands; none: all of them follow the text."""
    opens: Opens = Field(default="", exclude_if=is_empty)
    """The block it begins; where no statement of a text begins one, each is a sentence of its own."""
    lead: str = Field(default="", exclude_if=is_empty)
    """Words in bold before the text."""


class KeptRow(Frozen):
    """A row of a table that stands on what it cites."""

    cells: tuple[str, ...]
    cites: tuple[CiteKey, ...]
    derived: tuple[str, ...] = ()


class KeptTable(Frozen):
    """A small table."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[KeptRow, ...]
    after: Count = Field(default=0, exclude_if=is_empty)
    """How many statements of its section come before it."""


class KeptSection(Frozen):
    """What was found on some parts of the question."""

    title: str
    """Empty if the title that was written has a figure which nothing under it says."""
    sure: str
    parts: tuple[SubQuestionKey, ...]
    sentences: tuple[KeptSentence, ...]
    tables: tuple[KeptTable, ...] = Field(default=(), exclude_if=is_empty)


class KeptGap(Frozen):
    """What the pages do not answer, and what could be researched for it."""

    text: str
    parts: tuple[SubQuestionKey, ...] = ()
    query: str = ""


class Dropped(Frozen):
    """A sentence that may not stand, and why."""

    text: str
    fault: Fault


class LeftOut(Frozen):
    """What the answer does not tell although it might have been expected to; an appendix lists it."""

    parts: tuple[SubQuestionKey, ...] = ()
    claims: tuple[HypothesisKey, ...] = ()
    """Confirmed and Likely ones of importance 2 or 3."""
    facts: tuple[ObservationKey, ...] = ()
    """Measurements of worth 3."""
    audit: tuple[Count, ...] = ()
    """Places in the graph's audit, of points of rank 3."""


class KeptAnswer(Worded):
    """The answer as far as it stands."""

    format: Literal[1] = ANSWER_FORMAT
    question: str
    language: Language
    length: AnswerLength = "normal"
    page_tokens: Count = 0
    """Room for pages when it was written."""
    iteration: Count
    """How many iterations were closed when it was written."""
    title: str
    answer: tuple[KeptSentence, ...]
    tables: tuple[KeptTable, ...] = ()
    """Of answers written before sections had tables of their own."""
    cases: tuple[KeptTable, ...] = Field(default=(), exclude_if=is_empty)
    """In which situation what is to be done."""
    sections: tuple[KeptSection, ...] = ()
    recommendations: tuple[KeptSentence, ...] = ()
    caution: tuple[KeptSentence, ...] = ()
    unknown: tuple[KeptGap, ...] = ()
    quotes: tuple[FoundQuote, ...] = ()
    left_out: LeftOut = LeftOut()
    dropped: tuple[Dropped, ...] = ()
    revised: bool = False
    """The Writer has seen what code found wrong with the draft."""
    written_by: Words = ""
    evidence: str = ""
    """The hash of what the Writer was shown: a changed graph asks for another answer."""
