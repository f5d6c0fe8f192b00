"""The Claude adapter over real HTTP: every answer typed, every fault named, the key nowhere."""

import asyncio
import json
import logging
import subprocess
import sys
import traceback
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

import pytest
from anthropic import AsyncAnthropic
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt, connect
from pathfinder.adapters.models.settings import ANTHROPIC, ClaudeSettings, Connection, Seat
from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable
from pathfinder.protocols.calls.questions import Reading, ReadPage
from pathfinder.protocols.errors import AttemptFailed, KeyRefused, PathfinderError, ProviderFailed
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.frozen import Frozen
from tests.asks import ASKS, PAGE, a_step, an_ask
from tests.standin import (
    Fault,
    Recorded,
    Standin,
    broken_body,
    cut,
    drop,
    empty,
    malformed,
    no_stop_reason,
    not_json,
    pause,
    refusal,
    refused_schema,
    slow,
    status,
    stop_reason,
    thinks_on,
    too_many,
    wrong_type,
)
from tools.farm import ROOT

T = TypeVar("T")


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


def using(
    api: Standin,
    work: Callable[[ClaudeAttempt], Awaitable[T]],
    settings: ClaudeSettings | None = None,
    timeout_seconds: float = 20.0,
    key: str | None = None,
) -> T:
    """What the work comes to on an attempt that is closed afterwards."""

    async def run() -> T:
        where = Connection(
            key=SecretStr(key or api.key), base_url=api.base_url, timeout_seconds=timeout_seconds
        )
        attempt = ClaudeAttempt(where, settings)
        try:
            return await work(attempt)
        finally:
            await attempt.close()

    return asyncio.run(run())


def reply(api: Standin, ask: Ask[Frozen] | None = None, timeout_seconds: float = 20.0) -> Reply[Frozen]:
    asked = ask or an_ask("explorer.choose")
    return using(api, lambda attempt: attempt.reply(asked, a_step(asked)), timeout_seconds=timeout_seconds)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask.name)
def test_every_call_gets_a_typed_answer_and_is_billed_under_its_worst_case(
    api: Standin, ask: Ask[Frozen]
) -> None:
    got = reply(api, ask)
    assert isinstance(got.outcome, Answered)
    assert type(got.outcome.value) is ask.answer
    [request] = api.requests
    assert (got.usage.input_tokens, got.usage.output_tokens) == request.tokens
    assert got.spent_usd_micros == api.usd_micros > 0
    worst = using(api, _worst(ask))
    assert worst > got.spent_usd_micros


def _worst(ask: Ask[Frozen]) -> Callable[[ClaudeAttempt], Awaitable[int]]:
    async def worst(attempt: ClaudeAttempt) -> int:
        return attempt.worst_usd_micros(ask)

    return worst


def test_what_is_read_from_a_page_can_be_found_on_it(api: Standin) -> None:
    got = reply(api, an_ask("explorer.read"))
    assert isinstance(got.outcome, Answered)
    reading = got.outcome.value
    assert isinstance(reading, Reading)
    page = PageText.of("\n".join(passage.text for passage in PAGE.passages))
    assert len(reading.facts) >= 2
    assert all(find(fact.quote, page) for fact in reading.facts)


def test_a_request_carries_what_it_should_and_nothing_else(api: Standin) -> None:
    ask = an_ask("explorer.choose")
    reply(api, ask)
    [request] = api.requests
    # Always streamed: a model may think for minutes without a word.
    assert set(request.body) == {"model", "max_tokens", "system", "messages", "output_config", "stream"}
    assert request.body["model"] == "claude-haiku-5-5"
    assert request.body["output_config"]["effort"] == "low"
    assert request.body["output_config"]["format"]["schema"]["title"] == "PageChoice"
    assert request.headers["anthropic-version"] == "2026-10-21"
    assert "x-api-key" not in request.headers


