"""One request and its answer, within every limit. Nothing is followed, kept or sent beyond what is here."""

import asyncio
import re
import ssl
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import NamedTuple

import httpcore

from pathfinder.adapters.fetch.inflating import coding_of
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.text.urls import Address

ACCEPT = "text/html, application/xhtml+xml, application/pdf, text/plain;q=0.9, text/markdown;q=0.9, */*;q=0.1"
PDF_WITHIN = 1_024
"""A PDF says so within its first bytes, but not always in the very first."""
_MOST_LINES = 400
"""Header lines of an answer; a real one has a few dozen."""
_MOST_CRUMBS, _CRUMB_BYTES = 10_000, 32
"""A page in thousands of chunks of a few bytes costs us far more time than it costs its server."""
_UNPRINTABLE = re.compile(r"[^\x20-\x7e]")


class Answer(NamedTuple):
    """What a server said. Only a success has content."""

    status: int
    headers: Mapping[str, str]
    """By lower-case name; of several with one name the first."""
    content: bytes


@dataclass(frozen=True)
class Exchange:
    """Sends one GET at a time, each over a connection of its own."""

    settings: FetchSettings
    dial: httpcore.AsyncNetworkBackend
    certificates: ssl.SSLContext
    clock: Clock

    async def get(self, address: Address, seconds: float, *, cut_at: int | None = None) -> Answer:
        """The answer, had within `seconds`. `cut_at`: take so much of the content and leave the rest."""
        try:
            async with asyncio.timeout(seconds):
                return await self._get(address, cut_at)
        except TimeoutError as error:
            raise SourceUnreachable(Message("page-too-slow")) from error
        except httpcore.TimeoutException as error:
            raise SourceUnreachable(_too_slow(error)) from error
        except ssl.SSLError as error:
            raise SourceUnreachable(Message("page-certificate-refused", reason=_why(error))) from error
        except httpcore.ConnectError as error:
            raise SourceUnreachable(Message("page-server-unreachable", reason=_why(error))) from error
        except httpcore.LocalProtocolError as error:
            raise SourceUnreachable(Message("page-address-not-http"), "refused") from error
        except (httpcore.ProtocolError, httpcore.NetworkError) as error:
            raise SourceUnreachable(Message("page-not-http", reason=_why(error))) from error

    async def _get(self, address: Address, cut_at: int | None) -> Answer:
        connection = httpcore.AsyncHTTPConnection(
            _origin(address), ssl_context=self.certificates, network_backend=self.dial
        )
        try:
            limit = 2 * self.settings.connect_seconds + self.settings.first_byte_seconds
            async with asyncio.timeout(limit):
                response = await connection.handle_async_request(self._request(address))
            headers = self._headers(response)
            content = b""
            if response.status == 200:
                content = await self._content(response, headers, cut_at)
            return Answer(response.status, headers, content)
        finally:
            # Closing is the last thing asked of a connection; how that goes tells nothing about the page.
            with suppress(httpcore.NetworkError, OSError):
                await connection.aclose()

    def _request(self, address: Address) -> httpcore.Request:
        port = "" if address.port is None else f":{address.port}"
        headers = {
            "Host": f"{address.host}{port}",
            "User-Agent": self.settings.user_agent,
            "Accept": ACCEPT,
            "Accept-Encoding": "identity, gzip",
            "Connection": "close",
        }
        read_seconds = self.settings.first_byte_seconds
        timeouts = {
            "connect": self.settings.connect_seconds,
            "read": read_seconds,
            "write": read_seconds,
            "pool": None,
        }
        return httpcore.Request(
            "GET", _url(address), headers=list(headers.items()), extensions={"timeout": timeouts}
        )

    def _headers(self, response: httpcore.Response) -> Mapping[str, str]:
        size = sum(len(name) + len(value) + 4 for name, value in response.headers)
        if size > self.settings.header_bytes or len(response.headers) > _MOST_LINES:
            raise SourceUnreachable(Message("page-too-many-headers"), "refused")
        found: dict[str, str] = {}
        for name, value in response.headers:
            found.setdefault(name.decode("latin-1").lower(), _decoded(value))
        return found

    async def _content(
        self, response: httpcore.Response, headers: Mapping[str, str], cut_at: int | None
    ) -> bytes:
        coding = coding_of(headers.get("content-encoding", ""))
        content, received, pieces, begun = bytearray(), 0, 0, self.clock.monotonic()
        async for raw in response.aiter_stream():
            received, pieces = received + len(raw), pieces + 1
            for piece in coding.pieces(raw):
                content += piece
                if cut_at is not None and len(content) >= cut_at:
                    return bytes(content[:cut_at])
                self._check_size(content, received)
            self._check_pace(received, pieces, self.clock.monotonic() - begun)
        if not coding.ended and cut_at is None:
            raise SourceUnreachable(Message("page-compressed-cut"), "unreadable")
        return bytes(content)

    def _check_size(self, content: bytearray, received: int) -> None:
        pdf = b"%PDF-" in content[:PDF_WITHIN]
        most = self.settings.pdf_bytes if pdf else self.settings.html_bytes
        if len(content) > most:
            raise SourceUnreachable(Message("page-too-large", most=most), "refused")
        if len(content) > max(self.settings.ratio_from_bytes, received * self.settings.ratio):
            raise SourceUnreachable(
                Message("page-unpacks-too-large", ratio=self.settings.ratio),
                "refused",
            )

    def _check_pace(self, received: int, pieces: int, seconds: float) -> None:
        slow = received < seconds * self.settings.floor_bytes_per_second
        crumbs = pieces > _MOST_CRUMBS and received < pieces * _CRUMB_BYTES
        if (slow and seconds > self.settings.floor_after_seconds) or crumbs:
            raise SourceUnreachable(Message("page-too-slow-drops"))


def _origin(address: Address) -> httpcore.Origin:
    url = _url(address)
    return url.origin


def _url(address: Address) -> httpcore.URL:
    """Put together from the parts of the one reading there was; nothing is parsed a second time."""
    query = f"?{address.query}" if address.query else ""
    return httpcore.URL(
        scheme=address.scheme.encode(),
        host=address.host.strip("[]").encode(),
        port=address.port,
        target=f"{address.path}{query}".encode(),
    )


def _decoded(value: bytes) -> str:
    try:
        return value.decode("utf-8")
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _too_slow(error: httpcore.TimeoutException) -> str:
    connecting = isinstance(error, httpcore.ConnectTimeout)
    doing = Message("page-doing-connecting" if connecting else "page-doing-waiting")
    return Message("page-too-slow-doing", doing=doing)


def _why(error: Exception) -> str:
    said = _UNPRINTABLE.sub("", str(error))[:120]
    return said or type(error).__name__
