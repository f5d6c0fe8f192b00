"""The command line on real sessions: a process of its own, real HTTP, real files, real signals."""

import json
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.shell import Shell
from tests.standin import faults
from tests.standin.faults import Fault
from tests.standin.server import Standin
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, page in enumerate(world()[:8]):
        text = f"# {page.source.title}\n\n{page.text}\n"
        (folder / f"문서{number}.md").write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def shell(tmp_path: Path, api: Standin) -> Shell:
    return Shell(tmp_path, api)


def research(docs: Path, *more: str) -> list[str]:
    return ["research", QUESTION, "--docs", str(docs), "--parallel", "2", *more]


def test_a_session_from_question_to_verify(shell: Shell, docs: Path, api: Standin) -> None:
    ran = shell(*research(docs, "--iterations", "2", "--json"))
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout)
    assert (told["status"], told["iterations"], told["evidence"]) == ("completed", 2, True)
    assert told["spent_usd"] == api.usd_micros / 1_000_000

    status = json.loads(shell("status", "--json").stdout)
    assert (status["iteration"], status["owner_pid"]) == (2, None)
    assert QUESTION in shell("status").stdout
    listed = shell("sessions").stdout
    assert QUESTION in listed
    assert any(
        status["session"].startswith(word) for word in listed.split() if word[:1].isdigit() and len(word) > 8
    )
    assert json.loads(shell("sessions", "--json").stdout)["sessions"][0]["current"] is True

    quote = json.loads(shell("show", "obs_1", "--json").stdout)
    assert quote["quote"] in json.loads(shell("show", quote["page"]).stdout)["text"]
    assert quote["quote"][:40] in shell("show", "obs_1").stdout
    assert "SUPPORTS" in shell("show", "hyp_A1").stdout
    assert "base of a type A hypothesis: 0.5" in shell("explain", "hyp_A1").stdout
    events = {json.loads(row)["event"] for row in shell("logs").stdout.splitlines()}
    assert {"run_started", "phase_entered", "call_done", "run_ended"} <= events

    assert shell("verify").stdout.endswith("whole.\n")
    (shell.folder / ".research" / "current" / "findings.md").unlink()
    assert shell("rebuild").stdout.endswith("1 views written.\n")
    assert shell("switch", status["session"][:15]).returncode == 0


def test_what_is_asked_wrongly_is_said_in_one_sentence(shell: Shell, docs: Path, tmp_path: Path) -> None:
    (tmp_path / "bare").mkdir()
    cases = [
        (["status"], 6, "There is no current session"),
        (["resume", "--docs", str(docs)], 6, "There is no current session"),
        (["pause"], 6, "There is no current session"),
        (["research", " ", "--docs", str(docs)], 2, "The question is empty"),
        (["research", QUESTION], 2, "There is nothing to search"),
        (["research", QUESTION, "--docs", str(tmp_path / "none")], 2, "is not a folder"),
        (["research", QUESTION, "--docs", str(tmp_path / "bare")], 2, "holds no file"),
        ([*research(docs), "--json", "--events"], 2, "choose one"),
        ([*research(docs), "--price", "x"], 2, "is not a price"),
        ([*research(docs), "--model", "my-own"], 5, "my-own"),
    ]
    for arguments, code, words in cases:
        ran = shell(*arguments)
        assert (ran.returncode, words in ran.stderr) == (code, True), (arguments, ran)
        assert len(ran.stderr.strip().splitlines()) == 1, arguments
        assert ran.stdout == "" or "Limits" in ran.stdout


def test_without_a_key_it_says_what_to_set(tmp_path: Path, docs: Path) -> None:
    ran = Shell(tmp_path, None)(*research(docs, "--model", "claude-opus-5-5"))
    assert ran.returncode == 5
    assert "set ANTHROPIC_API_KEY" in ran.stderr
    assert not (tmp_path / ".research" / "sessions").exists()


