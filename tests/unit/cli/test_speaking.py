"""Which language a command speaks."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.problems import Kind
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.screen.language import say, speak, speaking
from pathfinder.locales.catalogue import Message


@pytest.fixture(autouse=True)
def korean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATHFINDER_HOME", str(tmp_path / "home"))
    speak(None)
    yield
    speak(None)


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_problem_has_a_korean_name(kind: str) -> None:
    speak("ko")
    assert re.search("[가-힣]", say(Message(f"problem-kind-{kind}")))


def test_without_a_session_the_locale_speaks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert speaking() == "en"
    monkeypatch.setenv("LANG", "ko_KR.UTF-8")
    assert speaking() == "ko"


def test_the_config_goes_before_the_locale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    monkeypatch.setenv("PATHFINDER_RESEARCH_LANGUAGE", "en")
    assert speaking() == "en"


def test_where_nobody_says_which_the_current_session_does(tmp_path: Path) -> None:
    Sessions(tmp_path / "home", Disk()).create("비가 오는가?", SystemClock().now())
    assert speaking() == "ko"
    speak("en")
    assert speaking() == "en", "the session that is spoken of goes first"


def test_a_broken_config_does_not_hide_the_error_that_is_told(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "config.json").write_text("{", encoding="utf-8")
    assert say(Message("nothing-deleted")) == "Nothing was deleted."
    assert say("data of a user") == "data of a user"
