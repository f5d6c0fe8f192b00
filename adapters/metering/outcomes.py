"""How an outcome stands in the journal, and how it is read back as exactly what it was."""

import hashlib
import json
from functools import cache
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, assert_never, cast

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.ports import Attempt, Entry
from pathfinder.protocols.errors import FailureKind, ReplayDiverged
from pathfinder.protocols.frozen import Frozen, Worded, Words

A = TypeVar("A", bound=Frozen)


def digest(ask: Ask[A], attempt: Attempt) -> str:
    """Names everything that shapes an answer: the call, the question, the prompt, the model."""
    question = json.dumps(ask.model_dump(mode="json"), sort_keys=True, separators=(",", ":"))
    whole = json.dumps([ask.name, question, attempt.identity, attempt.fingerprint(ask)])
    return hashlib.sha256(whole.encode()).hexdigest()


class FailedOutcome(Worded):
    """A search or a page that failed, and why; `kind` is the name in stored journals."""

    kind: Literal["not_had"] = "not_had"
    reason: Words
    failure: FailureKind = "unreachable"


class StoredOutcome(NamedTuple, Generic[A]):
    """An outcome and the JSON it is kept as."""

    outcome: Answered[A] | Unable
    json: str


def written(outcome: Answered[A] | Unable) -> StoredOutcome[A]:
    """The outcome as it is kept. An answer that no file can hold (half a surrogate pair) is no answer."""
    match outcome:
        case Answered():
            try:
                # The value writes itself: a generic `Answered` need not know its fields.
                value = outcome.value.model_dump_json()
            except PydanticSerializationError:
                return written(Unable(reason=Message("answer-not-unicode")))
            return StoredOutcome(outcome, f'{{"kind":"answered","value":{value}}}')
        case Unable():
            return StoredOutcome(outcome, outcome.model_dump_json())
        case _:
            assert_never(outcome)


def plain(text: str) -> str:
    """The text with a question mark for what is no Unicode text, so that a file can hold it."""
    if isinstance(text, Message):
        return text.changed(plain)
    return text.encode("utf-8", "replace").decode("utf-8")


def read(ask: Ask[A], entry: Entry) -> Answered[A] | Unable:
    """The recorded outcome of this question; ReplayDiverged if it no longer fits the type of its answer."""
    return outcome_of(ask, entry.outcome, entry.step)


def outcome_of(ask: Ask[A], text: str, step: str) -> Answered[A] | Unable:
    """The outcome of a question from the JSON it was kept as; ReplayDiverged if that no longer fits."""
    try:
        return cast("Answered[A] | Unable", _outcomes(ask.answer).validate_json(text))
    except ValidationError as error:
        raise ReplayDiverged(step) from error


@cache
def _outcomes(answer: type[Frozen]) -> TypeAdapter[Any]:
    known = Answered[answer]  # type: ignore[valid-type]  # the type is known at run time only
    return TypeAdapter(Annotated[known | Unable, Field(discriminator="kind")])
