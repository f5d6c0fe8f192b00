"""Whole sessions over Claude's wire: real HTTP to the stand-in, which keeps a bill of its own."""

import asyncio
from pathlib import Path

import pytest
from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.settings import Connection
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.files.verify import verify
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.errors import BudgetExceeded, KeyRefused
from pathfinder.protocols.memory import Limits
from pathfinder.running import research
from pathfinder.wiring import Engine, Options
from tests.standin import faults
from tests.standin.server import Standin
from tests.worlds import QUESTION, world

pytestmark = pytest.mark.slow


def session(api: Standin, home: Path, *, key: str | None = None, **limits: int) -> RunEnd:
    """A session on the stand-in, over the pages of the small world."""
    attempt = ClaudeAttempt(Connection(key=SecretStr(key or api.key), base_url=api.base_url))
    pages = world()
    engine = Engine(attempt, ScriptedSearch(pages), ScriptedFetch(pages), close=attempt.close)
    options = Options(limits=Limits.model_validate(limits), parallel=3)
    return asyncio.run(research(QUESTION, engine, options, home=home))


def test_nine_iterations_over_http_end_in_evidence_and_to_the_cent(tmp_path: Path) -> None:
    with Standin() as api:
        end = session(api, tmp_path / "r", max_iterations=9, budget_usd_micros=50_000_000)
        assert end.error is None
        assert end.graph.iteration == 9
        assert {request.status for request in api.requests} == {200}
        assert end.graph.run.spend.total_usd_micros == api.usd_micros
        assert {"Briefs", "PageChoice", "Reading", "Conclusion", "FacetLabels", "Ideas"} <= set(api.titles())
    assert len(end.graph.observations) > 5
    assert verify(Sessions(tmp_path / "r", Disk()).resolve(), Disk()) == ()
    written = b"".join(path.read_bytes() for path in (tmp_path / "r").rglob("*") if path.is_file())
    assert api.key.encode() not in written


def test_one_malformed_answer_costs_one_repair_and_not_the_run(tmp_path: Path) -> None:
    with Standin() as api:
        api.fail(faults.malformed(only="Briefs"))
        end = session(api, tmp_path / "r", max_iterations=1)
        assert api.titles().count("Briefs") == 3  # the repair, and the briefs of round 3
        assert end.graph.run.spend.total_usd_micros == api.usd_micros
    assert end.error is None
    assert end.graph.failures == ()


def test_a_wrong_key_pauses_the_run_and_loses_nothing(tmp_path: Path) -> None:
    with Standin() as api:
        end = session(api, tmp_path / "r", key="sk-ant-wrong-00000000", max_iterations=2)
        assert isinstance(end.error, KeyRefused)
        assert (end.graph.run.status, end.graph.run.reason[:4]) == ("paused", "key:")
        assert "sk-ant-wrong" not in str(end.error)


def test_the_cap_holds_to_the_cent_and_more_money_goes_on(tmp_path: Path) -> None:
    with Standin() as api:
        end = session(api, tmp_path / "r", max_iterations=9, budget_usd_micros=2_500_000)
        assert isinstance(end.error, BudgetExceeded)
        assert end.graph.run.status == "budget_exceeded"
        spent = end.graph.run.spend.total_usd_micros + end.graph.run.open_usd_micros
        assert spent == api.usd_micros <= 2_500_000


def test_every_call_failing_ends_without_evidence_and_says_so(tmp_path: Path) -> None:
    with Standin() as api:
        api.fail(faults.status(400, "invalid_request_error", times=None))
        end = session(api, tmp_path / "r", max_iterations=2)
    assert end.graph.iteration == 2
    assert end.graph.observations == {}
    report = (tmp_path / "r" / "current" / "RESEARCH_REPORT.md").read_text(encoding="utf-8")
    assert report.startswith("**No evidence was found")
    assert end.graph.failures