def test_an_effort_that_is_not_set_is_not_sent_and_nothing_is_marked_for_the_cache(api: Standin) -> None:
    ask = an_ask("lead.decompose")
    settings = ClaudeSettings(seats={"lead": Seat(model="claude-haiku-5-5", effort=None)}, cache=False)

    async def work(attempt: ClaudeAttempt) -> None:
        await attempt.reply(ask, a_step(ask))

    using(api, work, settings)
    [request] = api.requests
    assert set(request.body["output_config"]) == {"format"}
    assert request.body["system"] == [{"type": "text", "text": request.body["system"][0]["text"]}]


def test_a_call_without_a_price_is_not_sent(api: Standin) -> None:
    ask = an_ask("lead.decompose")

    async def work(attempt: ClaudeAttempt) -> None:
        await attempt.reply(ask, a_step(ask))

    with pytest.raises(PathfinderError, match="No price"):
        using(api, work, ClaudeSettings(seats={"lead": Seat(model="local")}))
    assert api.requests == []


def test_parallel_calls_of_a_kind_share_their_beginning_byte_for_byte(api: Standin) -> None:
    asked = an_ask("explorer.read")
    assert isinstance(asked, ReadPage)
    other = asked.model_copy(update={"today": "2026-11-19"})

    async def both(attempt: ClaudeAttempt) -> None:
        async with asyncio.TaskGroup() as group:
            for ask in (asked, other):
                group.create_task(attempt.reply(ask, a_step(asked)))

    using(api, both)
    one, two = api.requests
    # The provider reads schema and system before the turns, whatever their order on the wire.
    for name in ("model", "system", "output_config"):
        assert _bytes_of(one, name) == _bytes_of(two, name)
    assert one.body["messages"] != two.body["messages"]


def _bytes_of(request: Recorded, name: str) -> bytes:
    """A field as it stood on the wire."""
    field = json.dumps(request.body[name], ensure_ascii=False, separators=(",", ":")).encode()
    assert request.raw.count(b'"%b":%b' % (name.encode(), field)) == 1
    return field


def test_a_reading_that_cannot_be_read_is_asked_for_three_times(api: Standin) -> None:
    api.fail(empty(times=2))
    got = reply(api, an_ask("explorer.read"))
    assert isinstance(got.outcome, Answered)
    assert len(api.requests) == 3
    assert got.spent_usd_micros == api.usd_micros
    api.fail(empty(times=None))
    outcome = reply(api, an_ask("explorer.read")).outcome
    assert isinstance(outcome, Unable)
    assert outcome.reason.endswith(", 3 times")
    assert len(api.requests) == 6


@pytest.mark.parametrize("fault", [malformed(), wrong_type(), empty()], ids=lambda fault: fault.kind)
def test_one_malformed_answer_costs_one_repair_and_not_the_call(api: Standin, fault: Fault) -> None:
    api.fail(fault)
    got = reply(api)
    assert isinstance(got.outcome, Answered)
    first, second = api.requests
    assert got.spent_usd_micros == api.usd_micros
    assert got.usage.input_tokens == first.tokens[0] + second.tokens[0]
    # History only grows, and the first answer goes back as text.
    turns = second.body["messages"]
    assert turns[0] == first.body["messages"][0]
    assert [turn["role"] for turn in turns] == (
        ["user", "user"] if fault.kind == "empty" else ["user", "assistant", "user"]
    )
    assert all(isinstance(turn["content"], str) for turn in turns)
    assert '<material name="problems">' in turns[-1]["content"]


def test_a_second_malformed_answer_makes_the_model_unable(api: Standin) -> None:
    api.fail(malformed(times=None))
    got = reply(api)
    assert isinstance(got.outcome, Unable)
    assert "could not be read" in got.outcome.reason
    assert len(api.requests) == 2
    assert got.spent_usd_micros == api.usd_micros


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (cut, "the answer did not fit into its room of 16,000 and then 32,000 tokens"),
        (thinks_on, "thinking used up the room of 16,000 and then 32,000 tokens; allow more max_tokens or set"
                    " a lower effort"),
    ],
    ids=["answer", "thinking"],
)  # fmt: skip
def test_an_answer_that_was_cut_gets_twice_the_room_once(
    api: Standin, fault: Callable[..., Fault], why: str
) -> None:
    api.fail(fault())
    assert isinstance(reply(api).outcome, Answered)
    first, second = api.requests
    assert second.body["max_tokens"] == 2 * first.body["max_tokens"]
    assert second.body["messages"] == first.body["messages"]
    api.fail(fault(times=None))
    got = reply(api)
    assert got.outcome == Unable(reason=why)
    assert len(api.requests) == 4
    assert got.spent_usd_micros == sum(request.usd_micros for request in api.requests[2:])


