"""No address, name, redirect or change of mind leads a fetch to a place that is not public.

Whatever gets past the guard is really dialled; the audit hook that is on in every test sees it then.
"""

import asyncio
import ipaddress
import itertools
import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from pathfinder.adapters.fetch.addresses import is_own, why_special
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.protocols.errors import SourceUnreachable
from pathfinder.protocols.text.urls import joined, read
from tests.web import PUBLIC, PUBLIC_IPV6, Dns, Internet, a_fetch, answer

WPT = Path(__file__).parents[3] / "vendored" / "urltestdata.json"
NETWORKS = (
    # The IANA registry of special IPv4 addresses, multicast and reserved space: written down once more, so
    # that a line lost from the table of the guard is missed here.
    "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
    "192.0.0.0/24", "192.0.2.0/24", "192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.168.0.0/16",
    "192.175.48.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
    "255.255.255.255/32",
)  # fmt: skip
METADATA = ("169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "169.254.170.2")
IPV6_NETWORKS = (
    "::/128", "::1/128", "::ffff:0:0/96", "64:ff9b:1::/48", "100::/64", "100:0:0:1::/64", "5f00::/16",
    "fc00::/7", "fd00:ec2::254/128", "fe80::/10", "fec0::/10", "ff00::/8", "2001::/32", "2001:2::/48",
    "2001:10::/28", "2001:20::/28", "2001::/23",
    "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20",
)  # fmt: skip
REDIRECTS = (301, 302, 303, 307, 308)


def ipv4() -> list[ipaddress.IPv4Address]:
    """First, middle and last of every special network, and where clouds keep credentials."""
    networks = map(ipaddress.IPv4Network, NETWORKS)
    edges = (network[place] for network in networks for place in (0, network.num_addresses // 2, -1))
    return sorted({*edges, *map(ipaddress.IPv4Address, METADATA)})


def ipv6() -> list[ipaddress.IPv6Address]:
    networks = [ipaddress.IPv6Network(network) for network in IPV6_NETWORKS]
    return sorted({network[place] for network in networks for place in (0, network.num_addresses // 2, -1)})


def hidden_in_ipv6(address: ipaddress.IPv4Address) -> Iterator[str]:
    """The ways an IPv4 address stands inside an IPv6 one."""
    number = int(address)
    high, low = number >> 16, number & 0xFFFF
    yield f"::ffff:{address}"
    yield f"::{high:x}:{low:x}"
    yield f"2002:{high:x}:{low:x}::1"
    yield f"64:ff9b::{high:x}:{low:x}"
    yield f"64:ff9b:1::{high:x}:{low:x}"
    yield f"2001:0:4136:e378:8000:63bf:{high ^ 0xFFFF:x}:{low ^ 0xFFFF:x}"
    yield f"2606:2800:21f:cb07:0:5efe:{high:x}:{low:x}"
    yield f"2606:2800:21f:cb07:200:5efe:{high:x}:{low:x}"


def spellings(address: ipaddress.IPv4Address) -> Iterator[str]:
    """Hosts that one client or another takes for this address."""
    number, parts = int(address), str(address).split(".")
    yield str(address)
    yield f"{address}."
    yield str(number)
    yield hex(number)
    yield f"0{number:o}"
    yield ".".join(f"0{int(part):o}" for part in parts)
    yield ".".join(hex(int(part)) for part in parts)
    yield ".".join(f"00{part}" for part in parts)
    yield f"{parts[0]}.{number & 0xFFFFFF}"
    yield f"{parts[0]}.{parts[1]}.{number & 0xFFFF}"
    yield f"{hex(int(parts[0]))}.{parts[1]}.0{int(parts[2]):o}.{parts[3]}"
    yield "".join(chr(ord(letter) + 0xFEE0) if letter.isdigit() else letter for letter in str(address))
    yield "".join("⓪①②③④⑤⑥⑦⑧⑨"[int(one)] if one.isdigit() else one for one in str(address))
    for dot in "。．｡":
        yield str(address).replace(".", dot)
    yield f"%{ord(parts[0][0]):x}{str(address)[1:]}"
    yield f"{PUBLIC}@{address}"
    yield f"{address}\\@{PUBLIC}"
    yield from (f"[{inside}]" for inside in hidden_in_ipv6(address))
    yield f"[::ffff:{address}%25eth0]"


async def refused(url: str, dns: Dns | None = None, internet: Internet | None = None) -> str:
    """Why a page is not read; that it was read fails the test."""
    internet = internet or Internet()
    fetch = a_fetch(dns=dns, internet=internet)
    with pytest.raises(SourceUnreachable) as why:
        await fetch.page(url)
    assert all(host in (PUBLIC, PUBLIC_IPV6) for host, _ in internet.dialled), (url, internet.dialled)
    assert why.value.kind in ("refused", "unreachable")
    return str(why.value)


def literals() -> Iterator[str]:
    yield from (host for address in ipv4() for host in spellings(address))
    yield from (f"[{address}]" for address in ipv6())


def test_no_spelling_of_a_special_address_is_dialled() -> None:
    cases = [f"{scheme}://{host}/latest" for host in literals() for scheme in ("http", "https")]

    async def all_of_them() -> None:
        for url in cases:
            await refused(url)

    asyncio.run(all_of_them())
    assert len(cases) > 3_000


def answers() -> Iterator[tuple[str, list[list[str]]]]:
    """What a hostile name server says, one look-up after another."""
    addresses = [str(address) for address in (*ipv4(), *ipv6())]
    addresses += [inside for address in ipv4() for inside in hidden_in_ipv6(address)]
    for address in addresses:
        yield "alone", [[address]]
        yield "by another name", [[address]]
        yield "before a public one", [[address, PUBLIC]]
        yield "after public ones", [[PUBLIC, PUBLIC_IPV6, address]]
        yield "at the second look-up", [[PUBLIC], [address]]


def test_no_answer_of_a_name_server_leads_to_a_special_address() -> None:
    cases = Counter[str]()

    async def all_of_them() -> None:
        for number, (route, given) in enumerate(answers()):
            cases[route] += 1
            # The public address answers robots.txt and sends the page on to the same name: a new look-up.
            host = f"h{number}.example.org"
            internet = Internet(canned=partial(list, [answer(302, location=f"http://{host}/again")]))
            aliases = {host: f"alias.{host}"} if route == "by another name" else {}
            why = await refused(f"http://{host}/", Dns({aliases.get(host, host): given}, aliases), internet)
            # One bad answer refuses the name: picking out the good ones would be no guard.
            assert "leads to" in why, (route, given)

    asyncio.run(all_of_them())
    assert sum(cases.values()) > 2_500


def test_no_redirect_leads_to_a_special_address() -> None:
    hosts = [host for address in ipv4() for host in spellings(address)][::3]
    cases = [(status, host) for host, status in zip(hosts, itertools.cycle(REDIRECTS), strict=False)]
    cases += [(status, f"[{address}]") for address in ipv6() for status in REDIRECTS]
    cases += [(status, "private.example.org") for status in REDIRECTS]

    async def all_of_them() -> None:
        for status, host in cases:
            turns = iter(([answer(404)], [answer(status, location=f"http://{host}/latest/meta-data")]))
            internet = Internet(canned=partial(next, turns))
            dns = Dns({"private.example.org": [["10.0.0.1"]]})
            await refused("http://public.example.org/", dns, internet)
            assert len(internet.dialled) == 2

    asyncio.run(all_of_them())
    assert len(cases) > 700


def test_a_page_that_refreshes_itself_to_a_private_place_is_only_text() -> None:
    body = b'<meta http-equiv="refresh" content="0;url=http://10.0.0.1/"><p>The gates held in winter.</p>'
    turns = iter(([answer(404)], [answer(body=body)]))
    internet = Internet(canned=lambda: next(turns))

    async def go() -> str:
        fetch = a_fetch(internet=internet)
        try:
            return (await fetch.page("http://public.example.org/")).text
        finally:
            await fetch.close()

    assert "The gates held" in asyncio.run(go())
    assert [host for host, _ in internet.dialled] == [PUBLIC, PUBLIC]


def test_a_name_is_looked_up_once_for_each_connection_and_that_answer_is_dialled() -> None:
    dns = Dns({"flip.example.org": [[PUBLIC], ["127.0.0.1"], [PUBLIC]]})
    internet = Internet(canned=lambda: [answer(404)])
    assert "loopback" in asyncio.run(refused("http://flip.example.org/", dns, internet))
    assert (len(dns.asked), len(internet.dialled)) == (2, 1)


@pytest.mark.parametrize("port", [22, 25, 110, 6379, 9200, 11211])
def test_other_ports_are_not_even_looked_up(port: int) -> None:
    dns = Dns()
    assert f"Port {port}" in asyncio.run(refused(f"http://public.example.org:{port}/", dns))
    assert dns.asked == []


def test_the_machines_own_addresses_are_known() -> None:
    assert is_own(ipaddress.ip_address("127.0.0.1"))
    assert not is_own(ipaddress.ip_address(PUBLIC))


def test_public_addresses_are_public() -> None:
    public = (PUBLIC, PUBLIC_IPV6, "8.8.8.8", "64:ff9b::808:808", "2a00:1450:4001:82b::200e")
    assert [why_special(ipaddress.ip_address(address)) for address in public] == [None] * len(public)


@pytest.mark.parametrize(
    ("allow", "host", "address", "port", "open_"),
    [
        ("10.0.0.0/8", "wiki.intern", "10.1.2.3", 443, True),
        ("10.0.0.0/8", "wiki.intern", "10.1.2.3", 9200, False),
        ("10.0.0.0/8", "wiki.intern", "11.1.2.3", 443, False),
        ("10.0.0.0/8", "wiki.intern", "fd00::1", 443, False),
        ("10.1.2.3:9200", "other.org", "10.1.2.3", 9200, True),
        ("10.1.2.3:9200", "other.org", "10.1.2.3", 9300, False),
        ("[fd00::1]:8000", "other.org", "fd00::1", 8000, True),
        ("wiki.intern:8443", "wiki.intern", "192.168.1.1", 8443, True),
        ("wiki.intern:8443", "evil.org", "192.168.1.1", 8443, False),
    ],
)
def test_private_places_open_only_as_the_user_wrote(
    allow: str, host: str, address: str, port: int, *, open_: bool
) -> None:
    settings = FetchSettings(allow=(allow,))
    assert settings.is_open(host, ipaddress.ip_address(address), port) is open_


def test_what_the_url_standard_refuses_is_refused_and_hosts_are_the_ones_it_names() -> None:
    told = 0
    for case in json.loads(WPT.read_text(encoding="utf-8")):
        if not isinstance(case, dict):
            continue
        base = read(case.get("base") or "https://elsewhere.example/")
        found = read(case["input"]) if base is None or not case.get("base") else joined(base, case["input"])
        if case.get("failure"):
            assert (read(case["input"]), found) == (None, None), case
        elif found is not None:
            told += 1
            assert found.host == case["hostname"], case
            assert (case["protocol"], case["port"]) == (f"{found.scheme}:", str(found.port or "")), case
    assert told > 80


def test_what_is_checked_is_what_is_dialled_for_every_url_of_the_standard() -> None:
    cases = [case["input"] for case in json.loads(WPT.read_text(encoding="utf-8")) if isinstance(case, dict)]

    async def all_of_them() -> int:
        dialled = 0
        for url in cases:
            address = read(url)
            # Some of the numbers there are public addresses, of people who are not asked.
            if address is None or not address.is_ip:
                dns, internet = Dns(), Internet(canned=lambda: [answer(404)])
                await refused(url, dns, internet)
                dialled += bool(internet.dialled)
                assert set(dns.asked) <= ({address.host} if address else set())
        return dialled

    assert asyncio.run(all_of_them()) > 30
