"""Which model answers which call, how hard it thinks, and where it is reached."""

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


class Seat(Frozen):
    """Who answers a call."""

    model: str = Field(min_length=1)
    effort: Effort | None = "medium"
    """None: not sent; the server decides."""
    max_tokens: int = Field(default=4_000, ge=64, le=64_000)
    """Room for thinking and answer together; an answer that is cut gets twice as much, once."""


DEFAULT_SEATS = MappingProxyType(
    {
        "lead": Seat(model=STRONG, max_tokens=6_000),
        "judge": Seat(model=STRONG, max_tokens=4_000),
        "counter_reviewer": Seat(model=STRONG, max_tokens=4_000),
        "thinker": Seat(model=STRONG, effort="high", max_tokens=6_000),
        "writer": Seat(model=STRONG, max_tokens=8_000),
        "explorer": Seat(model=MIDDLE, max_tokens=4_000),
        "explorer.choose": Seat(model=CHEAP, effort="low", max_tokens=1_500),
    }
)


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
    timeout_seconds: float = Field(default=600.0, gt=0)
    """Without a byte."""
    total_seconds: float = Field(default=1_200.0, gt=0)
    """For a whole answer, however it drips."""
    minute_seconds: float = Field(default=60.0, gt=0)
    """How long a minute of the provider's limits is; a test may have a shorter one."""
