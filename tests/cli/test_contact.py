"""First contact with a model: whatever is wrong ends in one clear sentence, at once."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pathlib import Path
from time import monotonic

import pytest

from pathfinder.locales.catalogue import Message
from tests.cli.shell import Inside, Ran
from tests.servers import answering
from tests.standin import Nature, Standin

QUESTION = "Does tea lower blood pressure?"


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What is timed is what a server makes us wait, not how long a busy machine reads Python from disk."""
    for name in (
        "anthropic",
        "anthropic.resources.messages",
        "pathfinder.running",
        "pathfinder.assembly",
    ):
        import_module(name)


@pytest.fixture
def shell(tmp_path: Path) -> Inside:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "tea.md").write_text(
        "# Tea\n\nIn a trial of 21 people, drinking tea lowered blood pressure by 1.5 mmHg.\n",
        encoding="utf-8",
    )
    return Inside(tmp_path)


def research(shell: Inside, base_url: str, *more: str, **environ: str) -> Ran:
    shell.environ |= {"ANTHROPIC_BASE_URL": base_url, "ANTHROPIC_AUTH_TOKEN": None, **environ}
    asked = ("research", QUESTION, "--docs", "docs", "--engine", "local", "--quick", "--no-input", "--new")
    return shell(*asked, "--iterations", "1", *more)


def test_a_server_that_answers_404_to_everything_ends_the_run_after_three_requests(shell: Inside) -> None:
    with answering({}) as server:
        begun = monotonic()
        ran = research(shell, server.base_url)
        assert monotonic() - begun < 5
        assert ran.returncode == 5
        assert len(server.asked) <= 3
        assert server.asked.count("POST /v1/messages") == 1
    told = ran.stderr.strip().splitlines()
    assert len(told) == 1
    assert "The first call was refused (HTTP 404: not here)" in told[0]
    assert "ANTHROPIC_BASE_URL" in told[0]


def test_an_address_with_a_v1_too_many_is_told_as_that(shell: Inside) -> None:
    with answering({"/v1/models": {"data": [{"id": "m"}]}}) as server:
        ran = research(shell, f"{server.base_url}/v1", "--model", "m")
    assert ran.returncode == 5
    assert f"ANTHROPIC_BASE_URL goes without the /v1 at its end: {server.base_url}" in ran.stderr


def test_a_server_that_is_not_there_is_told_at_once_and_leaves_no_session(shell: Inside) -> None:
    begun = monotonic()
    ran = research(shell, "http://127.0.0.1:9")
    assert monotonic() - begun < 5
    assert ran.returncode == 5
    assert "127.0.0.1:9: nobody listens there" in ran.stderr
    assert not (shell.folder / ".research" / "sessions").exists()


@contextmanager
def unreachable() -> Iterator[str]:
    """The address of a host that drops every packet: a socket that takes no further connection."""
    with ExitStack() as stack:
        full = stack.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            waiting = stack.enter_context(socket.socket())
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        yield f"http://127.0.0.1:{full.getsockname()[1]}"


@pytest.mark.parametrize(("seconds", "limit"), [(None, 3.5), ("0.5", 1.5)], ids=["default", "as-set"])
def test_a_host_that_drops_every_packet_is_reported_after_the_time_to_connect(
    shell: Inside, seconds: str | None, limit: float
) -> None:
    """Starting Python takes another second, and a user waits five at most."""
    shell.environ["PATHFINDER_MODELS_CONNECT_SECONDS"] = seconds
    with unreachable() as address:
        begun = monotonic()
        ran = research(shell, address)
        assert monotonic() - begun < limit
    assert ran.returncode == 5
    assert f"{address.removeprefix('http://')}: it does not answer" in ran.stderr


