"""`doctor` on the model behind the Messages API: key, endpoint, models, limits, prices; no key is shown."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from pathfinder.cli.settings import BASE_URL, KEY, credentials
from pathfinder.protocols.errors import KeyRefused, PriceUnknown
from pathfinder.protocols.rules.lines import one_line

if TYPE_CHECKING:
    from pathfinder.adapters.claude.described import ModelSeen, ServerSeen
    from pathfinder.adapters.claude.prices import PriceTable

State = Literal["ok", "note", "fault"]


class Row(NamedTuple):
    """One thing that was found."""

    name: str
    state: State
    detail: str


def reachable(environ: Mapping[str, str]) -> bool:
    """Whether a server is named at all."""
    return any(environ.get(name, "").strip() for name in (KEY, BASE_URL))


def claude_rows(environ: Mapping[str, str], model: str | None) -> Iterator[Row]:
    """What the models that would be asked are, as the server itself tells; nothing is paid for this."""
    from pydantic import SecretStr

    from pathfinder.adapters.claude.described import described
    from pathfinder.adapters.claude.prices import listed_prices
    from pathfinder.adapters.claude.settings import ANTHROPIC, DEFAULT_SEATS, Connection

    known = credentials(environ)
    seats = {role: model or seat.model for role, seat in DEFAULT_SEATS.items()}
    own = known.base_url is not None
    if environ.get(KEY, "").strip():
        yield Row("key", "ok", f"{KEY} is set")
    else:
        yield Row("key", "note", f"no {KEY}; a server of your own may need none")
    connection = Connection(
        key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC, timeout_seconds=10.0
    )
    try:
        seen = asyncio.run(described(connection, dict.fromkeys(seats.values())))
    except KeyRefused as error:
        yield Row("key", "fault", str(error))
        return
    yield _endpoint(connection.base_url, seen)
    for found in seen.models:
        roles = [role for role, name in seats.items() if name == found.name]
        yield _model(found, roles, listed_prices(), own=own)
    if seen.error is None:
        yield _limits(seen)
        yield Row("prices", "ok", f"in dollars per million tokens, as of {listed_prices().dated}")


def _endpoint(base_url: str, seen: "ServerSeen") -> Row:
    if seen.error is None:
        return Row("endpoint", "ok", f"{base_url} answers")
    return Row("endpoint", "fault", f"{base_url}: {one_line(str(seen.error), 200)}")


def _model(found: "ModelSeen", roles: list[str], prices: "PriceTable", *, own: bool) -> Row:
    said = [f"{found.name} ({', '.join(roles)})"]
    state: State = "ok"
    if found.problem:
        state = "note" if own else "fault"
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
        price = prices.price(found.name, 1)
        said.append(f"${price.input:g} in, ${price.output:g} out, ${price.cache_read:g} from cache")
    except PriceUnknown:
        state = "note" if state == "ok" else state
        said.append(f"no price known: give --price {found.name}=INPUT,OUTPUT")
    return Row("model", state, "; ".join(part for part in said if part))


def _limits(seen: "ServerSeen") -> Row:
    if not seen.limits:
        return Row("limits", "ok", "told with the first answer, and kept from then on")
    told = ", ".join(f"{int(limit):,} {kind}" for kind, limit in seen.limits.items())
    return Row("limits", "ok", f"{told} a minute")
