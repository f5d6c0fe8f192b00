"""A provider in trouble: few calls are sent twice, none is given up, and an outage ends as a paused run."""

import asyncio
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from pathfinder.adapters.metering.attempts import CallEvent, Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.metering.recovery import OUTAGE_SECONDS, PROBE_SECONDS, RETRIES, Breaker, RetryBudget
from pathfinder.adapters.metering.retry import MOST_ATTEMPTS
from pathfinder.protocols.calls.asks import Answered, Ask, Reply
from pathfinder.protocols.calls.questions import ChoosePages, PageChoice
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed, Interrupted, ProviderFailed
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.virtual_time import VirtualClock, in_virtual_time

ASK = ChoosePages(question="q", objective="o", about="a", results=(), most=3)
ANSWER: Answered[PageChoice] = Answered(value=PageChoice(numbers=(1,)))


class Provider:
    """Answers after a few seconds, unless `down` says that this call fails."""

    identity = "provider"

    def __init__(self, clock: VirtualClock, rng: Random, down: Callable[[float], bool]) -> None:
        self.clock, self.rng, self.down = clock, rng, down
        self.sent: list[float] = []
        self.answered: list[float] = []

    def fingerprint(self, ask: Ask[Any]) -> str:
        return ask.name

    def worst_usd_micros(self, ask: Ask[Any]) -> int:
        del ask
        return 10

    async def reply(self, ask: Ask[Any], step: Step) -> Reply[Any]:
        del ask, step
        self.sent.append(self.clock.monotonic())
        failing = self.down(self.clock.monotonic())
        await self.clock.sleep(self.rng.uniform(0.1, 0.5) if failing else self.rng.uniform(2, 10))
        if failing:
            raise AttemptFailed("HTTP 529 overloaded_error", retryable=True)
        self.answered.append(self.clock.monotonic())
        return Reply(outcome=ANSWER, spent_usd_micros=5)


class House:
    """Workers on one meter."""

    def __init__(self, down: Callable[[float, Random], bool], seed: int = 1) -> None:
        self.clock, rng = VirtualClock(), Random(seed)
        self.provider = Provider(self.clock, rng, lambda now: down(now, rng))
        self.told: list[CallEvent] = []
        self.stop_at = float("inf")
        meter = Meter(
            MemoryJournal(), CapLedger(None), NoLimit(), self.clock, rng, self._gate, self.told.append
        )
        self.model = MeteredModel(self.provider, meter)
        self.outcomes: list[object] = []

    def _gate(self) -> None:
        if self.clock.monotonic() >= self.stop_at:
            raise Interrupted("You stopped the run.")

    async def work(self, workers: int, each: int) -> None:
        async def one(worker: int) -> None:
            for number in range(each):
                step = Step(iteration=1, phase="EXPLORE", call=ASK.name, item=f"{worker}.{number}")
                try:
                    self.outcomes.append(await self.model.answer(ASK, step))
                except (ProviderFailed, Interrupted) as error:
                    self.outcomes.append(error)
                    return

        async with asyncio.TaskGroup() as group:
            for worker in range(workers):
                group.create_task(one(worker))


@pytest.mark.parametrize("seed", range(3))
def test_at_one_fault_in_ten_few_are_sent_twice_and_none_is_given_up(seed: int) -> None:
    async def run() -> House:
        house = House(lambda _, rng: rng.random() < 0.1, seed)
        await house.work(workers=32, each=50)
        return house

    house = in_virtual_time(run())
    assert house.outcomes == [ANSWER] * 1_600
    assert len(house.provider.sent) <= 1.15 * 1_600


def test_a_total_outage_is_probed_now_and_then_and_pauses_the_run() -> None:
    async def run() -> House:
        house = House(lambda _, __: True)
        await house.work(workers=64, each=10)
        return house

    house = in_virtual_time(run())
    assert house.outcomes
    assert all(isinstance(outcome, ProviderFailed) for outcome in house.outcomes)
    assert "out of service for" in str(house.outcomes[0])
    # All 64 were on their way when it went down; after that a few that were just coming back, and probes.
    assert len(house.provider.sent) <= 64 + RETRIES + OUTAGE_SECONDS / PROBE_SECONDS + 1
    assert max(house.provider.sent) <= OUTAGE_SECONDS + PROBE_SECONDS
    assert len(house.outcomes) == 64
    waits = [told for told in house.told if told.kind == "waiting"]
    assert any("out of service" in told.reason for told in waits)


def test_a_call_that_probes_a_provider_that_is_down_is_not_given_up() -> None:
    async def run() -> House:
        house = House(lambda now, _: now < 95.0)
        await house.work(workers=1, each=1)
        return house

    house = in_virtual_time(run())
    assert house.outcomes == [ANSWER]
    assert len(house.provider.sent) > MOST_ATTEMPTS


def test_after_an_outage_all_go_on_within_a_minute_and_nothing_is_lost() -> None:
    async def run() -> House:
        house = House(lambda now, _: 30.0 <= now < 100.0)
        await house.work(workers=32, each=20)
        return house

    house = in_virtual_time(run())
    assert house.outcomes == [ANSWER] * 640
    assert min(at for at in house.provider.answered if at > 100.0) <= 160.0
    during = [at for at in house.provider.sent if 41.0 <= at < 100.0]
    assert len(during) <= 6


def test_a_stop_is_heard_behind_the_breaker() -> None:
    async def run() -> House:
        house = House(lambda _, __: True)
        house.stop_at = 20.0
        await house.work(workers=8, each=1)
        assert house.clock.monotonic() <= 22.0
        return house

    house = in_virtual_time(run())
    assert all(isinstance(outcome, Interrupted) for outcome in house.outcomes)


def test_a_breaker_opens_at_five_failures_without_a_success_in_half_a_minute() -> None:
    breaker = Breaker()
    for now in (0, 1, 2, 3):
        breaker.failed(now, "x")
    breaker.succeeded()
    for now in (4, 5, 6, 7):
        breaker.failed(now, "x")
    assert not breaker.open
    breaker.failed(40, "x")
    assert not breaker.open  # five, but over more than half a minute
    for now in (41, 42, 43, 44):
        breaker.failed(now, "x")
    assert breaker.open
    assert breaker.wait_seconds(44) == PROBE_SECONDS
    assert breaker.wait_seconds(74) == 0.0
    assert breaker.wait_seconds(74) == PROBE_SECONDS
    breaker.succeeded()
    assert breaker.wait_seconds(75) == 0.0


def test_retries_are_earned_by_calls_and_by_time() -> None:
    budget = RetryBudget()
    taken = 0
    while budget.wait_seconds(0.0) == 0.0:
        taken += 1
    assert taken == RETRIES
    wait = budget.wait_seconds(0.0)
    assert budget.wait_seconds(wait / 2) > 0
    assert budget.wait_seconds(wait) == 0.0
    for _ in range(5):
        budget.earn()
    assert budget.wait_seconds(wait) == 0.0
