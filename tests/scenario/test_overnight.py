"""`batch --overnight` over real HTTP: calls of all sessions go in batches, at half the price."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.settings import Connection
from pathfinder.adapters.files.batches import Batches
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.journal import all_journaled
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.metering.overnight import Pace
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.system import SystemClock
from pathfinder.batching import BatchRun, standings, to_do
from pathfinder.orchestrator.batch import Ended
from pathfinder.protocols.batch import Batch, Terms, Wanted
from pathfinder.protocols.memory import Limits
from pathfinder.wiring import Answering, Engine, Options
from tests.standin import Standin, expired, status
from tests.worlds import QUESTION, world

QUICKLY = Pace(quiet=0.05, longest=1.0, poll=0.02, look=0.02, arrival=0.1)


def a_batch(home: Path, count: int, *, overnight: bool = True, budget: int | None = None) -> Batch:
    Sessions(home, Disk()).make_root()
    asked = tuple(Wanted(number=n, question=f"{QUESTION[:-1]}, town {n}?") for n in range(1, count + 1))
    terms = Terms(
        limits=Limits(max_iterations=1),
        parallel=2,
        quick=True,
        at_once=count,
        overnight=overnight,
        budget_usd_micros=budget,
    )
    return Batches(home, Disk()).create(asked, terms, "towns.txt", SystemClock().now())


def claude(api: Standin) -> ClaudeAttempt:
    return ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))


def run(home: Path, batch: Batch, attempt: Any, **how: Any) -> list[Ended]:
    pages, ended = world(), list[Ended]()
    engine = Engine(attempt, ScriptedSearch(pages), ScriptedFetch(pages), close=attempt.close)
    one = BatchRun(batch, engine, Options(answer=Answering()), home, Disk(), pace=QUICKLY, **how)
    with one:
        asyncio.run(one.run(to_do(standings(batch, home, Disk())), lambda *_: None, ended.append))
    return ended


def spent(ended: list[Ended]) -> int:
    return sum(end.graph.run.spend.total_usd_micros for end in ended if end.graph is not None)


def test_all_calls_go_in_batches_and_cost_half(tmp_path: Path) -> None:
    with Standin() as api:
        ended = run(tmp_path / "home", a_batch(tmp_path / "home", 4), claude(api))
        assert [end.state for end in ended] == ["done"] * 4, [end.reason for end in ended]
        assert api.requests == []
        assert max(api.batches.submitted.values()) == 1
        # Steps of four sessions in a row: far fewer batches than calls.
        assert len(api.batches._known) * 3 < len(api.batches.submitted)
        assert spent(ended) == api.usd_micros == api.batches.usd_micros
    at_once = tmp_path / "at_once"
    with Standin() as usual:
        other = run(at_once, a_batch(at_once, 4, overnight=False), claude(usual))
    assert api.usd_micros < 0.75 * usual.usd_micros
    assert [end.graph is not None and len(end.graph.observations) for end in ended] == [
        end.graph is not None and len(end.graph.observations) for end in other
    ]
