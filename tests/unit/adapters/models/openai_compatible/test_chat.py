"""The Chat Completions API: every call is answered, in as much of the API as the server understands."""

import asyncio
from typing import Any

import pytest
from openai.types.chat import ChatCompletionChunk
from pydantic import SecretStr

from pathfinder.adapters.models.openai_compatible.attempt import ChatAttempt, connect
from pathfinder.adapters.models.openai_compatible.registry import listed_prices as registry_prices
from pathfinder.adapters.models.openai_compatible.registry import providers, reference
from pathfinder.adapters.models.openai_compatible.streaming import gathered
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
from pathfinder.protocols.calls.asks import Answered, Reply, Unable
from pathfinder.protocols.errors import AttemptFailed, CallRefused, KeyRefused, ProviderFailed
from tests.asks import ASKS, a_step
from tests.servers import answering
from tests.standin import Nature, Standin, chat, faults
from tests.standin.bill import Counted
from tests.standin.chat import Takes
from tests.standin.message import message

KNOWN = (*listed_prices().model, *registry_prices())
PRICES = listed_prices().model_copy(update={"model": KNOWN}).with_free("ollama:qwen3:8b")
ROLES = ("lead", "explorer", "judge", "counter_reviewer", "thinker", "writer")


def seated(model: str) -> ClaudeSettings:
    return ClaudeSettings(seats={role: Seat(model=model, max_tokens=16_000) for role in ROLES})


def attempt_at(base_url: str, key: str, model: str = "openai:gpt-6.1-sol") -> ChatAttempt:
    provider = providers()[reference(model).provider]
    where = Connection(key=SecretStr(key), base_url=base_url, provider=provider.name)
    return ChatAttempt(provider, where, seated(model), PRICES)


def replies(api: Standin, model: str = "openai:gpt-6.1-sol") -> list[Reply[Any]]:
    async def run() -> list[Reply[Any]]:
        attempt = attempt_at(f"{api.base_url}/v1", api.key, model)
        try:
            return [await attempt.reply(ask, a_step(ask)) for ask in ASKS]
        finally:
            await attempt.close()

    return asyncio.run(run())


def sent(api: Standin) -> list[dict[str, Any]]:
    """The requests as they came in."""
    import json

    return [json.loads(request.raw) for request in api.requests]


def test_every_call_is_answered_under_its_schema_and_billed_to_the_token() -> None:
    with Standin() as api:
        answered = replies(api)
        assert all(isinstance(reply.outcome, Answered) for reply in answered)
        assert sum(reply.spent_usd_micros for reply in answered) == api.usd_micros > 0
        for body in sent(api):
            assert body["model"] == "gpt-6.1-sol"
            assert body["response_format"]["json_schema"]["strict"] is True
            assert body["reasoning_effort"] == "medium"
            assert '<material name="schema">' not in str(body["messages"][0])
        assert all("organization" not in name for request in api.requests for name in request.headers)


@pytest.mark.parametrize(("takes", "rungs"), [("json_object", 1), ("nothing", 2)])
def test_a_refused_schema_falls_back_once_for_each_call_and_is_told_once(takes: Takes, rungs: int) -> None:
    with Standin(nature=Nature(takes=takes)) as api:
        first, again = replies(api), replies(api)
    assert all(isinstance(reply.outcome, Answered) for reply in (*first, *again))
    assert all("response_format" in reply.schema_refused for reply in first)
    kinds = len({ask.name for ask in ASKS})
    assert sum(request.status == 400 for request in api.requests) == 2 * rungs * kinds


def test_a_schema_is_refused_once_and_not_sent_again_for_the_call() -> None:
    async def run(api: Standin) -> list[Reply[Any]]:
        attempt = attempt_at(f"{api.base_url}/v1", api.key)
        try:
            return [await attempt.reply(ASKS[0], a_step(ASKS[0])) for _ in range(3)]
        finally:
            await attempt.close()

    with Standin(nature=Nature(takes="json_object")) as api:
        told = [bool(reply.schema_refused) for reply in asyncio.run(run(api))]
        assert told == [True, False, False]
        assert [request.status for request in api.requests] == [400, 200, 200, 200]
        formats = [body["response_format"]["type"] for body in sent(api)]
        assert formats == ["json_schema", "json_object", "json_object", "json_object"]


def test_a_server_of_ones_own_has_the_schema_in_the_prompt_too_and_short_room() -> None:
    with Standin(nature=Nature(models=("qwen3:8b",))) as api:
        assert all(isinstance(reply.outcome, Answered) for reply in replies(api, "ollama:qwen3:8b"))
        for body in sent(api):
            assert body["model"] == "qwen3:8b"
            assert '<material name="schema">' in body["messages"][0]["content"]
            assert "max_tokens" in body
            assert "reasoning_effort" not in body


def test_without_counts_a_call_is_charged_at_no_less_than_it_can_have_used() -> None:
    with Standin(nature=Nature(counts=False, thinking=(1, 1))) as api:
        [first, *_] = replies(api)
        assert first.spent_usd_micros >= api.requests[0].usd_micros


