"""The reading list of a session without a language model: what it contains, and which sessions have one.

The list is a view. `adapters.reading_list` builds it from the graph, and `reports` renders it.
"""

from pathfinder.protocols.frozen import Frozen, Words
from pathfinder.protocols.graph.places import Place
from pathfinder.protocols.graph.types import CogniGraph, SourceType
from pathfinder.protocols.ids import ObservationKey, SubQuestionKey

ENGINE = "reading list, no language model"
"""The name of the engine in the record. Where the web is searched, the names of the search engines follow."""
NOT_JUDGED = "not-judged"
"""The message given as the reason for every call that needs judgement."""


class ListedSource(Frozen):
    """A document that a passage was found in."""

    title: str
    url: str
    site: str = ""
    date: str = ""
    type: SourceType = "unknown"
    retracted: Words = ""
    """Why the source is marked as retracted; empty: it is not."""


class ListedPassage(Frozen):
    """A passage, with every document that says nearly the same."""

    text: str
    """The passage as one line of text, without Markdown."""
    quote: str
    """The passage as it stands in the stored page."""
    nearest: str = ""
    """The sentence of the passage that is nearest to its part of the question."""
    heading: str = ""
    """The heading of the page above the passage."""
    place: Place | None = None
    """The page, slide, row or the like of its document."""
    observation: ObservationKey
    same: tuple[ObservationKey, ...] = ()
    """Observations of other documents that were merged into this passage."""
    sources: tuple[ListedSource, ...]
    """The document of the passage first, then those of the merged ones."""
    independent: int
    """Sources after copies of one text and pages of one publisher are counted once."""
    score: float
    """How near the passage is to its part of the question, from 0 to 1."""


class ListedPart(Frozen):
    """A part of the question, with the passages nearest to it, nearest first."""

    part: SubQuestionKey
    text: str
    passages: tuple[ListedPassage, ...] = ()


class ListedFigure(Frozen):
    """A figure of a listed passage."""

    value: str
    unit: str = ""
    what: str
    observation: ObservationKey
    source: ListedSource


class Difference(Frozen):
    """Two passages on the same thing whose figures differ, or of which one denies what the other states."""

    kind: str
    """`figures` or `negation`."""
    first: ListedPassage
    second: ListedPassage


class ReadingList(Frozen):
    """Everything the views of such a session show."""

    question: str
    engine: Words
    judged: bool = False
    iterations: int = 0
    documents: int = 0
    """Documents that were read."""
    parts: tuple[ListedPart, ...] = ()
    figures: tuple[ListedFigure, ...] = ()
    differences: tuple[Difference, ...] = ()
    retracted: tuple[ListedSource, ...] = ()
    merged: int = 0
    """Passages that were merged into others because they say nearly the same."""


def is_reading_list(graph: CogniGraph) -> bool:
    """Whether a session has a reading list instead of verdicts.

    A session that a model or an earlier version has judged keeps the verdicts in its record.
    """
    judged = any(known.verdict is not None for known in graph.hypotheses.values())
    return graph.run.engine.startswith(ENGINE) and not judged
