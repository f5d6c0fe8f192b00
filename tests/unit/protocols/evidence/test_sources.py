"""Source type and authority come from the evidence in its order, and never from a look-alike."""

import datetime
from dataclasses import dataclass

import pytest
from publicsuffixlist import PublicSuffixList
from pydantic import ValidationError

from pathfinder.protocols.evidence.self_description import SelfDescription
from pathfinder.protocols.evidence.source_classes import classify
from pathfinder.protocols.evidence.sources import (
    AUTHORITY,
    PATTERN_MOST,
    SELF_DESCRIBED_MOST,
    WEAK_MOST,
    SourceEntry,
    SourceTable,
    default_table,
    parse_table,
)
from pathfinder.protocols.text.urls import is_public_suffix, on_free_host, read
from tests.spoofs import TRUSTED_HOSTS, boasts, pattern_spoofs, pattern_spoofs_of, spoofs, spoofs_of

TRUSTED = 0.5


@dataclass(frozen=True)
class Case:
    url: str
    type: str
    publisher: str | None
    host_of_works: bool = False


CASES = (
    Case("https://arxiv.org/abs/2301.00001", "paper", "arxiv.org", host_of_works=True),
    Case("http://www.ARXIV.org:80/abs/2301.00001", "paper", "arxiv.org", host_of_works=True),
    Case("https://pubmed.ncbi.nlm.nih.gov/1/", "paper", "nih.gov", host_of_works=True),
    Case("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/", "paper", "nih.gov", host_of_works=True),
    Case("https://www.ncbi.nlm.nih.gov/books/NBK1/", "official", "nih.gov"),
    Case("https://www.nature.com/articles/s41586-020-1", "paper", "nature.com", host_of_works=True),
    Case("https://www.nature.com/articles/d41586-020-1", "news", "nature.com"),
    Case("https://gut.bmj.com/content/1/1", "paper", "bmj.com", host_of_works=True),
    Case("https://doi.org/10.1038/x", "paper", "doi.org", host_of_works=True),
    Case("https://dx.doi.org/10.5281/zenodo.1", "blog", "doi.org", host_of_works=True),
    Case("https://zenodo.org/records/1", "blog", "zenodo.org", host_of_works=True),
    Case("https://www.dbpia.co.kr/journal/1", "paper", "dbpia.co.kr", host_of_works=True),
    Case("https://scienceon.kisti.re.kr/x", "paper", "kisti.re.kr", host_of_works=True),
    Case("https://www.kisti.re.kr/x", "official", "kisti.re.kr"),
    Case("https://private-lab.re.kr/", "unknown", "private-lab.re.kr"),
    Case("https://www.snu.ac.kr/", "official", "snu.ac.kr"),
    Case("https://www.snu.ac.kr/~alice/", "blog", "snu.ac.kr"),
    Case("https://www.private.edu.pl/", "unknown", "private.edu.pl"),
    Case("https://s-space.snu.ac.kr/handle/1", "paper", "snu.ac.kr", host_of_works=True),
    Case("https://www.seoul.go.kr/main", "official", "seoul.go.kr"),
    Case("https://www.korea.kr/news", "official", "korea.kr"),
    Case("https://www.cdc.gov/flu", "official", "cdc.gov"),
    Case("https://www.gov.uk/guidance", "official", "gov.uk"),
    Case("https://www.abs.gov.au/", "official", "abs.gov.au"),
    Case("https://statcan.gc.ca/", "official", "statcan.gc.ca"),
    Case("https://ec.europa.eu/eurostat", "official", "europa.eu"),
    Case("https://www.who.int/", "official", "who.int"),
    Case("https://www.rfc-editor.org/rfc/rfc9110", "official", "rfc-editor.org"),
    Case("https://docs.python.org/3/", "official", "python.org"),
    Case("https://docs.example.com/3/", "official", "example.com"),
    Case("https://cloud.google.com/docs", "official", "google.com"),
    Case("https://cloud.google.com/docs/iam?hl=ko", "official", "google.com"),
    Case("https://cloud.google.com/docsearch", "unknown", "google.com"),
    Case("https://cloud.google.com/docs/../pricing", "unknown", "google.com"),
    Case("https://cloud.google.com//docs", "unknown", "google.com"),
    Case("https://learn.microsoft.com/ko-kr/azure/", "official", "microsoft.com"),
    Case("https://learn.microsoft.com/en-us/answers/1", "forum", "microsoft.com", host_of_works=True),
    Case("https://www.reuters.com/world", "news", "reuters.com"),
    Case("https://www.bbc.co.uk/news", "news", "bbc.com"),
    Case("https://www.yna.co.kr/view/1", "news", "yna.co.kr"),
    Case("https://news.kbs.co.kr/x", "news", "kbs.co.kr"),
    Case("https://n.news.naver.com/article/1", "news", "naver.com", host_of_works=True),
    Case("https://www.forbes.com/sites/someone/2024", "blog", "forbes.com"),
    Case("https://medium.com/@Alice/x-1", "blog", "medium.com/@alice"),
    Case("https://medium.com/%40alice/x-1", "blog", "medium.com/@alice"),
    Case("https://alice.medium.com/x-1", "blog", "alice.medium.com"),
    Case("https://medium.com/some-journal/x-1", "blog", "medium.com", host_of_works=True),
    Case("https://velog.io/@alice/x", "blog", "velog.io/@alice"),
    Case("https://alice.github.io/docs/", "official", "github.com/alice"),
    Case("https://alice.github.io/diary/", "blog", "github.com/alice"),
    Case("https://bob.wordpress.com/", "blog", "bob.wordpress.com"),
    Case("https://www.wordpress.com/", "blog", "wordpress.com", host_of_works=True),
    Case("https://wordpress.com/", "blog", "wordpress.com", host_of_works=True),
    Case("https://x.bob.tistory.com/1", "blog", "bob.tistory.com"),
    Case("https://m.blog.naver.com/alice/1", "blog", "blog.naver.com/alice"),
    Case("https://blog.naver.com/PostView.naver?blogId=alice", "blog", "naver.com", host_of_works=True),
    Case("https://github.com/Alice/tool/issues/1", "forum", "github.com/alice"),
    Case("https://github.com/", "blog", "github.com"),
    Case("https://ko.wikipedia.org/wiki/x", "blog", "wikipedia.org"),
    Case("https://www.reddit.com/r/x", "forum", "reddit.com", host_of_works=True),
    Case("https://stackoverflow.com/q/1", "forum", "stackoverflow.com", host_of_works=True),
    Case("https://gall.dcinside.com/x", "forum", "dcinside.com", host_of_works=True),
    Case("https://mlbpark.donga.com/x", "forum", "donga.com", host_of_works=True),
    Case("https://x.com/someone/status/1", "forum", "x.com/someone"),
    Case("https://www.youtube.com/watch?v=1", "forum", "youtube.com", host_of_works=True),
    Case("https://unheard-of.example.org/", "unknown", "example.org"),
    Case("https://gov/", "unknown", "gov"),
    Case("https://go.kr/", "unknown", "go.kr"),
    Case("https://arxiv.org:8443/", "unknown", "arxiv.org"),
    Case("http://192.168.0.1/", "unknown", "192.168.0.1"),
    Case("http://[::1]/", "unknown", "[::1]"),
    Case("http://localhost/", "unknown", "localhost"),
    Case("file:///home/me/arxiv.org/paper.pdf", "unknown", None),
    Case("papers/arxiv.org/1.pdf", "unknown", None),
    Case("", "unknown", None),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.url)
