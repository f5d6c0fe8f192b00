"""The command as a user meets it: version, help, errors as one line and an exit code."""

import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.cli.main import COMMANDS, exit_code_of
from pathfinder.protocols.errors import GraphFileRefused, PathfinderError, UserError
from tests.cli.shell import Inside


def pathfinder(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pathfinder", *arguments], capture_output=True, text=True, check=False
    )


def test_version_names_the_program_and_its_version() -> None:
    result = pathfinder("--version")
    assert (result.returncode, result.stdout, result.stderr) == (0, "pathfinder 0.1.0\n", "")


@pytest.mark.parametrize("arguments", [["--help"], []], ids=["asked-for", "no-command"])
def test_help_is_shown(arguments: list[str]) -> None:
    result = pathfinder(*arguments)
    assert result.returncode == 0
    assert "Usage: pathfinder" in result.stdout
    assert "--version" in result.stdout


COMMANDS_AND_GROUPS = [(), *((name,) for name in COMMANDS), ("sessions", "remove"), ("config", "init")]


@pytest.mark.parametrize("language", ["en_US.UTF-8", "ko_KR.UTF-8"])
def test_help_fits_eighty_columns(language: str, tmp_path: Path) -> None:
    shell = Inside(tmp_path)
    shell.environ |= {"LC_ALL": language, "COLUMNS": "80"}
    for path in COMMANDS_AND_GROUPS:
        told = shell(*path, "-h")
        assert told.returncode == 0, path
        assert told.stdout == shell(*path, "--help").stdout
        options = re.findall(r"^│[ *]{1,4}--?\w.*$", told.stdout, re.MULTILINE)
        assert options, path
        for row in options:
            assert not re.search(r"<bool>|list\[|range", row), (path, row)
        assert "…" not in told.stdout, path


def test_the_locale_alone_decides_the_language_of_help(tmp_path: Path) -> None:
    shell = Inside(tmp_path)
    Sessions(tmp_path / ".research", Disk()).create("비가 오는가?", datetime(2026, 1, 2, tzinfo=UTC))
    shell.environ |= {"LC_ALL": "en_US.UTF-8", "PATHFINDER_RESEARCH_LANGUAGE": "ko"}
    assert "Show this message and exit." in shell("research", "--help").stdout
    shell.environ |= {"LC_ALL": "ko_KR.UTF-8", "PATHFINDER_RESEARCH_LANGUAGE": "en"}
    assert "이 도움말을 보이고 끝냅니다." in shell("research", "--help").stdout


def test_an_unknown_command_is_a_usage_error() -> None:
    result = pathfinder("reserch")
    assert result.returncode == 2
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "error", [UserError("No such session."), GraphFileRefused("g.json", "edges[3]", "no node obs_9")]
)
def test_an_error_of_ours_is_one_line_and_its_exit_code(
    error: PathfinderError, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing() -> None:
        raise error

    assert exit_code_of(failing) == error.exit_code
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"pathfinder: {error}\n")


def test_an_error_cannot_command_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    def failing() -> None:
        raise UserError("bad page\n\x1b[2J title\u202e")

    exit_code_of(failing)
    assert capsys.readouterr().err == "pathfinder: bad page [2J title\n"


def test_a_bug_is_one_line_and_its_trace_goes_to_a_file(capsys: pytest.CaptureFixture[str]) -> None:
    def buggy() -> None:
        raise KeyError("lost")

    assert exit_code_of(buggy) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert "a fault of Pathfinder (KeyError: 'lost')" in said
    kept = Path(said.rpartition(" ")[2].rstrip("."))
    assert "in buggy" in kept.read_text(encoding="utf-8")
    kept.unlink()


def test_a_command_that_ends_well_exits_with_zero() -> None:
    assert exit_code_of(lambda: None) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full here")
def test_an_output_that_is_full_or_closed_is_one_sentence_at_most() -> None:
    shown = f"{sys.executable} -m pathfinder --help"
    full = subprocess.run(f"{shown} > /dev/full", shell=True, capture_output=True, text=True, check=False)
    assert full.returncode == 6
    assert full.stderr == (
        "pathfinder: The output cannot be written (No space left on device); what was saved stays saved.\n"
    )
    closed = subprocess.run(f"{shown} >&-", shell=True, capture_output=True, text=True, check=False)
    assert (closed.returncode, closed.stderr) == (0, "")
    both = subprocess.run(f"{shown} > /dev/full 2>&1", shell=True, capture_output=True, check=False)
    assert both.returncode == 6
