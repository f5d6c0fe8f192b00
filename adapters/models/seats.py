"""Different providers for different calls of one run.

The presets of seats are one table (`settings.py`). Requests and answers have the form of the Messages API
everywhere; `openai_compatible` translates both. A new provider is an entry in
`openai_compatible/providers.toml`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar

from pathfinder.adapters.metering.overnight import Deferral
from pathfinder.adapters.models.attempt import ModelAttempt
from pathfinder.protocols.calls.asks import Ask, Reply, Unfinished
from pathfinder.protocols.calls.ports import Cost
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)


class SeatedAttempt:
    """An `Attempt` that hands each call to the provider of the model in its seat."""

    def __init__(self, attempts: Mapping[str, ModelAttempt[Any]], provider: "WhoAnswers") -> None:
        self._attempts = attempts
        self._provider = provider

    @property
    def identity(self) -> str:
        """All providers; which one answers is in the fingerprint."""
        return "+".join(sorted(one.identity for one in self._attempts.values()))

    def fingerprint(self, ask: Ask[A]) -> str:
        """Prompt, model with its provider, and effort."""
        return self._of(ask).fingerprint(ask)

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """The most that both turns of a try can cost."""
        return self._of(ask).worst_usd_micros(ask)

    def cost(self, ask: Ask[A], after: Unfinished | None) -> Cost:
        """Of one turn."""
        return self._of(ask).cost(ask, after)

    async def counted(self, ask: Ask[A]) -> bool:
        """Whether the provider has counted the prompt, and it costs less than was assumed."""
        return await self._of(ask).counted(ask)

    def lane(self, ask: Ask[A]) -> str:
        """Host and model."""
        return self._of(ask).lane(ask)

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        """Returns when the limits of this call's provider allow it."""
        await self._of(ask).enter(ask, gate)

    def leave(self, ask: Ask[A]) -> None:
        """The call is over."""
        self._of(ask).leave(ask)

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        """Both turns."""
        return await self._of(ask).reply(ask, step)

    async def turn(self, ask: Ask[A], max_tokens: int, after: Unfinished | None) -> Reply[A] | Unfinished:
        """One turn."""
        return await self._of(ask).turn(ask, max_tokens, after)

    @property
    def may_wait(self) -> bool:
        """Whether any of the providers has batches."""
        return any(one.may_wait for one in self._attempts.values())

    def deferred(self, ask: Ask[A], deferral: Deferral) -> ModelAttempt[Any] | None:
        """By way of a batch of this call's provider."""
        return self._of(ask).deferred(ask, deferral)

    async def close(self) -> None:
        """Give all connections back."""
        for one in self._attempts.values():
            await one.close()

    def _of(self, ask: Ask[A]) -> ModelAttempt[Any]:
        return self._attempts[self._provider(type(ask))]


class WhoAnswers(Protocol):
    """Which provider has the model of a call."""

    def __call__(self, ask: type[Ask[A]]) -> str: ...
