"""An Explorer that fails goes out once more in the same iteration, and nothing is paid for twice."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.models.scripted.model import Respond, ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.events import ExplorerReturned
from pathfinder.protocols.calls.questions import Conclude
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.protocols.ids import SlotPlace, investigator
from pathfinder.run_config import RunConfig
from pathfinder.running import resume
from tests.scenario.staged import PAGES, Stage, on_disk
from tests.worlds import respond

PRICE = 1_000


class Stumbling:
    """The model of the small world, except that the conclusions of slot 2 cannot be read at first."""

    def __init__(self, failures: int) -> None:
        self._failures = failures
        self.steps: list[str] = []

    def __call__(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        if isinstance(ask, Conclude) and (step.slot, step.round, step.iteration) == (2, 1, 1):
            self.steps.append(step.key)
            if len(self.steps) <= self._failures:
                return Unable(reason="could not be read")
        return respond(ask, step)


def by_step(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """The same, but by the name of the step: a resumed run asks only what is left."""
    stumbles = isinstance(ask, Conclude) and (step.slot, step.round) == (2, 1)
    if stumbles and not step.item.endswith(".again"):
        return Unable(reason="could not be read")
    return respond(ask, step)


def returned(stage: Stage) -> list[ExplorerReturned]:
    events = (event for event in stage.heard.events if isinstance(event, ExplorerReturned))
    return [event for event in events if investigator(event.iid).place == SlotPlace(1, 0, 2)]


def test_a_failed_explorer_is_sent_once_more_and_what_it_brings_then_counts() -> None:
    model = Stumbling(failures=1)
    stage = Stage(respond=model)
    graph = stage.run(1)
    assert len(model.steps) >= 2
    assert len(set(model.steps)) == len(model.steps), "each try has steps of its own"
    (report,) = returned(stage)
    assert report.status != "failure"
    assert report.claims > 0
    assert "could not be read" in {failure.reason for failure in graph.failures}, "the first try is told"


def test_an_explorer_that_fails_twice_is_given_up_with_the_reason() -> None:
    model = Stumbling(failures=9)
    stage = Stage(respond=model)
    stage.run(1)
    assert len(model.steps) == 2
    (report,) = returned(stage)
    assert (report.status, report.claims) == ("failure", 0)
    assert "could not be read" in report.reason


def test_time_that_is_up_is_not_tried_again() -> None:
    class Impatient:
        seconds = 1.0

        def __init__(self) -> None:
            self.asked: list[Step] = []

        async def over(self, step: Step) -> bool:
            self.asked.append(step)
            return True

    patience = Impatient()
    stage = Stage(patience=patience)
    stage.run(1)
    assert not any("again" in step.item for step in patience.asked)
    assert {event.status for event in returned(stage)} == {"failure"}


@pytest.mark.parametrize("calls", range(8, 40, 4))
def test_a_run_cut_off_anywhere_pays_for_neither_try_twice(tmp_path: Path, calls: int) -> None:
    answer: Respond = by_step
    model = ScriptedModel(respond=answer, price_usd_micros=PRICE)
    limits = Limits(max_iterations=1, budget_usd_micros=calls * PRICE)
    end = on_disk(tmp_path / "r", model, limits=limits)
    assert isinstance(end.error, BudgetExceeded) or end.graph.iteration == 1
    again = ScriptedModel(respond=answer, price_usd_micros=PRICE)
    engine = Deps(again, PageSources(ScriptedSearch(PAGES), ScriptedFetch(PAGES)))
    options = RunConfig(limits=Limits(max_iterations=1), parallel=3)
    end = asyncio.run(resume(Sessions(tmp_path / "r", Disk()).resolve(), engine, options))
    sent = [*model.sent, *again.sent]
    assert len(sent) == len(set(sent))
    assert sum(".again" in str(step) for step in sent) >= 1
    assert end.graph.run.spend.total_usd_micros == len(sent) * PRICE
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(respond=answer, parallel=3).run(1))
