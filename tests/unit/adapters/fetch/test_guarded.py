"""What the way out does for a page: asks the site, keeps its pace, follows with care, says why not."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path
from typing import TypeVar

import pytest
import trustme

from pathfinder.adapters.fetch.guarded import GuardedFetch
from pathfinder.adapters.fetch.settings import FetchSettings
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.errors import SourceUnreachable, UserError
from pathfinder.protocols.evidence.sources import default_table
from tests.fakes.fixed_clock import START, FixedClock
from tests.web import PUBLIC, Dns, Internet, a_fetch, answer, article, path_of, serving

T = TypeVar("T")
GOOD = "<p>The gates held in the winter of 2031, the harbour board said on Monday.</p>"
URL = "http://site.example/"
QUICK = FetchSettings(pace_seconds=0.001)


class Site:
    """A site that answers by path, and remembers what it was asked."""

    def __init__(self, *pages: tuple[str, bytes], robots: bytes | None = None) -> None:
        self._pages: dict[str, list[bytes]] = {"/robots.txt": [answer(404) if robots is None else robots]}
        for path, page in pages:
            self._pages.setdefault(path, []).append(page)
        self.heads: list[str] = []
        self.at_once = self.most_at_once = 0

    async def __call__(self, _: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        self.heads.append(head.decode("latin-1"))
        self.at_once += 1
        self.most_at_once = max(self.at_once, self.most_at_once)
        await asyncio.sleep(0.01)
        self.at_once -= 1
        answers = self._pages.get(path_of(head), [answer(404)])
        writer.write(answers.pop(0) if len(answers) > 1 else answers[0])

    @property
    def paths(self) -> list[str]:
        return [path_of(head.encode()) for head in self.heads]


def on(
    site: Site,
    use: Callable[[GuardedFetch], Awaitable[T]],
    *,
    dns: Dns | None = None,
    clock: FixedClock | None = None,
) -> T:
    """What comes of using a fetch while the site stands at the public address."""

    async def go() -> T:
        async with serving(site) as port:
            fetch = a_fetch(QUICK, dns=dns, internet=Internet(port), clock=clock)
            try:
                return await use(fetch)
            finally:
                await fetch.close()

    return asyncio.run(go())


def why_not(
    site: Site, url: str = URL, *, dns: Dns | None = None, clock: FixedClock | None = None
) -> SourceUnreachable:
    async def use(fetch: GuardedFetch) -> SourceUnreachable:
        with pytest.raises(SourceUnreachable) as why:
            await fetch.page(url)
        return why.value

    return on(site, use, dns=dns, clock=clock)


HEAD = (
    '<meta name="author" content="Ada Lind"><meta name="date" content="2021-02-03">'
    '<link rel="canonical" href="https://www.site.example/gates">'
)


def test_a_page_comes_with_title_author_date_original_language_and_links() -> None:
    links = (
        '<p>See <a href="/next?a=1&utm_source=x">the next page</a>, <a href="javascript:x()">this</a>.</p>'
    )
    site = Site(("/", answer(body=article(GOOD + links, "Tide gates", HEAD))))
    page, found = on(site, lambda fetch: fetch.read(URL))
    source = page.source
    assert "The gates held in the winter of 2031" in page.text
    assert (source.title, source.author, source.date) == ("Tide gates", "Ada Lind", "2021-02-03")
    assert (source.canonical, source.language) == ("https://site.example/gates", "en")
    assert (source.url, source.site) == (URL, "site.example")
    assert source.retrieved_at is not None
    assert [tuple(link) for link in found] == [(1, "http://site.example/next?a=1", "the next page")]


BLOG = (
    '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "BlogPosting",'
    ' "author": {"@type": "Person", "name": "Ada Lind"}, "datePublished": "2031-02-03"}</script>'
)


@pytest.mark.parametrize(
    ("url", "head", "expected"),
    [
        ("http://site.example/gates", "", ("unknown", 0.2, False)),
        ("http://site.example/gates", BLOG, ("blog", 0.5, True)),
        ("http://docs.harbour.com/gates", BLOG, ("official", 0.7, False)),
        ("http://gates.vercel.app/docs", BLOG, ("blog", 0.3, True)),
        (
            "http://docs.harbour.com/gates",
            '<meta name="ai-generated" content="true">',
            ("official", 0.3, False),
        ),
    ],
)
def test_what_a_fetched_page_says_of_itself_gives_it_a_type_and_little_trust(
    url: str, head: str, expected: tuple[str, float, bool]
) -> None:
    path = f"/{url.rpartition('/')[2]}"
    site = Site((path, answer(body=article(GOOD, head=head))))
    source = on(site, lambda fetch: fetch.page(url)).source
    assert (source.type, source.authority, source.self_described) == expected


def test_an_original_on_another_site_is_a_note_and_joins_no_voices() -> None:
    head = '<link rel="canonical" href="https://trusted.example.org/study">'
    source = on(Site(("/", answer(body=article(GOOD, head=head)))), lambda fetch: fetch.page(URL)).source
    assert source.canonical is None
    assert source.notes == (
        "it names a page of another site as its original: https://trusted.example.org/study",
    )


def test_a_request_says_who_we_are_and_nothing_else() -> None:
    site = Site(("/", answer(body=article(GOOD), set_cookie="id=1")), ("/again", answer(body=article(GOOD))))

    async def use(fetch: GuardedFetch) -> None:
        await fetch.page(URL)
        await fetch.page("http://site.example/again")

    on(site, use)
    for head in site.heads:
        names = [line.partition(":")[0] for line in head.strip().split("\r\n")[1:]]
        assert names == ["Host", "User-Agent", "Accept", "Accept-Encoding", "Connection"]
        assert "Pathfinder" in head
        assert "br" not in head.partition("Accept-Encoding:")[2]


def test_a_redirect_is_followed_and_the_page_is_the_one_it_led_to() -> None:
    site = Site(
        ("/", answer(301, location="//other.example/a/")),
        ("/a/", answer(302, location="../b")),
        ("/b", answer(body=article(GOOD))),
    )
    page = on(site, lambda fetch: fetch.page(URL))
    assert page.source.url == "http://other.example/b"
    # Each host is asked for its own rules.
    assert site.paths == ["/robots.txt", "/", "/robots.txt", "/a/", "/b"]


ROBOTS = (
    b"User-agent: *\nDisallow: /private\n"
    b"User-agent: Pathfinder\nDisallow: /not-you\nAllow: /not-you/but-this\n"
)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [("/private", True), ("/not-you/at-all", False), ("/not-you/but-this", True), ("/else", True)],
)
def test_robots_txt_is_obeyed(path: str, *, allowed: bool) -> None:
    site = Site((path, answer(body=article(GOOD))), robots=answer(body=ROBOTS, content_type="text/plain"))
    if allowed:
        on(site, lambda fetch: fetch.page(f"http://site.example{path}"))
        return
    error = why_not(site, f"http://site.example{path}")
    assert (error.kind, site.paths) == ("blocked", ["/robots.txt"])


@pytest.mark.parametrize(("status", "allowed"), [(404, True), (403, True), (500, False), (503, False)])
def test_a_site_without_rules_is_free_and_one_that_cannot_tell_is_closed(
    status: int, *, allowed: bool
) -> None:
    site = Site(("/", answer(body=article(GOOD))), robots=answer(status))
    if allowed:
        on(site, lambda fetch: fetch.page(URL))
    else:
        assert why_not(site).kind == "blocked"


def test_rules_are_asked_for_once_by_many_and_few_come_at_once() -> None:
    site = Site(*((f"/{number}", answer(body=article(GOOD))) for number in range(8)))

    async def use(fetch: GuardedFetch) -> None:
        tasks = [asyncio.create_task(fetch.page(f"http://site.example/{number}")) for number in range(8)]
        for task in tasks:
            await task

    on(site, use)
    assert site.paths.count("/robots.txt") == 1
    assert len(site.paths) == 9
    assert site.most_at_once <= 2


def test_requests_to_one_host_keep_its_crawl_delay() -> None:
    robots = answer(body=b"User-agent: *\nCrawl-delay: 0.2\n", content_type="text/plain")
    site = Site(("/", answer(body=article(GOOD))), robots=robots)
    times: list[float] = []

    async def use(fetch: GuardedFetch) -> None:
        for number in range(4):
            with pytest.raises(SourceUnreachable):
                await fetch.page(f"http://site.example/none{number}")
            times.append(asyncio.get_running_loop().time())

    on(site, use)
    # A lower bound holds on any machine.
    assert times[-1] - times[0] >= 0.55


@pytest.mark.parametrize(
    "said", ["7", format_datetime(START + timedelta(seconds=7), usegmt=True)], ids=["seconds", "date"]
)
@pytest.mark.parametrize("status", [429, 503])
def test_a_busy_server_is_asked_once_more_when_it_says(status: int, said: str) -> None:
    clock = FixedClock()
    site = Site(("/", answer(status, retry_after=said)), ("/", answer(body=article(GOOD))))
    on(site, lambda fetch: fetch.page(URL), clock=clock)
    assert clock.slept == [7.0]


@pytest.mark.parametrize("said", ["", "soon", "3600", "-1", "999999999", "Sun, 01 Nov 2026 12:00:07"])
def test_a_busy_server_that_asks_for_too_much_is_left_alone(said: str) -> None:
    clock = FixedClock()
    error = why_not(Site(("/", answer(429, retry_after=said))), clock=clock)
    assert (error.kind, clock.slept) == ("rate_limited", [])


def test_a_server_that_is_busy_twice_is_not_asked_a_third_time() -> None:
    site = Site(("/", answer(429, retry_after="1")))
    assert why_not(site, clock=FixedClock()).kind == "rate_limited"
    assert site.paths == ["/robots.txt", "/", "/"]


@pytest.mark.parametrize(
    ("page", "kind", "reason"),
    [
        (answer(403), "blocked", "HTTP 403"),
        (answer(404), "unreachable", "HTTP 404"),
        (answer(451), "blocked", "legal"),
        (answer(500), "unreachable", "HTTP 500"),
        (answer(body=b"\x89PNG\r\n\x1a\n" + bytes(99)), "unreadable", "PNG"),
        (answer(body=b'{"a": 1}', content_type="application/json"), "unreadable", "application/json"),
        (answer(body=b""), "empty", "no text"),
        (answer(302, location="gopher://x"), "refused", "no web address"),
    ],
)
def test_every_failure_says_one_plain_thing(page: bytes, kind: str, reason: str) -> None:
    error = why_not(Site(("/", page)))
    assert (error.kind, reason in str(error)) == (kind, True)
    assert str(error).endswith(".")


KOREAN = "조수 갑문은 2031년 겨울에 견뎠다고 항만 위원회가 월요일에 밝혔다."
KOREAN_PAGE = article(f"<p>{KOREAN}</p>").decode()


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (KOREAN_PAGE.encode(), "text/html"),
        (KOREAN_PAGE.encode("cp949"), "text/html; charset=euc-kr"),
        (article(f"<p>{KOREAN}</p>", head='<meta charset="euc-kr">').decode().encode("cp949"), "text/html"),
        (KOREAN_PAGE.encode("cp949"), "text/html"),
        (KOREAN_PAGE.encode("utf-16"), "text/html"),
        (b"\xef\xbb\xbf" + KOREAN_PAGE.encode(), "text/html; charset=iso-8859-1"),
        (KOREAN_PAGE.encode("cp949") + b"\xff", "text/html; charset=euc-kr"),
        (KOREAN_PAGE.encode() + b"\xff", "text/html; charset=utf-8"),
        (KOREAN.encode(), "text/plain; charset=utf-8"),
    ],
)
def test_korean_pages_are_read_in_the_encodings_they_come_in(body: bytes, content_type: str) -> None:
    site = Site(("/", answer(body=body, content_type=content_type)))
    assert KOREAN in on(site, lambda fetch: fetch.page(URL)).text


def test_a_western_page_is_read_by_what_its_server_declares() -> None:
    body = article("<p>Größe und Höhe der Tore wurden im Winter geprüft.</p>").decode().encode("latin-1")
    site = Site(("/", answer(body=body, content_type="text/html; charset=iso-8859-1")))
    assert "Größe und Höhe" in on(site, lambda fetch: fetch.page(URL)).text


@pytest.mark.parametrize("url", ["ftp://a.example/", "http://me:pw@a.example/", "file:///etc/passwd", "x"])
def test_what_is_no_plain_address_is_not_looked_up(url: str) -> None:
    dns = Dns()
    assert why_not(Site(), url, dns=dns).kind == "refused"
    assert dns.asked == []


@pytest.mark.parametrize(
    "settings", [{"allow": ("nonsense",)}, {"allow": ("wiki.intern",)}, {"proxy": "socks5://x:1"}]
)
def test_settings_that_cannot_be_understood_are_refused_at_once(settings: dict[str, object]) -> None:
    with pytest.raises(UserError):
        FetchSettings(**settings)  # type: ignore[arg-type]  # wrong on purpose


def test_certificates_that_are_none_are_refused_in_a_sentence(tmp_path: Path) -> None:
    settings = FetchSettings(ca_file=str(tmp_path / "none.pem"))
    with pytest.raises(UserError, match=r"none\.pem"):
        GuardedFetch(settings, default_table(), SystemClock())


# ------------------------------------------------------------ TLS


def tls(*names: str) -> tuple[ssl.SSLContext, ssl.SSLContext, list[str]]:
    """A server with a certificate for these names, a client that knows its issuer, the names asked for."""
    authority, asked = trustme.CA(), list[str]()
    server, client = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    authority.issue_cert(*names).configure_cert(server)
    authority.configure_trust(client)

    def heard(_: object, name: str | None, __: ssl.SSLContext) -> None:
        asked.append(name or "")

    server.sni_callback = heard
    return server, client, asked


def over_tls(server: ssl.SSLContext, client: ssl.SSLContext, site: Site) -> str:
    async def go() -> str:
        async with serving(site, server) as port:
            fetch = a_fetch(internet=Internet(port), certificates=client)
            try:
                return (await fetch.page("https://site.example/")).text
            except SourceUnreachable as error:
                return str(error)
            finally:
                await fetch.close()

    return asyncio.run(go())


def test_tls_is_spoken_with_the_name_though_the_address_was_dialled() -> None:
    server, client, asked = tls("site.example")
    site = Site(("/", answer(body=article(GOOD))))
    assert "The gates held" in over_tls(server, client, site)
    assert asked == ["site.example", "site.example"]
    assert all("Host: site.example\r\n" in head for head in site.heads)


def test_a_certificate_for_another_name_is_refused() -> None:
    server, client, _ = tls("other.example")
    site = Site(("/", answer(body=article(GOOD))))
    assert "certificate" in over_tls(server, client, site)
    assert site.heads == []


def test_a_certificate_of_an_unknown_issuer_is_refused() -> None:
    server, _, _ = tls("site.example")
    _, stranger, _ = tls("site.example")
    assert "certificate" in over_tls(server, stranger, Site())


def test_nothing_leads_from_https_back_to_http() -> None:
    server, client, _ = tls("site.example")
    site = Site(("/", answer(302, location="http://site.example/plain")))
    assert "from https to plain http" in over_tls(server, client, site)


# ------------------------------------------------------------ a proxy


def test_a_proxy_is_asked_for_the_address_that_was_checked_and_only_if_it_is_named() -> None:
    asked: list[bytes] = []
    page = Site(("/", answer(body=article(GOOD))))

    async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        asked.append(head.split(b"\r\n")[0])
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        await page(reader, writer, await reader.readuntil(b"\r\n\r\n"))

    async def go() -> str:
        async with serving(proxy) as port:
            settings = FetchSettings(pace_seconds=0.001, proxy=f"http://127.0.0.1:{port}")
            fetch = a_fetch(settings)
            try:
                with pytest.raises(SourceUnreachable, match="private"):
                    await fetch.page("http://10.0.0.1/")
                return (await fetch.page(URL)).text
            finally:
                await fetch.close()

    assert "The gates held" in asyncio.run(go())
    assert asked == [f"CONNECT {PUBLIC}:80 HTTP/1.1".encode()] * 2


@pytest.mark.parametrize("said", [b"HTTP/1.1 403 Forbidden\r\n\r\n", b"", b"nonsense" * 2_000])
def test_a_proxy_that_refuses_is_a_page_less(said: bytes) -> None:
    async def proxy(_: asyncio.StreamReader, writer: asyncio.StreamWriter, __: bytes) -> None:
        writer.write(said)

    async def go() -> SourceUnreachable:
        async with serving(proxy) as port:
            fetch = a_fetch(FetchSettings(proxy=f"http://127.0.0.1:{port}"))
            with pytest.raises(SourceUnreachable) as why:
                await fetch.page(URL)
            return why.value

    assert "proxy" in str(asyncio.run(go()))
