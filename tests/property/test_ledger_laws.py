"""The cap holds: whatever fails, is lost, cancelled or killed, nobody is billed more than it.

The judge is an independent bill: the provider below writes down what it charges for every attempt it
received, those whose answer got lost too. One kind charges a price a call, the other by the length of the
answer, which fills the room it was granted as often as not.
"""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.grants import granted_tokens
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import CLOSING_PHASE, MeteredModel
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished
from pathfinder.protocols.calls.ports import Cost, Hold, Room
from pathfinder.protocols.calls.questions import ChoosePages, PageChoice
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed, BudgetExceeded, Interrupted, ProviderFailed
from pathfinder.protocols.ids import StepKey
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal

WORKERS = 64
MOST_LIVES = 4
MOST_TICKS = 50_000
"""Far more turns of the loop than any schedule needs: who is not done by then waits for ever."""
LAST_KILL = 200
DEAREST = 1_000
ANSWER: Answered[PageChoice] = Answered(value=PageChoice(numbers=(1,)))


@dataclass(frozen=True)
class Job:
    """A call somebody wants answered; its question says what it costs at worst."""

    ask: ChoosePages
    step: Step


def a_job(rng: Random, worker: int, turn: int) -> Job:
    worst = rng.choice((0, rng.randint(1, DEAREST // 10), rng.randint(1, DEAREST)))
    phase = CLOSING_PHASE if rng.random() < 0.02 else "EXPLORE"
    ask = ChoosePages(question="q", objective="o", about="a", results=(), most=worst)
    return Job(ask, Step(iteration=1, phase=phase, slot=worker, turn=turn, call=ask.name))


@dataclass
class Provider:
    """Charges for what it receives, and answers, fails or loses the answer on its way."""

    rng: Random
    faults: float
    bill: int = 0
    finished: set[StepKey] = field(default_factory=set)
    """Calls whose outcome somebody has used: to receive one of these again is to be paid twice."""
    open: bool = True
    identity: str = "provider/model"

    def fingerprint(self, ask: Ask[Any]) -> str:
        return ask.name

    def worst_usd_micros(self, ask: Ask[Any]) -> int:
        assert isinstance(ask, ChoosePages)
        return ask.most

    async def reply(self, ask: Ask[Any], step: Step) -> Reply[Any]:
        assert step.key not in self.finished, "a finished call was sent again"
        return await self.charged(self.worst_usd_micros(ask))

    async def charged(self, worst: int) -> Reply[Any]:
        assert self.open, "a dead process sent something"
        await self.pause()
        fault = self.rng.random() / self.faults if self.faults else 1.0
        if fault < 0.02:
            raise ProviderFailed("out of service")
        if fault < 0.5:
            raise AttemptFailed("overloaded", retryable=self.rng.random() < 0.9)
        price = self.rng.choice((0, worst, self.rng.randint(0, worst)))
        self.bill += price
        await self.pause()
        if fault < 1.0:
            raise AttemptFailed("cut off", retryable=True, maybe_paid=True)
        outcome = ANSWER if self.rng.random() < 0.9 else Unable(reason="declined")
        return Reply[Any](outcome=outcome, spent_usd_micros=price)

    async def pause(self) -> None:
        for _ in range(self.rng.choice((0, 0, 0, 1, 3, 10))):
            await asyncio.sleep(0)


@dataclass
class ByLength(Provider):
    """Charges for the prompt and for every token of the answer, up to the room it was granted."""

    counted_asks: set[int] = field(default_factory=set)

    def cost(self, ask: Ask[Any], after: Unfinished | None) -> Cost:
        assert isinstance(ask, ChoosePages)
        draw = Random(ask.most)
        prompt = ask.most // draw.choice((2, 4, 20))
        if ask.most in self.counted_asks:
            prompt //= 2
        most = draw.choice((100, 1_000, 10_000)) * (1 if after is None else 2)
        return Cost(
            usd_micros=prompt,
            room=Room(
                usd_micros_per_million=draw.choice((0, 1, 50_000, 1_000_000)) if ask.most else 0,
                least=draw.randint(1, 200),
                likely=draw.randint(1, 500),
                most=most,
            ),
        )

    async def counted(self, ask: Ask[Any]) -> bool:
        assert isinstance(ask, ChoosePages)
        await self.pause()
        if ask.most in self.counted_asks or self.rng.random() < 0.5:
            return False
        self.counted_asks.add(ask.most)
        return True

    async def turn(self, ask: Ask[Any], max_tokens: int, after: Unfinished | None) -> Reply[Any] | Unfinished:
        cost = self.cost(ask, after)
        assert 1 <= max_tokens <= cost.room.most
        reply = await self.charged(cost.usd_micros + cost.room.usd_micros(max_tokens))
        if after is None and self.rng.random() < 0.15:
            return Unfinished(reason="cut", spent_usd_micros=reply.spent_usd_micros)
        return reply


class Paced(NoLimit):
    """One after another."""

    def __init__(self) -> None:
        self._line = asyncio.Lock()

    async def turn(self, lane: str = "") -> None:  # noqa: ARG002  (one line for all)
        async with self._line:
            await asyncio.sleep(0)


@dataclass
class Life:
    """One process of the session: 64 workers on one ledger, until they are done or killed."""

    provider: Provider
    journal: MemoryJournal
    cap: int
    rng: Random
    stopped: bool = False

    def __post_init__(self) -> None:
        self.ledger = CapLedger.from_entries(self.journal.entries, self.cap, self.cap // 50)
        meter = Meter(self.journal, self.ledger, Paced(), FixedClock(), self.rng, self.gate)
        self.model = MeteredModel(self.provider, meter)

    def gate(self) -> None:
        if self.stopped:
            raise Interrupted("stopped")

    async def work(self, jobs: list[Job]) -> None:
        try:
            for job in jobs:
                await self.model.answer(job.ask, job.step)
                self.provider.finished.add(job.step.key)
        except (BudgetExceeded, ProviderFailed, Interrupted):
            return

    async def run(self, work: list[list[Job]], *, last: bool) -> None:
        """Let everybody work, cancel some, stop or kill at a random moment unless it is the last life."""
        await self.model.charge_in_flight()
        self.check()
        tasks = [asyncio.create_task(self.work(jobs)) for jobs in work]
        kill_at = MOST_TICKS if last else self.rng.randint(0, LAST_KILL)
        stop_at = self.rng.randint(0, LAST_KILL) if not last and self.rng.random() < 0.3 else MOST_TICKS
        for tick in range(MOST_TICKS):
            if tick == kill_at or all(task.done() for task in tasks):
                break
            self.stopped = tick >= stop_at
            if not last and self.rng.random() < 0.02:
                self.rng.choice(tasks).cancel()
            self.check()
            await asyncio.sleep(0)
        assert not last or all(task.done() for task in tasks), "somebody waits for ever"
        # What a new process finds is what is durable now; how the old tasks unwind must not matter to it.
        self.provider.open = False
        on_disk = self.journal.copy()
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        for task in tasks:
            if not task.cancelled():
                task.result()
        self.check()
        assert self.ledger.held_usd_micros == 0, "a hold leaked"
        self.provider.open = True
        self.journal = on_disk

    def check(self) -> None:
        assert self.provider.bill <= self.cap, "overspent"
        assert self.provider.bill <= self.ledger.spent_usd_micros + self.ledger.held_usd_micros
        assert self.ledger.spent_usd_micros + self.ledger.held_usd_micros <= self.cap
        assert self.ledger.overrun_usd_micros == 0


async def session(seed: int) -> None:
    """A whole session of up to four lives on one journal, one provider and one cap."""
    rng = Random(seed)
    work = [[a_job(rng, worker, turn) for turn in range(rng.choice((1, 1, 2)))] for worker in range(WORKERS)]
    whole = sum(job.ask.most for jobs in work for job in jobs)
    cap = rng.choice((0, rng.randint(1, DEAREST), rng.randint(1, whole), 2 * whole))
    provider = rng.choice((Provider, ByLength))(rng, rng.choice((0.0, 0.1, 0.3, 0.8)))
    journal = MemoryJournal(delay=provider.pause)
    lives = rng.randint(1, MOST_LIVES)
    for number in range(1, lives + 1):
        life = Life(provider, journal, cap, rng)
        await life.run(work, last=number == lives)
        journal = life.journal
        done = [entry.step for entry in journal.entries if entry.kind == "done"]
        assert len(done) == len(set(done))
        assert provider.finished <= set(done), "an outcome was used before it was on record"
        assert provider.bill <= CapLedger.from_entries(journal.entries, cap).spent_usd_micros <= cap


# Thousands are drawn by `make soak LEDGER=...`.
@settings(max_examples=max(200, settings().max_examples))
@given(seed=st.integers(0, 2**48))
def test_64_workers_with_faults_cancellations_and_kills_never_overspend(seed: int) -> None:
    asyncio.run(session(seed))


@given(
    free=st.integers(-1_000, 100_000),
    prompt=st.integers(0, 50_000),
    price=st.sampled_from((0, 1, 550_000, 22_000_000)),
    lengths=st.tuples(*(st.integers(1, 40_000) for _ in range(3))),
    likely_of_others=st.integers(0, 10**6),
    others=st.booleans(),
)
def test_a_grant_fits_the_free_money_and_is_worth_sending(
    free: int, prompt: int, price: int, lengths: tuple[int, int, int], likely_of_others: int, others: bool
) -> None:
    least, likely, most = lengths
    room = Room(usd_micros_per_million=price, least=least, likely=likely, most=most)
    tokens = granted_tokens(free, prompt, room, likely_of_others, others=others)
    enough = prompt + room.usd_micros(min(least, most))
    if tokens is None:
        # Who is alone is refused only if the least it needs does not fit.
        assert others or enough > free
    else:
        assert min(least, most) <= tokens <= most
        assert prompt + room.usd_micros(tokens) <= free
        if likely_of_others == 0 and not others:
            assert tokens == most or prompt + room.usd_micros(tokens + 1) > free, "money was left over"


@dataclass
class Asked:
    """One reservation beside the ledger, in plain words."""

    worst: int
    closing: bool
    task: asyncio.Task[Hold]
    state: str = "waiting"


class LedgerBesideAList(RuleBasedStateMachine):
    """The ledger against a list that is walked from the front by the sentence in its docstring."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.asked: list[Asked] = []
        self.spent = self.cap = self.kept = 0

    @initialize(cap=st.integers(0, 1_000), closing_worst=st.integers(0, 200))
    def begin(self, cap: int, closing_worst: int) -> None:
        self.cap = cap
        self.kept = min(cap, max((cap * 3 + 99) // 100, closing_worst))
        self.ledger = CapLedger(cap, closing_worst)

    @rule(worst=st.integers(0, 600), closing=st.booleans())
    def reserve(self, worst: int, closing: bool) -> None:
        step = StepKey(f"1/{len(self.asked)}")
        task = self.loop.create_task(self.ledger.reserve(step, worst, closing=closing))
        self.asked.append(Asked(worst, closing, task))
        self.settle_down()

    @precondition(lambda self: self.of("held"))
    @rule(which=st.integers(0), share=st.integers(0, 100))
    def settle(self, which: int, share: int) -> None:
        self.pay(which, share)
        self.settle_down()

    @precondition(lambda self: self.of("waiting"))
    @rule(which=st.integers(0))
    def cancel(self, which: int) -> None:
        self.drop(which)
        self.settle_down()

    @precondition(lambda self: self.of("held") and self.of("waiting"))
    @rule(paying=st.integers(0), share=st.integers(0, 100), dropping=st.integers(0), first=st.booleans())
    def settle_and_cancel_at_once(self, paying: int, share: int, dropping: int, first: bool) -> None:
        if first:
            self.drop(dropping)
        self.pay(paying, share)
        if not first:
            self.drop(dropping)
        self.settle_down()

    def of(self, state: str) -> list[Asked]:
        return [asked for asked in self.asked if asked.state == state]

    def pay(self, which: int, share: int) -> None:
        held = self.of("held")
        asked = held[which % len(held)]
        cost = asked.worst * share // 100
        self.ledger.settle(asked.task.result(), cost)
        asked.state, self.spent = "settled", self.spent + cost

    def drop(self, which: int) -> None:
        waiting = self.of("waiting")
        asked = waiting[which % len(waiting)]
        asked.task.cancel()
        asked.state = "cancelled"

    def settle_down(self) -> None:
        """Walk the list; let the loop run; compare."""
        blocked = False
        for asked in self.of("waiting"):
            room = self.cap - self.spent - self.held() - (0 if asked.closing else self.kept)
            if asked.worst == 0 or (not blocked and asked.worst <= room):
                asked.state = "held"
            elif self.held():
                blocked = True
            else:
                asked.state = "refused"
        self.loop.run_until_complete(turns())
        assert [state(asked.task) for asked in self.asked] == [
            "held" if asked.state == "settled" else asked.state for asked in self.asked
        ]

    def held(self) -> int:
        return sum(asked.worst for asked in self.of("held"))

    @invariant()
    def the_books_agree(self) -> None:
        if self.asked:
            assert self.ledger.spent_usd_micros == self.spent
            assert self.ledger.held_usd_micros == self.held()
            assert self.spent + self.held() <= self.cap

    def teardown(self) -> None:
        """When everybody who holds something settles it, in the end nobody waits."""
        try:
            while self.of("held"):
                self.pay(0, 0)
                self.settle_down()
            assert self.of("waiting") == []
        finally:
            self.loop.close()


async def turns() -> None:
    for _ in range(6):
        await asyncio.sleep(0)


def state(task: asyncio.Task[Hold]) -> str:
    if not task.done():
        return "waiting"
    if task.cancelled():
        return "cancelled"
    return "refused" if isinstance(task.exception(), BudgetExceeded) else "held"


TestLedgerBesideAList = LedgerBesideAList.TestCase
TestLedgerBesideAList.settings = settings(stateful_step_count=40)
