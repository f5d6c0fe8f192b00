"""Pages of the open web, one at a time: the address is checked, the site is asked, the answer is bounded."""

import asyncio
import email.utils
import re
import ssl
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

import httpcore
import httpx

from pathfinder.adapters.documents.kinds import Kind, Unwanted, web_kind
from pathfinder.adapters.documents.workers import Limits, NoText, Text, Workers, command
from pathfinder.adapters.fetch.courtesy import Courtesy
from pathfinder.adapters.fetch.dialing import GuardedDial, Resolver, SystemResolver
from pathfinder.adapters.fetch.exchange import Answer, Exchange
from pathfinder.adapters.fetch.pages import PageLink, links_of, stored_page
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.errors import FailureKind, SourceUnreachable, UserError
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.text.urls import Address, joined, read

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_REASONS: Mapping[int, tuple[FailureKind, str]] = {
    401: ("blocked", "asks for a password"),
    402: ("blocked", "asks for payment"),
    403: ("blocked", "forbids it"),
    404: ("unreachable", "has no such page"),
    410: ("unreachable", "took the page away"),
    429: ("rate_limited", "says that we ask too often"),
    451: ("blocked", "may not show it, for legal reasons"),
    503: ("rate_limited", "is too busy"),
}


class Fetched(NamedTuple):
    """The bytes of a page, as they are meant, and where they were found in the end."""

    address: Address
    content: bytes
    kind: Kind
    charset: str
    """As the server declares it; empty if it does not."""


class LinkedPage(NamedTuple):
    """A page as text, and what it links to."""

    page: StoredPage
    links: tuple[PageLink, ...]
    """Numbered by code: whoever wants to follow one names its number, never an address."""


class FetchedPaper(NamedTuple):
    """A PDF as a file to keep, and as text."""

    content: bytes
    page: StoredPage


TextReader = Callable[[bytes], Awaitable[Text]]
"""Parses what came over another way than ours."""


