"""What the budget and the pipeline cost: money that cannot be used, and time per call."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from bench.figures import Figure, Group, Size
from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import FairLimiter
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.calls.asks import Answered, Ask, Reply
from pathfinder.protocols.calls.ports import Journal
from pathfinder.protocols.calls.questions import PageView, Passage, ReadFact, Reading, ReadPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.ids import StepKey
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal

GROUP: Group = "speed"
ALONE = True
WORST = 100_000
WORKERS = 8
CALLS = 400
UNUSED_LIMITS = {10: 20.0, 100: 8.0, 1_000: 8.0}
"""Per cent. One call of ten is 10 % already; from a hundred on, 92 % of a budget is to be of use."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The share of a budget that is left over, then the time of a call."""
    for calls, limit in UNUSED_LIMITS.items():
        shares = [asyncio.run(_used_share(calls, seed)) for seed in range(size.of(20, 5))]
        used = 100 * sum(shares) / len(shares)
        note = f"usable {used:.1f} %, at least {100 * min(shares):.1f} %; 3 % wait for the closing report"
        yield Figure(f"budget of {calls:,} worst cases: left unused", 100 - used, "%", limit, note)
    yield from _times(size.of(5, 2))


async def _used_share(calls: int, seed: int) -> float:
    """Eight workers spend until they are refused; a call costs 10 to 100 % of its worst case."""
    rng, ledger = Random(seed), CapLedger(calls * WORST)

    async def spend() -> None:
        try:
            while True:
                hold = await ledger.reserve(StepKey("1/EXPLORE"), WORST)
                for _ in range(rng.randint(1, 10)):
                    await asyncio.sleep(0)
                ledger.settle(hold, rng.randint(WORST // 10, WORST))
        except BudgetExceeded:
            return

    async with asyncio.TaskGroup() as group:
        for _ in range(WORKERS):
            group.create_task(spend())
    return ledger.spent_usd_micros / (calls * WORST)


def _times(rounds: int) -> Iterable[Figure]:
    note = f"CPU time; {CALLS} calls, {WORKERS} at a time, best of {rounds}; a page of 20 kB, five quotes"
    yield Figure("call, bare asyncio floor", _best(_bare, rounds), "ms", None, note)
    yield Figure("call through the pipeline, journal in memory", _best(_in_memory, rounds), "ms", 2.0, note)
    yield Figure(
        "call through the pipeline, journal on disk",
        _best(_on_disk, rounds),
        "ms",
        None,
        "wall time; two syncs a call",
    )


def _best(measured: Callable[[], Awaitable[float]], rounds: int) -> float:
    async def one() -> float:
        return await measured()

    return min(asyncio.run(one()) for _ in range(rounds))


ASK = ReadPage(
    question="What lowers the yield?",
    parts=(),
    page=PageView(
        title="Yields",
        site="one.example",
        language="en",
        passages=tuple(Passage(number=n, text="It fell by 41 per cent. " * 84) for n in range(10)),
    ),
)
READING: Answered[Reading] = Answered(
    value=Reading(
        facts=tuple(
            ReadFact(quote="It fell by 41 per cent.", summary=f"It fell {n} times.", kind="measured", worth=2)
            for n in range(5)
        )
    )
)


class Instant:
    """An engine that answers at once."""

    identity = "instant"

    def fingerprint(self, ask: Ask[Any]) -> str:
        """Nothing but the call shapes the answer."""
        return ask.name

    def worst_usd_micros(self, ask: Ask[Any]) -> int:
        """The same for every question."""
        return WORST if ask.name else 0

    async def reply(self, ask: Ask[Any], step: Step) -> Reply[Any]:
        """The one reading it knows."""
        await asyncio.sleep(0)
        return Reply[Any](outcome=READING, spent_usd_micros=WORST // 2 if step.item and ask.name else 0)


async def _bare() -> float:
    engine = Instant()
    return await _per_call(lambda step: engine.reply(ASK, step), process_time)


async def _in_memory() -> float:
    return await _metered(MemoryJournal(), process_time)


async def _on_disk() -> float:
    with TemporaryDirectory() as folder:
        session = Session(Path(folder))
        session.journals.mkdir(0o700)
        journal = FileJournal.open(session, 1, Disk())
        try:
            return await _metered(journal, perf_counter)
        finally:
            await journal.close()


async def _metered(journal: Journal, clock: Callable[[], float]) -> float:
    meter = Meter(journal, CapLedger(None), FairLimiter(10 * CALLS), FixedClock(), Random(1))
    model = MeteredModel(Instant(), meter)
    return await _per_call(lambda step: model.answer(ASK, step), clock)


async def _per_call(ask: Callable[[Step], Awaitable[object]], clock: Callable[[], float]) -> float:
    """Milliseconds a call. CPU time says what we cost, wall time what the disk costs."""
    steps = iter(
        [Step(iteration=1, phase="EXPLORE", call=ASK.name, item=str(number)) for number in range(CALLS)]
    )

    async def work() -> None:
        for step in steps:
            await ask(step)

    start = clock()
    async with asyncio.TaskGroup() as group:
        for _ in range(WORKERS):
            group.create_task(work())
    return (clock() - start) * 1_000 / CALLS