def test_a_server_that_takes_the_connection_and_says_nothing_is_given_up(shell: Inside) -> None:
    shell.environ["PATHFINDER_MODELS_FIRST_SECONDS"] = "1"
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        begun = monotonic()
        ran = research(shell, address, "--model", "m", "--lang", "ko")
        assert monotonic() - begun < 8
    assert ran.returncode == 5
    waits, ends = ran.stderr.strip().splitlines()
    assert "1초까지 기다립니다" in waits
    assert f"{address} took the connection and said nothing for 1 s; start it again" in ends
    told = Message("server-said-nothing", server=address, seconds="1")
    assert told.to("ko") in ends or str(told) in ends
    assert not (shell.folder / ".research" / "sessions").exists()


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "did not list its models (HTTP 503"), ("ko", "모델 목록을 받지 못했습니다 (HTTP 503")],
)
def test_a_server_that_is_slow_to_start_is_reported_before_it_is_waited_for(
    shell: Inside, language: str, words: str
) -> None:
    with answering({"/v1/models": 503}) as server:
        ran = research(shell, server.base_url, "--model", "m", "--lang", language)
    assert words in ran.stderr
    assert "600" in ran.stderr
    assert ran.returncode == 5, "the first call is refused here"


def test_an_unknown_model_is_answered_with_the_models_there_are(shell: Inside) -> None:
    with Standin() as api:
        ran = research(shell, api.base_url, "--model", "nonsense", ANTHROPIC_API_KEY=api.key)
        assert len(api.requests) == 1
    assert ran.returncode == 5
    assert "has no model nonsense; it has claude-opus-5-5, claude-sonnet-5-5, claude-haiku-5-5" in ran.stderr
    assert "choose one with --model" in ran.stderr


def test_the_models_are_listed_where_none_was_named_and_there_are_several(shell: Inside) -> None:
    with Standin(nature=Nature(flavour="ignores_schema")) as api:
        ran = research(shell, api.base_url)
        assert api.requests == []
    assert ran.returncode == 2
    assert "has llama-9, qwen-9; choose one with --model" in ran.stderr


def test_the_only_model_of_a_server_is_taken_costs_nothing_and_is_remembered(shell: Inside) -> None:
    with Standin(nature=Nature(flavour="ignores_schema", models=("llama-9",))) as api:
        ran = research(shell, api.base_url)
        assert ran.returncode == 0, ran.stderr
        assert "has one model, llama-9; it is asked for everything" in ran.stderr
        assert "Forecast: nothing" in ran.stdout
        assert {request.body["model"] for request in api.requests} == {"llama-9"}
        asked = len(api.requests)
        again = shell("resume", "--iterations", "2")
        assert again.returncode == 0, again.stderr
        assert "it is asked for everything" not in again.stderr
        assert {request.body["model"] for request in api.requests[asked:]} == {"llama-9"}
    assert json.loads(shell("status", "--json").stdout)["spent_usd"] == 0


def test_a_token_is_sent_to_the_server_it_belongs_to_in_place_of_the_key(shell: Inside) -> None:
    with Standin() as api:
        environ = {"ANTHROPIC_AUTH_TOKEN": api.key, "ANTHROPIC_API_KEY": "the-providers-own"}
        ran = research(shell, api.base_url, **environ)
        assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("context", [4_096, 100_000])
def test_a_context_that_is_too_small_is_told_before_anything_is_asked(shell: Inside, context: int) -> None:
    pages = {"/v1/models": {"data": [{"id": "m", "max_model_len": context}]}}
    with answering(pages) as server:
        ran = research(shell, server.base_url, "--model", "m")
    assert ("The model takes 4,096 tokens at once" in ran.stderr) == (context == 4_096)


def test_in_korean_the_server_and_its_models_are_told_in_korean(shell: Inside) -> None:
    with Standin() as api:
        ran = research(shell, api.base_url, "--lang", "ko", "--model", "nonsense", ANTHROPIC_API_KEY=api.key)
    assert ran.returncode == 5
    assert "첫 호출이 거절되었습니다" in ran.stdout
    assert "있는 모델: claude-opus-5-5" in ran.stdout
