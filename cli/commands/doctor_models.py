"""`doctor` on models: key, endpoint, models, limits, prices, and a test of one; no key is shown."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from pathfinder.config import Config
from pathfinder.credentials import BASE_URL, KEY, TOKEN
from pathfinder.locales.catalogue import text_of
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, PriceUnknown, ProviderFailed, UserError
from pathfinder.protocols.text.sanitize import one_line

if TYPE_CHECKING:
    from pathfinder.adapters.models.anthropic.described import ModelSeen, ServerSeen
    from pathfinder.adapters.models.prices import Price, PriceTable
    from pathfinder.adapters.models.settings import Seat
    from pathfinder.run_config import RunConfig

State = Literal["ok", "note", "fault"]


class Row(NamedTuple):
    """One thing that was found."""

    name: str
    state: State
    detail: str
    exit_code: int = 1
    """For a fault: 5 where key or provider are to blame, 2 where the settings are."""


def model_rows(environ: Mapping[str, str], config: Config) -> Iterator[Row]:
    """What the models that would be asked are, as their servers tell; nothing is paid for this."""
    from pathfinder.adapters.models.openai_compatible.registry import ANTHROPIC as MESSAGES
    from pathfinder.adapters.models.openai_compatible.registry import dated
    from pathfinder.model_access import prices_of
    from pathfinder.run_config import RunConfig

    run = RunConfig.from_settings(config, environ=environ)
    for provider in run.providers:
        rows = _messages_rows if provider == MESSAGES else _chat_rows
        yield from rows(run, provider)
    day = prices_of(run).dated if MESSAGES in run.providers else dated()
    yield Row("prices", "ok", f"dollars per million tokens, as of {day}{_own(config)}")
    yield from _prompts(config)


def _chat_rows(run: "RunConfig", name: str) -> Iterator[Row]:
    """A provider of the registry."""
    from pathfinder.adapters.models.anthropic.described import ServerSeen
    from pathfinder.adapters.models.anthropic.servers import shown
    from pathfinder.adapters.models.openai_compatible.registry import providers, reference
    from pathfinder.cli.settings.contact import looked
    from pathfinder.cli.settings.trials import kept
    from pathfinder.model_access import connection_of, prices_of

    provider = providers()[name]
    try:
        connection = connection_of(run, name).model_copy(update={"timeout_seconds": 10.0})
        found = asyncio.run(looked(connection, run, name))
    except (KeyRefused, UserError) as error:
        yield Row("key", "fault", text_of(error), error.exit_code)
        return
    if run.environ.get(provider.key_env, "").strip():
        yield Row("key", "ok", f"{provider.key_env} is set")
    else:
        yield Row("key", "note", f"no {provider.key_env}; a server of your own may need none")
    yield _endpoint(shown(connection.base_url), ServerSeen(error=found.problem))
    seats, prices, tests = run.models.seats(), prices_of(run), kept(run.environ)
    for model in run.model_names:
        known = reference(model)
        if known.provider != name:
            continue
        served, tested = found.get(known.model), tests.get((model, connection.base_url))
        said = [_seats({role: seat for role, seat in seats.items() if seat.model == model})]
        if served is None:
            said.append("not in the server's list" if found.models else "the server lists no models")
        elif served.context:
            said.append(f"{served.context:,} tokens, question and answer together")
        said.append(f"tested on {tested.dated}" if tested else "not tested yet")
        yield _priced(model, said, "ok" if tested else "note", prices)


def _messages_rows(run: "RunConfig", name: str) -> Iterator[Row]:
    """Anthropic, or the server that stands in for it."""
    from pathfinder.adapters.models.anthropic.described import described
    from pathfinder.adapters.models.anthropic.servers import shown
    from pathfinder.adapters.models.openai_compatible.registry import reference
    from pathfinder.model_access import connection_of, prices_of

    try:
        connection = connection_of(run).model_copy(update={"timeout_seconds": 10.0})
    except KeyRefused as error:
        yield Row("key", "fault", text_of(error), 5)
        return
    own = bool(run.environ.get(BASE_URL, "").strip())
    order = (TOKEN, KEY) if own else (KEY, TOKEN)
    held = next((variable for variable in order if run.environ.get(variable, "").strip()), None)
    if held is not None:
        yield Row("key", "ok", f"{held} is set")
    else:
        yield Row("key", "note", f"no {KEY}; a server of your own may need none")
    seats, prices = run.models.seats(), prices_of(run)
    models = dict.fromkeys(seat.model for seat in seats.values() if reference(seat.model).provider == name)
    try:
        seen = asyncio.run(described(connection, models))
    except KeyRefused as error:
        yield Row("key", "fault", text_of(error), 5)
        return
    yield _endpoint(shown(connection.base_url), seen)
    for found in seen.models:
        taken = {role: seat for role, seat in seats.items() if seat.model == found.name}
        yield _model(found, taken, prices, own=own)
    if seen.listed.models:
        yield Row(
            "models", "note", f"the server has {seen.listed.named()}; --model chooses one for all roles"
        )
    if seen.error is None:
        yield _limits(seen)


def trial_rows(environ: Mapping[str, str], config: Config, model: str) -> Iterator[Row]:
    """What five small calls show of a model: they are paid for, and the result is kept."""
    from pathfinder.adapters.models.trial import QUESTIONS
    from pathfinder.cli.screen.output import money
    from pathfinder.cli.settings.forecast import Prices, usual_usd_micros
    from pathfinder.cli.settings.trials import trial
    from pathfinder.model_access import prices_of
    from pathfinder.run_config import RunConfig

    run = RunConfig.from_settings(config, environ=environ)
    try:
        found = trial(run, model)
    except (AttemptFailed, ProviderFailed) as error:
        yield Row("test", "fault", f"{model}: {one_line(text_of(error), 200)}", 5)
        return
    for question in QUESTIONS:
        passed = question.check in found.passed
        yield Row("test", "ok" if passed else "note", f"{question.check}: {'passed' if passed else 'failed'}")
    forms = {"json_schema": "with a schema", "json_object": "in JSON mode", "none": "in words"}
    said = f"answers are asked for {forms[found.form]}"
    if found.told and found.form == "json_schema":
        said += ", and the prompt repeats the schema"
    yield Row("dialect", "ok", f"{said}; kept, dated {found.dated}")
    yield Row(
        "speed",
        "ok",
        f"{found.tokens_per_second:,.0f} tokens a second in the long answer; {found.seconds:.1f} s in all",
    )
    used = f"{found.input_tokens:,} tokens in, {found.output_tokens:,} out"
    try:
        prices = Prices(prices_of(run), config.models.seats())
        question_usd = f"; a question about {money(usual_usd_micros(prices))} (estimated)"
    except PriceUnknown:
        yield Row("cost", "note", f"{used}; no price known: give --price {model}=INPUT,OUTPUT")
        return
    spent = f"this test {money(found.spent_usd_micros or 0)}"
    yield Row("cost", "ok", f"{used}: {spent}{'' if prices.free else question_usd}")


def _endpoint(base_url: str, seen: "ServerSeen") -> Row:
    if seen.error is None:
        return Row("endpoint", "ok", f"{base_url} answers")
    return Row("endpoint", "fault", f"{base_url}: {one_line(str(seen.error), 200)}", 5)


def _model(found: "ModelSeen", seats: "Mapping[str, Seat]", prices: "PriceTable", *, own: bool) -> Row:
    said = [_seats(seats)]
    state: State = "ok"
    if found.problem:
        state = "note" if own else "fault"
        if found.most_input:
            said.append(f"{found.most_input:,} tokens, question and answer together")
        said.append(
            f"{found.problem}; it is asked for JSON in words, without cache and server tools"
            if own
            else found.problem
        )
    else:
        if found.lifecycle != "active":
            state = "fault" if found.lifecycle == "retired" else "note"
        until = f" until {found.retires}" if found.retires else ""
        said.append(f"{found.lifecycle}{until}")
        said.append(", ".join(found.can))
        if found.cannot:
            said.append(f"no {', no '.join(found.cannot)}")
        if found.most_input:
            said.append(f"{found.most_input:,} in, {found.most_output:,} out")
    return _priced(found.name, said, state, prices)


def _priced(name: str, said: list[str], state: State, prices: "PriceTable") -> Row:
    try:
        said = [*said, _price(prices.tiers(name))]
    except PriceUnknown:
        state = "note" if state == "ok" else state
        said = [*said, f"no price known: give --price {name}=INPUT,OUTPUT"]
    return Row("model", state, f"{name}: {'; '.join(part for part in said if part)}")


def _price(tiers: "tuple[Price, ...]") -> str:
    first, *dearer = tiers
    if first.input == first.output == 0:
        return "costs nothing"
    more = [f", over {tier.over_tokens:,} ${tier.input:g} in, ${tier.output:g} out" for tier in dearer]
    return f"${first.input:g} in, ${first.output:g} out, ${first.cache_read:g} cached{''.join(more)}"


def _seats(seats: "Mapping[str, Seat]") -> str:
    """Which roles it answers for, how hard it thinks and in how many tokens; like ones together."""
    alike: dict[str, list[str]] = {}
    for role, seat in seats.items():
        alike.setdefault(f"{seat.effort or 'no effort'} {seat.max_tokens:,}", []).append(role)
    return "; ".join(f"{', '.join(roles)} {how}" for how, roles in alike.items())


def _limits(seen: "ServerSeen") -> Row:
    if not seen.limits:
        return Row("limits", "ok", "told with the first answer, and kept from then on")
    told = ", ".join(f"{int(limit):,} {kind}" for kind, limit in seen.limits.items())
    return Row("limits", "ok", f"{told} a minute")


def _own(config: Config) -> str:
    own = config.models.prices
    return f"; yours for {', '.join(own)}" if own else ""


def _prompts(config: Config) -> Iterator[Row]:
    """Only where the user has prompts of their own."""
    from pathfinder.model_access import seat_settings
    from pathfinder.run_config import RunConfig

    if not config.prompts:
        return
    try:
        settings = seat_settings(RunConfig.from_settings(config))
    except UserError as error:
        yield Row("prompts", "fault", text_of(error), 2)
        return
    yield Row("prompts", "ok", f"{config.prompts}: {', '.join(settings.reworded) or 'all as ours'}")
