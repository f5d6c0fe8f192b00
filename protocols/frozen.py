"""The base of every value in the protocols: frozen, closed, and free of NaN.

A key that is added to a stored type is `Field(default=..., exclude_if=is_empty)`, or archives of earlier
versions do not verify (`tests/scenario/test_golden.py`; golden files are never made again).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    ValidatorFunctionWrapHandler,
    WrapValidator,
    model_validator,
)

from pathfinder.locales.catalogue import Message, dumped, loaded

GROUNDS: dict[str, JsonValue] = {"grounds": True}
"""`json_schema_extra` of a field that a decision beside it rests on: a model is asked for it first."""
SINGLY: dict[str, JsonValue] = {"singly": True}
"""`json_schema_extra` of a list whose entries stand each for itself: one that is wrong is left out."""


class Frozen(BaseModel):
    """A value that never changes and refuses what it does not know."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        allow_inf_nan=False,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
    )


def is_empty(value: object) -> bool:
    """For `exclude_if`: a key that came into a stored type later is left out where it says nothing.

    Otherwise the digests of archives that earlier versions wrote would not hold.
    """
    return not value


def _as_given(value: object, check: ValidatorFunctionWrapHandler) -> str:
    text: str = check(value)
    return value if isinstance(value, Message) else text


Words = Annotated[str, WrapValidator(_as_given)]
"""A text of a `Worded` value that may be a message."""


class Worded(Frozen):
    """A value with texts for people.

    A text that is a message is stored in English, and `messages` keeps its id and fields beside it, so that a
    view can say it in another language. In memory it is a `Message`.
    """

    messages: dict[str, dict[str, JsonValue]] = Field(default_factory=dict, exclude_if=is_empty, repr=False)
    """By field; by field and place (`lost.0`) for a list of texts."""

    @model_validator(mode="after")
    def _worded(self) -> Self:
        for place, kept in self.messages.items():
            self._put(place, kept)
        found = _messages(self.__dict__)
        if found or self.messages:
            object.__setattr__(self, "messages", found)
        return self

    def _put(self, place: str, kept: Mapping[str, Any]) -> None:
        """Make a stored text the message that it was, unless the text was changed since."""
        name, _, number = place.partition(".")
        value = getattr(self, name, None)
        if isinstance(value, str) and not isinstance(value, Message):
            object.__setattr__(self, name, loaded({**kept, "text": value}))
        elif isinstance(value, tuple) and number.isdigit() and int(number) < len(value):
            at = int(number)
            words = loaded({**kept, "text": str(value[at])})
            object.__setattr__(self, name, (*value[:at], words, *value[at + 1 :]))

    def __eq__(self, other: object) -> bool:
        """By the texts: a message is its text."""
        return type(self) is type(other) and _bare(self.__dict__) == _bare(other.__dict__)

    def __hash__(self) -> int:
        return hash(tuple(_bare(self.__dict__).values()))

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy, whose messages are those of its texts."""
        copy = super().model_copy(update=update, deep=deep)
        object.__setattr__(copy, "messages", _messages(copy.__dict__))
        return copy


def _bare(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name != "messages"}


def _messages(values: Mapping[str, object]) -> dict[str, dict[str, JsonValue]]:
    found: dict[str, dict[str, JsonValue]] = {}
    for name, value in values.items():
        if isinstance(value, Message):
            found[name] = _kept(value)
        elif isinstance(value, tuple):
            found |= {f"{name}.{at}": _kept(one) for at, one in enumerate(value) if isinstance(one, Message)}
    return found


def _kept(message: Message) -> dict[str, JsonValue]:
    kept = dumped(message)
    del kept["text"]
    return kept
