"""`doctor` on models: key, endpoint, models, limits, prices, and a test of one; no key is shown."""

import asyncio
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from pathfinder.config import Config
from pathfinder.credentials import BASE_URL, KEY, TOKEN
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, PriceUnknown, ProviderFailed, UserError
from pathfinder.protocols.text.sanitize import one_line

if TYPE_CHECKING:
    from pathfinder.adapters.models.anthropic.described import ModelSeen, ServerSeen
    from pathfinder.adapters.models.prices import Price, PriceTable
    from pathfinder.adapters.models.settings import Seat
    from pathfinder.run_config import RunConfig

State = Literal["ok", "note", "fault"]
LONGEST_ERROR = 200
"""Characters of an error that a server sent."""
LIFE = {"active": "doctor-active", "deprecated": "doctor-deprecated", "retired": "doctor-retired"}
"""What a provider calls the state of a model, and the message that says so."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. A fault keeps Pathfinder from working; a note is worth knowing."""

    name: str
    state: State
    detail: str
    exit_code: int = 1
    """For a fault: 5 where key or provider are to blame, 2 where the settings are."""


def model_rows(environ: Mapping[str, str], config: Config) -> Iterator[Check]:
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
    priced, own = Message("doctor-prices", day=day), config.models.prices
    said = Message("doctor-own-prices", prices=priced, models=", ".join(own)) if own else priced
    yield Check("prices", "ok", said)
    yield from _prompts(config)


def _chat_rows(run: "RunConfig", name: str) -> Iterator[Check]:
    """A provider of the registry."""
    from pathfinder.adapters.models.anthropic.described import ServerSeen
    from pathfinder.adapters.models.anthropic.servers import shown
    from pathfinder.adapters.models.openai_compatible.registry import providers, reference
    from pathfinder.cli.settings.contact import looked
    from pathfinder.cli.settings.trials import saved_trials
    from pathfinder.model_access import connection_of, prices_of

    provider = providers()[name]
    try:
        connection = connection_of(run, name).model_copy(update={"timeout_seconds": 10.0})
        found = asyncio.run(looked(connection, run, name))
    except (KeyRefused, UserError) as error:
        yield Check("key", "fault", text_of(error), error.exit_code)
        return
    yield _key(provider.key_env, is_set=bool(run.environ.get(provider.key_env, "").strip()))
    yield _endpoint(shown(connection.base_url), ServerSeen(error=found.problem))
    seats, prices, tests = run.models.seats(), prices_of(run), saved_trials(run.environ)
    for model in run.model_names:
        known = reference(model)
        if known.provider != name:
            continue
        served, tested = found.get(known.model), tests.get((model, connection.base_url))
        said = [_seats({role: seat for role, seat in seats.items() if seat.model == model})]
        if served is None:
            said.append(Message("doctor-not-listed" if found.models else "doctor-lists-none"))
        elif served.context:
            said.append(Message("doctor-context", tokens=f"{served.context:,}"))
        said.append(Message("doctor-tested", day=tested.dated) if tested else Message("doctor-not-tested"))
        yield _priced(model, said, "ok" if tested else "note", prices)


def _messages_rows(run: "RunConfig", name: str) -> Iterator[Check]:
    """Anthropic, or the server that stands in for it."""
    from pathfinder.adapters.models.anthropic.described import described
    from pathfinder.adapters.models.anthropic.servers import shown
    from pathfinder.adapters.models.openai_compatible.registry import reference
    from pathfinder.model_access import connection_of, prices_of

    try:
        connection = connection_of(run).model_copy(update={"timeout_seconds": 10.0})
    except KeyRefused as error:
        yield Check("key", "fault", text_of(error), 5)
        return
    own = bool(run.environ.get(BASE_URL, "").strip())
    order = (TOKEN, KEY) if own else (KEY, TOKEN)
    held = next((variable for variable in order if run.environ.get(variable, "").strip()), None)
    yield _key(held or KEY, is_set=held is not None)
    seats, prices = run.models.seats(), prices_of(run)
    models = dict.fromkeys(seat.model for seat in seats.values() if reference(seat.model).provider == name)
    try:
        seen = asyncio.run(described(connection, models))
    except KeyRefused as error:
        yield Check("key", "fault", text_of(error), 5)
        return
    yield _endpoint(shown(connection.base_url), seen)
    for found in seen.models:
        taken = {role: seat for role, seat in seats.items() if seat.model == found.name}
        yield _model(found, taken, prices, own=own)
    if seen.listed.models:
        yield Check("models", "note", Message("doctor-server-has", models=seen.listed.named()))
    if seen.error is None:
        yield _limits(seen)


