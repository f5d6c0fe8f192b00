"""Habits that ruff enforces hold in the product, and the rules that enforce them are switched on."""

import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools.farm import ROOT, packages

RUFF = Path(sys.executable).with_name("ruff")


def test_the_product_passes_ruff() -> None:
    result = subprocess.run(
        [RUFF, "check", "--no-cache", *sorted(set(packages().values()))],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout


@dataclass(frozen=True)
class Slip:
    rule: str
    source: str


SLIPS = (
    Slip("T201", "print(1)\n"),
    Slip(
        "BLE001",
        "try:\n    int('1')\nexcept Exception:\n    raise SystemExit(1) from None\nelse:\n    int('2')\n",
    ),
    Slip("TID251", "import os\n\nKEY = os.environ['KEY']\n"),
    Slip("TID251", "import random\n\nrandom.shuffle([])\n"),
    Slip("TID251", "import asyncio\n\nGATHER = asyncio.gather\n"),
    Slip("TID251", "from datetime import UTC, datetime\n\nNOW = datetime.now(UTC)\n"),
    Slip("TID251", "from unittest.mock import Mock\n\nMOCK = Mock()\n"),
    Slip("PLW1514", "from pathlib import Path\n\nTEXT = Path('a').read_text()\n"),
    Slip("PGH004", "import os  # noqa\n"),
    Slip("ANN201", "def answer():\n    return 42\n"),
)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.source.splitlines()[-1].strip())
def test_a_slip_is_found_by_ruff(slip: Slip) -> None:
    result = subprocess.run(
        [RUFF, "check", "--no-cache", "--output-format=json", "--stdin-filename=agents/slip.py", "-"],
        cwd=ROOT,
        input=slip.source,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 1
    assert slip.rule in {finding["code"] for finding in json.loads(result.stdout)}


UNEXPLAINED = re.compile(
    r"#\s*(?:noqa(?::\s*[A-Z0-9, ]+)?|type:\s*ignore(?:\[[^\]]*\])?|pragma:[\w ]*)\s*$", re.MULTILINE
)


def test_every_ignore_gives_its_reason() -> None:
    here = {*packages().values(), ROOT / "tests", ROOT / "bench", ROOT / "tools"}
    modules = {module for folder in here for module in folder.rglob("*.py")} - {Path(__file__)}
    assert [module for module in modules if UNEXPLAINED.search(module.read_text(encoding="utf-8"))] == []


def test_a_bare_ignore_is_seen_and_an_explained_one_is_not() -> None:
    assert UNEXPLAINED.search("x = 1  # noqa: F401\ny = 2\n")
    assert UNEXPLAINED.search("x = 1  # type: ignore[arg-type]\n")
    assert not UNEXPLAINED.search("x = 1  # noqa: F401  (the plugin registers itself)\n")