def test_classes(case: Case) -> None:
    found = classify(case.url, default_table())
    assert (found.type, found.publisher, found.host_of_works) == (
        case.type,
        case.publisher,
        case.host_of_works,
    )
    assert found.authority <= AUTHORITY[found.type]


def test_authority_is_that_of_the_design() -> None:
    assert AUTHORITY == {
        "paper": 0.9,
        "official": 0.85,
        "news": 0.6,
        "blog": 0.5,
        "forum": 0.3,
        "unknown": 0.2,
    }


def test_a_class_names_the_site_and_the_date_of_the_rules() -> None:
    found = classify("https://www.hani.co.kr/arti/1", default_table())
    assert found.site == "hani.co.kr"
    assert found.rules_version == default_table().date.isoformat()
    assert classify("notes.md", default_table()).site is None


def test_no_look_alike_gets_a_trusted_tier() -> None:
    tried = list(spoofs())
    assert len(tried) >= 1000
    table = default_table()
    assert [url for url in tried if classify(url, table).authority >= TRUSTED] == []


def test_no_address_that_imitates_a_pattern_gets_the_trust_of_the_table() -> None:
    tried = list(pattern_spoofs())
    assert len(tried) >= 400
    table = default_table()
    assert [url for url in tried if classify(url, table).authority > PATTERN_MOST] == []


def test_a_look_alike_that_boasts_is_a_self_described_blog_at_best() -> None:
    table = default_table()
    for host in TRUSTED_HOSTS:
        for boast in boasts(host):
            found = [classify(url, table, boast) for url in spoofs_of(host)]
            assert max(one.authority for one in found) <= SELF_DESCRIBED_MOST
            assert all(one.self_described for one in found if one.authority >= TRUSTED)


