"""What the real API refuses, refused here too: headers, types, unknown keys, what 2026-10-21 forbids."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from tests.standin import catalogue
from tests.standin.caching import MOST_MARKS, marks

API_VERSION = "2026-10-21"
_SCHEMA_KEYS = frozenset(
    {"$defs", "$ref", "additionalProperties", "anyOf", "const", "description", "enum", "format", "items"}
    | {"minItems", "properties", "required", "title", "type"}
)


class Refused(NamedTuple):
    """A status and why."""

    status: int
    error: str
    message: str


@cache
def _request_type() -> TypeAdapter[Any]:
    from anthropic.types.message_create_params import (
        MessageCreateParamsNonStreaming,
        MessageCreateParamsStreaming,
    )

    return TypeAdapter(MessageCreateParamsStreaming | MessageCreateParamsNonStreaming)


def unknown_key(headers: Mapping[str, str], key: str) -> bool:
    """Whether a request carries another key than ours."""
    return headers.get("authorization") != f"Bearer {key}"


_LOCALLY_KNOWN = frozenset({"model", "max_tokens", "system", "messages", "stream", "stop_sequences", "tools"})


def refused_locally(body: object, flavour: str) -> Refused | None:
    """What a local server refuses: nothing it does not know, or all of it."""
    if not isinstance(body, dict):
        return Refused(400, "invalid_request_error", "the body is no JSON object")
    if flavour == "rejects_unknown":
        unknown = sorted(body.keys() - _LOCALLY_KNOWN)
        if "cache_control" in str(body.get("system")) + str(body.get("messages")):
            unknown.append("cache_control")
        if unknown:
            return Refused(422, "invalid_request_error", f"{unknown[0]}: extra fields not permitted")
    return None


def refused(headers: Mapping[str, str], body: object, key: str) -> Refused | None:
    """Why this request is refused, or None."""
    if unknown_key(headers, key):
        return Refused(401, "authentication_error", "invalid bearer token")
    if headers.get("anthropic-version") != API_VERSION:
        return Refused(400, "invalid_request_error", "anthropic-version: unknown")
    if not isinstance(body, dict):
        return Refused(400, "invalid_request_error", "the body is no JSON object")
    try:
        typed = _request_type().validate_python(body)
        unknown = list(dropped(body, typed, ""))
    except ValidationError as error:
        return Refused(400, "invalid_request_error", str(error.errors(include_input=False)[0]))
    if unknown:
        return Refused(400, "invalid_request_error", f"{unknown[0]}: Extra inputs are not permitted")
    problem = next(_problems(body), None)
    return Refused(400, "invalid_request_error", problem) if problem else unknown_model(body)


def dropped(sent: Any, typed: Any, place: str) -> Iterator[str]:
    """The keys that the SDK's types do not know: validation leaves them out without a word."""
    if isinstance(sent, dict):
        if isinstance(typed, dict):
            for name, value in sent.items():
                if name not in typed:
                    yield f"{place}.{name}".lstrip(".")
                else:
                    yield from dropped(value, typed[name], f"{place}.{name}")
    elif isinstance(sent, list) and not isinstance(typed, str):
        # An Iterable is validated when it is walked.
        for number, (one, other) in enumerate(zip(sent, typed, strict=True)):
            yield from dropped(one, other, f"{place}.{number}")


def unknown_model(body: dict[str, Any]) -> Refused | None:
    """The provider answers for its own models only."""
    name = str(body.get("model"))
    return None if catalogue.model(name) else Refused(404, "not_found_error", f"model: {name}")


def _problems(body: dict[str, Any]) -> Iterator[str]:
    if body["max_tokens"] < 1:
        yield "max_tokens: must be positive here"
    turns = body["messages"]
    if not turns or (turns[-1]["role"] != "user" and not _goes_on(turns[-1])):
        yield "messages: prefill is not supported"
    if marks(body) > MOST_MARKS:
        yield f"cache_control: at most {MOST_MARKS} blocks may be marked"
    if any(not str(turn["content"]).strip() for turn in turns):
        yield "messages: text content blocks must be non-empty"
    if body.get("thinking", {}).get("type") in ("disabled", "enabled"):
        yield "thinking: not supported on this model"
    if body.get("tool_choice", {}).get("type") in ("any", "tool"):
        yield "tool_choice: forced tool use is not supported on this model"
    yield from schema_problems(body.get("output_config", {}).get("format", {}).get("schema", {}), "schema")


def _goes_on(turn: dict[str, Any]) -> bool:
    """A turn that was paused comes back block by block, signed; words put into the model's mouth are text."""
    return not isinstance(turn["content"], str) and any(b["type"] == "thinking" for b in turn["content"])


def schema_problems(schema: Any, place: str) -> Iterator[str]:
    """What no strict mode takes of a schema."""
    if not isinstance(schema, dict):
        return
    for name in schema.keys() - _SCHEMA_KEYS:
        yield f"{place}: property '{name}' is not supported"
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield f"{place}: 'additionalProperties' must be false"
    if schema.get("minItems", 0) > 1:
        yield f"{place}: 'minItems' over 1 is not supported"
    for group in ("properties", "$defs"):
        for name, part in schema.get(group, {}).items():
            yield from schema_problems(part, f"{place}.{name}")
    for number, part in enumerate(schema.get("anyOf", ())):
        yield from schema_problems(part, f"{place}.{number}")
    yield from schema_problems(schema.get("items"), f"{place}.items")
