"""The same stand-in behind the Chat Completions API: requests are checked against the openai SDK's types.

Inside, a request is what it would be in the Messages API, so answers, faults and the bill are the same.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Literal

from pydantic import TypeAdapter, ValidationError

from tests.standin.checks import Refused, dropped, schema_problems, unknown_key
from tests.standin.faults import Fault

Takes = Literal["json_schema", "json_object", "nothing"]
"""The most that it understands as `response_format`."""
STOPS = {
    "end_turn": "stop",
    "max_tokens": "length",
    "refusal": "stop",
    "pause_turn": "stop",
    "tool_use": "tool_calls",
    "model_context_window_exceeded": "model_length",
}
MODELS = ("gpt-6.1-sol", "gpt-6.1-terra", "gpt-6-luna")


@cache
def _request_type() -> TypeAdapter[Any]:
    from openai.types.chat.completion_create_params import CompletionCreateParamsStreaming

    return TypeAdapter(CompletionCreateParamsStreaming)


def refused(
    headers: Mapping[str, str], body: object, key: str, takes: Takes, models: tuple[str, ...]
) -> Refused | None:
    """Why this request is refused, or None."""
    if unknown_key(headers, key):
        return Refused(401, "invalid_request_error", "Incorrect API key provided")
    if not isinstance(body, dict):
        return Refused(400, "invalid_request_error", "the body is no JSON object")
    try:
        typed = _request_type().validate_python(body)
        unknown = list(dropped(body, typed, ""))
    except ValidationError as error:
        return Refused(400, "invalid_request_error", str(error.errors(include_input=False)[0]))
    if unknown:
        return Refused(400, "invalid_request_error", f"Unrecognized request argument supplied: {unknown[0]}")
    if body["model"] not in models:
        return Refused(404, "invalid_request_error", f"The model `{body['model']}` does not exist")
    problem = next(_problems(body, takes), None)
    return Refused(400, "invalid_request_error", problem) if problem else None


def _problems(body: dict[str, Any], takes: Takes) -> Iterator[str]:
    turns = body["messages"]
    if turns[-1]["role"] != "user" or any(not str(turn["content"]).strip() for turn in turns):
        yield "messages: the last one is the user's, and none is empty"
    if not body.get("stream_options", {}).get("include_usage"):
        yield "stream_options: this stand-in wants to be asked for usage"
    wanted = body.get("response_format", {"type": "text"})
    if wanted["type"] != "text" and takes == "nothing":
        yield "response_format is not supported by this server"
    if wanted["type"] == "json_object" and "json" not in str(turns).lower():
        yield "'messages' must contain the word 'json' to use 'response_format' of type 'json_object'"
    if wanted["type"] == "json_schema":
        if takes == "json_object":
            yield "This response_format type is unavailable now"
        if not wanted["json_schema"].get("strict"):
            yield "response_format: only strict schemas are checked here"
        yield from schema_problems(wanted["json_schema"].get("schema"), "schema")


def as_messages(body: dict[str, Any]) -> dict[str, Any]:
    """The request as the Messages API would have it."""
    turns = [turn for turn in body.get("messages", ()) if turn["role"] != "system"]
    system = "\n".join(turn["content"] for turn in body.get("messages", ()) if turn["role"] == "system")
    output: dict[str, Any] = {}
    wanted = body.get("response_format", {})
    if wanted.get("type") == "json_schema":
        output["format"] = {"type": "json_schema", "schema": wanted["json_schema"]["schema"]}
    elif wanted.get("type") == "json_object":
        output["format"] = {"type": "json_object"}
    return {
        "model": body.get("model", ""),
        "max_tokens": body.get("max_completion_tokens") or body.get("max_tokens") or 4_096,
        "system": system,
        "messages": turns,
        "output_config": output,
        "stream": True,
    }


def frames(whole: dict[str, Any], *, usage: bool = True) -> Iterator[str]:
    """An answer of the Messages API as the stream of a chat completion."""
    text = "".join(block.get("text", "") for block in whole["content"])
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}]
    if whole["stop_details"]:
        deltas.append({"refusal": f"{whole['stop_details']['category']}: planted"})
    step = max(1, len(text) // 4)
    deltas += [{"content": text[start : start + step]} for start in range(0, len(text), step)]
    for delta in deltas:
        yield _frame(whole, [{"index": 0, "delta": delta, "finish_reason": None, "logprobs": None}])
    reason = whole["stop_reason"]
    end: dict[str, Any] = {
        "index": 0,
        "delta": {},
        "finish_reason": None if reason is None else STOPS.get(reason, reason),
    }
    yield _frame(whole, [end | {"logprobs": None}])
    if usage:
        yield _frame(whole, [], _usage(whole["usage"]))
    yield "data: [DONE]\n\n"


def completion(whole: dict[str, Any]) -> dict[str, Any]:
    """An answer of the Messages API as a whole chat completion."""
    text = "".join(block.get("text", "") for block in whole["content"])
    reason = whole["stop_reason"]
    refusal = f"{whole['stop_details']['category']}: planted" if whole["stop_details"] else None
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": text or None, "refusal": refusal},
        "finish_reason": None if reason is None else STOPS.get(reason, reason),
        "logprobs": None,
    }
    return {
        "id": whole["id"].replace("msg_", "chatcmpl-"),
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": whole["model"],
        "choices": [choice],
        "usage": _usage(whole["usage"]),
    }


def _frame(whole: dict[str, Any], choices: list[Any], usage: dict[str, Any] | None = None) -> str:
    chunk = {
        "id": whole["id"].replace("msg_", "chatcmpl-"),
        "object": "chat.completion.chunk",
        "created": 1_790_000_000,
        "model": whole["model"],
        "choices": choices,
        "usage": usage,
    }
    return f"data: {json.dumps(chunk, ensure_ascii=False)}\n\n"


def _usage(usage: dict[str, Any]) -> dict[str, Any]:
    read, write = usage["cache_read_input_tokens"] or 0, usage["cache_creation_input_tokens"] or 0
    prompt = usage["input_tokens"] + read + write
    return {
        "prompt_tokens": prompt,
        "completion_tokens": usage["output_tokens"],
        "total_tokens": prompt + usage["output_tokens"],
        "prompt_tokens_details": {"cached_tokens": read, "cache_write_tokens": write},
        "completion_tokens_details": {"reasoning_tokens": usage["output_tokens_details"]["thinking_tokens"]},
    }


def broken_frame(fault: Fault) -> str:
    """An error in the middle of a stream."""
    error = {"message": "planted", "type": fault.error, "code": None, "param": None}
    return f"data: {json.dumps({'error': error})}\n\n"


def error(fault: Fault) -> dict[str, Any]:
    """The body of an error."""
    return {"error": {"message": fault.message, "type": fault.error, "param": None, "code": fault.code}}
