"""No part of a key survives, wherever a text is cut, and a redirect takes it nowhere."""

import asyncio
import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import anthropic
import httpx
import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import SecretStr

from pathfinder.adapters.masking import PART, Masking
from pathfinder.adapters.models.anthropic.described import described
from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.faults import WIDTH, told
from pathfinder.adapters.models.settings import Connection
from pathfinder.adapters.search import wire
from pathfinder.adapters.search.claude import ClaudeSearch
from pathfinder.adapters.search.exa import ExaSearch
from pathfinder.adapters.search.searxng import SearxngSearch
from pathfinder.adapters.search.settings import ExaSettings, SearxngSettings
from pathfinder.adapters.storage.files.log import SessionLog
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed, ProviderFailed
from tests.asks import ASKS
from tests.fakes.fixed_clock import FixedClock

KEY = "sk-ant-api03-Zq8Xv1Lm5Tn9Rb2Wc7Yd4Kf6Hg"
STEP = Step(iteration=1, phase="plan", call="plan")
REQUEST = httpx2.Request("POST", "http://127.0.0.1/v1/messages")


def parts_in(text: str) -> list[str]:
    """The parts of the key that a text holds."""
    return [KEY[at : at + PART] for at in range(len(KEY) - PART + 1) if KEY[at : at + PART] in text]


def from_model(message: str) -> str:
    body = {"type": "error", "error": {"type": "api_error", "message": message}}
    response = httpx2.Response(500, request=REQUEST, json=body)
    return str(told(anthropic.InternalServerError(message, response=response, body=body), KEY))


def from_engine(message: str) -> str:
    return str(wire.refused("exa", httpx.Response(500, text=message), KEY, "EXA_API_KEY"))


@pytest.mark.parametrize("failing", [from_model, from_engine])
@pytest.mark.parametrize("filling", ["x", " x", "\u200b", "é"])
def test_an_echoed_key_is_masked_at_every_cut(tmp_path: Path, failing: object, filling: str) -> None:
    assert callable(failing)
    path = tmp_path / "log.jsonl"
    log = SessionLog(path, FixedClock(), [KEY])
    for before in range(WIDTH + 50):
        for cut in (len(KEY), *range(PART, len(KEY), 5)):
            message = f"{(filling * before)[:before]} {KEY[:cut]}"
            said = failing(message)
            assert parts_in(said) == [], (before, cut)
            log.note("call_failed", {"why": message, "said": said})
    log.close()
    assert parts_in(path.read_text(encoding="utf-8")) == []


@given(st.integers(0, len(KEY)), st.integers(0, len(KEY)), st.text(max_size=30), st.text(max_size=30))
def test_every_part_is_masked_and_nothing_else(first: int, last: int, before: str, after: str) -> None:
    part, masking = KEY[first:last], Masking([KEY], "[key]")
    text = f"{before}|{part}|{after}"
    if len(part) >= PART:
        assert masking.of(text) == f"{before}|[key]|{after}"
    else:
        assert masking.of(text) == text


def test_short_keys_are_masked_as_words_only() -> None:
    masking = Masking(["a", "test"], "[key]")
    assert masking.of("a test of testing") == "[key] [key] of testing"
    assert Masking(["a", "test"], "[key]", short=False).of("a test") == "a test"
    assert Masking([""], "[key]").of("a test") == "a test"


class Redirecting(ThreadingHTTPServer):
    """Sends every request on to another host, and counts who comes there."""

    def __init__(self, status: int) -> None:
        self.asked: list[str] = []
        asked = self.asked

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                host, port = self.headers["host"], self.server.server_port  # type: ignore[attr-defined]  # a TCP server
                self.rfile.read(int(self.headers.get("content-length") or 0))
                asked.append(host)
                there = json.dumps({"type": "message"}).encode()
                self.send_response(status if host.startswith("127.0.0.1") else 200)
                self.send_header("location", f"http://localhost:{port}{self.path}")
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(there)))
                self.end_headers()
                self.wfile.write(there)

            do_GET = do_POST

            def log_message(self, *_: object) -> None: ...

        super().__init__(("127.0.0.1", 0), Handler)


@pytest.fixture(params=[301, 302, 303, 307, 308])
def redirecting(request: pytest.FixtureRequest) -> Iterator[Redirecting]:
    server = Redirecting(request.param)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_no_redirect_takes_a_key_or_a_question_to_another_host(redirecting: Redirecting) -> None:
    base = f"http://127.0.0.1:{redirecting.server_port}"
    connection = Connection(key=SecretStr(KEY), base_url=base)

    async def tried() -> list[str]:
        model = ClaudeAttempt(connection)
        engines = (
            ClaudeSearch(connection),
            ExaSearch(SecretStr(KEY), ExaSettings(base_url=base)),
            SearxngSearch(SearxngSettings(base_url=base)),
        )
        said = [str((await described(connection, ["m"])).error)]
        with pytest.raises(ProviderFailed) as refused:
            await model.reply(ASKS[0], STEP)
        said.append(str(refused.value))
        for engine in engines:
            with pytest.raises((ProviderFailed, AttemptFailed)) as turned_away:
                await engine.find("straw mulch")
            said.append(str(turned_away.value))
            await engine.close()
        await model.close()
        return said

    said = asyncio.run(tried())
    assert set(redirecting.asked) == {f"127.0.0.1:{redirecting.server_port}"}
    for sentence in said:
        assert "redirects are not followed" in sentence
        assert f"localhost:{redirecting.server_port}" in sentence
        assert parts_in(sentence) == []
