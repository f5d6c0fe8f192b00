"""The ledger keeps the cap, serves in order, and forgets nobody and nothing."""

import asyncio

import pytest

from pathfinder.adapters.metering.ledger import CapLedger, in_flight
from pathfinder.protocols.calls.ports import Entry, Hold, Ledger
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.ids import StepKey

CAP = 1_000
USABLE = 970
"""3 % are kept for the closing report."""


def key(name: str | int) -> StepKey:
    return StepKey(f"1/EXPLORE/{name}")


async def soon() -> None:
    """Let everybody who can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


def asking(ledger: Ledger, name: str | int, worst: int) -> asyncio.Task[Hold]:
    return asyncio.create_task(ledger.reserve(key(name), worst))


def test_worst_cases_are_held_until_what_they_cost_is_known() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        hold = await ledger.reserve(key("a"), 600)
        assert (ledger.held_usd_micros, ledger.spent_usd_micros) == (600, 0)
        ledger.settle(hold, 250, role="explorer", engine="claude", tokens=(30, 7))
        assert (ledger.held_usd_micros, ledger.spent_usd_micros) == (0, 250)
        other = await ledger.reserve(key("b"), 100)
        ledger.settle(other, 100, role="judge", engine="claude", tokens=(1, 1))
        assert ledger.spend == Spend(
            total_usd_micros=350, by_role={"explorer": 250, "judge": 100}, by_engine={"claude": 350}
        )
        assert ledger.tokens == (31, 8)

    asyncio.run(run())


def test_a_call_that_does_not_fit_waits_for_open_holds() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 900)
        second = asking(ledger, "b", 900)
        await soon()
        assert not second.done()
        ledger.settle(first, 10)
        ledger.settle(await second, 900)
        assert ledger.spent_usd_micros == 910

    asyncio.run(run())


def test_a_call_that_can_no_longer_fit_is_refused_when_the_others_are_home() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 500)
        second = asking(ledger, "b", 900)
        await soon()
        assert not second.done()
        ledger.settle(first, 500)
        with pytest.raises(BudgetExceeded):
            await second

    asyncio.run(run())


def test_the_refusal_says_what_was_needed_what_is_left_and_what_to_do() -> None:
    async def run() -> None:
        ledger = CapLedger(10_000_000, 400_000)
        ledger.settle(await ledger.reserve(key("a"), 9_500_000), 9_500_000)
        with pytest.raises(BudgetExceeded) as refused:
            await ledger.reserve(key("b"), 123_456)
        assert str(refused.value) == (
            "The next call (1/EXPLORE/b) may cost $0.123456, and $0.10 of the budget of $10.00 is left, "
            "$0.40 is kept for the closing report; go on with a higher --budget."
        )

    asyncio.run(run())


@pytest.mark.parametrize(("closing_worst", "kept"), [(0, 30), (10, 30), (31, 31), (5_000, CAP)])
def test_the_larger_of_a_share_and_the_writers_worst_case_is_kept_back(closing_worst: int, kept: int) -> None:
    async def run() -> None:
        ledger = CapLedger(CAP, closing_worst)
        with pytest.raises(BudgetExceeded):
            await ledger.reserve(key("a"), CAP - kept + 1)
        if kept < CAP:
            ledger.settle(await ledger.reserve(key("a"), CAP - kept), CAP - kept)
        hold = await ledger.reserve(key("closing"), kept, closing=True)
        ledger.settle(hold, kept)
        with pytest.raises(BudgetExceeded, match="left; go on"):
            await ledger.reserve(key("closing"), CAP, closing=True)

    asyncio.run(run())


def test_waiters_are_served_in_the_order_they_came_and_small_ones_do_not_overtake() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 500)
        large, small = asking(ledger, "large", 900), asking(ledger, "small", 1)
        await soon()
        assert not large.done()
        assert not small.done()
        ledger.settle(first, 0)
        await soon()
        assert large.done()
        assert small.done()

    asyncio.run(run())


def test_a_refused_call_lets_the_next_in_line_try() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 500)
        large, small = asking(ledger, "large", 900), asking(ledger, "small", 100)
        await soon()
        ledger.settle(first, 500)
        assert (await small).usd_micros == 100
        with pytest.raises(BudgetExceeded):
            await large

    asyncio.run(run())


def test_without_a_cap_everything_fits_and_is_counted() -> None:
    async def run() -> None:
        ledger = CapLedger(None)
        hold = await ledger.reserve(key("a"), 10**12)
        ledger.settle(hold, 10**12)
        assert ledger.spent_usd_micros == 10**12

    asyncio.run(run())


def test_what_costs_nothing_never_waits_even_when_the_budget_is_gone() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP, spent_before=Spend(total_usd_micros=CAP + 1))
        free = await ledger.reserve(key("a"), 0)
        # An open hold of nothing makes no room, so nobody waits for it.
        with pytest.raises(BudgetExceeded):
            await ledger.reserve(key("b"), 1)
        ledger.settle(free, 0)

    asyncio.run(run())


def test_a_hold_is_settled_once() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        hold = await ledger.reserve(key("a"), 10)
        ledger.settle(hold, 10)
        with pytest.raises(ValueError, match="settled before"):
            ledger.settle(hold, 10)
        with pytest.raises(ValueError, match="settled before"):
            CapLedger(CAP).settle(hold, 0)
        assert ledger.spent_usd_micros == 10

    asyncio.run(run())


def test_a_bill_above_the_hold_is_told_as_it_is() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        ledger.settle(await ledger.reserve(key("a"), 100), 130)
        assert (ledger.spent_usd_micros, ledger.overrun_usd_micros) == (130, 30)

    asyncio.run(run())


def test_sums_below_nothing_are_refused() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        with pytest.raises(ValueError, match="worst case of -1"):
            await ledger.reserve(key("a"), -1)
        hold = await ledger.reserve(key("a"), 1)
        with pytest.raises(ValueError, match="cannot have cost"):
            ledger.settle(hold, -1)
        ledger.settle(hold, 1)

    asyncio.run(run())


def test_a_cancelled_waiter_leaves_no_trace_and_blocks_nobody() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 500)
        large, small = asking(ledger, "large", 900), asking(ledger, "small", 400)
        await soon()
        large.cancel()
        assert (await small).usd_micros == 400
        assert large.cancelled()
        assert ledger.held_usd_micros == 900
        ledger.settle(first, 0)
        ledger.settle(small.result(), 0)
        ledger.settle(await ledger.reserve(key("b"), USABLE), 0)

    asyncio.run(run())


def test_a_waiter_cancelled_in_the_moment_it_is_served_gives_its_hold_back() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 900)
        second, third = asking(ledger, "b", 900), asking(ledger, "c", 900)
        await soon()
        ledger.settle(first, 0)
        second.cancel()
        ledger.settle(await third, 0)
        assert second.cancelled()
        assert ledger.held_usd_micros == 0

    asyncio.run(run())


def test_a_waiter_cancelled_in_the_moment_it_is_refused_is_just_cancelled() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 900)
        second = asking(ledger, "b", 900)
        await soon()
        ledger.settle(first, 900)
        second.cancel()
        await soon()
        assert second.cancelled()

    asyncio.run(run())


def test_a_waiter_cancelled_just_before_the_room_appears_gets_nothing() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 900)
        second, third = asking(ledger, "b", 900), asking(ledger, "c", 100)
        await soon()
        second.cancel()
        ledger.settle(first, 0)
        await soon()
        assert ledger.held_usd_micros == 100
        ledger.settle(third.result(), 0)

    asyncio.run(run())


def entry(kind: str, name: str, usd: int, attempt: int = 1, **fields: object) -> Entry:
    written = {"kind": kind, "step": key(name), "usd_micros": usd, "attempt": attempt} | fields
    return Entry.model_validate(written)


ENTRIES = (
    entry("sent", "a", 100),
    entry("failed", "a", 100, role="lead", engine="x"),
    entry("sent", "a", 100, 2),
    entry("done", "a", 40, 2, role="lead", engine="x", tokens=(9, 1)),
    entry("sent", "b", 100, role="judge", engine="x"),
    entry("sent", "c", 100),
    entry("failed", "c", 0),
    entry("done", "free", 0),
    entry("sent", "d", 70),
    entry("charged", "d", 70, role="judge", engine="y"),
    entry("sent", "d", 70, 2, role="judge", engine="y"),
)


def test_what_was_sent_and_never_heard_of_is_in_flight() -> None:
    assert [(found.step, found.attempt) for found in in_flight(ENTRIES)] == [(key("b"), 1), (key("d"), 2)]


def test_a_ledger_is_rebuilt_from_the_journal_with_what_was_in_flight_at_its_worst_case() -> None:
    before = Spend(total_usd_micros=200, by_role={"lead": 200}, by_engine={"x": 200})
    ledger = CapLedger.from_entries(ENTRIES, CAP, spent_before=before)
    assert ledger.spend == Spend(
        total_usd_micros=580,
        by_role={"lead": 340, "judge": 240},
        by_engine={"x": 440, "y": 140},
    )
    assert ledger.tokens == (9, 1)
    assert ledger.held_usd_micros == 0

    async def run() -> None:
        with pytest.raises(BudgetExceeded):
            await ledger.reserve(key("e"), USABLE - 580 + 1)
        ledger.settle(await ledger.reserve(key("e"), USABLE - 580), 0)

    asyncio.run(run())


def test_a_higher_cap_serves_those_who_wait() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        first = await ledger.reserve(key("a"), 900)
        second = asking(ledger, "b", 900)
        await soon()
        assert not second.done()
        assert ledger.change_cap(2_000) == 2_000
        ledger.settle(await second, 900)
        ledger.settle(first, 900)
        # 3 % of the new cap are kept for the closing report.
        with pytest.raises(BudgetExceeded):
            await ledger.reserve(key("c"), 150)
        await ledger.reserve(key("d"), 140)

    asyncio.run(run())


def test_a_cap_is_never_below_what_is_spent_and_held() -> None:
    async def run() -> None:
        ledger = CapLedger(CAP)
        ledger.settle(await ledger.reserve(key("a"), 300), 300)
        await ledger.reserve(key("b"), 200)
        assert ledger.change_cap(10) == 500

    asyncio.run(run())


def test_a_cap_that_is_raised_at_the_last_moment_counts() -> None:
    async def run() -> None:
        raised = [2_000]

        def look() -> None:
            while raised:
                ledger.change_cap(raised.pop())

        ledger = CapLedger(CAP, before_refusal=look)
        ledger.settle(await ledger.reserve(key("a"), 1_500), 1_500)
        with pytest.raises(BudgetExceeded):
            await ledger.reserve(key("b"), 1_500)

    asyncio.run(run())
