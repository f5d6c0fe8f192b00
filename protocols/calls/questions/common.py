"""What several roles are shown or answer with: parts of the question, facts, claims."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import FactKind, SourceType, Weight
from pathfinder.protocols.ids import HypothesisKey

Text = Annotated[str, Field(max_length=1_000)]
Query = Annotated[str, Field(max_length=200)]


class PartLine(Frozen):
    """A part of the question, by its number."""

    number: int
    text: str


FactKey = Annotated[str, Field(pattern="^f[1-9][0-9]{0,4}$")]
"""Names a fact inside one call."""


class FactLine(Frozen):
    """A fact as it is shown: its quote was found on its page."""

    id: FactKey
    kind: FactKind | None = None
    as_of: str = ""
    worth: int = 0
    parts: tuple[int, ...] = ()
    summary: str
    quote: str = ""
    """Empty where the summary is enough."""
    header: str = ""


class PageFacts(Frozen):
    """The facts of one page; pages of one voice repeat each other and count once."""

    title: str
    site: str
    type: SourceType
    date: str = ""
    voice: str = ""
    note: str = ""
    facts: tuple[FactLine, ...]


class ClaimView(Frozen):
    """A claim of the graph and how it stands."""

    id: HypothesisKey
    text: str
    standing: str = ""
    """Its verdict and side in words, or its status."""
    condition: str = ""
    as_of: str = ""
    importance: int = 0


class FactLink(Frozen):
    """How a fact bears on a claim. QUALIFIES names a condition, limit or exception."""

    fact: FactKey
    type: Literal["SUPPORTS", "CONTRADICTS", "QUALIFIES"]
    weight: Weight
    basis: Annotated[str, Field(max_length=200)] = ""
