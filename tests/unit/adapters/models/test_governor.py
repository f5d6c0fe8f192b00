"""As fast as the limits allow: next to no 429, nearly all of the throughput, nobody starves."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from statistics import median

import pytest

from pathfinder.adapters.models.governor import Governor, Need
from pathfinder.adapters.models.received import WireUsage
from pathfinder.protocols.errors import Interrupted, ProviderFailed
from tests.fakes.virtual_time import VirtualClock, in_virtual_time
from tests.standin.buckets import Buckets

MODEL = "claude-sonnet-5-5"


@dataclass
class Provider:
    """The stand-in's buckets, and calls that take as long as real ones."""

    buckets: Buckets
    clock: VirtualClock
    rng: Random
    answers: tuple[int, int] = (100, 400)
    """Tokens of an answer: from, to."""
    refusals: list[float] = field(default_factory=list)
    used: list[tuple[float, int, int]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def call(self, governor: Governor) -> None:
        """One call as the adapter makes it, until it comes through."""
        bound = self.rng.randint(1_000, 3_000)
        most, asked = Need(bound), self.clock.monotonic()
        while True:
            await governor.enter(MODEL, most)
            try:
                if await self._answered(governor, most, int(bound * 0.4)):
                    self.waits.append(self.clock.monotonic() - asked)
                    return
            finally:
                governor.leave()

    async def _answered(self, governor: Governor, most: Need, input_tokens: int) -> bool:
        wait = self.buckets.admit(self.clock.monotonic(), input_tokens)
        if wait is not None:
            self.refusals.append(self.clock.monotonic())
            governor.heard(MODEL, self.buckets.headers(self.clock.monotonic()))
            governor.turned_away(MODEL, most, wait)
            return False
        least, most_of_all = self.answers
        output = round(least * (most_of_all / least) ** self.rng.random())
        await self.clock.sleep(self.rng.uniform(2, 12))
        self.buckets.ended(self.clock.monotonic(), output)
        usage = WireUsage(input_tokens=input_tokens, output_tokens=output)
        governor.answered(MODEL, most, usage)
        governor.heard(MODEL, self.buckets.headers(self.clock.monotonic()))
        self.used.append((self.clock.monotonic(), input_tokens, output))
        return True


@pytest.mark.parametrize(
    ("limits", "answers"),
    [
        ((50, 40_000, 8_000), (100, 400)),
        ((50, 400_000, 80_000), (100, 400)),
        ((500, 12_000, 80_000), (100, 400)),
        ((1_000, 500_000, 100_000), (200, 8_000)),
    ],
    ids=["output-binds", "requests-bind", "input-binds", "thinking-binds"],
)
def test_a_hundred_agents_use_the_limits_and_hardly_ever_pass_them(
    limits: tuple[int, int, int], answers: tuple[int, int]
) -> None:
    minutes, warm_up = 12, 2

    async def run() -> Provider:
        clock = VirtualClock()
        provider = Provider(Buckets(*limits), clock, Random(7), answers)
        governor = Governor(clock)

        async def agent() -> None:
            while clock.monotonic() < minutes * 60:
                await provider.call(governor)

        async with asyncio.TaskGroup() as group:
            for _ in range(100):
                group.create_task(agent())
        return provider

    provider = in_virtual_time(run())
    first, last = warm_up * 60.0, minutes * 60.0
    counted = [one for one in provider.used if first <= one[0] < last]
    late = [at for at in provider.refusals if first <= at < last]
    assert len(late) <= 0.01 * len(counted)
    passed = minutes - warm_up
    shares = (
        len(counted) / (limits[0] * passed),
        sum(one[1] for one in counted) / (limits[1] * passed),
        sum(one[2] for one in counted) / (limits[2] * passed),
    )
    assert max(shares) >= 0.9
    assert max(provider.waits) <= 3 * median(provider.waits)


def test_nobody_overtakes() -> None:
    async def run() -> list[int]:
        clock, order = VirtualClock(), list[int]()
        governor = Governor(clock)
        governor.heard(MODEL, Buckets(10, 1e9, 1e9).headers(0.0))

        async def one(number: int) -> None:
            await governor.enter(MODEL, Need(10))
            order.append(number)
            governor.leave()

        async with asyncio.TaskGroup() as group:
            for number in range(40):
                group.create_task(one(number))
        assert clock.monotonic() == pytest.approx(30 / 9.7 * 60, rel=0.1)
        return order

    assert in_virtual_time(run()) == list(range(40))


def test_a_429_slows_everybody_down_and_answers_make_it_faster_again() -> None:
    async def run() -> None:
        clock, need = VirtualClock(), Need(10)
        governor, empty = Governor(clock), Buckets(10, 1e9, 1e9)
        for _ in range(10):
            empty.admit(0.0, 1)
        governor.heard(MODEL, empty.headers(0.0))
        governor.turned_away(MODEL, need, 20.0)
        await governor.enter(MODEL, need)
        assert clock.monotonic() >= 20.0
        governor.answered(MODEL, need, WireUsage(input_tokens=5, output_tokens=5))
        governor.leave()
        await governor.enter(MODEL, need)
        assert clock.monotonic() < 40.0

    in_virtual_time(run())


def test_a_host_that_takes_ten_calls_at_once_is_kept_busy_with_ten() -> None:
    allowed, turned_away, flying, answers = 10, list[float](), 0, list[float]()

    async def run() -> None:
        clock, need = VirtualClock(), Need(10)
        governor = Governor(clock)

        async def call() -> None:
            nonlocal flying
            while True:
                await governor.enter(MODEL, need)
                try:
                    if flying >= allowed:
                        turned_away.append(clock.monotonic())
                        governor.turned_away(MODEL, need, 1.0)
                        await clock.sleep(1.0)
                        continue
                    flying += 1
                    await clock.sleep(2.0)
                    flying -= 1
                    answers.append(clock.monotonic())
                    governor.answered(MODEL, need, WireUsage(input_tokens=5, output_tokens=5))
                    return
                finally:
                    governor.leave()

        async with asyncio.TaskGroup() as group:
            for _ in range(600):
                group.create_task(call())

    in_virtual_time(run())
    assert len(turned_away) <= 0.05 * len(answers)
    assert max(answers) <= 1.25 * len(answers) * 2.0 / allowed


def test_one_refusal_that_was_no_limit_is_soon_forgotten() -> None:
    async def run(beside: int) -> tuple[int, float]:
        clock, need, flying, most = VirtualClock(), Need(10), 0, 0
        governor = Governor(clock)
        for _ in range(1 + beside):
            await governor.enter(MODEL, need)
        governor.turned_away(MODEL, need, 1.0)
        for _ in range(1 + beside):
            governor.leave()

        async def call() -> None:
            nonlocal flying, most
            await governor.enter(MODEL, need)
            flying += 1
            most = max(most, flying)
            await clock.sleep(1.0)
            flying -= 1
            governor.answered(MODEL, need, WireUsage(input_tokens=5, output_tokens=5))
            governor.leave()

        async with asyncio.TaskGroup() as group:
            for _ in range(200):
                group.create_task(call())
        return most, clock.monotonic()

    # A call that was alone tells nothing: as without it, eight and more at once from the start.
    most, seconds = in_virtual_time(run(beside=0))
    assert most > 16
    assert seconds < 20
    # One beside it: one at a time at first, and then more and more.
    most, seconds = in_virtual_time(run(beside=1))
    assert most > 16
    assert seconds < 45


def test_an_overloaded_host_is_asked_by_half_as_many_and_recovers() -> None:
    async def run() -> list[float]:
        clock, need, begun = VirtualClock(), Need(10), list[float]()
        governor = Governor(clock)
        for _ in range(8):
            await governor.enter(MODEL, need)
        governor.overloaded()
        for _ in range(8):
            governor.leave()

        async def call() -> None:
            await governor.enter(MODEL, need)
            begun.append(clock.monotonic())
            await clock.sleep(1.0)
            governor.answered(MODEL, need, WireUsage(input_tokens=5, output_tokens=5))
            governor.leave()

        async with asyncio.TaskGroup() as group:
            for _ in range(30):
                group.create_task(call())
        return begun

    begun = in_virtual_time(run())
    assert sum(at < 0.5 for at in begun) == 4
    assert max(begun) < 4.0


def test_a_stop_is_heard_while_waiting() -> None:
    async def run() -> None:
        clock = VirtualClock()
        governor = Governor(clock)
        full = Buckets(1, 1e9, 1e9)
        full.admit(0.0, 1)
        governor.heard(MODEL, full.headers(0.0))
        governor.turned_away(MODEL, Need(10), 50.0)

        def gate() -> None:
            if clock.monotonic() > 3:
                raise Interrupted("stopped")

        with pytest.raises(Interrupted):
            await governor.enter(MODEL, Need(10), gate)
        assert clock.monotonic() < 5

    in_virtual_time(run())


def test_a_rest_longer_than_a_call_waits_ends_the_run_for_who_stands_in_the_line() -> None:
    async def run() -> None:
        clock = VirtualClock()
        governor, full = Governor(clock), Buckets(1, 1e9, 1e9)
        full.admit(0.0, 1)
        governor.heard(MODEL, full.headers(0.0))
        governor.turned_away(MODEL, Need(10), 20.0)
        waiting = [asyncio.create_task(governor.enter(MODEL, Need(10))) for _ in range(3)]
        await clock.sleep(2)
        governor.turned_away(MODEL, Need(10), 3_600.0)
        await clock.sleep(5)
        assert [type(one.exception()) for one in waiting if one.done()] == [ProviderFailed] * 3
        assert clock.monotonic() < 60
        await clock.sleep(3_600)
        await governor.enter(MODEL, Need(10))

    in_virtual_time(run())


def test_headers_of_any_kind_do_no_harm() -> None:
    async def run() -> None:
        governor = Governor(VirtualClock())
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "many"})
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "0"})
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "50"})
        assert governor.told(MODEL) == {"requests": 50}
        await governor.enter(MODEL, Need(10))

    in_virtual_time(run())


