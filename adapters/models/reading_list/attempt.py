"""The reading list as one try at one question: no key, no network, no cost.

Every answer is a function of its question alone. The work is done in one thread, a question at a time, so
that the screen stays alive.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, TypeVar, cast

from pathfinder.adapters.language import ENCODER
from pathfinder.adapters.models.reading_list import parts, reading, searching
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.reading_list import NOT_JUDGED
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable
from pathfinder.protocols.calls.questions import (
    AuditFacts,
    AuditPoints,
    ChoosePages,
    Conclude,
    Conclusion,
    Decompose,
    Reading,
    ReadPage,
    WriteAnswer,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.frozen import Frozen

if TYPE_CHECKING:
    from pathfinder.adapters.language.encoder import Encoder

ENGINE_VERSION = 7
"""Raised whenever a rule changes answers: the journal of an open iteration is then not replayed."""

A = TypeVar("A", bound=Frozen)


def _nobody(_: ReadPage, __: Reading) -> None:
    """Nobody watches."""


class ReadingListAttempt:
    """The `Attempt` port without a model. Close it when the run ends."""

    def __init__(self, watch: Callable[[ReadPage, Reading], None] = _nobody) -> None:
        """`watch` is called with the passages of each page, as soon as they are found."""
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="reading-list")
        self._watch = watch

    @cached_property
    def identity(self) -> str:
        """The engine and its vectors, known without loading them."""
        return f"reading-list/{ENGINE_VERSION} use-m3 {version(ENCODER)}"

    def fingerprint(self, ask: Ask[A]) -> str:
        """There is no prompt: the call and the version of the engine determine the answer."""
        return f"{ask.name} {self.identity}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:  # noqa: ARG002  (no question costs anything)
        """Nothing."""
        return 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:  # noqa: ARG002  (the step changes no answer)
        """The answer, or why there is none."""
        found = await asyncio.get_running_loop().run_in_executor(self._worker, respond, ask)
        if isinstance(found, Unable):
            return Reply(outcome=found)
        if isinstance(ask, ReadPage) and isinstance(found, Reading):
            self._watch(ask, found)
        return Reply(outcome=Answered(value=cast("A", found)))

    async def close(self) -> None:
        """Let the thread go; questions that wait for it are dropped."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def respond(ask: Ask[A]) -> Frozen | Unable:
    """The answer to a question; vectors are loaded only for the calls that need them.

    No claim is made of what was read, so no rule gives a verdict: passages are grouped and compared when the
    list is built (`listing.py`).
    """
    match ask:
        case Decompose():
            return parts.answer(ask)
        case WriteBriefs():
            return searching.briefs(ask)
        case ChoosePages():
            return searching.choice(ask, _encoder())
        case ReadPage():
            return reading.answer(ask, _encoder())
        case Conclude():
            return Conclusion(state="exhausted")
        case AuditFacts():
            return AuditPoints()
        case WriteAnswer():
            return Unable(reason=Message("no-writer"))
        case _:
            return Unable(reason=Message(NOT_JUDGED))


def _encoder() -> "Encoder":
    from pathfinder.adapters.language.encoder import encoder

    return encoder()
