"""What the Thinker is asked: what could be true that nobody has said."""

from pydantic import Field

from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.calls.context_view import ContextView, EvidenceLine
from pathfinder.protocols.calls.questions.common import Query, Text
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import ReasoningTool
from pathfinder.protocols.ids import HypothesisKey, ObservationKey
from pathfinder.protocols.text.languages import Language


class IdeaDraft(Frozen):
    """A hypothesis of our own, made with one thinking tool."""

    tool: ReasoningTool
    summary: Text
    derived_from: tuple[ObservationKey | HypothesisKey, ...] = Field(default=(), max_length=10)
    verify_keywords: tuple[Query, ...] = Field(default=(), max_length=5)


class Ideas(Frozen):
    """One candidate per tool, and the place of the chosen one, counted from 1.

    An answer with fewer than six is readable, so that the others are not lost: `missing_tools` in
    `planning.ideas` finds what is missing, and the Thinker is asked once more.
    """

    candidates: tuple[IdeaDraft, ...] = Field(min_length=1, max_length=6)
    chosen: int = Field(ge=1, le=6)


class Ideate(Ask[Ideas]):
    """What could be true that nobody has said yet?"""

    role = "thinker"
    name = "thinker.ideate"
    answer = Ideas

    context: ContextView
    evidence: tuple[EvidenceLine, ...] = ()
    """Which of the observations in the context support or contradict which of its hypotheses."""
    issues: tuple[str, ...] = ()
    missing: tuple[ReasoningTool, ...] = ()
    """Tools that the first answer left out; empty the first time."""
    language: Language
