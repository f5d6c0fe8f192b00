"""The screen of a fleet: every question of its batches, as the database has them now."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.schema import up
from pathfinder.protocols.calls.batch import Batch, Wanted
from tests.browser.chromium import Tab, chromium, program
from tests.postgres import Server
from tests.serve.served import served, until

pytestmark = pytest.mark.slow
HOSTILE = "<script>document.title='taken'</script> Do roofs cool?"


def _with(url: str, work: Callable[[Jobs], Awaitable[object]]) -> None:
    async def run() -> None:
        async with Database.opened(url) as database:
            await up(database)
            await work(Jobs(database))

    asyncio.run(run())


@pytest.fixture
def url(postgres: Server) -> str:
    """A fleet with a batch of three questions, of which nobody has begun one."""
    asked = ("Do ground loops pay off?", HOSTILE, "지열은 난방비를 줄이는가?")
    questions = tuple(Wanted(number=n, question=text) for n, text in enumerate(asked, start=1))
    batch, made = Batch(id="20261118-towns", questions=questions), postgres.database()
    _with(made, lambda jobs: jobs.submit(batch, {1: "one", 2: "two", 3: "three"}, "{}"))
    return made


TABLE = "document.querySelector('#piece-fleet')"


@pytest.fixture
def browser() -> Iterator[Tab]:
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nobody saw the screen in a browser")
    with chromium(path) as tab:
        yield tab


def test_all_sessions_of_a_fleet_are_shown_and_the_page_follows_them(
    browser: Tab, tmp_path: Path, url: str, postgres: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATHFINDER_DATABASE", url)

    async def begun(jobs: Jobs) -> None:
        assert await jobs.begin(1, "machine-7:4711", "Do ground loops pay off?", "one") is not None
        await jobs.ask_to("20261118-towns", "pause", 2)

    with served(tmp_path / "home", None, "--fleet") as server:
        server.let_in(browser)
        browser.open(f"{server.address}/fleet")
        shown = browser.value(f"{TABLE}.innerText")
        assert "20261118-towns" in shown
        assert "waiting 3" in shown
        assert HOSTILE in shown  # as text

        _with(url, begun)
        until(browser, f"{TABLE}.innerText.includes('machine-7:4711')")
        shown = browser.value(f"{TABLE}.innerText")
        assert "running 1" in shown
        assert "Paused." in shown
        [batch] = server.json("GET", "/fleet")["batches"]
        assert [row["state"] for row in batch["questions"]] == ["running", "stopped", "waiting"]
        assert batch["questions"][2]["question"] == "지열은 난방비를 줄이는가?"

        # The database goes away: what was known stays, and the page says why there is nothing newer.
        postgres.stop()
        try:
            until(browser, f"{TABLE}.querySelector('.alarm') !== null")
            assert "machine-7:4711" in browser.value(f"{TABLE}.innerText")
        finally:
            postgres.start()
        until(browser, f"{TABLE}.querySelector('.alarm') === null")
        assert browser.complaints == []


def test_without_a_fleet_there_is_no_screen_of_one(tmp_path: Path) -> None:
    with served(tmp_path / "home") as server:
        assert server.call("GET", "/fleet")[0] == 404
        assert server.call("GET", "/api/v1/fleet")[0] == 404
        assert b'href="/fleet"' not in server.call("GET", "/")[1]
