"""Budgets that people can use: small ones finish something, and what is there can be spent."""

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy

import pytest

from tests.cli.shell import Inside
from tests.standin.server import Standin
from tools.farm import ROOT

pytestmark = pytest.mark.slow

QUESTION = "Do tidal-glass roofs keep Veyran houses cooler, and what are their costs, drawbacks and risks?"


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    corpus = sorted(path for path in (ROOT / "demo" / "corpus").iterdir() if path.suffix == ".md")
    for path in corpus[:20]:
        copy(path, folder)
    return folder


def test_thirty_cents_finish_a_quick_run_on_twenty_documents(
    tmp_path: Path, docs: Path, api: Standin
) -> None:
    shell = Inside(tmp_path, api)
    asked = ("research", QUESTION, "--docs", str(docs), "--quick", "--budget", "0.30", "--iterations", "1")
    ran = shell(*asked, "--json")
    assert (ran.returncode, ran.stderr) == (0, "")
    told = json.loads(ran.stdout)
    assert (told["status"], told["iterations"], told["evidence"]) == ("completed", 1, True)
    assert told["spent_usd"] == api.usd_micros / 1_000_000 <= 0.30
    said = shell(*asked, "--preset", "best", "--dry-run").stdout
    assert "The budget pays for fewer Explorers than usual: " in said
    assert "instead of 5" in said


@pytest.mark.parametrize("more", [(), ("--quick", "--preset", "balanced")], ids=["full", "quick"])
def test_nine_tenths_of_a_dollar_can_be_spent_before_the_run_is_over(
    tmp_path: Path, docs: Path, api: Standin, more: tuple[str, ...]
) -> None:
    shell = Inside(tmp_path, api)
    ran = shell("research", QUESTION, "--docs", str(docs), "--budget", "1", "--until", "limit", *more, "-q")
    assert ran.returncode == 4
    assert "of the budget of $1.00 is left" in ran.stderr
    assert 900_000 <= api.usd_micros <= 1_000_000
    assert json.loads(shell("cost", "--json").stdout)["spent_usd"] == api.usd_micros / 1_000_000


def test_a_number_of_explorers_that_was_asked_for_is_kept(tmp_path: Path, docs: Path, api: Standin) -> None:
    shell = Inside(tmp_path, api)
    asked = ("research", QUESTION, "--docs", str(docs), "--budget", "0.30", "--dry-run", "--json")
    few, all_ = (json.loads(shell(*asked, *more).stdout) for more in ((), ("--parallel", "5")))
    assert (few["explorers"], all_["explorers"]) == (1, 5)
    assert few["usd_per_iteration"] < all_["usd_per_iteration"]
    assert api.requests == []


def test_paid_searches_are_forecast_whoever_answers(tmp_path: Path) -> None:
    """W5: every call is free and every search is not."""
    shell = Inside(tmp_path)
    shell.environ["EXA_API_KEY"] = "exa-none"
    asked = ("research", QUESTION, "--model", "embedded", "--dry-run", "--json", "--iterations", "2")
    paid, free = (json.loads(shell(*asked, "--engine", engine).stdout) for engine in ("exa", "academic"))
    assert (paid["basis"], free["basis"], free["usd"]) == ("assumed", "free", 0)
    # Five Explorers with one turn each, and those of round 3, make about 16 searches at 0.7 cents.
    assert 0.11 / 1.5 <= paid["usd_per_iteration"] <= 0.11 * 1.5
