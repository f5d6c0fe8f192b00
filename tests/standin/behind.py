"""The embedded engine behind the wire: what comes over HTTP is answered by algorithm, with real quotes.

A request holds its question as text for a model. The test's process knows the typed question as well; it
writes it down under the words it sends, and the stand-in looks it up there.
"""

from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.requests import request
from pathfinder.adapters.claude.settings import ClaudeSettings
from pathfinder.adapters.embedded.attempt import respond
from pathfinder.adapters.language.encoder import encoder
from pathfinder.protocols.calls import Ask, Reply, Unable, Unfinished
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ports import Cost
from pathfinder.protocols.questions import AuditFacts, ChallengeClaims
from pathfinder.protocols.steps import Step
from tests.standin.answers import answer
from tests.standin.material import material, text

A = TypeVar("A", bound=Frozen)


class Register:
    """Questions by the words they are sent in."""

    def __init__(self) -> None:
        self._asks: dict[str, Ask[Any]] = {}
        self._one_at_a_time = Lock()

    def note(self, words: str, ask: Ask[Any]) -> None:
        """This question is about to be sent in these words."""
        self._asks[words] = ask

    def answer(self, body: dict[str, Any]) -> Any:
        """What the embedded engine says to a request; what it declines is no answer of the type.

        It neither audits nor reviews: those questions get the plain answers of the stand-in.
        """
        ask = self._asks[text(body["messages"][0]["content"])]
        if isinstance(ask, AuditFacts | ChallengeClaims):
            return answer(material(body))
        with self._one_at_a_time:
            found = respond(ask, encoder())
        return {"declined": found.reason} if isinstance(found, Unable) else found.model_dump(mode="json")


class Overheard:
    """A `ClaudeAttempt` whose questions are noted before they are sent."""

    def __init__(
        self, attempt: ClaudeAttempt, register: Register, settings: ClaudeSettings | None = None
    ) -> None:
        self._attempt = attempt
        self._register = register
        self._settings = settings or ClaudeSettings()
        self.identity = attempt.identity

    def fingerprint(self, ask: Ask[A]) -> str:
        return self._attempt.fingerprint(ask)

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        return self._attempt.worst_usd_micros(ask)

    def lane(self, ask: Ask[A]) -> str:
        return self._attempt.lane(ask)

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        await self._attempt.enter(ask, gate)

    def leave(self, ask: Ask[A]) -> None:
        self._attempt.leave(ask)

    def cost(self, ask: Ask[A], after: Unfinished | None) -> Cost:
        return self._attempt.cost(ask, after)

    async def counted(self, ask: Ask[A]) -> bool:
        return await self._attempt.counted(ask)

    async def turn(self, ask: Ask[A], max_tokens: int, after: Unfinished | None) -> Reply[A] | Unfinished:
        self._register.note(request(ask, self._settings).varying, ask)
        return await self._attempt.turn(ask, max_tokens, after)

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:
        self._register.note(request(ask, self._settings).varying, ask)
        return await self._attempt.reply(ask, step)

    async def close(self) -> None:
        await self._attempt.close()
