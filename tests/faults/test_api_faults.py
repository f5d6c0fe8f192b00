"""Every fault of both APIs, at the first, a middle, the last and a random call, and at all of them.

Each run ends in a state that has a name, loses nothing, spends no more than it says, waits no longer than it
may, and goes on when the fault is over.
"""

import asyncio
import socket
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any, Literal

import httpx2
import pytest
from anthropic import DefaultAsyncHttpxClient
from pydantic import SecretStr

from pathfinder.adapters.metering.model_call import CONTACT_SECONDS, CONTACT_TRIES
from pathfinder.adapters.metering.recovery import OUTAGE_SECONDS, REFUSALS
from pathfinder.adapters.metering.retry import CALL_SECONDS
from pathfinder.adapters.models.anthropic.sending import connect
from pathfinder.adapters.models.attempt import ClaudeAttempt, ModelAttempt
from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt
from pathfinder.adapters.models.openai_compatible.attempt import connect as connect_chat
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.models.settings import CHEAP, DEFAULT_SEATS, ClaudeSettings, Connection
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.deps import Deps, PageSources
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.errors import KeyRefused, ProviderFailed
from pathfinder.protocols.graph.memory import Limits
from pathfinder.run_config import RunConfig
from pathfinder.running import research, resume
from tests.fakes.fast_clock import FastClock
from tests.standin import Fault, Standin, faults
from tests.worlds import QUESTION, world

BUDGET = 100_000_000
NOWHERE = "nobody.invalid"
End = Literal["completed", "key", "provider"]
Api = Literal["messages", "chat"]
APIS: tuple[Api, ...] = ("messages", "chat")
CHEAP_OF: dict[Api, str] = {"messages": CHEAP, "chat": "gpt-6-luna"}
Place = Literal["first", "middle", "last", "random", "all"]
PLACES: tuple[Place, ...] = ("first", "middle", "last", "random", "all")


@dataclass(frozen=True)
class Case:
    """A fault, how a run ends that meets it once, and how one that meets nothing else."""

    id: str
    fault: Fault
    once: End = "completed"
    always: End = "completed"
    first: End | None = None
    """How a run ends whose first call of a model meets it; None: as with any other call."""
    seconds: float = 10.0
    """How long a call may take; short where the fault is that it takes long."""
    road: str = ""
    """For a fault on the way to the provider: where the request goes instead."""
    apis: tuple[Api, ...] = APIS
    """Which of them can fail like this."""


def _status(number: int, error: str, once: End = "completed", always: End = "completed") -> Case:
    return Case(str(number), faults.status(number, error), once, always)


def _refused(number: int, error: str) -> Case:
    """What no further attempt mends: at the first call it ends the run, later on when it does not stop."""
    return Case(str(number), faults.status(number, error), always="provider", first="provider")


def _too_long(id_: str, error: str, message: str) -> Case:
    return Case(id_, Fault("status", status=400, error=error, message=message))


CASES = (
    _refused(400, "invalid_request_error"),
    _status(401, "authentication_error", "key", "key"),
    _status(402, "billing_error", "provider", "provider"),
    _status(403, "permission_error", "key", "key"),
    _refused(404, "not_found_error"),
    _refused(405, "method_not_allowed"),
    _refused(410, "gone"),
    _status(408, "timeout_error", always="provider"),
    _status(409, "conflict_error", always="provider"),
    _status(413, "request_too_large"),
    _refused(422, "invalid_request_error"),
    _refused(501, "api_error"),
    _too_long("400-context", "invalid_request_error", "prompt is too long: 210000 tokens > 200000 maximum"),
    _too_long(
        "400-llama-cpp",
        "exceed_context_size_error",
        "request (18031 tokens) exceeds the available context size (4096 tokens), try increasing it",
    ),
    _too_long("400-vllm", "BadRequestError", "This model's maximum context length is 8192 tokens."),
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
        "429-no-quota",
        faults.status(429, "insufficient_quota", code="insufficient_quota"),
        "provider",
        "provider",
        apis=("chat",),
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
    Case("thinking", faults.thinks_on()),
    Case("schema-refused", faults.refused_schema()),
    Case("refusal", faults.refusal()),
    Case("paused", faults.pause(), apis=("messages",)),
    Case("context", faults.stop_reason("model_context_window_exceeded")),
    Case("tool-use", faults.stop_reason("tool_use")),
    # Nobody listens on port 9; the name is known to no resolver; the stand-in speaks no TLS.
    Case("refused", faults.drop(), always="provider", road="http://127.0.0.1:9"),
    Case("dns", faults.drop(), always="provider", road=f"http://{NOWHERE}"),
    Case("tls", faults.drop(), always="provider", road="https://127.0.0.1"),
)
BY_ID = {case.id: case for case in CASES}


