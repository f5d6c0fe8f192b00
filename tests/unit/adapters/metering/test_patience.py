"""An Explorer's time: when it is up, and that a replay says the same."""

import asyncio

from pathfinder.adapters.metering.patience import JournaledPatience
from pathfinder.protocols.calls.steps import Step
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal


def a_step(slot: int = 1, turn: int = 1, before: str = "search") -> Step:
    return Step(iteration=1, phase="EXPLORE", slot=slot, turn=turn, call="time", item=before)


def test_the_time_of_an_explorer_begins_when_it_is_first_asked_and_each_has_its_own() -> None:
    async def told() -> list[bool]:
        clock = FixedClock()
        patience = JournaledPatience(MemoryJournal(), clock, 60)
        answers = [await patience.over(a_step())]
        await clock.sleep(59)
        answers += [await patience.over(a_step(before="read")), await patience.over(a_step(slot=2))]
        await clock.sleep(1)
        return [*answers, await patience.over(a_step(turn=2)), await patience.over(a_step(slot=2, turn=2))]

    assert asyncio.run(told()) == [False, False, False, True, False]


def test_a_replay_comes_home_where_the_run_did_however_fast_it_is() -> None:
    async def told() -> tuple[bool, bool]:
        clock, journal = FixedClock(), MemoryJournal()
        first = JournaledPatience(journal, clock, 60)
        await first.over(a_step())
        await clock.sleep(61)
        then = await first.over(a_step(turn=2))
        return then, await JournaledPatience(journal, FixedClock(), 60).over(a_step(turn=2))

    assert asyncio.run(told()) == (True, True)
