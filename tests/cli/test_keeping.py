"""Looking back, keeping and taking over, through the command line, on a session of an earlier version."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from tests.cli.shell import Inside
from tests.golden import FOLDER, FORMAT_1
from tests.standin.server import Standin
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


def test_restore_recall_cost_and_back_up_again(tmp_path: Path) -> None:
    shell, elsewhere = Inside(tmp_path / "here", None), Inside(tmp_path / "elsewhere", None)
    for folder in (shell.folder, elsewhere.folder):
        folder.mkdir()
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
    again = elsewhere("restore", str(shell.folder / "shared.tar.gz"))
    assert (again.returncode, "without the texts" in again.stdout) == (0, True)


def test_what_was_paid_adds_up_by_role_engine_and_iteration_and_says_how_far_it_goes(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number, page in enumerate(world()[:4]):
        (docs / f"{number}.md").write_text(f"# {page.source.title}\n\n{page.text}\n", encoding="utf-8")
    # Another session here has paid for Exa out of the same credit.
    other = Sessions(tmp_path / ".research", Disk()).create(
        "Who paid for it?", datetime(2026, 1, 1, tzinfo=UTC)
    )
    graph = json.loads(other.graph.read_text(encoding="utf-8"))
    graph["run"]["spend"] = {"total_usd_micros": 250_000, "by_engine": {"exa search": 250_000}}
    other.graph.write_text(json.dumps(graph), encoding="utf-8")
    config = {"search": {"exa": {"credit_usd": 10}}}
    (tmp_path / ".research" / "config.json").write_text(json.dumps(config), encoding="utf-8")
    with Standin() as api:
        shell = Inside(tmp_path, api)
        ask = ["research", QUESTION, "--docs", str(docs), "--parallel", "1", "--quick", "-q"]
        ran = shell(*ask, "--iterations", "2", "--budget", "3", "--new")
        assert (ran.returncode, ran.stderr) == (0, "")
        told = json.loads(shell("cost", "--json").stdout)
        assert told["spent_usd"] == api.usd_micros / 1_000_000 > 0
        for table in ("by_role", "by_engine"):
            assert sum(told[table].values()) == pytest.approx(told["spent_usd"])
        # The answer is written when the last iteration is closed.
        closed = sum(told["by_iteration"].values())
        assert told["open_iteration_usd"] > 0
        assert closed + told["open_iteration_usd"] == pytest.approx(told["spent_usd"])
        assert {"lead", "explorer", "writer"} <= told["by_role"].keys()
        assert list(told["by_iteration"]) == ["1", "2"]
        assert told["left_usd"] == pytest.approx(3 - told["spent_usd"])
        assert told["exa_credit_left_usd"] == 9.75
        ahead = told["forecast"]
        assert ahead["usd_per_iteration"] == pytest.approx(closed / 2, abs=1e-6)
        assert (ahead["iterations_left"], ahead["usd_at_the_end"]) == (0, told["spent_usd"])
        shown = shell("cost").stdout
        assert f"${told['spent_usd']:.4f}"[:5] in shown
        assert "By role" in shown
        assert "###" in shown
        # With more to go, the forecast goes by what an iteration has cost, and never over the budget.
        shell(*ask, "--iterations", "3", "--budget", "3", "--continue")
        more = json.loads(shell("cost", "--json").stdout)
        assert more["by_iteration"].keys() == {"1", "2", "3"}


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
