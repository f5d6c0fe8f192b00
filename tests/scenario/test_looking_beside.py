"""The documents are looked at while the lead thinks; nobody is sent out before that is over."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.asks import Ask, Reply
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.worlds import QUESTION, respond, world

A = TypeVar("A", bound=Frozen)


class Heard(ScriptedModel):
    """Notes each call as it begins; the look ends when the lead has written its briefs."""

    def __init__(self, said: list[str], briefed: asyncio.Event) -> None:
        super().__init__(respond=respond)
        self._said, self._briefed = said, briefed

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        self._said.append(ask.name)
        if ask.name == "lead.brief":
            self._briefed.set()
        return await super().reply(ask, step)


class Searching(ScriptedSearch):
    """Notes each search."""

    said: list[str]

    async def results(self, query: str) -> Sequence[SearchResult]:
        self.said.append("search")
        return await super().results(query)


def run(home: Path, said: list[str], ends: Callable[[], None] = lambda: None) -> RunEnd:
    async def go() -> RunEnd:
        briefed, pages = asyncio.Event(), world()

        async def look() -> Sequence[str]:
            said.append("look")
            # Waits for a call that it must not keep waiting: begun one after the other, this would not end.
            await briefed.wait()
            await asyncio.sleep(0.05)
            ends()
            said.append("looked")
            return ("torn.pdf: it is no PDF",)

        search = Searching(pages)
        search.said = said
        engine = Deps(Heard(said, briefed), PageSources(search, ScriptedFetch(pages), look=look))
        options = RunConfig(limits=Limits(max_iterations=1), parallel=2, quick=True)
        return await asyncio.wait_for(research(QUESTION, engine, options, home=home), 60)

    return asyncio.run(go())


def test_the_lead_thinks_while_the_documents_are_looked_at_and_explorers_wait(tmp_path: Path) -> None:
    said: list[str] = []
    end = run(tmp_path / "home", said)
    assert said.index("lead.brief") < said.index("looked") < said.index("search")
    [torn] = [failure for failure in end.graph.failures if failure.what == "torn.pdf"]
    assert (torn.kind, torn.reason) == ("unreadable", "it is no PDF")


def test_documents_that_are_gone_end_the_run_before_anybody_is_sent_out(tmp_path: Path) -> None:
    said: list[str] = []

    def gone() -> None:
        raise StorageFailed("The folder is no longer there; bring it back, then resume.")

    with pytest.raises(StorageFailed, match="no longer there"):
        run(tmp_path / "home", said, gone)
    assert "search" not in said
