"""`verify`: does a session on disk hold together? It reads only; what it finds it names, and never mends."""

from contextlib import suppress

from pathfinder.adapters.storage.files.chain import chain_problems
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import owner
from pathfinder.adapters.storage.files.problems import Problem
from pathfinder.adapters.storage.files.verify_folder import folder_problems, journal_problems
from pathfinder.adapters.storage.files.verify_record import RecordCheck
from pathfinder.protocols.errors import StorageFailed


def verify(session: Session, disk: Disk) -> tuple[Problem, ...]:
    """Everything that is wrong with a session; while it runs, what is being written is not called a fault."""
    owned = False
    with suppress(StorageFailed):  # A lock that cannot be read is told of below.
        owned = owner(session, disk) is not None
    record = RecordCheck(session, disk, owned=owned)
    graph = record.run()
    return (
        *record.problems,
        *chain_problems(session, disk, owned=owned),
        *journal_problems(session, graph, disk, owned=owned),
        *folder_problems(session, disk, owned=owned),
    )
