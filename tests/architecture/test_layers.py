"""The layers hold, and the contracts that say so do bite."""

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.farm import ROOT, packages, plant

LINT_IMPORTS = Path(sys.executable).with_name("lint-imports")


def lint_imports(farm: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [LINT_IMPORTS, "--no-logo", "--no-cache", "--config", ROOT / "pyproject.toml"],
        # lint-imports puts its working folder first on the path.
        cwd=farm,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_import_contract_is_kept(tmp_path: Path) -> None:
    result = lint_imports(plant(tmp_path))
    assert result.returncode == 0, result.stdout + result.stderr


@dataclass(frozen=True)
class Breach:
    id: str
    module: str
    line: str
    contract: str


BREACHES = (
    Breach("protocols-to-agents", "protocols/text/breach.py", "import pathfinder.agents", "cli > adapters"),
    Breach("agents-to-orchestrator", "agents/breach.py", "import pathfinder.orchestrator", "cli > adapters"),
    Breach(
        "orchestrator-to-adapters", "orchestrator/breach.py", "import pathfinder.adapters", "cli > adapters"
    ),
    Breach("adapters-to-reports", "adapters/breach.py", "import pathfinder.reports", "cli > adapters"),
    Breach("unplaced-module", "stray.py", "import json", "cli > adapters"),
    Breach(
        "agents-to-root", "agents/breach.py", "from pathfinder import __version__", "Nobody below the root"
    ),
    Breach("root-to-cli", "__init__.py", "import pathfinder.cli", "The library surface"),
    Breach("orchestrator-to-sdk", "orchestrator/breach.py", "import anthropic", "Only adapters import"),
    Breach("cli-to-sdk", "cli/breach.py", "import exa_py", "Only adapters import"),
    Breach("cli-to-mcp", "cli/breach.py", "import mcp", "Only adapters import"),
    Breach("mcp-server-to-cli", "mcp_server/breach.py", "import pathfinder.cli", "cli > adapters"),
    Breach("cli-to-web-server", "cli/breach.py", "import starlette", "Only adapters import"),
    Breach("serve-to-cli", "serve/breach.py", "import pathfinder.cli", "cli > adapters"),
    Breach("agents-to-prompts", "agents/breach.py", "import pathfinder.prompts", "Only adapters.models"),
    Breach("search-to-prompts", "adapters/breach.py", "import pathfinder.prompts", "Only adapters.models"),
    Breach("protocols-to-files", "protocols/evidence/breach.py", "import os", "protocols is pure"),
    Breach(
        "types-to-rules",
        "protocols/calls/breach.py",
        "import pathfinder.protocols.judging",
        "protocols by subject",
    ),
    Breach(
        "protocols-to-clock", "protocols/text/breach.py", "from time import monotonic", "protocols is pure"
    ),
)


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: breach.id)
def test_a_breach_of_a_layer_is_found(breach: Breach, tmp_path: Path) -> None:
    top = tmp_path / "pathfinder"
    for name, folder in packages().items():
        # Only the skeleton: the contracts are on trial here, not today's modules.
        place = top.joinpath(*name.split(".")[1:])
        place.mkdir(parents=True, exist_ok=True)
        shutil.copy(folder / "__init__.py", place)
    shutil.copy(ROOT / "pathfinder" / "__main__.py", top)
    for module in (ROOT / "pathfinder").glob("[a-z]*.py"):
        (top / module.name).touch()
    for module in (ROOT / "protocols").glob("[a-z]*.py"):
        (top / "protocols" / module.name).touch()
    (top / breach.module).write_text(breach.line + "\n", encoding="utf-8")

    result = lint_imports(tmp_path)

    assert result.returncode == 1, result.stdout + result.stderr
    broken = [line for line in result.stdout.splitlines() if line.endswith("BROKEN")]
    assert [line for line in broken if line.startswith(breach.contract)], result.stdout


def test_every_folder_with_code_is_a_listed_package() -> None:
    listed = packages()
    tops = {folder for name, folder in listed.items() if name.count(".") <= 1}
    found = {module.parent for top in tops for module in top.rglob("*.py")}
    assert found == set(listed.values())
