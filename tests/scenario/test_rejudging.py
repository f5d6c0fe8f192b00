"""A session judged again by another model: the session stays as it is, and nothing is paid twice."""

import json
from hashlib import sha256
from pathlib import Path

from typer.testing import CliRunner

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.cli import main
from pathfinder.protocols.graph.memory import Limits
from tests.scenario.staged import on_disk
from tests.standin import Standin, refusal
from tests.worlds import respond

RUN = CliRunner()


def record_of(home: Path) -> dict[str, str]:
    """The hash of every file of the session but those of the new judgement."""
    folder = Sessions(home, Disk()).resolve().folder
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and "rejudged" not in path.parts
    }


def test_another_model_judges_the_same_evidence_and_changes_nothing(tmp_path: Path) -> None:
    home = tmp_path / "r"
    on_disk(home, ScriptedModel(respond=respond), limits=Limits(max_iterations=4))
    before = record_of(home)
    with Standin() as api:
        env = {
            "PATHFINDER_HOME": str(home),
            "ANTHROPIC_API_KEY": api.key,
            "ANTHROPIC_BASE_URL": api.base_url,
        }
        asked = ["rejudge", "--model", "claude-sonnet-5-5", "--json"]
        first = RUN.invoke(main.app, asked, env=env)
        assert first.exit_code == 0, first.output
        told = json.loads(first.output)
        assert told["spent_usd"] * 1_000_000 == api.usd_micros > 0
        assert {request.body["model"] for request in api.requests} == {"claude-sonnet-5-5"}
        assert told["findings"]
        assert any(finding["review_now"] for finding in told["findings"])
        assert all(finding["verdict_then"] and finding["verdict_now"] for finding in told["findings"])
        sent = len(api.requests)
        again = json.loads(RUN.invoke(main.app, asked, env=env).output)
        assert len(api.requests) == sent
        assert again["spent_usd"] == 0
        assert again["findings"] == told["findings"]
        table = RUN.invoke(main.app, asked[:-1], env=env)
        assert "verdicts and" in table.output
        api.fail(refusal(times=None))
        dearer = RUN.invoke(main.app, ["rejudge", "--model", "claude-opus-5-5", "--budget", "5"], env=env)
        assert dearer.exit_code == 0
        assert "the model refused" in dearer.output
        broke = RUN.invoke(main.app, ["rejudge", "--model", "claude-haiku-5-5", "--budget", "0"], env=env)
        assert main.exit_code_of(lambda: _raised(broke.exception)) == 4
    assert record_of(home) == before
    assert verify(Sessions(home, Disk()).resolve(), Disk()) == ()


def _raised(error: BaseException | None) -> None:
    assert error is not None
    raise error
