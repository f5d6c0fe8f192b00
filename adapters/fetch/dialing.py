"""The only place that opens a connection: looks a name up once, checks every answer, connects to one of them.

What was checked is what is connected to, because the address that passed is the one that is dialled; no
second look-up happens in between. TLS is spoken with the name, so certificates are checked as ever.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

import httpcore

from pathfinder.adapters.fetch.addresses import is_own, why_special
from pathfinder.adapters.fetch.settings import AnyAddress, FetchSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.text.urls import read

MOST_TRIES = 3
"""Addresses of one name that are tried before it counts as unreachable."""
_MOST_PROXY_BYTES = 8_192

SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


class Resolver(Protocol):
    """Gives every address of a name; OSError if there is none."""

    async def addresses(self, host: str) -> Sequence[str]: ...


class SystemResolver:
    """Asks whom the machine asks."""

    async def addresses(self, host: str) -> Sequence[str]:
        """All of them, in the order the system prefers."""
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
        return tuple(dict.fromkeys(str(place[0]) for *_, place in found))


class GuardedDial(httpcore.AsyncNetworkBackend):
    """Every connection of the way out is made here."""

    def __init__(
        self,
        settings: FetchSettings,
        resolver: Resolver,
        *,
        below: httpcore.AsyncNetworkBackend | None = None,
        is_own: Callable[[AnyAddress], bool] = is_own,
    ) -> None:
        """`below` makes the connections; tests put the public internet there."""
        self._settings = settings
        self._resolver = resolver
        self._below = below or httpcore.AnyIOBackend()
        self._is_own = is_own

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109  (the signature is httpcore's)
        local_address: str | None = None,  # noqa: ARG002  (the signature is httpcore's)
        socket_options: Iterable[SocketOption] | None = None,  # noqa: ARG002  (the signature is httpcore's)
    ) -> httpcore.AsyncNetworkStream:
        """A connection to an address of `host` that passed; SourceUnreachable if any of them does not."""
        addresses = await self.checked(host, port)
        failed: Exception | None = None
        for address in addresses[:MOST_TRIES]:
            try:
                return await self._connected(address, port, timeout)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
        raise failed or httpcore.ConnectError(f"{host} has no address")

    async def checked(self, host: str, port: int) -> Sequence[AnyAddress]:
        """Every address of a name, if all of them may be connected to; SourceUnreachable otherwise."""
        if port not in self._settings.ports and not self._settings.may_be_open(host, port):
            raise SourceUnreachable(Message("page-port-refused", port=str(port), host=host), "refused")
        found = await self._addresses(host, port)
        for address in found:
            why = self._why_not(host, address, port)
            if why is not None:
                raise SourceUnreachable(
                    Message("page-address-refused", host=host, address=address, kind=why),
                    "refused",
                )
        return found

    async def _addresses(self, host: str, port: int) -> Sequence[AnyAddress]:
        literal = _address(host.strip("[]"))
        if literal is not None:
            return (literal,)
        if "." not in host and not self._settings.may_be_open(host, port):
            raise SourceUnreachable(Message("page-local-name", host=host), "refused")
        try:
            async with asyncio.timeout(self._settings.connect_seconds):
                answers = await self._resolver.addresses(host)
        except (OSError, UnicodeError, TimeoutError):
            answers = ()
        found = [_address(answer) for answer in answers]
        if not found or None in found:
            raise SourceUnreachable(Message("page-host-unknown", host=host))
        return tuple(address for address in found if address is not None)

    def _why_not(self, host: str, address: AnyAddress, port: int) -> str | None:
        if self._settings.is_open(host, address, port):
            return None
        if port not in self._settings.ports:
            return Message("address-of-other-port", port=str(port))
        special = why_special(address)
        if special is not None:
            return Message("address-not-public", kind=special)
        return Message("address-of-this-machine") if self._is_own(address) else None

    async def _connected(
        self,
        address: AnyAddress,
        port: int,
        timeout: float | None,  # noqa: ASYNC109  (handed on to httpcore)
    ) -> httpcore.AsyncNetworkStream:
        proxy = read(self._settings.proxy)
        if proxy is None:
            return await self._below.connect_tcp(str(address), port, timeout=timeout)
        stream = await self._below.connect_tcp(proxy.host.strip("[]"), proxy.port or 80, timeout=timeout)
        try:
            await _tunnel(stream, address, port, timeout)
        except BaseException:
            await stream.aclose()
            raise
        return stream


async def _tunnel(
    stream: httpcore.AsyncNetworkStream,
    address: AnyAddress,
    port: int,
    timeout: float | None,  # noqa: ASYNC109  (handed on to httpcore)
) -> None:
    """Ask a proxy for the address that was checked, not for the name: it must not look it up again."""
    place = f"[{address}]:{port}" if address.version == 6 else f"{address}:{port}"
    await stream.write(f"CONNECT {place} HTTP/1.1\r\nHost: {place}\r\n\r\n".encode(), timeout=timeout)
    answer = b""
    while b"\r\n\r\n" not in answer:
        # One byte at a time: what comes after the answer belongs to the page.
        piece = await stream.read(1, timeout=timeout)
        answer += piece
        if not piece or len(answer) > _MOST_PROXY_BYTES:
            raise httpcore.ConnectError("the proxy gave no answer")
    status = answer.split(b"\r\n", 1)[0].split(b" ")
    if len(status) < 2 or status[1] != b"200":
        raise httpcore.ConnectError("the proxy refused the connection")


def _address(written: str) -> AnyAddress | None:
    try:
        return ipaddress.ip_address(written)
    except ValueError:
        return None
