"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

import sys
from collections.abc import Mapping
from ipaddress import ip_address

import typer

from pathfinder.cli.choices import Choices
from pathfinder.cli.engines import Asked, engines_wanted, wants_embedded
from pathfinder.cli.remembered import Remembered
from pathfinder.cli.settings import BASE_URL
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.rules.urls import read


def consented(
    environ: Mapping[str, str], asked: Asked, chosen: Remembered, choices: Choices, *, ask: bool = True
) -> Remembered:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(environ, asked)
    if chosen.docs is None or chosen.allow_remote or not leaving:
        return chosen
    told = f"With these documents {' and '.join(leaving)}"
    heard = choices.shown() in ("normal", "all") and sys.stdin.isatty() and sys.stdout.isatty()
    if not ask or not heard:
        raise UserError(
            f"{told}; agree with --allow-remote, or stay here with --engine local --model embedded."
        )
    if not typer.confirm(f"{told}. Go on?", default=False):
        raise UserError("Nothing was sent; --engine local with --model embedded stays on this machine.")
    return chosen.model_copy(update={"allow_remote": True})


def what_leaves(environ: Mapping[str, str], asked: Asked) -> list[str]:
    """What of this run leaves the machine, in words."""
    leaving = []
    if not wants_embedded(environ, asked) and not _here(environ.get(BASE_URL, "").strip()):
        leaving.append("passages of them are sent to a model on another machine")
    if asked.docs is not None and engines_wanted(environ, asked) != ("local",):
        leaving.append("queries are sent to search engines, without words that stand in the documents only")
    return leaving


def _here(base_url: str) -> bool:
    """A server on this very machine."""
    address = read(base_url)
    if address is None:
        return False
    try:
        return ip_address(address.host.strip("[]")).is_loopback
    except ValueError:
        return address.host == "localhost"
