"""Calls that wait for a batch: together, known before they are submitted, never submitted twice."""

import asyncio
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.overnight import (
    BatchPace,
    Overnight,
    Submission,
)
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.protocols.calls.asks import Answered
from pathfinder.protocols.calls.questions import ChoosePages
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import (
    AttemptFailed,
    CallNotProcessed,
    CallRefused,
    Interrupted,
    ProviderFailed,
)
from tests.fakes.batches import CHOICE, CLOCK, HOUR, MemoryLog, Priced, Provider, Turns
from tests.fakes.memory_journal import MemoryJournal
from tests.fakes.virtual_time import START, in_virtual_time

ASK = ChoosePages(question="q", objective="o", about="a", results=(), most=3)


def a_step(item: str = "a") -> Step:
    return Step(iteration=1, phase="EXPLORE", call=ASK.name, item=item)


def open_gate() -> None:
    """Nobody asked to stop."""


def overnight(log: MemoryLog | None = None, hours: float | None = None) -> Overnight:
    by = None if hours is None else START + timedelta(hours=hours)
    return Overnight("batch", log or MemoryLog(), CLOCK, by)


def test_calls_that_come_together_are_one_batch_known_before_it_is_submitted() -> None:
    provider, log = Provider(), MemoryLog()
    provider.log = log

    async def work() -> list[str]:
        post = overnight(log)

        async def one(name: str, after: float) -> str:
            await asyncio.sleep(after)
            return str(await post.result(provider, name, {"max_tokens": 7}, open_gate))

        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(name, s)) for name, s in (("a", 0), ("b", 8), ("c", 600))]
        return [task.result() for task in tasks]

    assert in_virtual_time(work()) == ["answer to a", "answer to b", "answer to c"]
    assert [names for _, names in provider.made.values()] == [("a", "b"), ("c",)]
    assert provider.known_before == [True, True]
    assert [one.batch for one in log.written] == ["", "b1", "", "b2"]
    assert log.written[1].rooms == {"a": 7, "b": 7}


def test_a_batch_is_submitted_in_the_end_however_many_join() -> None:
    provider = Provider()

    async def work() -> None:
        post = overnight()
        async with asyncio.TaskGroup() as group:
            for number in range(60):
                group.create_task(post.result(provider, f"n{number}", {}, open_gate))
                await asyncio.sleep(5)

    in_virtual_time(work())
    assert len(provider.made) == 3


def test_what_an_earlier_process_submitted_is_collected_and_not_submitted_again() -> None:
    provider = Provider()
    provider.made["b1"] = (0.0, ("a",))
    known = Submission(mark="m", at=START, rooms={"a": 9}, batch="b1")

    async def work() -> tuple[int, Any]:
        post = overnight(MemoryLog(known))
        return post.room("a"), await post.result(provider, "a", None, open_gate)

    assert in_virtual_time(work()) == (9, "answer to a")
    assert len(provider.made) == 1


@pytest.mark.parametrize("arrived", [True, False])
def test_whether_a_submission_in_doubt_arrived_is_told_by_the_names_in_the_results(arrived: bool) -> None:
    provider = Provider()
    provider.made["theirs"] = (0.0, ("x",))
    if arrived:
        provider.made["ours"] = (0.0, ("a",))
    log = MemoryLog(Submission(mark="m", at=START, rooms={"a": 9}))

    async def work() -> Any:
        return await overnight(log).result(provider, "a", None, open_gate)

    if arrived:
        assert in_virtual_time(work()) == "answer to a"
        assert log.written[-1].batch == "ours"
    else:
        with pytest.raises(CallNotProcessed):
            in_virtual_time(work())
        assert log.written[-1].lost


def test_a_submission_in_doubt_at_its_time_may_have_been_paid() -> None:
    provider = Provider(hours=20)
    provider.made["theirs"] = (0.0, ("x",))
    log = MemoryLog(Submission(mark="m", at=START, rooms={"a": 9}))

    async def work() -> Any:
        return await overnight(log, hours=3).result(provider, "a", None, open_gate)

    with pytest.raises(AttemptFailed) as caught:
        in_virtual_time(work())
    assert caught.value.maybe_paid
    assert not log.written[-1].lost


