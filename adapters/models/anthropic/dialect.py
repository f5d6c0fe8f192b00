"""What a server understands of the Messages API. Learned from the server, never assumed from its name."""

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from pathfinder.adapters.metering.single_flight import SingleFlight
from pathfinder.adapters.models.faults import sdk_failures
from pathfinder.adapters.models.settings import ANTHROPIC

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic

Client = TypeVar("Client", contravariant=True)


class Dialect(NamedTuple):
    """What is put into a request."""

    schema: bool = True
    """`output_config.format`, or `response_format` with a schema."""
    effort: bool = True
    cache: bool = True
    """`cache_control` on what calls share."""
    told: bool = False
    """The schema stands in the prompt too."""
    object: bool = False
    """`response_format` with any JSON object, where a server does not take a schema."""


FULL = Dialect()
LOCAL = Dialect(effort=False, cache=False, told=True)
"""A server that does not say what its models can: it may obey the schema, ignore it, or refuse to hear of it,
so the prompt says it as well, and what is refused is left out from then on."""
PLAIN = LOCAL._replace(schema=False)

OF_THE_SCHEMA = re.compile(
    r"schema|output_config\.format|output_format|response_format|structured output|grammar", re.IGNORECASE
)
"""In what a server says of a request that it refuses: it is the schema that it does not take, as too complex
or for another reason, and not the rest."""


class Understood(Protocol[Client]):
    """What is known of each model's server, for as long as the connection lasts."""

    @property
    def largest(self) -> Dialect:
        """The form with the longest requests."""
        ...

    async def of(self, client: Client, model: str, call: str) -> Dialect:
        """What to speak with a model in a call."""
        ...

    def refused(self, model: str, call: str, dialect: Dialect, why: str) -> Dialect | None:
        """What to speak after a request was refused as malformed; None if nothing more can be left out."""
        ...

    def told(self, model: str, call: str) -> str:
        """Why the schema of a call is not sent any more; empty if it is, or if that was said before."""
        ...

    def ignored(self, model: str, dialect: Dialect) -> None:
        """The answer was no plain JSON although a schema was sent."""
        ...


class Dialects:
    """The same for servers that speak the Messages API."""

    def __init__(self, base_url: str, tested: Mapping[str, Dialect] | None = None) -> None:
        self._official = base_url.rstrip("/") == ANTHROPIC
        self._known: dict[str, Dialect] = dict(tested or {})
        self._refused: dict[tuple[str, str], str] = {}
        """Model and call whose schema was refused, and in which words, as long as nobody was told."""
        self._asking = SingleFlight[Dialect | None]()

    @property
    def largest(self) -> Dialect:
        """The form with the longest requests."""
        return FULL if self._official else LOCAL

    async def of(self, client: "AsyncAnthropic", model: str, call: str) -> Dialect:
        """What to speak with a model in a call. The server is asked once; asking costs nothing.

        A server that describes the model's capabilities as the provider does is the provider, behind a
        gateway. One that could not be asked just now is taken for a local one and asked again.
        """
        dialect = FULL if self._official else await self._described(client, model)
        return _in_words(dialect) if (model, call) in self._refused else dialect

    async def _described(self, client: "AsyncAnthropic", model: str) -> Dialect:
        if model not in self._known:
            found = await self._asking.share(model, partial(_asked, client, model))
            if found is None:
                return LOCAL
            self._known[model] = found
        return self._known[model]

    def refused(self, model: str, call: str, dialect: Dialect, why: str) -> Dialect | None:
        """What to speak after a request was refused as malformed; None if nothing more can be left out.

        A schema that is refused is left out of this call only: others have simpler ones.
        """
        if dialect.schema and OF_THE_SCHEMA.search(why):
            self._refused.setdefault((model, call), why)
            return _in_words(dialect)
        if self._official or dialect in (FULL, _in_words(FULL), PLAIN):
            return None
        self._known[model] = PLAIN
        return PLAIN

    def told(self, model: str, call: str) -> str:
        """Why the schema of a call is not sent any more; empty if it is, or if that was said before."""
        why = self._refused.get((model, call), "")
        if why:
            self._refused[model, call] = ""
        return why

    def ignored(self, model: str, dialect: Dialect) -> None:
        """The answer was no plain JSON although a schema was sent: there is no use in sending it."""
        if dialect == LOCAL:
            self._known[model] = PLAIN


def _in_words(dialect: Dialect) -> Dialect:
    return dialect._replace(schema=False, told=True)


async def _asked(client: "AsyncAnthropic", model: str) -> Dialect | None:
    from anthropic import APIStatusError

    try:
        described = await client.models.retrieve(model, timeout=10.0)
    except APIStatusError as error:
        return LOCAL if error.status_code in (400, 404, 405, 501) else None
    except sdk_failures():
        return None
    # The SDK does not validate: another server's list may have any form.
    capabilities = getattr(described, "capabilities", None)
    supported = getattr(getattr(capabilities, "structured_outputs", None), "supported", None)
    if supported is None:
        return LOCAL
    effort = getattr(getattr(capabilities, "effort", None), "supported", False) is True
    return FULL._replace(effort=effort) if supported else PLAIN._replace(effort=effort)
