"""Searches over several engines: paid under one cap, tried again, handed over, recorded, never repeated."""

import asyncio
from random import Random

import pytest

from pathfinder.adapters.metering.attempts import CallEvent, Meter
from pathfinder.adapters.metering.ledger import CapLedger
from pathfinder.adapters.metering.limiter import NoLimit
from pathfinder.adapters.metering.search_call import MOST_TRIES
from pathfinder.adapters.metering.searches import EngineSet, OneSearch, SharedSearch, as_written
from pathfinder.protocols.calls.ports import SearchAnswer, Searched, SearchResult
from pathfinder.protocols.errors import AttemptFailed, BudgetExceeded, Interrupted, KeyRefused, SearchFailed
from pathfinder.protocols.graph.papers import Paper
from tests.fakes.fixed_clock import FixedClock
from tests.fakes.memory_journal import MemoryJournal

Says = SearchAnswer | Exception


def found(*names: str, cost: int = 0) -> SearchAnswer:
    results = tuple(SearchResult(url=f"https://{name}.example/", title=name) for name in names)
    return SearchAnswer(results=results, spent_usd_micros=cost)


class Scripted:
    """An engine that says one thing after the other, the last for ever."""

    def __init__(self, engine: str, *says: Says, worst: int = 0, remote: bool = True) -> None:
        self.engine, self.remote = engine, remote
        self._says, self._worst = list(says), worst
        self.asked: list[str] = []

    def worst_usd_micros(self, query: str) -> int:  # noqa: ARG002  (the same for all)
        return self._worst

    async def find(self, query: str) -> SearchAnswer:
        self.asked.append(query)
        said = self._says.pop(0) if len(self._says) > 1 else self._says[0]
        await asyncio.sleep(0)
        if isinstance(said, Exception):
            raise said
        return said


class House:
    """What a search is paid from and recorded in, looked at afterwards."""

    def __init__(self, journal: MemoryJournal | None = None, cap: int | None = None) -> None:
        self.journal = journal or MemoryJournal()
        self.ledger = CapLedger.from_entries(tuple(self.journal.entries), cap)
        self.clock = FixedClock()
        self.told: list[CallEvent] = []

    def search(self, *engines: Scripted, instead: tuple[Scripted, ...] = (), **more: object) -> SharedSearch:
        meter = Meter(self.journal, self.ledger, NoLimit(), self.clock, Random(1), observer=self.told.append)
        sayable = more.get("sayable", as_written)
        assert callable(sayable)
        return SharedSearch(EngineSet("several", engines, instead), meter, sayable)


def run(search: SharedSearch, *queries: str) -> list[Searched | str]:
    async def one(query: str) -> Searched | str:
        try:
            return await search.search(query, 1)
        except SearchFailed as error:
            return str(error)

    async def all_() -> list[Searched | str]:
        return [await one(query) for query in queries]

    return asyncio.run(all_())


def answered(outcome: Searched | str) -> Searched:
    assert isinstance(outcome, Searched)
    return outcome


def test_one_engine_is_asked_alone_and_where_it_is_silent_all_are() -> None:
    house = House()
    one, other = Scripted("one", found("a")), Scripted("other", found("b"))
    search = house.search(one, other)
    alone = asyncio.run(search.search_on("other", "q", 1))
    assert ([engine.engine for engine in alone.found], one.asked, other.asked) == (["other"], [], ["q"])
    everyone = asyncio.run(search.search_on("no such engine", "q2", 1))
    assert {engine.engine for engine in everyone.found} == {"one", "other"}
    dumb = Scripted("dumb", AttemptFailed("out of order", retryable=False))
    handed = asyncio.run(house.search(one, dumb).search_on("dumb", "q3", 1))
    assert [engine.engine for engine in handed.found] == ["one"]
    assert [failure.engine for failure in handed.failed] == ["dumb"]


BUSY = AttemptFailed("exa answered HTTP 429", retryable=True, wait_seconds=7)


