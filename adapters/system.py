"""The machine's own clock, and what its operating system says."""

import asyncio
import errno
import time
from datetime import UTC, datetime

from pathfinder.locales.catalogue import Message


class SystemClock:
    """Implements `Clock`; the one place where the time is read."""

    def now(self) -> datetime:
        """The time, in UTC."""
        return datetime.now(UTC)  # noqa: TID251  (this is the clock that others are given)

    def monotonic(self) -> float:
        """Seconds that never go back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)


_REASONS = {
    errno.ENOENT: "os-no-such-file",
    errno.EACCES: "os-permission-denied",
    errno.EISDIR: "os-is-a-folder",
    errno.ENOTDIR: "os-not-a-folder",
    errno.ENOSPC: "os-no-space",
    errno.EROFS: "os-read-only",
}


def system_reason(error: OSError) -> str:
    """What the operating system gave as its reason; the usual ones are messages."""
    known = _REASONS.get(error.errno or 0)
    return Message(known) if known else error.strerror or str(error)
