"""The connection to one MCP server: bounded in time and size, its tools pinned, nothing granted to it.

The server may be hostile. It gets the environment of a stranger and no folder of the user's; what it asks of
its client (sampling, elicitation, roots) is refused by the SDK, for nothing is registered here. What it logs
or writes to stderr goes nowhere. Its output schemas are not run: a pattern in one could take for ever.
"""

import asyncio
import json
import logging
import os
import signal
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, TypeVar

import anyio
import httpx2
from mcp import Client
from mcp.client.session import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.shared.message import SessionMessage
from mcp.types import (
    CallToolRequest,
    CallToolRequestParams,
    CallToolResult,
    PaginatedRequestParams,
    Tool,
)
from mcp_types import CONNECTION_CLOSED, jsonrpc_message_adapter

from pathfinder.adapters.models.faults import quoted
from pathfinder.adapters.search.settings import McpSettings
from pathfinder.adapters.search.wire import AGENT, MOST_BYTES, WIDTH, paced
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed

T = TypeVar("T")
Streams = Any
"""The SDK's pair of streams; it does not export their type."""

_INHERITED = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR")
"""All that a program is told of the environment. No key is among it."""
_NEUTRAL = "/"
"""Where programs run: what stands in the folder of the user must not stand in for one of their modules."""
_MOST_PAGES = 10
_LAST_SECONDS = 2.0
"""What a server has for ending by itself."""


class _TooMuch(Exception):
    """The server sent more than any answer needs."""


class _Ended(Exception):
    """The server ended, or does not speak the protocol."""


