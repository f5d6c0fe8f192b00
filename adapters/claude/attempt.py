"""One try at one question with Claude, or with any server that speaks the Messages API.

A try may take a second turn: more room for an answer that was cut, or one repair of an answer that does not
fit its type. Then the model is unable, and says why.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from pydantic import ValidationError

from pathfinder.adapters.claude.faults import sdk_failures, told, unreadable
from pathfinder.adapters.claude.prices import PriceTable, listed_prices
from pathfinder.adapters.claude.received import Cut, Malformed, Received, read
from pathfinder.adapters.claude.requests import Request, request
from pathfinder.adapters.claude.settings import ClaudeSettings, Connection
from pathfinder.protocols.calls import Answered, Ask, Reply, Unable, Usage
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, ProviderFailed
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.steps import Step

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

A = TypeVar("A", bound=Frozen)


def connect(connection: Connection) -> "AsyncAnthropic":
    """A client that tries once, sends no traces, and takes key and address from nowhere else."""
    from anthropic import AsyncAnthropic, Timeout

    key = connection.key.get_secret_value()
    # The HTTP client would name the whole header in its complaint.
    if not key or not key.isascii() or not key.isprintable() or " " in key:
        raise KeyRefused(
            "The API key is empty or holds characters that no key has; set ANTHROPIC_API_KEY anew."
        )
    return AsyncAnthropic(
        api_key=key,
        base_url=connection.base_url,
        timeout=Timeout(connection.timeout_seconds, connect=min(10.0, connection.timeout_seconds)),
        max_retries=0,
        open_telemetry=False,
    )


class ClaudeAttempt:
    """The `Attempt` port on the Messages API. Close it when the run ends."""

    def __init__(
        self,
        connection: Connection,
        settings: ClaudeSettings | None = None,
        prices: PriceTable | None = None,
        connecting: "Callable[[Connection], AsyncAnthropic]" = connect,
    ) -> None:
        self._connection = connection
        self._settings = settings or ClaudeSettings()
        self._prices = prices or listed_prices()
        self._connecting = connecting
        self._client: AsyncAnthropic | None = None

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
        asked = request(ask, self._settings)
        return self._prices.worst_usd_micros(asked.seat.model, *asked.most_tokens())

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:  # noqa: ARG002  (where we are stays at home)
        """The answer, or why there is none, with what it cost; AttemptFailed if nothing came back."""
        asked, answer = request(ask, self._settings), cast(type[A], ask.answer)
        first = await self._send(asked.params())
        outcome = read(first, answer)
        if not isinstance(outcome, Cut | Malformed):
            return self._reply(asked, outcome, first)
        again = asked.with_more_room() if isinstance(outcome, Cut) else asked.repaired(outcome)
        try:
            second = await self._send(again)
        except (AttemptFailed, ProviderFailed) as error:
            if isinstance(error, AttemptFailed) and error.helps:
                # The first turn is paid whatever became of the second.
                raise AttemptFailed(
                    str(error), retryable=True, wait_seconds=error.wait_seconds, maybe_paid=True
                ) from None
            # Whatever ails the provider, the next call will meet it; what was paid here is counted.
            return self._reply(asked, Unable(reason=f"{_why(outcome)}; asked again: {error}"), first)
        return self._reply(asked, _settled(read(second, answer)), first, second)

    async def close(self) -> None:
        """Give the connections back."""
        client, self._client = self._client, None
        if client is not None:
            await client.close()

    async def _send(self, params: "MessageCreateParamsNonStreaming") -> Received:
        if self._client is None:
            self._client = self._connecting(self._connection)
        try:
            message = await self._client.messages.create(**params)
        except sdk_failures() as error:
            # The SDK's error holds the request and so the key: it must not travel along.
            raise told(error, self._connection.key.get_secret_value()) from None
        try:
            received = Received.model_validate(message)
        except ValidationError:
            raise unreadable() from None
        if not received.stop_reason:
            raise unreadable()
        return received

    def _reply(self, asked: Request, outcome: Answered[A] | Unable, *turns: Received) -> Reply[A]:
        spent = sum(self._prices.spent_usd_micros(asked.seat.model, turn.usage) for turn in turns)
        return Reply(
            outcome=outcome, usage=_total([turn.usage.counted() for turn in turns]), spent_usd_micros=spent
        )


def _settled(outcome: Answered[A] | Unable | Cut | Malformed) -> Answered[A] | Unable:
    return Unable(reason=f"{_why(outcome)}, twice") if isinstance(outcome, Cut | Malformed) else outcome


def _why(outcome: Cut | Malformed) -> str:
    if isinstance(outcome, Cut):
        return "the answer did not fit into its room"
    return f"the answer could not be read ({outcome.problems[0]})"


def _total(usages: list[Usage]) -> Usage:
    return Usage.model_validate(
        {name: sum(getattr(usage, name) for usage in usages) for name in Usage.model_fields}
    )
