"""What a call can cost at most, and what it did cost. USD per million tokens is micro-USD per token."""

import tomllib
from datetime import date
from decimal import ROUND_CEILING, Decimal
from functools import cache
from importlib.resources import files

from pydantic import Field

from pathfinder.adapters.models.received import WireUsage
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import PriceUnknown
from pathfinder.protocols.frozen import Frozen

_MICROS = Decimal(1_000_000)


class Price(Frozen):
    """USD per million tokens of each kind, for prompts over a number of tokens."""

    names: tuple[str, ...]
    over_tokens: int = Field(default=0, ge=0)
    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cache_write: Decimal = Field(ge=0)
    cache_write_1h: Decimal = Field(ge=0)
    cache_read: Decimal = Field(ge=0)


class PriceTable(Frozen):
    """Prices on a day. A model that is not in it has no price, which is not the same as costing nothing."""

    dated: date
    us_only_factor: Decimal = Field(ge=1)
    search: Decimal = Field(ge=0)
    model: tuple[Price, ...]
    free: bool = False
    """Nothing costs anything."""

    def with_free(self, name: str) -> "PriceTable":
        """The table with a model of the user's own server, which costs nothing unless it has a price."""
        listed = any(name in price.names for price in self.model)
        return self if listed else self.with_price(name, Decimal(0), Decimal(0))

    def with_price(self, name: str, input_usd: Decimal, output_usd: Decimal) -> "PriceTable":
        """The table with the user's own price for a model, which replaces all it says of it."""
        own = Price(
            names=(name,),
            input=input_usd,
            output=output_usd,
            cache_write=input_usd * Decimal("1.25"),
            cache_write_1h=input_usd * 2,
            cache_read=input_usd,
        )
        others = tuple(price for price in self.model if name not in price.names)
        shared = tuple(
            price.model_copy(update={"names": tuple(other for other in price.names if other != name)})
            for price in self.model
            if name in price.names and len(price.names) > 1
        )
        return self.model_copy(update={"model": (*others, *shared, own)})

    def halved(self) -> "PriceTable":
        """The table for what waits for a batch: all tokens at half their price, searches at theirs."""
        kinds = ("input", "output", "cache_write", "cache_write_1h", "cache_read")
        half = tuple(
            price.model_copy(update={kind: getattr(price, kind) / 2 for kind in kinds})
            for price in self.model
        )
        return self.model_copy(update={"model": half})

    def price(self, name: str, prompt_tokens: int) -> Price:
        """The dearest tier a prompt of at most so many tokens can reach; PriceUnknown if there is none."""
        first, *higher = self.tiers(name)
        reached = [price for price in higher if price.over_tokens < prompt_tokens]
        return reached[-1] if reached else first

    def tiers(self, name: str) -> tuple[Price, ...]:
        """All prices of a model, the one for short prompts first; PriceUnknown if there is none."""
        known = [price for price in self.model if name in price.names]
        if not known:
            raise PriceUnknown(Message("price-unknown", model=name))
        return tuple(sorted(known, key=lambda price: price.over_tokens))

    def worst_usd_micros(self, name: str, prompt_tokens: int, output_tokens: int) -> int:
        """The most that a prompt of at most so many tokens and an answer of at most so many can cost."""
        if self.free:
            return 0
        price = self.price(name, prompt_tokens)
        dearest = max(price.input, price.cache_write, price.cache_read)
        return _rounded((prompt_tokens * dearest + output_tokens * price.output) * self.us_only_factor)

    def output_usd_micros_per_million(self, name: str, prompt_tokens: int) -> int:
        """The most that a million tokens of an answer cost, after a prompt of at most so many tokens."""
        if self.free:
            return 0
        return _rounded(self.price(name, prompt_tokens).output * self.us_only_factor * _MICROS)

    def spent_usd_micros(self, name: str, usage: WireUsage) -> int:
        """What a call cost, by all the kinds of tokens it used. Never less than the provider charges."""
        if self.free:
            return 0
        price = self.price(name, usage.prompt_tokens)
        long_lived = min(usage.cache_creation.ephemeral_1h_input_tokens, usage.cache_creation_input_tokens)
        tokens = (
            usage.input_tokens * price.input
            + (usage.cache_creation_input_tokens - long_lived) * price.cache_write
            + long_lived * price.cache_write_1h
            + usage.cache_read_input_tokens * price.cache_read
            + usage.output_tokens * price.output
        )
        factor = self.us_only_factor if usage.inference_geo == "us" else Decimal(1)
        searches = usage.server_tool_use.web_search_requests * self.search * _MICROS
        return _rounded(tokens * factor + searches)


def _rounded(micros: Decimal) -> int:
    return int(micros.to_integral_value(ROUND_CEILING))


@cache
def listed_prices() -> PriceTable:
    """The table that ships with the product."""
    text = files(__package__).joinpath("prices.toml").read_text(encoding="utf-8")
    return PriceTable.model_validate(tomllib.loads(text, parse_float=Decimal))