@pytest.mark.parametrize(
    ("model", "room", "rooms"),
    [
        ("claude-opus-5-5", 100_000, [100_000, 128_000]),
        ("claude-opus-5-5", 128_000, [128_000]),
        ("claude-sonnet-4-6", 40_000, [40_000, 64_000]),
        ("claude-haiku-4-5-20251001", 64_000, [64_000]),
    ],
)
def test_no_model_is_asked_for_more_than_it_can_answer(
    api: Standin, model: str, room: int, rooms: list[int]
) -> None:
    api.fail(thinks_on(times=None))
    ask = an_ask("lead.decompose")
    settings = ClaudeSettings(seats={"lead": Seat(model=model, max_tokens=room)})
    got = using(api, lambda attempt: attempt.reply(ask, a_step(ask)), settings)
    assert isinstance(got.outcome, Unable)
    assert f"{room:,}" in got.outcome.reason
    assert [request.body["max_tokens"] for request in api.requests] == rooms


def test_a_refusal_is_told_with_its_category_and_not_repeated(api: Standin) -> None:
    api.fail(refusal("bio"))
    got = reply(api)
    assert got.outcome == Unable(reason="the model refused (bio): planted")
    assert len(api.requests) == 1
    assert got.spent_usd_micros == api.usd_micros > 0


@pytest.mark.parametrize("reason", ["stop_sequence", "tool_use", "something_new"])
def test_any_other_end_makes_the_model_unable(api: Standin, reason: str) -> None:
    api.fail(stop_reason(reason))
    assert reply(api).outcome == Unable(reason=f"the model stopped without an answer ({reason})")
    assert len(api.requests) == 1


def test_a_turn_that_was_paused_goes_on_from_where_it_was_once(api: Standin) -> None:
    api.fail(pause())
    got = reply(api)
    assert isinstance(got.outcome, Answered)
    first, second = api.requests
    asked, so_far = second.body["messages"]
    assert asked == first.body["messages"][0]
    # Block by block as it came, the signed thinking too.
    assert [block["type"] for block in so_far["content"]] == ["thinking", "text"]
    assert got.spent_usd_micros == api.usd_micros
    api.fail(stop_reason("pause_turn", times=None))
    outcome = reply(api).outcome
    assert outcome == Unable(reason="the model paused in the middle of its answer, twice")
    assert len(api.requests) == 4


@pytest.mark.parametrize(
    "fault",
    [
        stop_reason("model_context_window_exceeded"),
        status(413, "request_too_large"),
        Fault("status", status=400, error="invalid_request_error", message="prompt is too long: 9 > 8"),
    ],
    ids=["stop-reason", "413", "400"],
)
def test_a_question_that_does_not_fit_says_so_and_is_sent_once(api: Standin, fault: Fault) -> None:
    api.fail(fault)
    got = reply(api)
    assert isinstance(got.outcome, Unable)
    assert got.outcome.too_long
    assert len(api.requests) == 1
    assert got.spent_usd_micros == api.usd_micros


@dataclass(frozen=True)
class Case:
    id: str
    fault: Fault
    helps: bool
    maybe_paid: bool = False
    wait_seconds: float | None = None


