"""`batch --overnight` over real HTTP: calls of all sessions go in batches, at half the price."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from pathfinder.adapters.metering.overnight import BatchPace
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.storage.files.batches import Batches
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import all_journaled
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.system import SystemClock
from pathfinder.batch_state import standings, to_do
from pathfinder.batching import BatchRun
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.batch import QuestionEnd
from pathfinder.protocols.calls.batch import Batch, Terms, Wanted
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import Answering, RunConfig
from tests.standin import Standin, cut, expired, malformed, refused_schema, status
from tests.worlds import QUESTION, world

QUICKLY = BatchPace(quiet=0.05, longest=1.0, poll=0.02, look=0.02, arrival=0.1)


def a_batch(home: Path, count: int, *, overnight: bool = True, budget: int | None = None) -> Batch:
    Sessions(home, Disk()).make_root()
    asked = tuple(Wanted(number=n, question=f"{QUESTION[:-1]}, town {n}?") for n in range(1, count + 1))
    terms = Terms(
        limits=Limits(max_iterations=1),
        parallel=2,
        quick=True,
        at_once=count,
        overnight=overnight,
        budget_usd_micros=budget,
    )
    return Batches(home, Disk()).create(asked, terms, "towns.txt", SystemClock().now())


def claude(api: Standin) -> ClaudeAttempt:
    return ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url))


def openai(api: Standin) -> ChatAttempt:
    where = Connection(key=SecretStr(api.key), base_url=f"{api.base_url}/v1", provider="openai")
    seats = {
        name: seat.model_copy(update={"model": "openai:gpt-6-luna"}) for name, seat in DEFAULT_SEATS.items()
    }
    prices = listed_prices()
    prices = prices.model_copy(update={"model": (*prices.model, *registry_prices())})
    return ChatAttempt(providers()["openai"], where, ClaudeSettings(seats=seats), prices)


def run(home: Path, batch: Batch, attempt: Any, **how: Any) -> list[QuestionEnd]:
    pages, ended = world(), list[QuestionEnd]()
    clock = how.pop("clock", SystemClock())
    sources = PageSources(ScriptedSearch(pages), ScriptedFetch(pages))
    engine = Deps(attempt, sources, clock=clock, close=attempt.close)
    options = RunConfig(answer=Answering())
    one = BatchRun(batch, engine, options, home, Disk(), pace=QUICKLY, **how)
    with one:
        asyncio.run(one.run(to_do(standings(batch, home, Disk())), lambda *_: None, ended.append))
    return ended


def journaled(home: Path) -> list[Entry]:
    known = Sessions(home, Disk())
    return [entry for line in known.lines() for entry in all_journaled(known.resolve(line.id), Disk())]


def spent(home: Path) -> int:
    return sum(entry.usd_micros for entry in journaled(home) if entry.kind != "sent")


def test_all_calls_go_in_batches_and_cost_half(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Standin() as api:
        ended = run(home, a_batch(home, 4), claude(api))
        assert [end.state for end in ended] == ["done"] * 4, [end.reason for end in ended]
        assert api.requests == []
        assert max(api.batches.submitted.values()) == 1
        # Steps of four sessions together: far fewer batches than calls.
        assert len(api.batches.ids) * 3 < len(api.batches.submitted)
        assert spent(home) == api.usd_micros
    at_once = tmp_path / "at_once"
    with Standin() as usual:
        other = run(at_once, a_batch(at_once, 4, overnight=False), claude(usual))
    found = [[len(end.graph.observations) for end in ends if end.graph] for ends in (ended, other)]
    assert sorted(found[0]) == sorted(found[1])
    # Half of the price, and without the provider's cache, which the stand-in has for single calls only.
    assert api.usd_micros < 0.6 * usual.usd_micros


def test_the_batch_api_of_openai_too(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Standin() as api:
        api.fail(status(500), expired(times=2), malformed(times=2))
        ended = run(home, a_batch(home, 2), openai(api))
        assert [end.state for end in ended] == ["done"] * 2, [end.reason for end in ended]
        assert api.requests == []
        assert max(api.batches.submitted.values()) == 1
        assert 0 < spent(home) == api.usd_micros


def test_what_expires_errs_or_is_cut_in_a_batch_is_asked_again(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Standin() as api:
        api.fail(expired(times=2), status(529, "overloaded_error", times=2), cut(times=2), malformed(times=2))
        api.batches.fail_next = ["", "lost", "taken", "", "taken", "lost"]
        ended = run(home, a_batch(home, 2), claude(api))
        assert [end.state for end in ended] == ["done"] * 2, [end.reason for end in ended]
        assert api.requests == []
        assert max(api.batches.submitted.values()) == 1
        assert spent(home) == api.usd_micros
    failed = [entry.outcome for entry in journaled(home) if entry.kind == "failed"]
    assert sum("expired" in why for why in failed) == 2
    assert sum("529" in why for why in failed) == 2


def test_a_schema_that_is_refused_in_a_batch_is_told_in_words_in_the_next(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Standin() as api:
        api.fail(refused_schema(times=None, only="Reading"))
        ended = run(home, a_batch(home, 2), claude(api))
        assert [end.state for end in ended] == ["done"] * 2, [end.reason for end in ended]
        assert any(name.endswith("-2") for name in api.batches.submitted)
        assert max(api.batches.submitted.values()) == 1
        assert spent(home) == api.usd_micros


def test_a_server_without_batches_is_asked_the_usual_way(tmp_path: Path) -> None:
    home = tmp_path / "home"
    with Standin() as api:
        api.batches.has_batches = False
        ended = run(home, a_batch(home, 2), claude(api))
        assert [end.state for end in ended] == ["done"] * 2, [end.reason for end in ended]
        assert api.requests
        assert spent(home) == api.usd_micros
    assert any("takes no batches" in entry.outcome for entry in journaled(home))


def test_the_budget_of_all_holds_at_half_the_price(tmp_path: Path) -> None:
    home, cap = tmp_path / "home", 60_000
    with Standin() as api:
        run(home, a_batch(home, 4, budget=cap), claude(api))
        assert 0.3 * cap < api.usd_micros <= cap
        assert spent(home) == api.usd_micros


def test_after_its_time_a_batch_is_called_back_and_calls_go_the_usual_way(tmp_path: Path) -> None:
    home = tmp_path / "home"
    clock = SystemClock()
    with Standin() as api:
        api.batches.seconds = 3_600.0
        ended = run(home, a_batch(home, 2), claude(api), by=clock.now() + timedelta(seconds=1))
        assert [end.state for end in ended] == ["done"] * 2, [end.reason for end in ended]
        assert api.batches.submitted
        assert api.batches.usd_micros == 0
        assert spent(home) == api.usd_micros > 0
