"""Every fault of the API, at the first, a middle, the last and a random call, and at all of them.

Each run ends in a state that has a name, loses nothing, spends no more than it says, waits no longer than it
may, and goes on when the fault is over.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.settings import Connection
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.sessions import Sessions
from pathfinder.adapters.files.verify import verify
from pathfinder.adapters.metering.recovery import OUTAGE_SECONDS
from pathfinder.adapters.metering.retry import CALL_SECONDS
from pathfinder.adapters.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.errors import KeyRefused, ProviderFailed
from pathfinder.protocols.memory import Limits
from pathfinder.running import research, resume
from pathfinder.wiring import Engine, Options
from tests.fakes.fast_clock import FastClock
from tests.standin import Fault, Standin, faults
from tests.worlds import QUESTION, world

BUDGET = 5_000_000
End = Literal["completed", "key", "provider"]
Place = Literal["first", "middle", "last", "random", "all"]
PLACES: tuple[Place, ...] = ("first", "middle", "last", "random", "all")


@dataclass(frozen=True)
class Case:
    """A fault, how a run ends that meets it once, and how one that meets nothing else."""

    id: str
    fault: Fault
    once: End = "completed"
    always: End = "completed"
    seconds: float = 10.0
    """How long a call may take; short where the fault is that it takes long."""


def _status(number: int, error: str, once: End = "completed", always: End = "completed") -> Case:
    return Case(str(number), faults.status(number, error), once, always)


CASES = (
    _status(400, "invalid_request_error"),
    _status(401, "authentication_error", "key", "key"),
    _status(402, "billing_error", "provider", "provider"),
    _status(403, "permission_error", "key", "key"),
    _status(404, "not_found_error"),
    _status(408, "timeout_error", always="provider"),
    _status(409, "conflict_error", always="provider"),
    _status(413, "request_too_large"),
    _status(422, "invalid_request_error"),
    _status(500, "api_error", always="provider"),
    _status(503, "api_error", always="provider"),
    _status(504, "timeout_error", always="provider"),
    _status(529, "overloaded_error", always="provider"),
    Case("429", faults.too_many(2), always="provider"),
    Case("429-an-hour", faults.too_many(3_600), "provider", "provider"),
    Case(
        "429-spend-limit",
        faults.status(429, "rate_limit_error", code="enforced_spend_limit_reached"),
        "provider",
        "provider",
    ),
    Case(
        "400-no-credit",
        Fault("status", status=400, error="invalid_request_error", message="Your credit balance is too low"),
        "provider",
        "provider",
    ),
    Case("slow", faults.slow(1.5), always="provider", seconds=0.8),
    Case("drip", faults.drip(), always="provider", seconds=0.8),
    Case("drop", faults.drop(), always="provider"),
    Case("reset", faults.broken_body(), always="provider"),
    Case("html", faults.not_json(), always="provider"),
    Case("huge", faults.huge()),
    Case("sse-error", faults.sse("error"), always="provider"),
    Case("sse-cut", faults.sse("cut"), always="provider"),
    Case("sse-drop", faults.sse("drop"), always="provider"),
    Case("sse-malformed", faults.sse("malformed"), always="provider"),
    Case("no-stop-reason", faults.no_stop_reason(), always="provider"),
    Case("empty", faults.empty()),
    Case("malformed", faults.malformed()),
    Case("wrong-type", faults.wrong_type()),
    Case("max-tokens", faults.cut()),
    Case("refusal", faults.refusal()),
    Case("paused", faults.pause()),
    Case("context", faults.stop_reason("model_context_window_exceeded")),
    Case("tool-use", faults.stop_reason("tool_use")),
)
BY_ID = {case.id: case for case in CASES}


def run(api: Standin, home: Path, clock: FastClock, base_url: str = "", seconds: float = 10.0) -> RunEnd:
    """One iteration of one Explorer; the session that is there goes on, or a new one begins."""
    where = Connection(
        key=SecretStr(api.key),
        base_url=base_url or api.base_url,
        timeout_seconds=seconds,
        total_seconds=seconds,
    )
    attempt = ClaudeAttempt(where, clock=clock)
    pages = world()[:4]
    engine = Engine(attempt, ScriptedSearch(pages), ScriptedFetch(pages), close=attempt.close)
    limits = Limits(max_iterations=1, budget_usd_micros=BUDGET)
    options = Options(limits=limits, parallel=1, quick=True, clock=clock, rng=Random(1))

    if home.exists():
        return asyncio.run(resume(Sessions(home, Disk()).resolve(), engine, options))
    return asyncio.run(research(QUESTION, engine, options, home=home))


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> int:
    """How many requests such a run makes when all goes well."""
    with Standin() as api:
        run(api, tmp_path_factory.mktemp("well") / "r", FastClock())
        return len(api.requests)


def planned(case: Case, place: Place, calls: int, seed: int) -> Fault:
    """The fault where it is to strike."""
    skip = {"first": 0, "middle": calls // 2, "last": calls - 1, "random": Random(seed).randrange(calls)}
    if place == "all":
        return replace(case.fault, times=None)
    return replace(case.fault, skip=skip[place])


def check(case: Case, place: Place, home: Path, calls: int, seed: int = 1) -> None:
    with Standin() as api:
        api.fail(planned(case, place, calls, seed))
        clock = FastClock()
        end = run(api, home, clock, seconds=case.seconds)
        _ended_as(end, case.always if place == "all" else case.once)
        assert clock.waited <= CALL_SECONDS + OUTAGE_SECONDS
        graph = end.graph
        known = graph.run.spend.total_usd_micros + graph.run.open_usd_micros
        assert api.usd_micros <= known <= BUDGET
        billed = api.usd_micros
    session = Sessions(home, Disk()).resolve()
    assert verify(session, Disk()) == ()
    with Standin() as well:
        again = run(well, home, FastClock())
        assert again.error is None
        assert again.graph.run.status == "completed"
        total = again.graph.run.spend.total_usd_micros + again.graph.run.open_usd_micros
        assert billed + well.usd_micros <= total <= BUDGET
        if place != "all" and case.once == "completed":
            assert well.requests == []
    assert verify(session, Disk()) == ()


def _ended_as(end: RunEnd, state: End) -> None:
    match state:
        case "completed":
            assert end.error is None
            assert end.graph.run.status == "completed"
        case "key":
            assert isinstance(end.error, KeyRefused)
            assert end.graph.run.reason.startswith("key:")
        case "provider":
            assert type(end.error) is ProviderFailed
            assert end.graph.run.status == "paused"
            assert end.graph.run.reason.startswith("provider:")


# Every fault once, and the places in turn.
SAMPLE = [(case.id, PLACES[number % len(PLACES)]) for number, case in enumerate(CASES)]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "place"), SAMPLE)
def test_a_fault_ends_in_a_named_state_and_loses_nothing(
    name: str, place: Place, tmp_path: Path, calls: int
) -> None:
    check(BY_ID[name], place, tmp_path / "r", calls)


@pytest.mark.soak
@pytest.mark.slow
def test_every_fault_at_every_place(tmp_path: Path, calls: int, pytestconfig: pytest.Config) -> None:
    """In a soak: all of the grid, with N random places for each fault."""
    soak, seed = pytestconfig.getoption("--soak"), pytestconfig.getoption("--seed")
    if not soak:
        pytest.skip("the whole grid is walked in a soak")
    for number, case in enumerate(CASES):
        for place in PLACES:
            for extra in range(max(1, min(5, soak // 200)) if place == "random" else 1):
                check(case, place, tmp_path / f"{number}{place}{extra}", calls, seed * 1_000 + extra)


@pytest.mark.slow
@pytest.mark.parametrize("scheme", ["closed", "https"])
def test_a_server_that_is_not_there_or_speaks_no_tls_pauses_the_run(tmp_path: Path, scheme: str) -> None:
    with Standin() as api:
        base_url = api.base_url.replace("http:", "https:") if scheme == "https" else "http://127.0.0.1:9"
        clock = FastClock()
        end = run(api, tmp_path / "r", clock, base_url)
        _ended_as(end, "provider")
        assert end.graph.run.spend.total_usd_micros + end.graph.run.open_usd_micros == 0
        assert clock.waited <= CALL_SECONDS
        assert api.requests == []


@pytest.mark.slow
def test_at_one_fault_in_ten_few_are_sent_twice_and_none_is_given_up(tmp_path: Path, calls: int) -> None:
    with Standin() as api:
        api.fail(replace(faults.status(529, "overloaded_error", times=None), share=0.1))
        for number in range(4):
            end = run(api, tmp_path / f"r{number}", FastClock())
            assert end.error is None
            assert not any("attempts" in failure.reason for failure in end.graph.failures)
        sent, came = len(api.requests), sum(request.status == 200 for request in api.requests)
    assert came == 4 * calls
    assert came < sent <= 1.15 * came + 2
