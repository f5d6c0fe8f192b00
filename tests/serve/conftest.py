"""A browser, a stand-in of a model and a judged session, which the tests of the page share in any order."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Tab, chromium, program
from tests.serve.served import Finished, begun, served, until_iteration
from tests.standin import Nature, Standin


@pytest.fixture(scope="session")
def chromium_() -> Iterator[Tab]:
    path = program()
    if path is None:
        pytest.skip("there is no Chromium on this machine, so nobody saw the screens in a browser")
    with chromium(path) as tab:
        yield tab


@pytest.fixture
def browser(chromium_: Tab) -> Tab:
    """The browser with one empty tab, whatever the test before has left."""
    chromium_.close_others()
    chromium_.call("Emulation.setScriptExecutionDisabled", value=False)
    chromium_.open("about:blank")
    return chromium_


@pytest.fixture(scope="session")
def api() -> Iterator[Standin]:
    with Standin(nature=Nature(latency_seconds=0.4)) as one:
        yield one


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Finished]:
    with Standin() as quick, served(tmp_path_factory.mktemp("served"), quick) as one:
        session = begun(one)
        until_iteration(one, session, 2)
        one.call("POST", f"/api/v1/sessions/{session}/stop")  # Unless it was answered meanwhile.
        one.until_ended(session)
        yield Finished(one, session)


@pytest.fixture
def spoilt(finished: Finished, tmp_path: Path) -> Iterator[Finished]:
    """The same session in a home of its own, whose files a test may change."""
    shutil.copytree(finished.server.home / "sessions", tmp_path / "own" / ".research" / "sessions")
    for folder in (tmp_path / "own" / ".research", tmp_path / "own" / ".research" / "sessions"):
        folder.chmod(0o700)
    with served(tmp_path / "own") as one:
        yield Finished(one, finished.session)
