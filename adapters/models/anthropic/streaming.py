"""An answer put together from its stream. A stream that breaks off is no answer, however it breaks off."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from pydantic import Field, ValidationError

from pathfinder.adapters.models.faults import unreadable
from pathfinder.adapters.models.received import Received, Wire

if TYPE_CHECKING:
    from anthropic import AsyncStream

_TEXTS = {"text_delta": "text", "thinking_delta": "thinking", "signature_delta": "signature"}
"""What a delta adds to, by its type; the field has the same name in delta and block."""
MOST_BLOCKS = 1_000


class _Start(Wire):
    message: dict[str, Any]


class _Block(Wire):
    index: int = Field(ge=0, lt=MOST_BLOCKS)
    content_block: dict[str, Any]


class _Change(Wire):
    index: int = Field(ge=0, lt=MOST_BLOCKS)
    delta: dict[str, Any]


class _End(Wire):
    delta: dict[str, Any]
    usage: dict[str, Any] = Field(default_factory=dict)


class _Answer:
    """What has come so far."""

    def __init__(self) -> None:
        self.message: dict[str, Any] = {}
        self.blocks: dict[int, dict[str, Any]] = {}

    def take(self, event: dict[str, Any]) -> None:
        """One event. Kinds that do not matter here, pings among them, change nothing."""
        match event.get("type"):
            case "message_start":
                self.message = _Start.model_validate(event).message
            case "content_block_start":
                begun = _Block.model_validate(event)
                self.blocks[begun.index] = dict(begun.content_block)
            case "content_block_delta":
                changed = _Change.model_validate(event)
                name = _TEXTS.get(str(changed.delta.get("type")))
                if name is not None:
                    block = self.blocks[changed.index]
                    block[name] = f"{block.get(name) or ''}{changed.delta.get(name) or ''}"
            case "message_delta":
                ended = _End.model_validate(event)
                self.message |= {k: v for k, v in ended.delta.items() if v is not None}
                # Counts at the end are totals; what is not told again keeps its first value.
                usage = {k: v for k, v in ended.usage.items() if v is not None}
                self.message["usage"] = (self.message.get("usage") or {}) | usage
            case _:
                pass

    def received(self) -> Received:
        """The whole answer; ValidationError if it is none."""
        blocks = [self.blocks[place] for place in sorted(self.blocks)]
        return Received.model_validate(self.message | {"content": blocks, "said": blocks})


async def gathered(stream: "AsyncStream[object]", started: Callable[[], None]) -> Received:
    """The answer of a stream to its end. Of the four ways a stream breaks off in silence three raise errors
    of the SDK; the fourth, an end without a stop reason, is seen by whoever reads the answer.

    `started` is called when the first event is there: from then on the prompt is in the provider's cache.
    """
    answer = _Answer()
    async with stream:
        async for event in stream:
            if not answer.message:
                started()
            try:
                answer.take(cast("dict[str, Any]", event))
            except (ValidationError, KeyError, AttributeError):
                raise unreadable() from None
    try:
        return answer.received()
    except ValidationError:
        raise unreadable() from None
