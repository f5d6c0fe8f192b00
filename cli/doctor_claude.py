"""`doctor` on the model behind the Messages API: key, endpoint, models, limits, prices; no key is shown."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from pathfinder.cli.config import Config
from pathfinder.cli.settings import BASE_URL, KEY, TOKEN
from pathfinder.protocols.errors import KeyRefused, PriceUnknown, UserError
from pathfinder.protocols.rules.lines import one_line

if TYPE_CHECKING:
    from pathfinder.adapters.claude.described import ModelSeen, ServerSeen
    from pathfinder.adapters.claude.prices import Price, PriceTable
    from pathfinder.adapters.claude.settings import Seat

State = Literal["ok", "note", "fault"]


class Row(NamedTuple):
    """One thing that was found."""

    name: str
    state: State
    detail: str
    exit_code: int = 1
    """For a fault: 5 where key or provider are to blame, 2 where the settings are."""


def claude_rows(environ: Mapping[str, str], config: Config) -> Iterator[Row]:
    """What the models that would be asked are, as the server itself tells; nothing is paid for this."""
    from pathfinder.adapters.claude.described import described
    from pathfinder.adapters.claude.servers import shown
    from pathfinder.cli.engines import Asked, connection_of, prices_of

    asked = Asked(config=config)
    try:
        connection = connection_of(environ, asked).model_copy(update={"timeout_seconds": 10.0})
    except KeyRefused as error:
        yield Row("key", "fault", str(error), 5)
        return
    own = bool(environ.get(BASE_URL, "").strip())
    order = (TOKEN, KEY) if own else (KEY, TOKEN)
    held = next((name for name in order if environ.get(name, "").strip()), None)
    if held is not None:
        yield Row("key", "ok", f"{held} is set")
    else:
        yield Row("key", "note", f"no {KEY}; a server of your own may need none")
    seats, prices = config.models.seats(), prices_of(environ, asked)
    try:
        seen = asyncio.run(described(connection, dict.fromkeys(seat.model for seat in seats.values())))
    except KeyRefused as error:
        yield Row("key", "fault", str(error), 5)
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
    yield Row("prices", "ok", f"dollars per million tokens, as of {prices.dated}{_own(config)}")
    yield from _prompts(config)


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
    try:
        said.append(_price(prices.tiers(found.name)))
    except PriceUnknown:
        state = "note" if state == "ok" else state
        said.append(f"no price known: give --price {found.name}=INPUT,OUTPUT")
    return Row("model", state, f"{found.name}: {'; '.join(part for part in said if part)}")


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
    from pathfinder.cli.engines import settings_of

    if not config.prompts:
        return
    try:
        settings = settings_of(config)
    except UserError as error:
        yield Row("prompts", "fault", str(error), 2)
        return
    yield Row("prompts", "ok", f"{config.prompts}: {', '.join(settings.reworded) or 'all as ours'}")
