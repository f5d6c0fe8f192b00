"""Which language a command speaks, and that no sentence of the command line lacks a Korean form."""

import ast
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
from tools.farm import ROOT

ERRORS = {"UserError", "SessionRefused", "SessionLocked", "Interrupted", "KeyRefused", "PartFailed"}
FLEET = {"fleet.py"}
"""Run by those who keep machines; it speaks English."""
COMPOSED = {
    "3; `pathfinder batch --failed` takes them up again.": "2 of 3 questions did not come to their end; "
    "`pathfinder batch --failed` takes them up again.",
    "Limits of each question: 3.": "Limits of each question: 3 iterations, $1.0000; of all "
    "together: $5.0000.",
    "Batch 3: 3": "Batch b1: 3 questions, 2 at a time, at most $1.0000 in all.",
    "Question 3 3 question 33.": "Question 3 asks the same as question 1; it is researched once.",
    "3: 3 (3 files, 3 bytes)": "Shared bundle: a.tar.gz (3 files, 3,000 bytes)",
    "The variable 3 is no setting3.": "The variable PATHFINDER_X is no setting; did you mean PATHFINDER_Y.",
    "Session 3 is on 3 question; --continue goes on with it.": "Session s1 is on a similar question; "
    "--continue goes on with it.",
    "3 3": "2 dead",
    "3 and 3 of 3 pairs are the same.": "2 of 3 verdicts and 3 of 3 pairs are the same.",
    "Asked process 3 to 3; it finishes the calls in flight first.": "Asked process 3 to stop; "
    "it finishes the calls in flight first.",
}
"""Sentences that are put together of parts, and one that comes of it."""
LEFT = re.compile(r"3+(?:: 3)?\.?|Where is the database.*", re.DOTALL)
"""What only passes another sentence on, and what those who keep machines read."""


@pytest.fixture(autouse=True)
def korean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATHFINDER_HOME", str(tmp_path / "home"))
    speak(None)
    yield
    speak(None)


def written(node: ast.expr) -> str | None:
    """A sentence as it may come out: what is filled in is a number."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else "3"
                for part in parts
                if isinstance(part, ast.Constant | ast.FormattedValue)
            )
        case _:
            return None


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence that the command line says or raises, with its place."""
    for path in sorted((ROOT / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if path.name not in FLEET and isinstance(node, ast.Call) and node.args:
                called = node.func.id if isinstance(node.func, ast.Name) else ""
                text = written(node.args[0]) if called in ERRORS | {"say"} else None
                if text is not None and not LEFT.fullmatch(text):
                    yield f"{path.name}:{node.lineno}", COMPOSED.get(text, text)


@pytest.mark.parametrize(("place", "sentence"), [*sentences()])
def test_every_sentence_of_the_command_line_has_a_korean_form(place: str, sentence: str) -> None:
    speak("ko")
    assert re.search("[가-힣]", say(sentence)), f"{place}: {sentence}"


@pytest.mark.parametrize("kind", get_args(Kind))
def test_every_kind_of_problem_has_a_korean_name(kind: str) -> None:
    speak("ko")
    assert re.search("[가-힣]", say(kind))


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
    assert say("Nothing was deleted.") == "Nothing was deleted."
