"""The type of an answer as the JSON schema that the API enforces."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from pathfinder.protocols.frozen import Frozen


@cache
def wire_schema(answer: type[Frozen]) -> Mapping[str, Any]:
    """The schema to send. Bounds and patterns stand in its descriptions only: pydantic checks them here.

    A field with one possible value is required, although it has a default: it tells the kinds of a union
    apart, and an answer without it could not be read.
    """
    from anthropic import transform_schema

    schema = transform_schema(answer)
    for part in (schema, *schema.get("$defs", {}).values()):
        tags = [name for name, field in part.get("properties", {}).items() if "const" in field]
        if tags:
            part["required"] = [*tags, *(name for name in part.get("required", ()) if name not in tags)]
    return MappingProxyType(schema)
