"""Where an index is kept: its private folder, the lock of its one writer, what becomes of a damaged one."""

import fcntl
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from pathfinder.adapters.documents.index import Index, OtherVersion, remove
from pathfinder.locales.catalogue import Message

_PAUSE_S = 0.05


class Stopped(Exception):
    """Nobody waits for this any more."""


class Place:
    """A folder for one index, or memory where there is none or none can be written."""

    def __init__(self, folder: Path | None, marks: str, note: Callable[[str], None]) -> None:
        self._folder = folder
        self._marks = marks
        self._note = note
        self.index: Index | None = None

    @contextmanager
    def writing(self, stop: Event) -> Iterator[Index]:
        """The index, for one writer at a time; others wait here. Stopped if `stop` is set meanwhile."""
        self._make_folder()
        if self._folder is None:
            yield self._opened()
            return
        lock = os.open(self._folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            while not _locked(lock):
                if stop.wait(_PAUSE_S):
                    raise Stopped
            yield self._opened()
        finally:
            os.close(lock)

    def throw_away(self, note: Message) -> None:
        """Forget the index; the next opening makes an empty one. Only the writer may."""
        self.close()
        if self._folder is not None:
            remove(self._file(self._folder))
        self._note(note)

    def close(self) -> None:
        """Let go of the index."""
        index, self.index = self.index, None
        if index is not None:
            index.close()

    def _opened(self) -> Index:
        if self.index is None:
            try:
                self.index = self._open()
            except OtherVersion:
                self.throw_away(Message("documents-index-of-another-version"))
                self.index = self._open()
            except sqlite3.OperationalError:
                raise
            except sqlite3.DatabaseError:
                self.throw_away(Message("documents-index-damaged"))
                self.index = self._open()
        return self.index

    def _open(self) -> Index:
        return Index(None if self._folder is None else self._file(self._folder), self._marks)

    def _make_folder(self) -> None:
        if self._folder is None or self.index is not None:
            return
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            writable = os.access(self._folder, os.W_OK | os.X_OK)
        except OSError:
            writable = False
        if not writable:
            self._note(Message("documents-index-in-memory", folder=self._folder))
            self._folder = None

    @staticmethod
    def _file(folder: Path) -> Path:
        return folder / "documents.sqlite3"


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
