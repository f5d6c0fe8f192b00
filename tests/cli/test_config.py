"""Settings through the command line: each really changes the run."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import Inside
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
        (folder / f"{number}.md").write_text(text, encoding="utf-8")
    return folder


def configure(folder: Path, **sections: Any) -> None:
    (folder / ".research").mkdir(exist_ok=True, mode=0o700)
    (folder / ".research" / "config.json").write_text(json.dumps(sections), encoding="utf-8")


def bodies(api: Standin, title: str) -> list[dict[str, Any]]:
    return [json.loads(request.raw) for request in api.requests if request.title == title]


def test_the_file_decides_explorers_iterations_depth_thinking_models_and_prices(
    tmp_path: Path, docs: Path, api: Standin
) -> None:
    configure(
        tmp_path,
        research={
            "parallel_count": 2,
            "max_iterations": 1,
            "budget_usd": 7,
            "search_depth": "shallow",
            "thinking_framework": "occam",
            "language": "ko",
        },
        models={
            "all": None,
            "lead": {"name": "claude-sonnet-4-5", "effort": "low", "max_tokens": 20000},
            "prices": {"claude-sonnet-4-5": {"input": 1, "output": 2}},
        },
    )
    shell = Inside(tmp_path, api)
    ran = shell("research", QUESTION, "--docs", str(docs), "--allow-settings")
    assert ran.returncode == 0, ran.stderr
    assert "$7.0000" in ran.stdout
    assert "엔진" in ran.stdout
    status = json.loads(shell("status", "--json").stdout)
    assert (status["iteration"], status["budget_usd"]) == (1, 7.0)
    sent = [row for row in shell("logs").stdout.splitlines() if '"explorer_sent"' in row]
    assert len([row for row in sent if "R1.0" in row]) == 2
    briefs = bodies(api, "Briefs")
    assert {body["model"] for body in briefs} == {"claude-sonnet-4-5"}
    assert {body.get("max_tokens") for body in briefs} <= {None, 20000}
    assert "fewest assumptions" in json.dumps(briefs)
    assert {body["model"] for body in bodies(api, "Conclusion")} == {"claude-haiku-5-5"}
    turns = Counter(
        json.loads(row).get("step", "").rpartition("/explorer.conclude")[0]
        for row in shell("logs").stdout.splitlines()
        if "explorer.conclude" in row and "call_done" in row
    )
    assert set(turns.values()) == {1}, "one turn and no more"
    assert "결론" in shell("thesis", "--plain", "--stdout").stdout


def test_environment_over_file_and_flag_over_environment(tmp_path: Path, docs: Path) -> None:
    configure(tmp_path, research={"max_iterations": 3, "budget_usd": 7})
    shell = Inside(tmp_path, None)
    shell.environ |= {"PATHFINDER_RESEARCH_MAX_ITERATIONS": "2"}
    shown = shell("config", "show", "--origin").stdout
    rows = {row.split()[0]: row.split()[1:] for row in shown.splitlines() if row}
    assert rows["research.max_iterations"] == ["environment", "2"]
    assert rows["research.budget_usd"] == ["file", "7.0"]
    assert rows["research.parallel_count"] == ["default", "5"]
    assert (
        shell(
            "research", QUESTION, "--docs", str(docs), "--parallel", "1", "--iterations", "1", "-q"
        ).returncode
        == 0
    )
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 1
    # What the session was started with holds for it; the file's budget does too.
    assert shell("resume", "-q").returncode == 0
    status = json.loads(shell("status", "--json").stdout)
    assert (status["iteration"], status["budget_usd"]) == (1, 7.0)


def test_own_sources_of_the_config_count(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    front = "---\nurl: https://kier.example.org/a\n---\n"
    page = world()[0]
    (docs / "a.md").write_text(f"{front}# {page.source.title}\n\n{page.text}\n", encoding="utf-8")
    configure(tmp_path, sources=[{"place": "kier.example.org", "type": "official"}])
    shell = Inside(tmp_path, None)
    ran = shell("research", QUESTION, "--docs", str(docs), "--trust-front-matter", "--iterations", "1", "-q")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(shell("show", "obs_1", "--json").stdout)["source_type"] == "official"


def test_a_wrong_config_stops_before_anything_is_written(tmp_path: Path, docs: Path) -> None:
    configure(tmp_path, research={"parallel_count": 30})
    ran = Inside(tmp_path, None)("research", QUESTION, "--docs", str(docs))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "research.parallel_count" in ran.stderr
    assert not (tmp_path / ".research" / "sessions").exists()


def test_init_writes_once_and_never_over_a_file(tmp_path: Path) -> None:
    shell = Inside(tmp_path, None)
    assert shell("config", "init").returncode == 0
    path = tmp_path / ".research" / "config.json"
    written = path.read_bytes()
    again = shell("config", "init")
    assert (again.returncode, path.read_bytes()) == (2, written)
    assert "left as it is" in again.stderr
    assert shell("config", "show").returncode == 0


def test_another_file_can_be_named(tmp_path: Path, docs: Path) -> None:
    other = tmp_path / "mine.json"
    other.write_text('{"research": {"max_iterations": 1, "parallel_count": 1}}', encoding="utf-8")
    shell = Inside(tmp_path, None)
    assert shell("research", QUESTION, "--docs", str(docs), "--config", str(other), "-q").returncode == 0
    assert json.loads(shell("status", "--json").stdout)["iteration"] == 1
    missing = shell("config", "show", "--config", "nowhere.json")
    assert (missing.returncode, "There is no config" in missing.stderr) == (2, True)


def test_the_seats_of_all_presets_and_of_now_are_shown(tmp_path: Path) -> None:
    shell = Inside(tmp_path, None)
    shell.environ |= {
        "PATHFINDER_MODELS_PRESET": "best",
        "PATHFINDER_MODELS_WRITER_NAME": "openai:gpt-6.1-sol",
    }
    shown = shell("config", "show").stdout.splitlines()
    table = {row.split()[0]: row.split()[1:] for row in shown if row and "claude-" in row}
    assert "economy" in shown[-len(table) - 1]
    assert table["explorer.conclude"] == ["claude-haiku-5-5"] * 2 + ["claude-sonnet-5-5"] * 2
    assert table["writer.answer"] == [
        "claude-haiku-5-5",
        "claude-sonnet-5-5",
        "claude-opus-5-5",
        "openai:gpt-6.1-sol",
    ]
