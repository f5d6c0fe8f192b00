"""What a site may ask of us: which pages we leave alone, how fast we come, how many at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from protego import Protego

from pathfinder.adapters.fetch.exchange import Answer
from pathfinder.adapters.fetch.settings import ROBOT, FetchSettings
from pathfinder.adapters.metering.limiter import FairLimiter
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.text.urls import Address

Get = Callable[[Address, int], Awaitable[Answer]]
"""Reads an address, following redirects, and cuts the content at so many bytes."""


class Rules(NamedTuple):
    """A robots.txt as it was understood, and until when."""

    parsed: Protego | None
    """None where everything is allowed."""
    closed: bool
    """The site could not say; RFC 9309: then everything is forbidden."""
    until: float


@dataclass
class Host:
    """What is remembered of one host."""

    slots: asyncio.Semaphore
    limiter: FairLimiter
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)
    rules: dict[str, Rules] = field(default_factory=dict)
    """By origin: http and https may differ."""


class Courtesy:
    """Keeps to the robots.txt and the pace of every host."""

    def __init__(self, settings: FetchSettings, clock: Clock, get: Get) -> None:
        self._settings = settings
        self._clock = clock
        self._get = get
        self._hosts: dict[str, Host] = {}

    @asynccontextmanager
    async def turn(self, address: Address) -> AsyncIterator[None]:
        """Held while the host is asked for something: so many at once, and not faster than it likes."""
        host = self._host(address)
        async with host.slots:
            await host.limiter.turn()
            yield

    async def permit(self, address: Address) -> None:
        """SourceUnreachable if the site asks robots to leave this address alone."""
        host = self._host(address)
        origin = _origin(address)
        async with host.asking:
            rules = host.rules.get(origin)
            if rules is None or rules.until < self._clock.monotonic():
                rules = host.rules[origin] = await self._asked(address, host)
        if rules.closed:
            raise SourceUnreachable(Message("robots-unavailable", host=address.host), "blocked")
        if rules.parsed is not None and not rules.parsed.can_fetch(f"{origin}{_target(address)}", ROBOT):
            raise SourceUnreachable(Message("robots-forbidden", host=address.host), "blocked")

    async def _asked(self, address: Address, host: Host) -> Rules:
        robots = address._replace(path="/robots.txt", query="")
        answer = await self._get(robots, self._settings.robots_bytes)
        until = self._clock.monotonic() + self._settings.robots_seconds
        if answer.status >= 500:
            # An outage is no answer for a day; it is asked again soon.
            return Rules(None, closed=True, until=self._clock.monotonic() + self._settings.whole_seconds)
        if answer.status != 200:
            return Rules(None, closed=False, until=until)
        parsed = Protego.parse(answer.content.decode("utf-8", errors="replace"))
        delay = parsed.crawl_delay(ROBOT)
        if delay is not None and delay > self._settings.pace_seconds:
            host.limiter = FairLimiter(1, min(delay, self._settings.longest_pace_seconds))
        return Rules(parsed, closed=False, until=until)

    def _host(self, address: Address) -> Host:
        known = self._hosts.get(address.host)
        if known is None:
            known = self._hosts[address.host] = Host(
                asyncio.Semaphore(self._settings.parallel_per_host),
                FairLimiter(1, self._settings.pace_seconds),
            )
        return known


def _origin(address: Address) -> str:
    port = "" if address.port is None else f":{address.port}"
    return f"{address.scheme}://{address.host}{port}"


def _target(address: Address) -> str:
    return f"{address.path}?{address.query}" if address.query else address.path
