"""`Engine` and `Options` of earlier versions still run a session, and say what to write instead."""

import asyncio
from pathlib import Path

import pytest

from pathfinder import Engine, Options, research
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph_file import evidence_bytes
from tests.fakes.fixed_clock import START, FixedClock
from tests.scenario.staged import PAGES, Stage
from tests.worlds import QUESTION, respond


def test_a_program_of_an_earlier_version_gets_the_same_graph_and_a_warning(tmp_path: Path) -> None:
    with pytest.warns(DeprecationWarning, match="PageSources"):
        engine = Engine(
            ScriptedModel(respond=respond), ScriptedSearch(PAGES), ScriptedFetch(PAGES), "a model"
        )
    with pytest.warns(DeprecationWarning, match="RunConfig"):
        options = Options(limits=Limits(max_iterations=1), parallel=3, clock=FixedClock())
    end = asyncio.run(research(QUESTION, engine, options, home=tmp_path))
    assert end.graph.run.engine == "a model"
    assert end.graph.run.started_at == START, "the clock of the options is the clock of the run"
    assert evidence_bytes(end.graph) == evidence_bytes(Stage(parallel=3).run(1))