class McpConnection:
    """One server, connected when first asked and again after it died, as long as its tools stay the same."""

    def __init__(self, name: str, settings: McpSettings, environ: Mapping[str, str]) -> None:
        self.name = name
        self._settings = settings
        self._environ = {known: environ[known] for known in _INHERITED if environ.get(known)}
        self._limiter = paced(settings.rate)
        self._room = 0
        self._in_flight = 0
        self._flooded = False
        self._pinned: str | None = None
        self._changed = False
        self._tools: dict[str, Tool] = {}
        self._owner: asyncio.Task[None] | None = None
        self._ready: asyncio.Future[ClientSession] | None = None
        self._over = asyncio.Event()

    async def tools(self) -> Mapping[str, Tool]:
        """The tools that the server showed first, if it still shows them; ProviderFailed if it does not.

        They are listed before each use: not every server tells of a change.
        """
        await self._limiter.turn()
        fresh = self._owner is None or self._owner.done()
        session, owner = await self._session()
        if not fresh:
            self._pin(await self._bounded(_listed(session), owner))
        return self._tools

    async def call(self, tool: str, arguments: Mapping[str, Any]) -> CallToolResult:
        """The answer of a tool; AttemptFailed if there is none, ProviderFailed if there will not be one."""
        session, owner = await self._session()
        request = CallToolRequest(params=CallToolRequestParams(name=tool, arguments=dict(arguments)))
        result = await self._bounded(session.send_request(request, CallToolResult), owner)
        if result.is_error:
            told = " ".join(getattr(block, "text", "") for block in result.content)
            raise AttemptFailed(
                Message("mcp-source-error", name=self.name, said=quoted(told, "", WIDTH)), retryable=True
            )
        return result

    async def close(self) -> None:
        """End the program, or leave the server."""
        owner, self._owner = self._owner, None
        if owner is None:
            return
        self._over.set()
        if self._ready is not None and self._ready.done():
            await asyncio.wait({owner}, timeout=3 * _LAST_SECONDS)
        if not owner.done():
            owner.cancel()
            await asyncio.wait({owner}, timeout=3 * _LAST_SECONDS)
        _reason_of(owner)  # Nobody else may ask for it, and asyncio would complain.

    # ------------------------------------------------------------ the connection

    async def _session(self) -> "tuple[ClientSession, asyncio.Task[None]]":
        """The session of the living connection and who holds it; it is made if there is none."""
        if self._changed:
            raise ProviderFailed(Message("mcp-source-changed", name=self.name))
        if self._owner is None or self._owner.done():
            self._over = asyncio.Event()
            self._ready = asyncio.get_running_loop().create_future()
            self._room, self._flooded = MOST_BYTES, False
            self._owner = asyncio.create_task(self._live(self._ready))
        owner, ready = self._owner, self._ready
        assert ready is not None
        either: tuple[asyncio.Future[Any], ...] = (owner, ready)
        await asyncio.wait(either, timeout=self._settings.seconds, return_when=asyncio.FIRST_COMPLETED)
        if self._changed:
            raise ProviderFailed(Message("mcp-source-changed", name=self.name))
        if owner.done():
            raise self._failure(_reason_of(owner))
        if not ready.done():
            await self._drop(owner)
            raise self._failure(None)
        return ready.result(), owner

    async def _live(self, ready: "asyncio.Future[ClientSession]") -> None:
        """Holds the connection open: what the SDK opens in a task has to be closed in the same."""
        async with Client(self._transport(), cache=None) as client:
            self._pin(await _listed(client.session))
            if not ready.done():
                ready.set_result(client.session)
            await self._over.wait()

    def _transport(self) -> AbstractAsyncContextManager[Streams]:
        if self._settings.command:
            return _program(self._settings.command, self._environ, self._take)
        return _http(self._settings.url or "", self._settings.seconds, self._take)

    def _pin(self, tools: list[Tool]) -> None:
        """Keep the first list; a server that shows another one later is not the one the user chose."""
        shown = json.dumps(
            sorted(
                (tool.name, json.dumps([tool.input_schema, tool.output_schema], sort_keys=True))
                for tool in tools
            )
        )
        if self._pinned is None:
            self._pinned, self._tools = shown, {tool.name: tool for tool in tools}
        elif self._pinned != shown:
            self._changed = True
            self._over.set()
            raise ProviderFailed(Message("mcp-source-changed", name=self.name))

    def _take(self, size: int) -> None:
        """Count what came in: each request makes room for one answer."""
        self._room -= size
        if self._room < 0:
            self._flooded = True  # The SDK may catch the exception.
            self._over.set()
            raise _TooMuch

    # ------------------------------------------------------------ one request

    async def _bounded(self, request: Coroutine[Any, Any, T], owner: "asyncio.Task[None]") -> T:
        """The answer to a request. One that fails other than by a word of the server ends the connection."""
        self._in_flight += 1
        self._room = MOST_BYTES * self._in_flight
        asked = asyncio.create_task(request)
        try:
            await asyncio.wait(
                {asked, owner}, timeout=self._settings.seconds, return_when=asyncio.FIRST_COMPLETED
            )
            if asked.done() and not asked.cancelled() and asked.exception() is None:
                return asked.result()
        finally:
            self._in_flight -= 1
            late = not asked.done() and not owner.done()
            asked.cancel()
            await asyncio.wait({asked}, timeout=_LAST_SECONDS)
        error = asked.exception() if asked.done() and not asked.cancelled() else None
        if isinstance(error, ProviderFailed):
            raise error
        broken = self._flooded or owner.done()
        if isinstance(error, MCPError) and not broken and error.code != CONNECTION_CLOSED:
            raise AttemptFailed(
                Message("mcp-source-error", name=self.name, said=quoted(error.message, "", WIDTH)),
                retryable=False,
            )
        await self._drop(owner)
        raise self._failure(None if late else _reason_of(owner))

    async def _drop(self, owner: "asyncio.Task[None]") -> None:
        """Give a connection up. Another call may have done so already, and made a new one."""
        if self._owner is owner:
            await self.close()

    def _failure(self, error: BaseException | None) -> AttemptFailed:
        """Our error for a request without an answer; None: its time was up."""
        match _TooMuch() if self._flooded else error:
            case None:
                reason, again = Message("mcp-source-silent", name=self.name), True
            case _TooMuch():
                size = MOST_BYTES // 1_000_000
                reason, again = Message("mcp-source-too-much", name=self.name, size=size), False
            case FileNotFoundError() | PermissionError():
                program = quoted(self._settings.command[0], "", WIDTH) if self._settings.command else ""
                reason, again = Message("mcp-source-no-program", name=self.name, program=program), False
            case _:
                reason, again = Message("mcp-source-ended", name=self.name), True
        return AttemptFailed(reason, retryable=again)


def _reason_of(owner: "asyncio.Task[None]") -> BaseException | None:
    """What ended a connection, out of the groups that the SDK puts it into."""
    if not owner.done() or owner.cancelled():
        return None
    return _innermost(owner.exception() or _Ended())


def _innermost(error: BaseException) -> BaseException:
    if not isinstance(error, BaseExceptionGroup):
        return error
    inner = [_innermost(one) for one in error.exceptions]
    return next((one for one in inner if isinstance(one, (_TooMuch, OSError))), inner[0])


