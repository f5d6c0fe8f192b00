"""The base of every value in the protocols: frozen, closed, and free of NaN."""

from pydantic import BaseModel, ConfigDict, JsonValue

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