def test_all_engines_are_asked_and_each_is_credited_with_what_it_found() -> None:
    one, two = Scripted("one", found("a", "b")), Scripted("two", found("b", "c"))
    searched = answered(run(House().search(one, two), "solar")[0])
    assert next(result.title for result in searched.results) == "b"
    assert {known.engine: len(known.urls) for known in searched.found} == {"one": 2, "two": 2}
    assert searched.failed == ()


def test_one_that_fails_is_told_and_the_others_answer() -> None:
    bad = Scripted("bad", AttemptFailed("bad is down", retryable=False))
    searched = answered(run(House().search(bad, Scripted("good", found("a"))), "solar")[0])
    assert [(known.engine, known.reason, known.kind) for known in searched.failed] == [
        ("bad", "bad is down", "unreachable")
    ]
    assert [known.engine for known in searched.found] == ["good"]


def test_those_that_stand_by_are_asked_only_when_all_failed() -> None:
    spare, last = Scripted("spare", found("a")), Scripted("last", found("b"))
    house = House()
    assert run(house.search(Scripted("one", found()), instead=(spare,)), "solar")
    assert spare.asked == []
    bad = Scripted("bad", AttemptFailed("down", retryable=False))
    searched = answered(run(house.search(bad, instead=(spare, last)), "wind")[0])
    assert [known.engine for known in searched.found] == ["spare"]
    assert [known.engine for known in searched.failed] == ["bad"]
    assert last.asked == []


def test_all_failing_gives_every_reason() -> None:
    one, two = (Scripted(name, AttemptFailed(f"{name} down", retryable=False)) for name in ("one", "two"))
    assert run(House().search(one, instead=(two,)), "solar") == ["one: one down; two: two down"]


def test_a_busy_engine_is_asked_again_after_the_pause_it_wants() -> None:
    house, exa = House(), Scripted("exa", BUSY, found("a"))
    assert answered(run(house.search(exa), "solar")[0]).results
    assert len(exa.asked) == 2
    assert 7 <= house.clock.monotonic() <= 9


def test_giving_up_names_the_kind_and_too_long_a_wait_is_not_waited_for() -> None:
    house, exa = House(), Scripted("exa", BUSY)
    searched = answered(run(house.search(exa, Scripted("other", found("a"))), "solar")[0])
    assert searched.failed[0].kind == "rate_limited"
    assert len(exa.asked) == MOST_TRIES
    slow = Scripted("slow", AttemptFailed("slow HTTP 429", retryable=True, wait_seconds=3600))
    house = House()
    run(house.search(slow), "solar")
    assert len(slow.asked) == 1
    assert house.clock.slept == []


def test_a_refused_key_is_tried_once_and_told_for_every_query() -> None:
    exa = Scripted("exa", KeyRefused("exa refused the key"))
    house = House()
    searches = run(house.search(exa, Scripted("other", found("a"))), "solar", "wind")
    assert exa.asked == ["solar"]
    assert [answered(known).failed[0].kind for known in searches] == ["refused", "refused"]


def test_when_every_engine_refuses_its_key_the_run_waits_for_one_and_goes_on_with_it() -> None:
    house = House()
    engines = [Scripted(name, KeyRefused(f"{name} refused the key"), found("a")) for name in ("exa", "spare")]
    search = house.search(engines[0], instead=(engines[1],))
    with pytest.raises(KeyRefused, match="spare refused"):
        run(search, "solar")
    again = House(house.journal.copy())
    searched = answered(run(again.search(engines[0], instead=(engines[1],)), "solar")[0])
    assert [known.engine for known in searched.found] == ["spare"]


def test_a_paid_search_is_reserved_sent_and_settled_from_its_answer() -> None:
    house, exa = House(cap=100_000), Scripted("exa", found("a", cost=5_000), worst=7_000)
    run(house.search(exa), "solar")
    assert house.journal.kinds() == ["sent", "done"]
    assert [entry.usd_micros for entry in house.journal.entries] == [7_000, 5_000]
    assert (house.ledger.spent_usd_micros, house.ledger.held_usd_micros) == (5_000, 0)
    assert house.ledger.spend.by_engine == {"exa search": 5_000}
    assert house.ledger.spend.by_role == {"search": 5_000}
    assert [told.kind for told in house.told] == ["sent", "done"]


