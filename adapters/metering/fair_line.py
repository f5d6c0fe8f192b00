"""A line that is fair among sessions: they take turns, however many calls each of them has waiting."""

import asyncio
from collections import OrderedDict, deque
from contextvars import ContextVar
from types import TracebackType

WHOSE: ContextVar[str] = ContextVar("whose", default="")
"""The session of a batch that a call belongs to."""
"""The session that a call belongs to; tasks inherit it from the one that started them."""


class FairLine:
    """A lock. Whoever lets go hands over to the next session in turn, and there to who came first."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def __aenter__(self) -> None:
        if not self._held:
            self._held = True
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(WHOSE.get(), deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # It was handed over a moment ago.
                self._pass_on()
            raise

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            whose, line = self._waiting.popitem(last=False)
            while line and line[0].done():  # Cancelled; it must not cost its session a turn.
                line.popleft()
            if not line:
                continue
            turn = line.popleft()
            self._waiting[whose] = line  # Behind all the others.
            turn.set_result(None)
            return
        self._held = False
