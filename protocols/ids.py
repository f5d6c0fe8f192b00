"""Names of things: one NewType per kind of id, and the only code that builds or reads them.

`...Id` is the type that functions take; `...Key` is the same type with its spelling checked,
for the fields of stored models.
"""

import re
from functools import lru_cache
from typing import Annotated, Literal, NamedTuple, NewType, cast

from pydantic import StringConstraints

ObservationId = NewType("ObservationId", str)
HypothesisId = NewType("HypothesisId", str)
PageHash = NewType("PageHash", str)
Iid = NewType("Iid", str)
Lineage = NewType("Lineage", str)
SubQuestionId = NewType("SubQuestionId", str)
VoiceId = NewType("VoiceId", str)
StepKey = NewType("StepKey", str)

_NUMBER = "[1-9][0-9]{0,8}"
_HYP = f"HYP[AB]?{_NUMBER}"
_TARGET = f"{_HYP}|{_HYP}x{_HYP}|LENS{_NUMBER}|KW{_NUMBER}|SQ[1-9]"
_TYPES = "WEB|ACADEMIC|LOCAL|SKEPTIC"
_IID = f"({_TYPES})-({_TARGET})-S({_NUMBER})-I({_NUMBER})-R([1-9])[.]([0-9])"

ObservationKey = Annotated[ObservationId, StringConstraints(pattern=f"^obs_{_NUMBER}$")]
HypothesisKey = Annotated[HypothesisId, StringConstraints(pattern=f"^hyp_[AB]?{_NUMBER}$")]
PageKey = Annotated[PageHash, StringConstraints(pattern="^[0-9a-f]{64}$")]
IidKey = Annotated[Iid, StringConstraints(pattern=f"^{_IID}$")]
LineageKey = Annotated[Lineage, StringConstraints(pattern=f"^(?:{_TYPES})-(?:{_TARGET})$")]
SubQuestionKey = Annotated[SubQuestionId, StringConstraints(pattern="^sq_[1-9]$")]

Strategy = Literal["WEB", "ACADEMIC", "LOCAL", "SKEPTIC"]


class SlotPlace(NamedTuple):
    """Where in an iteration a report was made; reports are merged in this order."""

    round: int
    pass_: int
    slot: int


class Investigator(NamedTuple):
    """What an IID says."""

    strategy: Strategy
    target: str
    iteration: int
    place: SlotPlace


_IID_PARTS = re.compile(_IID)


def iid(strategy: Strategy, target_code: str, iteration: int, place: SlotPlace) -> Iid:
    """Who found it: `TYPE-TARGET-S<slot>-I<n>-R<round>.<pass>`; people count iterations from 1."""
    return Iid(f"{strategy}-{target_code}-S{place.slot}-I{iteration}-R{place.round}.{place.pass_}")


@lru_cache(maxsize=65_536)
def investigator(name: Iid) -> Investigator:
    """Read an IID; one that is not well formed raises ValueError."""
    parts = _IID_PARTS.fullmatch(name)
    if parts is None:
        raise ValueError(f"{name!r} is not an IID (TYPE-TARGET-S1-I1-R1.0)")
    strategy, target, slot, iteration, round_, pass_ = parts.groups()
    return Investigator(
        cast("Strategy", strategy), target, int(iteration), SlotPlace(int(round_), int(pass_), int(slot))
    )


def lineage(name: Iid) -> Lineage:
    """The investigator over time: TYPE-TARGET of its IID."""
    who = investigator(name)
    return Lineage(f"{who.strategy}-{who.target}")


def number(node: str) -> int:
    """The number at the end of an id: 12 for obs_12 and hyp_A12."""
    return int(node.rpartition("_")[2].lstrip("AB"))


@lru_cache(maxsize=65_536)
def order(node: str) -> tuple[str, int]:
    """Sorts ids as people do: hyp_A2 before hyp_A10, and by kind."""
    kind = node.rstrip("0123456789")
    return kind, number(node)


def target_code(hypothesis: HypothesisId) -> str:
    """How a hypothesis is spelled inside an IID: HYPA3 for hyp_A3."""
    return "HYP" + hypothesis.removeprefix("hyp_")