def trial_rows(environ: Mapping[str, str], config: Config, model: str) -> Iterator[Check]:
    """What five small calls show of a model: they are paid for, and the result is kept."""
    from pathfinder.adapters.models.trial import QUESTIONS, ROOM
    from pathfinder.cli.screen.output import money
    from pathfinder.cli.settings.forecast import Prices, usual_usd_micros
    from pathfinder.cli.settings.trials import trial
    from pathfinder.model_access import prices_of
    from pathfinder.run_config import RunConfig

    run = RunConfig.from_settings(config, environ=environ)
    try:
        found = trial(run, model)
    except (AttemptFailed, ProviderFailed) as error:
        yield Check("test", "fault", Message("list-colon", first=model, second=_shortened(error)), 5)
        return
    for question in QUESTIONS:
        passed = question.check in found.passed
        what = Message(f"doctor-test-{question.check.casefold().replace(' ', '-')}")
        said = Message("doctor-passed" if passed else "doctor-failed", what=what)
        if question.check in found.cut:
            said = Message("doctor-cut", what=what, tokens=ROOM)
        yield Check("test", "ok" if passed else "note", said)
    form = Message(f"doctor-form-{found.form.replace('_', '-')}")
    repeated = found.told and found.form == "json_schema"
    said = Message("doctor-dialect-repeated" if repeated else "doctor-dialect", form=form, day=found.dated)
    yield Check("dialect", "ok", said)
    speed, took = f"{found.tokens_per_second:,.0f}", f"{found.seconds:.1f}"
    yield Check("speed", "ok", Message("doctor-speed", tokens=speed, seconds=took))
    used = Message("doctor-used", input=f"{found.input_tokens:,}", output=f"{found.output_tokens:,}")
    spent = Message("doctor-test-cost", used=used, cost=money(found.spent_usd_micros or 0))
    try:
        prices = Prices(prices_of(run), config.models.seats())
        question_usd = money(usual_usd_micros(prices))
    except PriceUnknown:
        yield Check("cost", "note", joined("list-then", [used, Message("doctor-price-unknown", model=model)]))
        return
    estimated = Message("doctor-question-cost", spent=spent, cost=question_usd)
    yield Check("cost", "ok", spent if prices.free else estimated)


def _key(variable: str, *, is_set: bool) -> Check:
    if is_set:
        return Check("key", "ok", Message("doctor-key-set", variable=variable))
    return Check("key", "note", Message("doctor-key-not-set", variable=variable))


def _endpoint(base_url: str, seen: "ServerSeen") -> Check:
    if seen.error is None:
        return Check("endpoint", "ok", Message("doctor-answers", address=base_url))
    said = Message("list-colon", first=base_url, second=_shortened(seen.error))
    return Check("endpoint", "fault", said, 5)


def _model(found: "ModelSeen", seats: "Mapping[str, Seat]", prices: "PriceTable", *, own: bool) -> Check:
    said = [_seats(seats)]
    state: State = "ok"
    if found.problem:
        state = "note" if own else "fault"
        if found.most_input:
            said.append(Message("doctor-context", tokens=f"{found.most_input:,}"))
        said.append(found.problem)
        if own:
            said.append(Message("doctor-asked-in-words"))
    else:
        if found.lifecycle != "active":
            state = "fault" if found.lifecycle == "retired" else "note"
        life = LIFE.get(found.lifecycle)
        state_said = found.lifecycle if life is None else Message(life)
        said.append(
            Message("doctor-until", state=state_said, day=found.retires) if found.retires else state_said
        )
        if found.can:
            said.append(joined("list-comma", map(_ability, found.can)))
        if found.cannot:
            lacking = (Message("doctor-lacks", what=_ability(one)) for one in found.cannot)
            said.append(joined("list-comma", lacking))
        if found.most_input:
            most = {"input": f"{found.most_input:,}", "output": f"{found.most_output:,}"}
            said.append(Message("doctor-sizes", **most))
    return _priced(found.name, said, state, prices)


def _priced(name: str, said: list[str], state: State, prices: "PriceTable") -> Check:
    try:
        said = [*said, _price(prices.tiers(name))]
    except PriceUnknown:
        state = "note" if state == "ok" else state
        said = [*said, Message("doctor-price-unknown", model=name)]
    parts = joined("list-then", (part for part in said if part))
    return Check("model", state, Message("list-colon", first=name, second=parts))


def _price(tiers: "tuple[Price, ...]") -> str:
    first, *dearer = tiers
    if first.input == first.output == 0:
        return Message("doctor-free")
    price = Message(
        "doctor-price",
        input=f"${first.input:g}",
        output=f"${first.output:g}",
        cached=f"${first.cache_read:g}",
    )
    more = (
        Message(
            "doctor-dearer",
            tokens=f"{tier.over_tokens:,}",
            input=f"${tier.input:g}",
            output=f"${tier.output:g}",
        )
        for tier in dearer
    )
    return joined("list-comma", [price, *more])


def _seats(seats: "Mapping[str, Seat]") -> str:
    """Which roles it answers for, how hard it thinks and in how many tokens; like ones together."""
    alike: dict[str, list[str]] = {}
    for role, seat in seats.items():
        effort = seat.effort or Message("doctor-no-effort")
        how = Message("doctor-how", effort=effort, tokens=f"{seat.max_tokens:,}")
        alike.setdefault(how, []).append(role)
    said = [Message("doctor-seats", roles=", ".join(roles), how=how) for how, roles in alike.items()]
    return joined("list-then", said) if said else ""


def _limits(seen: "ServerSeen") -> Check:
    if not seen.limits:
        return Check("limits", "ok", Message("doctor-limits-later"))
    each = (Message(f"doctor-limit-{kind}", count=f"{int(limit):,}") for kind, limit in seen.limits.items())
    return Check("limits", "ok", Message("doctor-limits", limits=joined("list-comma", each)))


def _prompts(config: Config) -> Iterator[Check]:
    """Only where the user has prompts of their own."""
    from pathfinder.model_access import seat_settings
    from pathfinder.run_config import RunConfig

    if not config.prompts:
        return
    try:
        settings = seat_settings(RunConfig.from_settings(config))
    except UserError as error:
        yield Check("prompts", "fault", text_of(error), 2)
        return
    own = ", ".join(settings.reworded) or Message("doctor-prompts-ours")
    yield Check("prompts", "ok", Message("list-colon", first=config.prompts, second=own))


def _ability(name: str) -> Message:
    return Message(f"doctor-can-{name.replace(' ', '-')}")


def _shortened(error: Exception) -> str:
    """The text of an error in one line; servers may send pages of it."""
    said = text_of(error)
    return said if isinstance(said, Message) and len(said) <= LONGEST_ERROR else one_line(said, LONGEST_ERROR)
