"""One request to the Messages API and what comes back, typed; every failure is one of ours."""

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic_core import to_json

from pathfinder.adapters.claude.faults import late, sdk_failures, told, unreadable, wait_seconds
from pathfinder.adapters.claude.governor import Governor, Need
from pathfinder.adapters.claude.received import Received
from pathfinder.adapters.claude.settings import Connection
from pathfinder.adapters.claude.streaming import gathered
from pathfinder.protocols.errors import KeyRefused

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

PATH = "/v1/messages"
STREAM_FROM = 6_000
"""Answers that may have so many tokens are streamed: a connection that is silent for minutes may be cut."""


def connect(connection: Connection) -> "AsyncAnthropic":
    """A client that tries once, sends no traces, and takes key and address from nowhere else."""
    from anthropic import AsyncAnthropic, Timeout

    key = connection.key.get_secret_value()
    # The HTTP client would name the whole header in its complaint.
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise KeyRefused(
            "The API key is empty or holds characters that no key has; set ANTHROPIC_API_KEY anew."
        )
    return AsyncAnthropic(
        api_key=key,
        base_url=connection.base_url,
        timeout=Timeout(connection.timeout_seconds, connect=min(10.0, connection.timeout_seconds)),
        max_retries=0,
        open_telemetry=False,
    )


class Wire:
    """The one connection all calls share, made when it is first needed."""

    def __init__(
        self,
        connection: Connection,
        connecting: "Callable[[Connection], AsyncAnthropic]",
        governor: Governor,
    ) -> None:
        self._connection = connection
        self._connecting = connecting
        self._governor = governor
        self._client: AsyncAnthropic | None = None

    @property
    def client(self) -> "AsyncAnthropic":
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
        """The whole answer. Streamed if it may be long, or if somebody wants to know when it has begun."""
        streamed = started is not None or params["max_tokens"] >= STREAM_FROM
        begun = started or (lambda: None)
        model = params["model"]
        try:
            async with asyncio.timeout(self._connection.total_seconds):
                received = await (
                    self._streamed(params, need, begun) if streamed else self._whole(params, need)
                )
        except TimeoutError:
            raise late() from None
        except sdk_failures() as error:
            self._pressed(str(model), need, error)
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._connection.key.get_secret_value()) from None
        if not received.stop_reason:
            raise unreadable()
        return received

    async def _whole(self, params: "MessageCreateParamsNonStreaming", need: Need) -> Received:
        from httpx2 import Response

        # The SDK's own types would be built, copied and taken apart again for each call: half of its work.
        answer = await self.client.post(PATH, cast_to=Response, content=_body(params))
        try:
            message = json.loads(answer.content)
            received = Received.model_validate({**message, "said": message["content"]})
        except (ValueError, TypeError, KeyError, RecursionError):
            raise unreadable() from None
        model = str(params["model"])
        # The headers come last here: they know what was given back.
        self._governor.answered(model, need, received.usage)
        self._governor.heard(model, answer.headers)
        return received

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

    def _pressed(self, model: str, need: Need, error: Exception) -> None:
        """Limits and overload are heard by the governor as well."""
        from anthropic import APIStatusError

        if not isinstance(error, APIStatusError):
            return
        headers = error.response.headers
        self._governor.heard(model, headers)
        if error.status_code == 529:
            self._governor.overloaded()
        elif error.status_code == 429:
            self._governor.turned_away(model, need, wait_seconds(headers))


def _body(params: "MessageCreateParamsNonStreaming | dict[str, Any]") -> bytes:
    """A request as the SDK would write it, in a fraction of the time."""
    return to_json(params)
