"""`doctor` says what works here, what answers, and how good it was measured to be; secrets stay secret."""

import json
from pathlib import Path

from typer.testing import CliRunner

from pathfinder.cli import main
from pathfinder.cli.doctor import checks

RUN = CliRunner()


def test_a_sound_machine_has_no_fault_and_says_who_answers(tmp_path: Path) -> None:
    found = RUN.invoke(main.app, ["doctor"], env={"PATHFINDER_HOME": str(tmp_path), "ANTHROPIC_API_KEY": ""})
    assert found.exit_code == 0, found.output
    assert "FAULT" not in found.output
    assert "the embedded engine answers, no language model" in found.output
    assert "stance by cue" in found.output
    assert "retrieval by" in found.output
    assert list(tmp_path.iterdir()) == []


def test_a_key_is_named_and_never_shown(tmp_path: Path) -> None:
    env = {"PATHFINDER_HOME": str(tmp_path), "ANTHROPIC_API_KEY": "sk-very-secret", "ANTHROPIC_BASE_URL": ""}
    found = RUN.invoke(main.app, ["doctor", "--json"], env=env)
    assert found.exit_code == 0
    assert "sk-very-secret" not in found.output
    by_name = {check["name"]: check for check in json.loads(found.output)["checks"]}
    assert by_name["model"]["detail"].startswith("ANTHROPIC_API_KEY is set")


def test_a_home_that_cannot_be_written_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file, not a folder", encoding="utf-8")
    environ = {"PATHFINDER_HOME": str(tmp_path / "home")}
    home = next(check for check in checks(environ) if check.name == "home")
    assert home.state == "fault"
    assert "cannot be written" in home.detail
