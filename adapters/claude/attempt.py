"""One try at one question with Claude, or with any server that speaks the Messages API.

A try may take a second turn: more room for an answer that was cut, the rest of a turn that was paused, or one
repair of an answer that does not fit its type. Then the model is unable, and says why.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, assert_never, cast

from pathfinder.adapters.claude.dialect import LOCAL, Dialects
from pathfinder.adapters.claude.faults import NotUnderstood, QuestionTooLong
from pathfinder.adapters.claude.governor import Governor, Need
from pathfinder.adapters.claude.prefixes import Prefixes, worth_keeping
from pathfinder.adapters.claude.prices import PriceTable, listed_prices
from pathfinder.adapters.claude.received import (
    Cut,
    Malformed,
    Paused,
    Received,
    Unfinished,
    is_plain,
    read,
)
from pathfinder.adapters.claude.requests import Request, Worded
from pathfinder.adapters.claude.sending import Wire, connect
from pathfinder.adapters.claude.settings import ClaudeSettings, Connection
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls import Answered, Ask, Reply, Unable, Usage
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.ports import Clock
from pathfinder.protocols.steps import Step

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

__all__ = ["ClaudeAttempt", "connect"]

A = TypeVar("A", bound=Frozen)


class ClaudeAttempt:
    """The `Attempt` port on the Messages API, at the pace its limits allow. Close it when the run ends."""

    def __init__(
        self,
        connection: Connection,
        settings: ClaudeSettings | None = None,
        prices: PriceTable | None = None,
        connecting: "Callable[[Connection], AsyncAnthropic]" = connect,
        clock: Clock | None = None,
    ) -> None:
        time = clock or SystemClock()
        self._connection = connection
        self._settings = settings or ClaudeSettings()
        self._prices = prices or listed_prices()
        self._governor = Governor(time, connection.minute_seconds)
        self._wire = Wire(connection, connecting, self._governor)
        self._prefixes = Prefixes(time.monotonic)
        self._dialects = Dialects(connection.base_url)
        self._worded = Worded(self._settings)

    @property
    def identity(self) -> str:
        """The engine; which model answers differs by call and is in the fingerprint."""
        return "claude"

    def fingerprint(self, ask: Ask[A]) -> str:
        """Prompt, model, effort and room."""
        words, seat = self._settings.prompts[ask.name], self._settings.seat(type(ask))
        return f"{words.name} {words.version} {words.sha256} {seat.model} {seat.effort} {seat.max_tokens}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """The most that both turns of a try can cost; PriceUnknown for a model without a price."""
        asked = self._most(ask)
        return self._prices.worst_usd_micros(asked.seat.model, *asked.most_tokens())

    def lane(self, ask: Ask[A]) -> str:
        """Host and model."""
        return f"{self._connection.base_url} {self._settings.seat(type(ask)).model}"

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        """Returns when the provider's limits allow this call."""
        asked = self._most(ask)
        await self._governor.enter(asked.seat.model, _need(asked, asked.seat.max_tokens), gate)

    def leave(self, ask: Ask[A]) -> None:  # noqa: ARG002  (whoever leaves makes room for any model)
        """The call is over."""
        self._governor.leave()

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:  # noqa: ARG002  (where we are stays at home)
        """The answer, or why there is none, with what it cost; AttemptFailed if nothing came back."""
        dialect = await self._dialects.of(self._wire.client, self._settings.seat(type(ask)).model)
        asked = self._worded.request(ask)._replace(dialect=dialect)
        answer = cast(type[A], ask.answer)
        try:
            asked, first = await self._first(asked)
        except QuestionTooLong as error:
            return Reply(outcome=Unable(reason=str(error), too_long=True))
        outcome = read(first, answer)
        if dialect == LOCAL and first.text and not is_plain(first.text):
            self._dialects.ignored(asked.seat.model, dialect)
        if isinstance(outcome, Answered | Unable):
            return self._reply(asked, outcome, first)
        try:
            second = await self._again(asked, self._second(asked, outcome, first))
        except (AttemptFailed, ProviderFailed) as error:
            if isinstance(error, AttemptFailed) and error.helps:
                # The first turn is paid whatever became of the second.
                raise AttemptFailed(
                    str(error), retryable=True, wait_seconds=error.wait_seconds, maybe_paid=True
                ) from None
            # Whatever ails the provider, the next call will meet it; what was paid here is counted.
            return self._reply(asked, Unable(reason=f"{_why(outcome)}; asked again: {error}"), first)
        if isinstance(outcome, Paused):
            second = second.after(first)
        return self._reply(asked, _settled(read(second, answer)), first, second)

    async def close(self) -> None:
        """Give the connections back."""
        await self._wire.close()

    def _most(self, ask: Ask[A]) -> Request:
        """The largest form this question may be sent in."""
        official = self._dialects.official
        asked = self._worded.request(ask)
        return asked if official else asked._replace(dialect=LOCAL)

    async def _first(self, asked: Request) -> tuple[Request, Received]:
        """The first turn, behind others that begin alike; once more in plainer words if not understood."""
        kept = worth_keeping(asked.seat.model, asked.shared_tokens())
        async with self._prefixes.behind(asked.prefixes() if kept else ()) as started:
            params, need = asked.params(), _need(asked, asked.seat.max_tokens)
            try:
                # Who goes ahead streams: its first event tells that the others may follow.
                return asked, await self._wire.send(params, need, started)
            except NotUnderstood:
                plainer = self._dialects.refused(asked.seat.model, asked.dialect)
                if plainer is None:
                    raise
                asked = asked._replace(dialect=plainer)
                self._governor.again(asked.seat.model, need)
                return asked, await self._wire.send(asked.params(), need)

    async def _again(self, asked: Request, params: "MessageCreateParamsNonStreaming") -> Received:
        need = _need(asked, params["max_tokens"])
        self._governor.again(asked.seat.model, need)
        return await self._wire.send(params, need)

    def _second(
        self, asked: Request, outcome: Unfinished, first: Received
    ) -> "MessageCreateParamsNonStreaming":
        match outcome:
            case Cut():
                return asked.with_more_room()
            case Paused():
                return asked.continued(first.said)
            case Malformed():
                return asked.repaired(outcome)
            case _:
                assert_never(outcome)

    def _reply(self, asked: Request, outcome: Answered[A] | Unable, *turns: Received) -> Reply[A]:
        spent = sum(self._prices.spent_usd_micros(asked.seat.model, turn.usage) for turn in turns)
        return Reply(
            outcome=outcome, usage=_total([turn.usage.counted() for turn in turns]), spent_usd_micros=spent
        )


def _need(asked: Request, max_tokens: int) -> Need:
    return Need(asked.prompt_tokens(), max_tokens)


def _settled(outcome: Answered[A] | Unable | Unfinished) -> Answered[A] | Unable:
    return outcome if isinstance(outcome, Answered | Unable) else Unable(reason=f"{_why(outcome)}, twice")


def _why(outcome: Unfinished) -> str:
    match outcome:
        case Cut():
            return "the answer did not fit into its room"
        case Paused():
            return "the model paused in the middle of its answer"
        case Malformed():
            return f"the answer could not be read ({outcome.problems[0]})"
        case _:
            assert_never(outcome)


def _total(usages: list[Usage]) -> Usage:
    if len(usages) == 1:
        return usages[0]
    return Usage.model_validate(
        {name: sum(getattr(usage, name) for usage in usages) for name in Usage.model_fields}
    )
