"""`pathfinder fleet` and `worker` from the command line: hand in, work, look, bring home."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pathfinder.cli import main
from tests.cli.test_batch import PAGES
from tests.postgres import Server

RUN = CliRunner()


class Shell:
    """A user of one database, in one folder."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.env = {
            "PATHFINDER_HOME": str(folder / "home"),
            "PATHFINDER_DATABASE": url,
            "ANTHROPIC_API_KEY": "",
            "ANTHROPIC_BASE_URL": "",
        }

    def __call__(self, *words: str) -> Result:
        return RUN.invoke(main.app, list(words), env=self.env, catch_exceptions=True)

    def told(self, *words: str) -> str:
        """What it says; of an error, the sentence."""
        result = self(*words)
        return str(result.exception) if result.exception is not None else result.output

    def states(self) -> list[str]:
        return [one["state"] for one in json.loads(self("fleet", "status", "--json").stdout)["questions"]]


@pytest.fixture
def shell(postgres: Server, tmp_path: Path) -> Shell:
    (tmp_path / "docs").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "docs" / name).write_text(text, encoding="utf-8")
    (tmp_path / "asked.txt").write_text(
        "Do ground loops cut the heating bill?\n지열은 난방비를 줄이는가?\n"
        "do ground loops cut the heating bill\n",
        encoding="utf-8",
    )
    return Shell(tmp_path, postgres.database())


@pytest.mark.slow
def test_questions_are_handed_in_worked_on_and_brought_home(shell: Shell) -> None:
    assert "run `pathfinder fleet up` first" in shell.told("fleet", "status")
    assert "The tables are made." in shell.told("fleet", "up", "--rate", "6000")
    again = shell.told("fleet", "up")
    assert "The tables were there already." in again
    assert "6,000 model calls a minute" in again  # what was set stays until something else is said
    assert "no limit on model calls" in shell.told("fleet", "up", "--rate", "0", "--searches", "90")
    assert "90 searches a minute on each engine" in shell.told("fleet", "up")
    words = ("--docs", str(shell.folder / "docs"), "--iterations", "1", "--quick")
    submit = ("fleet", "submit", str(shell.folder / "asked.txt"), *words)
    assert "2 of 3 questions are in the queue" in shell.told(*submit)
    [folder] = (shell.folder / "home" / "batches").iterdir()
    assert f"Batch {folder.name}: 2 questions are cancelled." in shell.told("fleet", "cancel", folder.name)
    assert shell.states() == ["stopped", "stopped"]
    assert "2 of 3 questions are in the queue" in shell.told(*submit)
    assert "2 questions are paused" in shell.told("fleet", "pause", folder.name)
    assert "1 question is in the queue" in shell.told("fleet", "resume", folder.name, "--question", "1")
    assert shell.states() == ["waiting", "stopped"]
    note = ("fleet", "note", folder.name, "1", "Mind the drilling.", "--keyword", "clay")
    assert ": note, keyword" in shell.told(*note)
    assert "The note is empty" in shell.told("fleet", "note", folder.name, "1")
    assert "has no question 3 of its own" in shell.told("fleet", "pause", folder.name, "--question", "3")
    assert "1 question is in the queue" in shell.told("fleet", "resume", folder.name, "--question", "2")
    worker = subprocess.Popen(
        [sys.executable, "-m", "pathfinder", "worker", "--slots", "2", "--heartbeat", "2", "--stale", "6"],
        env={**os.environ, **shell.env, "PATHFINDER_HOME": str(shell.folder / "elsewhere")},  # noqa: TID251  (a child needs its PATH)
        cwd=shell.folder,
        stderr=subprocess.PIPE,
    )
    try:
        over = time.monotonic() + 120
        while set(shell.states()) & {"waiting", "running"} and time.monotonic() < over:
            time.sleep(0.5)
    finally:
        worker.send_signal(signal.SIGTERM)
        _, said = worker.communicate(timeout=60)
    assert (worker.returncode, said) == (0, b"")
    assert shell.states() == ["done", "done"]
    assert "Question 1 is done" in shell.told(*note)
    pulled = json.loads(shell("fleet", "pull", "--json").stdout)
    assert [(row["state"], row["same_as"]) for row in pulled["results"]] == [
        ("done", None),
        ("done", None),
        ("same", 1),
    ]
    assert {path.name for path in folder.iterdir()} >= {"results.jsonl", "results.csv", "index.html"}
    for row in pulled["results"][:2]:
        session = shell.folder / "home" / "sessions" / row["session"]
        assert {path.name for path in session.iterdir()} >= {"log.jsonl", "report.html", "RESEARCH_REPORT.md"}
        assert shell("verify", "--session", row["session"]).exit_code == 0
    mine = shell.folder / "home" / "sessions" / pulled["results"][0]["session"] / "thesis.md"
    mine.write_text("mine", encoding="utf-8")
    assert json.loads(shell("fleet", "pull", "--json").stdout) == pulled
    assert mine.read_text(encoding="utf-8") == "mine"
    graph = mine.with_name("cognigraph.json")
    graph.write_bytes(graph.read_bytes() + b"\n")
    left = shell("fleet", "pull")
    assert "was changed here and is left as it is" in left.stderr
    assert mine.exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fleet", "status", "--database", "nonsense"), "The address of the database cannot be read"),
        (("fleet", "status", "--database", "postgresql://127.0.0.1:9/x"), "The database cannot be reached"),
        (("worker", "--heartbeat", "10", "--stale", "20"), "at least three times --heartbeat"),
    ],
)
def test_what_is_asked_wrongly_is_said_in_one_sentence(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    assert said in Shell(tmp_path, "").told(*words)


def test_without_an_address_it_says_where_to_put_it(tmp_path: Path) -> None:
    assert "Set PATHFINDER_DATABASE" in Shell(tmp_path, "").told("fleet", "pull")


def test_without_the_extra_it_says_what_to_install(tmp_path: Path) -> None:
    """A Python that cannot import psycopg, as on a machine without the extra."""
    code = (
        "import sys; sys.modules['psycopg'] = None\n"
        "from pathfinder.cli.main import app, exit_code_of\n"
        "sys.exit(exit_code_of(lambda: app(['fleet', 'status', '--database', 'postgresql://x/y'])))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=tmp_path
    )
    assert ran.returncode == 2
    assert ran.stderr == (
        "pathfinder: A fleet needs more packages: pip install 'pathfinder-research[fleet]'.\n"
    )
