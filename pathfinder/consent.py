"""What of a run leaves this machine, so that somebody can be asked for consent."""

from ipaddress import ip_address

from pathfinder.locales.catalogue import Message
from pathfinder.model_access import base_url_of
from pathfinder.protocols.text.urls import read
from pathfinder.run_config import RunConfig
from pathfinder.search_access import engines_wanted


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
