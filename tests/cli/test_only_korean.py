"""Somebody who reads only Korean can use a Korean session: every command and every file of it speaks Korean.

What a page says, an address, an id, a command to type and a proper name stay as they are. Everything else
that has three English words in a row is a sentence of ours that nobody can read.
"""

import csv
import io
import json
import re
import shutil
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import lxml.html  # type: ignore[import-untyped]  # it ships no types
import pytest

from pathfinder.cli.lazily import loaded
from pathfinder.cli.main import Pathfinder, app, exit_code_of
from tests.cli.shell import Inside
from tests.standin.server import Standin

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
QUESTION: str = tomllib.loads((ROOT / "demo" / "truth.toml").read_text(encoding="utf-8"))["question_ko"]
ENGLISH = re.compile(r"(?<![\w-])[A-Za-z][A-Za-z']*(?:[;:]? [A-Za-z][A-Za-z']*){2,}")
OURS_TO_KEEP = re.compile(
    r"`[^`]*`"  # a command to type
    r"|https?\\?:\S+|\S*/\S+"  # an address, a path
    r"|\b(?:hyp|obs|sq|concept)_\w+|\b[A-Z]+-[A-Z0-9]+(?:x[A-Z0-9]+)?-S\d\S*"  # ids
    r"|pathfinder(?: [a-z]+)?|--[a-z-]+"
)
MACHINE = ("cognigraph.json", "log.jsonl", "asked.json", "lock", "recall.sqlite")
"""The record itself, which keeps one wording for all languages."""


def unread(text: str) -> list[str]:
    """Runs of English words that a person would have to read."""
    return [found[0] for found in ENGLISH.finditer(OURS_TO_KEEP.sub(" | ", text))]


@pytest.fixture(scope="module")
def ran(tmp_path_factory: pytest.TempPathFactory) -> Inside:
    """A session over Korean documents, one of which is damaged, as a user would run it."""
    folder = tmp_path_factory.mktemp("korean")
    docs = folder / "docs"
    docs.mkdir()
    for path in (ROOT / "demo" / "corpus").glob("*-ko-*.md"):
        shutil.copy(path, docs)
    (docs / "깨진.pdf").write_bytes(b"%PDF-1.4 and nothing more")
    shell = Inside(folder)
    shell.environ |= {"LC_ALL": "C.UTF-8", "COLUMNS": "140", "XDG_CONFIG_HOME": str(folder / "config")}
    asked = (QUESTION, "--docs", "docs", "--docs-as", "official", "--model", "embedded")
    went = shell("research", *asked, "--iterations", "2", "-v")
    assert went.returncode == 0, went.stderr
    assert unread(went.stdout) == []
    assert "`pathfinder show obs_1`" in went.stdout.splitlines()[-1], "it says what to do next"
    return shell


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    """A session over Korean documents that a model has judged."""
    folder = tmp_path_factory.mktemp("judged")
    (folder / "docs").mkdir()
    for path in (ROOT / "demo" / "corpus").glob("*-ko-*.md"):
        shutil.copy(path, folder / "docs")
    with Standin() as api:
        shell = Inside(folder, api)
        shell.environ |= {"LC_ALL": "C.UTF-8", "COLUMNS": "140", "XDG_CONFIG_HOME": str(folder / "config")}
        asked = (QUESTION, "--docs", "docs", "--docs-as", "official", "--allow-remote", "--engine", "local")
        went = shell("research", *asked, "--iterations", "2", "--no-input")
        assert went.returncode == 0, went.stderr
        yield shell


@pytest.mark.parametrize(
    "arguments",
    [("status",), ("explain", "hyp_A1"), ("diff", "0", "1"), ("show", "hyp_A1"), ("recall", "1"), ("cost",)],
    ids=" ".join,
)
def test_a_command_on_a_judged_korean_session_speaks_korean(
    judged: Inside, arguments: tuple[str, ...]
) -> None:
    told = judged(*arguments)
    assert told.returncode == 0, told.stderr
    assert unread(told.stdout + told.stderr) == []
    assert told.stdout


def session_of(shell: Inside) -> Path:
    found = (shell.folder / ".research" / "sessions").iterdir()
    return min(found, key=lambda session: session.name)


@pytest.mark.parametrize(
    "arguments",
    [
        ("status",),
        ("thesis", "--stdout"),
        ("thesis",),
        ("thesis", "--plain"),
        ("report", "--stdout"),
        ("report", "--judge", "--stdout"),
        ("report", "--judge", "--format", "md,html,json"),
        ("diff", "0", "1"),
        ("diff", "1", "2"),
        ("show", "obs_1"),
        ("sessions",),
        ("sessions", "list"),
        ("sessions", "show", "20"),
        ("switch", "20"),
        ("recall", "1"),
        ("recall", "2"),
        ("recall", "습도"),
        ("recall", "xyzzy"),
        ("cost",),
        ("verify",),
        ("note", "겨울 자료를 볼 것"),
        ("note", "--keyword", "겨울", "--hypothesis", "겨울에는 다르다"),
        ("recheck",),
        ("export",),
        ("rebuild",),
        ("backup", "--out", "session.tar.gz"),
        ("backup", "--share", "--out", "shared.tar.gz"),
        ("rejudge", "--model", "embedded"),
        ("resume",),
        ("doctor",),
        ("config", "show", "--origin"),
    ],
    ids=" ".join,
)
def test_a_command_on_a_korean_session_speaks_korean(ran: Inside, arguments: tuple[str, ...]) -> None:
    told = ran(*arguments)
    assert unread(told.stdout + told.stderr) == []
    assert told.stdout or arguments == ("rebuild",)


