"""The first look at a server of the user's own, before a run begins: is it there, which models has it, and do
prompts fit? A provider at its own address is not asked; the first call finds out.

A call that is refused for good is a `CallRefused`: the first one ends the run, and so do three in a row
(`adapters/metering/model_call.py`).
"""

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import typer

from pathfinder.adapters.models.anthropic.sending import connect
from pathfinder.adapters.models.anthropic.servers import (
    ASK_SECONDS,
    Catalogue,
    Served,
    catalogue,
    is_own,
    shown,
    with_context,
)
from pathfinder.adapters.models.faults import MESSAGES as MESSAGES_SDK
from pathfinder.adapters.models.openai_compatible.attempt import connect as connect_chat
from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
from pathfinder.adapters.models.openai_compatible.registry import providers, reference
from pathfinder.adapters.models.settings import ANTHROPIC, PRESETS, Connection
from pathfinder.cli.screen.language import say
from pathfinder.cli.settings.trials import with_trials
from pathfinder.locales.catalogue import Message
from pathfinder.model_access import connection_of
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, ServerAbsent, ServerSilent, UserError
from pathfinder.run_config import RunConfig, Server

NEEDED_TOKENS = 32_768
"""The longest prompts come to 8,000 to 12,000 tokens, and the answer needs room beside them."""
_USUAL = frozenset(seat.model for seats in PRESETS.values() for seat in seats.values())


def contacted(config: RunConfig) -> RunConfig:
    """What was asked for, with what is known of each provider: its models, and how much they take.

    ProviderFailed if nobody is there; UserError if no model was named and the server has several of its own.
    """
    if config.without_model:
        return config
    for provider in config.providers:
        config = _contacted(config, provider)
    return with_trials(config)


def _contacted(config: RunConfig, provider: str) -> RunConfig:
    connection = connection_of(config, provider)
    own = ANTHROPIC if provider == MESSAGES else providers()[provider].base_url
    if connection.base_url.rstrip("/") == own and not is_own(own) and all(_names(config, provider)):
        return config
    found = _first_word(connection, config, provider)
    if isinstance(found.problem, ServerAbsent):
        raise ProviderFailed(Message("model-not-reached", reason=found.problem))
    if isinstance(found.problem, AttemptFailed) and found.problem.helps:
        told = say(
            Message(
                "server-lists-no-models",
                server=shown(connection.base_url),
                reason=found.problem,
                seconds=f"{connection.timeout_seconds:,.0f}",
            )
        )
        typer.echo(f"pathfinder: {told}", err=True)
    if provider == MESSAGES:
        config = _with_a_model(config, found, connection.base_url)
    else:
        _check_names(_names(config, provider), found, provider, connection.base_url)
    contexts = [model.context for model in _wanted(_names(config, provider), found) if model.context]
    least = min(contexts, default=0)
    if contexts and least < NEEDED_TOKENS:
        told = say(Message("model-context-small", tokens=least, needed=NEEDED_TOKENS))
        typer.echo(f"pathfinder: {told}", err=True)
    return replace(config, servers={**config.servers, provider: Server(least, found)})


def _first_word(connection: Connection, config: RunConfig, provider: str) -> Catalogue:
    """What a server has. One that takes the connection and answers nothing is waited for once."""
    found = asyncio.run(looked(connection, config, provider))
    if not isinstance(found.problem, ServerSilent):
        return found
    seconds = config.models.first_seconds
    told = say(Message("server-silent", server=shown(connection.base_url), seconds=f"{seconds:,.0f}"))
    typer.echo(f"pathfinder: {told}", err=True)
    found = asyncio.run(looked(connection, config, provider, seconds))
    if isinstance(found.problem, ServerSilent):
        raise ProviderFailed(
            Message("server-said-nothing", server=shown(connection.base_url), seconds=f"{seconds:,.0f}")
        )
    return found


async def looked(
    connection: Connection, config: RunConfig, provider: str, seconds: float = ASK_SECONDS
) -> Catalogue:
    """What a server has, and how much those of its models take that will be asked."""
    key, via = connection.key.get_secret_value(), MESSAGES_SDK
    client: Any
    if provider == MESSAGES:
        client = connect(connection)
    else:
        client, via = connect_chat(providers()[provider], connection), providers()[provider].via
    try:
        found = await catalogue(client, key, via, seconds)
        if not is_own(connection.base_url):
            return found
        wanted = _wanted(_names(config, provider), found) or found.models[:1]
        told = {
            model.name: await with_context(client, key, model, via) for model in wanted if not model.context
        }
        return found._replace(models=tuple(told.get(model.name, model) for model in found.models))
    finally:
        await client.close()


def _names(config: RunConfig, provider: str) -> list[str]:
    """The models of a provider that will be asked, by its own names for them."""
    known = map(reference, config.model_names)
    return [one.model for one in known if one.provider == provider]


def _check_names(names: Iterable[str], found: Catalogue, provider: str, base_url: str) -> None:
    """UserError for a model that a server of the user's own does not have. One with a single model takes any
    name, and others may have more models than they list.
    """
    for name in names:
        if not name:
            raise UserError(
                Message(
                    "which-model-of-provider",
                    server=shown(base_url),
                    models=found.named() or Message("server-no-list-of-models"),
                    provider=provider,
                )
            )
        if is_own(base_url) and len(found.models) > 1 and not _listed(name, found):
            raise UserError(
                Message("no-such-model", server=shown(base_url), model=name, models=found.named(name))
            )


def _with_a_model(config: RunConfig, found: Catalogue, base_url: str) -> RunConfig:
    """With the server's only model, where none was named and it does not have the usual ones."""
    names = {seat.model for seat in config.models.seats().values()}
    chosen = config.models.all is not None or not names <= _USUAL
    if not found.models or chosen or any(_listed(name, found) for name in names):
        return config
    if len(found.models) > 1:
        raise UserError(Message("which-model", server=shown(base_url), models=found.named()))
    [only] = found.models
    told = say(Message("server-has-one-model", server=shown(base_url), model=only.name))
    typer.echo(f"pathfinder: {told}", err=True)
    models = config.models.model_copy(update={"all": only.name})
    return replace(config, models=models)


def _listed(name: str, found: Catalogue) -> bool:
    """Under its own name, with a date behind it or a maker before it."""
    return any(name in model.name for model in found.models)


def _wanted(names: Iterable[str], found: Catalogue) -> list[Served]:
    """The models that will be asked; a server with one model gives it whatever it is called."""
    if len(found.models) == 1:
        return list(found.models)
    return [model for name in names if (model := found.get(name)) is not None]
