"""What must hold of a session's folder after anything went wrong with it."""

import asyncio
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph
from tests.faults.broken_disk import BrokenDisk
from tests.faults.scripted import PAGES, Told, closed


def assert_still_whole(root: Path, told: Told, when: str) -> None:
    """A healthy disk finds everything that was confirmed, goes on from there, and verify is content."""
    disk = Disk(BrokenDisk())
    sessions = Sessions(root, disk)
    if told.session is None:
        assert all(line.status != "unreadable" for line in sessions.lines()), when
        return
    session = sessions.resolve(told.session.id)
    with SessionLock.take(session, disk) as lock:
        graph = asyncio.run(_reopened(session, disk, lock, told, when))
        # The last confirmed graph, or a later one that was committed before its confirmation failed.
        confirmed = told.graphs[-1].iteration if told.graphs else 0
        assert graph.iteration in (confirmed, confirmed + 1), when
        serious = [problem for problem in verify(session, disk) if not problem.harmless]
        assert serious == [], when


async def _reopened(session: Session, disk: Disk, lock: SessionLock, told: Told, when: str) -> CogniGraph:
    store = FileStore(session, disk, lock)
    graph = await store.load()
    for iteration, entries in told.entries.items():
        journal = FileJournal.open(session, iteration, disk)
        found = {entry.step: entry for entry in journal.entries}
        assert all(found.get(entry.step) == entry for entry in entries), when
        for entry in entries:
            assert journal.done(entry.step, entry.digest) == entry, when
        await journal.close()
    pages = FilePages(session, disk)
    for page in told.pages:
        assert (await pages.get(page)) in PAGES, when
    for stored in PAGES:
        assert await pages.get(await pages.keep(stored)) == stored, when
    edits = closed(graph, ())
    await store.save(apply(graph, edits), edits)
    store.close()
    return graph
