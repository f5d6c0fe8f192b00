"""The first look at a server other than the provider's, before a run begins: is it there, which models has it
got, and do prompts fit? The provider itself is not asked; the first call finds out.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import typer

from pathfinder.adapters.claude.sending import connect
from pathfinder.adapters.claude.servers import Catalogue, Served, catalogue, is_own, shown, with_context
from pathfinder.adapters.claude.settings import ANTHROPIC, DEFAULT_SEATS, Connection
from pathfinder.cli.engines import Asked, connection_of, without_model
from pathfinder.cli.speaking import say
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, ServerAbsent, UserError

NEEDED_TOKENS = 16_384
"""The longest prompts come to 8,000 to 12,000 tokens, and the answer needs room beside them."""
_USUAL = frozenset(seat.model for seat in DEFAULT_SEATS.values())


def met(environ: Mapping[str, str], asked: Asked) -> Asked:
    """What was asked for, with the model and its context as the server has them.

    ProviderFailed if nobody is there; UserError if no model was named and the server has several of its own.
    """
    if without_model(environ, asked):
        return asked
    connection = connection_of(environ, asked)
    if connection.base_url.rstrip("/") == ANTHROPIC:
        return asked
    found = asyncio.run(_looked(connection, asked))
    if isinstance(found.problem, ServerAbsent):
        raise ProviderFailed(f"No model was reached: {found.problem}; nothing was asked yet.")
    if isinstance(found.problem, AttemptFailed) and found.problem.helps:
        told = say(
            f"{shown(connection.base_url)} did not list its models ({found.problem}); each call waits up to "
            f"{connection.timeout_seconds:,.0f} s for it (models.silence_seconds)."
        )
        typer.echo(f"pathfinder: {told}", err=True)
    asked = replace(_with_a_model(asked, found, connection.base_url), models=found)
    contexts = [model.context for model in _wanted(asked, found) if model.context]
    if not contexts:
        return asked
    least = min(contexts)
    if least < NEEDED_TOKENS:
        told = say(
            f"The model takes {least:,} tokens at once, and prompts need up to {NEEDED_TOKENS:,}: longer "
            "pages are read in parts, and some calls will fail; give it more (docs/models.md says how)."
        )
        typer.echo(f"pathfinder: {told}", err=True)
    return replace(asked, context_tokens=least)


async def _looked(connection: Connection, asked: Asked) -> Catalogue:
    client, key = connect(connection), connection.key.get_secret_value()
    try:
        found = await catalogue(client, key)
        if not is_own(connection.base_url):
            return found
        wanted = _wanted(asked, found) or found.models[:1]
        told = {model.name: await with_context(client, key, model) for model in wanted if not model.context}
        return found._replace(models=tuple(told.get(model.name, model) for model in found.models))
    finally:
        await client.close()


def _with_a_model(asked: Asked, found: Catalogue, base_url: str) -> Asked:
    """With the server's only model, where none was named and it does not have the usual ones."""
    names = {seat.model for seat in asked.config.models.seats().values()}
    if not found.models or names != _USUAL or any(_listed(name, found) for name in names):
        return asked
    if len(found.models) > 1:
        raise UserError(f"Which model? {shown(base_url)} has {found.named()}; choose one with --model.")
    [only] = found.models
    told = say(f"{shown(base_url)} has one model, {only.name}; it is asked for everything.")
    typer.echo(f"pathfinder: {told}", err=True)
    models = asked.config.models.model_copy(update={"all": only.name})
    return replace(asked, config=asked.config.model_copy(update={"models": models}))


def _listed(name: str, found: Catalogue) -> bool:
    """Under its own name, with a date behind it or a maker before it."""
    return any(name in model.name for model in found.models)


def _wanted(asked: Asked, found: Catalogue) -> list[Served]:
    """The models that will be asked; a server with one model gives it whatever it is called."""
    if len(found.models) == 1:
        return list(found.models)
    names = {seat.model for seat in asked.config.models.seats().values()}
    return [model for name in sorted(names) if (model := found.get(name)) is not None]
