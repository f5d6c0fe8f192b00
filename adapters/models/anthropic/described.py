"""What a server says of its models, asked without cost: for `doctor`."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from pathfinder.adapters.models.anthropic.sending import connect
from pathfinder.adapters.models.anthropic.servers import Catalogue, Served, catalogue, is_own, with_context
from pathfinder.adapters.models.faults import sdk_failures, told
from pathfinder.adapters.models.governor import KINDS
from pathfinder.adapters.models.settings import Connection
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

ASK_SECONDS = 10.0


class ModelSeen(NamedTuple):
    """One model as its server describes it; or that it does not, and why."""

    name: str
    lifecycle: str = ""
    """active, deprecated or retired; empty if nothing is known."""
    retires: str = ""
    """The day, if one is named."""
    can: tuple[str, ...] = ()
    cannot: tuple[str, ...] = ()
    """Of what Pathfinder uses."""
    most_input: int = 0
    most_output: int = 0
    problem: str = ""


class ServerSeen(NamedTuple):
    """What was found out about a server."""

    models: tuple[ModelSeen, ...] = ()
    limits: Mapping[str, str] = {}
    """Per minute, where the server tells them beforehand."""
    error: AttemptFailed | ProviderFailed | None = None
    """Why nothing could be found out."""
    listed: Catalogue = Catalogue()
    """All models it has, where one that is wanted is not described."""


async def described(connection: Connection, models: Iterable[str]) -> ServerSeen:
    """Ask for each model; the first failure that concerns them all ends it. Raises KeyRefused only for a key
    that no header can carry.
    """
    client, seen, limits = connect(connection), list[ModelSeen](), dict[str, str]()
    try:
        for name in models:
            found = await _asked(client, connection, name, limits)
            if not isinstance(found, ModelSeen):
                return ServerSeen(tuple(seen), limits, found)
            seen.append(found)
        if not any(model.problem for model in seen):
            return ServerSeen(tuple(seen), limits)
        key = connection.key.get_secret_value()
        listed = await catalogue(client, key)
        if is_own(connection.base_url):
            seen = [await _with_context(client, key, model, listed) for model in seen]
    finally:
        await client.close()
    return ServerSeen(tuple(seen), limits, listed=listed)


async def _with_context(client: "AsyncAnthropic", key: str, model: ModelSeen, listed: Catalogue) -> ModelSeen:
    """How much it takes, where the server says so elsewhere."""
    known = listed.get(model.name) or Served(model.name)
    told = known if known.context else await with_context(client, key, known)
    return model._replace(most_input=told.context)


async def _asked(
    client: "AsyncAnthropic", connection: Connection, name: str, limits: dict[str, str]
) -> ModelSeen | AttemptFailed | ProviderFailed:
    from anthropic import NotFoundError

    try:
        raw = await client.models.with_raw_response.retrieve(name, timeout=ASK_SECONDS)
        model = await raw.parse()
    except NotFoundError:
        return ModelSeen(name, problem=Message("model-not-described"))
    except sdk_failures() as error:
        return told(error, connection.key.get_secret_value())
    for kind in KINDS:
        limit = raw.headers.get(f"anthropic-ratelimit-{kind}-limit")
        if limit:
            limits[kind] = limit
    # The SDK does not validate: a server of another kind may say anything here.
    capabilities = getattr(model, "capabilities", None)
    if capabilities is None:
        return ModelSeen(name, problem=Message("model-abilities-unknown"))
    abilities = {
        "schemas": _can(capabilities, "structured_outputs"),
        "effort": _can(capabilities, "effort"),
        "thinking": _can(capabilities, "thinking"),
        "web search": _can(getattr(capabilities, "server_tools", None), "web_search"),
    }
    retires = getattr(model, "retires_at", None)
    return ModelSeen(
        name=name,
        lifecycle=str(getattr(model, "lifecycle", "")),
        retires=str(retires)[:10] if retires else "",
        can=tuple(ability for ability, able in abilities.items() if able),
        cannot=tuple(ability for ability, able in abilities.items() if not able),
        most_input=int(getattr(model, "max_input_tokens", None) or 0),
        most_output=int(getattr(model, "max_tokens", None) or 0),
    )


def _can(capabilities: object, name: str) -> bool:
    return getattr(getattr(capabilities, name, None), "supported", False) is True