def test_what_may_have_been_paid_counts_and_what_was_not_does_not() -> None:
    for maybe_paid, known, spent in ((True, None, 14_000), (True, 300, 7_300), (False, None, 7_000)):
        lost = AttemptFailed("exa broke", retryable=True, maybe_paid=maybe_paid, paid_usd_micros=known)
        house = House(cap=100_000)
        run(house.search(Scripted("exa", lost, found("a", cost=7_000), worst=7_000)), "solar")
        assert house.ledger.spent_usd_micros == spent
        assert house.journal.kinds() == ["sent", "failed", "sent", "done"]


def test_a_search_that_does_not_fit_the_cap_ends_the_run_unsent() -> None:
    exa = Scripted("exa", found("a"), worst=7_000)
    with pytest.raises(BudgetExceeded):
        run(House(cap=5_000).search(exa), "solar")
    assert exa.asked == []


def test_a_resume_asks_nobody_again_who_answered_or_failed() -> None:
    house = House()
    good, bad = Scripted("good", found("a")), Scripted("bad", AttemptFailed("down", retryable=False))
    first = run(house.search(good, bad), "solar")
    again = House(house.journal.copy())
    assert run(again.search(good, bad), "solar") == first
    assert (len(good.asked), len(bad.asked)) == (1, 1)
    assert len(again.journal.entries) == len(house.journal.entries)


def test_a_search_in_flight_at_the_end_is_charged_and_has_a_new_number_afterwards() -> None:
    house = House()
    run(house.search(Scripted("exa", found("a", cost=5_000), worst=7_000)), "solar")
    cut = MemoryJournal(house.journal.entries[:1])
    again = House(cut)
    assert again.ledger.spent_usd_micros == 7_000
    run(again.search(Scripted("exa", found("a", cost=5_000), worst=7_000)), "solar")
    assert [entry.attempt for entry in again.journal.entries] == [1, 2, 2]
    assert again.ledger.spent_usd_micros == 12_000


def test_sites_make_another_search_of_the_same_words() -> None:
    one = Scripted("one", found("a"))
    run(House().search(one), "solar site:a.example", "solar site:b.example", "solar", "Solar?")
    assert one.asked == ["solar site:a.example", "solar site:b.example", "solar"]


def test_what_must_stay_at_home_is_not_said_to_the_web() -> None:
    web, here = Scripted("web", found("a")), Scripted("here", found("b"), remote=False)

    def cut(query: str) -> str | None:
        return query.replace("secret", "").strip() or None

    first, second = run(House().search(web, here, sayable=cut), "solar secret", "secret")
    assert web.asked == ["solar"]
    assert here.asked == ["solar secret", "secret"]
    assert answered(first).failed == ()
    assert answered(second).failed[0].kind == "blocked"


def test_papers_are_ranked_by_the_year_in_which_the_iteration_began_also_after_a_resume() -> None:
    def paper(name: str, year: int, citations: int) -> SearchResult:
        known = Paper(catalogue="arxiv", name=name, date=str(year), citations=citations)
        return SearchResult(url=f"https://arxiv.org/abs/2601.0000{name}", title=f"Paper {name}", paper=known)

    both = SearchAnswer(results=(paper("2", 2026, 0), paper("1", 2005, 10_000)))
    house = House()

    def best(year: int) -> str:
        meter = Meter(house.journal, house.ledger, NoLimit(), house.clock, Random(1))
        plan = EngineSet("arxiv", (Scripted("arxiv", both),), most_papers=1)
        searched = asyncio.run(SharedSearch(plan, meter, year=year).search("solar", 1))
        return searched.results[0].title

    assert (best(2006), best(2026), best(2006)) == ("Paper 1", "Paper 2", "Paper 1")