@pytest.mark.parametrize(
    ("usage", "counted"),
    [
        ({"prompt_tokens": 100, "completion_tokens": 20}, (100, 0, 20, 0)),
        (
            {
                "prompt_tokens": 100,
                "completion_tokens": 20,
                "prompt_tokens_details": {"cached_tokens": 60},
                "completion_tokens_details": {"reasoning_tokens": 15},
            },
            (40, 60, 20, 15),
        ),
        ({"prompt_tokens": 100, "completion_tokens": 20, "prompt_cache_hit_tokens": 30}, (70, 30, 20, 0)),
        # Gemini's thinking is in the total only.
        ({"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 150}, (100, 0, 50, 30)),
    ],
)
def test_tokens_are_counted_as_each_provider_tells_them(
    usage: dict[str, Any], counted: tuple[int, int, int, int]
) -> None:
    class Stream:
        """Chunks that are there."""

        async def __aenter__(self) -> "Stream":
            return self

        async def __aexit__(self, *ended: object) -> None: ...

        async def __aiter__(self) -> Any:
            yield {"choices": [{"index": 0, "delta": {"content": "{}"}, "finish_reason": "stop"}]}
            yield {"choices": [], "usage": usage}

    received: Any = asyncio.run(gathered(Stream(), lambda: None, 0))  # type: ignore[arg-type]  # a stream
    used = received.usage.counted()
    assert (used.input_tokens, used.cache_read_tokens, used.output_tokens, used.thinking_tokens) == counted


def test_the_frames_of_the_stand_in_are_chunks_of_the_sdk() -> None:
    import json

    body = {"model": "gpt-6-luna", "messages": [{"role": "user", "content": "?"}], "max_tokens": 9_000}
    whole = message(body, {"a": 1}, None, Counted(input=5))
    frames = [frame.removeprefix("data: ").strip() for frame in chat.frames(whole)]
    assert frames[-1] == "[DONE]"
    for frame in frames[:-1]:
        ChatCompletionChunk.model_validate(json.loads(frame))


def test_a_refusal_is_no_answer_and_a_cut_answer_gets_more_room_once() -> None:
    with Standin() as api:
        api.fail(faults.refusal())
        [first, *_] = replies(api)
        assert isinstance(first.outcome, Unable)
        assert "the model refused" in first.outcome.reason
    with Standin() as api:
        api.fail(faults.cut())
        [first, *_] = replies(api)
        assert isinstance(first.outcome, Answered)
        rooms = [body["max_completion_tokens"] for body in sent(api)[:2]]
        assert rooms == [16_000, 32_000]


@pytest.mark.parametrize(
    ("fault", "error", "said"),
    [
        (faults.status(401, "invalid_request_error"), KeyRefused, "set OPENAI_API_KEY, then resume"),
        (faults.status(429, "insufficient_quota", code="insufficient_quota"), ProviderFailed, "used up"),
        (faults.status(404, "invalid_request_error"), CallRefused, "404"),
        (
            faults.status(400, "invalid_request_error", code="content_policy_violation"),
            AttemptFailed,
            "refused",
        ),
        (faults.too_many(7), AttemptFailed, "429"),
        (faults.sse("error"), AttemptFailed, "broke off its answer"),
    ],
)
def test_a_failure_is_one_of_ours(fault: faults.Fault, error: type[Exception], said: str) -> None:
    with Standin() as api:
        api.fail(fault)
        with pytest.raises(error, match=said) as caught:
            replies(api)
    if "429" in said:
        assert caught.value.wait_seconds == 7  # type: ignore[attr-defined]  # AttemptFailed


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 8192 tokens.",
        "Your input exceeds the context window of this model",
        "The input token count (1196265) exceeds the maximum number of tokens allowed (1048576).",
    ],
)
def test_a_question_that_is_too_long_is_told_as_that(words: str) -> None:
    with Standin() as api:
        api.fail(faults.Fault("status", status=400, error="invalid_request_error", message=words))
        [first, *_] = replies(api)
    assert isinstance(first.outcome, Unable)
    assert first.outcome.too_long


def test_a_redirect_is_not_followed_and_the_account_of_another_is_not_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-somebody")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "sk-admin")
    with answering({}) as server:
        where = Connection(key=SecretStr("k"), base_url=f"{server.base_url}/v1", provider="custom")
        client = connect(providers()["custom"], where)
        assert client.max_retries == 0
        assert not any("org-of-somebody" in str(value) for value in client.default_headers.values())
        assert "sk-admin" not in str(client.default_headers)
        asyncio.run(client.close())


def test_a_provider_is_what_stands_before_the_first_colon_if_it_is_one() -> None:
    assert reference("openai:gpt-6.1-sol") == ("openai", "gpt-6.1-sol")
    assert reference("ollama:qwen3:8b") == ("ollama", "qwen3:8b")
    assert reference("llama.cpp:m") == ("llama.cpp", "m")
    for name in ("claude-opus-5-5", "qwen3:8b", "openai/gpt-oss-20b:free"):
        assert reference(name) == ("anthropic", name)
    assert providers()["llama.cpp"].key_env == "LLAMA_CPP_API_KEY"
