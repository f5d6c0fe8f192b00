"""The embedded engine behind the Attempt port: every question is answered, or refused with a reason."""

import asyncio
import threading

import pytest

from pathfinder.adapters.embedded.attempt import EmbeddedAttempt
from pathfinder.protocols.calls import Answered, Ask, Reply, Unable
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.questions import QUESTIONS
from tests.asks import ASKS, a_step, an_ask


class Riddle(Ask[Frozen]):
    """A question nobody has heard of."""

    role = "lead"
    name = "lead.riddle"
    answer = Frozen


def replies(ask: Ask[Frozen], times: int = 1) -> list[Reply[Frozen]]:
    async def asked() -> list[Reply[Frozen]]:
        attempt = EmbeddedAttempt()
        try:
            return [await attempt.reply(ask, a_step(ask)) for _ in range(times)]
        finally:
            await attempt.close()

    return asyncio.run(asked())


@pytest.mark.parametrize("name", [question.name for question in QUESTIONS])
def test_every_question_gets_an_answer_of_its_type_or_a_reason_at_no_cost(name: str) -> None:
    ask = an_ask(name)
    first, second = replies(ask, times=2)
    assert first == second
    assert first.spent_usd_micros == 0
    match first.outcome:
        case Answered():
            assert isinstance(first.outcome.value, ask.answer)
        case Unable():
            assert first.outcome.reason


def test_a_question_it_does_not_know_is_refused_with_a_reason() -> None:
    (reply,) = replies(Riddle())
    assert isinstance(reply.outcome, Unable)
    assert "lead.riddle" in reply.outcome.reason


def test_identity_and_fingerprint_name_engine_version_and_vectors_without_loading_them() -> None:
    attempt = EmbeddedAttempt()
    assert attempt.identity.startswith("embedded/")
    assert "use-m3" in attempt.identity
    prints = {attempt.fingerprint(ask) for ask in ASKS}
    assert len(prints) == len({ask.name for ask in ASKS})
    assert all(attempt.identity in known for known in prints)
    assert attempt.worst_usd_micros(ASKS[0]) == 0
    asyncio.run(attempt.close())


def test_the_loop_stays_alive_while_it_thinks_and_one_question_is_worked_on_at_a_time() -> None:
    ask, ticks = an_ask("explorer.read"), 0

    async def ticking(done: asyncio.Event) -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            await asyncio.sleep(0)

    async def both() -> set[str]:
        attempt, done = EmbeddedAttempt(), asyncio.Event()
        clock = asyncio.create_task(ticking(done))
        waiting = [asyncio.create_task(attempt.reply(ask, a_step(ask))) for _ in range(3)]
        await asyncio.wait(waiting)
        workers = {thread.name for thread in threading.enumerate() if thread.name.startswith("embedded")}
        done.set()
        await clock
        await attempt.close()
        return workers

    assert len(asyncio.run(both())) == 1
    assert ticks > 0
