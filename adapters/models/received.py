"""What came back, read with care: a stand-in, a gateway or a local server may send anything."""

import json
import re
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pathfinder.adapters.models.salvage import closed, kept
from pathfinder.adapters.models.schemas import fitted
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Answered, Unable, Usage
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.text.sanitize import one_line

A = TypeVar("A", bound=Frozen)

MOST_PROBLEMS = 20
PROBLEM_WIDTH = 200
MOST_OBJECTS = 50

_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)


class Wire(BaseModel):
    """A part of an answer: what we do not know is left out, `null` counts as not given."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    @model_validator(mode="before")
    @classmethod
    def _given(cls, value: Any) -> Any:  # noqa: ANN401  (raw wire data)
        if not isinstance(value, dict):
            return value
        return {name: part for name, part in value.items() if part is not None}


class _CacheCreation(Wire):
    ephemeral_1h_input_tokens: int = Field(default=0, ge=0)


class _OutputDetails(Wire):
    thinking_tokens: int = Field(default=0, ge=0)


class _ServerTools(Wire):
    web_search_requests: int = Field(default=0, ge=0)


class WireUsage(Wire):
    """What the provider counted."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)
    cache_creation_input_tokens: int = Field(default=0, ge=0)
    cache_read_input_tokens: int = Field(default=0, ge=0)
    cache_creation: _CacheCreation = _CacheCreation()
    output_tokens_details: _OutputDetails = _OutputDetails()
    server_tool_use: _ServerTools = _ServerTools()
    inference_geo: str = ""

    @property
    def prompt_tokens(self) -> int:
        """The whole prompt, cached or not."""
        return self.input_tokens + self.cache_creation_input_tokens + self.cache_read_input_tokens

    def counted(self) -> Usage:
        """The same in the words of the protocols."""
        return Usage(
            input_tokens=self.input_tokens,
            output_tokens=self.output_tokens,
            cache_write_tokens=self.cache_creation_input_tokens,
            cache_read_tokens=self.cache_read_input_tokens,
            thinking_tokens=min(self.output_tokens, self.output_tokens_details.thinking_tokens),
            searches=self.server_tool_use.web_search_requests,
        )


class _Block(Wire):
    type: str
    text: str = ""


class _StopDetails(Wire):
    category: str = ""
    explanation: str = ""


class Received(Wire):
    """An answer of the Messages API, as far as it is used here."""

    content: tuple[_Block, ...]
    stop_reason: str = ""
    stop_details: _StopDetails = _StopDetails()
    usage: WireUsage
    said: tuple[dict[str, Any], ...] = ()
    """The blocks as they came, to be sent back where a turn goes on."""

    @property
    def text(self) -> str:
        """What was said; thinking is not."""
        return "".join(block.text for block in self.content if block.type == "text")

    def after(self, earlier: "Received") -> "Received":
        """The rest of a turn with its beginning before it; what each used stays its own."""
        return self.model_copy(update={"content": (*earlier.content, *self.content)})


class Cut(NamedTuple):
    """The room ended before the answer did."""

    thinking: bool
    """Most of it, or all, went into thinking."""


class Paused(NamedTuple):
    """The provider stopped in the middle of a long turn and asks to be sent on."""


class Malformed(NamedTuple):
    """Something was said, but it is no answer of the type asked for."""

    text: str
    problems: tuple[str, ...]


class Partly(NamedTuple, Generic[A]):
    """An answer without the entries of it that could not be read."""

    answered: Answered[A]
    lost: tuple[str, ...]
    """What was left out, and why."""


Lacking = Cut | Paused | Malformed
"""What a second turn may mend."""


