"""Sessions that earlier versions wrote: they open, verify, and give the same evidence."""

import asyncio
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.protocols.graph_file import graph_bytes
from pathfinder.reports.session_files import session_files
from tests.golden import golden, graph_of


def test_a_session_of_format_1_opens_verifies_and_folds(tmp_path: Path) -> None:
    session = golden(tmp_path)
    assert verify(session, Disk()) == ()
    graph = asyncio.run(FileStore(session, Disk()).load())
    assert (graph.iteration, len(graph.observations) > 0, graph.run.language) == (4, True, "")
    *_, last = chapters(session, graph.iteration, Disk())
    assert last.after.hypotheses == graph.hypotheses


def test_its_graph_is_written_back_as_it_was(tmp_path: Path) -> None:
    session = golden(tmp_path)
    assert graph_bytes(graph_of(session)) == session.graph.read_bytes()


def test_its_views_can_be_made_anew(tmp_path: Path) -> None:
    session = golden(tmp_path)
    written = FileViews(session, Disk(), session_files).write_all(graph_of(session))
    assert "state.json" in written
