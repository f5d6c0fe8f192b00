"""Answers are streamed; a stream that breaks off in silence is no answer, and counts as paid."""

import asyncio
from collections.abc import Iterator

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.settings import Connection
from pathfinder.protocols.calls.asks import Answered, Reply, Unable
from pathfinder.protocols.errors import AttemptFailed
from pathfinder.protocols.frozen import Frozen
from tests.asks import ASKS, a_step, an_ask
from tests.standin import Fault, Standin, broken_body, cut, drip, drop, malformed, refusal, sse, status


@pytest.fixture
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


def replies(api: Standin, *names: str, total_seconds: float = 20.0) -> list[Reply[Frozen]]:
    async def run() -> list[Reply[Frozen]]:
        where = Connection(key=SecretStr(api.key), base_url=api.base_url, total_seconds=total_seconds)
        attempt = ClaudeAttempt(where)
        try:
            return [await attempt.reply(an_ask(name), a_step(an_ask(name))) for name in names]
        finally:
            await attempt.close()

    return asyncio.run(run())


def test_every_call_can_be_streamed_and_comes_to_the_same_bill(api: Standin) -> None:
    got = replies(api, *(ask.name for ask in ASKS))
    assert all(isinstance(reply.outcome, Answered) for reply in got)
    assert all(request.body["stream"] for request in api.requests)
    assert sum(reply.spent_usd_micros for reply in got) == api.usd_micros
    for reply, request in zip(got, api.requests, strict=True):
        used = reply.usage
        assert (used.input_tokens, used.output_tokens) == request.tokens
        assert (used.cache_write_tokens, used.cache_read_tokens) == request.counted[2:]
        assert 200 <= used.thinking_tokens <= 8_000


@pytest.mark.parametrize("fault", [cut(), malformed(), refusal("cyber")], ids=lambda fault: fault.kind)
def test_odd_ends_of_a_stream_are_what_they_are_elsewhere(api: Standin, fault: Fault) -> None:
    api.fail(fault)
    [got] = replies(api, "lead.decompose")
    if fault.kind == "refusal":
        assert got.outcome == Unable(reason="the model refused (cyber): planted")
    else:
        assert isinstance(got.outcome, Answered)
    assert got.spent_usd_micros == api.usd_micros


@pytest.mark.parametrize(
    "fault",
    [sse("cut"), sse("drop"), sse("malformed"), sse("error"), drop(), broken_body()],
    ids=["cut", "drop", "malformed", "error", "before-it-begins", "reset"],
)
def test_a_stream_that_breaks_off_helps_to_repeat_and_may_have_been_paid(api: Standin, fault: Fault) -> None:
    api.fail(fault)
    with pytest.raises(AttemptFailed) as caught:
        replies(api, "lead.decompose")
    assert caught.value.helps
    assert caught.value.maybe_paid
    assert len(api.requests) == 1


def test_an_error_event_that_no_retry_helps_says_so(api: Standin) -> None:
    api.fail(Fault("sse_error", error="invalid_request_error"))
    with pytest.raises(AttemptFailed, match="HTTP 400") as caught:
        replies(api, "lead.decompose")
    assert not caught.value.helps


def test_a_status_before_the_stream_is_a_status(api: Standin) -> None:
    api.fail(status(529, "overloaded_error"))
    with pytest.raises(AttemptFailed, match="HTTP 529") as caught:
        replies(api, "lead.decompose")
    assert not caught.value.maybe_paid


def test_an_answer_that_drips_ends_at_its_deadline(api: Standin) -> None:
    api.fail(drip())
    with pytest.raises(AttemptFailed, match="in time") as caught:
        replies(api, "lead.decompose", total_seconds=0.5)
    assert caught.value.helps
    assert caught.value.maybe_paid
