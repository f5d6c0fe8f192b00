"""A question to a model and what comes back: a typed answer, or a typed "unable". Never a guess.

A question is structured input; only `adapters/models` turns it into text. The questions themselves are in
the package `questions`.
"""

from typing import Annotated, ClassVar, Generic, Literal, TypeVar

from pydantic import Field

from pathfinder.protocols.frozen import Frozen, Worded, Words

A = TypeVar("A", bound=Frozen)
Role = Literal["lead", "explorer", "judge", "counter_reviewer", "thinker", "writer"]


class Ask(Frozen, Generic[A]):
    """A question of one role. `name` is the call's name, which is also its prompt's."""

    role: ClassVar[Role]
    name: ClassVar[str]
    answer: ClassVar[type[Frozen]]
    turns: ClassVar[int] = 2
    """How often it is asked at most while what comes back cannot be read."""

    @property
    def can_shrink(self) -> bool:
        """Whether less can be asked in its place; then it is not sent where an answer has too little room."""
        return False


class Answered(Frozen, Generic[A]):
    """The model answered, and the answer fits its type."""

    kind: Literal["answered"] = "answered"
    value: A


class Unable(Worded):
    """The model could not answer: it declined, was cut off, or what it wrote could not be read."""

    kind: Literal["unable"] = "unable"
    reason: Annotated[Words, Field(min_length=1)]
    too_long: bool = False
    """The question did not fit; in parts it may."""


class Usage(Frozen):
    """What one attempt used, as the provider counts it."""

    input_tokens: int = Field(default=0, ge=0)
    output_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)
    cache_read_tokens: int = Field(default=0, ge=0)
    thinking_tokens: int = Field(default=0, ge=0)
    """Part of the output."""
    searches: int = Field(default=0, ge=0)


class Reply(Frozen, Generic[A]):
    """One attempt that came back: the answer, and what it cost."""

    outcome: Annotated[Answered[A] | Unable, Field(discriminator="kind")]
    usage: Usage = Usage()
    spent_usd_micros: int = Field(default=0, ge=0)
    schema_refused: str = ""
    """What the server said when it refused the schema of this call, which is described in words from now on;
    reported once for each call."""
    lost: tuple[Words, ...] = ()
    """What was left out of the answer because it could not be read."""


class Unfinished(Frozen):
    """A request that came back and was paid for, without the answer: another turn may bring it."""

    reason: Annotated[Words, Field(min_length=1)]
    usage: Usage = Usage()
    spent_usd_micros: int = Field(default=0, ge=0)
