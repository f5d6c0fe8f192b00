"""Every limit of the way out, and the private places the user opened. Settings build nothing."""

import ipaddress
from dataclasses import dataclass, field
from typing import NamedTuple

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.text.urls import read

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
AnyAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

ROBOT = "Pathfinder"
"""The name that robots.txt may call us by."""


class Opened(NamedTuple):
    """A private place the user opened: a network, an address or a name, perhaps on one port only."""

    network: Network | None
    host: str
    port: int | None

    def covers(self, host: str, address: AnyAddress, port: int, ports: frozenset[int]) -> bool:
        """A connection to `address` on behalf of `host` is one the user opened."""
        right_port = port in ports if self.port is None else port == self.port
        if self.network is None:
            return right_port and host == self.host
        same_kind = address.version == self.network.version
        return right_port and same_kind and address in self.network


@dataclass(frozen=True)
class FetchSettings:
    """What one page may cost, and where pages may come from."""

    html_bytes: int = 10_000_000
    pdf_bytes: int = 50_000_000
    header_bytes: int = 64 * 1024
    ratio: int = 100
    """How much larger than its compressed form a body may be, once it is past `ratio_from_bytes`."""
    ratio_from_bytes: int = 1_000_000
    connect_seconds: float = 5.0
    first_byte_seconds: float = 15.0
    whole_seconds: float = 60.0
    """For one page with all its redirects; waiting for a turn at the host is not counted."""
    floor_bytes_per_second: int = 1_000
    floor_after_seconds: float = 10.0
    redirects: int = 5
    longest_wait_seconds: float = 30.0
    """How long a server may ask us to wait (Retry-After) before we rather do without the page."""
    pace_seconds: float = 1.0
    """Between two requests to one host; a longer crawl-delay of its robots.txt wins."""
    longest_pace_seconds: float = 10.0
    parallel_per_host: int = 2
    robots_bytes: int = 500 * 1024
    robots_seconds: float = 24 * 3600.0
    """How long a robots.txt is believed."""
    ports: frozenset[int] = frozenset({80, 443, 8080, 8443})
    allow: tuple[str, ...] = ()
    """Private places that may be read all the same: `10.0.0.0/8`, `10.1.2.3:9200`, `wiki.intern:8443`."""
    proxy: str = ""
    """`http://host:port` of a proxy, used for everything. None is taken from the environment."""
    ca_file: str = ""
    """Certificates to trust instead of the built-in ones."""
    contact: str = ""
    """How a site's owner can reach the user; sent along with every request."""
    opened: tuple[Opened, ...] = field(init=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "opened", tuple(_opened(written) for written in self.allow))
        if self.proxy and (read(self.proxy) is None or not self.proxy.lower().startswith("http://")):
            raise UserError(Message("proxy-address-wrong", proxy=repr(self.proxy)))

    @property
    def user_agent(self) -> str:
        """Who we are; the same for every site."""
        contact = f"; {self.contact}" if self.contact else ""
        return f"{ROBOT}/1 (research for one person; obeys robots.txt{contact})"

    def is_open(self, host: str, address: AnyAddress, port: int) -> bool:
        """The user opened this place."""
        return any(one.covers(host, address, port, self.ports) for one in self.opened)

    def may_be_open(self, host: str, port: int) -> bool:
        """Some address of this name may be one the user opened; only then is a look-up worth it."""
        return any(
            (one.network is not None or one.host == host) and one.port in (None, port) for one in self.opened
        )


def _opened(written: str) -> Opened:
    network = _network(written)
    if network is not None:
        return Opened(network, "", None)
    address = read(f"https://{written}")
    bare = None if address is None else _network(address.host.strip("[]"))
    if address is None or address.path != "/" or (bare is None and ":" not in written):
        raise UserError(Message("allow-list-entry-wrong", entry=repr(written)))
    return Opened(bare, address.host if bare is None else "", address.port or 443)


def _network(written: str) -> Network | None:
    try:
        return ipaddress.ip_network(written)
    except ValueError:
        return None
