"""Settings: read once, from flags and the environment. Nothing else in the product looks at either."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pathfinder.protocols.errors import KeyRefused

KEY, BASE_URL = "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"
HOME = "PATHFINDER_HOME"


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
