"""As fast as the limits allow: next to no 429, nearly all of the throughput, nobody starves."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from statistics import median

import pytest

from pathfinder.adapters.claude.governor import Governor, Need
from pathfinder.adapters.claude.received import WireUsage
from pathfinder.protocols.errors import Interrupted, ProviderFailed
from tests.fakes.virtual_time import VirtualClock, in_virtual_time
from tests.standin.buckets import Buckets

MODEL = "claude-sonnet-5-5"
MAX_TOKENS = 1_000


@dataclass
class Provider:
    """The stand-in's buckets, and calls that take as long as real ones."""

    buckets: Buckets
    clock: VirtualClock
    rng: Random
    refusals: list[float] = field(default_factory=list)
    used: list[tuple[float, int, int]] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def call(self, governor: Governor) -> None:
        """One call as the adapter makes it, until it comes through."""
        bound = self.rng.randint(1_000, 3_000)
        most, asked = Need(bound, MAX_TOKENS), self.clock.monotonic()
        while True:
            await governor.enter(MODEL, most)
            try:
                if await self._answered(governor, most, int(bound * 0.4)):
                    self.waits.append(self.clock.monotonic() - asked)
                    return
            finally:
                governor.leave(MODEL)

    async def _answered(self, governor: Governor, most: Need, input_tokens: int) -> bool:
        wait = self.buckets.admit(self.clock.monotonic(), input_tokens, MAX_TOKENS)
        if wait is not None:
            self.refusals.append(self.clock.monotonic())
            governor.heard(MODEL, self.buckets.headers(self.clock.monotonic()))
            governor.pressed(MODEL, wait)
            return False
        output = self.rng.randint(100, 400)
        await self.clock.sleep(self.rng.uniform(2, 12))
        self.buckets.ended(self.clock.monotonic(), MAX_TOKENS, output)
        usage = WireUsage(input_tokens=input_tokens, output_tokens=output)
        governor.answered(MODEL, most, usage)
        governor.heard(MODEL, self.buckets.headers(self.clock.monotonic()))
        self.used.append((self.clock.monotonic(), input_tokens, output))
        return True


@pytest.mark.parametrize(
    "limits",
    [(50, 40_000, 8_000), (50, 400_000, 80_000), (500, 12_000, 80_000)],
    ids=["output-binds", "requests-bind", "input-binds"],
)
def test_a_hundred_agents_use_the_limits_and_hardly_ever_pass_them(limits: tuple[int, int, int]) -> None:
    minutes, warm_up = 12, 2

    async def run() -> Provider:
        clock = VirtualClock()
        provider = Provider(Buckets(*limits), clock, Random(7))
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
            await governor.enter(MODEL, Need(10, 10))
            order.append(number)
            governor.leave(MODEL)

        async with asyncio.TaskGroup() as group:
            for number in range(40):
                group.create_task(one(number))
        assert clock.monotonic() == pytest.approx(30 / 9.7 * 60, rel=0.1)
        return order

    assert in_virtual_time(run()) == list(range(40))


def test_a_429_slows_everybody_down_and_answers_make_it_faster_again() -> None:
    async def run() -> None:
        clock = VirtualClock()
        governor = Governor(clock)
        governor.pressed(MODEL, 20.0)
        await governor.enter(MODEL, Need(10, 10))
        assert clock.monotonic() >= 20.0
        # One at a time now; the second waits for the first.
        second = asyncio.create_task(governor.enter(MODEL, Need(10, 10)))
        await clock.sleep(5)
        assert not second.done()
        governor.answered(MODEL, Need(10, 10), WireUsage(input_tokens=5, output_tokens=5))
        governor.leave(MODEL)
        await second

    in_virtual_time(run())


def test_a_stop_is_heard_while_waiting() -> None:
    async def run() -> None:
        clock = VirtualClock()
        governor = Governor(clock)
        governor.pressed(MODEL, 50.0)

        def gate() -> None:
            if clock.monotonic() > 3:
                raise Interrupted("stopped")

        with pytest.raises(Interrupted):
            await governor.enter(MODEL, Need(10, 10), gate)
        assert clock.monotonic() < 5

    in_virtual_time(run())


def test_a_rest_longer_than_a_call_waits_ends_the_run_for_who_stands_in_the_line() -> None:
    async def run() -> None:
        clock = VirtualClock()
        governor = Governor(clock)
        governor.pressed(MODEL, 20.0)
        waiting = [asyncio.create_task(governor.enter(MODEL, Need(10, 10))) for _ in range(3)]
        await clock.sleep(2)
        governor.pressed(MODEL, 3_600.0)
        await clock.sleep(5)
        assert [type(one.exception()) for one in waiting if one.done()] == [ProviderFailed] * 3
        assert clock.monotonic() < 60
        await clock.sleep(3_600)
        await governor.enter(MODEL, Need(10, 10))

    in_virtual_time(run())


def test_headers_of_any_kind_do_no_harm() -> None:
    async def run() -> None:
        governor = Governor(VirtualClock())
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "many"})
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "0"})
        governor.heard(MODEL, {"anthropic-ratelimit-requests-limit": "50"})
        assert governor.told(MODEL) == {"requests": 50}
        await governor.enter(MODEL, Need(10, 10))

    in_virtual_time(run())
