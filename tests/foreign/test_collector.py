"""Traces of a whole run through collectors that others wrote, and out of them again.

They are no dependency of ours. To run this test with one of them, or both:

    pip install --no-deps rotel        # 10 MB; the wheel holds the program of the Rotel collector
    PATHFINDER_OTELCOL=<program>       # the OpenTelemetry project's own, with otlp, otlphttp and batch

A collector takes OTLP over HTTP from the run, and hands it on in its own batches to a receiver of the test.
"""

import json
import os
import socket
import subprocess
from collections.abc import Callable, Iterator, Sequence
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
OTELCOL = os.environ.get("PATHFINDER_OTELCOL", "")  # noqa: TID251  (where it is)
pytestmark = [pytest.mark.slow, pytest.mark.foreign]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _rotel(receiver: str, here: str, folder: Path) -> Sequence[str]:
    assert ROTEL is not None
    options = {
        "otlp-http-endpoint": here,
        "otlp-grpc-endpoint": f"127.0.0.1:{_free_port()}",
        "exporter": "otlp",
        "otlp-exporter-protocol": "http",
        "otlp-exporter-endpoint": receiver,
        "otlp-exporter-compression": "none",
        "pid-file": str(folder / "pid"),
        "log-file": str(folder / "log"),
    }
    program = Path(ROTEL.origin or "").with_name("rotel-agent")
    return [str(program), "start", *(f"--{name}={value}" for name, value in options.items())]


def _otelcol(receiver: str, here: str, folder: Path) -> Sequence[str]:
    way = {"receivers": ["otlp"], "processors": ["batch"], "exporters": ["otlphttp"]}
    config = {
        "receivers": {"otlp": {"protocols": {"http": {"endpoint": here}}}},
        "processors": {"batch": {}},
        "exporters": {"otlphttp": {"endpoint": receiver, "compression": "none"}},
        "service": {
            "pipelines": {"traces": way, "metrics": way},
            "telemetry": {"metrics": {"level": "none"}},
        },
    }
    (folder / "config.yaml").write_text(json.dumps(config), encoding="utf-8")  # JSON is YAML.
    return [OTELCOL, f"--config=file:{folder / 'config.yaml'}"]


COLLECTORS = [
    pytest.param(
        _rotel,
        id="rotel",
        marks=pytest.mark.skipif(ROTEL is None, reason="not installed: pip install --no-deps rotel"),
    ),
    pytest.param(
        _otelcol,
        id="opentelemetry",
        marks=pytest.mark.skipif(not OTELCOL, reason="PATHFINDER_OTELCOL does not say where it is"),
    ),
]
Command = Callable[[str, str, Path], Sequence[str]]


@contextmanager
def running(command: Command, receiver: str, folder: Path) -> Iterator[str]:
    """A collector between a run and a receiver; gives its base address."""
    here = f"127.0.0.1:{_free_port()}"
    with (folder / "said").open("wb") as said:
        process = subprocess.Popen(
            command(receiver, here, folder), stdout=said, stderr=said, env={"HOME": str(folder)}
        )
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


@pytest.mark.parametrize("command", COLLECTORS)
def test_a_run_arrives_whole_behind_a_real_collector(tmp_path: Path, command: Command) -> None:
    received: list[tuple[str, bytes]] = []
    docs, folder = tmp_path / "docs", tmp_path / "collector"
    docs.mkdir()
    folder.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    words = ("research", QUESTION, "--docs", "docs", "--allow-remote", "--json", "--quick")
    with Standin() as api, collector(received) as receiver:
        shell = Shell(tmp_path, api)
        with running(command, receiver, folder) as url:
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
