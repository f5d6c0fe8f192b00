"""Traces of a whole run through a collector that others wrote, and out of it again.

It is no dependency of ours. To run this test:

    pip install --no-deps rotel

(10 MB; the wheel holds the program of the Rotel collector). It takes OTLP over HTTP from the run, and hands
it on in batches of its own to a receiver of the test.
"""

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.cli.shell import Shell
from tests.mulch import DOCUMENTS, QUESTION
from tests.scenario.test_traces import collector, metrics_in, spans_in
from tests.standin import Standin

ROTEL = find_spec("rotel")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.foreign,
    pytest.mark.skipif(
        ROTEL is None, reason="the Rotel collector is not installed: pip install --no-deps rotel"
    ),
]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def rotel(receiver: str, folder: Path) -> Iterator[str]:
    """The collector between a run and a receiver; gives its base address."""
    assert ROTEL is not None
    program = Path(ROTEL.origin or "").with_name("rotel-agent")
    here, grpc = f"127.0.0.1:{_free_port()}", f"127.0.0.1:{_free_port()}"
    options = {
        "otlp-http-endpoint": here,
        "otlp-grpc-endpoint": grpc,
        "exporter": "otlp",
        "otlp-exporter-protocol": "http",
        "otlp-exporter-endpoint": receiver,
        "otlp-exporter-compression": "none",
        "pid-file": str(folder / "pid"),
        "log-file": str(folder / "log"),
    }
    command = [str(program), "start", *(f"--{name}={value}" for name, value in options.items())]
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env={"HOME": str(folder)})
    try:
        until = monotonic() + 30
        while monotonic() < until and process.poll() is None:
            with socket.socket() as there:
                if there.connect_ex(("127.0.0.1", int(here.rpartition(":")[2]))) == 0:
                    break
            sleep(0.1)
        else:
            pytest.fail((folder / "said").read_text(encoding="utf-8"))
        yield f"http://{here}"
    finally:
        # It sends what it still has before it ends.
        process.terminate()
        process.wait(timeout=30)


def test_a_run_arrives_whole_behind_a_real_collector(tmp_path: Path) -> None:
    received: list[tuple[str, bytes]] = []
    docs, folder = tmp_path / "docs", tmp_path / "rotel"
    docs.mkdir()
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    words = ("research", QUESTION, "--docs", "docs", "--allow-remote", "--json", "--quick")
    with Standin() as api, collector(received) as receiver:
        shell = Shell(tmp_path, api)
        with rotel(receiver, folder) as url:
            ran = shell(*words, "--iterations", "1", "--parallel", "1", "--trace", url)
        assert (ran.returncode, ran.stderr) == (0, "")
        rows = [json.loads(line) for line in shell("logs").stdout.splitlines()]
    spans = spans_in(received)
    ids = {span.span_id for span in spans}
    roots = [span for span in spans if not span.parent_span_id]
    assert [span.name for span in roots] == ["session"]
    assert len({span.trace_id for span in spans}) == 1
    assert all(span.parent_span_id in ids for span in spans if span not in roots)
    # Every call that the log has is a span, with its model, its tokens and what it cost.
    called = [row for row in rows if row["event"] == "call_done" and row.get("usd_micros")]
    chats = [
        {known.key: known.value for known in span.attributes}
        for span in spans
        if span.name.startswith("chat ")
    ]
    assert len(chats) == len(called) > 5
    cost = sum(chat["pathfinder.cost_usd"].double_value for chat in chats)
    assert cost == pytest.approx(sum(row["usd_micros"] for row in called) / 1_000_000)
    assert all(chat["gen_ai.request.model"].string_value.startswith("claude-") for chat in chats)
    spend = [metric for metric in metrics_in(received) if metric.name == "pathfinder.spend"]
    assert sum(point.as_double for point in spend[-1].sum.data_points) == pytest.approx(cost)
    assert not any(QUESTION.encode() in body for _, body in received)
