"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

from collections.abc import Mapping
from ipaddress import ip_address

import typer

from pathfinder.cli.settings.engines import Asked, base_url_of, engines_wanted, without_model
from pathfinder.cli.settings.remembered import Remembered
from pathfinder.locales.catalogue import Message, joined
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.urls import read
from pathfinder.reports.markdown.summary import Tongue


def consented(
    environ: Mapping[str, str], asked: Asked, chosen: Remembered, speak: Tongue | None
) -> Remembered:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(environ, asked)
    if chosen.docs is None or chosen.allow_remote or not leaving:
        return chosen
    if speak is None:
        raise UserError(Message("docs-need-consent", what=joined("list-and", leaving)))
    asked_for = Message("consent-ask", what=joined("list-and-that", leaving))
    if not typer.confirm(asked_for.to(speak), default=False):
        raise UserError(Message("consent-denied"))
    return chosen.model_copy(update={"allow_remote": True})


def what_leaves(environ: Mapping[str, str], asked: Asked) -> list[Message]:
    """What of this run leaves the machine, in words."""
    leaving: list[Message] = []
    servers = () if without_model(environ, asked) else asked.providers
    if not all(_here(base_url_of(environ, provider)) for provider in servers):
        leaving.append(Message("consent-model"))
    if asked.docs is not None and engines_wanted(environ, asked) != ("local",):
        leaving.append(Message("consent-search"))
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
