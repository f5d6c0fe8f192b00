"""What one Explorer can be sent to find out."""

from typing import Annotated, Literal, assert_never

from pydantic import Field

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, SubQuestionKey, order, target_code

Lens = Literal["definition", "scope", "comparison", "cases", "limitations", "application"]
LENSES: tuple[Lens, ...] = ("definition", "scope", "comparison", "cases", "limitations", "application")


class HypothesisTarget(Frozen):
    """Look for evidence for and against one hypothesis."""

    kind: Literal["hypothesis"] = "hypothesis"
    hypothesis: HypothesisKey


class ConflictTarget(Frozen):
    """Two hypotheses that exclude each other: find which holds, or when each does."""

    kind: Literal["conflict"] = "conflict"
    first: HypothesisKey
    second: HypothesisKey


class KeywordTarget(Frozen):
    """A direction noted earlier and not followed yet."""

    kind: Literal["keyword"] = "keyword"
    number: int = Field(ge=1)
    keyword: str


class PartTarget(Frozen):
    """Answer a part of the question that is still open."""

    kind: Literal["part"] = "part"
    part: SubQuestionKey


class LensTarget(Frozen):
    """Look at the question, or one of its parts, through one of six lenses."""

    kind: Literal["lens"] = "lens"
    lens: Lens
    sub_question: SubQuestionKey | None = None


Target = Annotated[
    HypothesisTarget | ConflictTarget | PartTarget | KeywordTarget | LensTarget, Field(discriminator="kind")
]


def conflict_target(one: HypothesisId, other: HypothesisId) -> ConflictTarget:
    """A pair is one target, whichever of the two is named first."""
    first, second = sorted((one, other), key=order)
    return ConflictTarget(first=first, second=second)


def code(target: Target) -> str:
    """The target as it is spelled in an IID."""
    match target:
        case HypothesisTarget():
            return target_code(target.hypothesis)
        case ConflictTarget():
            return f"{target_code(target.first)}x{target_code(target.second)}"
        case KeywordTarget():
            return f"KW{target.number}"
        case PartTarget():
            return target.part.replace("sq_", "SQ")
        case LensTarget():
            return f"LENS{LENSES.index(target.lens) + 1}"
        case _:
            assert_never(target)


def hypotheses_of(target: Target) -> tuple[HypothesisId, ...]:
    """The hypotheses that a visit to this target visits."""
    match target:
        case HypothesisTarget():
            return (target.hypothesis,)
        case ConflictTarget():
            return (target.first, target.second)
        case PartTarget() | KeywordTarget() | LensTarget():
            return ()
        case _:
            assert_never(target)
