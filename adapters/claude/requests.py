"""A question as a request of the Messages API."""

import json
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from pathfinder.adapters.claude.counting import most_tokens
from pathfinder.adapters.claude.received import MOST_PROBLEMS, PROBLEM_WIDTH, Malformed
from pathfinder.adapters.claude.render import inputs, written
from pathfinder.adapters.claude.schemas import wire_schema
from pathfinder.adapters.claude.settings import ClaudeSettings, Seat
from pathfinder.prompts.library import REPAIR, Prompt
from pathfinder.protocols.calls import Ask
from pathfinder.protocols.frozen import Frozen

if TYPE_CHECKING:
    from anthropic.types import MessageParam, OutputConfigParam, TextBlockParam
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

A = TypeVar("A", bound=Frozen)

MORE_ROOM = 2
"""An answer that was cut is asked for again with so many times the room."""
# Room for the repair turn's own words and its list of problems, one token per character at most.
_REPAIR_TOKENS = MOST_PROBLEMS * PROBLEM_WIDTH + 1_000


class Request(NamedTuple):
    """A question in the provider's words, before any turn was taken."""

    seat: Seat
    stable: str
    varying: str
    answer: type[Frozen]
    cache: bool
    repair: Prompt

    def params(self) -> "MessageCreateParamsNonStreaming":
        """The first turn."""
        return self._params([self._asked()], self.seat.max_tokens)

    def with_more_room(self) -> "MessageCreateParamsNonStreaming":
        """The same turn again, for an answer that was cut."""
        return self._params([self._asked()], MORE_ROOM * self.seat.max_tokens)

    def repaired(self, answer: Malformed) -> "MessageCreateParamsNonStreaming":
        """The second turn: what was said, as text, and what is wrong with it. History only grows."""
        wrong: MessageParam = {
            "role": "user",
            "content": self.repair.fill(problems=written(answer.problems)).varying,
        }
        said = answer.text.strip()
        # The API refuses an empty turn.
        turns: list[MessageParam] = [{"role": "assistant", "content": said}] if said else []
        return self._params([self._asked(), *turns, wrong], self.seat.max_tokens)

    def _asked(self) -> "MessageParam":
        return {"role": "user", "content": self.varying}

    def _params(self, messages: "list[MessageParam]", max_tokens: int) -> "MessageCreateParamsNonStreaming":
        stable: TextBlockParam = {"type": "text", "text": self.stable}
        if self.cache:
            stable["cache_control"] = {"type": "ephemeral"}
        output: OutputConfigParam = {
            "format": {"type": "json_schema", "schema": dict(wire_schema(self.answer))}
        }
        if self.seat.effort is not None:
            output["effort"] = self.seat.effort
        return {
            "model": self.seat.model,
            "max_tokens": max_tokens,
            "system": [stable],
            "messages": messages,
            "output_config": output,
        }

    def most_tokens(self) -> tuple[int, int]:
        """Upper bounds for prompt and answer tokens, over both turns that one attempt may take.

        The second turn either has more room, or sends the first answer back, which the room of the first
        bounds; a token sent back costs less than one answered, so the first of the two is the worse.
        """
        schema = json.dumps(dict(wire_schema(self.answer)), ensure_ascii=False)
        prompt = most_tokens(self.stable, self.varying, schema)
        return 2 * prompt + _REPAIR_TOKENS, (1 + MORE_ROOM) * self.seat.max_tokens


def request(ask: Ask[A], settings: ClaudeSettings) -> Request:
    """The question as its prompt words it."""
    filled = settings.prompts[ask.name].fill(**inputs(ask))
    seat, repair = settings.seat(type(ask)), settings.prompts[REPAIR]
    return Request(seat, filled.stable, filled.varying, ask.answer, settings.cache, repair)
