"""Which model answers which call, how hard it thinks, and where it is reached."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeVar

from pydantic import Field, SecretStr

from pathfinder.prompts.library import Prompt, overridden, prompts
from pathfinder.protocols.calls import Ask
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)
Effort = Literal["low", "medium", "high", "xhigh", "max"]

STRONG, MIDDLE, CHEAP = "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"
ANTHROPIC = "https://api.anthropic.com"
USUAL_ROOM = 16_000
MOST_ROOM = 128_000
"""The longest answer of the 5.5 models, thinking included; older ones: `_LESS_ROOM`."""
_LESS_ROOM = re.compile(r"claude-(?:(?:opus|sonnet|haiku)-4-5|sonnet-4-6)(?=-|$)")
_LEAST_OF_THE_MOST = 64_000


def most_room(model: str) -> int:
    """How many tokens a model can answer with at most."""
    return _LEAST_OF_THE_MOST if _LESS_ROOM.match(model) else MOST_ROOM


class Seat(Frozen):
    """Who answers a call."""

    model: str = Field(min_length=1)
    effort: Effort | None = "medium"
    """None: not sent; the server decides."""
    max_tokens: int = Field(default=USUAL_ROOM, ge=64, le=MOST_ROOM)
    """Room for thinking and answer together; an answer that is cut gets twice as much, once."""


DEFAULT_SEATS = MappingProxyType(
    {
        "lead": Seat(model=MIDDLE, max_tokens=24_000),
        "lead.decompose": Seat(model=STRONG),
        "judge": Seat(model=MIDDLE),
        "judge.facets": Seat(model=CHEAP),
        "counter_reviewer": Seat(model=MIDDLE, max_tokens=24_000),
        "thinker": Seat(model=STRONG, effort="high", max_tokens=32_000),
        "writer": Seat(model=MIDDLE, max_tokens=32_000),
        "explorer": Seat(model=MIDDLE),
        "explorer.choose": Seat(model=CHEAP, effort="low"),
        "explorer.read": Seat(model=CHEAP),
    }
)
"""Thinking counts toward the room, and is longer than the answer: little room means answers that are cut."""

QUICK_SEATS = MappingProxyType(
    {
        **{
            name: seat.model_copy(update={"model": MIDDLE if seat.model == STRONG else seat.model})
            for name, seat in DEFAULT_SEATS.items()
        },
        "explorer.read": Seat(model=CHEAP, effort="low"),
    }
)
"""For `--quick`: a run for a fifth of the money. Reading is half of what a run costs."""


def seats(changes: Mapping[str, Seat]) -> dict[str, Seat]:
    """The usual seats with the user's; one given to a role replaces those of its calls as well."""
    kept = {name: seat for name, seat in DEFAULT_SEATS.items() if name.partition(".")[0] not in changes}
    return kept | dict(changes)


class ClaudeSettings(Frozen):
    """Seats by role (`explorer`) or by call (`explorer.choose`); a call's own wins."""

    seats: dict[str, Seat] = Field(default_factory=lambda: dict(DEFAULT_SEATS))
    cache: bool = True
    """Mark the part that calls of a kind share for the provider's prompt cache."""
    prompts: dict[str, Prompt] = Field(default_factory=lambda: dict(prompts()))
    """How each call is worded."""

    def worded_by(self, folder: Path) -> "ClaudeSettings":
        """These settings with the prompts of a folder of the user's own; ValueError if one is wrong."""
        return self.model_copy(update={"prompts": dict(overridden(folder))})

    @property
    def reworded(self) -> tuple[str, ...]:
        """The calls whose words are not those that ship with the product."""
        return tuple(name for name, words in self.prompts.items() if words != prompts()[name])

    def seat(self, ask: type[Ask[A]]) -> Seat:
        """Who answers a call; a role without a seat raises KeyError."""
        return self.seats.get(ask.name) or self.seats[ask.role]


class Connection(Frozen):
    """Where the model is, and the key to it, which is shown nowhere."""

    key: SecretStr
    base_url: str = ANTHROPIC
    connect_seconds: float = Field(default=4.0, gt=0)
    """Until the server takes the connection."""
    timeout_seconds: float = Field(default=600.0, gt=0)
    """Without a byte."""
    total_seconds: float = Field(default=1_200.0, gt=0)
    """For a whole answer, however it drips."""
    calls_at_once: int | None = Field(default=None, ge=1)
    """At most; None: as many as the server takes."""
    context_tokens: int = Field(default=0, ge=0)
    """What the model takes at most, question and answer together; 0: not known."""
    minute_seconds: float = Field(default=60.0, gt=0)
    """How long a minute of the provider's limits is; a test may have a shorter one."""
    provider: str = "claude"
    """As the journal names it."""

    def bare(self, model: str) -> str:
        """A model by the name that its server has for it, without the provider before it."""
        return model.removeprefix(f"{self.provider}:")
