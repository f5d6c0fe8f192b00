"""kill -9 of a run whose search engine is an MCP server: it comes back whole."""

import json
import re
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.assembly import page_sources
from pathfinder.protocols.graph_file import evidence_bytes
from pathfinder.protocols.text.queries import normalize
from tests.fakes.fixed_clock import FixedClock
from tests.kills.killed import PAGES, Kill, in_child, loaded, start_or_resume
from tests.kills.test_kills import billed, finished_steps
from tests.standin.mcp_sources import over_mcp, written_pages

IN_TEST, IN_SOAK = 6, 40
_STEP = re.compile(r"\d+/(search/mcp:wiki|fetch)/(?:mcp://wiki/)?(.*)")


def _live(folder: Path, kill: Kill | None) -> None:
    """One process: its own server, its own connection."""
    sources = page_sources(over_mcp(folder / "pages.json", folder / "trace"), FixedClock())
    start_or_resume(folder / "home", kill, sources=sources)


def _calls(folder: Path) -> Counter[str]:
    """What the server was asked, over all lives of the session, in the words of the journal."""
    trace = folder / "trace"
    lines = trace.read_text(encoding="utf-8").splitlines() if trace.exists() else []
    rows = [json.loads(line) for line in lines]
    return Counter(normalize(row["search"]) if "search" in row else str(row["fetch"]) for row in rows)


def _a_folder(folder: Path) -> Path:
    folder.mkdir()
    written_pages(folder / "pages.json", PAGES)
    return folder


@pytest.mark.slow
@pytest.mark.soak
def test_a_killed_run_over_an_mcp_server_comes_back_whole(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    whole = _a_folder(tmp_path / "whole")
    assert in_child(lambda: _live(whole, None)) == 0
    evidence, calls = evidence_bytes(loaded(whole / "home")[1]), _calls(whole)
    assert len(calls) > 10
    rng = Random(request.config.getoption("--seed"))
    for number in range(IN_SOAK if request.config.getoption("--soak") else IN_TEST):
        kill = Kill(*(("event", rng.randint(5, 60)), ("after", rng.randint(30, 900)))[number % 2])
        folder = _a_folder(tmp_path / str(number))
        in_child(partial(_live, folder, kill))
        done, paid, asked = finished_steps(folder / "home"), billed(folder / "home"), _calls(folder)
        assert in_child(partial(_live, folder, None)) == 0, f"{kill}: it did not come back"
        session, graph = loaded(folder / "home")
        assert evidence_bytes(graph) == evidence, f"{kill}: the evidence differs"
        assert graph.run.status == "completed"
        assert verify(session, Disk()) == ()
        again = Counter(billed(folder / "home")) - Counter(paid)
        assert not done & again.keys(), f"{kill}: a finished model call was sent again"
        had = {found[2] for step in done if (found := _STEP.fullmatch(step))}
        twice = _calls(folder) - calls
        assert not had & twice.keys(), f"{kill}: asked again: {had & twice.keys()}"
        assert twice.keys() <= asked.keys(), f"{kill}: the server was asked what a whole run does not ask"
