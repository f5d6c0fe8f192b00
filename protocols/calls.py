"""Questions to a model and what comes back: a typed answer, or a typed "unable". Never a guess.

A question is structured input; only `adapters/claude` turns it into text. The calls of each role are
added by the work that first asks them.
"""

from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.reports import PairLabel
from pathfinder.protocols.rules.candidates import CandidatePair

A = TypeVar("A", bound=Frozen)
Role = Literal["lead", "explorer", "judge", "counter_reviewer", "thinker", "writer"]


class Ask(Frozen, Generic[A]):
    """A question of one role. `name` is the call's name, which is also its prompt's."""

    role: ClassVar[Role]
    name: ClassVar[str]
    answer: ClassVar[type[Frozen]]


class Answered(Frozen, Generic[A]):
    """The model answered, and the answer fits its type."""

    kind: Literal["answered"] = "answered"
    value: A


class Unable(Frozen):
    """The model could not answer: it declined, was cut off, or what it wrote could not be read."""

    kind: Literal["unable"] = "unable"
    reason: Annotated[str, Field(min_length=1)]


class PairLabels(Frozen):
    """The Judge's labels, one for each pair asked."""

    labels: tuple[PairLabel, ...]


class LabelPairs(Ask[PairLabels]):
    """Do these pairs of claims say the same, oppose each other, or neither?"""

    role = "judge"
    name = "judge.label_pairs"
    answer = PairLabels

    pairs: tuple[CandidatePair, ...]
