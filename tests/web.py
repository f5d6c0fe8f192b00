"""The open web in small: names that resolve as a test says, and public addresses that are on this machine."""

import asyncio
import atexit
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager

import httpcore

from pathfinder.adapters.documents.workers import Limits, Workers, command
from pathfinder.adapters.fetch.guarded import GuardedFetch
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.evidence.sources import default_table

PUBLIC = "93.184.215.14"
PUBLIC_IPV6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For tests without TLS: making a real one takes longer than the rest of the test."""
WORKERS = Workers(Limits(workers=1), command(Limits()))
"""One process that parses for all tests: starting it takes longer than what most of them do."""
atexit.register(WORKERS.close)

Handle = Callable[[asyncio.StreamReader, asyncio.StreamWriter, bytes], Awaitable[None]]
"""Answers one request, given its head."""


class Dns:
    """Answers by name; the second look-up of a name may get another answer, as with rebinding."""

    def __init__(
        self,
        names: Mapping[str, Sequence[Sequence[str]]] | None = None,
        aliases: Mapping[str, str] | None = None,
    ) -> None:
        self.names = dict(names or {})
        self._aliases = dict(aliases or {})
        self.asked: list[str] = []

    async def addresses(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        host = self._aliases.get(host, host)
        answers = self.names.get(host, [[PUBLIC]])
        return answers[min(self.asked.count(host), len(answers)) - 1]


class Internet(httpcore.AsyncNetworkBackend):
    """Where connections end: the public address is a server of the test, everything else is itself.

    So whatever gets past the guard is really dialled, and the audit hook of the tests sees it.
    """

    def __init__(self, port: int | None = None, canned: Callable[[], Iterable[bytes]] | None = None) -> None:
        self._port = port
        self._canned = canned
        self._real = httpcore.AnyIOBackend()
        self.dialled: list[tuple[str, int]] = []

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  (the signature is httpcore's)
        local_address: str | None = None,  # noqa: ARG002  (the signature is httpcore's)
        socket_options: Iterable[object] | None = None,  # noqa: ARG002  (the signature is httpcore's)
    ) -> httpcore.AsyncNetworkStream:
        self.dialled.append((host, port))
        if host in (PUBLIC, PUBLIC_IPV6) and self._canned is not None:
            return httpcore.AsyncMockStream(list(self._canned()))
        if host in (PUBLIC, PUBLIC_IPV6) and self._port is not None:
            return await self._real.connect_tcp("127.0.0.1", self._port, timeout)
        return await self._real.connect_tcp(host, port, timeout)


def a_fetch(
    settings: FetchSettings | None = None,
    *,
    dns: Dns | None = None,
    internet: Internet | None = None,
    clock: Clock | None = None,
    certificates: ssl.SSLContext = NO_CERTIFICATES,
) -> GuardedFetch:
    """A guarded fetch that hurries, on names and addresses of the test."""
    return GuardedFetch(
        settings or FetchSettings(pace_seconds=0.001),
        default_table(),
        clock or SystemClock(),
        resolver=dns or Dns(),
        below=internet,
        certificates=certificates,
        workers=WORKERS,
    )


@asynccontextmanager
async def serving(handle: Handle, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A raw server on loopback; its port."""
    tasks: set[asyncio.Task[None] | None] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        tasks.add(asyncio.current_task())
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            await handle(reader, writer, head)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            tasks.discard(asyncio.current_task())
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=tls)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for task in tuple(tasks):
            if task is not None:
                task.cancel()


def answer(status: int = 200, body: bytes = b"", **headers: str) -> bytes:
    """A whole answer, its length told rightly."""
    lines = {"content-length": str(len(body)), "content-type": "text/html; charset=utf-8"}
    lines |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items() if value)
    return f"HTTP/1.1 {status} X\r\n{head}\r\n".encode() + body


def path_of(head: bytes) -> str:
    """What a request asks for."""
    return head.split(b" ", 2)[1].decode("latin-1")


def article(body: str, title: str = "A page", head: str = "") -> bytes:
    """A small page that any reader finds the text of."""
    return (
        f"<!doctype html><html><head><title>{title}</title>{head}</head><body><article><h1>{title}</h1>{body}"
        "</article></body></html>"
    ).encode()
