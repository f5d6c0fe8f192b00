"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

from ipaddress import ip_address

import typer

from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.model_access import base_url_of
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.urls import read
from pathfinder.reports.markdown.summary import Tongue
from pathfinder.run_config import RunConfig
from pathfinder.search_access import engines_wanted

MODEL: dict[Tongue, str] = {
    "en": "passages of your documents are sent to a model on another machine",
    "ko": "문서의 일부가 다른 컴퓨터의 모델로 전송됩니다",
}
SEARCH: dict[Tongue, str] = {
    "en": "queries are sent to search engines, without words that stand in your documents only",
    "ko": "검색어가 검색 엔진으로 전송됩니다 (문서에만 있는 낱말은 빼고)",
}
_ASK: dict[Tongue, str] = {"en": "Is it all right that {what}?", "ko": "계속하면 {what}. 괜찮습니까?"}
_AND: dict[Tongue, str] = {"en": ", and that ", "ko": ", 그리고 "}


def consented(config: RunConfig, saved: SavedFlags, speak: Tongue | None) -> SavedFlags:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(config)
    if saved.docs is None or saved.allow_remote or not leaving:
        return saved
    if speak is None:
        told = " and ".join(one["en"] for one in leaving)
        raise UserError(
            f"With --docs, {told}; agree with --allow-remote, or stay here with --engine local "
            "--model reading-list."
        )
    what = _AND[speak].join(one[speak] for one in leaving)
    if not typer.confirm(_ASK[speak].format(what=what), default=False):
        raise UserError("Nothing was sent; --engine local with --model reading-list stays on this machine.")
    return saved.model_copy(update={"allow_remote": True})


def what_leaves(config: RunConfig) -> list[dict[Tongue, str]]:
    """What of this run leaves the machine, in words."""
    leaving = []
    servers = () if config.without_model else config.providers
    if not all(_here(base_url_of(config, provider)) for provider in servers):
        leaving.append(MODEL)
    if config.docs is not None and engines_wanted(config) != ("local",):
        leaving.append(SEARCH)
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
