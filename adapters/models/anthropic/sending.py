"""One request and what comes back, typed; every failure is one of ours.

Requests and answers have the form of the Messages API; a wire to a server that speaks another API translates
them (`adapters/models/openai_compatible`).
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic_core import to_json

from pathfinder.adapters.metering.overnight import Batches
from pathfinder.adapters.models.anthropic.batches import MessageBatches
from pathfinder.adapters.models.anthropic.servers import Catalogue, catalogue
from pathfinder.adapters.models.anthropic.streaming import gathered
from pathfinder.adapters.models.faults import (
    MESSAGES,
    Via,
    late,
    sdk_failures,
    told,
    unreadable,
    wait_seconds,
)
from pathfinder.adapters.models.governor import Governor, Need
from pathfinder.adapters.models.received import Received
from pathfinder.adapters.models.settings import Connection
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import KeyRefused

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming
    from openai import AsyncOpenAI

Client = TypeVar("Client", bound="AsyncAnthropic | AsyncOpenAI")

PATH = "/v1/messages"
COUNT_SECONDS = 20.0


def connect(connection: Connection) -> "AsyncAnthropic":
    """A client that tries once, follows no redirect, sends no traces, and takes key and address from nowhere
    else.
    """
    from anthropic import AsyncAnthropic, DefaultAsyncHttpxClient, Timeout

    return AsyncAnthropic(
        api_key=usable_key(connection, MESSAGES),
        base_url=connection.base_url,
        timeout=Timeout(
            connection.timeout_seconds, connect=min(connection.connect_seconds, connection.timeout_seconds)
        ),
        max_retries=0,
        http_client=DefaultAsyncHttpxClient(follow_redirects=False),
        open_telemetry=False,
    )


def usable_key(connection: Connection, via: Via) -> str:
    """The key; KeyRefused if no header could carry it: the HTTP client would quote the whole header."""
    key = connection.key.get_secret_value()
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        names = f"{via.key_name} or {via.token_name}" if via.token_name else via.key_name
        raise KeyRefused(Message("key-malformed", names=names))
    return key


class Wire(ABC, Generic[Client]):
    """The one connection all calls share, made when it is first needed."""

    has_batches = False
    """Whether calls may wait for half the price."""

    def __init__(
        self,
        connection: Connection,
        connecting: Callable[[Connection], Client],
        governor: Governor,
        via: Via = MESSAGES,
    ) -> None:
        self._connection = connection
        self._connecting = connecting
        self._governor = governor
        self.via = via
        self._client: Client | None = None

    @property
    def client(self) -> Client:
        """The SDK's client; KeyRefused if no header could carry the key."""
        if self._client is None:
            self._client = self._connecting(self._connection)
        return self._client

    async def close(self) -> None:
        """Give the connections back; the next call opens new ones."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def send(
        self,
        params: "MessageCreateParamsNonStreaming",
        need: Need,
        started: Callable[[], None] | None = None,
    ) -> Received:
        """The whole answer, streamed: a connection that is silent for minutes of thinking may be cut.

        `started` is called when its first event is there.
        """
        model = params["model"]
        try:
            async with asyncio.timeout(self._connection.total_seconds):
                received = await self._streamed(params, need, started or (lambda: None))
        except TimeoutError:
            raise late() from None
        except sdk_failures(self.via) as error:
            self._pressed(str(model), need, error)
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._connection.key.get_secret_value(), self.via) from None
        if not received.stop_reason:
            raise unreadable()
        return received

    @property
    def batches(self) -> Batches | None:
        """Where they wait."""
        return None

    async def count(self, params: "MessageCreateParamsNonStreaming") -> int | None:  # noqa: ARG002  (most cannot)
        """The tokens of a prompt as the provider counts them; None if this host does not."""
        return None

    async def catalogue(self) -> Catalogue:
        """What the server has."""
        return await catalogue(self.client, self._connection.key.get_secret_value(), self.via)

    @abstractmethod
    async def _streamed(
        self, params: "MessageCreateParamsNonStreaming", need: Need, started: Callable[[], None]
    ) -> Received:
        """The answer of a stream to its end; whatever the SDK raises."""

    def _pressed(self, model: str, need: Need, error: Exception) -> None:
        """Limits and overload are heard by the governor as well."""
        if not isinstance(error, self.via.load().APIStatusError):
            return
        headers = error.response.headers
        self._governor.heard(model, headers)
        if error.status_code == 529:
            self._governor.overloaded()
        elif error.status_code == 429:
            self._governor.turned_away(model, need, wait_seconds(headers))


class MessagesWire(Wire["AsyncAnthropic"]):
    """To a server that speaks the Messages API."""

    has_batches = True

    @property
    def batches(self) -> Batches:
        """Its message batches; a server that has none says so when it is first asked."""
        return MessageBatches(self.client, self._connection)

    async def count(self, params: "MessageCreateParamsNonStreaming") -> int | None:
        """The tokens of a prompt as the provider counts them; None if this host does not."""
        body = {name: value for name, value in params.items() if name != "max_tokens"}
        try:
            async with asyncio.timeout(COUNT_SECONDS):
                told = await self.client.post(f"{PATH}/count_tokens", cast_to=object, content=to_json(body))
        except TimeoutError:
            return None
        except sdk_failures():
            return None
        tokens = told.get("input_tokens") if isinstance(told, dict) else None
        return tokens if isinstance(tokens, int) and tokens > 0 else None

    async def _streamed(
        self, params: "MessageCreateParamsNonStreaming", need: Need, started: Callable[[], None]
    ) -> Received:
        from anthropic import AsyncStream

        body = _body({**params, "stream": True})
        stream = await self.client.post(
            PATH, cast_to=object, content=body, stream=True, stream_cls=AsyncStream[object]
        )
        model = str(params["model"])
        self._governor.heard(model, stream.response.headers)
        received = await gathered(stream, started)
        self._governor.answered(model, need, received.usage)
        return received


def _body(params: "MessageCreateParamsNonStreaming | dict[str, Any]") -> bytes:
    """A request as the SDK would write it, in a fraction of the time."""
    return to_json(params)
