"""The base of every value in the protocols: frozen, closed, and free of NaN."""

from pydantic import BaseModel, ConfigDict


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


def says_nothing(value: object) -> bool:
    """For `exclude_if`: a key that came into a stored type later is left out where it says nothing.

    Otherwise the digests of archives that earlier versions wrote would not hold.
    """
    return not value
