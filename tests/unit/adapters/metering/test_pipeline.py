"""Nothing finished is paid twice, nothing in flight is forgotten, nothing is sent past a stop."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

import pytest

from pathfinder.adapters.metering.attempts import CallEvent, Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import CLOSING_PHASE, MeteredModel
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.calls.ports import Attempt, Limiter, Model
from pathfinder.protocols.calls.questions import ChoosePages, PageChoice
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import (
    AttemptFailed,
    BudgetExceeded,
    Interrupted,
    KeyRefused,
    PriceUnknown,
    ProviderFailed,
    ReplayDiverged,
)
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.scripted_attempt import ScriptedAttempt

ASK = ChoosePages(question="q", objective="o", about="a", results=(), most=3)
CHOICE = PageChoice(numbers=(3, 1))
ANSWER: Answered[PageChoice] = Answered(value=CHOICE)


def a_step(item: str = "a", phase: str = "EXPLORE") -> Step:
    return Step(iteration=1, phase=phase, call=ASK.name, item=item)


def overloaded(*, maybe_paid: bool = False, wait_seconds: float | None = None) -> AttemptFailed:
    return AttemptFailed("overloaded", retryable=True, maybe_paid=maybe_paid, wait_seconds=wait_seconds)


def refused() -> AttemptFailed:
    return AttemptFailed("too large", retryable=False)


class Life:
    """One process: what it wires, over a journal and a provider that outlive it."""

    def __init__(
        self, attempt: ScriptedAttempt, journal: MemoryJournal | None = None, cap: int | None = 1_000
    ) -> None:
        self.attempt = attempt
        self.journal = journal or MemoryJournal()
        self.ledger = CapLedger.from_entries(self.journal.entries, cap)
        self.clock = FixedClock()
        self.told: list[CallEvent] = []
        self.stopped = False
        self.limiter: Limiter = NoLimit()

    def gate(self) -> None:
        if self.stopped:
            raise Interrupted("You stopped the run.")

    @property
    def model(self) -> MeteredModel:
        return MeteredModel(
            self.attempt,
            Meter(
                self.journal, self.ledger, self.limiter, self.clock, Random(1), self.gate, self.told.append
            ),
        )

    def next(self) -> "Life":
        """The process after a kill: all it has is the disk."""
        return Life(self.attempt, self.journal.copy())


def playing(*script: PageChoice | Unable | Exception | asyncio.Event) -> Life:
    return Life(ScriptedAttempt(script))


def test_an_answer_is_on_record_before_it_is_used() -> None:
    async def run() -> None:
        life = playing(CHOICE)
        assert await life.model.answer(ASK, a_step()) == ANSWER
        sent, done = life.journal.entries
        assert (sent.kind, sent.usd_micros) == ("sent", 100)
        assert (done.kind, done.usd_micros, done.tokens) == ("done", 40, (15, 3))
        assert done.fingerprint == life.attempt.fingerprint(ASK)
        assert {(entry.step, entry.attempt, entry.role, entry.engine) for entry in (sent, done)} == {
            (a_step().key, 1, "explorer", "scripted/one")
        }
        assert life.ledger.spend.by_role == {"explorer": 40}
        assert life.ledger.spend.by_engine == {"scripted/one": 40}
        assert life.ledger.held_usd_micros == 0
        assert life.told == [
            CallEvent(a_step().key, "sent", 1, 100, (0, 0)),
            CallEvent(
                a_step().key, "done", 1, 40, (15, 3), engine="scripted/one", model="scripted/one", took=0.0
            ),
        ]

    asyncio.run(run())


@pytest.mark.parametrize("script", [(CHOICE,), (Unable(reason="declined"),), (refused(),)])
def test_a_finished_call_is_never_sent_again(script: tuple[PageChoice | Unable | Exception, ...]) -> None:
    async def run() -> None:
        life = playing(*script)
        first = await life.model.answer(ASK, a_step())
        for _ in range(3):
            life = life.next()
            assert await life.model.answer(ASK, a_step()) == first
        assert len(life.attempt.sent) == 1
        assert [told.kind for told in life.told] == ["replayed"]

    asyncio.run(run())


def test_a_replay_works_without_money_and_after_a_stop() -> None:
    async def run() -> None:
        life = playing(CHOICE)
        await life.model.answer(ASK, a_step())
        life = Life(life.attempt, life.journal, cap=0)
        life.stopped = True
        assert await life.model.answer(ASK, a_step()) == ANSWER

    asyncio.run(run())


def test_a_step_asked_with_other_input_stops_the_run() -> None:
    async def run() -> None:
        life = playing(CHOICE)
        await life.model.answer(ASK, a_step())
        with pytest.raises(ReplayDiverged):
            await life.model.answer(ASK.model_copy(update={"most": 4}), a_step())
        life.attempt.prompt = "p2"
        with pytest.raises(ReplayDiverged):
            await life.model.answer(ASK, a_step())

    asyncio.run(run())


def test_a_step_asked_twice_at_once_is_a_bug_and_not_two_bills() -> None:
    async def run() -> None:
        answer = asyncio.Event()
        life = playing(answer, CHOICE)
        model = life.model
        first = asyncio.create_task(model.answer(ASK, a_step()))
        await asyncio.sleep(0)
        with pytest.raises(ValueError, match="twice at once"):
            await model.answer(ASK, a_step())
        answer.set()
        assert await first == ANSWER

    asyncio.run(run())


def test_a_failure_that_a_retry_helps_is_retried_under_its_own_hold() -> None:
    async def run() -> None:
        life = playing(overloaded(), overloaded(wait_seconds=9), CHOICE)
        assert await life.model.answer(ASK, a_step()) == ANSWER
        assert life.journal.kinds() == ["sent", "failed", "sent", "failed", "sent", "done"]
        assert [entry.attempt for entry in life.journal.entries] == [1, 1, 2, 2, 3, 3]
        assert life.ledger.spent_usd_micros == 40
        assert 9 <= life.clock.monotonic() <= 15
        waits = [told for told in life.told if told.kind == "waiting"]
        assert waits[-1].reason == "overloaded"
        assert 9 <= waits[-1].seconds <= 13

    asyncio.run(run())


def test_a_provider_that_says_when_to_come_back_is_left_alone_by_all_who_share_its_limiter() -> None:
    class Noting(NoLimit):
        def __init__(self) -> None:
            self.turns: list[str] = []
            self.rests: list[tuple[str, float]] = []

        async def turn(self, lane: str = "") -> None:
            self.turns.append(lane)

        async def rest(self, lane: str, seconds: float) -> None:
            self.rests.append((lane, seconds))

    async def run() -> None:
        life = playing(overloaded(), overloaded(wait_seconds=9), CHOICE)
        life.limiter = noting = Noting()
        assert await life.model.answer(ASK, a_step()) == ANSWER
        assert noting.rests == [(life.attempt.identity, 9)]
        assert noting.turns == [life.attempt.identity] * 3

    asyncio.run(run())


def test_an_attempt_that_may_have_been_paid_costs_its_worst_case() -> None:
    async def run() -> None:
        life = playing(overloaded(maybe_paid=True), CHOICE)
        assert await life.model.answer(ASK, a_step()) == ANSWER
        assert [entry.usd_micros for entry in life.journal.entries] == [100, 100, 100, 40]
        assert life.ledger.spent_usd_micros == 140
        assert life.next().ledger.spent_usd_micros == 140

    asyncio.run(run())


def test_after_six_attempts_the_call_is_unable_and_stays_so() -> None:
    async def run() -> None:
        life = playing(*(overloaded(wait_seconds=1) for _ in range(6)))
        unable = Unable(reason="overloaded (6 attempts)")
        assert await life.model.answer(ASK, a_step()) == unable
        assert len(life.attempt.sent) == 6
        assert life.journal.kinds()[-2:] == ["failed", "done"]
        assert await life.next().model.answer(ASK, a_step()) == unable

    asyncio.run(run())


def test_a_failure_no_retry_helps_is_tried_once() -> None:
    async def run() -> None:
        life = playing(refused())
        assert await life.model.answer(ASK, a_step()) == Unable(reason="too large")
        assert life.clock.slept == []

    asyncio.run(run())


@pytest.mark.parametrize(("why", "told"), [("\ud800", "?"), ("", "the call failed and gave no reason")])
def test_a_failure_without_words_that_a_file_can_hold_is_an_outcome_too(why: str, told: str) -> None:
    async def run() -> None:
        life = playing(AttemptFailed(why, retryable=False))
        assert await life.model.answer(ASK, a_step()) == Unable(reason=told)
        assert await life.next().model.answer(ASK, a_step()) == Unable(reason=told)

    asyncio.run(run())


def test_a_long_retry_after_pauses_the_run_and_is_no_outcome() -> None:
    async def run() -> None:
        life = playing(overloaded(wait_seconds=3_600), CHOICE)
        with pytest.raises(ProviderFailed, match="3,600 s"):
            await life.model.answer(ASK, a_step())
        assert life.journal.kinds() == ["sent", "failed"]
        assert await life.next().model.answer(ASK, a_step()) == ANSWER

    asyncio.run(run())


def test_a_refused_key_ends_the_run_costs_nothing_and_is_asked_again_on_resume() -> None:
    async def run() -> None:
        life = playing(KeyRefused("The key is wrong."), CHOICE)
        with pytest.raises(KeyRefused):
            await life.model.answer(ASK, a_step())
        assert life.journal.kinds() == ["sent", "failed"]
        assert life.ledger.spent_usd_micros == 0
        assert life.ledger.held_usd_micros == 0
        life = life.next()
        assert await life.model.charge_in_flight() == ()
        assert await life.model.answer(ASK, a_step()) == ANSWER

    asyncio.run(run())


def test_an_unknown_price_is_refused_before_anything_is_sent() -> None:
    class Unpriced(ScriptedAttempt):
        def worst_usd_micros(self, ask: object) -> int:
            raise PriceUnknown(f"No price is known for {ask}.")

    async def run() -> None:
        life = Life(Unpriced())
        with pytest.raises(PriceUnknown):
            await life.model.answer(ASK, a_step())
        assert life.attempt.sent == []
        assert list(life.journal.entries) == []

    asyncio.run(run())


def test_a_call_that_does_not_fit_ends_the_run_and_a_higher_cap_goes_on() -> None:
    async def run() -> None:
        life = Life(ScriptedAttempt(otherwise=CHOICE), cap=150)
        await life.model.answer(ASK, a_step("a"))
        life.attempt.worst = 200
        with pytest.raises(BudgetExceeded):
            await life.model.answer(ASK, a_step("b"))
        assert len(life.attempt.sent) == 1
        assert await life.next().model.answer(ASK, a_step("b")) == ANSWER

    asyncio.run(run())


def test_only_the_closing_phase_takes_what_is_kept_back() -> None:
    async def run() -> None:
        life = Life(ScriptedAttempt(otherwise=CHOICE))
        life.ledger = CapLedger(150, 100)
        with pytest.raises(BudgetExceeded):
            await life.model.answer(ASK, a_step())
        assert await life.model.answer(ASK, a_step(phase=CLOSING_PHASE)) == ANSWER

    asyncio.run(run())


def test_what_costs_nothing_needs_no_entry_before_it_is_sent() -> None:
    async def run() -> None:
        life = playing(CHOICE)
        life.attempt.worst = life.attempt.spent = 0
        assert await life.model.answer(ASK, a_step()) == ANSWER
        assert life.journal.kinds() == ["done"]

    asyncio.run(run())


@pytest.mark.parametrize("when", ["before", "in line", "between attempts"])
def test_nothing_is_sent_after_a_stop(when: str) -> None:
    async def run() -> None:
        life = playing(overloaded(), CHOICE)

        class Stopping(NoLimit):
            async def turn(self, lane: str = "") -> None:  # noqa: ARG002  (one line for all)
                life.stopped = when == "in line"

        async def stopping(seconds: float) -> None:
            del seconds
            life.stopped = True

        life.stopped = when == "before"
        life.limiter = Stopping()
        life.clock.sleep = stopping  # type: ignore[method-assign]  # the stop comes in the pause
        with pytest.raises(Interrupted):
            await life.model.answer(ASK, a_step())
        assert len(life.attempt.sent) == (1 if when == "between attempts" else 0)
        assert life.ledger.held_usd_micros == 0
        assert life.ledger.spent_usd_micros == 0
        assert "done" not in life.journal.kinds()
        assert await life.next().model.answer(ASK, a_step()) in (ANSWER, Unable(reason="overloaded"))

    asyncio.run(run())


async def cancelled_when(life: Life, ready: Callable[[], bool]) -> None:
    call = asyncio.create_task(life.model.answer(ASK, a_step()))
    for _ in range(20):
        await asyncio.sleep(0)
    assert ready()
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call


def test_a_call_cancelled_in_flight_is_charged_at_its_worst_case_and_listed_on_resume() -> None:
    async def run() -> None:
        life = playing(asyncio.Event(), CHOICE)
        await cancelled_when(life, lambda: len(life.attempt.sent) == 1)
        assert life.journal.kinds() == ["sent"]
        assert life.ledger.spent_usd_micros == 100
        assert life.ledger.held_usd_micros == 0

        life = life.next()
        assert life.ledger.spent_usd_micros == 100
        (charged,) = await life.model.charge_in_flight()
        assert (charged.kind, charged.step, charged.usd_micros) == ("charged", a_step().key, 100)
        assert "in flight" in charged.outcome
        assert life.told == [CallEvent(a_step().key, "charged", 1, 100, (0, 0), charged.outcome)]
        assert await life.model.answer(ASK, a_step()) == ANSWER
        assert life.journal.entries[-1].attempt == 2
        assert life.ledger.spent_usd_micros == 140

        life = life.next()
        assert life.ledger.spent_usd_micros == 140
        # No new charge, and the old one is still told: no saved graph has it yet.
        assert await life.model.charge_in_flight() == (charged,)
        assert life.journal.kinds().count("charged") == 1

    asyncio.run(run())


def test_a_call_cancelled_before_it_is_sent_costs_nothing() -> None:
    class Never(NoLimit):
        def __init__(self) -> None:
            self.asked = False

        async def turn(self, lane: str = "") -> None:  # noqa: ARG002  (one line for all)
            self.asked = True
            await asyncio.Event().wait()

    async def run() -> None:
        life = playing()
        life.limiter = never = Never()
        await cancelled_when(life, lambda: never.asked)
        assert list(life.journal.entries) == []
        assert (life.ledger.spent_usd_micros, life.ledger.held_usd_micros) == (0, 0)

    asyncio.run(run())


def test_an_answer_that_has_come_is_recorded_though_the_caller_is_cancelled() -> None:
    async def run() -> None:
        life = playing(CHOICE)
        disk = asyncio.Event()

        async def slow_once_sent() -> None:
            if life.attempt.sent:
                await disk.wait()

        life.journal = MemoryJournal(delay=slow_once_sent)
        call = asyncio.create_task(life.model.answer(ASK, a_step()))
        for _ in range(20):
            await asyncio.sleep(0)
        assert life.journal.kinds() == ["sent"]
        call.cancel()
        disk.set()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert life.ledger.spent_usd_micros == 40
        assert await life.next().model.answer(ASK, a_step()) == ANSWER
        assert len(life.attempt.sent) == 1

    asyncio.run(run())


def test_a_bug_in_an_engine_is_no_outcome_and_leaves_no_hold() -> None:
    async def run() -> None:
        life = playing(KeyError("bug"))
        with pytest.raises(KeyError):
            await life.model.answer(ASK, a_step())
        assert life.journal.kinds() == ["sent"]
        assert (life.ledger.spent_usd_micros, life.ledger.held_usd_micros) == (100, 0)

    asyncio.run(run())


def test_killed_after_any_write_a_call_is_paid_again_only_if_it_was_in_flight() -> None:
    """The journal cut after each entry is what a kill leaves behind."""

    async def run() -> None:
        whole = playing(overloaded(), overloaded(maybe_paid=True), CHOICE)
        await whole.model.answer(ASK, a_step())
        entries = whole.journal.entries
        for length in range(len(entries) + 1):
            attempt = ScriptedAttempt(otherwise=CHOICE)
            life = Life(attempt, MemoryJournal(entries[:length]))
            charged = await life.model.charge_in_flight()
            assert len(charged) == (1 if length and entries[length - 1].kind == "sent" else 0)
            assert await life.model.answer(ASK, a_step()) == ANSWER
            assert len(attempt.sent) == (0 if length == len(entries) else 1)
            paid = sum(entry.usd_micros for entry in life.journal.entries if entry.kind != "sent")
            assert life.ledger.spent_usd_micros == paid

    asyncio.run(run())


def test_the_model_is_what_roles_ask() -> None:
    attempt: Attempt = ScriptedAttempt()
    model: Model = Life(ScriptedAttempt()).model
    answer: Callable[[ChoosePages, Step], Awaitable[Answered[PageChoice] | Unable]] = model.answer
    assert callable(answer)
    assert attempt.identity
