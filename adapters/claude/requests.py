"""A question as a request of the Messages API."""

import json
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from pathfinder.adapters.claude.blocks import ALONE, ordered
from pathfinder.adapters.claude.counting import FRAME_TOKENS, most_tokens, most_tokens_of_a_prompt
from pathfinder.adapters.claude.dialect import FULL, Dialect
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
# The list of problems in the repair turn, one token per character at most, and the frame of the turn.
_PROBLEM_TOKENS = MOST_PROBLEMS * PROBLEM_WIDTH + 200


class Request(NamedTuple):
    """A question in the provider's words, before any turn was taken."""

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

    def continued(self, said: Sequence[dict[str, Any]]) -> "MessageCreateParamsNonStreaming":
        """The turn goes on: what was said so far goes back as it came, block by block."""
        so_far = cast("MessageParam", {"role": "assistant", "content": list(said)})
        return self._params([self._asked(), so_far], self.seat.max_tokens)

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
        if self.seat.effort is not None and self.dialect.effort:
            output["effort"] = self.seat.effort
        if output:
            params["output_config"] = output
        return params

    def most_tokens(self) -> tuple[int, int]:
        """Upper bounds for prompt and answer tokens, over both turns that one attempt may take.

        The second turn either has more room, or sends the first answer back, which the room of the first
        bounds; a token sent back costs less than one answered, so the first of the two is the worse.
        """
        # A user's own words for the repair may be long.
        repair = _PROBLEM_TOKENS + FRAME_TOKENS + most_tokens_of_a_prompt(self.repair.varying)
        return 2 * self.prompt_tokens() + repair, (1 + MORE_ROOM) * self.seat.max_tokens

    def prompt_tokens(self) -> int:
        """An upper bound for the prompt of the first turn."""
        times = 2 if self.dialect.told else 1
        return self.words + times * _schema_tokens(self.answer)


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


def request(ask: Ask[A], settings: ClaudeSettings, dialect: Dialect = FULL) -> Request:
    """The question as its prompt words it."""
    filled = settings.prompts[ask.name].fill(**inputs(ask))
    parts = ordered(ask.name, filled.varying)
    return Request(
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
