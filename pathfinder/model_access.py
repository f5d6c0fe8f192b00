"""How models are reached: connections, adapters, prices and prompts, as a `RunConfig` says."""

import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from pathfinder.adapters.models.anthropic.servers import is_own
from pathfinder.adapters.models.attempt import ClaudeAttempt, ModelAttempt
from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers, reference
from pathfinder.adapters.models.prices import PriceTable, listed_prices
from pathfinder.adapters.models.seats import SeatedAttempt
from pathfinder.adapters.models.settings import ANTHROPIC, ClaudeSettings, Connection
from pathfinder.config import MOST_PRICE_USD
from pathfinder.credentials import BASE_URL, credentials, provider_credentials
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.run_config import RunConfig

_PRICE = re.compile(r"(.+)=(\d+(?:\.\d+)?),(\d+(?:\.\d+)?)")


def base_url_of(config: RunConfig, provider: str) -> str:
    """The address of a provider; of Anthropic only where the user has set another one."""
    known = providers().get(provider)
    if known is None:
        return config.environ.get(BASE_URL, "").strip()
    return config.environ.get(known.url_env, "").strip() or known.base_url


def connection_of(config: RunConfig, provider: str = MESSAGES) -> Connection:
    """How a provider is reached; KeyRefused in one sentence if nothing says how."""
    other = providers().get(provider)
    known = credentials(config.environ) if other is None else provider_credentials(config.environ, other)
    models = config.models
    return Connection(
        key=SecretStr(known.key),
        base_url=known.base_url or ANTHROPIC,
        provider="claude" if other is None else provider,
        connect_seconds=models.connect_seconds,
        timeout_seconds=models.silence_seconds,
        total_seconds=models.answer_seconds,
        calls_at_once=models.calls_at_once,
        context_tokens=config.server(provider).context_tokens,
    )


def attempt_at(config: RunConfig, provider: str, settings: ClaudeSettings | None = None) -> ModelAttempt[Any]:
    """The adapter for a provider; KeyRefused in one sentence if nothing says how it is reached."""
    connection, server = connection_of(config, provider), config.server(provider)
    settings, prices = settings or ClaudeSettings(), prices_of(config)
    if provider == MESSAGES:
        return ClaudeAttempt(connection, settings, prices, models=server.models, tested=server.tested)
    return ChatAttempt(
        providers()[provider], connection, settings, prices, models=server.models, tested=server.tested
    )


def model_attempt(config: RunConfig) -> ModelAttempt[Any] | SeatedAttempt:
    """Who answers: one provider, or for each call that of its seat."""
    settings = seat_settings(config)
    names = sorted({reference(seat.model).provider for seat in settings.seats.values()})
    known = {name: attempt_at(config, name, settings) for name in names}
    if len(known) == 1:
        return next(iter(known.values()))
    return SeatedAttempt(known, lambda ask: reference(settings.seat(ask).model).provider)


def seat_settings(config: RunConfig) -> ClaudeSettings:
    """Who answers which call, and in which words it is asked; UserError if the user's own cannot be used."""
    settings = ClaudeSettings(seats=config.seats)
    if not config.prompts:
        return settings
    try:
        return settings.worded_by(Path(config.prompts))
    except ValueError as error:
        raise UserError(Message("prompts-unusable", folder=config.prompts, reason=error)) from error


def prices_of(config: RunConfig) -> PriceTable:
    """The listed prices with the user's over them. On a server of the user's own a model without a price
    costs nothing; one with a price does: what stands there may pass calls on to the provider.
    """
    table = listed_prices()
    table = table.model_copy(update={"model": (*table.model, *registry_prices())})
    for name in config.model_names:
        if is_own(base_url_of(config, reference(name).provider)):
            table = table.with_free(name)
    for name, own in config.models.prices.items():
        table = table.with_price(name, own.input, own.output)
    for price in config.prices:
        known = _PRICE.fullmatch(price)
        if known is None:
            raise UserError(Message("price-malformed", price=price))
        into, out = Decimal(known[2]), Decimal(known[3])
        if max(into, out) > MOST_PRICE_USD:
            raise UserError(Message("price-too-high", model=known[1], most=MOST_PRICE_USD))
        table = table.with_price(known[1], into, out)
    return table
