"""Settings: read once, from flags and the environment. Nothing else in the product looks at either."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pathfinder.cli.config import Config
from pathfinder.protocols.errors import KeyRefused, UserError

KEY, BASE_URL = "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
HOME = "PATHFINDER_HOME"
DATABASE = "PATHFINDER_DATABASE"


@dataclass(frozen=True)
class Credentials:
    """How a Messages API is reached. The key is never shown."""

    key: str
    base_url: str | None

    def __repr__(self) -> str:
        return f"Credentials(key=[secret], base_url={self.base_url!r})"


def environment() -> Mapping[str, str]:
    """The one look at the environment."""
    return dict(os.environ)  # noqa: TID251  (this is the place where it is read)


def home(environ: Mapping[str, str]) -> Path:
    """The folder of sessions: `.research` here, unless PATHFINDER_HOME names another."""
    return Path(environ.get(HOME) or ".research")


def database_url(environ: Mapping[str, str], given: str | None) -> str:
    """The address of a fleet's database; UserError in one sentence if nobody said where it is."""
    url = given or environ.get(DATABASE, "").strip()
    if not url:
        raise UserError(f"Where is the database? Set {DATABASE} to postgresql://user:password@host/name.")
    return url


def credentials(environ: Mapping[str, str]) -> Credentials:
    """The key and the address; KeyRefused in one sentence if there is no key.

    A server of one's own takes any key, so with an address alone a stand-in for one is sent.
    """
    key, base_url = environ.get(KEY, "").strip(), environ.get(BASE_URL, "").strip() or None
    if not key and base_url is None:
        raise KeyRefused(
            f"No key: set {KEY}, or {BASE_URL} for a server of your own that speaks the Messages API; "
            "`--model embedded` works without either."
        )
    return Credentials(key or "no-key", base_url)


def secrets(environ: Mapping[str, str], config: Config) -> tuple[str, ...]:
    """Every key that is in reach, so that none is ever written to a log."""
    papers = config.academic
    keyed = (config.search.exa, papers.semantic_scholar, papers.pubmed, papers.openalex)
    names = (KEY, *(engine.api_key_env for engine in keyed))
    return tuple(value for name in names if (value := environ.get(name, "").strip()))
