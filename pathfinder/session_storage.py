"""Storage of a session: record, journal, pages, commands of the user and log. Here: in files."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from pathfinder.adapters.storage.files.control import FileControl
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal, journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.log import SessionLog
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.ports import Clock, Control, Entry, Journal, PageStore, Store
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash


class OpenJournal(Journal, Protocol):
    """The journal of an iteration, until it is let go."""

    async def close(self) -> None:
        """Finish what is being written."""
        ...


class RunLog(Protocol):
    """Writes down what a run does."""

    def emit(self, event: Event) -> None: ...

    def note(self, name: str, fields: Mapping[str, Any]) -> None: ...


class SessionStorage(Protocol):
    """Everything of a session that is stored. Whoever holds it owns the session until `close`."""

    @property
    def folder(self) -> Path:
        """For files beside the record, such as papers."""
        ...

    @property
    def pages(self) -> PageStore: ...

    @property
    def store(self) -> Store: ...

    @property
    def control(self) -> Control: ...

    @property
    def log(self) -> RunLog: ...

    @property
    def stored(self) -> Mapping[PageHash, Source]:
        """The pages that were there when the session was taken."""
        ...

    async def journaled(self, iteration: int) -> Sequence[Entry]:
        """What the journal of an iteration holds; nothing is changed."""
        ...

    async def journal(self, iteration: int) -> OpenJournal:
        """Open it to write."""
        ...

    def close(self) -> None:
        """Let the session go."""
        ...


class FileSessionStorage:
    """Implements `SessionStorage` for a session in a folder, from taking its lock to letting it go."""

    def __init__(self, session: Session, disk: Disk, clock: Clock, secrets: Sequence[str]) -> None:
        self.folder = session.folder
        self._session = session
        self._disk = disk
        self._lock = SessionLock.take(session, disk)
        try:
            self.pages = FilePages(session, disk)
            self.control = FileControl(session, disk)
            self.store = FileStore(session, disk, self._lock)
            self.stored: Mapping[PageHash, Source] = self.pages.sources()
            self.log = SessionLog(session.folder / "log.jsonl", clock, secrets)
        except BaseException:
            self._lock.release()
            raise

    async def journaled(self, iteration: int) -> Sequence[Entry]:
        """See the port."""
        return journaled(self._session, iteration, self._disk)

    async def journal(self, iteration: int) -> FileJournal:
        """See the port."""
        return FileJournal.open(self._session, iteration, self._disk)

    def close(self) -> None:
        """See the port."""
        self.store.close()
        self.log.close()
        self._lock.release()