def test_a_batch_of_korean_questions_speaks_korean(ran: Inside) -> None:
    questions = ran.folder / "질문.txt"
    questions.write_text("조석유리 지붕은 밤에 시원한가?\n조석유리 지붕은 밤에 시원한가?\n", encoding="utf-8")
    asked = ("batch", "질문.txt", "--docs", "docs", "--model", "embedded", "--iterations", "1", "--quick")
    for arguments in ((*asked, "--dry-run"), asked, ("batch", "--status")):
        told = ran(*arguments)
        assert told.returncode == 0, told.stderr
        assert unread(told.stdout + told.stderr) == []
    (page,) = (ran.folder / ".research" / "batches").glob("*/index.html")
    assert [found for text in texts(page) for found in unread(text)] == []


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", "hyp_Z9"),
        ("explain", "hyp_Z9"),
        ("recall", "99"),
        ("diff", "3", "9"),
        ("pause",),
        ("stop",),
        ("status", "--session", "nowhere"),
        ("note", " "),
        ("export", "xlsx"),
        ("report", "--format", "docx"),
        ("thesis", "--stdout", "--out", "x.md"),
        ("sessions", "remove", "20"),
        ("research", "비가 오는가?", "--docs", "nowhere", "--model", "embedded"),
        ("research", "비가 오는가?", "--model", "embedded"),
        ("research", "비가 오는가?", "--continue", "--new"),
        ("research", "비가 오는가?", "--model", "claude-sonnet-5-5", "--docs", "docs"),
        ("batch", "nowhere.txt"),
        ("schema", "nothing"),
    ],
    ids=" ".join,
)
def test_what_goes_wrong_is_told_in_korean(
    ran: Inside,
    arguments: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ran.folder)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    monkeypatch.delenv("ANTHROPIC_BASE_URL", raising=False)
    assert exit_code_of(partial(app, list(arguments), standalone_mode=False)) in (2, 5, 6)
    told = capsys.readouterr().err
    assert unread(told) == []
    assert re.search("[가-힣]", told)


def texts(path: Path) -> Iterator[str]:
    """What a person reads in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix in (".json", ".jsonl"):
        yield from values(json.loads(text))
    elif path.suffix == ".html":
        tree = lxml.html.document_fromstring(text.encode())
        for script in tree.xpath("//script | //style"):
            script.drop_tree()
        yield from tree.itertext()
        yield from (str(value) for value in tree.xpath("//@title | //@aria-label | //@placeholder"))
    elif path.suffix == ".csv":
        yield from (cell for row in list(csv.reader(io.StringIO(text)))[1:] for cell in row)
    else:
        yield text


def values(written: Any) -> Iterator[str]:
    """The strings of a JSON value, without its keys."""
    if isinstance(written, str):
        yield written
    elif isinstance(written, dict | list):
        for inner in written.values() if isinstance(written, dict) else written:
            yield from values(inner)


def test_every_file_of_a_korean_session_speaks_korean(ran: Inside) -> None:
    kept = session_of(ran)
    assert ran("report", "--judge", "--format", "md,html,json").returncode == 0
    assert ran("thesis").returncode == 0
    files = [
        path
        for path in kept.rglob("*")
        if path.is_file()
        and path.name not in MACHINE
        and path.relative_to(kept).parts[0] not in ("pages", "journal", "archival", "control", "exports")
    ]
    assert {"RESEARCH_REPORT.md", "reading-list.md", "report.html", "report.json", "obs_1.md"} <= {
        path.name for path in files
    }
    faults = {path.name: found for path in files for text in texts(path) if (found := unread(text))}
    assert faults == {}


def test_a_sentence_of_ours_in_english_is_caught() -> None:
    assert unread("상태: 완료 (max_iterations: 4 iterations are done)") == ["iterations are done"]
    assert unread("hyp_A1: Look for a second voice") != []
    assert unread("`pathfinder report --judge` (https://a.example/x) LOCAL-LENS1-S1-I1-R1.0 완료") == []


def commands(command: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """Every command, by what has to be typed for it."""
    yield path
    for name, below in getattr(command, "commands", {}).items():
        yield from commands(below, *path, name)


def test_every_help_is_korean_where_the_locale_is(tmp_path: Path) -> None:
    shell = Inside(tmp_path)
    shell.environ |= {"LC_ALL": "ko_KR.UTF-8", "COLUMNS": "200"}
    paths: list[tuple[str, ...]] = [()]
    for name, later in Pathfinder.later.items():
        paths += commands(loaded(name, later), name)
    assert len(paths) > 30
    for path in paths:
        told = shell(*path, "--help")
        assert told.returncode == 0
        shown = re.sub(
            r"Usage: .*|claude, exa, .* local|https?:\S+|csv,\S+|state, cognigraph.*", "", told.stdout
        )
        assert unread(shown) == [], path
        assert re.search("[가-힣]", told.stdout), path
    assert "이 도움말" not in Inside(tmp_path)("--help").stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("recheck", "--wrong"),
        ("recheck", "--jso"),
        ("reserch",),
        ("show",),
        ("research", "Q", "--parallel"),
        ("research", "Q", "--parallel", "many"),
        ("research", "Q", "--parallel", "0"),
        ("research", "Q", "--since", "soon"),
        ("status", "extra"),
        ("thesis", "--lang", "fr"),
    ],
    ids=" ".join,
)
def test_what_is_wrong_with_a_command_line_is_said_in_korean(
    tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    shell = Inside(tmp_path)
    shell.environ |= {"LC_ALL": "ko_KR.UTF-8"}
    told = shell(*arguments)
    assert (told.returncode, told.stdout) == (2, "")
    assert told.stderr.startswith("pathfinder: ")
    assert unread(told.stderr) == []
    assert re.search("[가-힣]", told.stderr), told.stderr
