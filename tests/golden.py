"""A session as an earlier version of Pathfinder left it: four iterations of the embedded engine, three files.

`format-1` was written on 16 November 2026, before reports had a language of their own. It is never made anew:
that it still opens is the point.
"""

from datetime import UTC, datetime
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import read_graph

FOLDER = Path(__file__).parent / "data" / "golden"
FORMAT_1 = FOLDER / "format-1.pathfinder.tar.gz"


def golden(home: Path, archive: Path = FORMAT_1) -> Session:
    """The session, restored into a home folder."""
    session, _ = Sessions(home, Disk()).restore(archive, datetime(2026, 1, 1, tzinfo=UTC))
    return session


def graph_of(session: Session) -> CogniGraph:
    """Its graph."""
    return read_graph(Disk().read(session.graph), str(session.graph))
