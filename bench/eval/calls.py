"""Calls to the plain agent and the graders: kept on disk by what was asked, so that none is paid twice."""

import hashlib
import json
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

from pathfinder.adapters.models.seats import SeatedAttempt
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.asks import Answered, Ask, Reply
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed, BudgetExceeded
from pathfinder.protocols.frozen import Frozen

A = TypeVar("A", bound=Frozen)
TRIES, WAIT_SECONDS = 3, 5.0


class Kept(Generic[A], NamedTuple):
    """An answer, or None where the model could not give one, and what it cost when it was paid."""

    value: A | None
    usd_micros: int


class Cache:
    """Values by what they were made of. A file is put in place whole, so a kill leaves none half written."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, key: str, type_: type[A]) -> A | None:
        """The value, if there is one."""
        path = self._folder / f"{key}.json"
        return type_.model_validate_json(path.read_bytes()) if path.is_file() else None

    def put(self, key: str, value: Frozen) -> None:
        """Keep it."""
        draft = self._folder / f".{key}"
        draft.write_text(value.model_dump_json(indent=1), encoding="utf-8")
        Path(draft).replace(self._folder / f"{key}.json")


def digest(*parts: object) -> str:
    """A name for what something was made of."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:32]


class _Line(Frozen):
    value: str
    usd_micros: int


class Calls:
    """Asks, within what may still be spent."""

    def __init__(self, attempt: SeatedAttempt, cache: Cache, cap_usd_micros: int) -> None:
        self._attempt, self._cache, self._clock = attempt, cache, SystemClock()
        self.left_usd_micros = cap_usd_micros
        """Of the money of this run; what is kept costs nothing again. Sessions of the product spend too."""

    async def answer(self, ask: Ask[A], answer: type[A]) -> Kept[A]:
        """What the model says; BudgetExceeded if it might cost more than is left."""
        key = digest(self._attempt.fingerprint(ask), ask.model_dump(mode="json"))
        known = self._cache.get(key, _Line)
        if known is not None:
            return Kept(answer.model_validate_json(known.value), known.usd_micros)
        worst = self._attempt.worst_usd_micros(ask)
        if worst > self.left_usd_micros:
            raise BudgetExceeded(
                f"The next call may cost {worst / 1e6:.2f} USD: raise --budget and run it again."
            )
        self.left_usd_micros -= worst
        spent = worst
        try:
            reply = await self._tried(ask)
            spent = reply.spent_usd_micros
        finally:
            # A call that failed may have been charged: then all it might have cost counts as spent.
            self.left_usd_micros += worst - spent
        if not isinstance(reply.outcome, Answered):
            return Kept(None, spent)
        self._cache.put(key, _Line(value=reply.outcome.value.model_dump_json(), usd_micros=spent))
        return Kept(reply.outcome.value, spent)

    async def _tried(self, ask: Ask[A]) -> Reply[A]:
        for left in range(TRIES - 1, -1, -1):
            await self._attempt.enter(ask, lambda: None)
            try:
                return await self._attempt.reply(ask, Step(iteration=0, phase="EVAL", call=ask.name))
            except AttemptFailed as failure:
                if not failure.helps or not left:
                    raise
                wait = failure.wait_seconds or WAIT_SECONDS
            finally:
                self._attempt.leave(ask)
            await self._clock.sleep(wait)
        raise AssertionError("a try ends in an answer or an error")

    async def close(self) -> None:
        """Give the connections back."""
        await self._attempt.close()
