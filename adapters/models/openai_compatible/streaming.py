"""An answer put together from the chunks of a chat completion, in the form of the Messages API."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from pathfinder.adapters.models.counting import FRAME_TOKENS, most_tokens
from pathfinder.adapters.models.faults import unreadable
from pathfinder.adapters.models.received import Received, Wire

if TYPE_CHECKING:
    from openai import AsyncStream

_STOPS = {
    "stop": "end_turn",
    "length": "max_tokens",
    "tool_calls": "tool_use",
    "content_filter": "refusal",
    "model_length": "model_context_window_exceeded",  # Mistral
}


class _Delta(Wire):
    content: str = ""
    refusal: str = ""
    reasoning_content: str = ""
    """DeepSeek, vLLM, llama.cpp."""
    reasoning: str = ""
    """Ollama, OpenRouter, Groq."""


class _Choice(Wire):
    index: int = 0
    delta: _Delta = _Delta()
    finish_reason: str = ""


class _PromptDetails(Wire):
    cached_tokens: int = Field(default=0, ge=0)
    cache_write_tokens: int = Field(default=0, ge=0)


class _AnswerDetails(Wire):
    reasoning_tokens: int = Field(default=0, ge=0)


class _Usage(Wire):
    prompt_tokens: int = Field(ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    total_tokens: int = Field(default=0, ge=0)
    prompt_tokens_details: _PromptDetails = _PromptDetails()
    completion_tokens_details: _AnswerDetails = _AnswerDetails()
    prompt_cache_hit_tokens: int = Field(default=0, ge=0)
    """DeepSeek."""

    def told(self) -> dict[str, Any]:
        """As the Messages API counts: input without what the cache had or was given."""
        details = self.prompt_tokens_details
        read = min(self.prompt_tokens, details.cached_tokens or self.prompt_cache_hit_tokens)
        write = min(self.prompt_tokens - read, details.cache_write_tokens)
        # Gemini leaves thinking out of the answer, and has it in the total.
        output = max(self.completion_tokens, self.total_tokens - self.prompt_tokens)
        thinking = max(self.completion_tokens_details.reasoning_tokens, output - self.completion_tokens)
        return {
            "input_tokens": self.prompt_tokens - read - write,
            "output_tokens": output,
            "cache_creation_input_tokens": write,
            "cache_read_input_tokens": read,
            "output_tokens_details": {"thinking_tokens": thinking},
        }


class _Chunk(Wire):
    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None


async def gathered(
    stream: "AsyncStream[object]", started: Callable[[], None], prompt_tokens: float
) -> Received:
    """The answer of a stream to its end. Without a finish reason it has broken off, as its reader sees.

    A server that counts no tokens is taken to have used as many as there can be in prompt and answer.
    """
    text, thoughts, refusal, reason = list[str](), list[str](), list[str](), ""
    usage: _Usage | None = None
    begun = False
    async with stream:
        async for event in stream:
            if not begun:
                begun = True
                started()
            try:
                chunk = _Chunk.model_validate(event)
            except ValidationError:
                raise unreadable() from None
            usage = chunk.usage or usage
            for choice in chunk.choices[:1]:
                text.append(choice.delta.content)
                thoughts.append(choice.delta.reasoning_content or choice.delta.reasoning)
                refusal.append(choice.delta.refusal)
                reason = choice.finish_reason or reason
    said = "".join(text)
    if usage is None:
        thought = most_tokens("".join(thoughts)) - FRAME_TOKENS
        answer = most_tokens(said) - FRAME_TOKENS
        counted = {"input_tokens": round(prompt_tokens), "output_tokens": thought + answer}
        used: dict[str, Any] = counted | {"output_tokens_details": {"thinking_tokens": thought}}
    else:
        used = usage.told()
    return _received(said, "".join(refusal), reason, used)


class _Said(Wire):
    index: int = 0
    message: _Delta
    finish_reason: str


class _Whole(Wire):
    choices: tuple[_Said, ...] = Field(min_length=1)
    usage: _Usage


def whole(completion: object) -> Received:
    """A chat completion that came in one piece; ValidationError if it is none."""
    read = _Whole.model_validate(completion)
    said = read.choices[0]
    return _received(said.message.content, said.message.refusal, said.finish_reason, read.usage.told())


def _received(said: str, refused: str, reason: str, used: dict[str, Any]) -> Received:
    stop = "refusal" if refused and reason else _STOPS.get(reason, reason)
    return Received.model_validate(
        {
            "content": [{"type": "text", "text": said}] if said else [],
            "stop_reason": stop,
            "stop_details": {"explanation": refused} if refused else {},
            "usage": used,
        }
    )