class Road(httpx2.AsyncHTTPTransport):
    """The way to the provider; some requests are sent another one, where they fail as requests do."""

    def __init__(self, fault: Fault, road: str, port: int) -> None:
        super().__init__()
        self._instead = httpx2.URL(road)
        self._port = self._instead.port or port
        self._skip, self._left = fault.skip, fault.times
        self.strayed = 0

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.path.endswith(("/messages", "/chat/completions")) and self._left != 0:
            if self._skip:
                self._skip -= 1
            else:
                self._left = None if self._left is None else self._left - 1
                self.strayed += 1
                url = self._instead
                request.url = request.url.copy_with(scheme=url.scheme, host=url.host, port=self._port)
        return await super().handle_async_request(request)


def by_road(road: Road, connecting: Callable[[Connection], Any]) -> Callable[[Connection], Any]:
    """Makes clients whose requests take this road. Only loopback may be asked for names in tests, so the
    loop answers for the one name that nobody has, in the words of a resolver.
    """

    def connected(connection: Connection) -> Any:
        loop = asyncio.get_running_loop()
        known = loop.getaddrinfo

        async def looked_up(host: Any, port: Any, **how: Any) -> Any:
            if host in (NOWHERE, NOWHERE.encode()):
                raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
            return await known(host, port, **how)

        loop.getaddrinfo = looked_up  # type: ignore[method-assign]  # this loop lives as long as the run
        return connecting(connection).with_options(http_client=DefaultAsyncHttpxClient(transport=road))

    return connected


def attempt_at(
    api: Standin, speaks: Api, clock: FastClock, seconds: float, road: Road | None
) -> ModelAttempt[Any]:
    """The adapter for one of the APIs."""
    where = Connection(
        key=SecretStr(api.key),
        base_url=api.base_url,
        timeout_seconds=seconds,
        total_seconds=seconds,
    )
    if speaks == "messages":
        way = connect if road is None else by_road(road, connect)
        return ClaudeAttempt(where, connecting=way, clock=clock)
    openai = providers()["openai"]
    where = where.model_copy(update={"base_url": f"{api.base_url}/v1", "provider": "openai"})
    seats = {
        name: seat.model_copy(
            update={"model": "openai:gpt-6-luna" if seat.model == CHEAP else "openai:gpt-6.1-sol"}
        )
        for name, seat in DEFAULT_SEATS.items()
    }
    prices = listed_prices().model_copy(update={"model": registry_prices()})
    chat = partial(connect_chat, openai)
    way = chat if road is None else by_road(road, chat)
    return ChatAttempt(openai, where, ClaudeSettings(seats=seats), prices, way, clock)


def run(
    api: Standin,
    home: Path,
    clock: FastClock,
    seconds: float = 10.0,
    road: Road | None = None,
    speaks: Api = "messages",
) -> RunEnd:
    """One iteration of one Explorer; the session that is there goes on, or a new one begins."""
    attempt = attempt_at(api, speaks, clock, seconds, road)
    pages = world()[:4]
    engine = Deps(
        attempt,
        PageSources(ScriptedSearch(pages), ScriptedFetch(pages)),
        clock=clock,
        rng=Random(1),
        close=attempt.close,
    )
    limits = Limits(max_iterations=1, budget_usd_micros=BUDGET)
    options = RunConfig(limits=limits, parallel=1, quick=True)

    if home.exists():
        return asyncio.run(resume(Sessions(home, Disk()).resolve(), engine, options))
    return asyncio.run(research(QUESTION, engine, options, home=home))


Calls = tuple[str, ...]
"""The model of each request that such a run makes when all goes well."""


@pytest.fixture(scope="module", params=APIS)
def speaks(request: pytest.FixtureRequest) -> Api:
    """Over which API the run goes."""
    known: Api = request.param
    return known


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory, speaks: Api) -> Calls:
    with Standin() as api:
        run(api, tmp_path_factory.mktemp("well") / "r", FastClock(), speaks=speaks)
        return tuple(request.body["model"] for request in api.requests)


