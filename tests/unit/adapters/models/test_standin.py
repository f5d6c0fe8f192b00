"""The stand-in is as strict as the real API, and the SDK's own strict client accepts what it says."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import anthropic
import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt, connect
from pathfinder.adapters.models.requests import request
from pathfinder.adapters.models.settings import ClaudeSettings, Connection
from pathfinder.protocols.calls.asks import Answered, Ask
from pathfinder.protocols.calls.questions import Briefs, Ideas, ReadPage, WriteBriefs
from tests.asks import ASKS, a_step, an_ask
from tests.standin import Standin, malformed, refusal, stop_reason
from tests.standin.caching import PromptCache
from tests.standin.checks import refused


@pytest.fixture(scope="module")
def api() -> Iterator[Standin]:
    with Standin() as standin:
        yield standin


def strictly(connection: Connection) -> anthropic.AsyncAnthropic:
    """A client that refuses whatever the SDK's own types do not allow."""
    client = connect(connection)
    client._strict_response_validation = True
    return client


def asked(api: Standin, *asks: Ask[Any]) -> list[Any]:
    """The outcomes on a strict client."""

    async def run() -> list[Any]:
        where = Connection(key=SecretStr(api.key), base_url=api.base_url)
        attempt = ClaudeAttempt(where, connecting=strictly)
        try:
            return [(await attempt.reply(ask, a_step(ask))).outcome for ask in asks]
        finally:
            await attempt.close()

    return asyncio.run(run())


def test_a_strict_client_accepts_every_answer(api: Standin) -> None:
    assert all(isinstance(outcome, Answered) for outcome in asked(api, *ASKS))


def test_a_strict_client_accepts_faulty_answers_too(api: Standin) -> None:
    for fault in (malformed(), refusal("cyber"), stop_reason("pause_turn")):
        api.fail(fault)
        asked(api, ASKS[2])


def test_the_same_request_gets_the_same_answer(api: Standin) -> None:
    assert asked(api, *ASKS) == asked(api, *ASKS)


def test_a_brief_for_every_slot_has_queries_that_change_with_the_iteration(api: Standin) -> None:
    ask = an_ask("lead.brief")
    assert isinstance(ask, WriteBriefs)
    later = ask.model_copy(update={"context": ask.context.model_copy(update={"iteration": 4})})
    first, second = (outcome.value for outcome in asked(api, ask, later))
    assert isinstance(first, Briefs)
    assert [brief.slot for brief in first.briefs] == [1, 2]
    for brief, after in zip(first.briefs, second.briefs, strict=True):
        assert {query.strategy for query in brief.queries} == {"web", "academic", "verification"}
        assert not {query.query for query in brief.queries} & {query.query for query in after.queries}


def test_six_tools_make_six_candidates(api: Standin) -> None:
    [outcome] = asked(api, an_ask("thinker.ideate"))
    ideas = outcome.value
    assert isinstance(ideas, Ideas)
    assert len({idea.tool for idea in ideas.candidates}) == 6
    assert ideas.candidates[0].derived_from


def test_a_page_on_something_else_says_nothing(api: Standin) -> None:
    ask = an_ask("explorer.read")
    assert isinstance(ask, ReadPage)
    page = ask.page.model_copy(
        update={
            "passages": (ask.page.passages[0].model_copy(update={"text": "Tomatoes grow well in Almería."}),)
        }
    )
    [outcome] = asked(api, ask.model_copy(update={"page": page}))
    assert outcome.value.facts == ()


HEADERS = {"authorization": "Bearer k", "anthropic-version": "2026-10-21"}


def a_body(ask: Ask[Any] = ASKS[3], **changes: Any) -> dict[str, Any]:
    body: dict[str, Any] = json.loads(json.dumps(dict(request(ask, ClaudeSettings()).params())))
    return body | changes


def test_our_own_requests_pass() -> None:
    for ask in ASKS:
        assert refused(HEADERS, a_body(ask), "k") is None


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"temperature": 0}, "temperature"),
        ({"max_tokens": "many"}, "max_tokens"),
        ({"messages": [{"role": "user", "content": [{"type": "text", "text": "x", "note": 1}]}]}, "note"),
        ({"messages": [{"role": "user", "content": "x"}, {"role": "assistant", "content": "{"}]}, "prefill"),
        ({"messages": [{"role": "user", "content": " "}]}, "non-empty"),
        ({"thinking": {"type": "disabled"}}, "thinking"),
        ({"tool_choice": {"type": "any"}}, "forced"),
        ({"output_config": {"effort": "utmost"}}, "effort"),
        ({"output_config": {"format": {"type": "json_schema", "schema": {"type": "object"}}}}, "additional"),
        (
            {
                "output_config": {
                    "format": {"type": "json_schema", "schema": {"type": "string", "maxLength": 3}}
                }
            },
            "maxLength",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_the_api_refuses_is_refused(changes: dict[str, Any], word: str) -> None:
    refusal = refused(HEADERS, a_body(**changes), "k")
    assert refusal is not None
    assert refusal.status == 400
    assert word in refusal.message


def test_headers_are_checked() -> None:
    assert refused({**HEADERS, "authorization": "Bearer other"}, a_body(), "k") == (
        401,
        "authentication_error",
        "invalid bearer token",
    )
    old = refused({**HEADERS, "anthropic-version": "2023-06-01"}, a_body(), "k")
    assert old is not None
    assert old.status == 400
    only_old_header = refused({"x-api-key": "k", "anthropic-version": "2026-10-21"}, a_body(), "k")
    assert only_old_header is not None


def test_a_strict_client_accepts_models_and_batches(api: Standin) -> None:
    async def run() -> None:
        client = strictly(Connection(key=SecretStr(api.key), base_url=api.base_url))
        try:
            model = await client.models.retrieve("claude-haiku-5-5")
            assert model.capabilities is not None
            assert model.capabilities.structured_outputs.supported
            with pytest.raises(anthropic.NotFoundError):
                await client.models.retrieve("claude-unheard-of")
            params = request(ASKS[2], ClaudeSettings()).params()
            made = await client.messages.batches.create(
                requests=[{"custom_id": name, "params": params} for name in ("one", "two")]
            )
            ended = await client.messages.batches.retrieve(made.id)
            assert ended.processing_status == "ended"
            results = [line async for line in await client.messages.batches.results(made.id)]
            assert [line.custom_id for line in results] == ["two", "one"]
            assert all(line.result.type == "succeeded" for line in results)
        finally:
            await client.close()

    asyncio.run(run())


def test_a_beginning_is_read_from_the_cache_once_it_was_written_and_for_five_minutes() -> None:
    now = [0.0]
    cache = PromptCache(lambda: now[0])
    asked = request(an_ask("explorer.read"), ClaudeSettings())
    body = json.loads(json.dumps(asked.params()))
    first, begun = cache.look(body)
    assert first.written > 1_000
    assert first.read == 0
    assert cache.look(body)[0] == first  # at the same moment: nobody has written it yet
    begun()
    second, _ = cache.look(body)
    assert (second.read, second.written, second.input) == (first.written, 0, first.input)
    other = body | {"model": "claude-opus-5-5"}
    assert cache.look(other)[0].read == 0
    now[0] = 300.0
    assert cache.look(body)[0] == first
