"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

from ipaddress import ip_address

import typer

from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.locales.catalogue import Message, joined
from pathfinder.model_access import base_url_of
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.urls import read
from pathfinder.reports.markdown.summary import Tongue
from pathfinder.run_config import RunConfig
from pathfinder.search_access import engines_wanted


def consented(config: RunConfig, saved: SavedFlags, speak: Tongue | None) -> SavedFlags:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(config)
    if saved.docs is None or saved.allow_remote or not leaving:
        return saved
    if speak is None:
        raise UserError(Message("docs-need-consent", what=joined("list-and", leaving)))
    asked_for = Message("consent-ask", what=joined("list-and-that", leaving))
    if not typer.confirm(asked_for.to(speak), default=False):
        raise UserError(Message("consent-denied"))
    return saved.model_copy(update={"allow_remote": True})


def what_leaves(config: RunConfig) -> list[Message]:
    """What of this run leaves the machine, in words."""
    leaving: list[Message] = []
    servers = () if config.without_model else config.providers
    if not all(_here(base_url_of(config, provider)) for provider in servers):
        leaving.append(Message("consent-model"))
    if config.docs is not None and engines_wanted(config) != ("local",):
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
