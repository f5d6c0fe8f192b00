"""Keys and addresses of model providers, as the environment has them. A key is never shown."""

from collections.abc import Mapping
from dataclasses import dataclass

from pathfinder.adapters.models.openai_compatible.registry import Provider, providers
from pathfinder.config import Config
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import KeyRefused, UserError

KEY, TOKEN, BASE_URL = "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL"


@dataclass(frozen=True)
class Credentials:
    """How a Messages API is reached. The key is never shown."""

    key: str
    base_url: str | None

    def __repr__(self) -> str:
        return f"Credentials(key=[secret], base_url={self.base_url!r})"


def credentials(environ: Mapping[str, str]) -> Credentials:
    """The key and the address; KeyRefused in one sentence if there is no key.

    A server of one's own takes any key, so with an address alone a stand-in for one is sent.
    """
    known, base_url = key(environ), environ.get(BASE_URL, "").strip() or None
    if not known and base_url is None:
        raise KeyRefused(Message("no-key", variable=KEY, address_variable=BASE_URL))
    return Credentials(known or "no-key", base_url)


def provider_credentials(environ: Mapping[str, str], provider: Provider) -> Credentials:
    """The key and the address of a provider of the registry; KeyRefused or UserError if one is missing.

    A server of one's own takes any key, so where none is needed a stand-in for one is sent.
    """
    given = environ.get(provider.url_env, "").strip()
    base_url = given or provider.base_url
    if not base_url:
        raise UserError(Message("server-address-missing", variable=provider.url_env))
    known = environ.get(provider.key_env, "").strip()
    if not known and provider.key == "needed" and not given:
        raise KeyRefused(Message("no-key-for-provider", provider=provider.name, variable=provider.key_env))
    return Credentials(known or "no-key", base_url)


def key(environ: Mapping[str, str]) -> str:
    """The credential for the server; empty if there is none.

    With an address of its own the token comes first: it is the key to that server, and the API key that may
    be set beside it is somebody else's.
    """
    order = (TOKEN, KEY) if environ.get(BASE_URL, "").strip() else (KEY, TOKEN)
    return next((value for name in order if (value := environ.get(name, "").strip())), "")


def is_reachable(environ: Mapping[str, str]) -> bool:
    """Whether anything says that there is a model."""
    return any(environ.get(name, "").strip() for name in (KEY, TOKEN, BASE_URL))


def secrets(environ: Mapping[str, str], config: Config) -> tuple[str, ...]:
    """Every key that is in reach, so that none is ever written to a log."""
    papers = config.academic
    keyed = (config.search.exa, papers.semantic_scholar, papers.pubmed, papers.openalex)
    models = (provider.key_env for provider in providers().values())
    names = (KEY, TOKEN, *models, *(engine.api_key_env for engine in keyed))
    return tuple(value for name in names if (value := environ.get(name, "").strip()))
