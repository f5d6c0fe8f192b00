"""What every journal, store, page store, ledger and limiter promises, in files and in a database alike."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest

from pathfinder.adapters.metering.grants import granted_tokens, likely_usd_micros
from pathfinder.adapters.storage.postgres.ledger import SharedLedger
from pathfinder.protocols.calls.ports import Hold, Room
from pathfinder.protocols.errors import BudgetExceeded, ReplayDiverged, StorageFailed
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.ids import PageHash, StepKey
from tests.builders import a_page, page_hash
from tests.contract.places import Places, in_database, in_files
from tests.faults.scripted import ITERATIONS, PAGES, an_entry, closed

STEP = StepKey("1/LOAD/0/1.0/0/x/-")


@pytest.fixture(params=["files", "postgres"])
def places(request: pytest.FixtureRequest, tmp_path: Path) -> Places:
    if request.param == "files":
        return lambda: in_files(tmp_path / ".research")
    url = request.getfixturevalue("postgres").database()
    return lambda: in_database(url)


def test_a_journal_remembers_every_outcome_in_its_order(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            journal = await place.journal()
            await journal.write(an_entry(1))
            async with asyncio.TaskGroup() as together:
                for number in range(2, 30):
                    together.create_task(journal.write(an_entry(number)))
            odd = an_entry(30, outcome='{"text": "끝 \\u0000 \\u2028"}', kind="failed")
            await journal.write(odd)
            before = list(journal.entries)
            await journal.close()
            assert sorted(entry.digest for entry in before) == sorted(f"d{n}" for n in range(1, 31))
            again = await place.journal()
            assert list(again.entries) == before
            assert again.done(an_entry(7).step, "d7") == an_entry(7)
            assert again.done(odd.step, "d30") is None
            with pytest.raises(ReplayDiverged):
                again.done(an_entry(7).step, "other")
            await again.write(an_entry(31))
            await again.close()
            other = await place.journal(2)
            assert list(other.entries) == []
            await other.close()

    asyncio.run(run())


def test_of_two_outcomes_of_a_step_the_first_counts(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            journal = await place.journal()
            await journal.write(an_entry(1))
            await journal.write(an_entry(1, outcome="later"))
            assert journal.done(an_entry(1).step, "d1") == an_entry(1)
            await journal.close()

    asyncio.run(run())


def test_a_journal_refuses_what_is_not_text_and_goes_on(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            journal = await place.journal()
            with pytest.raises(StorageFailed, match="not Unicode"):
                await journal.write(an_entry(1, outcome="\ud800"))
            await journal.write(an_entry(2))
            assert len(journal.entries) == 1
            await journal.close()

    asyncio.run(run())


def test_a_store_keeps_closed_iterations_in_their_order(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            graph = await place.store().load()
            for edits in ITERATIONS:
                whole = closed(graph, edits)
                after = apply(graph, whole)
                store = place.store()
                with pytest.raises(StorageFailed, match="last one saved is"):
                    await store.save(apply(after, closed(after, ())), ())
                await store.save(after, whole)
                with pytest.raises(StorageFailed, match="last one saved is"):
                    await store.save(after, whole)
                assert await place.store().load() == after
                graph = after
            paused = graph.model_copy(update={"run": Run(status="paused", reason="user")})
            await place.store().save_run(paused)
            with pytest.raises(StorageFailed, match="cannot be saved with iteration"):
                await place.store().save_run(apply(paused, closed(paused, ())))
            assert await place.store().load() == paused

    asyncio.run(run())


def test_pages_come_back_character_for_character_and_the_first_source_stays(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            pages = place.pages()
            for page in (*PAGES, a_page("a\r\nb\rc\u2028\x00\ufeff끝")):
                name = await pages.keep(page)
                assert name == page_hash(page.text)
                assert await place.pages().get(name) == page
            first = await pages.keep(a_page("same", "https://one.example/"))
            assert await pages.keep(a_page("same", "https://two.example/")) == first
            assert (await pages.get(first)).source.url == "https://one.example/"
            for wrong in ("../../etc/passwd", "0" * 64):
                with pytest.raises(StorageFailed):
                    await pages.get(PageHash(wrong))
            with pytest.raises(StorageFailed, match="not Unicode"):
                await pages.keep(a_page("half \ud800 a mark"))

    asyncio.run(run())


def test_a_ledger_never_lets_holds_and_spending_pass_the_cap(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            ledger = await place.ledger(1_000)  # of which 30 are kept for the closing report
            first = await ledger.reserve(STEP, 600)
            waiting = asyncio.create_task(ledger.reserve(STEP, 500))
            free = await ledger.reserve(STEP, 0)
            await asyncio.sleep(0.05)
            assert not waiting.done()
            ledger.settle(first, 100)
            second = await waiting
            ledger.settle(second, 470)
            ledger.settle(free, 0)
            with pytest.raises(ValueError, match="settled before"):
                ledger.settle(second, 470)
            with pytest.raises(BudgetExceeded, match="higher --budget"):
                await ledger.reserve(STEP, 401)
            third = await ledger.reserve(STEP, 430, closing=True)
            ledger.settle(third, 430)
            assert ledger.spent_usd_micros == 1_000

    asyncio.run(run())


def test_a_ledger_divides_free_money_among_answers_by_one_rule(places: Places) -> None:
    """In a process and in the database alike: what `grants.py` says, hold after hold."""

    async def run() -> None:
        rng = Random(3)
        async with places() as place:
            ledger = await place.ledger(100_000_000)
            spent = held = likely = 0
            open_: list[tuple[Hold, int]] = []
            for _ in range(60):
                prompt, price = rng.randint(0, 200_000), rng.choice((0, 550_000, 11_000_000, 22_000_000))
                room = Room(
                    usd_micros_per_million=price,
                    least=rng.randint(1, 2_000),
                    likely=rng.randint(1, 6_000),
                    most=rng.choice((1_500, 16_000, 32_000)),
                )
                free = 97_000_000 - spent - held
                tokens = granted_tokens(free, prompt, room, likely, others=held > 0)
                assert tokens is not None
                hold = await ledger.reserve(STEP, prompt, room=room)
                assert (hold.tokens, hold.usd_micros) == (tokens, prompt + room.usd_micros(tokens))
                open_.append((hold, likely_usd_micros(prompt, room)))
                held, likely = held + hold.usd_micros, likely + open_[-1][1]
                # Most of it stays free, so that nobody waits.
                while held > 40_000_000 or (open_ and rng.random() < 0.3):
                    done, was_likely = open_.pop(rng.randrange(len(open_)))
                    paid = rng.randint(0, done.usd_micros // 8)
                    ledger.settle(done, paid)
                    if isinstance(ledger, SharedLedger):
                        await ledger.settled()
                    spent, held, likely = spent + paid, held - done.usd_micros, likely - was_likely
            assert ledger.spent_usd_micros == spent

    asyncio.run(run())


def test_an_answer_waits_for_ample_room_and_goes_with_little_when_nothing_is_in_flight(
    places: Places,
) -> None:
    room = Room(usd_micros_per_million=1_000_000, least=100, likely=200, most=5_000)

    async def run() -> None:
        async with places() as place:
            ledger = await place.ledger(1_000)  # of which 30 are kept for the closing report
            first = await ledger.reserve(STEP, 500)
            waiting = asyncio.create_task(ledger.reserve(STEP, 50, room=room))
            await asyncio.sleep(0.05)
            assert not waiting.done()  # 420 tokens could be had now, and 600 are ample
            ledger.settle(first, 420)
            second = await waiting
            assert second.tokens == 500
            ledger.settle(second, 350)
            third = await ledger.reserve(STEP, 50, room=room)
            assert (third.tokens, third.usd_micros) == (150, 200)
            ledger.settle(third, 60)
            with pytest.raises(BudgetExceeded, match=r"may cost \$0\.00015"):
                await ledger.reserve(STEP, 50, room=room)

    asyncio.run(run())


def test_a_cancelled_waiter_takes_no_room_with_it(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            ledger = await place.ledger(1_000)
            first = await ledger.reserve(STEP, 600)
            waiting = asyncio.create_task(ledger.reserve(STEP, 500))
            await asyncio.sleep(0.05)
            waiting.cancel()
            with pytest.raises(asyncio.CancelledError):
                await waiting
            ledger.settle(first, 0)
            whole = await ledger.reserve(STEP, 970)
            ledger.settle(whole, 0)

    asyncio.run(run())


def test_turns_keep_their_distance(places: Places) -> None:
    async def run() -> None:
        async with places() as place:
            limiter = await place.limiter(1_200)
            at: list[float] = []

            async def turn() -> None:
                await limiter.turn()
                at.append(time.monotonic())

            began = time.monotonic()
            async with asyncio.TaskGroup() as together:
                for _ in range(5):
                    together.create_task(turn())
            # Never faster than one in 50 ms; how much slower is the machine's affair.
            assert sorted(at)[-1] - began >= 4 * 0.05 - 0.01

    asyncio.run(run())