def test_no_boast_adds_trust_to_an_address_that_imitates_a_pattern() -> None:
    table = default_table()
    for host in TRUSTED_HOSTS:
        for boast in boasts(host):
            for url in pattern_spoofs_of(host):
                plain, boasting = classify(url, table), classify(url, table, boast)
                assert boasting.authority <= max(plain.authority, SELF_DESCRIBED_MOST), url


def test_what_anybody_can_open_for_nothing_is_self_described() -> None:
    free = ("github.com", "gitlab.com", "huggingface.co", "raw.githubusercontent.com", "medium.com")
    table = default_table()
    for url in pattern_spoofs():
        address = read(url)
        if address is not None and (address.host in free or on_free_host(address.host)):
            found = classify(url, table)
            assert found.self_described or found.authority < TRUSTED, url


def test_the_hosts_that_are_spoofed_are_trusted_themselves() -> None:
    for host in TRUSTED_HOSTS:
        assert classify(f"https://{host}/", default_table()).authority > TRUSTED


@pytest.mark.parametrize(
    "url",
    [
        "https://arxiv.org.github.io/",
        "https://arxiv-org.netlify.app/docs/",
        "https://cdc-gov.wordpress.com/",
        "https://medium.com/@arxiv.org",
        "https://arxiv.blogspot.com/",
    ],
)
def test_a_look_alike_on_a_free_host_is_worth_what_the_host_is(url: str) -> None:
    assert classify(url, default_table()).type == "blog"


def test_the_table_is_large_dated_and_world_wide() -> None:
    table = default_table()
    assert table.date >= datetime.date(2026, 11, 16)
    assert len(table.entries) >= 1000
    assert {entry.type for entry in table.entries} == AUTHORITY.keys() - {"unknown"}


def test_every_suffix_of_the_table_is_run_by_a_registry() -> None:
    public = PublicSuffixList()
    suffixes = [entry.place for entry in default_table().entries if entry.suffix]
    assert [place for place in suffixes if public.publicsuffix(place, accept_unknown=False) != place] == []


def test_a_plain_entry_is_never_a_public_suffix_and_so_never_dead() -> None:
    plain = [
        entry for entry in default_table().entries if not entry.suffix and "subdomain" not in entry.owner
    ]
    assert [entry.place for entry in plain if is_public_suffix(entry.host)] == []


def test_each_entry_decides_the_class_of_its_own_place() -> None:
    table = default_table()
    for entry in table.entries:
        place = entry.place.replace("/~/", "/en-us/").replace("*", "1")
        found = classify(f"https://{'name.' if entry.suffix else ''}{place}", table)
        assert found.type == entry.type, entry.place


def test_the_table_holds_no_package_registry() -> None:
    registries = ("npmjs.com", "crates.io", "rubygems.org", "packagist.org", "nuget.org", "anaconda.org")
    hosts = {entry.host for entry in default_table().entries}
    assert not hosts & set(registries)


ARTICLE = SelfDescription(byline=True, dated=True)


def test_the_evidence_is_asked_in_order() -> None:
    said = SelfDescription(kinds=("newsarticle",))
    url = "https://docs.example.com/a"
    table = default_table()
    assert classify("https://www.example.com/a", table).evidence == "none"
    assert classify("https://www.example.com/a", table, said).evidence == "page"
    assert classify(url, table, said).evidence == "pattern"
    assert classify("https://docs.python.org/3/", table, said).evidence == "table"
    assert classify(url, table.extended([own("example.com", "forum")]), said).evidence == "user"


def test_an_article_on_a_domain_of_its_own_is_a_blog_that_vouches_for_itself() -> None:
    found = classify("https://hynek.me/articles/x/", default_table(), ARTICLE)
    assert (found.type, found.authority, found.self_described) == ("blog", 0.5, True)
    free = classify("https://alice.hosted.us.com/articles/x/", default_table(), ARTICLE)
    assert (free.type, free.authority) == ("blog", WEAK_MOST)


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("https://docs.example.com/x", WEAK_MOST),
        ("https://www.example.com/x", WEAK_MOST),
        ("https://www.reuters.com/x", WEAK_MOST),
        ("https://www.reddit.com/r/x", 0.3),
        ("https://www.cdc.gov/x", 0.85),
        ("https://arxiv.org/abs/2301.00001", 0.9),
        ("https://mine.example.org/x", 0.85),
    ],
)
@pytest.mark.parametrize("admitted", ["machine_made", "second_hand"])
def test_a_page_that_admits_to_be_machine_made_or_second_hand_is_weak(
    url: str, authority: float, admitted: str
) -> None:
    table = default_table().extended([own("mine.example.org")])
    said = ARTICLE.model_copy(update={admitted: True})
    assert classify(url, table, said).authority == authority