def read(received: Received, answer: type[A]) -> Answered[A] | Partly[A] | Unable | Lacking:
    """The typed answer, or what is in its way."""
    match received.stop_reason:
        case "end_turn":
            return _parsed(received.text, answer)
        case "max_tokens":
            used = received.usage.counted()
            return Cut(thinking=not received.text or 2 * used.thinking_tokens > used.output_tokens)
        case "pause_turn":
            return Paused()
        case "refusal":
            return Unable(reason=_refusal(received.stop_details))
        case "model_context_window_exceeded":
            return Unable(reason=Message("question-exceeds-context"), too_long=True)
        case other:
            return Unable(reason=one_line(Message("model-stopped", reason=other), PROBLEM_WIDTH))


def _parsed(text: str, answer: type[A]) -> Answered[A] | Partly[A] | Malformed:
    """The answer in a text: the text itself, or the JSON object that a server without schemas wrapped; or as
    much of it as can be read.
    """
    try:
        return Answered(value=_validated(text, answer))
    except ValidationError as error:
        first = error
    found = list(objects(text))
    for candidate in found:
        try:
            return Answered(value=_validated(candidate, answer))
        except ValidationError as error:
            if candidate is found[0]:
                # What is wrong with the last object tells more than that there are words around it.
                first = error
    if (partly := _partly(text, answer)) is not None:
        return partly
    wrong = first.errors(include_url=False, include_input=False, include_context=False)
    problems = (f"{'.'.join(map(str, problem['loc'])) or 'answer'}: {problem['msg']}" for problem in wrong)
    return Malformed(text, tuple(one_line(line, PROBLEM_WIDTH) for line in problems)[:MOST_PROBLEMS])


def _partly(text: str, answer: type[A]) -> Partly[A] | None:
    """The entries that can be read."""
    for candidate in (text, *objects(text)):
        found = kept(candidate, answer)
        if found is not None:
            return Partly(Answered(value=answer.model_validate_json(found.json, strict=False)), found.lost)
    return None


def whole_entries(received: Received, answer: type[A]) -> Partly[A] | None:
    """The entries before the place where an answer broke off: for whoever does not ask again."""
    broken = closed(received.text, answer)
    found = None if broken is None else kept(broken.json, answer)
    if broken is None or found is None:
        return None
    value = answer.model_validate_json(found.json, strict=False)
    return Partly(Answered(value=value), (*broken.lost, *found.lost))


def _validated(text: str, answer: type[A]) -> A:
    """The answer as it stands, or else with its labels and lists made to fit; ValidationError."""
    try:
        return answer.model_validate_json(text, strict=False)
    except ValidationError:
        try:
            # Not strict: models write line breaks into their strings as they are.
            told = json.dumps(fitted(json.loads(text, strict=False), answer))
        except (ValueError, RecursionError):
            told = text
        return answer.model_validate_json(told, strict=False)


def is_plain(text: str) -> bool:
    """Whether a text is one JSON object and nothing else, as a server that obeys a schema gives it."""
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def objects(text: str) -> Iterator[str]:
    """The JSON objects in a text, outermost ones only, the last first; thoughts said aloud do not count.

    One that broke off is among them, as it is; what stands in it is not.
    """
    said = _THOUGHTS.sub("", text).rpartition("</think>")[2].rstrip()
    found, place, decoder = list[str](), said.find("{"), json.JSONDecoder(strict=False)
    while place >= 0 and len(found) < MOST_OBJECTS:
        try:
            _, end = decoder.raw_decode(said, place)
        except json.JSONDecodeError as error:
            if error.pos >= len(said) or error.msg.startswith("Unterminated string"):
                found.append(said[place:])
                break
            place = said.find("{", place + 1)
        except (ValueError, RecursionError):
            place = said.find("{", place + 1)
        else:
            found.append(said[place:end])
            place = said.find("{", end)
    return reversed(found)


def _refusal(details: _StopDetails) -> str:
    category = f" ({details.category})" if details.category else ""
    explanation = f": {details.explanation}" if details.explanation else ""
    return one_line(f"the model refused{category}{explanation}", PROBLEM_WIDTH)
