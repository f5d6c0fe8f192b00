"""One question, asked again: which session it means, what a person is asked, and how one goes away."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.running import start
from tests.cli.shell import Inside, Shell
from tests.cli.terminals import PtyProcess
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, page in enumerate(world()[:3]):
        (folder / f"{number}.md").write_text(f"# {page.source.title}\n\n{page.text}\n", encoding="utf-8")
    return folder


def ids(folder: Path) -> list[str]:
    return sorted(path.name for path in (folder / ".research" / "sessions").iterdir())


def test_an_unfinished_session_goes_on_and_a_finished_one_stays(tmp_path: Path, docs: Path) -> None:
    shell = Inside(tmp_path)
    ask = ["research", QUESTION, "--docs", str(docs), "--parallel", "1", "-q"]
    assert shell(*ask, "--iterations", "1").returncode == 0
    first = ids(tmp_path)
    # It is finished: the same question starts anew, and the old one is named.
    again = shell(*ask, "--iterations", "1")
    assert first[0] in again.stderr
    assert "--continue" in again.stderr
    assert len(ids(tmp_path)) == 2
    more = shell(*ask, "--iterations", "2", "--continue")
    assert (more.returncode, len(ids(tmp_path))) == (0, 2)
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 2
    assert shell(*ask, "--continue", "--new").returncode == 2
    named = shell(*ask, "--iterations", "2", "--session", first[0])
    assert (named.returncode, len(ids(tmp_path))) == (0, 2)
    shown = json.loads(shell("sessions", "show", "--json").stdout)
    assert (shown["session"], shown["iteration"]) == (first[0], 2)
    assert shell(*ask, "--session", first[0], "--new").returncode == 2
    other = shell("research", "Which bird sings?", "--docs", str(docs), "--session", first[0])
    assert (other.returncode, "on another question" in other.stderr) == (2, True)
    nothing = shell("research", "Which bird sings at night?", "--docs", str(docs), "--continue")
    assert (nothing.returncode, "no session on this question" in nothing.stderr) == (2, True)


def test_a_person_is_asked_and_can_go_on_or_start_anew(tmp_path: Path, docs: Path) -> None:
    started = Sessions(tmp_path / ".research", Disk()).create(QUESTION, _now())
    shell = Shell(tmp_path, None)
    command = shell.command("research", QUESTION, "--docs", str(docs), "--parallel", "1", "--iterations", "1")
    process = PtyProcess(command, tmp_path, shell.environ)
    process.sees("There is a session on this question already")
    process.type("\r")
    assert process.end() == 0
    assert ids(tmp_path) == [started.id]
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 1


def test_a_plan_is_shown_edited_and_kept(tmp_path: Path, docs: Path) -> None:
    shell = Shell(tmp_path, None)
    editor = tmp_path / "editor"
    editor.write_text(
        "#!/bin/sh\nprintf '1. First my own part?\\n- And another?\\n' > \"$1\"\n", encoding="utf-8"
    )
    editor.chmod(0o700)
    environ = shell.environ | {"EDITOR": str(editor)}
    command = shell.command(
        "research", QUESTION, "--docs", str(docs), "--plan", "--parallel", "1", "--iterations", "1"
    )
    process = PtyProcess(command, tmp_path, environ)
    process.sees("First targets:")
    process.type("e\r")
    process.sees("First my own part?")
    process.type("y\r")
    assert process.end() in (0, 1)  # evidence or none
    graph = json.loads((tmp_path / ".research" / "current" / "cognigraph.json").read_text(encoding="utf-8"))
    assert [part["text"] for part in graph["sub_questions"].values()] == [
        "First my own part?",
        "And another?",
    ]
    assert shell("verify").returncode == 0


def test_a_plan_without_a_terminal_comes_from_a_file(tmp_path: Path, docs: Path) -> None:
    shell = Inside(tmp_path)
    ask = ["research", QUESTION, "--docs", str(docs), "--parallel", "1", "--iterations", "1", "-q"]
    told = shell(*ask, "--plan")
    assert (told.returncode, "--plan-file" in told.stderr) == (2, True)
    plan = tmp_path / "plan.txt"
    plan.write_text("# mine\n\n1) 첫째는?\n둘째는?\n", encoding="utf-8")
    assert shell(*ask, "--plan-file", str(plan)).returncode in (0, 1)
    graph = json.loads((tmp_path / ".research" / "current" / "cognigraph.json").read_text(encoding="utf-8"))
    assert [part["text"] for part in graph["sub_questions"].values()] == ["첫째는?", "둘째는?"]


def test_a_program_gets_the_plan_and_the_forecast_and_starts_the_run_itself(
    tmp_path: Path, docs: Path
) -> None:
    shell = Inside(tmp_path)
    ask = ["research", QUESTION, "--docs", str(docs), "--budget", "2", "--iterations", "1", "--json"]
    planned = shell(*ask, "--plan", "--no-input")
    assert planned.returncode == 0, planned.stderr
    told = json.loads(planned.stdout)
    assert ids(tmp_path) == [told["session"]]
    assert told["plan"]
    assert (told["usd"], told["budget_usd"]) == (0, 2)
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 0
    assert shell(*ask, "--no-input", "--session", told["session"]).returncode in (0, 1)
    assert ids(tmp_path) == [told["session"]]
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 1


def test_a_plan_printed_for_a_program_can_be_edited_before_the_run(tmp_path: Path, docs: Path) -> None:
    shell = Inside(tmp_path)
    ask = ["research", QUESTION, "--docs", str(docs), "--parallel", "1", "--iterations", "1"]
    told = json.loads(shell(*ask, "--plan", "--json").stdout)
    assert told["plan"]
    assert ids(tmp_path) == [told["session"]]
    plan = tmp_path / "plan.txt"
    plan.write_text("My own part?\n", encoding="utf-8")
    again = [*ask, "-q", "--session", told["session"], "--plan-file", str(plan)]
    assert shell(*again).returncode in (0, 1)
    graph = json.loads((tmp_path / ".research" / "current" / "cognigraph.json").read_text(encoding="utf-8"))
    assert [part["text"] for part in graph["sub_questions"].values()] == ["My own part?"]
    assert shell(*again).returncode == 2


def test_a_note_to_a_session_that_does_not_run_says_when_it_counts(tmp_path: Path) -> None:
    session = Sessions(tmp_path / ".research", Disk()).create("done?", _now())
    shell = Inside(tmp_path)
    assert "`pathfinder resume`" in shell("note", "look at clay").stdout
    with SessionLock.take(session, Disk()):
        assert "resume" not in shell("note", "look at clay").stdout


def test_a_session_in_the_trash_can_be_moved_back(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / ".research", Disk())
    gone = sessions.create("gone?", _now())
    shell = Inside(tmp_path)
    with SessionLock.take(gone, Disk()):
        assert shell("sessions", "remove", gone.id, "--trash").returncode == 6
    assert shell("sessions", "remove", gone.id, "--trash").returncode == 0
    assert ids(tmp_path) == []
    (tmp_path / ".research" / "trash" / gone.id).rename(gone.folder)
    assert ids(tmp_path) == [gone.id]


def test_the_list_names_the_question_first_and_an_id_that_commands_take(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / ".research", Disk())
    long = "How much does a heat pump save in an old house where the radiators stay as they are?"
    first = sessions.create(long, datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    twins = [sessions.create(text, datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)) for text in ("A?", "B?")]
    shell = Inside(tmp_path)
    shown = shell("sessions").stdout.splitlines()
    assert f"  {long}" in shown
    named = [row.split()[0] for row in shown if row.startswith("  2026")]
    assert sorted(named) == ["20260102-030405", *(one.id for one in twins)]
    for name, question in zip(sorted(named), (long, "A?", "B?"), strict=True):
        assert json.loads(shell("sessions", "show", name, "--json").stdout)["question"] == question
    assert sessions.short(first) == "20260102-030405"


def test_remove_asks_and_never_takes_a_running_session(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path / ".research", Disk())
    kept, gone = sessions.create("kept?", _now()), sessions.create("gone?", _now())
    shell = Inside(tmp_path)
    assert shell("sessions", "remove", gone.id).returncode == 2
    with SessionLock.take(gone, Disk()):
        running = shell("sessions", "remove", gone.id, "--yes")
        assert (running.returncode, str(os.getpid()) in running.stderr) == (6, True)
    assert shell("sessions", "remove", gone.id, "-y").returncode == 0
    assert ids(tmp_path) == [kept.id]
    assert not (tmp_path / ".research" / "current").is_symlink()
    assert shell("sessions", "list").stdout.startswith(f"  kept?\n  {kept.id[:15]}  initialized, ")
    assert json.loads(shell("sessions", "show", kept.id, "--json").stdout)["question"] == "kept?"
    assert shell("sessions", "switch", kept.id).returncode == 0
    assert json.loads(shell("sessions", "--json").stdout)["sessions"][0]["current"] is True


def test_a_forecast_writes_nothing(tmp_path: Path, docs: Path) -> None:
    shell = Inside(tmp_path)
    shell.environ["ANTHROPIC_API_KEY"] = "sk-ant-none"
    told = shell("research", QUESTION, "--docs", str(docs), "--dry-run", "--budget", "2", "--json")
    known = json.loads(told.stdout)
    assert (known["basis"], known["usd"]) == ("assumed", 2.0)
    assert 0 < known["iterations"] < 100
    assert not (tmp_path / ".research" / "sessions").exists()


def test_a_forecast_counts_the_documents_and_speaks_of_no_run(tmp_path: Path, docs: Path) -> None:
    told = Inside(tmp_path)("research", QUESTION, "--docs", str(docs), "--dry-run").stdout
    assert f"Documents: 3 files in {docs}." in told
    assert "Ctrl-C" not in told


def test_a_question_that_no_word_of_the_documents_meets_is_told_why(tmp_path: Path, docs: Path) -> None:
    for name in ("0.md", "1.md", "2.md"):
        (docs / name).unlink()
    (docs / "yane.md").write_text("# 屋根\n\n潮汐ガラスの屋根は雷を引き寄せない。\n", encoding="utf-8")
    asked = ("潮汐ガラスの屋根は雷を引き寄せますか", "--docs", str(docs), "--iterations", "1")
    told = Inside(tmp_path)("research", *asked).stdout
    assert "Reading list: 1 document read; 0 passages listed" in told
    assert "searched by its words, in English or Korean" in told
    assert "pathfinder show obs_1" not in told


def test_what_a_note_adds_counts_in_the_next_iteration(tmp_path: Path, docs: Path) -> None:
    shell = Inside(tmp_path)
    ask = ["research", QUESTION, "--docs", str(docs), "--parallel", "2", "-q"]
    assert shell(*ask, "--iterations", "1").returncode == 0
    assert (
        shell("note", "--keyword", "clay soil", "--hypothesis", "Clay soil halves the gain.").returncode == 0
    )
    assert shell("note").returncode == 2
    assert shell("resume", "--iterations", "2", "-q").returncode == 0
    shown = json.loads(shell("show", "hyp_B1", "--json").stdout)
    assert (shown["type"], shown["reasoning_tool"], shown["created_at"]) == ("B", "user", 1)
    rows = [json.loads(row) for row in shell("logs").stdout.splitlines()]
    assert [(row["as"], row["iteration"]) for row in rows if row["event"] == "steered"] == [
        ("keyword", 2),
        ("hypothesis", 2),
    ]
    assert any(row["event"] == "hypothesis_raised" and row["hypothesis"] == "hyp_B1" for row in rows)
    assert any(row["event"] == "explorer_sent" and "HYPB1" in row["iid"] for row in rows), (
        "it was looked into"
    )
    assert shell("verify").returncode == 0


def _now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


def test_a_missing_key_is_all_that_is_said_and_ends_with_5(tmp_path: Path) -> None:
    shell = Inside(tmp_path)
    begun = start(QUESTION, SystemClock(), home=tmp_path / ".research")
    ended = shell("research", QUESTION, "--engine", "exa", "--no-input")
    assert ended.returncode == 5
    assert ended.stderr.startswith("pathfinder: The engine exa needs a key: set EXA_API_KEY;")
    assert ended.stderr.count("\n") == 1
    assert ids(tmp_path) == [begun.id]
