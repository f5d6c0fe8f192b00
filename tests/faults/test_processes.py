"""Real processes: killed while they write, and racing for one session."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.farm import ROOT


def run(module: str, *arguments: object) -> Any:
    """What a module of this folder prints, in a process without threads, where forking is safe."""
    command = [sys.executable, "-m", f"tests.faults.{module}", *map(str, arguments)]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=3600)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.mark.slow
@pytest.mark.soak
def test_nothing_confirmed_is_lost_when_the_writer_is_killed(
    quick_folder: Path, pytestconfig: pytest.Config
) -> None:
    rounds = pytestconfig.getoption("--soak") or 30
    tally = run("kill_writers", quick_folder, rounds, pytestconfig.getoption("--seed"))
    assert (tally["entries_lost"], tally["saves_lost"], tally["serious_problems"]) == (0, 0, 0), tally
    assert tally["entries_confirmed"] > rounds, tally  # a busy machine writes fewer before it is killed
    assert tally["killed_while_writing"] > rounds // 10, tally


@pytest.mark.slow
@pytest.mark.soak
def test_of_sixteen_processes_one_owns_the_session(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    races = run("race_for_lock", tmp_path, (pytestconfig.getoption("--soak") or 600) // 20)
    for race in races:
        assert len(race["owners"]) == 1, race
        assert race["named"] == race["owners"] * 15, race
