"""With documents at hand, nothing leaves the machine unless the user agreed, once for a session."""

from collections.abc import Mapping
from ipaddress import ip_address

import typer

from pathfinder.locales.catalogue import Message
from pathfinder.cli.settings.engines import Asked, base_url_of, engines_wanted, without_model
from pathfinder.cli.settings.remembered import Remembered
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.urls import read
from pathfinder.reports.markdown.summary import Tongue

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


def consented(
    environ: Mapping[str, str], asked: Asked, chosen: Remembered, speak: Tongue | None
) -> Remembered:
    """What was chosen, with the user's leave; UserError where it is missing and nobody can be asked."""
    leaving = what_leaves(environ, asked)
    if chosen.docs is None or chosen.allow_remote or not leaving:
        return chosen
    if speak is None:
        told = " and ".join(one["en"] for one in leaving)
        raise UserError(
            Message("docs-need-consent", what=told)
        )
    what = _AND[speak].join(one[speak] for one in leaving)
    if not typer.confirm(_ASK[speak].format(what=what), default=False):
        raise UserError(Message("consent-denied"))
    return chosen.model_copy(update={"allow_remote": True})


def what_leaves(environ: Mapping[str, str], asked: Asked) -> list[dict[Tongue, str]]:
    """What of this run leaves the machine, in words."""
    leaving = []
    servers = () if without_model(environ, asked) else asked.providers
    if not all(_here(base_url_of(environ, provider)) for provider in servers):
        leaving.append(MODEL)
    if asked.docs is not None and engines_wanted(environ, asked) != ("local",):
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