CASES = (
    Case("408", status(408, "timeout_error"), helps=True, maybe_paid=True),
    Case("409", status(409, "conflict_error"), helps=True),
    Case("429", too_many(retry_after=17), helps=True, wait_seconds=17.0),
    Case("429-an-hour", too_many(retry_after=3600), helps=True, wait_seconds=3600.0),
    Case("500", status(500), helps=True),
    Case("503", status(503), helps=True),
    Case("504", status(504, "timeout_error"), helps=True, maybe_paid=True),
    Case("529", status(529, "overloaded_error"), helps=True),
    Case("400", status(400, "invalid_request_error"), helps=False),
    Case("404", status(404, "not_found_error"), helps=False),
    Case("422", status(422, "invalid_request_error"), helps=False),
    Case("drop", drop(), helps=True, maybe_paid=True),
    Case("broken-body", broken_body(), helps=True, maybe_paid=True),
    Case("html", not_json(), helps=True, maybe_paid=True),
    Case("no-stop-reason", no_stop_reason(), helps=True, maybe_paid=True),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_fault_is_sent_once_and_says_whether_a_retry_helps(api: Standin, case: Case) -> None:
    api.fail(case.fault)
    with pytest.raises(AttemptFailed) as caught:
        reply(api)
    failed = caught.value
    assert (failed.helps, failed.maybe_paid, failed.wait_seconds) == (
        case.helps,
        case.maybe_paid,
        case.wait_seconds,
    )
    assert len(api.requests) == 1
    assert failed.maybe_paid or not api.usd_micros


def test_a_slow_answer_may_have_been_paid(api: Standin) -> None:
    api.fail(slow(5))
    with pytest.raises(AttemptFailed, match="in time") as caught:
        reply(api, timeout_seconds=0.3)
    assert caught.value.helps
    assert caught.value.maybe_paid
    assert api.usd_micros > 0


def test_a_server_that_is_not_there_was_not_paid() -> None:
    with Standin() as gone:
        pass
    with pytest.raises(AttemptFailed, match="connection") as caught:
        reply(gone)
    assert caught.value.helps
    assert not caught.value.maybe_paid


@pytest.mark.parametrize(
    "fault",
    [
        status(402, "billing_error"),
        status(429, "rate_limit_error", code="enforced_spend_limit_reached"),
        status(400, "billing_error"),
        Fault("status", status=400, error="invalid_request_error", message="Your credit balance is too low"),
        status(400, "invalid_request_error", code="organization_on_hold"),
    ],
    ids=["402", "429-spend-limit", "400-billing", "400-credit", "400-on-hold"],
)
def test_a_spend_limit_stops_the_run_at_once(api: Standin, fault: Fault) -> None:
    api.fail(fault)
    with pytest.raises(ProviderFailed, match="spend limit") as caught:
        reply(api)
    assert not isinstance(caught.value, KeyRefused)
    assert len(api.requests) == 1


@pytest.mark.parametrize("number", [401, 403])
def test_a_refused_key_is_one_sentence_that_says_what_to_set(api: Standin, number: int) -> None:
    api.fail(status(number, "authentication_error"))
    with pytest.raises(KeyRefused, match="ANTHROPIC_API_KEY") as caught:
        reply(api)
    assert caught.value.exit_code == 5
    assert len(api.requests) == 1


def test_the_provider_can_forbid_or_ask_for_a_retry(api: Standin) -> None:
    for number, header, helps in ((529, "false", False), (400, "true", True)):
        api.fail(Fault("status", status=number, headers=(("x-should-retry", header),)))
        with pytest.raises(AttemptFailed) as caught:
            reply(api)
        assert caught.value.helps is helps


SECRET = "sk-ant-very-secret-9182"


def test_the_key_is_in_no_error_no_repr_and_no_log(api: Standin, caplog: pytest.LogCaptureFixture) -> None:
    """The wrong key, a gateway that echoes it, a broken connection: nothing of it may come out anywhere."""
    echo = Fault("status", status=500, message=f"bad header: Bearer {SECRET}")
    api.fail(echo, drop(), not_json(), status(429))
    seen: list[PathfinderError | str] = []

    async def work(attempt: ClaudeAttempt) -> None:
        ask = an_ask("explorer.choose")
        for _ in range(5):
            try:
                await attempt.reply(ask, a_step(ask))
            except PathfinderError as error:
                seen.append(error)
        seen.append(repr(attempt) + repr(vars(attempt)) + str(vars(attempt)))

    with caplog.at_level(logging.DEBUG):
        for name in ("anthropic", "httpx2", "httpcore2"):
            logging.getLogger(name).setLevel(logging.DEBUG)
        using(api, work, key=SECRET)
    assert isinstance(seen[0], AttemptFailed)
    assert "[key]" in str(seen[0])
    assert isinstance(seen[4], KeyRefused)
    for told in seen:
        text = told if isinstance(told, str) else "".join(traceback.format_exception(told)) + repr(told)
        assert SECRET not in text
    assert caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize("key", ["", "sk ant", "sk-ant\n", "sk-ant-é"])
def test_a_key_that_no_header_can_carry_is_refused_without_showing_it(api: Standin, key: str) -> None:
    where = Connection(key=SecretStr(key), base_url=api.base_url)
    ask = an_ask("explorer.choose")
    with pytest.raises(KeyRefused) as caught:
        asyncio.run(ClaudeAttempt(where).reply(ask, a_step(ask)))
    assert key == "" or key not in "".join(traceback.format_exception(caught.value))
    assert api.requests == []


def test_one_client_serves_all_calls_and_a_closed_attempt_opens_a_new_one(api: Standin) -> None:
    made = []

    def counted(connection: Connection) -> AsyncAnthropic:
        made.append(connection)
        return connect(connection)

    async def work() -> None:
        ask = an_ask("explorer.choose")
        attempt = ClaudeAttempt(Connection(key=SecretStr(api.key), base_url=api.base_url), connecting=counted)
        assert made == []
        for _ in range(2):
            async with asyncio.TaskGroup() as group:
                for _ in range(4):
                    group.create_task(attempt.reply(ask, a_step(ask)))
            await attempt.close()
            await attempt.close()

    asyncio.run(work())
    assert len(made) == 2
    assert len(api.requests) == 8


def test_the_sdk_is_loaded_only_when_a_call_is_made() -> None:
    source = (
        "import sys\n"
        "from pathfinder.adapters.models.attempt import ClaudeAttempt\n"
        "from pathfinder.adapters.models.settings import Connection\n"
        "from tests.asks import ASKS\n"
        "attempt = ClaudeAttempt(Connection.model_validate({'key': 'k'}))\n"
        "attempt.fingerprint(ASKS[0])\n"
        "sys.exit('anthropic' in sys.modules or 'httpx2' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", source], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("official", [True, False], ids=["official", "gateway"])
def test_a_refused_schema_is_told_in_the_prompt_for_this_call_only_and_said_once(
    api: Standin, official: bool
) -> None:
    api.fail(refused_schema(times=None, only="Reading"))
    read_page, choose = an_ask("explorer.read"), an_ask("explorer.choose")

    def to_the_standin(connection: Connection) -> AsyncAnthropic:
        return connect(connection.model_copy(update={"base_url": api.base_url}))

    async def run() -> list[Reply[Frozen]]:
        where = Connection(key=SecretStr(api.key), base_url=ANTHROPIC if official else api.base_url)
        attempt = ClaudeAttempt(where, connecting=to_the_standin)
        try:
            got = [await attempt.reply(ask, a_step(ask)) for ask in (read_page, choose, read_page)]
            assert got[0].spent_usd_micros <= attempt.worst_usd_micros(read_page)
            return got
        finally:
            await attempt.close()

    replies = asyncio.run(run())
    assert [type(got.outcome) for got in replies] == [Answered] * 3
    why = (
        "HTTP 400 invalid_request_error: output_config.format.schema: Schema is too complex for compilation."
    )
    assert [got.schema_refused for got in replies] == [why, "", ""]
    refused, told, other, again = api.requests
    assert [request.status for request in api.requests] == [400, 200, 200, 200]
    for request in (told, again):
        assert "format" not in request.body["output_config"]
        assert request.body["output_config"]["effort"] == "medium"
        assert '<material name="schema">' in request.body["system"][0]["text"]
        assert request.body["messages"] == refused.body["messages"]
    assert "format" in other.body["output_config"]
    assert sum(got.spent_usd_micros for got in replies) == api.usd_micros


def test_a_400_that_is_not_about_the_schema_is_not_asked_in_other_words(api: Standin) -> None:
    api.fail(Fault("status", status=400, error="invalid_request_error", message="messages: too many turns"))
    with pytest.raises(AttemptFailed, match="too many turns"):
        reply(api)
    assert len(api.requests) == 1
