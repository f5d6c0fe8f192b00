"""The embedded engine as one try at one question: answers by algorithm, without a language model.

Every answer is a function of its question alone, so the same session comes out twice. The work is done in one
thread of its own, a question at a time: vectors take the processor, and the screen has to stay alive.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from importlib.metadata import version
from typing import TypeVar, cast

from pathfinder.adapters.embedded import (
    brief,
    choose,
    conclude,
    decompose,
    facets,
    ideate,
    read,
    resolution,
)
from pathfinder.adapters.language.encoder import DISTRIBUTION, Encoder, encoder
from pathfinder.protocols.calls import Answered, Ask, Reply, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.questions import (
    AuditFacts,
    AuditPoints,
    ChallengeClaims,
    ChoosePages,
    ClaimReviews,
    Conclude,
    Decompose,
    EditAnswer,
    Ideate,
    LabelPairs,
    ReadPage,
    RuleOnResolution,
    WriteAnswer,
    WriteBriefs,
)
from pathfinder.protocols.steps import Step

ENGINE_VERSION = 9
"""Counted up whenever a rule changes an answer: old journals then answer for the old engine only."""
DESCRIPTION = "embedded engine, no language model"
NO_WRITER = "the embedded engine is no language model and writes no answer"

A = TypeVar("A", bound=Frozen)


class EmbeddedAttempt:
    """The `Attempt` port on this machine alone: no key, no network, no cost. Close it when the run ends."""

    def __init__(self) -> None:
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")

    @cached_property
    def identity(self) -> str:
        """The engine and its vectors, known without loading them."""
        return f"embedded/{ENGINE_VERSION} use-m3 {version(DISTRIBUTION)}"

    def fingerprint(self, ask: Ask[A]) -> str:
        """There is no prompt: the call and the engine's version shape the answer."""
        return f"{ask.name} {self.identity}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:  # noqa: ARG002  (no question costs anything)
        """Nothing."""
        return 0

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:  # noqa: ARG002  (where we are changes no answer)
        """The answer, or why there is none."""
        loop = asyncio.get_running_loop()
        found = await loop.run_in_executor(self._worker, _answered, ask)
        if isinstance(found, Unable):
            return Reply(outcome=found)
        return Reply(outcome=Answered(value=cast("A", found)))

    async def close(self) -> None:
        """Let the thread go; questions that wait for it are dropped."""
        self._worker.shutdown(wait=False, cancel_futures=True)


def _answered(ask: Ask[A]) -> Frozen | Unable:
    if isinstance(
        ask, WriteAnswer | EditAnswer
    ):  # Refused before the vectors are loaded, which takes a second.
        return Unable(reason=NO_WRITER)
    return respond(ask, encoder())


def respond(ask: Ask[A], vectors: Encoder) -> Frozen | Unable:
    """The answer to a question, by the module named after its call; it audits and challenges nothing."""
    match ask:
        case Decompose():
            return decompose.answer(ask, vectors)
        case WriteBriefs():
            return brief.answer(ask, vectors)
        case ChoosePages():
            return choose.answer(ask, vectors)
        case ReadPage():
            return read.answer(ask, vectors)
        case Conclude():
            return conclude.answer(ask, vectors)
        case LabelPairs():
            return facets.answer(ask, vectors)
        case RuleOnResolution():
            return resolution.answer(ask, vectors)
        case Ideate():
            return ideate.answer(ask, vectors)
        case AuditFacts():
            return AuditPoints()
        case ChallengeClaims():
            return ClaimReviews()
        case _:
            return Unable(reason=f"the embedded engine has no way to answer {ask.name}")
