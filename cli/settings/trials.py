"""Tests of models (`adapters/models/trial.py`): kept in the user's own configuration, with their dates."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import typer

from pathfinder.adapters.models.anthropic.dialect import FULL, LOCAL
from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
from pathfinder.adapters.models.openai_compatible.registry import providers, reference
from pathfinder.adapters.models.settings import ANTHROPIC
from pathfinder.adapters.models.trial import FORMS, MOST_CALLS, QUESTIONS, ROOM, Tried, tried
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import money
from pathfinder.cli.settings.own_lines import add_own_lines, own_lines
from pathfinder.locales.catalogue import Message
from pathfinder.model_access import attempt_at, base_url_of, prices_of
from pathfinder.protocols.errors import AttemptFailed, PriceUnknown, ProviderFailed, StorageFailed
from pathfinder.run_config import RunConfig

if TYPE_CHECKING:
    from pathfinder.adapters.models.anthropic.dialect import Dialect

NAME = "models.jsonl"
"""One test a line; the last one of a model at an address counts."""
MOST_TOKENS = 1_000 * MOST_CALLS, ROOM * MOST_CALLS
"""Of a test, in and out; what a server does not understand is refused, and costs nothing."""


def saved_trials(environ: Mapping[str, str]) -> dict[tuple[str, str], Tried]:
    """All tests so far, by model and address. A line that cannot be read counts for nothing."""
    known = {}
    for row in own_lines(environ, NAME):
        try:
            found = Tried.model_validate_json(row)
        except ValueError:
            continue
        known[found.model, found.base_url] = found
    return known


def with_trials(config: RunConfig, budget_usd_micros: int | None = None) -> RunConfig:
    """What was asked for, with what tests have shown of its models.

    With a budget, a model of another provider that was never tested is tested now, and the user is told; not
    if that could cost more than the budget. ProviderFailed if it does not answer; PriceUnknown before
    anything is sent.
    """
    if config.without_model:
        return config
    known, servers = saved_trials(config.environ), dict(config.servers)
    for name in config.model_names:
        provider = reference(name).provider
        found = known.get((name, base_url_of(config, provider)))
        if found is None and budget_usd_micros is not None and provider != MESSAGES:
            worst = prices_of(config).worst_usd_micros(name, *MOST_TOKENS)
            found = _first_trial(config, name) if worst <= budget_usd_micros else None
        if found is not None:
            server = config.server(provider) if provider not in servers else servers[provider]
            shown = {**server.tested, name: found.dialect(_usual(config, provider))}
            servers[provider] = server._replace(tested=shown)
    return replace(config, servers=servers)


def _first_trial(config: RunConfig, name: str) -> Tried:
    told = say(Message("model-tested-first", model=name, count=len(QUESTIONS)))
    typer.echo(f"pathfinder: {told}", err=True)
    try:
        found = trial(config, name)
    except AttemptFailed as error:
        raise ProviderFailed(Message("model-test-failed", model=name, reason=error)) from None
    typer.echo(f"pathfinder: {say(summary(found))}", err=True)
    return found


def summary(found: Tried) -> str:
    """One sentence on a test."""
    seconds, spent = f"{found.seconds:.1f}", found.spent_usd_micros
    sums = {"model": found.model, "passed": len(found.passed), "all": len(QUESTIONS), "seconds": seconds}
    if not spent:
        return Message("model-tested", **sums)
    return Message("model-tested-paid", amount=money(spent), **sums)


def trial(config: RunConfig, name: str) -> Tried:
    """Test a model and keep the result; AttemptFailed or ProviderFailed if it does not answer."""
    provider = reference(name).provider
    usual, base_url = _usual(config, provider), base_url_of(config, provider)
    forms = tuple(form for form in FORMS if form != "json_object") if provider == MESSAGES else FORMS

    async def run() -> Tried:
        attempt = attempt_at(config, provider)
        try:
            return await tried(attempt, name, base_url, usual, forms, SystemClock())
        finally:
            await attempt.close()

    found = asyncio.run(run())
    try:
        price = prices_of(config).price(name, found.input_tokens)
    except PriceUnknown:
        pass
    else:
        spent = found.input_tokens * price.input + found.output_tokens * price.output
        found = found.model_copy(update={"spent_usd_micros": int(spent) + 1 if spent else 0})
    try:
        add_own_lines(config.environ, NAME, [found.model_dump_json()])
    except StorageFailed as error:
        typer.echo(f"pathfinder: {say(Message('model-test-not-kept', reason=error))}", err=True)
    return found


def _usual(config: RunConfig, provider: str) -> "Dialect":
    """What is sent to a provider whose models were not tested."""
    if provider != MESSAGES:
        return providers()[provider].dialect()
    return FULL if base_url_of(config, provider).rstrip("/") in ("", ANTHROPIC) else LOCAL
