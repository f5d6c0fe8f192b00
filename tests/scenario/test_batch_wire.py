"""Eight questions at once where ten calls may be in flight: all end, and few calls are sent twice."""

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.storage.files.batches import Batches
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.batch_state import standings, to_do
from pathfinder.batching import BatchRun
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.batch import QuestionEnd
from pathfinder.protocols.calls.batch import Terms, Wanted
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from tests.standin import Nature, Standin
from tests.worlds import QUESTION, world

ALLOWED = 10


@pytest.mark.slow
def test_a_crowded_provider_costs_no_question_and_few_requests(tmp_path: Path) -> None:
    home, pages = tmp_path / "home", world()
    Sessions(home, Disk()).make_root()
    asked = tuple(Wanted(number=n, question=f"{QUESTION[:-1]}, town {n}?") for n in range(1, 9))
    terms = Terms(limits=Limits(max_iterations=2), parallel=3, quick=True, at_once=8)
    batch = Batches(home, Disk()).create(asked, terms, "towns.txt", SystemClock().now())
    ended: list[QuestionEnd] = []
    with Standin(nature=Nature(at_once=ALLOWED, latency_seconds=0.1)) as api:
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))
        engine = Deps(attempt, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), close=attempt.close)
        run = BatchRun(batch, engine, RunConfig(), home, Disk())
        todo = to_do(standings(batch, home, Disk()))
        with run:
            asyncio.run(run.run(todo, lambda *_: None, ended.append))
        answers = Counter(request.status for request in api.requests)
    assert [end.state for end in ended] == ["done"] * 8, [end.reason for end in ended]
    needed = answers[200]
    assert sum(answers.values()) <= 1.15 * needed, answers
    assert api.most_in_flight == ALLOWED  # what is allowed is used
    spent = sum(end.graph.run.spend.total_usd_micros for end in ended if end.graph is not None)
    assert spent == api.usd_micros
