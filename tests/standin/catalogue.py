"""The provider's list of models, as far as `doctor` and the adapter look at it."""

from typing import Any

_YES, _NO = {"supported": True}, {"supported": False}

_KNOWN = {
    "claude-opus-5-5": ("Claude Opus 5.5", "active"),
    "claude-sonnet-5-5": ("Claude Sonnet 5.5", "active"),
    "claude-haiku-5-5": ("Claude Haiku 5.5", "active"),
    "claude-sonnet-4-6": ("Claude Sonnet 4.6", "active"),
    "claude-haiku-4-5-20251001": ("Claude Haiku 4.5", "active"),
    "claude-sonnet-4-5": ("Claude Sonnet 4.5", "deprecated"),
    "claude-opus-4-0": ("Claude Opus 4", "retired"),
}


def model(name: str) -> dict[str, Any] | None:
    """What the provider says of a model; None if there is no such model."""
    if name not in _KNOWN:
        return None
    called, lifecycle = _KNOWN[name]
    retires = {"active": None, "deprecated": "2026-11-30T00:00:00Z", "retired": "2026-08-01T00:00:00Z"}
    return {
        "id": name,
        "type": "model",
        "display_name": called,
        "created_at": "2026-09-22T00:00:00Z",
        "lifecycle": lifecycle,
        "deprecated_at": None if lifecycle == "active" else "2026-06-01T00:00:00Z",
        "retires_at": retires[lifecycle],
        "line": None,
        "max_input_tokens": 1_000_000,
        "max_tokens": 128_000,
        "capabilities": {
            "batch": _YES,
            "citations": _YES,
            "code_execution": _YES,
            "context_management": {
                "supported": True,
                "clear_thinking_20251015": _YES,
                "clear_tool_uses_20250919": _YES,
                "compact_20260112": _NO,
            },
            "effort": {
                "low": _YES,
                "medium": _YES,
                "high": _YES,
                "xhigh": _YES,
                "max": _YES,
                "supported": True,
            },
            "image_input": _YES,
            "pdf_input": _YES,
            "server_tools": {"supported": True, "web_search": _YES, "code_execution": _YES},
            "structured_outputs": _YES,
            "thinking": {
                "supported": True,
                "types": {"adaptive": _YES, "enabled": _NO, "between_tools": _YES, "disabled": _NO},
            },
        },
    }


def models() -> dict[str, Any]:
    """The provider's list."""
    return {"data": [model(name) for name in _KNOWN], "has_more": False, "first_id": None, "last_id": None}


def openai_list(names: tuple[str, ...], context: int = 0) -> dict[str, Any]:
    """The list of a server that speaks OpenAI's API besides; vLLM says there what its models take."""
    takes = {"max_model_len": context} if context else {}
    return {"object": "list", "data": [openai_like(name) | takes for name in names]}


def openai_like(name: str) -> dict[str, Any]:
    """What servers that speak OpenAI's API besides say of theirs."""
    return {"id": name, "object": "model", "created": 1_700_000_000, "owned_by": "library"}
