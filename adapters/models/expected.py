"""How many tokens a call usually takes: shipped figures, which give way to what this process measures."""

import tomllib
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from pydantic import Field

from pathfinder.protocols.calls.asks import Usage
from pathfinder.protocols.calls.ports import Room
from pathfinder.protocols.frozen import Frozen

PRIOR_CALLS = 8
"""The shipped figures weigh as much as so many measured calls."""


class Usual(Frozen):
    """The tokens of one kind of call, on average."""

    prompt: int = Field(ge=0)
    cached: int = Field(default=0, ge=0)
    """Of the prompt, what the provider's cache usually has."""
    answer: int = Field(ge=1)
    thinking: int = Field(ge=0)


class _Table(Frozen):
    other: Usual
    call: dict[str, Usual]


@cache
def _table() -> _Table:
    text = files(__package__).joinpath("expected.toml").read_text(encoding="utf-8")
    return _Table.model_validate(tomllib.loads(text))


def shipped(call: str) -> Usual:
    """What a call is assumed to take before any was made."""
    return _table().call.get(call, _table().other)


@dataclass
class _Measured:
    calls: int = 0
    answer: int = 0
    thinking: int = 0


@dataclass
class Expected:
    """What answers are likely to take, learned from call to call; shared by all sessions of an engine."""

    _by_call: dict[str, _Measured] = field(default_factory=lambda: defaultdict(_Measured))

    def heard(self, call: str, usage: Usage) -> None:
        """A call came back whole, and took this."""
        known = self._by_call[call]
        known.calls += 1
        known.thinking += usage.thinking_tokens
        known.answer += usage.output_tokens - usage.thinking_tokens

    def usual(self, call: str) -> Usual:
        """The shipped figures and the measured ones together."""
        prior, known = shipped(call), self._by_call.get(call)
        if known is None:
            return prior
        weight = PRIOR_CALLS + known.calls
        return prior.model_copy(
            update={
                "answer": max(1, round((PRIOR_CALLS * prior.answer + known.answer) / weight)),
                "thinking": round((PRIOR_CALLS * prior.thinking + known.thinking) / weight),
            }
        )

    def room(self, call: str, usd_micros_per_million: int, most: int) -> Room:
        """For the answer to a call: at least the usual answer and half the usual thinking."""
        usual = self.usual(call)
        return Room(
            usd_micros_per_million=usd_micros_per_million,
            least=min(most, usual.answer + usual.thinking // 2),
            likely=min(most, usual.answer + usual.thinking),
            most=most,
        )
