"""The audit hook that keeps the tests on this machine."""

from ipaddress import ip_address

CONNECTS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
REFUSED: list[str] = []
"""Every connection refused since the tests began; whoever swallows the error is seen all the same."""
LOOKUPS = frozenset({"socket.getaddrinfo", "socket.gethostbyname"})


class OutsideRefused(RuntimeError):
    """A test tried to leave the machine. It is no OSError: no code under test may take it for an outage."""


def refuse_the_outside(event: str, arguments: tuple[object, ...]) -> None:
    """Raise `OutsideRefused` for every address and every name that is not loopback; AF_UNIX is allowed."""
    if event in CONNECTS:
        address = arguments[1]
        if isinstance(address, tuple) and not _is_loopback(address[0]):
            REFUSED.append(f"{event} to {address!r}")
            raise OutsideRefused(f"{REFUSED[-1]}: tests talk to loopback only")
    elif event in LOOKUPS and not _is_loopback(arguments[0]):
        raise OutsideRefused(f"{event} of {arguments[0]!r}: tests talk to loopback only")


def _is_loopback(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in (None, "", "localhost"):
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return False
