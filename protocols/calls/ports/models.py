"""Who answers a question: a model, attempt by attempt."""

from collections.abc import Callable
from typing import Protocol, TypeVar, runtime_checkable

from pydantic import Field

from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)


class Model(Protocol):
    """Answers typed questions, or says it cannot. What a role asks; everything else is behind it."""

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable: ...


class Attempt(Protocol):
    """One try at one question, at one provider. AttemptFailed if it did not come back."""

    @property
    def identity(self) -> str:
        """Engine and model; part of the digest: another model never answers from this one's journal."""
        ...

    def fingerprint(self, ask: Ask[A]) -> str:
        """What besides the question shapes the answer: prompt name, version and hash, model, effort."""
        ...

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """The most this attempt can cost; PriceUnknown if nobody knows."""
        ...

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]: ...


@runtime_checkable
class Paced(Protocol):
    """What an `Attempt` offers besides if its provider has limits and outages of its own."""

    def lane(self, ask: Ask[A]) -> str:
        """Host and model: what is limited together and fails together."""
        ...

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        """Returns when the provider's limits allow this call; `gate` raises once nothing may be sent."""
        ...

    def leave(self, ask: Ask[A]) -> None:
        """The call that entered is over, sent or not."""
        ...


class Room(Frozen):
    """How long an answer may be: what a token of it costs, and how many it is likely to take."""

    usd_micros_per_million: int = Field(ge=0)
    """Of answer tokens; thinking is answer too."""
    least: int = Field(ge=1)
    """With fewer it is not worth sending."""
    likely: int = Field(ge=1)
    """Thinking and answer of a usual call of the kind."""
    most: int = Field(ge=1)

    def usd_micros(self, tokens: int) -> int:
        """What so many tokens cost at most."""
        return -(-tokens * self.usd_micros_per_million // 1_000_000)

    def tokens(self, usd_micros: int) -> int:
        """How many tokens so much money pays for; never more than there is room for."""
        if self.usd_micros_per_million == 0:
            return self.most
        return min(self.most, max(0, usd_micros) * 1_000_000 // self.usd_micros_per_million)


class Cost(Frozen):
    """What one request can cost at most: its prompt, and beside it the answer, by its length."""

    usd_micros: int = Field(ge=0)
    room: Room


@runtime_checkable
class TurnByTurn(Protocol):
    """What an `Attempt` offers besides if it is paid by the length of its answer.

    Each request is then paid for on its own, with as much room as the money allows; one that came back
    unfinished may be followed by a second.
    """

    def cost(self, ask: Ask[A], after: Unfinished | None) -> Cost:
        """Of the first request, or of the one after an unfinished one; PriceUnknown if nobody knows."""
        ...

    async def counted(self, ask: Ask[A]) -> bool:
        """Count the prompt before a call is refused for what it might be; whether its cost is lower now."""
        ...

    async def turn(self, ask: Ask[A], max_tokens: int, after: Unfinished | None) -> Reply[A] | Unfinished:
        """One request with so much room. Nothing is unfinished twice."""
        ...
