"""A week of research in minutes: the 120th iteration costs, and shows agents, what the 20th did."""

import sys
from pathlib import Path

import pytest

from bench.data import LeftOut
from bench.long_run import LATE, LongRun, figures, write_documents
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.planning.sub_questions import unanswered
from pathfinder.reports.markdown.thesis import thesis_text


@pytest.mark.soak
def test_120_iterations_over_2000_documents_stay_flat(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    if pytestconfig.getoption("--soak") is None:
        pytest.skip("ten minutes of a core; make soak runs it")
    try:
        documents = write_documents(tmp_path / "docs")
    except LeftOut as absent:
        pytest.skip(str(absent))
    run = LongRun()
    graph: CogniGraph = run.run(documents, tmp_path / "home", LATE)
    assert graph.iteration == len(run.took) == LATE
    measured = tuple(figures(run.took, graph))
    sys.stdout.write("\n" + "".join(f"{one.name}: {one.value:.4g} {one.unit}\n" for one in measured))
    assert not [f"{one.name}: {one.value:.3g}" for one in measured if not one.within]
    # It had work to do to the end.
    assert run.took[-1].observations > run.took[-20].observations
    told = thesis_text(graph).replace("\\", "")
    assert all(graph.sub_questions[name].text in told for name in unanswered(graph))
    session = Sessions(tmp_path / "home", Disk()).resolve(None)
    assert verify(session, Disk()) == ()
