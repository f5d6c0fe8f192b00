"""Which models a server has and how much they take, in the forms that servers tell it."""

import asyncio
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.anthropic.sending import connect
from pathfinder.adapters.models.anthropic.servers import (
    OLLAMA_DEFAULT,
    SHOWN,
    Catalogue,
    Served,
    catalogue,
    is_own,
    shown,
    with_context,
)
from pathfinder.adapters.models.prices import listed_prices
from pathfinder.adapters.models.settings import Connection
from pathfinder.protocols.errors import PriceUnknown, ServerAbsent
from tests.servers import answering

OPENAI = {"object": "list", "data": [{"id": "m", "object": "model", "owned_by": "somebody"}]}
OLLAMA: dict[str, Any] = {
    "/v1/models": {"object": "list", "data": [{"id": "m:latest", "owned_by": "library"}]}
}


def looked(pages: dict[str, Any], name: str = "m") -> Served | None:
    """What is found out about one model."""

    async def look(base_url: str) -> Served | None:
        client = connect(Connection(key=SecretStr("k"), base_url=base_url))
        try:
            found = (await catalogue(client, "k")).get(name)
            return found if found is None or found.context else await with_context(client, "k", found)
        finally:
            await client.close()

    with answering(pages) as server:
        return asyncio.run(look(server.base_url))


@pytest.mark.parametrize(
    ("pages", "context"),
    [
        ({"/v1/models": {"data": [{"id": "m", "type": "model", "max_input_tokens": 200_000}]}}, 200_000),
        ({"/v1/models": {"object": "list", "data": [{"id": "m", "max_model_len": 8_192}]}}, 8_192),
        ({"/v1/models": {"data": [{"id": "m", "context_length": 65_536}]}}, 65_536),
        ({"/v1/models": {"data": [{"id": "m", "meta": {"n_ctx": 4_096, "n_ctx_train": 9}}]}}, 4_096),
        ({"/v1/models": OPENAI, "/props": {"default_generation_settings": {"n_ctx": 2_048}}}, 2_048),
        (
            {
                "/v1/models": OPENAI,
                "/api/v0/models": {"data": [{"id": "m", "loaded_context_length": 4_096}, {"id": "n"}]},
            },
            4_096,
        ),
        (OLLAMA | {"/api/ps": {"models": [{"name": "m:latest", "context_length": 32_768}]}}, 32_768),
        (
            OLLAMA | {"/api/ps": {"models": []}, "/api/show": {"parameters": "stop x\nnum_ctx   16384\n"}},
            16_384,
        ),
        (OLLAMA | {"/api/ps": {"models": []}, "/api/show": {"model_info": {}}}, OLLAMA_DEFAULT),
        ({"/v1/models": OPENAI}, 0),
    ],
    ids=[
        "anthropic",
        "vllm",
        "openrouter",
        "llama.cpp",
        "old-llama.cpp",
        "lm-studio",
        "ollama-loaded",
        "ollama-modelfile",
        "ollama-default",
        "silent",
    ],
)
def test_how_much_a_model_takes_is_found_where_its_server_tells_it(
    pages: dict[str, Any], context: int
) -> None:
    found = looked(pages)
    assert found is not None
    assert found.context == context


@pytest.mark.parametrize(
    "listed",
    [
        {"data": [{"id": "m"}, {"no": "name"}, "m", {"id": 7}]},
        {"models": [{"name": "m", "digest": "x"}]},
        [{"id": "m"}],
    ],
)
def test_a_list_of_any_form_is_read(listed: Any) -> None:
    assert looked({"/v1/models": listed}) == Served("m")


def test_a_model_that_is_named_by_its_file_is_told_without_its_folder() -> None:
    pages = {"/v1/models": {"data": [{"id": "/home/somebody/models/tiny.gguf"}]}}
    assert looked(pages, "tiny.gguf") == Served("tiny.gguf")


@pytest.mark.parametrize("page", ["<html>Sign in</html>", {"data": None}, {"error": 1}, []])
def test_a_server_that_tells_no_models_has_none(page: Any) -> None:
    assert looked({"/v1/models": page}) is None


def test_who_is_not_there_is_told_as_absent() -> None:
    async def look() -> Catalogue:
        client = connect(Connection(key=SecretStr("k"), base_url="http://127.0.0.1:9"))
        try:
            return await catalogue(client, "k")
        finally:
            await client.close()

    assert isinstance(asyncio.run(look()).problem, ServerAbsent)


def test_of_many_models_those_with_the_likest_names_are_told() -> None:
    many = Catalogue((*(Served(f"other-{number}") for number in range(400)), Served("llama-3.3")))
    told = many.advice("llama-3", "http://somebody:pass@10.0.0.1")
    assert "it has llama-3.3," in told
    assert f"and {401 - SHOWN} more" in told
    assert "pass" not in told
    assert shown("http://u:p@h:1/x") == "http://h:1/x"


@pytest.mark.parametrize(
    ("address", "own"),
    [
        ("http://127.0.0.1:8080", True),
        ("http://[::1]:8080", True),
        ("http://10.1.2.3", True),
        ("http://192.168.0.7:1234/x", True),
        ("http://localhost:11434", True),
        ("http://ollama:11434", True),
        ("http://gpu.lan", True),
        ("https://api.anthropic.com", False),
        ("https://openrouter.ai/api", False),
        ("http://8.8.8.8", False),
        ("", False),
    ],
)
def test_a_server_of_ones_own_is_known_by_its_address(address: str, own: bool) -> None:
    assert is_own(address) is own


def test_on_a_server_of_ones_own_only_a_model_without_a_price_is_free() -> None:
    listed = listed_prices()
    own = listed.with_free("llama-9").with_free("claude-opus-5-5")
    assert own.worst_usd_micros("llama-9", 10_000, 1_000) == 0
    assert own.worst_usd_micros("claude-opus-5-5", 10_000, 1_000) == listed.worst_usd_micros(
        "claude-opus-5-5", 10_000, 1_000
    )
    with pytest.raises(PriceUnknown):
        listed.worst_usd_micros("llama-9", 10_000, 1_000)
