"""One owner; who else comes is told the pid; a dead owner holds nothing."""

import os
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock, owner
from pathfinder.protocols.errors import SessionLocked

DEAD = 4_194_305
"""Above the largest pid there can be."""


def test_a_second_owner_is_refused_with_the_pid_of_the_first(tmp_path: Path) -> None:
    session = Session(tmp_path)
    with SessionLock.take(session, Disk()):
        assert owner(session, Disk()) == os.getpid()
        with pytest.raises(SessionLocked, match=f"in use by process {os.getpid()}") as refused:
            SessionLock.take(session, Disk())
        assert refused.value.pid == os.getpid()
    assert owner(session, Disk()) is None
    SessionLock.take(session, Disk()).release()


def test_a_lock_file_left_by_a_dead_process_holds_nobody_up(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.lock.write_text(f"{DEAD}\n", encoding="utf-8")
    assert owner(session, Disk()) is None
    with SessionLock.take(session, Disk()):
        assert session.lock.read_text(encoding="utf-8") == f"{os.getpid()}\n"


def test_a_pid_that_another_program_got_since_is_not_taken_for_the_owner(tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.lock.write_text(f"{os.getppid()}\n", encoding="utf-8")
    assert owner(session, Disk()) is None
    SessionLock.take(session, Disk()).release()


@pytest.mark.parametrize("written", [b"", b"garbage", b"-1", b"9" * 19, "٣".encode(), b"0"])
def test_whatever_stands_in_the_lock_file_it_can_be_taken(written: bytes, tmp_path: Path) -> None:
    session = Session(tmp_path)
    session.lock.write_bytes(written)
    assert owner(session, Disk()) is None
    SessionLock.take(session, Disk()).release()


def test_releasing_twice_does_no_harm(tmp_path: Path) -> None:
    lock = SessionLock.take(Session(tmp_path), Disk())
    lock.release()
    lock.release()
    assert (tmp_path / "lock").stat().st_mode & 0o777 == 0o600
