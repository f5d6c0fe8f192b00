"""Prompts of the user's own: what is sent is theirs, and the record says so."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.requests import request
from pathfinder.adapters.models.settings import ClaudeSettings, Connection
from pathfinder.cli.settings.layers import Origin, resolve
from pathfinder.cli.settings.saved_flags import SavedFlags
from pathfinder.model_access import seat_settings
from pathfinder.protocols.calls.asks import Answered
from pathfinder.protocols.calls.steps import Step
from pathfinder.run_config import RunConfig
from tests.asks import an_ask
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal
from tests.standin.server import KEY, Standin

ASK = an_ask("judge.facets")
OWN = (
    "---\nversion: 41\ninputs: [pairs]\noutput: FacetLabels\n---\nMy own words.\n=====\n"
    '<material name="pairs">\n$pairs\n</material>\n'
)


@pytest.fixture
def settings(tmp_path: Path) -> ClaudeSettings:
    (tmp_path / "judge.facets.md").write_text(OWN, encoding="utf-8")
    return ClaudeSettings().worded_by(tmp_path)


def test_only_what_the_folder_names_is_worded_anew(settings: ClaudeSettings) -> None:
    assert request(ASK, settings).stable == "My own words."
    other = an_ask("lead.brief")
    assert request(other, settings) == request(other, ClaudeSettings())


def test_the_version_and_hash_of_ones_own_prompt_stand_with_its_answer(settings: ClaudeSettings) -> None:
    async def run(base_url: str) -> None:
        journal, key = MemoryJournal(), SecretStr(KEY)
        attempt = ClaudeAttempt(Connection(key=key, base_url=base_url), settings)
        meter = Meter(journal, CapLedger(None), NoLimit(), FixedClock(), Random(1))
        answer = await MeteredModel(attempt, meter).answer(
            ASK, Step(iteration=1, phase="MERGE", call=ASK.name)
        )
        await attempt.close()
        assert isinstance(answer, Answered)
        done = journal.entries[-1]
        own = settings.prompts["judge.facets"]
        assert done.kind == "done"
        assert done.fingerprint.startswith(f"judge.facets 41 {own.sha256} ")

    with Standin() as server:
        asyncio.run(run(server.base_url))


def test_a_folder_that_cannot_be_used_is_one_sentence_and_leaves_no_session(tmp_path: Path) -> None:
    (tmp_path / "judge.sentence.md").write_text(OWN, encoding="utf-8")
    docs = tmp_path / "docs"
    docs.mkdir()
    command = ["research", "Why?", "--docs", str(docs), "--prompts", str(tmp_path)]
    for environment, said in (
        ({"ANTHROPIC_API_KEY": "sk-test"}, "there is no prompt judge.sentence to replace"),
        ({}, "Without a model no prompt is read"),
    ):
        ended = subprocess.run(
            [sys.executable, "-m", "pathfinder", *command],
            capture_output=True,
            text=True,
            check=False,
            env={"PATHFINDER_HOME": str(tmp_path / "home"), "PATH": "", **environment},
        )
        assert ended.returncode == 2
        assert said in ended.stderr
        assert ended.stderr.count("\n") == 1
        assert not (tmp_path / "home" / "sessions").exists()


@pytest.mark.parametrize("origin", ["file", "environment", "session", "flag"])
def test_the_folder_may_be_named_wherever_a_setting_may(tmp_path: Path, origin: Origin) -> None:
    words = tmp_path / "words"
    words.mkdir()
    (words / "judge.facets.md").write_text(OWN, encoding="utf-8")
    if origin == "file":
        (tmp_path / "config.json").write_text(json.dumps({"prompts": str(words)}), encoding="utf-8")
    permitted = frozenset({f"read prompts from {words.resolve()}"})
    known = resolve(
        tmp_path,
        {"PATHFINDER_PROMPTS": str(words)} if origin == "environment" else {},
        {"prompts": str(words)} if origin == "flag" else {},
        # As a session remembers it that was started before the folder was a setting.
        session=SavedFlags(prompts=str(words)).layer() if origin == "session" else None,
        permitted=permitted,
    )
    assert known.origins["prompts"] == origin
    assert seat_settings(RunConfig.from_settings(known.config)).reworded == ("judge.facets",)


def test_config_show_says_where_the_folder_was_named(tmp_path: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "pathfinder", "config", "show", "--origin"],
        capture_output=True,
        text=True,
        check=True,
        env={"PATHFINDER_HOME": str(tmp_path), "PATH": "", "PATHFINDER_PROMPTS": "my/words"},
    )
    row = next(line for line in shown.stdout.splitlines() if line.startswith("prompts"))
    assert row.split() == ["prompts", "environment", '"my/words"']
