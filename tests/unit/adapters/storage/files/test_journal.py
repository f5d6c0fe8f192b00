"""An entry is durable when its write returns; writers share the wait; a broken disk reaches all of them."""

import asyncio
import errno
import os
import threading
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal, journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.protocols.calls.ports import Journal
from pathfinder.protocols.errors import ReplayDiverged, StorageFailed
from pathfinder.protocols.ids import StepKey
from tests.faults.scripted import an_entry


class Counting(Syscalls):
    """Counts how often a log was synced, and can be told to fail then."""

    def __init__(self) -> None:
        self.syncs = 0
        self.full = False
        self.threads: set[str] = set()

    def fsync(self, file: int) -> None:
        os.fstat(file)
        self.syncs += 1
        self.threads.add(threading.current_thread().name)
        if self.full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "journal").mkdir(0o700)
    return Session(tmp_path)


def written(session: Session, *numbers: int, iteration: int = 1) -> None:
    """A journal with these entries, one after another."""

    async def write() -> None:
        journal = FileJournal.open(session, iteration, Disk())
        for number in numbers:
            await journal.write(an_entry(number))
        await journal.close()

    asyncio.run(write())


def test_nothing_is_created_before_the_first_entry(session: Session) -> None:
    journal: Journal = FileJournal.open(session, 1, Disk())
    assert journal.entries == []
    assert list(session.journals.iterdir()) == []


def test_entries_come_back_in_order_and_finished_steps_are_found(session: Session) -> None:
    written(session, 1, 2, 3)
    journal = FileJournal.open(session, 1, Disk())
    assert journal.entries == [an_entry(1), an_entry(2), an_entry(3)]
    assert journal.done(an_entry(2).step, "d2") == an_entry(2)
    assert journal.done(StepKey("elsewhere"), "d2") is None


def test_a_step_asked_again_with_other_input_stops_the_run(session: Session) -> None:
    written(session, 1)
    with pytest.raises(ReplayDiverged, match="explorer"):
        FileJournal.open(session, 1, Disk()).done(an_entry(1).step, "other")


def test_only_a_done_entry_finishes_a_step(session: Session) -> None:
    async def run() -> None:
        journal = FileJournal.open(session, 1, Disk())
        await journal.write(an_entry(1, kind="sent"))
        assert journal.done(an_entry(1).step, "d1") is None
        await journal.write(an_entry(1))
        assert journal.done(an_entry(1).step, "d1") == an_entry(1)
        await journal.close()

    asyncio.run(run())


def test_many_writers_share_few_waits_and_keep_their_order(session: Session) -> None:
    calls = Counting()

    async def run() -> FileJournal:
        journal = FileJournal.open(session, 1, Disk(calls))
        async with asyncio.TaskGroup() as writers:
            for number in range(64):
                writers.create_task(journal.write(an_entry(number)))
        await journal.close()
        return journal

    journal = asyncio.run(run())
    assert journal.entries == [an_entry(number) for number in range(64)]
    # Two for the new folder, two for the header, and all 64 entries in two waits at most.
    assert calls.syncs <= 6
    assert calls.threads == {"journal_0"}
    assert FileJournal.open(session, 1, Disk()).entries == journal.entries


def test_an_error_reaches_every_writer_of_the_batch_and_all_after_it(session: Session) -> None:
    calls = Counting()

    async def run() -> None:
        journal = FileJournal.open(session, 1, Disk(calls))
        await journal.write(an_entry(0))
        calls.full = True
        results = [asyncio.create_task(journal.write(an_entry(number))) for number in range(1, 6)]
        await asyncio.wait(results)
        assert {str(result.exception()) for result in results} == {
            f"Could not write {session.journal(1)}: the disk is full; free some space, then resume."
        }
        calls.full = False
        with pytest.raises(StorageFailed, match="disk is full"):
            await journal.write(an_entry(9))
        assert journal.entries == [an_entry(0)]
        await journal.close()

    asyncio.run(run())
    assert FileJournal.open(session, 1, Disk()).entries[0] == an_entry(0)


def test_a_writer_that_is_cancelled_does_not_disturb_the_others(session: Session) -> None:
    async def run() -> None:
        journal = FileJournal.open(session, 1, Disk())
        one = asyncio.create_task(journal.write(an_entry(1)))
        other = asyncio.create_task(journal.write(an_entry(2)))
        await asyncio.sleep(0)
        one.cancel()
        await other
        await journal.write(an_entry(3))
        await journal.close()

    asyncio.run(run())
    assert FileJournal.open(session, 1, Disk()).entries == [an_entry(1), an_entry(2), an_entry(3)]


def test_a_torn_end_is_cut_off_kept_aside_and_written_over(session: Session) -> None:
    written(session, 1, 2)
    path = session.journal(1)
    for torn in (b"0000", b"half a record"):
        with path.open("ab") as log:
            log.write(torn)
        assert FileJournal.open(session, 1, Disk()).entries == [an_entry(1), an_entry(2)]
    assert (path.parent / "torn-1.bin").read_bytes() == b"0000"
    assert (path.parent / "torn-2.bin").read_bytes() == b"half a record"
    written(session, 3)
    assert len(FileJournal.open(session, 1, Disk()).entries) == 3


def test_what_is_read_is_synced_before_anyone_relies_on_it(session: Session) -> None:
    """Its writer may have been killed before the disk had it."""
    written(session, 1)
    calls = Counting()
    FileJournal.open(session, 1, Disk(calls))
    assert calls.syncs == 2


def test_looking_at_a_journal_changes_nothing(session: Session) -> None:
    assert journaled(session, 1, Disk()) == ()
    written(session, 1, 2)
    with session.journal(1).open("ab") as log:
        log.write(b"half")
    before = session.journal(1).read_bytes()
    assert journaled(session, 1, Disk()) == (an_entry(1), an_entry(2))
    assert session.journal(1).read_bytes() == before


def test_iterations_have_journals_of_their_own_that_stay(session: Session) -> None:
    written(session, 1)
    written(session, 2, iteration=2)
    assert FileJournal.open(session, 1, Disk()).entries == [an_entry(1)]
    assert FileJournal.open(session, 2, Disk()).entries == [an_entry(2)]


def test_an_outcome_that_is_not_unicode_is_refused_in_a_sentence(session: Session) -> None:
    async def run() -> None:
        journal = FileJournal.open(session, 1, Disk())
        with pytest.raises(StorageFailed, match="not Unicode text"):
            await journal.write(an_entry(1, outcome="\ud800"))
        await journal.close()

    asyncio.run(run())
