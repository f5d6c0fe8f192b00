"""One try at one question with a model: Claude, or whatever a server of another provider has.

A try may take a second turn: more room for an answer that was cut, the rest of a turn that was paused, or one
repair of an answer that does not fit its type; a few kinds of call take a third (`Ask.turns`). Then the model
is unable, and says why. Each turn is paid for on its own: what one came to is known before the next is sent.
"""

from collections.abc import Callable, Mapping
from copy import copy
from typing import TYPE_CHECKING, Generic, TypeVar, assert_never, cast

from pathfinder.adapters.metering.overnight import Deferral
from pathfinder.adapters.models.anthropic.dialect import Dialect, Dialects, Understood
from pathfinder.adapters.models.anthropic.sending import Client, MessagesWire, Wire, connect
from pathfinder.adapters.models.anthropic.servers import Catalogue
from pathfinder.adapters.models.expected import Expected
from pathfinder.adapters.models.faults import AccessRefused, NotUnderstood, QuestionTooLong
from pathfinder.adapters.models.governor import Governor, Need
from pathfinder.adapters.models.prefixes import Prefixes, worth_keeping
from pathfinder.adapters.models.prices import PriceTable, listed_prices
from pathfinder.adapters.models.received import (
    Cut,
    Lacking,
    Malformed,
    Partly,
    Paused,
    Received,
    is_plain,
    read,
    whole_entries,
)
from pathfinder.adapters.models.requests import Request, Worded
from pathfinder.adapters.models.settings import ClaudeSettings, Connection
from pathfinder.adapters.system import SystemClock
from pathfinder.locales.catalogue import Message, joined, text_of
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished, Usage
from pathfinder.protocols.calls.ports import Clock, Cost
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import CallRefused
from pathfinder.protocols.frozen import Frozen

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

__all__ = ["ClaudeAttempt", "ModelAttempt", "connect"]

A = TypeVar("A", bound=Frozen)


class _Halfway(Unfinished):
    """What the last turn brought, for the next."""

    received: Received
    max_tokens: int
    """The room it had."""
    earlier: "_Halfway | None" = None
    """The turn before it."""

    def turns(self) -> "list[_Halfway]":
        """All so far, the last first."""
        return [self, *(self.earlier.turns() if self.earlier else ())]


