"""One request to an engine over HTTP: paced, bounded in time and size, every failure a typed one."""

import json
from collections.abc import AsyncIterator, Mapping
from typing import TYPE_CHECKING, Any

import httpx

from pathfinder.adapters.metering.limiter import FairLimiter
from pathfinder.adapters.models.faults import quoted, wait_seconds
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, KeyRefused

if TYPE_CHECKING:
    from types import TracebackType

MOST_BYTES = 8_000_000
"""A list of results that is longer is none."""
SECONDS = 30.0
WIDTH = 200
AGENT = "Pathfinder/1 (research for one person)"
_TRANSIENT = frozenset({408, 409, 425, 429})


def paced(rate: float) -> FairLimiter:
    """So many requests a second, or one in so many seconds."""
    return FairLimiter(int(rate), 1.0) if rate >= 1 else FairLimiter(1, 1 / rate)


class _Bounded(httpx.AsyncByteStream):
    def __init__(self, stream: httpx.AsyncByteStream, engine: str) -> None:
        self._stream, self._engine = stream, engine

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > MOST_BYTES:
                raise AttemptFailed(
                    Message("engine-answer-too-large", engine=self._engine, most=MOST_BYTES // 1000000),
                    retryable=False,
                )
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class BoundedTransport(httpx.AsyncBaseTransport):
    """Answers up to a size, and not compressed: what is small on the wire must not be large in memory."""

    def __init__(self, engine: str) -> None:
        self._engine = engine
        self._inner = httpx.AsyncHTTPTransport(retries=0)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """The response with a stream that ends in time."""
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            await response.aclose()
            raise AttemptFailed(Message("engine-answer-compressed", engine=self._engine), retryable=False)
        if isinstance(response.stream, httpx.AsyncByteStream):
            response.stream = _Bounded(response.stream, self._engine)
        return response

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: "TracebackType | None" = None,
    ) -> None:
        """Let go of the connections."""
        await self._inner.aclose()

    async def aclose(self) -> None:
        """Let go of the connections."""
        await self._inner.aclose()


def client(engine: str, base_url: str, headers: Mapping[str, str], seconds: float) -> httpx.AsyncClient:
    """A client that follows nothing, takes nothing from the environment, waits `seconds` at most."""
    return httpx.AsyncClient(
        base_url=base_url,
        headers={"user-agent": AGENT, **headers},
        timeout=httpx.Timeout(seconds, connect=min(10.0, seconds)),
        transport=BoundedTransport(engine),
        follow_redirects=False,
        trust_env=False,
    )


def refused(engine: str, response: httpx.Response, key: str = "", variable: str = "") -> AttemptFailed:
    """Our error for a status that is not success; the body is read already. Raises KeyRefused for a key."""
    status = response.status_code
    if status in (401, 402, 403):
        raise KeyRefused(key_sentence(engine, status, key, variable))
    if response.is_redirect:
        where = quoted(response.headers.get("location", ""), key, WIDTH)
        return AttemptFailed(
            Message(
                "engine-redirects", engine=engine, where=where or Message("another-address"), status=status
            ),
            retryable=False,
        )
    said = quoted(response.text, key, WIDTH)
    return AttemptFailed(
        Message("engine-answered-with", engine=engine, status=status, reason=said)
        if said
        else Message("engine-answered", engine=engine, status=status),
        retryable=status in _TRANSIENT or status >= 500,
        wait_seconds=wait_seconds(response.headers),
    )


def key_sentence(engine: str, status: int, key: str, variable: str) -> str:
    """What is wrong with a key, and what to do."""
    if not variable:
        return Message("engine-refuses-us", engine=engine, status=status)
    if not key:
        return Message("engine-asks-for-key", engine=engine, status=status, variable=variable)
    what = "engine-credit-used-up" if status == 402 else "engine-refused-key"
    return Message(what, engine=engine, status=status, variable=variable)


def failed(engine: str, error: httpx.HTTPError | httpx.InvalidURL | httpx.StreamError) -> AttemptFailed:
    """Our error for a request that got no answer."""
    unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
    what = "engine-too-slow" if isinstance(error, httpx.TimeoutException) else "engine-unreachable"
    return AttemptFailed(Message(what, engine=engine), retryable=True, maybe_paid=not unsent)


class Wire:
    """GET requests to one engine."""

    def __init__(
        self,
        engine: str,
        base_url: str,
        rate: float,
        *,
        headers: Mapping[str, str] | None = None,
        key: str = "",
        variable: str = "",
        seconds: float = SECONDS,
    ) -> None:
        """`key` is in the headers or the parameters already; here it is only kept out of every sentence."""
        self.engine = engine
        self._base_url = base_url
        self._headers = dict(headers or {})
        self._key = key
        self._variable = variable
        self._seconds = seconds
        self._limiter = paced(rate)
        self._client: httpx.AsyncClient | None = None

    async def get(self, path: str, params: Mapping[str, str | int]) -> bytes:
        """The body of a good answer; AttemptFailed for everything else, KeyRefused where a key would help."""
        await self._limiter.turn()
        if self._client is None:
            self._client = client(self.engine, self._base_url, self._headers, self._seconds)
        try:
            response = await self._client.get(path, params=dict(params))
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError) as error:
            raise failed(self.engine, error) from None
        if response.status_code != 200:
            raise refused(self.engine, response, self._key, self._variable)
        return response.content

    async def json(self, path: str, params: Mapping[str, str | int]) -> dict[str, Any]:
        """The same, as a JSON object."""
        return json_object(self.engine, await self.get(path, params))

    async def close(self) -> None:
        """Let go of the connections."""
        known, self._client = self._client, None
        if known is not None:
            await known.aclose()


def json_object(engine: str, content: bytes) -> dict[str, Any]:
    """A JSON object; AttemptFailed if it is none, or nested beyond reason."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        raise unreadable(engine) from None
    if not isinstance(value, dict):
        raise unreadable(engine)
    return value


def unreadable(engine: str) -> AttemptFailed:
    """An answer that is not in the form the engine documents."""
    return AttemptFailed(Message("engine-answer-malformed", engine=engine), retryable=True, maybe_paid=True)
