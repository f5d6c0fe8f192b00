"""Whether a session's folder holds what it should: journals, permissions, nothing left behind."""

import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pathfinder.adapters.storage.files.control import read_command
from pathfinder.adapters.storage.files.disk import FILE_MODE, FOLDER_MODE, Disk, is_temporary
from pathfinder.adapters.storage.files.frames import read_log
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import named_pid
from pathfinder.adapters.storage.files.problems import Problem
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.graph.types import CogniGraph


def journal_problems(
    session: Session, graph: CogniGraph | None, disk: Disk, *, owned: bool
) -> Iterator[Problem]:
    """Every journal can be read, stands under a number that can be, and contradicts itself nowhere."""
    for name in disk.names(session.journals):
        where = f"journal/{name}"
        number = int(name) if name.isascii() and name.isdigit() else None
        if number is None or (graph is not None and number > graph.iteration + 1):
            told = Message("problem-journal-misplaced", name=where)
            yield Problem("journal_misplaced", where, told)
            continue
        try:
            written = disk.read_if_there(session.journals / name / "log")
            if written is None:
                continue
            log = read_log(written, f"{where}/log")
        except StorageFailed as error:
            yield Problem("journal_unreadable", f"{where}/log", text_of(error))
            continue
        if log.torn and not owned:
            told = Message("problem-journal-torn", count=len(log.torn), name=where)
            yield Problem("journal_torn", f"{where}/log", told)
        yield from _diverged(log.entries, f"{where}/log")


def _diverged(entries: tuple[Entry, ...], where: str) -> Iterator[Problem]:
    digests: dict[str, str] = {}
    for entry in entries:
        if entry.kind == "done" and digests.setdefault(entry.step, entry.digest) != entry.digest:
            told = Message("problem-journal-diverged", step=entry.step, name=where)
            yield Problem("journal_diverged", f"{where} {entry.step}", told)


def folder_problems(session: Session, disk: Disk, *, owned: bool) -> Iterator[Problem]:
    """Everything in the folder is a private file or folder, and nothing is left from a killed process."""
    yield from _entries(session.folder, session, disk, owned)
    # What cannot be read is not a private file, which was said above.
    with suppress(StorageFailed):
        yield from _lock_problems(session, disk, owned)
    with suppress(StorageFailed):
        yield from _control_problems(session, disk)


def _lock_problems(session: Session, disk: Disk, owned: bool) -> Iterator[Problem]:
    pid = None if owned else named_pid(session, disk)
    if pid is not None:
        yield Problem("lock_stale", "lock", Message("problem-lock-left", pid=str(pid)))


def _control_problems(session: Session, disk: Disk) -> Iterator[Problem]:
    for line in (disk.read_if_there(session.control) or b"").split(b"\n")[:-1]:
        if line and read_command(line) is None:
            yield Problem("control_unreadable", "control", Message("problem-control-line"))


def _entries(path: Path, session: Session, disk: Disk, owned: bool) -> Iterator[Problem]:
    where = str(path.relative_to(session.folder))
    there = disk.stat(path)
    if there is None:
        return
    mode = stat.S_IMODE(there.st_mode)
    if stat.S_ISDIR(there.st_mode):
        if mode != FOLDER_MODE:
            yield _loose(where, mode, FOLDER_MODE)
        for name in disk.names(path):
            yield from _entries(path / name, session, disk, owned)
    elif not stat.S_ISREG(there.st_mode):
        yield Problem("not_a_file", where, Message("problem-not-a-file", name=where))
    elif is_temporary(path.name):
        if not owned:
            yield Problem("leftover", where, Message("problem-leftover", name=where))
    elif mode != FILE_MODE:
        yield _loose(where, mode, FILE_MODE)


def _loose(where: str, mode: int, right: int) -> Problem:
    shown = "the session's folder" if where == "." else where
    return Problem(
        "loose_permissions",
        where,
        Message("problem-permissions", path=shown, mode=f"{mode:o}", right=f"{right:o}"),
    )