def test_without_a_key_or_a_model_there_is_a_reading_list_that_says_so(tmp_path: Path, docs: Path) -> None:
    shell = Shell(tmp_path, None)
    ran = shell(*research(docs, "--iterations", "1"))
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines()[0] == "Engine: reading list, no language model."
    assert ran.stdout.splitlines()[-1].startswith("`pathfinder show obs_1`"), "it says what to do next"
    assert "nothing here is judged" in ran.stdout
    assert "whole" in shell("verify").stdout
    again = shell("resume", "--iterations", "2")  # It remembers its documents.
    assert again.returncode == 0, again.stderr
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 2
    assert "not judged: no language model" in shell("status").stdout


def test_a_wrong_key_is_exit_5_and_nothing_is_lost(shell: Shell, docs: Path) -> None:
    right = shell.environ["ANTHROPIC_API_KEY"]
    shell.environ["ANTHROPIC_API_KEY"] = "sk-ant-wrong-0123456789"
    ran = shell(*research(docs, "--iterations", "1"))
    assert ran.returncode == 5
    assert "sk-ant-wrong" not in ran.stderr + ran.stdout
    shell.environ["ANTHROPIC_API_KEY"] = right
    assert shell("resume", "--docs", str(docs), "--iterations", "1").returncode == 0


def test_no_source_is_no_report(shell: Shell, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "blank.txt").touch()
    ran = shell(*research(empty, "--iterations", "1"))
    assert ran.returncode == 1
    assert "No evidence was found" in ran.stderr
    report = (shell.folder / ".research" / "current" / "RESEARCH_REPORT.md").read_text(encoding="utf-8")
    assert report.splitlines()[0].startswith("**No evidence was found")


def test_the_budget_ends_the_run_with_exit_4_and_more_money_goes_on(
    shell: Shell, docs: Path, api: Standin
) -> None:
    ran = shell(*research(docs, "--iterations", "2", "--budget", "0.1", "--preset", "best"))
    assert ran.returncode == 4
    assert api.usd_micros <= 100_000
    paid = len(api.requests)
    assert shell("resume", "--docs", str(docs), "--iterations", "2", "--budget", "20").returncode == 0
    assert len(api.requests) > paid
    assert shell("verify").returncode == 0


def started(shell: Shell, api: Standin, docs: Path, *more: str) -> subprocess.Popen[str]:
    """A session that is in the middle of slow calls."""
    api.fail(Fault("slow", times=None, seconds=0.4))
    process = shell.start(*research(docs, "--iterations", "99", "--until", "limit", *more))
    deadline = time.monotonic() + 60
    while len(api.requests) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert process.poll() is None
    return process


@pytest.mark.parametrize(
    ("command", "status", "codes"),
    [
        (["pause"], "paused", {3}),
        (["stop"], "stopped_by_user", {3}),
        (["stop", "--done"], "completed", {0, 1}),
    ],
)
def test_another_terminal_can_end_a_run(
    shell: Shell, api: Standin, docs: Path, command: list[str], status: str, codes: set[int]
) -> None:
    process = started(shell, api, docs)
    pid = json.loads(shell("status", "--json").stdout)["owner_pid"]
    assert pid == process.pid
    second = shell("resume", "--docs", str(docs))
    assert (second.returncode, f"process {pid}" in second.stderr) == (6, True)
    assert shell("note", "look at clay").returncode == 0
    assert shell(*command).returncode == 0
    _, errors = process.communicate(timeout=60)
    assert process.returncode in codes, errors
    assert json.loads(shell("status", "--json").stdout)["status"] == status
    assert shell("verify").returncode == 0


def test_documents_that_nobody_describes_are_named(shell: Shell, docs: Path) -> None:
    for more, told in ((), True), (("--docs-as", "official"), False):
        ran = shell(*research(docs, "--iterations", "1", "--new", *more))
        assert ran.returncode in (0, 1), ran.stderr
        assert ("--docs-as official" in ran.stdout) == told