def test_an_account_that_the_table_knows_is_not_self_described() -> None:
    table = default_table()
    for path in (
        "github.com/{}/uv",
        "raw.githubusercontent.com/{}/uv/main/README.md",
        "{}.github.io/uv/docs/",
    ):
        known = classify(f"https://{path.format('astral-sh')}", table)
        other = classify(f"https://{path.format('astral-sh-team')}", table)
        assert (known.authority, known.self_described) == (PATTERN_MOST, False)
        assert (other.authority, other.self_described) == (PATTERN_MOST, True)


def test_the_pages_of_a_host_are_not_those_of_an_owner() -> None:
    found = classify("https://github.com/features/actions", default_table())
    assert (found.type, found.publisher, found.host_of_works) == ("blog", "github.com", False)
    assert not found.self_described


def test_the_user_can_name_a_code_host_of_his_own() -> None:
    mine = own("git.example.com", "blog", host_of_works=True, owner=("path",), kind="repositories")
    table = default_table().extended([mine])
    docs = classify("https://git.example.com/team/tool", table)
    assert (docs.type, docs.publisher, docs.self_described) == ("official", "git.example.com/team", False)
    assert classify("https://git.example.com/team/tool/issues/4", table).type == "forum"


def own(place: str, type_: str = "official", **more: object) -> SourceEntry:
    return SourceEntry.model_validate({"place": place, "type": type_, **more})


def test_the_users_entry_wins_over_a_more_exact_built_in_one() -> None:
    table = default_table().extended([own("forbes.com", "forum")])
    assert classify("https://www.forbes.com/sites/x", table).type == "forum"
    assert classify("https://www.reuters.com/", table).type == "news"


def test_of_two_own_entries_about_one_place_the_later_wins_and_the_order_is_else_free() -> None:
    table = default_table()
    twice = table.extended([own("a.example.com", "news")]).extended(
        [own("a.example.com", "blog"), own("b.example.com")]
    )
    once = table.extended([own("b.example.com"), own("a.example.com", "blog")])
    assert twice == once
    assert classify("https://a.example.com/", twice).type == "blog"


def test_own_entries_change_the_rules_version() -> None:
    table = default_table()
    first, second = table.extended([own("a.example.com")]), table.extended([own("b.example.com")])
    assert len({table.version, first.version, second.version}) == 3
    assert classify("https://a.example.com/", first).rules_version == first.version


def test_an_own_entry_may_cover_a_suffix_only_if_it_says_so() -> None:
    with pytest.raises(ValueError, match=r"'co\.kr' is a public suffix"):
        default_table().extended([own("co.kr")])
    told = default_table().extended([own("or.kr", suffix=True), own("netlify.com", owner=("subdomain",))])
    assert classify("https://some.or.kr/", told).type == "official"
    assert classify("https://some.netlify.com/", told).publisher == "some.netlify.com"


def test_an_entry_does_not_reach_over_the_border_of_a_private_suffix() -> None:
    table = SourceTable(date=datetime.date(2026, 1, 1), entries=(own("amazonaws.com"),))
    assert classify("https://docs.amazonaws.com/", table).type == "official"
    assert classify("https://evil.s3.amazonaws.com/", table).type == "unknown"


@pytest.mark.parametrize(
    "place",
    [
        "",
        "Example.com",
        "https://example.com",
        "example.com:8080",
        "me@example.com",
        "example.com/a/../b",
        "exa mple.com",
        "a.org?x",
    ],
)
def test_a_place_that_could_be_read_in_two_ways_is_refused(place: str) -> None:
    with pytest.raises(ValidationError, match="in lower case"):
        own(place)


def test_a_table_that_names_a_place_twice_is_refused() -> None:
    group = '[[group]]\nabout = "x"\ntype = "news"\nplaces = ["a.org"]\n'
    with pytest.raises(ValueError, match=r"names a place twice: a\.org"):
        parse_table("date = 2026-01-01\n" + group + group)


@pytest.mark.parametrize(
    "text",
    [
        "not toml",
        "date = 2026-01-01",
        'date = 2026-01-01\n[[group]]\nabout = "x"\ntype = "rumour"\nplaces = []',
        'date = 2026-01-01\n[[group]]\nabout = "x"\ntype = "news"\nplaces = []\nauthority = 1',
    ],
)
def test_a_table_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        parse_table(text)