class GuardedFetch:
    """Implements `Fetch` for http and https addresses."""

    def __init__(
        self,
        settings: FetchSettings,
        table: SourceTable,
        clock: Clock,
        *,
        resolver: Resolver | None = None,
        below: httpcore.AsyncNetworkBackend | None = None,
        certificates: ssl.SSLContext | None = None,
        workers: Workers | None = None,
    ) -> None:
        """`below` makes the connections and `certificates` judges them; tests bring their own.

        `workers` parse, and stay with whoever gives them; without any, this object has its own.
        """
        self._settings = settings
        self._table = table
        self._clock = clock
        dial = GuardedDial(settings, resolver or SystemResolver(), below=below)
        context = certificates or _certificates(settings)
        self._exchange = Exchange(settings, dial, context, clock)
        self._courtesy = Courtesy(settings, clock, self._robots)
        self._own = workers is None
        self._workers = workers or Workers(Limits(), command(Limits()))

    async def page(self, url: str) -> StoredPage:
        """The text of a page or a PDF; SourceUnreachable with the reason if it cannot be had."""
        return (await self.read(url)).page

    async def read(self, url: str) -> LinkedPage:
        """The same with the links of the page."""
        fetched = await self.fetched(url)
        text = await self._text(fetched)
        return LinkedPage(self._stored(fetched, text), links_of(text, fetched.address))

    async def pdf(self, url: str) -> FetchedPaper:
        """A PDF with its text; SourceUnreachable if the address leads to anything else."""
        fetched = await self.fetched(url)
        if fetched.kind != "pdf":
            raise SourceUnreachable(Message("page-is-no-pdf"), "unreadable")
        return FetchedPaper(fetched.content, self._stored(fetched, await self._text(fetched)))

    async def close(self) -> None:
        """End the processes that parse."""
        if self._own:
            self._workers.interrupt()
            await asyncio.to_thread(self._workers.close)

    # ------------------------------------------------------------ getting

    async def fetched(self, url: str) -> Fetched:
        """The bytes of a page or a PDF, wherever redirects led; nothing has been parsed."""
        address, answer = await self._followed(_start(url), cut_at=None)
        if answer.status != 200:
            raise SourceUnreachable(*_refusal(answer.status, address.host))
        media, charset = _declared(answer.headers.get("content-type", ""))
        kind = web_kind(media, answer.content)
        if isinstance(kind, Unwanted):
            raise SourceUnreachable(Message("page-not-text", reason=kind.reason), "unreadable")
        return Fetched(address, answer.content, kind, charset)

    async def _robots(self, address: Address, cut_at: int) -> Answer:
        """A robots.txt; what forbids its own reading forbids nothing."""
        _, answer = await self._followed(address, cut_at=cut_at)
        return answer

    async def _followed(self, address: Address, *, cut_at: int | None) -> tuple[Address, Answer]:
        """The last answer of a chain of redirects, each of them checked like the first address."""
        left = self._settings.whole_seconds
        for _ in range(self._settings.redirects + 1):
            if cut_at is None:
                await self._courtesy.permit(address)
            answer, took = await self._asked(address, left, cut_at)
            left -= took
            if answer.status not in _REDIRECTS:
                return address, answer
            address = _next(address, answer.headers.get("location", ""))
        raise SourceUnreachable(
            Message("page-too-many-redirects", count=self._settings.redirects), "unreachable"
        )

    async def _asked(self, address: Address, left: float, cut_at: int | None) -> tuple[Answer, float]:
        """One answer and the seconds it took. A server that says when to come back is asked once more."""
        answer, took = await self._once(address, left, cut_at)
        wait = self._wait(answer)
        if wait is None or took >= left:
            return answer, took
        await self._clock.sleep(wait)
        answer, again = await self._once(address, left - took, cut_at)
        return answer, took + again

    async def _once(self, address: Address, left: float, cut_at: int | None) -> tuple[Answer, float]:
        async with self._courtesy.turn(address):
            begun = self._clock.monotonic()
            answer = await self._exchange.get(address, max(left, 0.001), cut_at=cut_at)
            return answer, self._clock.monotonic() - begun

    def _wait(self, answer: Answer) -> float | None:
        """How long a busy server asks us to wait, if that is worth it."""
        if answer.status not in (429, 503):
            return None
        seconds = self._seconds(answer.headers.get("retry-after", "").strip())
        worth_it = seconds is not None and 0 <= seconds <= self._settings.longest_wait_seconds
        return seconds if worth_it else None

    def _seconds(self, said: str) -> float | None:
        """Retry-After as seconds: a number, or a date."""
        if re.fullmatch(r"[0-9]{1,6}", said):
            return float(said)
        try:
            at = email.utils.parsedate_to_datetime(said)
        except ValueError:
            return None
        if at.tzinfo is None:
            return None
        return max(0.0, (at - self._clock.now()).total_seconds())

    # ------------------------------------------------------------ reading

    async def text_of(self, content: bytes) -> Text:
        """The text of something in UTF-8 that came another way, read with the same limits."""
        kind = web_kind("text/plain", content)
        if isinstance(kind, Unwanted):
            raise SourceUnreachable(f"The page is not text that is read: {kind.reason}.", "unreadable")
        return await self._parsed(kind, content, "utf-8")

    async def _text(self, fetched: Fetched) -> Text:
        return await self._parsed(fetched.kind, fetched.content, fetched.charset)

    async def _parsed(self, kind: Kind, content: bytes, charset: str) -> Text:
        try:
            answer = await asyncio.to_thread(self._workers.read, kind, content, charset=charset)
        except asyncio.CancelledError:
            self._workers.interrupt()
            raise
        if isinstance(answer, NoText):
            failure: FailureKind = "empty" if answer.empty else "unreadable"
            raise SourceUnreachable(Message("page-without-text", reason=answer.reason), failure)
        return answer

    def _stored(self, fetched: Fetched, text: Text) -> StoredPage:
        return stored_page(fetched.address, text, self._table, self._clock.now())


def _start(url: str) -> Address:
    address = read(url)
    if address is None:
        raise SourceUnreachable(Message("page-address-ambiguous"), "refused")
    return address


def _next(address: Address, location: str) -> Address:
    """Where a redirect leads. From https it never leads back to http, where anybody could change the page."""
    target = joined(address, location) if location else None
    if target is None:
        raise SourceUnreachable(Message("page-redirect-not-web"), "refused")
    if address.scheme == "https" and target.scheme == "http":
        raise SourceUnreachable(
            Message("page-redirect-downgrade", host=target.host),
            "refused",
        )
    return target


def _refusal(status: int, host: str) -> tuple[str, FailureKind]:
    kind, why = _REASONS.get(status, ("unreachable", "gave no page"))
    return Message("page-status", status=status, host=host, reason=why), kind


def _declared(content_type: str) -> tuple[str, str]:
    """The media type and the charset of a Content-Type."""
    media, _, rest = content_type.partition(";")
    charset = re.search(r"""charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]{1,40})""", rest, re.IGNORECASE)
    return media.strip().lower(), charset[1] if charset else ""


def _certificates(settings: FetchSettings) -> ssl.SSLContext:
    if not settings.ca_file:
        return httpx.create_ssl_context(trust_env=False)
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except (OSError, ssl.SSLError) as error:
        raise UserError(Message("certificates-unusable", path=settings.ca_file, reason=error)) from error