def test_another_terminal_can_raise_the_budget(shell: Shell, api: Standin, docs: Path) -> None:
    process = started(shell, api, docs, "--iterations", "3", "--budget", "0.25")
    raised = shell("budget", "6")
    assert (raised.returncode, raised.stderr) == (0, "")
    assert "$6.00" in raised.stdout
    api.fail(Fault("slow", times=None, seconds=0.0))
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    status = json.loads(shell("status", "--json").stdout)
    assert (status["status"], status["budget_usd"]) == ("completed", 6)
    assert api.usd_micros > 250_000
    late = shell("budget", "7")
    assert (late.returncode, "resume --budget" in late.stderr) == (2, True)
    assert shell("budget", "nan").returncode == 2


def test_a_budget_outlives_a_run_that_is_killed(shell: Shell, api: Standin, docs: Path) -> None:
    process = started(shell, api, docs, "--budget", "0.25")
    assert shell("budget", "6").returncode == 0
    process.kill()  # Long before the iteration closes, perhaps before the run heard of it.
    process.communicate()
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 0
    api.fail(Fault("slow", times=None, seconds=0.0))
    again = shell("resume", "--iterations", "1")
    assert again.returncode in (0, 1), again.stderr
    status = json.loads(shell("status", "--json").stdout)
    assert (status["status"], status["budget_usd"]) == ("completed", 6)


def test_a_note_outlives_the_run_it_was_sent_to(shell: Shell, api: Standin, docs: Path) -> None:
    process = started(shell, api, docs)
    assert shell("note", "look at clay").returncode == 0
    assert shell("pause").returncode == 0
    process.communicate(timeout=60)
    api.fail(Fault("slow", times=None, seconds=0.0))
    assert shell("resume", "--docs", str(docs), "--iterations", "2").returncode == 0
    told = [b"look at clay" in request.raw for request in api.requests if request.title == "Briefs"]
    assert any(told)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP], ids=["Ctrl-C", "terminal closed"])
def test_ctrl_c_or_a_closed_terminal_ends_at_a_safe_point_and_resume_repeats_nothing(
    shell: Shell, api: Standin, docs: Path, number: signal.Signals
) -> None:
    process = started(shell, api, docs)
    process.send_signal(number)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 3, errors
    paid = [request.raw for request in api.requests]
    assert shell("resume", "--docs", str(docs), "--iterations", "1").returncode == 0
    again = [request.raw for request in api.requests[len(paid) :]]
    assert not set(paid) & set(again)
    assert json.loads(shell("status", "--json").stdout)["spent_usd"] == api.usd_micros / 1_000_000


def test_ctrl_c_twice_ends_at_once_and_what_was_in_flight_is_charged(
    shell: Shell, api: Standin, docs: Path
) -> None:
    api.fail(Fault("slow", times=None, skip=3, seconds=8.0))
    process = shell.start(*research(docs, "--iterations", "9"))
    deadline = time.monotonic() + 60
    while len(api.requests) < 4 and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 3
    assert time.monotonic() - began < 6
    status = json.loads(shell("status", "--json").stdout)
    assert status["status"] == "paused"
    assert status["spent_usd"] >= api.usd_micros / 1_000_000


def test_events_are_one_json_object_a_line(shell: Shell, docs: Path) -> None:
    ran = shell(*research(docs, "--iterations", "1", "--events"))
    kinds = [json.loads(row)["kind"] for row in ran.stdout.splitlines()]
    assert (kinds[0], kinds[-1]) == ("run_started", "run_ended")
    assert "explorer_returned" in kinds


def test_a_provider_in_trouble_is_a_pause(shell: Shell, api: Standin, docs: Path) -> None:
    api.fail(faults.status(402, "billing_error", times=None))
    ran = shell(*research(docs, "--iterations", "1"))
    assert ran.returncode == 5
    assert json.loads(shell("status", "--json").stdout)["status"] == "paused"
