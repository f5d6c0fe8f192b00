"""Eight questions at once: over the slowest of them alone, and where ten calls may be in flight."""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from pydantic import SecretStr

from bench.figures import Baseline, Figure, Group, Size
from bench.shape import TimedModel, chain
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
from pathfinder.protocols.calls.ports import Attempt
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from tests.standin import Nature, Standin
from tests.worlds import QUESTION, world

GROUP: Group = "overlap"
ALONE = True
QUESTIONS = 8
MOST = 1.10
ALLOWED = 10
SHORT_S = 0.02
"""A latency just long enough to tell which question has the longest row of calls."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Wall times as ratios, and requests for each call that was needed."""
    latency_s = size.of(0.5, 0.25)
    rows = {number: _row(number) for number in range(1, QUESTIONS + 1)}
    slowest = max(rows, key=rows.__getitem__)
    alone, _ = _timed(TimedModel(latency_s), numbers=(slowest,))
    together, _ = _timed(TimedModel(latency_s), numbers=rows)
    yield Figure(
        "8 questions at once over the slowest alone",
        together / alone,
        "x",
        MOST,
        f"{1_000 * latency_s:.0f} ms a call; its row is {rows[slowest]} calls long, "
        f"the shortest {min(rows.values())}",
        baselines=(Baseline("one question after another", sum(rows.values()) / rows[slowest]),),
    )
    with Standin(nature=Nature(at_once=ALLOWED, latency_seconds=latency_s)) as api:
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))
        wall, ended = _timed(attempt, numbers=range(1, QUESTIONS + 1))
        needed = sum(request.status == 200 for request in api.requests)
        sent = len(api.requests)
    done = sum(end.state == "done" for end in ended)
    yield Figure("... 10 calls allowed in flight: questions lost", QUESTIONS - done, "", 0, "peers 0-4 of 8")
    yield Figure("... requests for each call needed", sent / needed, "x", 1.15, f"{sent} for {needed}")
    least = needed * latency_s / ALLOWED
    yield Figure("... wall over calls x latency / 10", wall / least, "x", None, "peers up to 54")


def _row(number: int) -> int:
    """The longest row of calls of a question: some towns take more rounds than others."""
    model = TimedModel(SHORT_S)
    _timed(model, numbers=(number,))
    return len(chain(model.spans))


def _timed(attempt: Attempt, numbers: Iterable[int]) -> tuple[float, list[QuestionEnd]]:
    pages, ended = world(), list[QuestionEnd]()
    asked = tuple(
        Wanted(number=place, question=f"{QUESTION[:-1]}, town {number}?")
        for place, number in enumerate(numbers, start=1)
    )
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        Sessions(home, Disk()).make_root()
        terms = Terms(limits=Limits(max_iterations=2), parallel=3, quick=True, at_once=QUESTIONS)
        batch = Batches(home, Disk()).create(asked, terms, "towns.txt", SystemClock().now())
        close = getattr(attempt, "close", None)
        engine = Deps(attempt, PageSources(ScriptedSearch(pages), ScriptedFetch(pages)), close=close)
        work = BatchRun(batch, engine, RunConfig(), home, Disk())
        began = perf_counter()
        with work:
            asyncio.run(work.run(to_do(standings(batch, home, Disk())), lambda *_: None, ended.append))
        return perf_counter() - began, ended


if __name__ == "__main__":
    for figure in run():
        print(f"{figure.name}: {figure.value:.2f} {figure.unit} ({figure.note})")
