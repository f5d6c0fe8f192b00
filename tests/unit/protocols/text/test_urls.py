"""Addresses are read strictly, and written in one normal form."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from pathfinder.protocols.text.urls import (
    LONGEST_URL,
    canonical_url,
    is_public_suffix,
    joined,
    page_key,
    read,
    registrable,
)
from pathfinder.protocols.text.urls import written as as_text

WPT = Path(__file__).parents[3] / "vendored" / "wpt_http_urls.json"


@dataclass(frozen=True)
class Case:
    id: str
    written: str
    canonical: str | None


CANONICAL = (
    Case("scheme and host in lower case", "HTTPS://ArXiv.ORG/Abs", "https://arxiv.org/Abs"),
    Case("no path is the root", "https://arxiv.org", "https://arxiv.org/"),
    Case("query without a path", "https://arxiv.org?a=1", "https://arxiv.org/?a=1"),
    Case("white space around it", " \thttps://arxiv.org/ \r\n", "https://arxiv.org/"),
    Case("default port", "https://a.org:443/", "https://a.org/"),
    Case("empty port", "https://a.org:/", "https://a.org/"),
    Case("other port stays", "http://a.org:8080/", "http://a.org:8080/"),
    Case("default port of the other scheme stays", "http://a.org:443/", "http://a.org:443/"),
    Case("no fragment", "https://a.org/p#part", "https://a.org/p"),
    Case("trailing slash stays: it may be another page", "https://a.org/p/", "https://a.org/p/"),
    Case("www stays: it may be another host", "https://www.a.org/", "https://www.a.org/"),
    Case("dots are walked", "https://a.org/x/../y/./z", "https://a.org/y/z"),
    Case("dots that are escaped", "https://a.org/x/%2E%2e/y", "https://a.org/y"),
    Case("dots at the end", "https://a.org/x/y/..", "https://a.org/x/"),
    Case("dots above the root", "https://a.org/../..", "https://a.org/"),
    Case("needless escapes", "https://a.org/%41%7e", "https://a.org/A~"),
    Case("escapes in upper case", "https://a.org/%ed%95%9c%2f", "https://a.org/%ED%95%9C%2F"),
    Case(
        "letters to be escaped", "https://a.org/한 글?q=값", "https://a.org/%ED%95%9C%20%EA%B8%80?q=%EA%B0%92"
    ),
    Case("a lone percent sign", "https://a.org/100%", "https://a.org/100%25"),
    Case("tracking goes", "https://a.org/?utm_source=x&id=7&FBCLID=y&gclid=z", "https://a.org/?id=7"),
    Case("escaped tracking goes", "https://a.org/?%75tm_source=x", "https://a.org/"),
    Case("order of the query stays", "https://a.org/?b=2&a=1&&c", "https://a.org/?b=2&a=1&c"),
    Case("question mark inside a query", "https://a.org/?q=what?", "https://a.org/?q=what?"),
    Case("Korean host", "https://서울.한국/", "https://xn--2i4bq6h.xn--3e0b707e/"),
    Case(
        "Korean host, already encoded",
        "https://xn--2i4bq6h.xn--3e0b707e/",
        "https://xn--2i4bq6h.xn--3e0b707e/",
    ),
    Case("accented capitals", "https://ÉCOLE.fr/", "https://xn--cole-9oa.fr/"),
    Case("underscore in a blog's name", "https://my_blog.tistory.com/1", "https://my_blog.tistory.com/1"),
    Case("IPv4", "http://192.168.0.1/a", "http://192.168.0.1/a"),
    Case("IPv6 in its shortest form", "http://[2001:DB8:0:0::1]/", "http://[2001:db8::1]/"),
    Case("one label", "http://localhost:8888/x", "http://localhost:8888/x"),
    Case("other scheme", "ftp://a.org/", None),
    Case("local file", "file:///home/me/paper.pdf", None),
    Case("bare path", "notes/paper.md", None),
    Case("nothing", "", None),
    Case("user name", "https://me@a.org/", None),
    Case("backslash", "https://a.org/x\\y", None),
    Case("control character", "https://a.org/x\x01", None),
    Case("new line inside", "https://a.org/x\ny", None),
    Case("zero-width space", "https://a.org/x\u200by", None),
    Case("lone surrogate", "https://a.org/\ud800", None),
    Case("trailing dot", "https://a.org./", None),
    Case("empty label", "https://a..org/", None),
    Case("hyphen at the edge", "https://-a.org/", None),
    Case("label of 64", f"https://{'a' * 64}.org/", None),
    Case("name over 253", f"https://{'a.' * 130}org/", None),
    Case("long IDN label", f"https://{'한' * 60}.kr/", None),
    Case("IPv4 in short form", "http://127.1/", None),
    Case("IPv4 as one number", "http://2130706433/", None),
    Case("IPv4 in hexadecimal", "http://0x7f.0x0.0x0.0x1/", None),
    Case("IPv4 with octal parts", "http://0177.0.0.1/", None),
    Case("IPv6 broken", "http://[::g]/", None),
    Case("IPv6 with a zone", "http://[fe80::1%25eth0]/", None),
    Case("port 0", "https://a.org:0/", None),
    Case("port over 65535", "https://a.org:65536/", None),
    Case("circled letters, which IDNA would map", "https://ⓐrxiv.org/", None),
    Case("Kelvin sign, which lower() would map", "https://\u212aorea.kr/", None),
    Case("sharp s, which clients map in two ways", "https://straße.de/", None),
    Case("sign in a host", "https://a♥b.org/", None),
    Case("xn-- of plain letters", "https://xn--arxiv-.org/", None),
    Case("xn-- before a letter that is not ASCII", "https://xn--\u00e9.org/", None),
    Case("xn-- that decodes to nothing readable", "https://xn--pokxncvks.org/", None),
    Case("xn-- that is no punycode", "https://xn--a_b.org/", None),
    Case("too long", "https://a.org/" + "x" * LONGEST_URL, None),
)


@pytest.mark.parametrize("case", CANONICAL, ids=lambda case: case.id)
def test_canonical_url(case: Case) -> None:
    assert canonical_url(case.written) == case.canonical


def test_a_host_is_what_the_url_standard_says_or_there_is_none() -> None:
    cases = json.loads(WPT.read_text(encoding="utf-8"))
    readings = [(case, read(case["input"])) for case in cases]
    told = [(case, address) for case, address in readings if address is not None]
    assert len(told) > 60
    for case, address in told:
        assert case["hostname"] == address.host, case
        assert case["port"] == ("" if address.port is None else str(address.port)), case


@pytest.mark.parametrize(
    "written",
    [
        "http://www.example.com/a/",
        "https://example.com/a",
        "https://m.example.com/a#top",
        "https://amp.example.com/a?utm_medium=mail",
        "https://www.m.example.com/a",
    ],
)
def test_addresses_of_one_page_have_one_key(written: str) -> None:
    assert page_key(written) == "https://example.com/a"


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("https://en.m.wikipedia.org/wiki/Seoul", "https://en.wikipedia.org/wiki/Seoul"),
        ("https://www.gov.uk/", "https://www.gov.uk/"),
        ("https://m.co.kr/", "https://m.co.kr/"),
        ("https://m.github.io/a/", "https://m.github.io/a"),
        ("http://10.0.0.1/a/", "https://10.0.0.1/a"),
        ("http://[::1]/", "https://[::1]/"),
        ("mailto:me@example.com", None),
    ],
)
def test_a_key_never_takes_away_what_somebody_registered(written: str, key: str | None) -> None:
    assert page_key(written) == key


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("export.arxiv.org", "arxiv.org"),
        ("news.kbs.co.kr", "kbs.co.kr"),
        ("www.seoul.go.kr", "seoul.go.kr"),
        ("alice.github.io", "alice.github.io"),
        ("a.b.alice.github.io", "alice.github.io"),
        ("github.io", "github.io"),
        ("localhost", "localhost"),
        ("xn--2i4bq6h.xn--3e0b707e", "xn--2i4bq6h.xn--3e0b707e"),
    ],
)
def test_registrable_domain_is_by_the_public_suffix_list(host: str, domain: str) -> None:
    assert registrable(host) == domain


def test_a_public_suffix_is_known_as_one() -> None:
    assert is_public_suffix("co.kr")
    assert is_public_suffix("github.io")
    assert not is_public_suffix("arxiv.org")
    assert not is_public_suffix("made-up-ending")


def test_an_ip_address_has_no_name() -> None:
    for written in ("http://10.0.0.1/", "http://[::1]/"):
        address = read(written)
        assert address is not None
        assert address.is_ip
    named = read("http://10.0.0.1.example.com/")
    assert named is not None
    assert not named.is_ip


@pytest.mark.parametrize(
    ("reference", "target"),
    [
        ("https://b.org/x", "https://b.org/x"),
        ("//b.org/x", "https://b.org/x"),
        ("/x", "https://a.org:8443/x"),
        ("x?y=1", "https://a.org:8443/one/x?y=1"),
        ("../x", "https://a.org:8443/x"),
        ("./", "https://a.org:8443/one/"),
        ("?r=2", "https://a.org:8443/one/two?r=2"),
        ("#part", "https://a.org:8443/one/two?q=1"),
        ("", "https://a.org:8443/one/two?q=1"),
        ("  /x\n", "https://a.org:8443/x"),
        ("mailto:me@b.org", None),
        ("javascript:alert(1)", None),
        ("https:/b.org", None),
        ("//me@b.org/", None),
        ("\\\\b.org\\x", None),
    ],
)
def test_a_link_leads_where_every_client_would_go_or_nowhere(reference: str, target: str | None) -> None:
    base = read("https://a.org:8443/one/two?q=1")
    assert base is not None
    found = joined(base, reference)
    assert (None if found is None else as_text(found)) == target
