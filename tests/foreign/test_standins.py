"""Plain calls, faults and streams of the Claude adapter against stand-ins that others wrote.

They are not dependencies of ours. To run these tests:

    npm install @copilotkit/aimock   in a folder; then  PATHFINDER_AIMOCK=<folder>/node_modules/.bin/llmock
    pip install llmock               in a venv of its own; then  PATHFINDER_LLMOCK=<venv>/bin/llmock
    pytest -m foreign

Both serve an API older than 2026-10-21, so their servers are taken for local ones, which is itself a test.
"""

import asyncio
import json
import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from pathfinder.adapters.models.attempt import ClaudeAttempt
from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
from pathfinder.protocols.calls.asks import Answered, Reply
from pathfinder.protocols.calls.questions import ChoosePages, NumberedResult, PageChoice
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import AttemptFailed

pytestmark = pytest.mark.foreign

ASK = ChoosePages(
    question="Do ground loops pay off?",
    objective="Find the page on ground loops.",
    about="ground loops",
    results=(NumberedResult(number=1, title="Ground loops", site="a.example"),),
    most=1,
)
STEP = Step(iteration=1, phase="EXPLORE", call=ASK.name)


def program(name: str) -> str:
    """The path of a stand-in, or a skip that says how to get it."""
    path = os.environ.get(name, "")  # noqa: TID251  (which stand-in is installed is this machine's business)
    if not path or not Path(path).exists():
        pytest.skip(f"{name} names no program; the head of this file says how to install it")
    return path


@contextmanager
def serving(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(300):
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        else:
            pytest.fail(f"{command[0]} did not start")
        yield
    finally:
        process.terminate()
        process.wait(timeout=10)


def free_port() -> int:
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        return int(there.getsockname()[1])


def replies(base_url: str, times: int = 1) -> list[Reply[PageChoice] | AttemptFailed]:
    """What so many attempts come to."""

    async def run() -> list[Reply[PageChoice] | AttemptFailed]:
        settings = ClaudeSettings(seats={"explorer": Seat(model="claude-haiku-5-5", effort=None)})
        where = Connection(key=SecretStr("k"), base_url=base_url, timeout_seconds=10.0)
        attempt = ClaudeAttempt(where, settings)
        came: list[Reply[PageChoice] | AttemptFailed] = []
        try:
            for _ in range(times):
                try:
                    came.append(await attempt.reply(ASK, STEP))
                except AttemptFailed as error:
                    came.append(error)
        finally:
            await attempt.close()
        return came

    return asyncio.run(run())


FIXTURES: dict[str, list[dict[str, Any]]] = {
    "plain": [{"match": {}, "response": {"content": '{"numbers": [1]}'}}],
    "fenced": [{"match": {}, "response": {"content": 'Sure:\n```json\n{"numbers": [1]}\n```'}}],
    "faults": [
        {
            "match": {"sequenceIndex": 0},
            "response": {
                "error": {"message": "x", "type": "rate_limit_error"},
                "status": 429,
                "retryAfter": 1,
            },
        },
        {
            "match": {"sequenceIndex": 1},
            "response": {"error": {"message": "x", "type": "overloaded_error"}, "status": 529},
        },
        {"match": {}, "response": {"content": '{"numbers": [1]}'}},
    ],
    "cut": [
        {"match": {}, "response": {"content": '{"numbers": [1]}'}, "truncateAfterChunks": 1, "chunkSize": 2}
    ],
}


@contextmanager
def aimock(fixtures: str, folder: Path) -> Iterator[str]:
    path = program("PATHFINDER_AIMOCK")
    (folder / "fixtures.json").write_text(json.dumps({"fixtures": FIXTURES[fixtures]}), encoding="utf-8")
    port = free_port()
    command = ["node", path, "-p", str(port), "-f", str(folder / "fixtures.json"), "--log-level", "warn"]
    with serving(command, port):
        yield f"http://127.0.0.1:{port}"


@pytest.mark.parametrize("fixtures", ["plain", "fenced"])
def test_aimock_answers_are_read(tmp_path: Path, fixtures: str) -> None:
    with aimock(fixtures, tmp_path) as base_url:
        (came,) = replies(base_url)
    assert isinstance(came, Reply)
    assert came.outcome == Answered(value=PageChoice(numbers=(1,)))


def test_aimock_faults_are_named_and_then_it_answers(tmp_path: Path) -> None:
    with aimock("faults", tmp_path) as base_url:
        limited, overloaded, came = replies(base_url, times=3)
    assert isinstance(limited, AttemptFailed)
    assert (limited.helps, limited.wait_seconds) == (True, 1.0)
    assert isinstance(overloaded, AttemptFailed)
    assert overloaded.helps
    assert isinstance(came, Reply)


def test_a_stream_that_aimock_cuts_is_no_answer(tmp_path: Path) -> None:
    with aimock("cut", tmp_path) as base_url:
        (came,) = replies(base_url)
    assert isinstance(came, AttemptFailed)
    assert came.helps
    assert came.maybe_paid


@contextmanager
def llmock() -> Iterator[str]:
    path, port = program("PATHFINDER_LLMOCK"), free_port()
    with serving([path, "serve", "--port", str(port), "--host", "127.0.0.1"], port):
        yield f"http://127.0.0.1:{port}"


def _asked(base_url: str, path: str, value: object = None) -> bytes:
    there = HTTPConnection(base_url.removeprefix("http://"), timeout=10)
    try:
        body = None if value is None else json.dumps(value)
        there.request("POST" if body else "GET", path, body, {"content-type": "application/json"})
        return there.getresponse().read()
    finally:
        there.close()


@pytest.mark.parametrize(
    ("behaviour", "maybe_paid", "wait_seconds"),
    [
        ({"type": "fail", "status": 429, "retry_after": 1, "times": 2}, False, 1.0),
        ({"type": "fail", "status": 529, "times": 2}, False, 1.0),
        ({"type": "fail", "status": 500, "times": 2}, False, None),
    ],
    ids=["429", "529", "500"],
)
def test_llmock_faults_are_named(
    behaviour: dict[str, Any], maybe_paid: bool, wait_seconds: float | None
) -> None:
    with llmock() as base_url:
        # The first is met by the question what the model can, which is no call.
        _asked(base_url, "/_llmock/scenario", {"behaviors": [behaviour]})
        (came,) = replies(f"{base_url}/anthropic")
        assert isinstance(came, AttemptFailed)
        assert came.helps
        assert (came.maybe_paid, came.wait_seconds) == (maybe_paid, wait_seconds)
        verdict = json.loads(_asked(base_url, "/_llmock/verdict"))
    assert not [found for found in verdict.get("findings", ()) if found.get("severity") == "error"], verdict
