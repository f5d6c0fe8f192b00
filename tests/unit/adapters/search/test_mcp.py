"""MCP servers as engines, over both transports: what is found and read, and what a hostile one gets."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import create_connection, create_server
from typing import Any, TypeVar

import pytest
from pydantic import ValidationError

from pathfinder.adapters.search.mcp import McpSearch
from pathfinder.adapters.search.settings import McpSettings, Scope
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed, SourceUnreachable
from pathfinder.protocols.evidence.sources import default_table
from tests.fakes.fixed_clock import FixedClock
from tests.standin.mcp_source import ORDERS, PAGES
from tests.web import a_fetch

pytestmark = pytest.mark.slow

PROGRAM = str(Path(__file__).parents[3] / "standin" / "mcp_source.py")
ADDRESSES = [page["url"] for page in PAGES.values()]
KEYS = dict.fromkeys(("EXA_API_KEY", "ANTHROPIC_API_KEY"), "canary") | {
    "PATH": "/usr/bin",
    "HOME": "/nowhere",
}
T = TypeVar("T")


def server(mode: str, trace: Path | None = None, **settings: Any) -> McpSearch:
    command = (sys.executable, PROGRAM, mode, *((str(trace),) if trace else ()))
    given = {"command": command, "seconds": 20.0, "rate": 500.0, **settings}
    return McpSearch("velm", McpSettings.model_validate(given), None, KEYS)


def using(engine: McpSearch, use: Callable[[McpSearch], Awaitable[T]]) -> T:
    async def run() -> T:
        try:
            return await use(engine)
        finally:
            await engine.close()

    return asyncio.run(run())


def found(engine: McpSearch, query: str = "soil heat") -> list[str]:
    return [result.url for result in using(engine, lambda known: known.find(query)).results]


def page_of(engine: McpSearch, key: str) -> StoredPage:
    return using(
        engine,
        lambda known: known.fetch(a_fetch().text_of, default_table(), FixedClock()).page(f"mcp://velm/{key}"),
    )


@contextmanager
def over_http(mode: str, trace: Path) -> Iterator[str]:
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, PROGRAM, mode, str(trace), str(port)], stderr=subprocess.DEVNULL, env=KEYS
    )
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize("mode", ["pages", "list", "text"])
def test_an_object_a_list_and_a_plain_text_need_no_settings(mode: str) -> None:
    answer = using(server(mode), lambda engine: engine.find("soil heat"))
    assert [result.url for result in answer.results] == ADDRESSES
    assert [result.title for result in answer.results] == [page["title"] for page in PAGES.values()]
    assert answer.results[0].snippet.startswith("Sandy soil stores more heat")
    assert answer.spent_usd_micros == 0


def test_settings_say_where_results_and_their_fields_are() -> None:
    paths: dict[str, Any] = {"results_at": "data.hits", "title_at": ("head.name",), "url_at": ("href",)}
    answer = using(server("elsewhere", None, **paths), lambda engine: engine.find("soil heat"))
    assert [(result.url, result.title) for result in answer.results] == [
        (page["url"], page["title"]) for page in PAGES.values()
    ]


def test_ids_of_any_form_are_addresses_or_left_out() -> None:
    assert found(server("odd-ids")) == ["mcp://velm/%3F", "mcp://velm/..%2F..%2Fx%3Fy%23z", "mcp://velm/7"]


def test_of_very_many_results_the_first_are_kept() -> None:
    assert found(server("many")) == [f"https://velm.example/{number}" for number in range(20)]


def test_domain_lists_hold_for_the_addresses_it_claims() -> None:
    settings = McpSettings(command=(sys.executable, PROGRAM, "plain"), rate=500)
    for scope, kept in (
        (Scope(block=("velm.example",)), ["2", "3"]),
        (Scope(allow=("loops.example",)), ["2"]),
    ):
        urls = found(McpSearch("velm", settings, scope, KEYS))
        assert urls == [f"mcp://velm/heat-{number}" for number in kept]


@pytest.mark.parametrize("mode", ["plain", "pages"])
def test_streamable_http_is_the_same_and_the_tools_are_asked_with_the_query(
    tmp_path: Path, mode: str
) -> None:
    trace = tmp_path / "trace"
    with over_http(mode, trace) as url:
        engine = McpSearch("velm", McpSettings(url=url, rate=500), None, KEYS)
        urls = found(engine, "soil heat site:velm.example")
    assert urls == ["mcp://velm/heat-1" if mode == "plain" else ADDRESSES[0]]
    assert "search soil heat\n" in trace.read_text(encoding="utf-8")


def test_an_argument_that_a_server_wants_in_a_header_too_is_sent_there(tmp_path: Path) -> None:
    with over_http("header", tmp_path / "trace") as url:
        engine = McpSearch("velm", McpSettings(url=url, rate=500), None, KEYS)
        assert found(engine, "열 저장 soil") == ADDRESSES


def test_a_text_of_the_server_is_stored_under_its_own_name(tmp_path: Path) -> None:
    """It says that the text is Nature's; that gives it neither Nature's address nor its weight."""
    trace = tmp_path / "trace"
    page = page_of(server("plain", trace), "heat-3")
    assert page.text.startswith("Ground loops of copper last for twenty years")
    source = page.source
    assert (source.url, source.publisher, source.type) == ("mcp://velm/heat-3", "mcp:velm", "unknown")
    assert source.title == "Ground loops in Velm, part 3"
    assert "which says that it is the page https://nature.com/heat/3" in " ".join(source.notes)
    assert "fetch heat-3" in trace.read_text(encoding="utf-8")


def test_a_page_of_the_server_is_read_like_a_page_of_the_web() -> None:
    page = page_of(server("orders-fetched"), "x1")
    assert ORDERS in page.text
    assert "unseen words" not in page.text
    long = page_of(server("long-page"), "heat-1")
    assert len(long.text) <= 1_000_000
    assert any("only its beginning was read" in note for note in long.source.notes)


def test_a_page_that_is_too_large_is_not_had() -> None:
    with pytest.raises(SourceUnreachable, match="sent more than 8 MB"):
        page_of(server("huge-page"), "heat-1")


def test_it_gets_no_key_and_runs_in_no_folder_of_ours() -> None:
    answer = using(server("environment"), lambda engine: engine.find("x"))
    told = json.loads(answer.results[0].title)
    assert told["cwd"] == "/"
    assert {"PATH", "HOME"} <= set(told["names"]) <= {"PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"}


def test_orders_are_shown_bare_and_addresses_that_are_none_are_left_out() -> None:
    answer = using(server("orders"), lambda engine: engine.find("x"))
    assert [result.url for result in answer.results] == [
        "https://evil.example/1",
        "http://127.0.0.1:8080/admin",
    ]
    for result in answer.results:
        assert (result.title + result.snippet).isprintable()
        assert "<b>" not in result.title
        assert len(result.snippet) <= 600


def test_an_address_of_this_machine_is_refused_by_the_guarded_fetch() -> None:
    urls = found(server("orders"))

    async def read() -> None:
        fetch = a_fetch()
        try:
            await fetch.page(urls[1])
        finally:
            await fetch.close()

    with pytest.raises(SourceUnreachable):
        asyncio.run(read())


TROUBLES = {
    "huge": "sent more than 8 MB",
    "endless": "sent more than 8 MB",
    "many-lines": "sent more than 8 MB",
    "silent": "did not answer in time",
    "mute": "did not answer in time",
    "nonsense": "ended or broke off the connection",
    "dies": "ended or broke off the connection",
}


@pytest.mark.parametrize("mode", TROUBLES)
def test_a_server_that_misbehaves_costs_one_attempt_and_leaves_no_process(tmp_path: Path, mode: str) -> None:
    trace = tmp_path / mode
    begun = time.monotonic()
    with pytest.raises(AttemptFailed, match=TROUBLES[mode]):
        found(server(mode, trace, seconds=4.0 if mode in ("silent", "mute") else 20.0))
    assert time.monotonic() - begun < 20
    assert subprocess.run(["pgrep", "-f", str(trace)], capture_output=True, check=False).stdout == b""


def test_a_huge_answer_over_http_is_cut_off(tmp_path: Path) -> None:
    with over_http("huge", tmp_path / "trace") as url, pytest.raises(AttemptFailed, match="more than 8 MB"):
        found(McpSearch("velm", McpSettings(url=url, rate=500, seconds=20), None, KEYS))


def test_nobody_at_the_address_is_an_attempt_that_failed() -> None:
    with create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}/mcp"
    with pytest.raises(AttemptFailed, match="ended or broke off"):
        found(McpSearch("velm", McpSettings(url=url, rate=500, seconds=5), None, KEYS))


def test_an_error_is_told_without_what_moves_the_cursor() -> None:
    with pytest.raises(AttemptFailed, match="answered with an error: ") as failed:
        found(server("error"))
    assert str(failed.value).isprintable()


async def _twice(engine: McpSearch) -> None:
    with suppress(AttemptFailed):
        await engine.find("x")
    for _ in range(2):
        with pytest.raises(ProviderFailed, match="The MCP server velm changed its tools during the run"):
            await engine.find("x")


@pytest.mark.parametrize("mode", ["changes", "dies-and-changes"])
def test_other_tools_end_the_engine_for_the_run(tmp_path: Path, mode: str) -> None:
    trace = tmp_path / "trace"
    using(server(mode, trace), _twice)
    assert trace.read_text(encoding="utf-8").count("search") == 1


def test_it_is_started_again_after_it_died(tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def twice(engine: McpSearch) -> None:
        for _ in range(2):
            with pytest.raises(AttemptFailed):
                await engine.find("x")

    using(server("dies", trace), twice)
    assert trace.read_text(encoding="utf-8").count("started") == 2


def test_a_tool_or_program_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(ProviderFailed, match="The MCP server velm has no tool find; name one"):
        found(server("pages", search_tool="find"))
    with pytest.raises(AttemptFailed, match="there is no program no-such-program that may be run"):
        found(McpSearch("velm", McpSettings(command=("no-such-program",)), None, KEYS))


def test_several_queries_and_pages_at_once(tmp_path: Path) -> None:
    trace = tmp_path / "trace"

    async def all_of(engine: McpSearch) -> list[int]:
        tasks = [asyncio.create_task(engine.find(f"query {number}")) for number in range(8)]
        return [len((await task).results) for task in tasks]

    assert using(server("plain", trace), all_of) == [3] * 8
    assert trace.read_text(encoding="utf-8").count("started") == 1


@pytest.mark.parametrize(
    "wrong",
    [{}, {"command": ["x"], "url": "http://127.0.0.1:1/mcp"}, {"command": ["./x"]}, {"url": "file:///x"}],
)
def test_a_server_has_one_plain_way_to_it(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        McpSettings.model_validate_json(json.dumps(wrong))


def test_korean_says_the_same() -> None:
    told = Message("mcp-source-changed", name="velm").to("ko")
    assert told.startswith("MCP 서버 velm이 실행 중에 도구를 바꾸어")
