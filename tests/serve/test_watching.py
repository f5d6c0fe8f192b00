"""The live page: two tabs, fifty watchers, what it weighs, and tabs that nobody sees."""

from contextlib import closing, suppress
from http.client import HTTPConnection
from os import sysconf
from pathlib import Path
from threading import Thread
from time import monotonic, sleep

import pytest

from tests.browser.chromium import Tab
from tests.serve.served import ENDLESS, PATIENCE_S, Served, begun, click, fill, served, until
from tests.standin import Standin

pytestmark = pytest.mark.slow
WATCHERS, CHANGES, WATCHED_S = 50, 3, 5.0
LIGHT_BYTES, LIGHT_SHARE = 60_000_000, 0.05
"""What the live page may hold in memory, and take of a core."""


def test_two_tabs_on_one_run_see_the_same(browser: Tab, api: Standin, tmp_path: Path) -> None:
    shown = (
        "[document.getElementById('live').dataset.position, ...['parts', 'claims', 'facts', 'failures']"
        ".map(name => document.getElementById(`piece-${name}`).innerText)]"
    )
    with served(tmp_path / "tabs", api, *ENDLESS) as one:
        session = begun(one)
        live = f"{one.address}/sessions/{session}/live"
        one.let_in(browser)
        browser.open(live)
        other = browser.another()
        browser.open(live)  # The cookie is that of the browser.

        def same() -> list[str]:
            """What both show, as soon as they are at the same position."""
            nonlocal other
            for _ in range(200):
                here = browser.value(shown)
                other = browser.switch(other)
                there: list[str] = browser.value(shown)
                if here[0] == there[0]:
                    assert here == there
                    return there
            raise AssertionError("the two never were at the same position")

        until(browser, "document.querySelectorAll('.fact-list li').length > 2")
        same()
        # What one asks for, the other shows.
        fill(browser, "#budget [name=budget]", "6")
        click(browser, "#budget button")
        other = browser.switch(other)
        until(browser, "document.querySelector('#piece-meters').innerText.includes('$6.00')")
        before = int(same()[0].partition(".")[0])
        for _ in range(2):
            browser.open(live)
            other = browser.switch(other)
        assert int(same()[0].partition(".")[0]) >= before
        one.json("POST", f"/sessions/{session}/stop")
        one.until_ended(session)
        for _ in range(2):
            browser.open(live)
            other = browser.switch(other)
        assert len(same()[3]) > 100
        assert browser.complaints == []
        browser.call("Page.close")
        browser.switch(other)


def heard_by(server: Served, session: str, watchers: int) -> tuple[int, float]:
    """How many of so many watchers hear of three changes, and the processor time of the server."""
    heard = [0] * watchers

    def watch(number: int) -> None:
        line = HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE_S)
        with closing(line), suppress(TimeoutError):
            bearer = {"Authorization": f"Bearer {server.token}"}
            line.request("GET", f"/sessions/{session}/events", headers=bearer)
            stream = line.getresponse()
            while heard[number] < CHANGES and (row := stream.readline()):
                heard[number] += row.startswith(b"event: pieces")

    before, threads = processor_s(server), [Thread(target=watch, args=(n,)) for n in range(watchers)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return heard.count(CHANGES), processor_s(server) - before


def processor_s(server: Served) -> float:
    fields = Path(f"/proc/{server.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / sysconf("SC_CLK_TCK")


def test_fifty_watch_one_run(api: Standin, tmp_path: Path) -> None:
    with served(tmp_path / "watched", api, *ENDLESS) as server:
        session = begun(server)
        one, alone = heard_by(server, session, 1)
        fifty, many = heard_by(server, session, WATCHERS)
    assert (one, fifty) == (1, WATCHERS)
    # Each moment is folded and drawn once, however many watch; sending it is what fifty cost.
    assert many < 8 * max(alone, 0.1), (alone, many)


def test_the_live_page_is_light(browser: Tab, api: Standin, tmp_path: Path) -> None:
    def metrics() -> dict[str, float]:
        return {one["name"]: one["value"] for one in browser.call("Performance.getMetrics")["metrics"]}

    with served(tmp_path / "light", api, *ENDLESS) as server:
        session = begun(server)
        server.let_in(browser)
        browser.open(f"{server.address}/sessions/{session}/live")
        until(browser, "document.querySelectorAll('.fact-list li').length > 2")
        browser.call("Performance.enable")
        before, began = metrics(), monotonic()
        sleep(WATCHED_S)
        after, took = metrics(), monotonic() - began
        assert server.json("GET", f"/sessions/{session}")["running"], "there was something to draw"
    assert after["JSHeapUsedSize"] < LIGHT_BYTES, after
    assert (after["ThreadTime"] - before["ThreadTime"]) / took < LIGHT_SHARE, (before, after)


def test_a_tab_that_nobody_sees_holds_no_connection(browser: Tab, api: Standin, tmp_path: Path) -> None:
    """A browser opens six connections to a server: the seventh tab of a run would load for ever."""
    updates = "Number(document.getElementById('live').dataset.updates || 0)"
    hide = (
        "Object.defineProperty(document, 'hidden', {configurable: true, get: () => %s});"
        "document.dispatchEvent(new Event('visibilitychange')); 1"
    )
    with served(tmp_path / "tabs", api, *ENDLESS) as server:
        live = f"{server.address}/sessions/{begun(server)}/live"
        server.let_in(browser)
        browser.open(live)
        first = left = browser.another()
        for _ in range(9):
            browser.open(live)
            until(browser, f"{updates} > 0")
            browser.value(hide % "true")
            seen = browser.another()
            left = left if left != first else seen
        browser.call("Page.close")
        browser.switch(left)
        before = browser.value(updates)
        browser.value(hide % "false")
        until(browser, f"{updates} > {before}")
        assert browser.complaints == []
        browser.switch(first)
