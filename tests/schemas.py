"""As much of JSON Schema as our schemas use: enough to tell whether a file keeps to one."""

import re
from typing import Any

Schema = dict[str, Any]
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
_KNOWN = {
    "$schema", "$defs", "$ref", "type", "enum", "const", "anyOf", "properties", "required", "items",
    "prefixItems", "additionalProperties", "pattern", "minimum", "maximum", "minItems", "maxItems",
    "title", "description", "default",
}  # fmt: skip


def faults(schema: Schema, value: object) -> list[str]:
    """What is wrong with a value, with the place; a keyword nobody knows here is an error of the test."""
    return _faults(schema, schema, value, "$")


def _faults(root: Schema, schema: Schema, value: Any, at: str) -> list[str]:
    unknown = schema.keys() - _KNOWN
    assert not unknown, f"tests/schemas.py does not know {unknown}"
    if "$ref" in schema:
        return _faults(root, root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, at)
    if "anyOf" in schema:
        told = [_faults(root, one, value, at) for one in schema["anyOf"]]
        return [] if not all(told) else [f"{at}: {told}"]
    found = _of_itself(schema, value, at)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{at}: no {name}" for name in schema.get("required", ()) if name not in value]
        if schema.get("additionalProperties") is False:
            found += [f"{at}: {name} is too much" for name in value.keys() - known.keys()]
        for name in value.keys() & known.keys():
            found += _faults(root, known[name], value[name], f"{at}.{name}")
    if isinstance(value, list):
        first = schema.get("prefixItems", [])
        for place, one in enumerate(value):
            item = first[place] if place < len(first) else schema.get("items", {})
            found += _faults(root, item, one, f"{at}[{place}]")
    return found


def _of_itself(schema: Schema, value: Any, at: str) -> list[str]:
    kind = schema.get("type")
    wrong = kind is not None and (
        not isinstance(value, _TYPES[kind]) or (kind != "boolean" and isinstance(value, bool))
    )
    if wrong:
        return [f"{at}: {value!r} is no {kind}"]
    checks = (
        ("enum", lambda bound: value in bound),
        ("const", lambda bound: value == bound),
        ("pattern", lambda bound: re.search(bound, value) is not None),
        ("minimum", lambda bound: value >= bound),
        ("maximum", lambda bound: value <= bound),
        ("minItems", lambda bound: len(value) >= bound),
        ("maxItems", lambda bound: len(value) <= bound),
    )
    return [
        f"{at}: {value!r} against {name}"
        for name, holds in checks
        if name in schema and not holds(schema[name])
    ]
