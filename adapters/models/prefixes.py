"""The first of several calls that begin alike goes ahead, so that the others find its beginning in the cache.

Five calls sent at once would each write the same beginning, at a quarter more than its price; sent after the
first one's answer has begun, four of them read it at a tenth or less.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

KEPT_SECONDS = 270.0
"""The provider keeps a beginning for 300 s after its last use; a little less is relied upon."""
MOST_WAIT_SECONDS = 10.0
"""Nobody waits longer for the one ahead, whose answer may never begin."""

LEAST_TOKENS = {
    "claude-haiku-5-5": 512,
    "claude-opus-5-5": 512,
    "claude-sonnet-5-5": 512,
    "claude-haiku-4-5": 4_096,
    "claude-opus-4-5": 4_096,
    "claude-opus-4-6": 4_096,
    "claude-sonnet-4-6": 2_048,
}
"""Shorter beginnings are not kept. Models that are not listed: `LEAST_TOKENS_ELSEWHERE`."""
LEAST_TOKENS_ELSEWHERE = 1_024


def worth_keeping(model: str, tokens: int) -> bool:
    """Whether the provider keeps a beginning of about so many tokens."""
    return tokens >= LEAST_TOKENS.get(model, LEAST_TOKENS_ELSEWHERE)


class Prefixes:
    """What is in the provider's cache, and who is just putting something there."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._used: dict[str, float] = {}
        self._ahead: dict[str, asyncio.Event] = {}

    def __len__(self) -> int:
        """How many beginnings are remembered."""
        return len(self._used)

    @asynccontextmanager
    async def behind(self, names: Sequence[str]) -> AsyncIterator[Callable[[], None] | None]:
        """Waits while another call with one of these beginnings is ahead and its answer has not begun.

        Yields None if all of them are kept already, or else what to call once the answer has begun: this call
        is the first with one of them.
        """
        for name in names:
            ahead = self._ahead.get(name)
            if ahead is not None and not self._kept(name):
                try:
                    async with asyncio.timeout(MOST_WAIT_SECONDS):
                        await ahead.wait()
                except TimeoutError:
                    break
        mine = [name for name in names if not self._kept(name) and name not in self._ahead]
        begun = asyncio.Event()
        self._ahead |= dict.fromkeys(mine, begun)

        def started() -> None:
            self._use(names)
            begun.set()

        try:
            yield started if mine else None
            if not mine and all(self._kept(name) for name in names):
                self._use(names)
        finally:
            # However it ended: the next one need not wait for it.
            begun.set()
            for name in mine:
                del self._ahead[name]

    def _use(self, names: Sequence[str]) -> None:
        """They are in the provider's cache from now on; what has left it is forgotten here too."""
        self._used = {name: at for name, at in self._used.items() if self._kept(name)}
        self._used |= dict.fromkeys(names, self._monotonic())

    def _kept(self, name: str) -> bool:
        used = self._used.get(name)
        return used is not None and self._monotonic() - used < KEPT_SECONDS
