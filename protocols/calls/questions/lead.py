"""What the lead is asked: the parts of the question, and a brief for each Explorer."""

from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.context_view import ContextView
from pathfinder.protocols.calls.questions.common import Query, Text
from pathfinder.protocols.frozen import GROUNDS, Frozen
from pathfinder.protocols.graph.types import PartKind
from pathfinder.protocols.ids import HypothesisKey, Strategy
from pathfinder.protocols.text.languages import Language

QueryStrategy = Literal["web", "academic", "verification"]
Site = Literal[
    "arxiv.org",
    "semanticscholar.org",
    "pubmed.ncbi.nlm.nih.gov",
    "acm.org",
    "ieee.org",
    "nature.com",
    "github.com",
    "stackoverflow.com",
    "wikipedia.org",
    "who.int",
    "europa.eu",
]
"""Sites that a query may be aimed at; closed, so that no page can have a query aimed at itself (ADR 38)."""


class SubQuestionDraft(Frozen):
    """One part of the question: a heading of the answer."""

    text: Annotated[str, Field(max_length=300)]
    kind: PartKind
    done_when: Annotated[str, Field(max_length=300)]
    """What has to be known for it to count as answered."""
    priority: int = Field(ge=1, le=5)
    depends_on: tuple[int, ...] = ()
    """Numbers of the parts it needs first, counted from 1."""


class Decomposition(Frozen):
    """The question in 3 to 6 parts."""

    sub_questions: tuple[SubQuestionDraft, ...] = Field(min_length=1, max_length=6)


class Decompose(Ask[Decomposition]):
    """Which parts does this question have?"""

    role = "lead"
    name = "lead.decompose"
    answer = Decomposition

    question: str
    language: Language


class SlotView(Frozen):
    """One slot of the iteration as the lead sees it."""

    slot: int
    target: str
    """The target's code: HYPA3, HYPA1xHYPA3, KW17, LENS2."""
    about: str
    """What it is in words: the claim, the two claims, the keyword, the lens and its sub-question."""
    reason: str
    keywords: tuple[str, ...] = ()


class QueryDraft(Frozen):
    """A candidate query and what kind of search it is."""

    query: Query
    strategy: QueryStrategy
    site: Site | None = None
    """Only pages of this site are wanted; None: of any."""


class BriefDraft(Frozen):
    """What one Explorer is to do, as the lead wrote it."""

    slot: int
    objective: Text
    boundaries: Text = ""
    strategy: Strategy
    reason: Text = Field(default="", json_schema_extra=GROUNDS)
    queries: tuple[QueryDraft, ...] = Field(max_length=5)
    """3 to 5, at least one of them for evidence to the contrary."""


class Briefs(Frozen):
    """A short reflection with its lists, and a brief for each slot."""

    reflection: Annotated[str, Field(max_length=4_000)] = ""
    leading: tuple[HypothesisKey, ...] = Field(default=(), max_length=3)
    """The claims that carry the answer so far; how sure they are is computed."""
    unsure: tuple[Annotated[str, Field(max_length=250)], ...] = Field(default=(), max_length=3)
    """What is most uncertain, each with the evidence that would settle it."""
    overlooked: Annotated[str, Field(max_length=300)] = ""
    """What this look back may have missed."""
    briefs: tuple[BriefDraft, ...]
    """One per slot; a slot without one is left out if the question is simple."""


class WriteBriefs(Ask[Briefs]):
    """Where do we stand, and how should each Explorer go about its target?"""

    role = "lead"
    name = "lead.brief"
    answer = Briefs

    context: ContextView
    slots: tuple[SlotView, ...]
    mode: Literal["broad", "deep"]
    issues: tuple[str, ...] = ()
    thinking: str = ""
    """The tool to think with in this situation."""
    advice: tuple[str, ...] = ()
    """What the drift rules say has to change."""
    notes: tuple[str, ...] = ()
    """Hints the user gave since the last iteration."""
    language: Language