async def _listed(session: ClientSession) -> list[Tool]:
    tools: list[Tool] = []
    cursor: str | None = None
    for _ in range(_MOST_PAGES):
        # Here the session learns which arguments a tool wants in headers too, and drops malformed tools.
        page = await session.list_tools(params=PaginatedRequestParams(cursor=cursor))
        tools += page.tools
        cursor = page.next_cursor
        if cursor is None:
            return tools
    raise _TooMuch


# ---------------------------------------------------------------- transports


@asynccontextmanager
async def _program(
    command: tuple[str, ...], environ: Mapping[str, str], take: Callable[[int], None]
) -> AsyncIterator[Streams]:
    """The streams of a program that speaks over stdin and stdout; it ends with them.

    The SDK's own keeps a line of any length in memory and passes more of the environment on.
    """
    _quiet()
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=dict(environ),
        cwd=_NEUTRAL,
        start_new_session=True,
        limit=MOST_BYTES,
    )
    stdin, stdout = process.stdin, process.stdout
    assert stdin is not None
    assert stdout is not None
    inward, incoming = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    outgoing, outward = anyio.create_memory_object_stream[SessionMessage](0)

    async def receive() -> None:
        async with inward:
            while line := await _line(stdout):
                take(len(line))
                with suppress(anyio.BrokenResourceError):
                    await inward.send(_message(line))
        raise _Ended

    async def send() -> None:
        async for one in outward:
            text = one.message.model_dump_json(by_alias=True, exclude_unset=True)
            stdin.write(text.encode() + b"\n")
            await stdin.drain()

    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(receive)
            tasks.start_soon(send)
            yield incoming, outgoing
            tasks.cancel_scope.cancel()
    finally:
        with anyio.CancelScope(shield=True):
            await _end(process)
            for stream in (inward, incoming, outgoing, outward):
                await stream.aclose()


async def _line(stdout: asyncio.StreamReader) -> bytes:
    try:
        return await stdout.readline()
    except ValueError:
        raise _TooMuch from None


def _message(line: bytes) -> SessionMessage:
    try:
        return SessionMessage(jsonrpc_message_adapter.validate_json(line, by_name=False))
    except ValueError:
        raise _Ended from None


async def _end(process: asyncio.subprocess.Process) -> None:
    """Close its input, wait, then kill it with everything that it started and that holds its output open."""
    if process.stdin is not None:
        process.stdin.close()
    with anyio.move_on_after(_LAST_SECONDS) as waiting:
        await process.wait()
    if waiting.cancelled_caught:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        with anyio.move_on_after(_LAST_SECONDS):
            await process.wait()
    # Nothing public closes the pipes; what came too late to be read would keep them open.
    process._transport.close()  # type: ignore[attr-defined]  # see above


@asynccontextmanager
async def _http(url: str, seconds: float, take: Callable[[int], None]) -> AsyncIterator[Streams]:
    """The streams of a server over Streamable HTTP. Redirects stay on its origin; that is the SDK's rule."""
    _quiet()
    client = httpx2.AsyncClient(
        headers={"user-agent": AGENT},
        timeout=httpx2.Timeout(seconds, connect=min(10.0, seconds)),
        transport=_BoundedTransport(take),
        follow_redirects=False,
        trust_env=False,
    )
    async with (
        client,
        streamable_http_client(url, http_client=client, max_sse_event_size=MOST_BYTES) as streams,
    ):
        yield streams


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream, take: Callable[[int], None]) -> None:
        self._stream, self._take = stream, take

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for chunk in self._stream:
            self._take(len(chunk))
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()


class _BoundedTransport(httpx2.AsyncBaseTransport):
    """Counts what comes in, and takes nothing compressed: that would be counted before it grows."""

    def __init__(self, take: Callable[[int], None]) -> None:
        self._take = take
        self._inner = httpx2.AsyncHTTPTransport(retries=0)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """The response with a stream that is counted."""
        request.headers["accept-encoding"] = "identity"
        response = await self._inner.handle_async_request(request)
        if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            await response.aclose()
            raise _Ended
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = _Counted(response.stream, self._take)
        return response

    async def aclose(self) -> None:
        """Let go of the connections."""
        await self._inner.aclose()


def _quiet() -> None:
    """What the SDK logs of a server's messages is not for the user's terminal."""
    for name in ("mcp", "client"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
