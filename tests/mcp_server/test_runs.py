"""What clients may spend and read, and commands that take longer than a client waits."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from mcp.server.mcpserver.exceptions import ToolError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.mcp_server.commands import Commands
from pathfinder.mcp_server.runs import Log, Pending, Permissions, Plan, Runs

NOW = datetime(2026, 11, 18, tzinfo=UTC)


@dataclass(frozen=True)
class Planning(Commands):
    """Makes a session for every plan; its runs end at once."""

    sessions: Sessions = field(kw_only=True)

    async def data(self, *words: str, accepted: Sequence[int] = (0,)) -> dict[str, Any]:  # noqa: ARG002  (its signature)
        budget = next(float(word.partition("=")[2]) for word in words if word.startswith("--budget="))
        session = self.sessions.create(words[-1], NOW)
        return {"session": session.id, "budget_usd": budget}

    def detached(self, errors: Path, *words: str) -> subprocess.Popen[bytes]:  # noqa: ARG002  (its signature)
        return subprocess.Popen([sys.executable, "-c", ""])


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    sessions = Sessions(tmp_path / "home", Disk())
    return Runs(sessions, Planning({}, sessions=sessions), Permissions(budget_usd=0.8, total_usd=1.0))


def planned(runs: Runs, question: str, budget_usd: float | None = None) -> Plan:
    async def ask() -> Plan:
        plan = await runs.plan(question, budget_usd, None)
        assert plan is not None
        await runs.start(plan)
        return plan

    return asyncio.run(ask())


def test_running_researches_together_are_granted_no_more_than_the_total(runs: Runs) -> None:
    first = planned(runs, "First?")
    assert first.told["budget_usd"] == 0.8
    with SessionLock.take(runs.session(first.session), Disk()):
        second = planned(runs, "Second?")
        assert second.told["budget_usd"] == pytest.approx(0.2)
        with (
            SessionLock.take(runs.session(second.session), Disk()),
            pytest.raises(ToolError, match="may spend"),
        ):
            planned(runs, "Third?")
    assert planned(runs, "Fourth?").told["budget_usd"] == 0.8, "what was reserved and not spent is free again"


def test_a_client_may_ask_for_less_and_not_for_more(runs: Runs) -> None:
    assert planned(runs, "Less?", 0.1).told["budget_usd"] == 0.1
    with pytest.raises(ToolError, match="at most"):
        planned(runs, "More?", 0.81)


def test_the_same_call_again_gets_what_took_too_long() -> None:
    async def run() -> None:
        done = asyncio.Event()

        async def slow() -> str:
            await done.wait()
            return "answer"

        pending: Pending[str] = Pending(patience=0.01)
        pending.begin("key", slow())
        assert await pending.result("key") is None
        done.set()
        assert "key" in pending
        assert await pending.result("key") == "answer"

    asyncio.run(run())


def test_what_failed_can_be_tried_again() -> None:
    async def run() -> None:
        async def failing() -> str:
            raise ToolError("no key")

        pending: Pending[str] = Pending()
        pending.begin("key", failing())
        with pytest.raises(ToolError, match="no key"):
            await pending.result("key")
        assert "key" not in pending

    asyncio.run(run())


def test_a_log_is_read_as_it_grows_and_half_a_line_waits(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = Log(path)
    assert log.progress() == (0, "")
    path.write_bytes(
        b'{"event": "phase_entered", "iteration": 1, "phase": "EXPLORE"}\nnot json\n{"event": "call_'
    )
    assert log.progress() == (0, "iteration 1, EXPLORE")
    with path.open("ab") as file:
        file.write(b'done"}\n[]\n')
    assert log.progress() == (1, "iteration 1, EXPLORE")
