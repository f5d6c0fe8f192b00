"""What can be kept of an answer that does not fit its type: the entries of a list that do.

To ask for a whole answer again because of one wrong label costs as much as the answer did, and a weak model
gets another label wrong then. What is left out is told, and goes into the failure ledger.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from pathfinder.adapters.models.schemas import fitted
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.text.sanitize import one_line

A = TypeVar("A", bound=Frozen)

WIDTH = 200
_ENDS = {"{": "}", "[": "]"}


class Kept(NamedTuple):
    """An answer without the entries that could not be read, as JSON, and what was left out."""

    json: str
    lost: tuple[str, ...]


@cache
def singly(answer: type[Frozen]) -> frozenset[str]:
    """The lists of an answer whose entries stand each for itself."""
    fields = answer.model_json_schema().get("properties", {})
    return frozenset(name for name, field in fields.items() if field.get("singly"))


@cache
def otherwise(answer: type[Frozen]) -> Mapping[tuple[str, str], str]:
    """What an unknown label counts as, by list and field of its entries; a field of the answer itself stands
    beside an empty name, and needs entries that say something.
    """
    schema = answer.model_json_schema()
    known, fields = schema.get("$defs", {}), schema.get("properties", {})
    entries = {name: fields[name]["items"].get("$ref", "").rpartition("/")[2] for name in singly(answer)}
    of = {"": fields} | {name: known.get(entry, {}).get("properties", {}) for name, entry in entries.items()}
    return {
        (name, field): part["otherwise"]
        for name, parts in of.items()
        for field, part in parts.items()
        if "otherwise" in part
    }


def kept(text: str, answer: type[A]) -> Kept | None:
    """What is left of the object in a text, if at least half of every list is; None if nothing helps."""
    try:
        value = fitted(json.loads(text, strict=False), answer)
    except (ValueError, RecursionError):
        return None
    try:
        answer.model_validate_json(json.dumps(value), strict=False)
    except ValidationError as error:
        found = error.errors(include_url=False, include_input=False, include_context=False)
    else:
        return Kept(json.dumps(value), ())
    wrong: dict[str, dict[int, str]] = {}
    unlabelled: dict[tuple[str, str, str], int] = {}
    lost: list[str] = []
    for problem in found:
        match problem["loc"]:
            case (str(field),) if ("", field) in otherwise(answer) and any(map(value.get, singly(answer))):
                value[field] = label = otherwise(answer)["", field]
                lost.append(Message("answer-field-unreadable", field=field, label=label))
            case (str(name), int(place), str(field)) if (name, field) in otherwise(answer):
                label = otherwise(answer)[name, field]
                value[name][place][field] = label
                unlabelled[name, field, label] = unlabelled.get((name, field, label), 0) + 1
            case (str(name), int(place), *rest) if name in singly(answer):
                said = f"{'.'.join(map(str, (name, place, *rest)))}: {problem['msg']}"
                wrong.setdefault(name, {}).setdefault(place, said)
            case _:
                return None
    lost += (
        Message(
            "answer-label-unreadable", field=field, times=times, all=len(value[name]), name=name, label=label
        )
        for (name, field, label), times in unlabelled.items()
    )
    for name, places in wrong.items():
        entries = value[name]
        if 2 * len(places) > len(entries):
            return None
        value[name] = [entry for place, entry in enumerate(entries) if place not in places]
        first = one_line(next(iter(places.values())), WIDTH)
        lost.append(
            Message("answer-entries-unreadable", count=len(places), all=len(entries), name=name, reason=first)
        )
    return Kept(json.dumps(value), tuple(lost))


def closed(text: str, answer: type[A]) -> Kept | None:
    """An object that broke off, closed after the last field or the last entry of such a list that is whole;
    None if it did not break off, or has no such list.
    """
    start = text.find("{")
    if start < 0:
        return None
    stack: list[str] = []
    key = last = closing = ""
    end, place = start, start
    while place < len(text):
        letter = text[place]
        if letter == '"':
            try:
                last, place = json.decoder.scanstring(text, place + 1, False)  # type: ignore[attr-defined]  # the decoder's own
            except ValueError:
                break
            continue
        if letter in _ENDS:
            stack.append(letter)
            if letter == "[" and len(stack) == 2:
                key = last
        elif letter in "}]":
            if not stack or _ENDS[stack.pop()] != letter or not stack:
                return None
            if letter == "}" and stack == ["{", "["] and key in singly(answer):
                end, closing = place + 1, "]}"
        elif letter == "," and len(stack) == 1:
            end, closing = place, "}"
        place += 1
    try:
        value = json.loads(text[start:end] + closing, strict=False)
    except (ValueError, RecursionError):
        return None
    names = [name for name in value if name in singly(answer)]
    if not names:
        return None
    said = Message("answer-entries-kept", count=len(value[names[-1]]), name=names[-1])
    return Kept(json.dumps(value), (said,))
