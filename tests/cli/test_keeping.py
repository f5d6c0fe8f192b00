"""Looking back, keeping and taking over, through the command line, on a session of an earlier version."""

import json
from pathlib import Path

import pytest

from tests.cli.shell import Inside
from tests.golden import FOLDER, FORMAT_1

pytestmark = pytest.mark.slow


def test_restore_recall_cost_and_back_up_again(tmp_path: Path) -> None:
    shell = Inside(tmp_path, None)
    restored = shell("restore", str(FORMAT_1))
    assert (restored.returncode, restored.stderr) == (0, "")
    assert "the record is whole" in restored.stdout
    assert "hyp_A1" in shell("recall", "1").stdout
    found = json.loads(shell("recall", "점토 토양", "--json").stdout)["found"]
    assert any("점토" in place["text"] for place in found)
    assert shell("recall", "99").returncode == 2
    told = json.loads(shell("cost", "--json").stdout)
    assert (told["spent_usd"], list(told["by_iteration"])) == (0, ["1", "2", "3", "4"])
    shared = shell("backup", "--share", "--out", "shared.tar.gz")
    assert shared.returncode == 0, shared.stderr
    elsewhere = Inside(tmp_path / "elsewhere", None)
    elsewhere.folder.mkdir()
    again = elsewhere("restore", str(tmp_path / "shared.tar.gz"))
    assert (again.returncode, "without the texts" in again.stdout) == (0, True)


def test_an_older_session_is_taken_over_and_verifies(tmp_path: Path) -> None:
    shell = Inside(tmp_path, None)
    made = shell("migrate", str(FOLDER / "v5"))
    assert (made.returncode, made.stderr) == (0, "")
    assert shell("verify").stdout.endswith("온전합니다.\n"), "its question is Korean"
    assert "지열 루프는 난방비를 줄인다" in shell("show", "hyp_1").stdout
    views = tmp_path / ".research" / "current"
    assert "활성 가설" in (views / "hypotheses.md").read_text(encoding="utf-8")
    wrong = shell("migrate", str(tmp_path / "nowhere"))
    assert (wrong.returncode, wrong.stderr.count("\n")) == (2, 1)


def test_schemas_are_printed(tmp_path: Path) -> None:
    shell = Inside(tmp_path, None)
    assert "working_memory" in shell("schema").stdout.split()
    assert json.loads(shell("schema", "state").stdout)["required"]
    assert shell("schema", "nothing").returncode == 2
