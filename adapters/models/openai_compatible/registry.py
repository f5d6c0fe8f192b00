"""The providers that speak the Chat Completions API, from `providers.toml`."""

import tomllib
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Literal, NamedTuple

from pydantic import Field

from pathfinder.adapters.models.anthropic.dialect import Dialect
from pathfinder.adapters.models.faults import Via
from pathfinder.adapters.models.prices import Price
from pathfinder.protocols.frozen import Frozen

ANTHROPIC = "anthropic"
"""The provider of a model that is named without one. It is reached through the Messages API."""
Format = Literal["json_schema", "json_object", "none"]


class ListedPrice(Frozen):
    """USD per million tokens; what is not said of the cache costs as much as other input."""

    names: tuple[str, ...]
    over_tokens: int = Field(default=0, ge=0)
    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cache_read: Decimal | None = None
    cache_write: Decimal | None = None

    def price(self, provider: str) -> Price:
        """Under the names that seats have."""
        write = self.input if self.cache_write is None else self.cache_write
        return Price(
            names=tuple(f"{provider}:{name}" for name in self.names),
            over_tokens=self.over_tokens,
            input=self.input,
            output=self.output,
            cache_write=write,
            cache_write_1h=write,
            cache_read=self.input if self.cache_read is None else self.cache_read,
        )


class Provider(Frozen):
    """One server, or one kind of server."""

    name: str = ""
    base_url: str
    key: Literal["needed", "optional"] = "needed"
    models: tuple[str, ...] = ()
    format: Format = "json_schema"
    enforced: bool = False
    room: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    effort: bool = False
    cache: bool = False
    usage: bool = True
    batches: bool = False
    price: tuple[ListedPrice, ...] = ()

    @property
    def key_env(self) -> str:
        """The variable with the key."""
        return f"{self._prefix}_API_KEY"

    @property
    def url_env(self) -> str:
        """The variable with another address."""
        return f"{self._prefix}_BASE_URL"

    @property
    def via(self) -> Via:
        """How it is called."""
        return Via("openai", "OpenAIError", self.key_env, self.url_env, token_name="")

    def dialect(self, taken: Format | None = None) -> Dialect:
        """What a request to it has in it: as much as it takes, or as much as a test has shown."""
        form = taken or self.format
        return Dialect(
            schema=form == "json_schema",
            effort=self.effort,
            cache=self.cache,
            told=form != "json_schema" or not (self.enforced or taken is not None),
            object=form == "json_object",
        )

    @property
    def _prefix(self) -> str:
        return self.name.replace(".", "_").upper()


class _Registry(Frozen):
    dated: date
    provider: dict[str, Provider]


@cache
def _registry() -> _Registry:
    text = files(__package__).joinpath("providers.toml").read_text(encoding="utf-8")
    return _Registry.model_validate(tomllib.loads(text, parse_float=Decimal))


@cache
def providers() -> Mapping[str, Provider]:
    """All of them, by their names."""
    known = _registry().provider
    return MappingProxyType({name: one.model_copy(update={"name": name}) for name, one in known.items()})


def dated() -> date:
    """When the prices were read."""
    return _registry().dated


class Reference(NamedTuple):
    """A model by its provider and by the name that the provider has for it."""

    provider: str
    model: str


def reference(name: str) -> Reference:
    """`ollama:qwen3:8b` is a model of Ollama. A name without a provider of the registry before it is a model
    of Anthropic, or of the server at ANTHROPIC_BASE_URL.
    """
    provider, colon, model = name.partition(":")
    return Reference(provider, model) if colon and provider in providers() else Reference(ANTHROPIC, name)


def listed_prices() -> tuple[Price, ...]:
    """The prices of all models that have one here."""
    return tuple(one.price(name) for name, provider in providers().items() for one in provider.price)
