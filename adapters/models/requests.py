"""A question as a request of the Messages API."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from pathfinder.adapters.models.anthropic.dialect import FULL, Dialect
from pathfinder.adapters.models.blocks import ALONE, ordered
from pathfinder.adapters.models.counting import (
    FRAME_TOKENS,
    least_tokens,
    most_tokens,
    most_tokens_of_a_prompt,
)
from pathfinder.adapters.models.received import MOST_PROBLEMS, PROBLEM_WIDTH, Malformed
from pathfinder.adapters.models.render import inputs, written
from pathfinder.adapters.models.schemas import wire_schema
from pathfinder.adapters.models.settings import ClaudeSettings, Seat, most_room
from pathfinder.prompts.library import REPAIR, Prompt
from pathfinder.protocols.calls.asks import Ask
from pathfinder.protocols.frozen import Frozen

if TYPE_CHECKING:
    from anthropic.types import JSONOutputFormatParam, MessageParam, OutputConfigParam, TextBlockParam
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

A = TypeVar("A", bound=Frozen)

MORE_ROOM = 2
"""An answer that was cut is asked for again with so many times the room."""
LEAST_ROOM = 512
"""For an answer, however little a model's context leaves."""
_AS_COUNTED = 105
"""Per cent: the provider calls its count an estimate that may differ by a little."""
# The list of problems in the repair turn, one token per character at most, and the frame of the turn.
_PROBLEM_TOKENS = MOST_PROBLEMS * PROBLEM_WIDTH + 200


