"""Which addresses are public. Everything special is refused, in every form an IPv4 address can hide in.

The tables are the IANA special-purpose address registries for IPv4 and IPv6, multicast, reserved space, and
the addresses at which clouds keep the credentials of their machines. `ipaddress.is_global` is no guard: it
calls multicast, 6to4, NAT64 and cloud addresses global.
"""

import ipaddress
import socket
from collections.abc import Mapping

from pathfinder.adapters.fetch.settings import AnyAddress

SPECIAL_IPV4: Mapping[ipaddress.IPv4Network, str] = {
    ipaddress.IPv4Network(network): what
    for network, what in {
        "0.0.0.0/8": "this network",
        "10.0.0.0/8": "private",
        "100.64.0.0/10": "shared by carriers",
        "127.0.0.0/8": "loopback",
        "169.254.0.0/16": "link-local or cloud metadata",
        "172.16.0.0/12": "private",
        "192.0.0.0/24": "reserved for protocols",
        "192.0.2.0/24": "for documentation",
        "192.31.196.0/24": "AS112",
        "192.52.193.0/24": "multicast tunnels",
        "192.88.99.0/24": "6to4 relays",
        "192.168.0.0/16": "private",
        "192.175.48.0/24": "AS112",
        "198.18.0.0/15": "for benchmarks",
        "198.51.100.0/24": "for documentation",
        "203.0.113.0/24": "for documentation",
        "224.0.0.0/4": "multicast",
        "240.0.0.0/4": "reserved or broadcast",
        "168.63.129.16/32": "cloud metadata",
    }.items()
}

PUBLIC_IPV6 = ipaddress.IPv6Network("2000::/3")
"""The only IPv6 space that is handed out for the open internet."""
SPECIAL_IPV6: Mapping[ipaddress.IPv6Network, str] = {
    ipaddress.IPv6Network(network): what
    for network, what in {
        "2001::/23": "reserved for protocols, Teredo among them",
        "2001:db8::/32": "for documentation",
        "2002::/16": "6to4, which hides an IPv4 address",
        "2620:4f:8000::/48": "AS112",
        "3fff::/20": "for documentation",
    }.items()
}
NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""How an IPv6-only network reaches IPv4 sites: the last 32 bits are the address that counts."""
_ISATAP = frozenset({0x00005EFE, 0x02005EFE})


def why_special(address: AnyAddress) -> str | None:
    """What an address is, if it is anything but a public one."""
    if isinstance(address, ipaddress.IPv4Address):
        return next((what for network, what in SPECIAL_IPV4.items() if address in network), None)
    if address in NAT64:
        return why_special(ipaddress.IPv4Address(int(address) & 0xFFFFFFFF))
    if address.scope_id is not None or address not in PUBLIC_IPV6:
        return "not in public IPv6 space"
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return "ISATAP, which hides an IPv4 address"
    return next((what for network, what in SPECIAL_IPV6.items() if address in network), None)


def is_own(address: AnyAddress) -> bool:
    """It belongs to an interface of this machine: only then can a socket be bound to it. Sends nothing."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return True
