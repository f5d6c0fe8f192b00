"""`pathfinder tour`: recorded on the stand-in, then replayed with nobody there to answer."""

import asyncio
import re
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pathfinder.adapters.models.recorded.attempt import RecordedAttempt
from pathfinder.adapters.models.recorded.recording import MOST_BYTES, Recording, load, save
from pathfinder.adapters.system import SystemClock
from pathfinder.answering import Writer
from pathfinder.assembly import assemble
from pathfinder.cli.commands.tour import shipped, tour_config
from pathfinder.orchestrator.run import RunEnd
from pathfinder.running import research
from tests.cli.shell import Inside
from tests.standin.server import Standin
from tools.farm import ROOT
from tools.record_tour import record

pytestmark = pytest.mark.slow
NOBODY_ELSE = re.compile(r"^\s*(?:from|import) pathfinder\.adapters\.models\.recorded", re.MULTILINE)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "tour.json"
    with pytest.MonkeyPatch.context() as patch, Standin() as api:
        patch.setenv("ANTHROPIC_API_KEY", api.key)
        patch.setenv("ANTHROPIC_BASE_URL", api.base_url)
        record(["--model", "claude-sonnet-4-5", "--name", "stand-in", "--out", str(path)])
    return path


def test_the_tour_replays_a_session_and_says_on_every_view_when_it_was_recorded(
    recorded: Path, tmp_path: Path
) -> None:
    shell, label = Inside(tmp_path), load(recorded).label
    ran = shell("tour", "--recording", str(recorded), "--pace", "0")
    assert ran.returncode == 0, ran.stderr
    assert f"Engine: {label}" in ran.stdout
    assert f"Model{label[5:]}: {len(load(recorded).calls)} calls" in ran.stdout
    assert "Report: " in ran.stdout
    folder = next((tmp_path / ".research" / "sessions").iterdir())
    for name in ("report.md", "report.html", "RESEARCH_REPORT.md", "answer.json"):
        assert label in (folder / name).read_text(encoding="utf-8"), name
    assert label in shell("status").stdout
    assert shell("report", "--format", "docx").returncode == 0
    assert shell("report", "--brief", "--format", "md,html,docx").returncode == 0
    made = {path.name for path in folder.iterdir()}
    assert {"report.docx", "brief.md", "brief.html", "brief.docx"} <= made

    refused = shell("resume")
    assert refused.returncode == 2
    assert "This session is a tour" in refused.stderr
    assert shell("verify").returncode == 0


def test_the_answer_is_that_of_the_recorded_session_on_any_day(recorded: Path, tmp_path: Path) -> None:
    known = load(recorded)
    ends = [_replayed(known, tmp_path / str(days), days) for days in (0, 40)]
    texts = [end.answer.answer if end.answer else None for end in ends]
    assert texts[0] is not None
    assert texts[0] == texts[1]


class _Later(SystemClock):
    def __init__(self, days: int) -> None:
        self._days = timedelta(days=days)

    def now(self) -> datetime:
        return super().now() + self._days


def _replayed(known: Recording, home: Path, days: int) -> RunEnd:
    config, clock = tour_config(known.explorers, known.iterations, known.language), _Later(days)
    attempt = RecordedAttempt(known, clock)
    deps = assemble(replace(config, home=home), clock, model=Writer(attempt, known.label, attempt.close))
    return asyncio.run(research(known.question, deps, config, home=home / "sessions"))


def test_a_recording_that_lacks_a_call_ends_the_tour_with_one_sentence(
    recorded: Path, tmp_path: Path
) -> None:
    known = load(recorded)
    lacking = tuple(call for call in known.calls if "lead.brief" not in call.step)
    save(known.model_copy(update={"calls": lacking}), tmp_path / "lacking.json")
    ran = Inside(tmp_path)("tour", "--recording", "lacking.json", "--pace", "0")
    assert ran.returncode != 0
    assert ran.stderr.count("\n") == 1
    assert "The recorded answers do not fit this version" in ran.stderr


def test_only_the_tour_uses_recorded_answers() -> None:
    users = {
        path.relative_to(ROOT).as_posix()
        for folder in (
            "adapters",
            "agents",
            "cli",
            "orchestrator",
            "pathfinder",
            "protocols",
            "reports",
            "tools",
        )
        for path in (ROOT / folder).rglob("*.py")
        if path.parent.name != "recorded" and NOBODY_ELSE.search(path.read_text(encoding="utf-8"))
    }
    # The tool that records the tour is not in the wheel.
    assert users == {"cli/commands/tour.py", "tools/record_tour.py"}


def test_the_shipped_recording_is_small_and_fits(tmp_path: Path) -> None:
    assert shipped().stat().st_size <= MOST_BYTES
    ran = Inside(tmp_path)("tour", "--pace", "0")
    assert ran.returncode == 0, ran.stderr
