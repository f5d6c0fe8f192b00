"""The first of several that begin alike goes ahead; nobody waits for long, and nobody for nothing."""

import asyncio
from collections.abc import Sequence

from pathfinder.adapters.models.blocks import ordered
from pathfinder.adapters.models.prefixes import KEPT_SECONDS, MOST_WAIT_SECONDS, Prefixes
from pathfinder.adapters.models.render import inputs
from pathfinder.prompts.library import fill
from pathfinder.protocols.calls.questions import WriteAnswer, WrittenAnswer
from tests.asks import an_ask
from tests.fakes.virtual_time import VirtualClock, in_virtual_time


class Calls:
    """Calls that begin to answer after a second and end after ten."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.prefixes = Prefixes(self.clock.monotonic)
        self.sent: list[tuple[str, float]] = []

    async def one(
        self, label: str, names: Sequence[str], begins: float = 1.0, *, fails: bool = False
    ) -> None:
        async with self.prefixes.behind(names) as started:
            self.sent.append((label, self.clock.monotonic()))
            await self.clock.sleep(begins)
            if fails:
                return
            if started is not None:
                started()
            await self.clock.sleep(10.0 - begins)


def test_siblings_follow_as_soon_as_the_first_answer_has_begun() -> None:
    async def run() -> None:
        calls = Calls()
        async with asyncio.TaskGroup() as group:
            for label, names in (("a1", "SA"), ("a2", "SA"), ("b1", "SB"), ("b2", "SB"), ("alone", "X")):
                group.create_task(calls.one(label, tuple(names)))
        assert dict(calls.sent) == {"a1": 0.0, "alone": 0.0, "a2": 1.0, "b1": 1.0, "b2": 2.0}
        # Kept now: nobody waits for anybody.
        calls.sent.clear()
        async with asyncio.TaskGroup() as group:
            for label in ("a3", "a4"):
                group.create_task(calls.one(label, ("S", "A")))
        assert [at for _, at in calls.sent] == [calls.sent[0][1]] * 2

    in_virtual_time(run())


def test_what_was_kept_is_forgotten_in_time() -> None:
    async def run() -> None:
        calls = Calls()
        await calls.one("first", ("S",))
        await calls.clock.sleep(KEPT_SECONDS)
        async with asyncio.TaskGroup() as group:
            for label in ("second", "third"):
                group.create_task(calls.one(label, ("S",)))
        (_, second), (_, third) = calls.sent[1:]
        assert third == second + 1.0

    in_virtual_time(run())


def test_a_first_that_fails_makes_way_and_one_that_never_begins_is_not_waited_for() -> None:
    async def run() -> None:
        calls = Calls()
        async with asyncio.TaskGroup() as group:
            group.create_task(calls.one("fails", ("S",), fails=True))
            group.create_task(calls.one("next", ("S",)))
            group.create_task(calls.one("last", ("S",)))
        assert calls.sent[0][0] == "fails"
        assert all(at <= 2.0 for _, at in calls.sent)
        async with asyncio.TaskGroup() as group:
            group.create_task(calls.one("hangs", ("T",), begins=600.0))
            group.create_task(calls.one("waits", ("T",)))
        (_, hangs), (_, waits) = calls.sent[3:]
        assert waits == hangs + MOST_WAIT_SECONDS

    in_virtual_time(run())


def test_what_has_left_the_cache_is_not_remembered_for_ever() -> None:
    async def run() -> None:
        calls = Calls()
        for number in range(200):
            await calls.one("call", ("S", f"objective {number}"))
        assert len(calls.prefixes) <= 2 + KEPT_SECONDS / 10.0

    in_virtual_time(run())


def test_draft_and_revision_of_an_answer_share_their_beginning() -> None:
    draft = an_ask("writer.answer")
    assert isinstance(draft, WriteAnswer)
    again = draft.model_copy(update={"draft": WrittenAnswer(title="Yes", answer=""), "problems": ("a gap",)})
    one, other = (ordered(ask.name, fill(ask.name, **inputs(ask)).varying) for ask in (draft, again))
    assert len(one) == 3
    assert one[:2] == other[:2]
    assert "Caffeine and the night" in one[0]
    assert "a gap" in other[2]
