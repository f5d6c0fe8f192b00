"""Traces of whole sessions: the tree of spans, what is not in them, and a collector that is gone."""

import gzip
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.metrics.v1.metrics_pb2 import Metric
from opentelemetry.proto.trace.v1.trace_pb2 import Span
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.system import SystemClock
from pathfinder.adapters.tracing import Tracing
from pathfinder.protocols.errors import BudgetExceeded
from pathfinder.protocols.graph.memory import Limits
from tests.cli.shell import Shell
from tests.mulch import DOCUMENTS
from tests.mulch import QUESTION as DOCUMENTS_QUESTION
from tests.scenario.staged import PAGES, on_disk
from tests.standin.server import Standin
from tests.worlds import QUESTION, respond

PRICE = 1_000
FAILING = {PAGES[0].source.url: "HTTP 503"}


class Traced:
    """Spans and metrics in memory."""

    def __init__(self, *, content: bool = False) -> None:
        self._spans, self._reader = InMemorySpanExporter(), InMemoryMetricReader()
        processor = SimpleSpanProcessor(self._spans)
        self.tracing = Tracing(processor, self._reader, SystemClock(), content=content)

    @property
    def spans(self) -> tuple[ReadableSpan, ...]:
        return self._spans.get_finished_spans()

    def named(self, name: str) -> list[ReadableSpan]:
        return [span for span in self.spans if span.name == name]

    def ways(self) -> set[tuple[str, ...]]:
        """The names from the root to each span."""
        by_id = {_id(span): span for span in self.spans}

        def way(span: ReadableSpan) -> tuple[str, ...]:
            above = () if span.parent is None else way(by_id[span.parent.span_id])
            return (*above, span.name)

        return {way(span) for span in self.spans}

    def total(self, metric: str) -> float:
        data = self._reader.get_metrics_data()
        assert data is not None
        points: list[Any] = [
            point
            for resource in data.resource_metrics
            for scope in resource.scope_metrics
            for known in scope.metrics
            if known.name == metric
            for point in known.data.data_points
        ]
        return float(sum(point.value for point in points))


def _id(span: ReadableSpan) -> int:
    assert span.context is not None
    return int(span.context.span_id)


def scripted() -> ScriptedModel:
    return ScriptedModel(respond=respond, price_usd_micros=PRICE)


def test_a_session_is_one_tree_of_spans(tmp_path: Path) -> None:
    traced, model = Traced(), scripted()
    end = on_disk(tmp_path, model, limits=Limits(max_iterations=2), failing=FAILING, tracing=traced.tracing)
    explore = ("session", "iteration", "EXPLORE")
    assert {
        ("session", "iteration", "SELECT", "chat scripted"),
        (*explore, "invoke_agent Explorer", "chat scripted"),
        (*explore, "execute_tool search"),
        (*explore, "execute_tool fetch"),
        (*explore, "chat scripted"),
    } <= traced.ways()
    assert len(traced.named("session")) == 1
    assert [dict(span.attributes or {})["pathfinder.iteration"] for span in traced.named("iteration")] == [
        1,
        2,
    ]
    calls = [dict(span.attributes or {}) for span in traced.named("chat scripted")]
    assert len(calls) == len(model.sent)
    assert {call["gen_ai.operation.name"] for call in calls} == {"chat"}
    assert {call["gen_ai.request.model"] for call in calls} == {"scripted"}
    assert {call["pathfinder.cost_usd"] for call in calls} == {PRICE / 1_000_000}
    failed = [span for span in traced.named("execute_tool fetch") if not span.status.is_ok]
    assert len(failed) == traced.total("pathfinder.failures") > 0
    spent = end.graph.run.spend.total_usd_micros / 1_000_000
    assert traced.total("pathfinder.spend") == pytest.approx(spent)
    tools = traced.named("execute_tool search") + traced.named("execute_tool fetch")
    assert traced.total("pathfinder.calls") == len(calls) + len(tools)
    by_id = {_id(span): span for span in traced.spans}
    for span in traced.spans:
        assert span.start_time is not None
        assert span.end_time is not None
        assert span.start_time <= span.end_time
        if span.parent is not None:
            above = by_id[span.parent.span_id]
            assert above.end_time is not None
            assert span.end_time <= above.end_time


