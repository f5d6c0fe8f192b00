"""Which model answers which call, how hard it thinks, and where it is reached."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from pydantic import Field, SecretStr

from pathfinder.prompts.library import Prompt, overridden, prompts
from pathfinder.protocols.calls.asks import Ask
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


Preset = Literal["economy", "balanced", "best"]


def _row(economy: str, balanced: str, best: str, **how: Any) -> dict[Preset, Seat]:  # noqa: ANN401  (a Seat's fields)
    models: dict[Preset, str] = {"economy": economy, "balanced": balanced, "best": best}
    return {preset: Seat(model=model, **how) for preset, model in models.items()}


# Thinking counts toward the room, and is longer than the answer: little room means answers that are cut.
_TABLE: dict[str, dict[Preset, Seat]] = {
    "lead": _row(CHEAP, MIDDLE, STRONG, max_tokens=24_000),
    "lead.decompose": _row(CHEAP, MIDDLE, STRONG),
    "lead.brief": _row(CHEAP, CHEAP, MIDDLE, max_tokens=24_000),
    "explorer": _row(CHEAP, CHEAP, MIDDLE),
    "explorer.choose": _row(CHEAP, CHEAP, CHEAP, effort="low"),
    "explorer.read": _row(CHEAP, CHEAP, CHEAP),
    "explorer.conclude": _row(CHEAP, CHEAP, MIDDLE),
    "judge": _row(CHEAP, MIDDLE, MIDDLE),
    "judge.facets": _row(CHEAP, CHEAP, MIDDLE),
    "judge.audit": _row(CHEAP, MIDDLE, STRONG),
    "judge.resolution": _row(CHEAP, MIDDLE, MIDDLE),
    "counter_reviewer": _row(CHEAP, CHEAP, STRONG, max_tokens=24_000),
    "thinker": _row(CHEAP, MIDDLE, STRONG, effort="high", max_tokens=32_000),
    "writer": _row(CHEAP, MIDDLE, STRONG, max_tokens=32_000),
    "writer.answer": _row(CHEAP, MIDDLE, STRONG, max_tokens=32_000),
    "writer.edit": _row(CHEAP, MIDDLE, STRONG, max_tokens=32_000),
    "writer.check": _row(CHEAP, MIDDLE, STRONG, max_tokens=24_000),
}
"""Who answers which call, by preset. A call without a row of its own has the seat of its role."""
PRESETS: Mapping[Preset, Mapping[str, Seat]] = MappingProxyType(
    {
        preset: MappingProxyType({name: row[preset] for name, row in _TABLE.items()})
        for preset in ("economy", "balanced", "best")
    }
)
USUAL_PRESET: Preset = "balanced"
QUICK_PRESET: Preset = "economy"
"""Of `--quick`, where nobody named another."""
DEFAULT_SEATS = PRESETS[USUAL_PRESET]


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
    connect_seconds: float = Field(default=2.5, gt=0)
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
