"""What came back, read with care: a stand-in, a gateway or a local server may send anything."""

from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, ValidationInfo, field_validator

from pathfinder.protocols.calls import Answered, Unable, Usage
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.rules.lines import one_line

A = TypeVar("A", bound=Frozen)

MOST_PROBLEMS = 20
PROBLEM_WIDTH = 200


class _Wire(BaseModel):
    """A part of an answer: what we do not know is left out, `null` counts as not given."""

    model_config = ConfigDict(frozen=True, from_attributes=True, extra="ignore")

    @field_validator("*", mode="before")
    @classmethod
    def _given(cls, value: Any, info: ValidationInfo) -> Any:  # noqa: ANN401  (raw wire data)
        field = cls.model_fields[str(info.field_name)]
        return (
            field.get_default(call_default_factory=True)
            if value is None and not field.is_required()
            else value
        )


class _CacheCreation(_Wire):
    ephemeral_1h_input_tokens: int = Field(default=0, ge=0)


class _ServerTools(_Wire):
    web_search_requests: int = Field(default=0, ge=0)


class WireUsage(_Wire):
    """What the provider counted."""

    input_tokens: int = Field(ge=0)
    output_tokens: int = Field(ge=0)
    cache_creation_input_tokens: int = Field(default=0, ge=0)
    cache_read_input_tokens: int = Field(default=0, ge=0)
    cache_creation: _CacheCreation = _CacheCreation()
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
            searches=self.server_tool_use.web_search_requests,
        )


class _Block(_Wire):
    type: str
    text: str = ""


class _StopDetails(_Wire):
    category: str = ""
    explanation: str = ""


class Received(_Wire):
    """An answer of the Messages API, as far as it is used here."""

    content: tuple[_Block, ...]
    stop_reason: str = ""
    stop_details: _StopDetails = _StopDetails()
    usage: WireUsage

    @property
    def text(self) -> str:
        """What was said; thinking is not."""
        return "".join(block.text for block in self.content if block.type == "text")


class Cut(NamedTuple):
    """The room ended before the answer did."""


class Malformed(NamedTuple):
    """Something was said, but it is no answer of the type asked for."""

    text: str
    problems: tuple[str, ...]


def read(received: Received, answer: type[A]) -> Answered[A] | Unable | Cut | Malformed:
    """The typed answer, or what is in its way."""
    match received.stop_reason:
        case "end_turn" | "stop_sequence":
            return _parsed(received.text, answer)
        case "max_tokens":
            return Cut()
        case "refusal":
            return Unable(reason=_refusal(received.stop_details))
        case "model_context_window_exceeded":
            return Unable(reason="the question does not fit into the model's context")
        case other:
            return Unable(reason=one_line(f"the model stopped without an answer ({other})", PROBLEM_WIDTH))


def _parsed(text: str, answer: type[A]) -> Answered[A] | Malformed:
    try:
        return Answered(value=answer.model_validate_json(text, strict=False))
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
        problems = (
            f"{'.'.join(map(str, problem['loc'])) or 'answer'}: {problem['msg']}" for problem in found
        )
        return Malformed(text, tuple(one_line(line, PROBLEM_WIDTH) for line in problems)[:MOST_PROBLEMS])


def _refusal(details: _StopDetails) -> str:
    category = f" ({details.category})" if details.category else ""
    explanation = f": {details.explanation}" if details.explanation else ""
    return one_line(f"the model refused{category}{explanation}", PROBLEM_WIDTH)
