"""Sessions that share a cap never spend more than it together, nor more than their own."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.pool import PooledLedger
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.ids import StepKey


def test_the_shared_cap_refuses_what_the_own_one_would_let_through() -> None:
    async def spent() -> tuple[int, int]:
        shared = CapLedger(1_000)
        ours, theirs = (PooledLedger(CapLedger(1_000_000), shared) for _ in range(2))
        hold = await ours.reserve(StepKey("a"), 900)
        ours.settle(hold, 900, role="lead", engine="x")
        with pytest.raises(BudgetExceeded):
            await theirs.reserve(StepKey("b"), 500)
        return ours.spent_usd_micros, shared.spent_usd_micros

    assert asyncio.run(spent()) == (900, 900)


def test_a_refusal_leaves_no_hold_behind() -> None:
    async def held() -> tuple[int, int]:
        own, shared = CapLedger(10_000), CapLedger(100)
        pooled = PooledLedger(own, shared)
        with pytest.raises(BudgetExceeded):
            await pooled.reserve(StepKey("a"), 5_000)
        return own.held_usd_micros, shared.held_usd_micros

    assert asyncio.run(held()) == (0, 0)


def test_a_cancelled_wait_for_the_shared_cap_gives_the_own_hold_back() -> None:
    async def held() -> tuple[int, int]:
        own, shared = CapLedger(10_000), CapLedger(1_000)
        other = await shared.reserve(StepKey("other"), 900)
        waiting = asyncio.create_task(PooledLedger(own, shared).reserve(StepKey("a"), 500))
        await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.wait([waiting])
        left = own.held_usd_micros, shared.held_usd_micros - 900
        shared.settle(other, 0)
        return left

    assert asyncio.run(held()) == (0, 0)


def test_what_is_still_out_is_held_under_both_caps_and_counted_once() -> None:
    left = Entry(kind="sent", step=StepKey("a"), usd_micros=900, role="lead", engine="x", custom_id="n")

    async def counted() -> tuple[int, ...]:
        own = CapLedger.from_entries((left,), 1_000)
        shared = CapLedger(1_000, spent_before=Spend(total_usd_micros=900))
        pooled = PooledLedger(own, shared)
        hold = pooled.take_up(left, 7)
        assert hold.tokens == 7
        before = own.spent_usd_micros, own.held_usd_micros, shared.held_usd_micros
        pooled.settle(hold, 100, role="lead", engine="x")
        assert own.spend.by_role == {"lead": 100}
        return *before, own.spent_usd_micros, shared.spent_usd_micros

    assert asyncio.run(counted()) == (0, 900, 900, 100, 100)


@given(
    st.integers(0, 3_000),
    st.lists(
        st.lists(st.tuples(st.integers(0, 400), st.integers(0, 100)), max_size=6), min_size=1, max_size=5
    ),
)
def test_however_many_share_it_the_cap_holds(cap: int, sessions: list[list[tuple[int, int]]]) -> None:
    async def one(pooled: PooledLedger, calls: list[tuple[int, int]]) -> None:
        for number, (worst, share) in enumerate(calls):
            try:
                hold = await pooled.reserve(StepKey(str(number)), worst)
            except BudgetExceeded:
                return
            await asyncio.sleep(0)
            pooled.settle(hold, worst * share // 100)

    async def all_of_them() -> None:
        shared = CapLedger(cap)
        pooled = [PooledLedger(CapLedger(700), shared) for _ in sessions]
        async with asyncio.TaskGroup() as group:
            for ledger, calls in zip(pooled, sessions, strict=True):
                group.create_task(one(ledger, calls))
        assert shared.spent_usd_micros <= cap
        assert shared.held_usd_micros == 0
        assert shared.spent_usd_micros == sum(ledger.spent_usd_micros for ledger in pooled)
        assert all(ledger.spent_usd_micros <= 700 for ledger in pooled)

    asyncio.run(all_of_them())
