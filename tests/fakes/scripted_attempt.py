"""Attempts that go as a test says: a reply, a failure, or a wait for the test's word."""

import asyncio
from collections import deque
from collections.abc import Iterable
from typing import Any

from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Usage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen

Scripted = Frozen | Unable | Exception | asyncio.Event


class ScriptedAttempt:
    """Plays its script from the front; when that is over, every attempt gets `otherwise`.

    An exception is raised; an event is waited for, and the next item played after it.
    """

    def __init__(self, script: Iterable[Scripted] = (), otherwise: Frozen | None = None) -> None:
        self.script = deque(script)
        self.otherwise = otherwise
        self.identity = "scripted/one"
        self.prompt = "p1"
        self.worst = 100
        self.spent = 40
        self.sent: list[Step] = []
        """Every attempt the provider received."""

    def fingerprint(self, ask: Ask[Any]) -> str:
        return self.prompt

    def worst_usd_micros(self, ask: Ask[Any]) -> int:
        return self.worst

    async def reply(self, ask: Ask[Any], step: Step) -> Reply[Any]:
        self.sent.append(step)
        item = self._next()
        while isinstance(item, asyncio.Event):
            await item.wait()
            item = self._next()
        if isinstance(item, Exception):
            raise item
        outcome = item if isinstance(item, Unable) else Answered[Any](value=item)
        usage = Usage(input_tokens=10, output_tokens=3, cache_read_tokens=5)
        return Reply[Any](outcome=outcome, usage=usage, spent_usd_micros=self.spent)

    def _next(self) -> Scripted:
        if self.script:
            return self.script.popleft()
        assert self.otherwise is not None, "an attempt the test did not expect"
        return self.otherwise