class ModelAttempt(Generic[Client]):
    """The `Attempt` port on one provider, at the pace its limits allow. Close it when the run ends."""

    def __init__(
        self,
        wire: Wire[Client],
        dialects: Understood[Client],
        governor: Governor,
        connection: Connection,
        settings: ClaudeSettings,
        prices: PriceTable,
        clock: Clock,
        models: Catalogue | None = None,
    ) -> None:
        self._connection = connection
        self._settings = settings
        self._prices = prices
        self._governor = governor
        self._wire = wire
        self._prefixes = Prefixes(clock.monotonic)
        self._dialects = dialects
        self._worded = Worded(self._settings)
        self._catalogue = models
        """What the server has; asked when it refuses something, unless somebody has asked before."""
        self._expected = Expected()
        self._deferral: Deferral | None = None
        """How this attempt waits for a batch, if it does."""

    @property
    def identity(self) -> str:
        """The engine; which model answers differs by call and is in the fingerprint."""
        return self._connection.provider

    def fingerprint(self, ask: Ask[A]) -> str:
        """Prompt, model and effort. How much room an answer has is a matter of money, not of the question."""
        words, seat = self._settings.prompts[ask.name], self._settings.seat(type(ask))
        return f"{words.name} {words.version} {words.sha256} {seat.model} {seat.effort}"

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """The most that all turns of a try can cost, each with all the room there is."""
        asked = self._most(ask)
        room = asked.seat.max_tokens
        again = asked.second_prompt_tokens(asked.more_room if ask.turns > 2 else room), asked.more_room
        turns = ((asked.prompt_tokens(), room), *[again] * (ask.turns - 1))
        return sum(self._prices.worst_usd_micros(asked.seat.model, *turn) for turn in turns)

    def cost(self, ask: Ask[A], after: Unfinished | None) -> Cost:
        """Of one turn; PriceUnknown for a model without a price."""
        asked = self._most(ask)
        prompt, most = asked.prompt_tokens(), asked.seat.max_tokens
        model, cut = asked.seat.model, False
        if isinstance(after, _Halfway):
            cut = isinstance(read(after.received, ask.answer), Cut)
            if cut:
                most = asked.more_room
            else:
                prompt = asked.second_prompt_tokens(after.max_tokens)
        room = self._expected.room(ask.name, self._prices.output_usd_micros_per_million(model, prompt), most)
        if cut and isinstance(after, _Halfway):
            # Half as much again, or it is not worth it; twice as much if it can be had.
            more = {"least": after.max_tokens * 3 // 2, "likely": after.max_tokens * 2}
            room = room.model_copy(update={name: min(most, tokens) for name, tokens in more.items()})
        return Cost(usd_micros=self._prices.worst_usd_micros(model, prompt, 0), room=room)

    async def counted(self, ask: Ask[A]) -> bool:
        """Asks the provider how many tokens the prompt has, which costs nothing; False if it does not say."""
        asked = self._most(ask)
        if asked.counted is not None:
            return False
        tokens = await self._wire.count(asked.params())
        if tokens is None:
            return False
        self._worded.counted(ask, tokens)
        return self._most(ask).prompt_tokens() < asked.prompt_tokens()

    def lane(self, ask: Ask[A]) -> str:
        """Host and model."""
        return f"{self._connection.base_url} {self._settings.seat(type(ask)).model}"

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        """Returns when the provider's limits allow this call."""
        asked = self._most(ask)
        await self._governor.enter(asked.seat.model, Need(asked.prompt_tokens()), gate)

    def leave(self, ask: Ask[A]) -> None:  # noqa: ARG002  (whoever leaves makes room for any model)
        """The call is over."""
        self._governor.leave()

    @property
    def may_wait(self) -> bool:
        """Whether the provider has batches."""
        return self._wire.has_batches

    def deferred(self, ask: Ask[A], deferral: Deferral) -> "ModelAttempt[Client] | None":  # noqa: ARG002  (any can wait)
        """The same by way of a batch, at half the price; None if this provider has none, or not now."""
        if not deferral.open(self._wire.batches):
            return None
        waiting = copy(self)
        waiting._deferral, waiting._prices = deferral, self._prices.halved()
        return waiting

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]:  # noqa: ARG002  (where we are stays at home)
        """All turns, with all the room there is; AttemptFailed if nothing came back."""
        turns: list[Unfinished] = []
        while True:
            after = turns[-1] if turns else None
            got = await self.turn(ask, self.cost(ask, after).room.most, after)
            if isinstance(got, Reply):
                break
            turns.append(got)
        return got.model_copy(
            update={
                "usage": _total([*(turn.usage for turn in turns), got.usage]),
                "spent_usd_micros": sum((turn.spent_usd_micros for turn in turns), got.spent_usd_micros),
            }
        )

    async def turn(self, ask: Ask[A], max_tokens: int, after: Unfinished | None) -> Reply[A] | Unfinished:
        """The answer, or why there is none, with what it cost; AttemptFailed if nothing came back."""
        model = self._settings.seat(type(ask)).model
        dialect = await self._dialects.of(self._wire.client, model, ask.name)
        asked = self._worded.request(ask)._replace(dialect=dialect)
        answer = cast(type[A], ask.answer)
        if context := self._connection.context_tokens:
            cramped = ask.can_shrink and asked.room_in(context) < self._expected.usual(ask.name).answer
            if cramped or asked.least_tokens() > context:
                # Some servers cut such a prompt without a word, and answer what is left of it.
                why = Message("question-too-long-for-model", tokens=context)
                return Reply(outcome=Unable(reason=why, too_long=True))
            asked = asked.within(context)
            max_tokens = min(max_tokens, asked.seat.max_tokens)
        if isinstance(after, _Halfway):
            return await self._next(asked, answer, max_tokens, after, ask.turns)
        try:
            asked, first = await self._first(asked, max_tokens)
        except QuestionTooLong as error:
            return Reply(outcome=Unable(reason=text_of(error), too_long=True))
        except CallRefused as error:
            known = await self._models()
            advice = known.advice(
                self._connection.bare(asked.seat.model), self._connection.base_url, self._wire.via.url_name
            )
            raise CallRefused(text_of(error), advice=advice, maybe_paid=error.maybe_paid) from None
        except AccessRefused as error:
            known = await self._models()
            names = known.named(self._connection.bare(asked.seat.model))
            raise AccessRefused(error.reason, error.variable, names) from None
        outcome = read(first, answer)
        if isinstance(outcome, Partly):
            return self._reply(asked, outcome, first)
        if first.text and not is_plain(first.text):
            self._dialects.ignored(asked.seat.model, dialect)
        if isinstance(outcome, Cut) and max_tokens >= asked.more_room:
            outcome = Unable(reason=_why(outcome, asked, max_tokens))
        usage = first.usage.counted()
        if isinstance(outcome, Answered | Unable):
            if isinstance(outcome, Answered):
                self._expected.heard(ask.name, usage)
            return self._reply(asked, outcome, first)
        return self._unfinished(asked, outcome, first, max_tokens)

    async def exchange(self, asked: Request) -> Received:
        """One request as it is, for a test of the model; NotUnderstood if the server refuses its form."""
        return await self._wire.send(asked.params(), Need(asked.prompt_tokens()))

    async def close(self) -> None:
        """Give the connections back."""
        await self._wire.close()

    async def _models(self) -> Catalogue:
        """What the server has, asked once, whatever it answers."""
        if self._catalogue is None:
            self._catalogue = await self._wire.catalogue()
        return self._catalogue

    def _most(self, ask: Ask[A]) -> Request:
        """The largest form this question may be sent in."""
        return self._worded.request(ask)._replace(dialect=self._dialects.largest)

    async def _first(self, asked: Request, max_tokens: int) -> tuple[Request, Received]:
        """The first turn, behind others that begin alike; in plainer words while it is not understood."""
        # Nobody waits for another on the way to a batch.
        kept = self._deferral is None and worth_keeping(asked.seat.model, asked.shared_tokens())
        async with self._prefixes.behind(asked.prefixes() if kept else ()) as started:
            need = Need(asked.prompt_tokens())
            while True:
                try:
                    # Who goes ahead streams: its first event tells that the others may follow.
                    return asked, await self._sent(asked.params(max_tokens), need, started)
                except NotUnderstood as error:
                    plainer = self._dialects.refused(asked.seat.model, asked.call, asked.dialect, str(error))
                    if plainer is None:
                        raise
                    asked = asked._replace(dialect=plainer)
                    if self._deferral is None:
                        self._governor.again(asked.seat.model, need)

    async def _sent(
        self,
        params: "MessageCreateParamsNonStreaming",
        need: Need,
        started: Callable[[], None] | None = None,
    ) -> Received:
        """What came back, at once or by way of a batch."""
        if self._deferral is None or (batches := self._wire.batches) is None:
            return await self._wire.send(params, need, started)
        return cast(Received, await self._deferral.result(batches, params))

    async def _next(
        self, asked: Request, answer: type[A], max_tokens: int, after: _Halfway, most: int
    ) -> Reply[A] | Unfinished:
        """A further turn; what all of them brought if it is the last."""
        last, lacking = after.received, read(after.received, answer)
        match lacking:
            case Cut():
                params = asked.params(max_tokens)
            case Paused():
                params = asked.continued(last.said, max_tokens)
            case Malformed():
                params = asked.repaired(lacking, max_tokens)
            case _:
                raise AssertionError("an answer that is there needs no further turn")
        turn = await self._sent(params, Need(asked.prompt_tokens()))
        whole = turn.after(last) if isinstance(lacking, Paused) else turn
        outcome, before = read(whole, answer), after.turns()
        if isinstance(outcome, Cut | Malformed):
            if len(before) + 1 < most and not (isinstance(outcome, Cut) and isinstance(lacking, Cut)):
                return self._unfinished(asked, outcome, turn, max_tokens, after)
            # Nobody asks again: what any turn has whole is kept.
            said = (whole, *(turn.received for turn in before))
            found = [one for turn in said if (one := whole_entries(turn, answer)) is not None]
            outcome = max(found, key=lambda one: len(one.answered.value.model_dump_json()), default=outcome)
        rooms = (*(turn.max_tokens for turn in reversed(before)), max_tokens)
        return self._reply(asked, _settled(outcome, asked, *rooms), turn)

    def _unfinished(
        self,
        asked: Request,
        outcome: Lacking,
        turn: Received,
        max_tokens: int,
        earlier: _Halfway | None = None,
    ) -> _Halfway:
        return _Halfway(
            reason=_why(outcome, asked, max_tokens),
            usage=turn.usage.counted(),
            spent_usd_micros=self._spent(asked, turn),
            received=turn,
            max_tokens=max_tokens,
            earlier=earlier,
        )

    def _reply(self, asked: Request, outcome: Answered[A] | Partly[A] | Unable, turn: Received) -> Reply[A]:
        answered, lost = outcome if isinstance(outcome, Partly) else (outcome, ())
        return Reply(
            outcome=answered,
            lost=lost,
            usage=turn.usage.counted(),
            spent_usd_micros=self._spent(asked, turn),
            schema_refused=self._dialects.told(asked.seat.model, asked.call),
        )

    def _spent(self, asked: Request, turn: Received) -> int:
        return self._prices.spent_usd_micros(asked.seat.model, turn.usage)


