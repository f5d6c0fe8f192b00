"""Two claims put before the Judge, and how it says they compare."""

from typing import Literal

from pathfinder.protocols.calls.explorer_reports import ClaimRef
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import HypothesisKey

Likeness = Literal["same", "other"]
Direction = Literal["same", "other", "opposite"]
Scope = Literal["equal", "narrower", "wider", "other"]


class CandidatePair(Frozen):
    """A new claim and another claim that may say the same, or the opposite."""

    claim: ClaimRef
    summary: str
    other: ClaimRef | HypothesisKey
    other_summary: str
    similarity: float


class Facets(Frozen):
    """How two claims compare, as the Judge model labelled them."""

    subject: Likeness
    cause: Likeness
    direction: Direction
    scope: Scope = "equal"
    """Whether the first claim is a case of the second, or the other way round."""
