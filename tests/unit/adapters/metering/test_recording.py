"""A record is written to its end, whoever is cancelled meanwhile."""

import asyncio

import pytest

from pathfinder.adapters.metering.recording import record
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.ids import StepKey
from tests.fakes.memory_journal import MemoryJournal

ENTRY = Entry(kind="done", step=StepKey("1/x"), outcome="{}")


def test_a_cancelled_writer_leaves_a_whole_entry_and_is_cancelled_after_it() -> None:
    async def run() -> None:
        disk = asyncio.Event()

        async def slow() -> None:
            await disk.wait()

        journal = MemoryJournal(delay=slow)
        writing = asyncio.create_task(record(journal, ENTRY))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.sleep(0)
        assert not writing.done()
        disk.set()
        with pytest.raises(asyncio.CancelledError):
            await writing
        assert journal.entries == [ENTRY]

    asyncio.run(run())


@pytest.mark.parametrize("cancelled", [False, True])
def test_a_disk_that_fails_is_told_unless_the_writer_is_gone(cancelled: bool) -> None:
    async def run() -> None:
        disk = asyncio.Event()

        async def broken() -> None:
            await disk.wait()
            raise StorageFailed("no space")

        writing = asyncio.create_task(record(MemoryJournal(delay=broken), ENTRY))
        await asyncio.sleep(0)
        if cancelled:
            writing.cancel()
            await asyncio.sleep(0)
        disk.set()
        with pytest.raises(asyncio.CancelledError if cancelled else StorageFailed):
            await writing

    asyncio.run(run())
