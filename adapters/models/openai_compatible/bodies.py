"""A request in the form of the Messages API as a request of the Chat Completions API."""

import re
from typing import TYPE_CHECKING, Any

from pathfinder.adapters.models.openai_compatible.registry import Provider

if TYPE_CHECKING:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

_NOT_IN_A_NAME = re.compile(r"[^a-zA-Z0-9_-]")


def chat_body(
    params: "MessageCreateParamsNonStreaming", provider: Provider, model: str
) -> "CompletionCreateParamsStreaming":
    """The same request to `model`, streamed. Marks for the cache are left out: these providers need none."""
    messages: list[Any] = (
        [{"role": "system", "content": _text(params["system"])}] if "system" in params else []
    )
    messages += [{"role": turn["role"], "content": _text(turn["content"])} for turn in params["messages"]]
    body: CompletionCreateParamsStreaming = {"model": model, "messages": messages, "stream": True}
    body[provider.room] = params["max_tokens"]
    if provider.usage:
        body["stream_options"] = {"include_usage": True}
    output: Any = params.get("output_config", {})
    match output.get("format"):
        case {"type": "json_schema", "schema": dict(schema)}:
            name = _NOT_IN_A_NAME.sub("_", str(schema.get("title") or "answer"))[:64]
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": name, "schema": schema, "strict": True},
            }
        case {"type": "json_object"}:
            body["response_format"] = {"type": "json_object"}
        case _:
            pass
    if effort := output.get("effort"):
        # Not every model has the two highest.
        body["reasoning_effort"] = "high" if effort in ("xhigh", "max") else effort
    return body


def _text(content: object) -> str:
    """The words of blocks, one after the other."""
    if isinstance(content, str):
        return content
    assert isinstance(content, list)
    return "".join(block["text"] for block in content if block.get("type") == "text")
