"""The scripted model: replies are looked up by call and place, never by the order of asking."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import RunError
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)

Respond = Callable[[Ask[Any], Step], Frozen | Unable | None]
"""Answers a question from its content; None if it has nothing to say."""


class ScriptBroken(RunError):
    """A question nobody wrote a reply for, or a reply nobody asked for."""


class ScriptedModel:
    """One attempt at a question, answered from a script: `replies` first, then `respond`.

    A reply's key is the step key of the question (`1/SELECT/0/1.0/0/lead.brief/-`) or, for any place,
    the call's name alone. `assert_spent` says which replies were never asked for.
    """

    def __init__(
        self,
        replies: Mapping[str, Frozen | Unable] | None = None,
        respond: Respond | None = None,
        price_usd_micros: int = 0,
    ) -> None:
        self._replies = dict(replies or {})
        self._respond = respond
        self._price = price_usd_micros
        self.sent: list[str] = []
        """The step keys of all questions that came this far, in the order they came."""

    @property
    def identity(self) -> str:
        """Engine and model."""
        return "scripted"

    def fingerprint(self, ask: Ask[A]) -> str:
        """A script has no prompt; only the call's name shapes the answer."""
        return f"scripted {ask.name}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:  # noqa: ARG002  (every question costs the same)
        """What a question costs."""
        return self._price

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        """The scripted reply, checked against the question's answer type."""
        self.sent.append(step.key)
        found = self._found(ask, step)
        if isinstance(found, Unable):
            return Reply(outcome=found, spent_usd_micros=self._price)
        if not isinstance(found, ask.answer):
            raise ScriptBroken(f"The script answers {step.key} with {type(found).__name__}.")
        answered: Answered[A] = Answered(value=cast("A", found))
        return Reply(outcome=answered, spent_usd_micros=self._price)

    def _found(self, ask: Ask[A], step: Step) -> Frozen | Unable:
        for key in (step.key, ask.name):
            if key in self._replies:
                return self._replies[key]
        answer = self._respond(ask, step) if self._respond is not None else None
        if answer is None:
            raise ScriptBroken(f"The script has no reply to {step.key}.")
        return answer
