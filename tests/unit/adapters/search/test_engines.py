"""Each engine over real HTTP: what it finds, what it is asked, and every way its answer can go wrong."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from typing import Protocol

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.search.arxiv import Arxiv
from pathfinder.adapters.search.claude import TOOL, ClaudeSearch
from pathfinder.adapters.search.crossref import Crossref
from pathfinder.adapters.search.exa import KEYWORD_GONE, ExaSearch
from pathfinder.adapters.search.openalex import OpenAlex
from pathfinder.adapters.search.pubmed import Pubmed
from pathfinder.adapters.search.searxng import SearxngSearch
from pathfinder.adapters.search.semantic_scholar import SemanticScholar
from pathfinder.adapters.search.settings import (
    ArxivSettings,
    CrossrefSettings,
    ExaSettings,
    OpenalexSettings,
    PubmedSettings,
    Scope,
    SearxngSettings,
    SemanticScholarSettings,
)
from pathfinder.protocols.calls.ports import SearchAnswer, SearchEngine
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, ProviderFailed, UserError
from tests.builders import a_source
from tests.standin.engines.library import AROUND, PAPERS, WEB
from tests.standin.engines.server import CLAUDE_KEY, EXA_KEY, S2_KEY, Engines, Name, Trouble

QUERY = "ground loops heating bill Velm"
FAST = 500.0
SCOPE = Scope(since=date(2020, 1, 1), until=date(2026, 1, 1), block=("blog3.example",))


class Closable(SearchEngine, Protocol):
    async def close(self) -> None: ...


def claude(api: Engines, scope: Scope | None = None, *, key: str = CLAUDE_KEY) -> ClaudeSearch:
    connection = Connection(key=SecretStr(key), base_url=api.base("claude"), timeout_seconds=0.5)
    return ClaudeSearch(connection, scope=scope)


def exa(api: Engines, scope: Scope | None = None, *, key: str = EXA_KEY, seconds: float = 20) -> ExaSearch:
    settings = ExaSettings(base_url=api.base("exa"), rate=FAST)
    return ExaSearch(SecretStr(key), settings, scope, seconds=seconds)


def searxng(api: Engines, scope: Scope | None = None, *, seconds: float = 20) -> SearxngSearch:
    settings = SearxngSettings(base_url=api.base("searxng"), rate=FAST)
    return SearxngSearch(settings, scope, seconds=seconds)


def arxiv(api: Engines, scope: Scope | None = None) -> Arxiv:
    settings = ArxivSettings(base_url=api.base("arxiv"), rate=FAST, categories=("cs.AI", "physics"))
    return Arxiv(settings, scope)


def scholar(api: Engines, scope: Scope | None = None, *, key: str = S2_KEY) -> SemanticScholar:
    settings = SemanticScholarSettings(base_url=api.base("semantic_scholar"), rate=FAST)
    return SemanticScholar(settings, scope, key=SecretStr(key))


def pubmed(api: Engines, scope: Scope | None = None) -> Pubmed:
    return Pubmed(PubmedSettings(base_url=api.base("pubmed"), rate=FAST), scope)


def openalex(api: Engines, scope: Scope | None = None) -> OpenAlex:
    settings = OpenalexSettings(base_url=api.base("openalex"), rate=FAST)
    return OpenAlex(settings, scope, key=SecretStr("oa-key"))


def crossref(api: Engines, scope: Scope | None = None) -> Crossref:
    return Crossref(CrossrefSettings(base_url=api.base("crossref"), rate=FAST), scope)


MAKERS: dict[Name, Callable[..., Closable]] = {
    "claude": claude,
    "exa": exa,
    "searxng": searxng,
    "arxiv": arxiv,
    "semantic_scholar": scholar,
    "pubmed": pubmed,
    "openalex": openalex,
    "crossref": crossref,
}
WEB_ENGINES = ("claude", "exa", "searxng")


@pytest.fixture(scope="module")
def api() -> Iterator[Engines]:
    with Engines() as running:
        yield running


@pytest.fixture(autouse=True)
def _no_faults_left(api: Engines) -> Iterator[None]:
    yield
    api._script.planned.clear()


def asked(engine: Closable, query: str = QUERY) -> SearchAnswer:
    async def run() -> SearchAnswer:
        try:
            return await engine.find(query)
        finally:
            await engine.close()

    return asyncio.run(run())


@pytest.mark.parametrize("name", MAKERS)
def test_an_engine_finds_pages_with_addresses_titles_and_words(api: Engines, name: Name) -> None:
    answer = asked(MAKERS[name](api))
    assert answer.results
    known = {doc.url: doc for doc in WEB} if name in WEB_ENGINES else {doc.title: doc for doc in PAPERS}
    for result in answer.results:
        doc = known[result.url if name in WEB_ENGINES else result.title]
        assert result.title == doc.title
        assert result.snippet
        assert (result.paper is None) == (name in WEB_ENGINES)
        if result.paper is not None:
            assert result.paper.doi == doc.doi
            assert result.paper.year == doc.year
            assert result.paper.abstract.removeprefix("RESULTS: ") == doc.text
            assert "Ada Brack" in result.paper.authors


def test_catalogues_tell_citations_open_copies_and_retractions(api: Engines) -> None:
    by_name = {
        name: asked(MAKERS[name](api)).results for name in ("semantic_scholar", "openalex", "crossref")
    }
    for results in by_name.values():
        assert {r.title: r.paper.citations for r in results if r.paper}[PAPERS[0].title] == 120
    papers = {name: {r.title: r.paper for r in results} for name, results in by_name.items()}
    for name in ("semantic_scholar", "openalex"):
        first = papers[name][PAPERS[0].title]
        assert first is not None
        assert first.pdfs == ("http://papers.example/velm1.pdf",)
    shortly = papers["semantic_scholar"][PAPERS[0].title]
    assert shortly is not None
    assert shortly.summary.startswith("In short")
    for engine in ("openalex", "crossref", "pubmed"):
        found = {r.title: r.paper for r in asked(MAKERS[engine](api)).results}
        taken_back, kept = found[PAPERS[2].title], found[PAPERS[0].title]
        assert taken_back is not None
        assert kept is not None
        assert taken_back.retracted
        assert kept.retracted is None


FAULTS = [
    (Trouble("status", status=429, retry_after="7"), True, "429"),
    (Trouble("status", status=503), True, "503"),
    (Trouble("status", status=400), False, "400"),
    (Trouble("malformed"), True, "form"),
    (Trouble("drop"), True, "reached|broke|failed"),
    (Trouble("slow", seconds=0.8), True, "in time"),
    (Trouble("huge"), False, "MB"),
    (Trouble("compressed"), False, "compressed"),
]
# The SDK of Claude has its own transport and its own tests of it; all catalogues share one wire.
ON_THE_WIRE = {"slow": ("exa", "searxng"), "huge": ("exa", "arxiv"), "compressed": ("exa", "openalex")}
CASES = [
    pytest.param(name, *fault, id=f"{name}-{fault[0].kind}{fault[0].status}")
    for fault in FAULTS
    for name in ON_THE_WIRE.get(fault[0].kind, tuple(MAKERS))
]


@pytest.mark.parametrize(("name", "trouble", "again", "said"), CASES)
def test_what_goes_wrong_is_one_typed_failure(
    api: Engines, name: Name, trouble: Trouble, again: bool, said: str
) -> None:
    api.fail(name, replace(trouble))
    with pytest.raises(AttemptFailed, match=said) as caught:
        asked(MAKERS[name](api, **({"seconds": 0.3} if trouble.kind == "slow" else {})))
    assert caught.value.helps == again
    if trouble.retry_after:
        assert caught.value.wait_seconds == 7


@pytest.mark.parametrize("name", [name for name in MAKERS if name != "claude"])
def test_nothing_found_is_an_answer(api: Engines, name: Name) -> None:
    api.fail(name, Trouble("empty"))
    assert asked(MAKERS[name](api)).results == ()


@pytest.mark.parametrize("name", ["arxiv", "pubmed"])
def test_xml_that_declares_entities_is_not_read(api: Engines, name: Name) -> None:
    if name == "pubmed":
        api.fail(name, Trouble("pause"))  # ESearch comes first, and is well.
    api.fail(name, Trouble("entities"))
    with pytest.raises(AttemptFailed, match="form"):
        asked(MAKERS[name](api))


@pytest.mark.parametrize(
    ("name", "variable"),
    [("claude", "ANTHROPIC_API_KEY"), ("exa", "EXA_API_KEY"), ("semantic_scholar", "S2_API_KEY")],
)
def test_a_refused_key_is_one_sentence_without_the_key(api: Engines, name: Name, variable: str) -> None:
    with pytest.raises(KeyRefused, match=variable) as caught:
        asked(MAKERS[name](api, key="wrong-key-123"))
    assert "wrong-key" not in str(caught.value)


def test_sites_and_days_and_blocked_domains_reach_every_engine(api: Engines) -> None:
    query = f"{QUERY} site:energy.gov.example"
    assert [result.url for result in asked(claude(api, SCOPE), query).results] == [WEB[0].url]
    tool = api.last("claude").body["tools"][0]  # type: ignore[index]  # JSON
    assert tool["type"] == TOOL
    assert tool["allowed_domains"] == ["energy.gov.example"]
    assert "blocked_domains" not in tool
    asked(exa(api, SCOPE), query)
    body = api.last("exa").body
    assert body["includeDomains"] == ["energy.gov.example"]
    assert (body["startPublishedDate"], body["endPublishedDate"]) == ("2020-01-01", "2026-01-01")
    assert "site:" not in str(body["query"])
    asked(searxng(api, SCOPE), query)
    sent = api.last("searxng").query["q"]
    assert "site:energy.gov.example" in sent
    assert "-site:blog3.example" in sent
    asked(arxiv(api, SCOPE))
    written = api.last("arxiv").query["search_query"]
    assert "submittedDate:[202001010000 TO 202601012359]" in written
    assert "(cat:cs.AI OR cat:physics)" in written
    asked(scholar(api, SCOPE))
    assert api.last("semantic_scholar").query["publicationDateOrYear"] == "2020-01-01:2026-01-01"
    asked(openalex(api, SCOPE))
    assert api.last("openalex").query["filter"].startswith("from_publication_date:2020-01-01,")
    asked(crossref(api, SCOPE))
    assert "until-pub-date:2026-01-01" in api.last("crossref").query["filter"]
    asked(pubmed(api, SCOPE))
    searches = [known.query for known in api.asked if "esearch" in known.path]
    assert (searches[-1]["mindate"], searches[-1]["maxdate"]) == ("2020/01/01", "2026/01/01")


def test_a_blocked_domain_is_out_whatever_the_engine_says(api: Engines) -> None:
    for name in WEB_ENGINES:
        urls = {result.url for result in asked(MAKERS[name](api, SCOPE)).results}  # type: ignore[index]  # names
        assert urls
        assert WEB[2].url not in urls


def test_a_site_never_widens_the_users_list(api: Engines) -> None:
    mine = Scope(allow=("gov.example",))
    asked(exa(api, mine), f"{QUERY} site:herald2.example")
    assert api.last("exa").body["includeDomains"] == ["gov.example"]


def test_claude_only_searches_and_is_billed_by_usage(api: Engines) -> None:
    engine = claude(api)
    worst = engine.worst_usd_micros(QUERY)
    answer = asked(engine)
    # 6,000 tokens in at $0.10 and 40 out at $0.50 per million, and one search at a cent.
    assert answer.spent_usd_micros == 10_000 + 600 + 20
    assert answer.tokens == (6_000, 40)
    assert worst > answer.spent_usd_micros
    asked_for = api.last("claude").body
    assert QUERY in str(asked_for["messages"])
    assert asked_for["max_tokens"] == 4_000
    assert asked_for["output_config"] == {"effort": "low"}


def test_claude_says_in_a_line_what_each_page_holds(api: Engines) -> None:
    texts = {doc.url: doc.text for doc in WEB}
    results = asked(claude(api)).results
    assert len(results) > 2
    for found in results:
        line, _, dated = found.snippet.partition("; ")
        assert texts[found.url].startswith(line)
        assert len(line) > 20
        assert dated == "May 1, 2026"


@pytest.mark.parametrize(
    ("reason", "why", "again"),
    [
        ("max_tokens", "its room of 4,000 tokens ended", True),
        ("refusal", "the model refused", False),
        ("end_turn", "answered without a search", True),
        ("something_new", "stopped without a result: something_new", True),
    ],
)
def test_a_stop_without_a_result_is_a_failure_that_says_why_and_costs_what_it_cost(
    api: Engines, reason: str, why: str, again: bool
) -> None:
    api.fail("claude", Trouble("unsearched", code=reason))
    with pytest.raises(AttemptFailed, match=why) as caught:
        asked(claude(api))
    assert caught.value.helps == again
    out = 4_000 if reason == "max_tokens" else 60
    assert caught.value.paid_usd_micros == 50 + out // 2


def test_a_search_that_found_nothing_is_no_failure(api: Engines) -> None:
    assert asked(claude(api), "zzz qqq").results == ()


def test_a_paused_turn_goes_on_with_its_own_content(api: Engines) -> None:
    api.fail("claude", Trouble("pause", times=1))
    before = api.count("claude")
    answer = asked(claude(api))
    assert api.count("claude") == before + 2
    assert answer.results
    turns = api.last("claude").body["messages"]
    assert [turn["role"] for turn in turns] == ["user", "assistant"]  # type: ignore[attr-defined]  # JSON


@pytest.mark.parametrize(("code", "again"), [("too_many_requests", True), ("query_too_long", False)])
def test_a_search_that_fails_inside_a_good_answer_fails(api: Engines, code: str, again: bool) -> None:
    api.fail("claude", Trouble("error_code", code=code))
    with pytest.raises(AttemptFailed, match=code) as caught:
        asked(claude(api))
    assert caught.value.helps == again
    assert caught.value.maybe_paid


def test_exa_costs_what_its_answer_says(api: Engines) -> None:
    engine = exa(api)
    assert engine.worst_usd_micros(QUERY) == 7_000
    assert asked(engine).spent_usd_micros == 5_000


def test_exas_keyword_type_is_read_as_auto_with_a_warning(api: Engines) -> None:
    settings = ExaSettings(base_url=api.base("exa"), search_type="keyword", include_contents=False)
    engine = ExaSearch(SecretStr(EXA_KEY), settings)
    assert engine.warning == KEYWORD_GONE
    asked(engine)
    assert api.last("exa").body["type"] == "auto"


def test_searxng_says_how_to_switch_json_on(api: Engines) -> None:
    api.fail("searxng", Trouble("status", status=403))
    with pytest.raises(ProviderFailed, match=r"search\.formats"):
        asked(searxng(api))
    with pytest.raises(UserError, match="base_url"):
        SearxngSearch(SearxngSettings())


def test_what_stands_around_a_paper(api: Engines) -> None:
    async def titles(url: str) -> tuple[str, ...]:
        engine = scholar(api)
        try:
            return await engine.titles(a_source(url))
        finally:
            await engine.close()

    assert asyncio.run(titles("https://arxiv.org/abs/2601.00001")) == AROUND
    assert asyncio.run(titles("https://unknown.example/")) == ()


def test_crossref_knows_what_was_taken_back(api: Engines) -> None:
    async def reasons() -> list[str | None]:
        engine = crossref(api)
        try:
            return [await engine.retraction(doi) for doi in ("10.5555/velm.3", "10.5555/velm.1", "10.1/none")]
        finally:
            await engine.close()

    taken_back, kept, unknown = asyncio.run(reasons())
    assert taken_back == "retraction, notice 10.5555/velm.3.r, Crossref"
    assert kept is None
    assert unknown is None
