"""What one Explorer is sent to do."""

from typing import Literal

from pathfinder.protocols.calls.context_view import HypothesisLine
from pathfinder.protocols.calls.targets import Target
from pathfinder.protocols.frozen import Frozen, Worded, Words
from pathfinder.protocols.ids import IidKey, Strategy


class PlannedQuery(Frozen):
    """A query that passed the drift rules."""

    query: str
    strategy: Literal["web", "academic", "verification"]


class Brief(Worded):
    """An Explorer's brief, complete: it needs nothing else of the graph."""

    iid: IidKey
    slot: int
    round: int = 1
    pass_: int = 0
    target: Target
    strategy: Strategy
    question: str = ""
    """What the whole research is about."""
    about: str
    """The target in words."""
    objective: str
    boundaries: str = ""
    reason: Words
    queries: tuple[PlannedQuery, ...]
    engine: str = ""
    """A drift rule sends its queries to this engine alone; empty: to all of them."""
    hypotheses: tuple[HypothesisLine, ...] = ()
    """The claims an Explorer may speak on."""
    opposing: tuple[str, ...] = ()
    """In round 3: quotes of the side it is sent to test."""
