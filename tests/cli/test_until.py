"""`--until` takes what a run goes on until, or the last day of pages; the default depends on who watches."""

import json
from datetime import date
from pathlib import Path

import pytest

from pathfinder.cli.settings.options import Flags
from pathfinder.cli.settings.run_setup import stop_when
from pathfinder.config import ResearchSection
from pathfinder.protocols.errors import UserError
from tests.cli.shell import Inside
from tests.standin.server import Standin

QUESTION = "Do ground loops pay off in Velm?"


@pytest.mark.parametrize("state", ["answered", "saturated", "limit"])
def test_a_state_ends_the_run_and_is_no_day(state: str) -> None:
    choices = Flags(until=state)
    assert choices.settings() == {"research.stop_when": state}
    assert choices.until_day() is None


def test_a_day_is_the_last_of_pages_and_ends_nothing() -> None:
    choices = Flags(until="2026-11-18")
    assert (choices.until_day(), choices.settings()) == (date(2026, 11, 18), {})
    both = Flags(until="2026-11-18", stop_when="answered")
    assert (both.until_day(), both.settings()) == (date(2026, 11, 18), {"research.stop_when": "answered"})


def test_anything_else_is_refused_with_what_it_takes() -> None:
    with pytest.raises(UserError, match="answered, saturated or limit, or a day"):
        Flags(until="tomorrow").until_day()


@pytest.mark.parametrize(
    ("said", "unwatched", "ends"),
    [
        ({}, False, "limit"),
        ({}, True, "answered"),
        ({"stop_when": "limit"}, True, "limit"),
        ({"auto_stop": True}, True, "saturated"),
        ({"auto_stop": True, "stop_when": "answered"}, False, "answered"),
    ],
)
def test_where_nobody_watches_a_run_ends_when_answered(
    said: dict[str, object], unwatched: bool, ends: str
) -> None:
    assert stop_when(ResearchSection.model_validate(said), unwatched=unwatched) == ends


@pytest.mark.slow
def test_a_run_without_a_terminal_ends_when_it_is_dry(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    for number in range(2):
        text = f"Ground loops in Velm save {30 + number} percent of heat in winter {number}.\n"
        (docs / f"{number}.md").write_text(text, encoding="utf-8")
    with Standin() as api:
        shell = Inside(tmp_path, api)
        shell("research", QUESTION, "--docs", str(docs), "--iterations", "40", "--parallel", "2")
        status = json.loads(shell("status", "--json").stdout)
    assert status["iteration"] < 40
    assert status["reason"].endswith("iterations in a row found nothing new")
