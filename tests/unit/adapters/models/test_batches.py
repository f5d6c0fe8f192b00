"""What the batches of both APIs come to: answers, and the failures of single calls."""

import asyncio
from collections.abc import Callable, Coroutine
from datetime import timedelta
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models import batches as batches_of_all
from pathfinder.adapters.models.anthropic.batches import MessageBatches
from pathfinder.adapters.models.anthropic.sending import connect
from pathfinder.adapters.models.faults import NotUnderstood, QuestionTooLong, told_in_a_batch
from pathfinder.adapters.models.openai_compatible.attempt import connect as connect_chat
from pathfinder.adapters.models.openai_compatible.batches import ChatBatches
from pathfinder.adapters.models.openai_compatible.registry import providers
from pathfinder.adapters.models.received import Received
from pathfinder.adapters.models.requests import request
from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.errors import AttemptFailed, CallNotProcessed, CallRefused, KeyRefused
from tests.asks import ASKS
from tests.keys import KEY
from tests.standin import Standin, expired, status

Batches = MessageBatches | ChatBatches
MODELS = {"claude": "claude-haiku-5-5", "openai": "openai:gpt-6-luna"}


def of(api: Standin, which: str, key: str = KEY) -> tuple[Batches, Any]:
    if which == "claude":
        where = Connection(key=SecretStr(key), base_url=api.base_url)
        client: Any = connect(where)
        return MessageBatches(client, where), client
    where = Connection(key=SecretStr(key), base_url=f"{api.base_url}/v1", provider="openai")
    client = connect_chat(providers()["openai"], where)
    return ChatBatches(client, providers()["openai"], where), client


def params(which: str) -> Any:
    seats = {ASKS[2].role: Seat(model=MODELS[which]), ASKS[2].name: Seat(model=MODELS[which])}
    return request(ASKS[2], ClaudeSettings(seats=seats)).params()


def with_batches(
    api: Standin, which: str, work: Callable[[Batches], Coroutine[Any, Any, Any]], key: str = KEY
) -> Any:
    async def run() -> Any:
        batches, client = of(api, which, key)
        try:
            return await work(batches)
        finally:
            await client.close()

    return asyncio.run(run())


@pytest.mark.parametrize("which", ["claude", "openai"])
def test_answers_and_failures_come_back_by_name(which: str) -> None:
    async def work(batches: Batches) -> Any:
        made = await batches.submit({name: params(which) for name in "abcd"}, "m")
        assert await batches.ended(made)
        return await batches.results(made)

    with Standin() as api:
        api.fail(expired(), status(429, "rate_limit_error"), status(401, "authentication_error"))
        got = with_batches(api, which, work)
    # The stand-in works them off from the last one on.
    assert isinstance(got["a"], Received)
    assert got["a"].text
    assert got["a"].usage.output_tokens
    assert isinstance(got["d"], CallNotProcessed)
    assert isinstance(got["c"], AttemptFailed)
    assert got["c"].helps
    # A batch that was taken in with this key: the call is refused, and the run goes on to say why.
    assert isinstance(got["b"], CallRefused)
    assert not any(one.maybe_paid for one in got.values() if isinstance(one, AttemptFailed))


@pytest.mark.parametrize("which", ["claude", "openai"])
def test_a_batch_of_ours_is_found_and_can_be_called_back(which: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches_of_all, "PAGE", 1)
    since = SystemClock().now() - timedelta(minutes=1)

    async def work(batches: Batches) -> Any:
        ours = await batches.submit({"a": params(which), "b": params(which)}, "ours")
        await batches.submit({"x": params(which), "y": params(which)}, "theirs")
        await batches.submit({"z": params(which)}, "small")
        assert not await batches.ended(ours)
        found = await batches.made_since(since, "ours", 2)
        assert await batches.made_since(since + timedelta(days=1), "ours", 2) == []
        await batches.cancel(ours)
        assert await batches.ended(ours)
        return ours, found, await batches.results(ours)

    with Standin() as api:
        api.batches.seconds = 3_600
        ours, found, results = with_batches(api, which, work)
    assert ours in [one.batch for one in found]
    assert len(found) == (2 if which == "claude" else 1)
    assert all(isinstance(one, CallNotProcessed) for one in results.values())


@pytest.mark.parametrize("which", ["claude", "openai"])
@pytest.mark.parametrize("fault", ["lost", "taken"])
def test_a_submission_that_the_server_broke_down_over_is_in_doubt(which: str, fault: str) -> None:
    async def work(batches: Batches) -> None:
        await batches.submit({"a": params(which)}, "m")

    with Standin() as api:
        api.batches.fail_next = [fault]
        with pytest.raises(AttemptFailed) as caught:
            with_batches(api, which, work)
    assert caught.value.maybe_paid


@pytest.mark.parametrize("which", ["claude", "openai"])
def test_a_key_that_is_refused_ends_the_run(which: str) -> None:
    async def work(batches: Batches) -> None:
        await batches.submit({"a": params(which)}, "m")

    with Standin() as api, pytest.raises(KeyRefused):
        with_batches(api, which, work, key="sk-other")


def test_a_request_that_is_refused_in_a_batch_is_refused_as_a_single_one_would_be() -> None:
    def failure(kind: str, message: str) -> AttemptFailed:
        return told_in_a_batch({"type": "error", "error": {"type": kind, "message": message}}, KEY)

    assert isinstance(failure("invalid_request_error", "schema: too complex"), NotUnderstood)
    assert isinstance(failure("invalid_request_error", "prompt is too long"), QuestionTooLong)
    assert isinstance(failure("not_found_error", "model: no such"), CallRefused)
    assert failure("api_error", "x").helps
    billing = failure("billing_error", "x")
    assert billing.helps
    assert not billing.maybe_paid
    assert failure("timeout_error", "x").maybe_paid is False