def test_a_stop_is_heard_while_a_search_waits_to_be_sent_again() -> None:
    house, engine = House(), Scripted("exa", AttemptFailed("HTTP 429", retryable=True, wait_seconds=50))

    def gate() -> None:
        if house.clock.monotonic() - began > 3:
            raise Interrupted("stopped")

    began = house.clock.monotonic()
    meter = Meter(house.journal, house.ledger, NoLimit(), house.clock, Random(1), gate)
    with pytest.raises(Interrupted):
        asyncio.run(SharedSearch(EngineSet("one", (engine,)), meter).search("loops", 1))
    assert house.clock.monotonic() - began < 5


def test_searches_that_leave_the_machine_take_their_turn_and_keep_the_rests_of_their_engine() -> None:
    told: list[tuple[str, float]] = []

    class Noting(NoLimit):
        async def turn(self, lane: str = "") -> None:
            told.append((lane, 0))

        async def rest(self, lane: str, seconds: float) -> None:
            told.append((lane, seconds))

    house = House()
    meter = Meter(house.journal, house.ledger, NoLimit(), house.clock, Random(1), searches=Noting())
    engines = Scripted("exa", BUSY, found("a")), Scripted("own", found("b"), remote=False)
    asyncio.run(SharedSearch(EngineSet("two", engines), meter).search("loops", 1))
    assert told == [("exa", 0), ("exa", 7), ("exa", 0)]


def test_an_engine_that_nobody_can_reach_rests_until_the_next_iteration() -> None:
    down = Scripted("down", AttemptFailed("no route", retryable=True))
    house = House()
    queries = [f"query {number}" for number in range(6)]
    searches = run(house.search(down, Scripted("other", found("a"))), *queries)
    assert all(answered(known).failed[0].reason.startswith("no route") for known in searches)
    assert len(set(down.asked)) < len(queries)
    assert len(down.asked) <= MOST_TRIES * len(queries)


def test_who_watches_hears_who_does_not_answer_who_is_left_out_and_who_is_back() -> None:
    flaky = Scripted("flaky", BUSY, found("a"))
    down = Scripted("down", AttemptFailed("no route", retryable=True))
    house = House()
    search = house.search(flaky, down)
    run(search, *(f"query {number}" for number in range(5)))
    heard = [(told.engine, told.kind) for told in house.told if told.took is None and told.engine]
    assert [kind for engine, kind in heard if engine == "flaky"] == ["waiting", "back"]
    of_down = [kind for engine, kind in heard if engine == "down"]
    assert of_down.count("resting") == 1
    assert of_down[-1] == "resting"
    first = next(told for told in house.told if told.engine == "flaky" and told.kind == "waiting")
    assert first.reason == str(BUSY)
    assert first.seconds >= 7


def test_a_search_made_again_asks_only_the_engines_that_failed_and_is_on_record() -> None:
    house = House()
    good = Scripted("good", found("one"))
    shaky = Scripted("shaky", AttemptFailed("down", retryable=False), found("two"))
    search = house.search(good, shaky)
    first = answered(run(search, "q")[0])
    assert [known.engine for known in first.failed] == ["shaky"]
    again = asyncio.run(search.search("q", 1, again=True))
    assert {result.title for result in again.results} == {"one", "two"}
    assert (len(good.asked), len(shaky.asked)) == (1, 2)
    resumed = House(house.journal).search(good, shaky)
    assert asyncio.run(resumed.search("q", 1, again=True)) == again
    assert (len(good.asked), len(shaky.asked)) == (1, 2), "a resume repeats neither"


def test_documents_are_not_searched_for_the_name_of_a_site() -> None:
    class Own:
        engine = "local"

        def __init__(self) -> None:
            self.asked: list[str] = []

        async def results(self, query: str) -> list[SearchResult]:
            self.asked.append(query)
            return []

    own = Own()
    asyncio.run(OneSearch(own).find("loop savings site:github.com"))
    asyncio.run(OneSearch(own).find("site:github.com"))
    assert own.asked == ["loop savings", "site:github.com"]