def planned(case: Case, place: Place, calls: Calls, seed: int) -> Fault:
    """The fault where it is to strike."""
    many = len(calls)
    skip = {"first": 0, "middle": many // 2, "last": many - 1, "random": Random(seed).randrange(many)}
    if place == "all":
        return replace(case.fault, times=None)
    return replace(case.fault, skip=skip[place])


def expected(case: Case, fault: Fault, calls: Calls) -> End:
    """How a run ends that meets the fault there."""
    if fault.times is None:
        return case.always
    is_first = calls.index(calls[fault.skip]) == fault.skip
    return case.first if is_first and case.first is not None else case.once


def check(case: Case, place: Place, home: Path, calls: Calls, speaks: Api, seed: int = 1) -> None:
    with Standin() as api:
        fault, road = planned(case, place, calls, seed), None
        if case.road:
            road = Road(fault, case.road, httpx2.URL(api.base_url).port or 80)
        else:
            api.fail(fault)
        clock = FastClock()
        end = run(api, home, clock, seconds=case.seconds, road=road, speaks=speaks)
        _ended_as(end, state := expected(case, fault, calls))
        if case.first is not None and state == "provider":
            # Nobody is asked what was refused: at first not once more, later on not for ever.
            refused = [request for request in api.requests if request.status != 200]
            assert len(refused) == 1
            assert "refused" in end.graph.run.reason
        assert clock.waited <= CALL_SECONDS + OUTAGE_SECONDS
        assert road is None or road.strayed
        graph = end.graph
        known = graph.run.spend.total_usd_micros + graph.run.open_usd_micros
        assert api.usd_micros <= known <= BUDGET
        billed = api.usd_micros
    session = Sessions(home, Disk()).resolve()
    assert verify(session, Disk()) == ()
    with Standin() as well:
        again = run(well, home, FastClock(), speaks=speaks)
        assert again.error is None
        assert again.graph.run.status == "completed"
        total = again.graph.run.spend.total_usd_micros + again.graph.run.open_usd_micros
        assert billed + well.usd_micros <= total <= BUDGET
        if state == "completed" and place != "all":
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
    name: str, place: Place, tmp_path: Path, calls: Calls, speaks: Api
) -> None:
    if speaks not in BY_ID[name].apis:
        pytest.skip("this API cannot fail like this")
    check(BY_ID[name], place, tmp_path / "r", calls, speaks)


@pytest.mark.soak
@pytest.mark.slow
def test_every_fault_at_every_place(
    tmp_path: Path, calls: Calls, speaks: Api, pytestconfig: pytest.Config
) -> None:
    """In a soak: all of the grid, with N random places for each fault."""
    soak, seed = pytestconfig.getoption("--soak"), pytestconfig.getoption("--seed")
    if not soak:
        pytest.skip("the whole grid is walked in a soak")
    for number, case in enumerate(case for case in CASES if speaks in case.apis):
        for place in PLACES:
            for extra in range(max(1, min(5, soak // 200)) if place == "random" else 1):
                check(case, place, tmp_path / f"{number}{place}{extra}", calls, speaks, seed * 1_000 + extra)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["refused", "dns", "tls"])
def test_a_server_that_is_not_there_or_speaks_no_tls_pauses_the_run(
    tmp_path: Path, name: str, speaks: Api
) -> None:
    with Standin() as api:
        clock, case = FastClock(), BY_ID[name]
        road = Road(replace(case.fault, times=None), case.road, httpx2.URL(api.base_url).port or 80)
        end = run(api, tmp_path / "r", clock, road=road, speaks=speaks)
        _ended_as(end, "provider")
        said = {"refused": "nobody listens there", "dns": ": no such name", "tls": "no secure"}
        assert said[name] in end.graph.run.reason
        assert end.graph.run.spend.total_usd_micros + end.graph.run.open_usd_micros == 0
        assert clock.waited <= CONTACT_SECONDS
        assert api.requests == []
        assert road.strayed == CONTACT_TRIES


@pytest.mark.slow
def test_three_refusals_in_a_row_end_a_run_that_had_begun_well(
    tmp_path: Path, calls: Calls, speaks: Api
) -> None:
    with Standin() as api:
        readings = [place for place, model in enumerate(calls) if model == CHEAP_OF[speaks]]
        api.fail(replace(faults.status(404, "not_found_error", times=None), skip=readings[2]))
        end = run(api, tmp_path / "r", FastClock(), speaks=speaks)
        _ended_as(end, "provider")
        assert sum(request.status == 404 for request in api.requests) == REFUSALS
        said = f"{REFUSALS} calls in a row were refused (HTTP 404 not_found_error: planted)"
        assert said in end.graph.run.reason


@pytest.mark.slow
def test_refusals_with_answers_between_them_do_not_end_a_run(
    tmp_path: Path, calls: Calls, speaks: Api
) -> None:
    with Standin() as api:
        # Those of the first turn: what is refused there changes which calls come later.
        cheap = CHEAP_OF[speaks]
        first = calls.index(cheap)
        readings = list(takewhile(lambda place: calls[place] == cheap, range(first, len(calls))))
        api.fail(*(replace(faults.status(404, "not_found_error"), skip=place) for place in readings[1:3]))
        end = run(api, tmp_path / "r", FastClock(), speaks=speaks)
        _ended_as(end, "completed")
        assert any("HTTP 404" in failure.reason for failure in end.graph.failures)


@pytest.mark.slow
def test_at_one_fault_in_ten_few_are_sent_twice_and_none_is_given_up(
    tmp_path: Path, calls: Calls, speaks: Api
) -> None:
    with Standin() as api:
        api.fail(replace(faults.status(529, "overloaded_error", times=None), share=0.1))
        for number in range(4):
            end = run(api, tmp_path / f"r{number}", FastClock(), speaks=speaks)
            assert end.error is None
            assert not any("attempts" in failure.reason for failure in end.graph.failures)
        sent, came = len(api.requests), sum(request.status == 200 for request in api.requests)
    assert came == 4 * len(calls)
    assert came < sent <= 1.15 * came + 2
