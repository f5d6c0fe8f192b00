"""One owner per session: `flock`, which the kernel gives back when its owner dies, however it dies."""

import fcntl
import os
import time
from types import TracebackType

from pathfinder.adapters.storage.files.disk import FILE_MODE, Disk, storage_errors
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.errors import SessionLocked

_TRIES, _PAUSE_S = 20, 0.01
"""How long to wait for an owner to write its name, or for somebody who only looks to let go."""


class SessionLock:
    """The right to write to a session, as long as it is held."""

    def __init__(self, session: Session, disk: Disk, file: int) -> None:
        self._session = session
        self._disk = disk
        self._file: int | None = file

    @classmethod
    def take(cls, session: Session, disk: Disk) -> "SessionLock":
        """Become the owner; SessionLocked with the owner's pid if there is one."""
        pid = None
        for _ in range(_TRIES):
            file = _locked(session, disk)
            if file is not None:
                return cls(session, disk, file)
            pid = _living_pid(session, disk)
            if pid is not None:
                break
            time.sleep(_PAUSE_S)
        raise SessionLocked(session.id, pid)

    def release(self) -> None:
        """Let the next one in. The file stays: a new one would have another lock."""
        if self._file is None:
            return
        file, self._file = self._file, None
        with storage_errors("unlock", self._session.lock):
            try:
                self._disk.calls.truncate(file, 0)
            finally:
                self._disk.calls.close(file)

    def __enter__(self) -> "SessionLock":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


def owner(session: Session, disk: Disk) -> int | None:
    """The pid of the process that owns a session now; None if nobody does."""
    pid = _living_pid(session, disk)
    if pid is None or pid == os.getpid():
        return pid
    with storage_errors("look at", session.lock):
        file = disk.calls.open(session.lock, os.O_RDONLY | os.O_NONBLOCK)
        try:
            disk.calls.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return pid
        finally:
            disk.calls.close(file)
    return None


def named_pid(session: Session, disk: Disk) -> int | None:
    """The pid written in the lock file, of a living process or not."""
    written = disk.read_if_there(session.lock) or b""
    return int(written) if written.strip().isdigit() and len(written) < 20 else None


def _living_pid(session: Session, disk: Disk) -> int | None:
    pid = named_pid(session, disk)
    if not pid:
        return None
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return None
    except PermissionError:
        return pid
    return pid


def _locked(session: Session, disk: Disk) -> int | None:
    """The lock file, open and locked, with our pid inside; None if another process has it."""
    with storage_errors("lock", session.lock):
        file = disk.calls.open(session.lock, os.O_RDWR | os.O_CREAT | os.O_NONBLOCK, FILE_MODE)
        ours = False
        try:
            ours = _lock(file, session, disk)
        finally:
            if not ours:
                disk.calls.close(file)
    return file if ours else None


def _lock(file: int, session: Session, disk: Disk) -> bool:
    try:
        disk.calls.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        there, ours = disk.calls.lstat(session.lock), disk.calls.fstat(file)
    except (BlockingIOError, FileNotFoundError):
        return False
    if (there.st_dev, there.st_ino) != (ours.st_dev, ours.st_ino):
        return False  # Somebody replaced the file: this lock would keep nobody out.
    disk.calls.truncate(file, 0)
    disk.write_all(file, f"{os.getpid()}\n".encode())
    return True