class ClaudeAttempt(ModelAttempt["AsyncAnthropic"]):
    """On the Messages API, with Anthropic or with any server that speaks it."""

    def __init__(
        self,
        connection: Connection,
        settings: ClaudeSettings | None = None,
        prices: PriceTable | None = None,
        connecting: "Callable[[Connection], AsyncAnthropic]" = connect,
        clock: Clock | None = None,
        models: Catalogue | None = None,
        tested: Mapping[str, Dialect] | None = None,
    ) -> None:
        time = clock or SystemClock()
        governor = Governor(time, connection.minute_seconds, connection.calls_at_once)
        super().__init__(
            MessagesWire(connection, connecting, governor),
            Dialects(connection.base_url, tested),
            governor,
            connection,
            settings or ClaudeSettings(),
            prices or listed_prices(),
            time,
            models,
        )


def _settled(
    outcome: Answered[A] | Partly[A] | Unable | Lacking, asked: Request, *rooms: int
) -> Answered[A] | Partly[A] | Unable:
    if isinstance(outcome, Answered | Partly | Unable):
        return outcome
    return Unable(reason=_why(outcome, asked, *rooms))


def _why(outcome: Lacking, asked: Request, *rooms: int) -> str:
    """What was in the way of the answer, in turns with so much room."""
    match outcome:
        case Cut():
            room = joined("list-and-then", [f"{tokens:,}" for tokens in rooms])
            what = "thinking-too-long" if outcome.thinking else "answer-too-long"
            return Message(f"{what}-paid" if rooms[-1] < asked.seat.max_tokens else what, tokens=room)
        case Paused():
            why = Message("model-paused")
        case Malformed():
            why = Message("answer-unreadable", reason=outcome.problems[0])
        case _:
            assert_never(outcome)
    return Message("times", what=why, count=len(rooms)) if len(rooms) > 1 else why


def _total(usages: list[Usage]) -> Usage:
    return Usage.model_validate(
        {name: sum(getattr(usage, name) for usage in usages) for name in Usage.model_fields}
    )
