"""Several users of one server: who they are is in a file, with the hashes of their tokens and their homes."""

from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError

from pathfinder.adapters.system import system_reason
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.frozen import Frozen


class User(Frozen):
    """One user."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    token_sha256: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of the token, in hexadecimal."""
    home: Path
    """The folder of the user's sessions; a relative one is beside the file."""


class _UsersFile(Frozen):
    users: Annotated[tuple[User, ...], Field(min_length=1, max_length=100)]


def read_users(path: Path) -> tuple[User, ...]:
    """The users of a file, with absolute homes; UserError if it cannot be used."""
    try:
        found = _UsersFile.model_validate_json(path.read_bytes()).users
    except OSError as error:
        raise UserError(
            Message("cannot-be-read", path=f"--users {path}", reason=system_reason(error))
        ) from None
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(map(str, first["loc"])) or "the file"
        raise UserError(Message("users-file-wrong", path=path, where=where, problem=first["msg"])) from None
    users = tuple(
        one.model_copy(update={"home": (path.parent / one.home.expanduser()).resolve()}) for one in found
    )
    for what, values in (
        ("token", {one.token_sha256 for one in users}),
        ("home", {one.home for one in users}),
        ("name", {one.name for one in users}),
    ):
        if len(values) < len(users):
            raise UserError(Message("users-not-distinct", path=path, what=what))
    return users