def test_no_content_is_in_a_span_unless_asked_for(tmp_path: Path) -> None:
    quiet, open_ = Traced(), Traced(content=True)
    for traced in (quiet, open_):
        folder = tmp_path / str(traced is open_)
        on_disk(folder, scripted(), limits=Limits(max_iterations=1), failing=FAILING, tracing=traced.tracing)
    said = "".join(span.to_json() for span in quiet.spans)
    words = [QUESTION, "http", "HTTP 503", QUESTION.split()[1].lower()]
    assert [word for word in words if word in said] == []
    told = "".join(span.to_json() for span in open_.spans)
    assert [word for word in words if word not in told] == []


def test_a_run_that_a_budget_ends_leaves_no_span_open(tmp_path: Path) -> None:
    traced = Traced()
    limits = Limits(max_iterations=3, budget_usd_micros=20 * PRICE)
    end = on_disk(tmp_path, scripted(), limits=limits, tracing=traced.tracing)
    assert isinstance(end.error, BudgetExceeded)
    (session,) = traced.named("session")
    assert dict(session.attributes or {})["pathfinder.status"] == "budget_exceeded"
    assert ("session", "iteration", "EXPLORE") in traced.ways()


@contextmanager
def collector(received: list[tuple[str, bytes]]) -> Iterator[str]:
    """An OTLP receiver on loopback; gives its base address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            packed = self.headers["content-encoding"] == "gzip"
            received.append((self.path, gzip.decompress(body) if packed else body))
            self.send_response(200)
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)


def spans_in(received: Sequence[tuple[str, bytes]]) -> list[Span]:
    """The spans of what a receiver was sent."""
    return [
        span
        for path, body in received
        if path == "/v1/traces"
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    ]


def metrics_in(received: Sequence[tuple[str, bytes]]) -> list[Metric]:
    """The metrics of what a receiver was sent."""
    return [
        metric
        for path, body in received
        if path == "/v1/metrics"
        for resource in ExportMetricsServiceRequest.FromString(body).resource_metrics
        for scope in resource.scope_metrics
        for metric in scope.metrics
    ]


@pytest.mark.slow
def test_a_collector_hears_of_a_run_and_a_dead_one_is_told_of_at_its_end(tmp_path: Path) -> None:
    received: list[tuple[str, bytes]] = []
    docs = tmp_path / "docs"
    docs.mkdir()
    for name, text in DOCUMENTS.items():
        (docs / name).write_text(text, encoding="utf-8")
    words = ("research", DOCUMENTS_QUESTION, "--docs", str(docs), "--allow-remote", "--new", "--json")
    briefly = ("--iterations", "1", "--parallel", "1", "--quick")
    with Standin() as api, collector(received) as url:
        shell = Shell(tmp_path, api)
        ran = shell(*words, *briefly, "--trace", url)
        assert (ran.returncode, ran.stderr) == (0, "")
        heard = tuple(received)
        dead = shell(*words, *briefly, "--trace", "http://127.0.0.1:9")
        assert (dead.returncode, dead.stderr.count("\n")) == (0, 1)
        assert "Not all traces could be delivered to http://127.0.0.1:9" in dead.stderr
        off = shell(*words, *briefly)
        assert (off.returncode, off.stderr, tuple(received)) == (0, "", heard)
    spans = spans_in(heard)
    calls = [
        {known.key: known.value for known in span.attributes}
        for span in spans
        if span.name.startswith("chat claude-")
    ]
    assert {"session", "iteration", "EXPLORE", "execute_tool fetch", "OUTPUT"} <= {
        span.name for span in spans
    }
    assert calls
    assert all(call["gen_ai.usage.input_tokens"].int_value > 0 for call in calls)
    assert {"pathfinder.spend", "pathfinder.calls"} <= {metric.name for metric in metrics_in(heard)}
    assert not any(DOCUMENTS_QUESTION.encode() in body for _, body in heard)