@pytest.mark.parametrize(
    ("first", "second", "together"),
    [
        ("claude-opus-4-8", "claude-opus-4-5-20251101", True),
        ("claude-sonnet-4-6", "claude-sonnet-4-5", True),
        ("claude-fable-5-2", "claude-fable-5", True),
        ("claude-opus-5-5", "claude-opus-5", False),
        ("claude-sonnet-5-5", "claude-haiku-5-5", False),
        ("claude-opus-4-8", "claude-sonnet-4-6", False),
        ("llama-4", "llama-4-70b", False),
    ],
)
def test_models_that_the_provider_counts_together_share_a_limit(
    first: str, second: str, together: bool
) -> None:
    async def run() -> float:
        clock = VirtualClock()
        governor = Governor(clock)
        headers = {"anthropic-ratelimit-requests-limit": "60", "anthropic-ratelimit-requests-remaining": "1"}
        governor.heard(first, headers)
        for model in (first, second):
            await governor.enter(model, Need(100))
            governor.leave()
        return clock.monotonic()

    assert (in_virtual_time(run()) > 0) is together


@pytest.mark.parametrize("most", [1, 3])
def test_no_more_calls_are_in_flight_at_once_than_the_user_allows(most: int) -> None:
    async def run() -> int:
        governor, in_flight, highest = Governor(VirtualClock(), most_at_once=most), 0, 0

        async def call() -> None:
            nonlocal in_flight, highest
            await governor.enter(MODEL, Need(1_000))
            in_flight += 1
            highest = max(highest, in_flight)
            await asyncio.sleep(5)
            governor.answered(MODEL, Need(1_000), WireUsage(input_tokens=400, output_tokens=100))
            in_flight -= 1
            governor.leave()

        async with asyncio.TaskGroup() as calls:
            for _ in range(20):
                calls.create_task(call())
        return highest

    assert in_virtual_time(run()) == most
