"""The environment of this process, as commands read it; the library reads it in `pathfinder/library.py`."""

import os
from collections.abc import Mapping
from pathlib import Path

from pathfinder.cli.settings.places import sessions_folder
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError

HOME = "PATHFINDER_HOME"
DATABASE = "PATHFINDER_DATABASE"
MCP_TOKEN = "PATHFINDER_MCP_TOKEN"


def environment() -> Mapping[str, str]:
    """The one look at the environment."""
    return dict(os.environ)  # noqa: TID251  (this is the place where it is read)


def home(environ: Mapping[str, str]) -> Path:
    """The folder of sessions: `.research` here or above, unless PATHFINDER_HOME names another."""
    named = environ.get(HOME)
    return Path(named) if named else sessions_folder()


def user_folder(environ: Mapping[str, str]) -> Path | None:
    """The user's own configuration, outside every session; None where nobody says where that is."""
    given = Path(environ.get("XDG_CONFIG_HOME") or "")
    if given.is_absolute():
        return given / "pathfinder"
    own = Path(environ.get("HOME") or "")
    return own / ".config" / "pathfinder" if own.is_absolute() else None


def database_url(environ: Mapping[str, str], given: str | None) -> str:
    """The address of a fleet's database; UserError in one sentence if nobody said where it is."""
    url = given or environ.get(DATABASE, "").strip()
    if not url:
        raise UserError(Message("database-address-missing", variable=DATABASE))
    return url


def mcp_token(environ: Mapping[str, str]) -> str:
    """What clients of the MCP server over HTTP have to send; empty if nobody said."""
    return environ.get(MCP_TOKEN, "").strip()