def test_an_answer_that_was_never_read_does_not_make_a_second_batch() -> None:
    provider, log = Provider(), MemoryLog()
    provider.refuses = AttemptFailed("the connection broke", retryable=True, maybe_paid=True)

    async def work() -> Any:
        return await overnight(log).result(provider, "a", {}, open_gate)

    assert in_virtual_time(work()) == "answer to a"
    assert len(provider.made) == 1
    assert log.written[-1].batch == "b1"


def test_a_server_that_takes_no_batches_is_not_asked_again() -> None:
    provider, log = Provider(), MemoryLog()
    provider.refuses = CallRefused("HTTP 404")

    async def work() -> bool:
        post = overnight(log)
        with pytest.raises(CallNotProcessed, match="takes no batches"):
            await post.result(provider, "a", {}, open_gate)
        return post.takes("test")

    assert in_virtual_time(work()) is False
    assert log.written[-1].lost


def test_who_leaves_before_the_batch_does_takes_its_request_along() -> None:
    provider = Provider()

    def closed() -> None:
        raise Interrupted("You stopped the run.")

    async def work() -> Any:
        post = overnight()

        async def leaving() -> None:
            with pytest.raises(Interrupted):
                await post.result(provider, "a", {}, closed)

        async with asyncio.TaskGroup() as group:
            group.create_task(leaving())
            stays = group.create_task(post.result(provider, "b", {}, open_gate))
        return stays.result()

    assert in_virtual_time(work()) == "answer to b"
    assert provider.made["b1"][1] == ("b",)


def test_a_stop_ends_the_wait_of_those_without_a_gate_and_leaves_the_batch_out() -> None:
    provider, log = Provider(hours=5), MemoryLog()

    async def work() -> float:
        post = overnight(log)
        asyncio.get_running_loop().call_later(HOUR, post.stop)
        with pytest.raises(Interrupted):
            await post.result(provider, "a", {}, open_gate)
        await post.close()
        return CLOCK.monotonic()

    assert in_virtual_time(work()) == pytest.approx(HOUR, abs=5)
    assert provider.cancelled == {}
    assert log.written[-1].batch == "b1"


def test_a_provider_that_tells_nothing_more_ends_the_run_and_loses_nothing() -> None:
    provider, log = Provider(), MemoryLog()

    async def work() -> None:
        asyncio.get_running_loop().call_later(HOUR / 2, setattr, provider, "asks", CallRefused("HTTP 404"))
        await overnight(log).result(provider, "a", {}, open_gate)

    with pytest.raises(ProviderFailed, match="may still be out"):
        in_virtual_time(work())
    assert log.written[-1].batch == "b1"


def test_a_provider_in_trouble_is_asked_again() -> None:
    provider = Provider()
    provider.asks = AttemptFailed("HTTP 500", retryable=True)

    async def work() -> Any:
        asyncio.get_running_loop().call_later(3 * HOUR, setattr, provider, "asks", None)
        return await overnight().result(provider, "a", {}, open_gate)

    assert in_virtual_time(work()) == "answer to a"


class Life:
    """One process."""

    def __init__(
        self,
        attempt: Priced,
        journal: MemoryJournal,
        log: MemoryLog,
        by_hours: float | None = None,
        cap: int = 100_000,
    ) -> None:
        self.journal = journal
        self.ledger = CapLedger.from_entries(journal.entries, cap)
        self.overnight = overnight(log, by_hours)
        self.limiter = Turns()
        meter = Meter(journal, self.ledger, self.limiter, CLOCK, Random(1), overnight=self.overnight)
        self.model = MeteredModel(attempt, meter)


