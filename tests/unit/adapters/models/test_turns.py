"""Each turn of a call is paid for on its own, with as much room as the money allows, over real HTTP."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import NamedTuple, TypeVar

import pytest
from pydantic import SecretStr

from pathfinder.adapters.metering.attempts import Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.pipeline import MeteredModel
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.errors import BudgetExceeded, KeyRefused
from tests.asks import a_step, an_ask
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal
from tests.standin import Nature, Standin, cut, malformed, pause, status, too_many
from tests.standin.bill import LITTLE_THINKING

T = TypeVar("T")
ASK = an_ask("lead.decompose")
ROOM = 24_000
SETTINGS = ClaudeSettings(seats={"lead": Seat(model="claude-opus-5-5", max_tokens=ROOM)})


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin(nature=Nature(thinking=LITTLE_THINKING)) as standin:
        yield standin


class Books(NamedTuple):
    """A model under a cap, and what it writes down."""

    model: MeteredModel
    ledger: CapLedger
    journal: MemoryJournal


def under(api: Standin, cap_usd: float, work: Callable[[Books], Awaitable[T]]) -> tuple[T, Books]:
    async def run() -> tuple[T, Books]:
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url), SETTINGS)
        ledger, journal = CapLedger(round(cap_usd * 1_000_000)), MemoryJournal()
        meter = Meter(journal, ledger, NoLimit(), FixedClock(), Random(1))
        books = Books(MeteredModel(attempt, meter), ledger, journal)
        try:
            return await work(books), books
        finally:
            await attempt.close()

    return asyncio.run(run())


async def answer(books: Books) -> object:
    return await books.model.answer(ASK, a_step(ASK))


def rooms(api: Standin) -> list[int]:
    return [request.body["max_tokens"] for request in api.requests]


def test_with_money_enough_a_call_gets_all_its_room(api: Standin) -> None:
    outcome, books = under(api, 10, answer)
    assert isinstance(outcome, Answered)
    assert rooms(api) == [ROOM]
    assert books.ledger.spent_usd_micros == api.usd_micros


def test_a_call_of_cents_is_sent_on_a_budget_of_cents(api: Standin) -> None:
    """All its room would cost 53 cents; there are 12, and it takes two."""
    outcome, books = under(api, 0.12, answer)
    assert isinstance(outcome, Answered)
    [room] = rooms(api)
    assert 1_500 < room < ROOM // 4
    sent, done = books.journal.entries
    assert sent.usd_micros <= 120_000 * 97 // 100
    assert done.usd_micros == books.ledger.spent_usd_micros == api.usd_micros


def test_a_call_that_would_hardly_get_an_answer_is_refused_with_the_least_it_needs(api: Standin) -> None:
    with pytest.raises(BudgetExceeded, match=r"may cost \$0\.0\d+, and \$0\.0\d+ of the budget of \$0\.03"):
        under(api, 0.03, answer)
    assert api.requests == []


def test_a_prompt_is_counted_before_a_call_is_refused_for_what_it_might_be(api: Standin) -> None:
    """The prompt may have 3,600 tokens and has 1,500: at 4.8 cents that is the difference."""
    outcome, books = under(api, 0.048, answer)
    assert isinstance(outcome, Answered)
    assert (api.counts, len(api.requests)) == (1, 1)
    assert books.ledger.spent_usd_micros == api.usd_micros <= 48_000


def test_a_server_that_counts_no_prompts_refuses_by_the_bound() -> None:
    nature = Nature(thinking=LITTLE_THINKING, flavour="rejects_unknown")
    with Standin(nature=nature) as api, pytest.raises(BudgetExceeded):
        under(api, 0.048, answer)
    assert api.requests == []


def test_an_answer_that_a_small_grant_cut_gets_more_room_once() -> None:
    with Standin(nature=Nature(thinking=(12_000, 12_000))) as api:
        outcome, books = under(api, 0.80, lambda books: _after_a_small_grant(books, 500_000))
    assert isinstance(outcome, Answered)
    first, second = rooms(api)
    assert first < 12_000 < second < ROOM * 2
    assert second >= first * 3 // 2
    assert [(entry.kind, entry.attempt) for entry in books.journal.entries] == [
        ("sent", 1),
        ("failed", 1),
        ("sent", 2),
        ("done", 2),
    ]
    assert books.journal.entries[1].outcome.startswith("thinking used up the room of 7,800 tokens, all that")
    assert books.ledger.spent_usd_micros == api.usd_micros
    assert books.ledger.overrun_usd_micros == 0


async def _until(there: Callable[[], bool]) -> None:
    for _ in range(100_000):
        if there():
            return
        await asyncio.sleep(0)
    raise AssertionError("it did not come")


async def _after_a_small_grant(books: Books, elsewhere: int) -> object:
    """The call goes while so much money is in flight elsewhere, which comes free meanwhile."""
    hold = await books.ledger.reserve(a_step(ASK).key, elsewhere)
    asking = asyncio.create_task(answer(books))
    await _until(lambda: bool(books.journal.entries))
    books.ledger.settle(hold, 0)
    return await asking


def test_without_money_for_more_room_the_model_is_unable_and_the_run_goes_on() -> None:
    with Standin(nature=Nature(thinking=(8_000, 8_000))) as api:
        outcome, books = under(api, 0.14, answer)
    assert isinstance(outcome, Unable)
    assert outcome.reason.startswith("thinking used up the room of 5")
    assert len(api.requests) == 1
    assert books.ledger.spent_usd_micros == api.usd_micros <= 140_000


def test_a_cut_answer_with_all_its_room_gets_twice_as_much(api: Standin) -> None:
    api.fail(cut())
    outcome, books = under(api, 10, answer)
    assert isinstance(outcome, Answered)
    assert rooms(api) == [ROOM, 2 * ROOM]
    assert books.ledger.spent_usd_micros == api.usd_micros


@pytest.mark.parametrize("fault", [malformed(), pause()], ids=lambda fault: fault.kind)
def test_a_second_turn_that_fails_is_repeated_and_the_first_is_not(api: Standin, fault: object) -> None:
    api.fail(fault, too_many(retry_after=3))  # type: ignore[arg-type]  # one of the two kinds
    outcome, books = under(api, 10, answer)
    assert isinstance(outcome, Answered)
    first, turned_away, second = api.requests
    assert len(first.body["messages"]) == 1
    assert turned_away.body["messages"] == second.body["messages"] != first.body["messages"]
    assert books.ledger.spent_usd_micros == api.usd_micros


def test_a_key_refused_in_the_second_turn_ends_the_run_and_the_first_is_counted(api: Standin) -> None:
    api.fail(malformed(), status(401))

    async def refused(books: Books) -> None:
        with pytest.raises(KeyRefused):
            await answer(books)

    _, books = under(api, 10, refused)
    assert books.ledger.spent_usd_micros == api.usd_micros > 0


def test_what_a_second_turn_has_in_flight_is_charged_beside_what_the_first_cost(api: Standin) -> None:
    """A kill while the repair is on its way: the journal knows both."""
    api.fail(malformed())

    async def killed(books: Books) -> int:
        asking = asyncio.create_task(answer(books))
        await _until(lambda: sum(entry.kind == "sent" for entry in books.journal.entries) == 2)
        on_disk = tuple(books.journal.entries)
        asking.cancel()
        await asyncio.wait((asking,))
        return CapLedger.from_entries(on_disk, None).spent_usd_micros

    charged, _ = under(api, 10, killed)
    assert charged >= api.usd_micros > 0
