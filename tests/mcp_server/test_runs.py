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
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.types import CogniGraph

NOW = datetime(2026, 11, 18, tzinfo=UTC)


@dataclass(frozen=True)
class Planning(Commands):
    """Makes a session for every plan; its runs end at once."""

    sessions: Sessions = field(kw_only=True)
    cost: int = 0
    """Of a plan, in millionths of a dollar."""

    async def data(self, *words: str, accepted: Sequence[int] = (0,)) -> dict[str, Any]:  # noqa: ARG002  (its signature)
        budget = next(float(word.partition("=")[2]) for word in words if word.startswith("--budget="))
        graph = CogniGraph(question=words[-1], run=Run(open_usd_micros=self.cost))
        session = self.sessions.create(words[-1], NOW, graph)
        return {"session": session.id, "budget_usd": budget}

    async def text(self, *words: str, accepted: Sequence[int] = (0,)) -> str:  # noqa: ARG002  (its signature)
        assert words[:2] == ("sessions", "remove")
        return ""

    def detached(self, errors: Path, *words: str) -> subprocess.Popen[bytes]:  # noqa: ARG002  (its signature)
        return subprocess.Popen([sys.executable, "-c", ""])


def runs_where_a_plan_costs(micros: int, folder: Path) -> Runs:
    sessions = Sessions(folder / "home", Disk())
    planning = Planning({}, sessions=sessions, cost=micros)
    return Runs(sessions, planning, Permissions(budget_usd=0.8, total_usd=1.0))


@pytest.fixture
def runs(tmp_path: Path) -> Runs:
    return runs_where_a_plan_costs(0, tmp_path)


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


def test_plans_made_side_by_side_are_not_all_started(runs: Runs) -> None:
    async def run() -> None:
        first, second = await runs.plan("First?", None, None), await runs.plan("Second?", None, None)
        assert first is not None
        assert second is not None
        with SessionLock.take(await runs.start(first), Disk()):
            with pytest.raises(ToolError, match="Call again"):
                await runs.start(second)
            again = await runs.plan("Second?", None, None)
            assert again is not None
            assert again.told["budget_usd"] == pytest.approx(0.2)

    asyncio.run(run())


def test_what_plans_cost_counts_whether_they_are_approved_or_not(tmp_path: Path) -> None:
    runs = runs_where_a_plan_costs(300_000, tmp_path)

    async def run() -> None:
        for name in ("First?", "Second?"):
            plan = await runs.plan(name, None, None)
            assert plan is not None
            await runs.discard(plan)
        third = await runs.plan("Third?", None, None)
        assert third is not None
        assert third.told["budget_usd"] == pytest.approx(0.4)
        await runs.start(third)
        fourth = await runs.plan("Fourth?", None, None)
        assert fourth is not None
        assert fourth.told["budget_usd"] == pytest.approx(0.1)

    asyncio.run(run())


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
