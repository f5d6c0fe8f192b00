"""What the provider answers: a schema filled in, and which tools are called when."""

import json
from typing import Any

FAN_OUT = 3
ROUNDS = 2
PROSE = "Tidal-glass roofs kept houses cooler in the towns that were measured. " * 12
LAST = ("complete", "final")
ASIDE = ("think",)


def filled(schema: dict[str, Any], root: dict[str, Any] | None = None, name: str = "text") -> Any:  # noqa: ANN401  (any JSON)
    """The smallest sensible value of a JSON schema; lists hold three."""
    root = schema if root is None else root
    if "$ref" in schema:
        return filled(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root, name)
    if options := schema.get("anyOf") or schema.get("oneOf"):
        return filled(options[0], root, name)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            return {key: filled(value, root, key) for key, value in schema.get("properties", {}).items()}
        case "array":
            return [filled(schema.get("items", {}), root, f"{name} {n}") for n in range(FAN_OUT)]
        case "integer" | "number":
            return 1
        case "boolean":
            return False
        case _:
            return f"tidal glass roofs in Veyra, {name}"


def tool_calls(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Two rounds of work, three tasks where tasks are given out, then the tool that ends, or none."""
    tools = {tool["function"]["name"]: tool["function"] for tool in body["tools"]}
    forced = body.get("tool_choice")
    if isinstance(forced, dict):
        return [_call(tools[forced["function"]["name"]], 0)]
    done = sum(bool(message.get("tool_calls")) for message in body["messages"])
    last = [tool for name, tool in tools.items() if any(word in name.lower() for word in LAST)]
    work = [
        tool
        for name, tool in tools.items()
        if tool not in last and not any(word in name.lower() for word in ASIDE)
    ]
    tasks = [tool for tool in work if "research" in tool["name"].lower()]
    if tasks and done == 0:
        return [_call(tasks[0], number) for number in range(FAN_OUT)]
    if work and not tasks and done < ROUNDS:
        return [_call(work[0], done)]
    return [_call(last[0], done)] if last else []


def _call(tool: dict[str, Any], number: int) -> dict[str, Any]:
    arguments = json.dumps(filled(tool.get("parameters", {}), name=f"part {number}"))
    return {
        "index": number,
        "id": f"call_{number}",
        "type": "function",
        "function": {"name": tool["name"], "arguments": arguments},
    }