class Request(NamedTuple):
    """A question in the provider's words, before any turn was taken."""

    call: str
    seat: Seat
    stable: str
    parts: tuple[str, ...]
    """What is this call's own: what it shares with others first, what differs last."""
    answer: type[Frozen]
    cache: bool
    """Somebody will read what this call writes to the cache."""
    repair: Prompt
    """The words of a second turn."""
    words: int
    """An upper bound for the tokens of the first turn, its schema aside."""
    dialect: Dialect = FULL
    counted: int | None = None
    """The tokens of the first turn as the provider counted them, where it was asked."""

    @property
    def varying(self) -> str:
        """All that is this call's own."""
        return "".join(self.parts)

    def prefixes(self) -> tuple[str, ...]:
        """A name for each beginning that the provider is asked to keep, the shortest first."""
        if not (self.cache and self.dialect.cache):
            return ()
        said = sha256(f"{self.seat.model}\n{self.answer.__name__}\n{self.stable}".encode())
        names = [said.hexdigest()]
        for part in self.parts[:-1]:
            said.update(part.encode())
            names.append(said.hexdigest())
        return tuple(names)

    def shared_tokens(self) -> int:
        """About how many tokens all calls of the kind begin with."""
        return len(self.stable.encode()) // 4

    def params(self, max_tokens: int | None = None) -> "MessageCreateParamsNonStreaming":
        """The first turn, and the same again for an answer that was cut; all the room there is by default."""
        return self._params([self._asked()], max_tokens or self.seat.max_tokens)

    @property
    def more_room(self) -> int:
        """For an answer that was cut: as much as the model can answer with, and no more."""
        return max(self.seat.max_tokens, min(MORE_ROOM * self.seat.max_tokens, most_room(self.seat.model)))

    def repaired(self, answer: Malformed, max_tokens: int) -> "MessageCreateParamsNonStreaming":
        """The second turn: what was said, as text, and what is wrong with it. History only grows."""
        wrong: MessageParam = {
            "role": "user",
            "content": self.repair.fill(problems=written(answer.problems)).varying,
        }
        said = answer.text.strip()
        # The API refuses an empty turn.
        turns: list[MessageParam] = [{"role": "assistant", "content": said}] if said else []
        return self._params([self._asked(), *turns, wrong], max_tokens)

    def continued(self, said: Sequence[dict[str, Any]], max_tokens: int) -> "MessageCreateParamsNonStreaming":
        """The turn goes on: what was said so far goes back as it came, block by block."""
        so_far = cast("MessageParam", {"role": "assistant", "content": list(said)})
        return self._params([self._asked(), so_far], max_tokens)

    def _asked(self) -> "MessageParam":
        if len(self.parts) == 1:
            return {"role": "user", "content": self.varying}
        marked = [self._text(part, cached=True) for part in self.parts[:-1]]
        return {"role": "user", "content": [*marked, self._text(self.parts[-1], cached=False)]}

    def _text(self, text: str, *, cached: bool) -> "TextBlockParam":
        block: TextBlockParam = {"type": "text", "text": text}
        if cached and self.cache and self.dialect.cache:
            block["cache_control"] = {"type": "ephemeral"}
        return block

    def _params(self, messages: "list[MessageParam]", max_tokens: int) -> "MessageCreateParamsNonStreaming":
        system = f"{self.stable}\n\n{_schema_told(self.answer)}" if self.dialect.told else self.stable
        params: MessageCreateParamsNonStreaming = {
            "model": self.seat.model,
            "max_tokens": max_tokens,
            "system": [self._text(system, cached=True)],
            "messages": messages,
        }
        output: OutputConfigParam = {}
        if self.dialect.schema:
            output["format"] = {"type": "json_schema", "schema": dict(wire_schema(self.answer))}
        elif self.dialect.object:
            # No server of the Messages API is sent this.
            output["format"] = cast("JSONOutputFormatParam", {"type": "json_object"})
        if self.seat.effort is not None and self.dialect.effort:
            output["effort"] = self.seat.effort
        if output:
            params["output_config"] = output
        return params

    def second_prompt_tokens(self, said_tokens: int) -> int:
        """An upper bound for the prompt of a second turn that sends back what was said, with a complaint."""
        # A user's own words for the repair may be long.
        repair = _PROBLEM_TOKENS + FRAME_TOKENS + most_tokens_of_a_prompt(self.repair.varying)
        return self.prompt_tokens() + said_tokens + repair

    def least_tokens(self) -> int:
        """A lower bound for the prompt of the first turn, its schema aside."""
        return least_tokens(self.stable, *self.parts)

    def within(self, context: int) -> "Request":
        """The same with no more room for the answer than the model's context leaves: some servers refuse a
        request whose prompt and room are larger together.
        """
        room = max(LEAST_ROOM, self.room_in(context))
        if room >= self.seat.max_tokens:
            return self
        return self._replace(seat=self.seat.model_copy(update={"max_tokens": room}))

    def room_in(self, context: int) -> int:
        """About how many tokens a context of this size leaves for the answer; under 0: it does not fit."""
        return context - 2 * self.least_tokens()

    def prompt_tokens(self) -> int:
        """An upper bound for the prompt of the first turn."""
        times = self.dialect.schema + self.dialect.told
        bound = self.words + times * _schema_tokens(self.answer)
        return bound if self.counted is None else min(bound, _AS_COUNTED * self.counted // 100 + 100)


_MOST_KEPT = 128


class Worded:
    """The last questions in the provider's words: a call is priced, let in and sent, and is worded once."""

    def __init__(self, settings: ClaudeSettings) -> None:
        self._settings = settings
        self._kept: dict[int, tuple[object, Request]] = {}

    def request(self, ask: Ask[A]) -> Request:
        """The question in full, known by being the same object: to compare it would be as dear."""
        known = self._kept.get(id(ask))
        if known is not None and known[0] is ask:
            return known[1]
        if len(self._kept) == _MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        asked = request(ask, self._settings)
        self._kept[id(ask)] = ask, asked
        return asked

    def counted(self, ask: Ask[A], tokens: int) -> None:
        """The provider was asked how long this question is."""
        self._kept[id(ask)] = ask, self.request(ask)._replace(counted=tokens)


def request(ask: Ask[A], settings: ClaudeSettings, dialect: Dialect = FULL) -> Request:
    """The question as its prompt words it."""
    filled = settings.prompts[ask.name].fill(**inputs(ask))
    parts = ordered(ask.name, filled.varying)
    return Request(
        call=ask.name,
        seat=settings.seat(type(ask)),
        stable=filled.stable,
        parts=parts,
        answer=ask.answer,
        cache=settings.cache and ask.name not in ALONE,
        repair=settings.prompts[REPAIR],
        words=most_tokens(*parts) + most_tokens_of_a_prompt(filled.stable),
        dialect=dialect,
    )


@cache
def _schema_tokens(answer: type[Frozen]) -> int:
    """An upper bound for the schema, without the frame that every request has."""
    return most_tokens(json.dumps(dict(wire_schema(answer)), ensure_ascii=False)) - FRAME_TOKENS


def _schema_told(answer: type[Frozen]) -> str:
    """The schema for servers that do not enforce it."""
    schema = json.dumps(dict(wire_schema(answer)), ensure_ascii=False, separators=(",", ":"))
    return f'<material name="schema">\n{schema}\n</material>'