def test_steps_in_a_row_wait_hours_until_their_time_comes_and_then_go_the_usual_way() -> None:
    """`--by`: two steps in batches of three hours; the third is called back at seven, and none waits then."""
    provider, log, journal = Provider(hours=3), MemoryLog(), MemoryJournal()
    attempt = Priced(provider)

    async def work() -> int:
        life = Life(attempt, journal, log, by_hours=7)
        for item in "abcd":
            assert await life.model.answer(ASK, a_step(item)) == Answered(value=CHOICE)
        assert life.limiter.taken == 2
        return life.ledger.spent_usd_micros

    assert in_virtual_time(work()) == 500 + 500 + 1_000 + 1_000
    assert len(provider.made) == 3
    assert provider.cancelled["b3"] == pytest.approx(7 * HOUR, abs=1)
    assert attempt.usual == pytest.approx([7 * HOUR] * 2, abs=120)
    held = [entry.usd_micros for entry in journal.entries if entry.kind == "sent"]
    assert held == [1_000, 1_000, 1_000, 2_000, 2_000]


def test_a_call_left_in_a_batch_is_taken_up_at_its_own_price_and_under_the_cap() -> None:
    provider, log, journal = Provider(hours=3), MemoryLog(), MemoryJournal()
    attempt = Priced(provider)

    async def killed() -> None:
        life = Life(attempt, journal, log)
        task = asyncio.create_task(life.model.answer(ASK, a_step()))
        await asyncio.sleep(HOUR)
        task.cancel()
        await life.overnight.close()

    async def resumed() -> tuple[int, int, int]:
        left = journal.copy()
        life = Life(attempt, left, MemoryLog(*log.written), cap=1_100)
        before = life.ledger.spent_usd_micros
        assert await life.model.charge_in_flight() == ()
        assert await life.model.answer(ASK, a_step()) == Answered(value=CHOICE)
        assert left.kinds() == ["sent", "done"]
        assert life.ledger.spend.by_role == {"explorer": 500}
        return before, life.ledger.spent_usd_micros, life.ledger.held_usd_micros

    in_virtual_time(killed())
    assert in_virtual_time(resumed()) == (1_000, 500, 0)
    assert len(provider.made) == 1


def test_a_call_that_was_journaled_and_never_submitted_costs_nothing_and_is_sent_anew() -> None:
    provider, journal = Provider(), MemoryJournal()
    attempt = Priced(provider)

    async def killed() -> None:
        life = Life(attempt, journal, MemoryLog())
        task = asyncio.create_task(life.model.answer(ASK, a_step()))
        await asyncio.sleep(1)  # it is on record, and the batch still waits for others
        task.cancel()
        await life.overnight.close()

    async def resumed() -> int:
        left = journal.copy()
        life = Life(attempt, left, MemoryLog())
        assert await life.model.answer(ASK, a_step()) == Answered(value=CHOICE)
        assert left.kinds() == ["sent", "failed", "sent", "done"]
        return life.ledger.spent_usd_micros

    in_virtual_time(killed())
    assert provider.made == {}
    assert in_virtual_time(resumed()) == 500


def test_a_session_that_is_resumed_without_batches_counts_what_was_left_at_its_worst() -> None:
    provider, log, journal = Provider(hours=3), MemoryLog(), MemoryJournal()
    attempt = Priced(provider)

    async def killed() -> None:
        life = Life(attempt, journal, log)
        task = asyncio.create_task(life.model.answer(ASK, a_step()))
        await asyncio.sleep(HOUR)
        task.cancel()
        await life.overnight.close()

    async def resumed() -> int:
        ledger = CapLedger.from_entries(journal.entries, 100_000)
        model = MeteredModel(attempt, Meter(journal, ledger, NoLimit(), CLOCK, Random(1)))
        [charged] = await model.charge_in_flight()
        assert charged.usd_micros == 1_000
        await model.answer(ASK, a_step())
        return ledger.spent_usd_micros

    in_virtual_time(killed())
    assert in_virtual_time(resumed()) == 1_000 + 1_000


def test_the_name_of_a_request_is_the_same_in_every_process_and_that_of_no_other() -> None:
    async def work() -> tuple[str, ...]:
        one, other = overnight(), Overnight("another", MemoryLog(), CLOCK, pace=BatchPace())
        step = a_step().key
        return (
            one.custom_id(step, 1, "d"),
            overnight().custom_id(step, 1, "d"),
            one.custom_id(step, 2, "d"),
            other.custom_id(step, 1, "d"),
        )

    first, again, second, another = in_virtual_time(work())
    assert first == again
    assert len({first, second, another}) == 3
    assert len(f"{first}-12") <= 64
