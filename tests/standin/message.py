"""The answer of the Messages API: thinking first, then the text; as a whole, or as the events of a stream."""

import json
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, Literal

from tests.standin import bill
from tests.standin.faults import Fault

Flavour = Literal["claude", "ignores_schema", "rejects_unknown", "thinks_aloud"]
"""The provider; servers like Ollama or llama.cpp; one with strict bodies; a model that leaks thoughts."""


def message(
    body: dict[str, Any],
    value: Any,
    fault: Fault | None,
    counted: bill.Counted,
    flavour: Flavour = "claude",
    thinking: tuple[int, int] = bill.REAL_THINKING,
) -> dict[str, Any]:
    """What is answered to a request whose right answer is `value`: thinking first, which takes its room."""
    kind = fault.kind if fault is not None else ""
    detail = fault.detail if fault is not None else ""
    text = _wrapped(json.dumps(value, ensure_ascii=False), body, flavour)
    reason: str | None = "end_turn"
    if kind == "malformed":
        text = f"Here is the answer: {text[: len(text) // 2]}"
    elif kind == "wrong_type":
        text = json.dumps({"unheard_of": True})
    elif kind == "empty":
        text = ""
    elif kind == "refusal":
        text, reason = "", "refusal"
    elif kind == "pause":
        text, reason = text[: len(text) // 2], "pause_turn"
    elif kind == "stop_reason":
        reason = detail
    elif kind == "no_stop_reason":
        reason = None
    elif kind == "huge":
        text += " " * 4_000_000
    if body["messages"][-1]["role"] == "assistant":
        # The rest of a turn that was paused.
        said = body["messages"][-1]["content"]
        text = text[len("".join(block.get("text", "") for block in said)) :]
    room = body["max_tokens"]
    thought = room if kind == "thinks_on" else min(room, bill.thinking_tokens(body, thinking))
    spoken = thought + min(bill.tokens(text), 5_000 if kind == "huge" else 10**9)
    if kind == "cut" or spoken > room or thought == room:
        text, reason = "" if thought == room else text[: len(text) // 2], "max_tokens"
        spoken = room
    content: list[dict[str, Any]] = []
    if flavour == "claude":
        content.append({"type": "thinking", "thinking": "", "signature": "c3RhbmQtaW4="})
    if text:
        content.append({"type": "text", "text": text, "citations": None})
    refusal = {"type": "refusal", "category": detail, "explanation": "planted"}
    return {
        "id": f"msg_{digest(body)}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "stop_details": refusal if kind == "refusal" else None,
        "usage": _usage(counted._replace(output=spoken), thought),
    }


def _usage(counted: bill.Counted, thought: int) -> dict[str, Any]:
    return {
        "input_tokens": counted.input,
        "output_tokens": counted.output,
        "cache_creation_input_tokens": counted.written,
        "cache_read_input_tokens": counted.read or None,
        "cache_creation": {"ephemeral_5m_input_tokens": counted.written, "ephemeral_1h_input_tokens": 0},
        "output_tokens_details": {"thinking_tokens": thought},
        "service_tier": "standard",
    }


def _wrapped(text: str, body: dict[str, Any], flavour: Flavour) -> str:
    """How a server without schemas says it."""
    match flavour:
        case "ignores_schema":
            return (
                f"Sure! Here is the JSON you asked for:\n```json\n{text}\n```\nLet me know if you need more."
            )
        case "thinks_aloud":
            return f'<think>They want {{"something": "like this"}}, so ...</think>\n{text}'
        case _:
            del body
            return text


def events(whole: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The same as a stream: input is counted at the start, output at the end."""
    usage = whole["usage"]
    begin = whole | {
        "content": [],
        "stop_reason": None,
        "stop_details": None,
        "usage": usage | {"output_tokens": 1, "output_tokens_details": None},
    }
    yield "message_start", {"type": "message_start", "message": begin}
    for index, block in enumerate(whole["content"]):
        name = "text" if block["type"] == "text" else "thinking"
        empty = block | {name: ""} | ({"signature": ""} if name == "thinking" else {})
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": empty}
        yield "ping", {"type": "ping"}
        text = block[name]
        for start in range(0, len(text), max(1, len(text) // 4)):
            piece = text[start : start + max(1, len(text) // 4)]
            delta = {"type": f"{name}_delta", name: piece}
            yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        if name == "thinking":
            delta = {"type": "signature_delta", "signature": block["signature"]}
            yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    ended = {name: whole[name] for name in ("stop_reason", "stop_sequence", "stop_details")}
    told = {"output_tokens": usage["output_tokens"], "output_tokens_details": usage["output_tokens_details"]}
    yield "message_delta", {"type": "message_delta", "delta": ended, "usage": told}
    yield "message_stop", {"type": "message_stop"}


def digest(body: dict[str, Any]) -> str:
    """A name for a request."""
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:24]
