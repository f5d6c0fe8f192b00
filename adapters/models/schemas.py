"""The type of an answer as the JSON schema that the API enforces."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from pathfinder.protocols.frozen import Frozen

Schema = dict[str, Any]


@cache
def wire_schema(answer: type[Frozen]) -> Mapping[str, Any]:
    """The schema to send. Bounds and patterns stand in its descriptions only: pydantic checks them here.

    Every field is required, although it may have a default: a model writes required fields in their order,
    and optional ones after them. What a decision rests on comes before it (`GROUNDS`), or a model would
    decide first and then find reasons.
    """
    from anthropic import transform_schema

    schema = answer.model_json_schema()
    known = schema.get("$defs", {})
    for part in (schema, *known.values()):
        if "properties" in part:
            part["properties"] = _ordered(part["properties"], known)
            part["required"] = list(part["properties"])
    return MappingProxyType(transform_schema(schema))


def _ordered(fields: dict[str, Schema], known: dict[str, Schema]) -> dict[str, Schema]:
    """The fields as they are declared and without their defaults; grounds right before the first decision."""
    order = list(fields)
    first = next((name for name in order if decides(fields[name], known)), None)
    if first is not None:
        grounds = [name for name in order if fields[name].get("grounds")]
        order = [name for name in order if name not in grounds]
        order[order.index(first) : order.index(first)] = grounds
    ours = ("default", "discriminator", "grounds", "singly", "otherwise")
    return {name: {k: v for k, v in fields[name].items() if k not in ours} for name in order}


@cache
def _shape(answer: type[Frozen]) -> Schema:
    return answer.model_json_schema()


def fitted(value: Any, answer: type[Frozen]) -> Any:  # noqa: ANN401  (raw wire data)
    """An answer with its labels in the letters of their type, and its lists no longer than they may be.

    No server enforces the length of a list; what stands first is what the model thought most of, and is worth
    more than to ask for all of it again.
    """
    shape = _shape(answer)
    return _fitted(value, shape, shape.get("$defs", {}))


def _fitted(value: Any, shape: Schema, known: dict[str, Schema]) -> Any:  # noqa: ANN401  (raw wire data)
    if "$ref" in shape:
        return _fitted(value, known[shape["$ref"].rpartition("/")[2]], known)
    for one in (*shape.get("anyOf", ()), *shape.get("oneOf", ())):
        value = _fitted(value, one, known)
    match value:
        case dict() if "properties" in shape:
            fields = shape["properties"]
            return {name: _fitted(part, fields.get(name, {}), known) for name, part in value.items()}
        case list() if "items" in shape:
            return [_fitted(part, shape["items"], known) for part in value[: shape.get("maxItems")]]
        case str():
            labels = [label for label in (*shape.get("enum", ()), shape.get("const")) if label is not None]
            return next((label for label in labels if _alike(label, value)), value)
        case _:
            return value


def _alike(label: object, said: str) -> bool:
    return isinstance(label, str) and label.casefold() == said.strip().casefold()


def decides(field: Schema, known: dict[str, Schema]) -> bool:
    """Whether a field is a decision: a choice among labels, yes or no, a place on a scale, or several.

    A number without bounds is the number of something, and a single possible label decides nothing.
    """
    if "$ref" in field:
        return decides(known[field["$ref"].rpartition("/")[2]], known)
    inside = (*field.get("anyOf", ()), *field.get("oneOf", ()), *field.get("properties", {}).values())
    scale = field.get("type") == "integer" and field.keys() & {"minimum", "maximum"}
    chosen = "enum" in field or field.get("type") in ("boolean", "number")
    return bool(scale) or chosen or any(decides(one, known) for one in inside)
