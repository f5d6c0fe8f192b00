"""Writing to the journal so that stopping cannot interrupt it: what was paid for is recorded."""

import asyncio

from pathfinder.protocols.calls.ports import Entry, Journal


async def record(journal: Journal, entry: Entry) -> None:
    """Write an entry to its end, even when the caller is cancelled meanwhile; the cancellation follows."""
    writing = asyncio.ensure_future(journal.write(entry))
    try:
        await asyncio.shield(writing)
    except asyncio.CancelledError:
        # The loop cancels a caller, never the writing itself; a second cancellation ends this wait too.
        await asyncio.wait((writing,))
        if not writing.cancelled():
            writing.exception()
        raise
