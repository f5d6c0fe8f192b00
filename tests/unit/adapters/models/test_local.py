"""Servers of other kinds behind the same address: what they can is found out, not assumed."""

import asyncio
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.received import objects
from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
from pathfinder.protocols.calls.asks import Answered, Unable
from pathfinder.protocols.errors import AttemptFailed, CallRefused
from tests.asks import ASKS, a_step
from tests.standin import Nature, Standin, malformed, status
from tests.standin.message import Flavour

LLAMA = ClaudeSettings(
    seats={
        role: Seat(model="llama-9", max_tokens=8_000)
        for role in ("lead", "explorer", "judge", "counter_reviewer", "thinker", "writer")
    }
)
FREE = listed_prices().model_copy(update={"free": True})


def outcomes(api: Standin) -> list[Any]:
    async def run() -> list[Any]:
        where = Connection(key=SecretStr("anything"), base_url=api.base_url)
        attempt = ClaudeAttempt(where, LLAMA, FREE)
        try:
            return [(await attempt.reply(ask, a_step(ask))).outcome for ask in ASKS]
        finally:
            await attempt.close()

    return asyncio.run(run())


@pytest.mark.parametrize("flavour", ["ignores_schema", "rejects_unknown", "thinks_aloud"])
def test_a_local_server_answers_every_call_whatever_it_understands(flavour: Flavour) -> None:
    with Standin(nature=Nature(flavour=flavour)) as api:
        assert all(isinstance(outcome, Answered) for outcome in outcomes(api))
        # Asked once what its model can, and from then on sent only what it understands.
        assert api.asked_models == ["llama-9"]
        refused = [request for request in api.requests if request.status != 200]
        assert len(refused) == (1 if flavour == "rejects_unknown" else 0)
        later = api.requests[2:]
        assert not any("output_config" in request.body for request in later)
        for request in api.requests:
            assert "cache_control" not in str(request.body)
            assert '<material name="schema">' in request.body["system"][0]["text"]


def test_calls_that_begin_together_ask_the_server_once_what_its_model_can() -> None:
    async def run(api: Standin) -> None:
        attempt = ClaudeAttempt(Connection(key=SecretStr("anything"), base_url=api.base_url), LLAMA, FREE)
        try:
            async with asyncio.TaskGroup() as calls:
                for ask in ASKS:
                    calls.create_task(attempt.reply(ask, a_step(ask)))
        finally:
            await attempt.close()

    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        asyncio.run(run(api))
        assert api.asked_models == ["llama-9"]


def test_a_malformed_answer_of_a_local_server_is_repaired_once() -> None:
    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        api.fail(malformed())
        assert all(isinstance(outcome, Answered) for outcome in outcomes(api))
        # A long thought may be cut and asked for again; only the malformed answer is repaired.
        assert [len(request.body["messages"]) > 1 for request in api.requests].count(True) == 1


def test_the_provider_behind_a_gateway_is_spoken_to_in_full() -> None:
    with Standin() as api:
        settings = ClaudeSettings()

        async def run() -> None:
            where = Connection(key=SecretStr(api.key), base_url=api.base_url)
            attempt = ClaudeAttempt(where, settings)
            await attempt.reply(ASKS[1], a_step(ASKS[1]))
            await attempt.close()

        asyncio.run(run())
        [request] = api.requests
        assert "effort" in request.body["output_config"]
        assert "cache_control" in str(request.body["system"])


def test_a_refused_request_is_not_sent_again_where_nothing_can_be_left_out() -> None:
    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        api.fail(status(400, "invalid_request_error", times=None))
        with pytest.raises(AttemptFailed, match="HTTP 400"):
            outcomes(api)
        assert len(api.requests) == 2


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"a": 1}', ['{"a": 1}']),
        ('```json\n{"a": {"b": 2}}\n```', ['{"a": {"b": 2}}']),
        ('<think>{"no": 0}</think>{"a": 1}', ['{"a": 1}']),
        ('a thought that began before {"no": 0}</think> so {"a": 1}', ['{"a": 1}']),
        ('First {"a": 1}, no: {"a": 2}.', ['{"a": 2}', '{"a": 1}']),
        ('{"a": {"b": 2}, "c": "d', ['{"a": {"b": 2}, "c": "d']),
        ("{" * 5_000, ["{"]),
        ("nothing", []),
    ],
)
def test_the_objects_in_a_text(text: str, found: list[str]) -> None:
    assert list(objects(text)) == found


def within(api: Standin, context: int) -> Any:
    """The outcome of one call to a model that takes so many tokens."""

    async def run() -> Any:
        where = Connection(key=SecretStr("anything"), base_url=api.base_url, context_tokens=context)
        attempt = ClaudeAttempt(where, LLAMA, FREE)
        try:
            return (await attempt.reply(ASKS[0], a_step(ASKS[0]))).outcome
        finally:
            await attempt.close()

    return asyncio.run(run())


def test_an_answer_gets_no_more_room_than_the_context_leaves() -> None:
    with Standin(nature=Nature(flavour="ignores_schema", thinking=(40, 40))) as api:
        assert isinstance(within(api, 6_000), Answered)
        assert isinstance(within(api, 100_000), Answered)
        small, large = (request.body["max_tokens"] for request in api.requests)
    assert 512 <= small < 6_000
    assert large == 8_000


def test_a_prompt_that_cannot_fit_is_not_sent_for_some_servers_cut_it_without_a_word() -> None:
    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        outcome = within(api, 100)
        assert api.requests == []
    assert isinstance(outcome, Unable)
    assert outcome.too_long
    assert "the model takes 100 tokens" in outcome.reason


def test_a_refused_call_says_which_models_there_are_and_asks_for_them_once() -> None:
    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        api.fail(status(404, "not_found_error", times=None))
        with pytest.raises(CallRefused) as refused:
            outcomes(api)
        assert api.lists_asked == 1
    assert "has the model llama-9, but does not take the request" in refused.value.advice
