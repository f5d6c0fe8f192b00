"""Whatever an address looks like: no crash, one normal form, and no trust that the table does not give."""

from urllib.parse import urlsplit

from hypothesis import assume, given
from hypothesis import strategies as st
from publicsuffixlist import PublicSuffixList

from pathfinder.protocols.evidence.self_description import SelfDescription, with_own_words
from pathfinder.protocols.evidence.source_classes import classify
from pathfinder.protocols.evidence.sources import (
    AUTHORITY,
    PATTERN_MOST,
    SELF_DESCRIBED_MOST,
    WEAK_MOST,
    SourceEntry,
    default_table,
)
from pathfinder.protocols.evidence.works import work_of, works_of
from pathfinder.protocols.text.urls import canonical_url, page_key, read

TABLE = default_table()
HOSTS = frozenset(entry.host for entry in TABLE.entries)
SUFFIXES = tuple("." + entry.host for entry in TABLE.entries if entry.suffix)
PUBLIC = PublicSuffixList()
DOMAINS = frozenset(PUBLIC.privatesuffix(host) or host for host in HOSTS)

known_hosts = st.sampled_from(sorted(HOSTS))
awkward = st.sampled_from(
    [*".@:/\\?#%[]-_ \t\n\u200b\u3002\uff0e\uff0fаⓐſK한é", "%2e", "%00", "..", "xn--", "www.", "443"]
)
labels = st.text("abz09-_", min_size=1, max_size=8)
hosts = st.lists(st.one_of(known_hosts, labels, awkward), min_size=1, max_size=4).map(".".join)
glued = st.lists(st.one_of(known_hosts, labels, awkward), min_size=1, max_size=4).map("".join)
paths = st.lists(st.one_of(known_hosts, awkward, st.text(max_size=6)), max_size=5).map("/".join)
addresses = st.builds(
    lambda scheme, host, path: scheme + host + path,
    st.sampled_from(["https://", "http://", "HTTPS://", "https:/", "https:", "//", "ftp://", ""]),
    st.one_of(known_hosts, hosts, glued),
    st.one_of(st.just(""), paths.map(lambda path: "/" + path)),
)
anything = st.one_of(st.text(), addresses, addresses.map(lambda url: f" {url}\n"))

kinds = st.sampled_from(["scholarlyarticle", "newsarticle", "blogposting", "qapage", "organization", "x"])
descriptions = st.builds(
    SelfDescription,
    kinds=st.lists(kinds, max_size=3).map(tuple),
    citation=st.booleans(),
    byline=st.booleans(),
    dated=st.booleans(),
    organisations=st.lists(known_hosts.map("https://{}/".format), max_size=2).map(tuple),
    site_name=st.one_of(known_hosts, st.text(max_size=8)),
    machine_made=st.booleans(),
    second_hand=st.booleans(),
)


@given(anything)
def test_no_text_breaks_a_rule_about_addresses(text: str) -> None:
    found = classify(text, TABLE)
    assert found.authority <= AUTHORITY[found.type]
    assert found.rules_version == TABLE.version
    assert work_of(text, text) == next(iter(works_of(text, text)), None)


@given(anything)
def test_the_trust_of_the_table_comes_only_from_its_domains_and_suffixes(text: str) -> None:
    found = classify(text, TABLE)
    if found.authority > PATTERN_MOST or found.evidence == "table":
        # Two other readers than ours: urllib for the host, the list itself for the domain.
        host = urlsplit(text.strip()).hostname
        assert host is not None
        assert host.isascii()
        assert host.endswith(SUFFIXES) or PUBLIC.privatesuffix(host) in DOMAINS or host in HOSTS


@given(st.lists(labels, min_size=2, max_size=4).map(".".join), paths, descriptions)
def test_outside_the_table_no_address_and_no_page_lifts_itself_up(
    host: str, path: str, said: SelfDescription
) -> None:
    assume(not host.endswith(SUFFIXES) and PUBLIC.privatesuffix(host) not in DOMAINS)
    found = classify(f"https://{host}/{path}", TABLE, said)
    assert found.evidence in ("pattern", "page", "none")
    assert found.authority <= PATTERN_MOST
    if found.evidence == "page":
        assert found.authority <= SELF_DESCRIBED_MOST
        assert found.self_described
    if said.machine_made or said.second_hand:
        assert found.authority <= WEAK_MOST


@given(anything, st.text(max_size=200), st.text(max_size=4_000))
def test_what_a_page_says_never_lifts_it_above_what_its_address_gives_or_a_blog(
    url: str, title: str, text: str
) -> None:
    said = with_own_words(SelfDescription(kinds=("scholarlyarticle",), citation=True), title, text)
    most = max(classify(url, TABLE).authority, SELF_DESCRIBED_MOST)
    assert classify(url, TABLE, said).authority <= most


@given(anything)
def test_where_we_read_a_host_urllib_reads_the_same(text: str) -> None:
    address = read(text)
    if address is not None and urlsplit(text.strip()).netloc.isascii():
        parts = urlsplit(text.strip())
        assert (parts.scheme, parts.hostname) == (address.scheme, address.host.strip("[]"))


@given(anything)
def test_a_canonical_url_is_its_own_canonical_url_and_keeps_the_class(text: str) -> None:
    canonical = canonical_url(text)
    if canonical is not None:
        assert canonical.isascii()
        assert canonical_url(canonical) == canonical
        assert classify(canonical, TABLE) == classify(text, TABLE)
        assert work_of(canonical) == work_of(text)


@given(anything)
def test_a_page_key_is_its_own_key_and_is_there_whenever_an_address_is(text: str) -> None:
    key = page_key(text)
    assert (key is None) == (canonical_url(text) is None)
    if key is not None:
        assert page_key(key) == key


@given(
    st.lists(
        st.sampled_from(["a.example.com", "b.example.com/x", "arxiv.org"]).flatmap(
            lambda place: st.sampled_from(["paper", "forum"]).map(
                lambda type_: SourceEntry.model_validate({"place": place, "type": type_})
            )
        ),
        max_size=4,
    )
)
def test_extending_twice_is_extending_once(entries: list[SourceEntry]) -> None:
    once = TABLE.extended(entries)
    assert once.extended(entries) == once
    assert TABLE.extended(entries[:2]).extended(entries[2:]) == once
