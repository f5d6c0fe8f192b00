"""What the pages tell people to type exists: commands, options, variables, and what supervisors run."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]  # its stubs are a package of their own
from typer.testing import CliRunner

from pathfinder.adapters.storage.postgres.dispatch import WorkerTiming
from pathfinder.cli import main
from pathfinder.cli.settings.forecast import Prices, forecast
from pathfinder.config import Config
from pathfinder.model_access import prices_of
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from tests.keys import KEY

ROOT = Path(__file__).parents[2]
PAGES = sorted((*(ROOT / "docs").glob("*.md"), ROOT / "README.md"))
FLEET = ROOT / "docs" / "fleet.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
VARIABLE = re.compile(r"\b(?:PATHFINDER|ANTHROPIC)_[A-Z_]+\b")

PRICED = re.compile(r"^\|.*\| .*\$[\d.]+.* \|$", re.MULTILINE)
NAMED = re.compile(r"`(?:[^`]*--preset |--model )?(economy|balanced|best|[a-z]+:[\w./-]+)`")
"""A preset, or a model with its provider."""


def _blocks(page: Path, *kinds: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(page.read_text(encoding="utf-8")) if kind in kinds]


def _typed(page: Path) -> Iterator[list[str]]:
    """Every command line of ours, word by word."""
    for block in _blocks(page, "", "sh", "bash", "console"):
        for written in block.splitlines():
            if written.removeprefix(".venv/bin/").startswith("pathfinder "):
                typed, _, _ = written.partition("   ")  # what it does stands in a column of its own
                yield shlex.split(typed, comments=True)[1:]


def _refusal(words: list[str]) -> str:
    """Why the command line does not take these words; nothing is run, for they ask for help."""
    ran = CliRunner().invoke(main.app, [*words, "--help"])
    return "" if ran.exit_code == 0 else ran.output


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_line_of_the_pages_is_understood(page: Path) -> None:
    for words in _typed(page):
        assert not _refusal(words), f"{page.name}: pathfinder {shlex.join(words)}"


def test_a_line_with_an_option_that_is_not_there_would_be_noticed() -> None:
    assert "No such option" in _refusal(["worker", "--slots", "4", "--nice"])
    assert "No such command" in _refusal(["fleet", "begin"])


def _manifests() -> Iterator[dict[str, Any]]:
    for block in _blocks(FLEET, "yaml"):
        yield from yaml.safe_load_all(block)


def _containers() -> Iterator[tuple[list[str], dict[str, Any]]]:
    """What each pod runs, and what it says of it."""
    for manifest in _manifests():
        pod = manifest["spec"]["template"]["spec"]
        for container in pod["containers"]:
            yield container["args"], pod | container


def test_the_examples_for_supervisors_run_commands_that_exist_and_leave_time_to_hand_over() -> None:
    [unit] = _blocks(FLEET, "ini")
    started = re.findall(r"^ExecStart=\S+/pathfinder (.*)$", unit, re.MULTILINE)
    lines = [*map(shlex.split, started), *(words for words, _ in _containers())]
    assert [line[0] for line in lines] == ["worker", "worker", "fleet"]
    for line in lines:
        assert all(isinstance(word, str) for word in line)  # a bare 4 would reach the container as a number
        assert not _refusal(line)
    graces = [int(text) for text in re.findall(r"^TimeoutStopSec=(\d+)$", unit, re.MULTILINE)]
    for words, around in _containers():
        if "worker" in words:
            graces.append(around["terminationGracePeriodSeconds"])
    assert len(graces) == 2
    assert min(graces) > WorkerTiming().grace_seconds
    assert "Restart=always" in unit


def test_every_variable_that_the_page_names_is_read() -> None:
    readers = (ROOT / "cli" / "settings" / "environment.py", ROOT / "pathfinder" / "credentials.py")
    settings = "".join(path.read_text(encoding="utf-8") for path in readers)
    named = set(VARIABLE.findall(FLEET.read_text(encoding="utf-8")))
    assert {"PATHFINDER_DATABASE", "ANTHROPIC_API_KEY"} <= named
    assert [name for name in named if name not in settings] == []


def test_the_package_is_called_as_the_page_says() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = set(re.findall(r"pip install '([\w-]+)\[(\w+)\]'", FLEET.read_text(encoding="utf-8")))
    assert named == {(project["name"], "fleet")}
    assert "fleet" in project["optional-dependencies"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    [unit] = _blocks(FLEET, "ini")
    here = unit.replace("/opt/pathfinder/bin/pathfinder", sys.executable)
    assert here != unit
    file = tmp_path / "pathfinder-worker@.service"
    file.write_text(here, encoding="utf-8")
    ran = subprocess.run(
        ["systemd-analyze", "verify", str(file)], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ran.returncode, ran.stdout + ran.stderr) == (0, "")


def _estimated_usd(models: dict[str, str], *, quick: bool = False) -> float:
    """What the forecast says of a question on the web: one iteration and the answer."""
    config = Config.model_validate({"models": models})
    environ = {f"{name}_API_KEY": KEY for name in ("ANTHROPIC", "OPENAI", "DEEPSEEK", "GROQ", "MISTRAL")}
    run = RunConfig.from_settings(config, environ=environ)
    prices = Prices(prices_of(run), config.models.seats())
    asked = RunConfig(limits=Limits(max_iterations=1), quick=quick)
    return forecast(asked, None, prices).total_usd_micros / 1e6


@pytest.mark.parametrize(
    "page", [ROOT / "README.md", ROOT / "docs" / "models.md"], ids=lambda page: page.name
)
def test_the_cost_of_a_question_is_what_the_forecast_says(page: Path) -> None:
    written: dict[str, float] = {}
    for row in PRICED.findall(page.read_text(encoding="utf-8")):
        names = dict.fromkeys(NAMED.findall(row))
        costs = re.findall(r"\$([\d.]+)", re.sub(r"\(.*?\)", "", row))
        written |= dict(zip(names, map(float, costs), strict=True))
    assert {"economy", "balanced", "best"} < set(written)
    for name, usd in written.items():
        chosen = {"all" if ":" in name else "preset": name}
        assert usd == pytest.approx(_estimated_usd(chosen), abs=0.0051), name


def test_the_cost_of_a_quick_question_is_what_the_forecast_says() -> None:
    [usd] = re.findall(r"\(quick \$([\d.]+)\)", (ROOT / "docs" / "models.md").read_text(encoding="utf-8"))
    assert float(usd) == pytest.approx(_estimated_usd({"preset": "economy"}, quick=True), abs=0.0051)
