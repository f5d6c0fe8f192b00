"""Traces and metrics of a run, by OpenTelemetry (docs/traces.md). Needs the extra `otel`.

A listener of what a run reports: its events, and the calls that metering reports. It keeps the spans that are
open, and nothing else. No text of the question, a query, a page or an answer is sent, nor an address, unless
`content` asks for it.

Spans and metrics are sent by background threads of the SDK from bounded queues. A collector that does not
answer loses them; the run does not wait for it.

`docs/trace.svg` is drawn by `python -m tools.trace_picture`.
"""

import logging
from collections.abc import Mapping
from threading import Thread

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import MetricReader, PeriodicExportingMetricReader
from opentelemetry.sdk.resources import SERVICE_NAME, Resource
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, set_span_in_context

from pathfinder.adapters.metering.attempts import CallEvent
from pathfinder.protocols.calls.events import (
    Event,
    ExplorerReturned,
    ExplorerSent,
    FailureTold,
    IterationClosed,
    Phase,
    PhaseEntered,
    RunEnded,
    RunStarted,
)
from pathfinder.protocols.calls.ports import Clock
from pathfinder.protocols.ids import Iid, investigator

NAME = "pathfinder"
EXPORT_SECONDS = 5.0
"""A request to the collector is given up after so long, with its retries."""
CLOSE_SECONDS = 3.0
"""At the end of a command, so long is waited for the last spans to be delivered."""

Attributes = Mapping[str, str | int | float]


class Tracing:
    """Where the spans and metrics of this process go; one for all its sessions."""

    def __init__(
        self, processor: SpanProcessor, reader: MetricReader, clock: Clock, *, content: bool = False
    ) -> None:
        resource = Resource.create({SERVICE_NAME: NAME})
        self._spans = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._spans.add_span_processor(processor)
        self._metrics = MeterProvider([reader], resource, shutdown_on_exit=False)
        self._problems = _Problems()
        self.tracer = self._spans.get_tracer(NAME)
        meter = self._metrics.get_meter(NAME)
        self.spend = meter.create_counter("pathfinder.spend", "USD", "What calls cost")
        self.calls = meter.create_counter("pathfinder.calls", "{call}", "Requests, failed ones too")
        self.failures = meter.create_counter("pathfinder.failures", "{call}", "Requests that failed")
        self.clock = clock
        self.content = content

    def session(self, name: str) -> "SessionTrace":
        """The listener of one run of a session."""
        return SessionTrace(self, name)

    def close(self) -> bool:
        """Send what is left, for a few seconds at most; False if anything may not have been delivered."""
        sending = Thread(target=self._shut_down, daemon=True)
        sending.start()
        sending.join(CLOSE_SECONDS)
        return not sending.is_alive() and not self._problems.any

    def _shut_down(self) -> None:
        self._spans.shutdown()
        self._metrics.shutdown()


def to_collector(endpoint: str, clock: Clock, *, content: bool = False) -> Tracing:
    """Traces and metrics sent over OTLP/HTTP to the base address of a collector."""
    base = endpoint.rstrip("/")
    spans = OTLPSpanExporter(f"{base}/v1/traces", timeout=EXPORT_SECONDS)
    metrics = OTLPMetricExporter(f"{base}/v1/metrics", timeout=EXPORT_SECONDS)
    return Tracing(BatchSpanProcessor(spans), PeriodicExportingMetricReader(metrics), clock, content=content)


class SessionTrace:
    """The spans of one run of a session: session, iteration, phase, Explorer, and calls in them."""

    def __init__(self, tracing: Tracing, name: str) -> None:
        self._to = tracing
        # The rest of a session's name are words of its question.
        self._name = name if tracing.content else "-".join(name.split("-")[:2])
        self._session: Span | None = None
        self._iteration: Span | None = None
        self._number = 0
        self._phase: Span | None = None
        self._explorers: dict[tuple[str, str], Span] = {}
        """By slot, and round with pass, as step keys spell them."""

    def emit(self, event: Event) -> None:
        """Open and close the spans that events stand for."""
        match event:
            case RunStarted():
                content = {"pathfinder.question": event.question} if self._to.content else {}
                self._session = self._open("session", {"pathfinder.session": self._name, **content})
            case PhaseEntered():
                self._enter(event.iteration, event.phase)
            case ExplorerSent():
                self._send(event.iid, event.about)
            case ExplorerReturned() if span := self._explorers.pop(_place(event.iid), None):
                span.set_attribute("pathfinder.observations", event.observations)
                if event.status == "failure":
                    self._fail(span, event.reason)
                self._end(span)
            case FailureTold() if span := self._innermost:
                span.add_event("failure", {"pathfinder.failure": event.failure.kind}, self._now())
            case IterationClosed() if self._iteration is not None:
                self._iteration.set_attribute("pathfinder.observations", event.observations)
                self._iteration.set_attribute("pathfinder.hypotheses", event.hypotheses)
                self._leave_iteration()
            case RunEnded() if self._session is not None:
                self._session.set_attribute("pathfinder.status", event.status)
            case _:
                pass

    def called(self, told: CallEvent) -> None:
        """A request came back or failed: its span, and what it adds to the metrics."""
        kind, names = _kind(told)
        if told.usd_micros and told.kind in ("done", "failed", "charged"):
            self._to.spend.add(told.usd_micros / 1_000_000, names)
        if told.took is None or told.kind not in ("done", "failed"):
            return
        self._to.calls.add(1, names)
        end = self._now()
        parts = told.step.split("/")
        explorer = self._explorers.get((parts[2], parts[3])) if kind == "chat" else None
        span = self._open(
            " ".join(map(str, names.values())),
            {**names, **self._details(kind, told)},
            explorer or self._innermost,
            start=end - round(told.took * 1e9),
            kind=SpanKind.CLIENT if kind == "chat" else SpanKind.INTERNAL,
        )
        if told.kind == "failed":
            self._to.failures.add(1, names)
            self._fail(span, told.reason)
        span.end(end)

    def close(self) -> None:
        """End every span that is open: the run is over, whichever way."""
        self._leave_iteration()
        self._end(self._session)
        self._session = None

    def _details(self, kind: str, told: CallEvent) -> Attributes:
        known: dict[str, str | int | float] = {"pathfinder.attempt": told.attempt}
        if told.usd_micros:
            known["pathfinder.cost_usd"] = told.usd_micros / 1_000_000
        if any(told.tokens):
            known["gen_ai.usage.input_tokens"], known["gen_ai.usage.output_tokens"] = told.tokens
        what = told.step.split("/", 3)
        if kind == "chat":
            known["gen_ai.provider.name"] = told.engine
            known["pathfinder.call"] = told.step.split("/")[5]
        elif kind == "search":
            known["pathfinder.engine"] = told.engine
            if self._to.content:
                known["pathfinder.query"] = what[3]
        elif self._to.content:
            known["url.full"] = told.step.split("/", 2)[2].partition(" ")[0]
        return known

    def _enter(self, number: int, phase: Phase) -> None:
        self._leave_phase()
        if phase == "OUTPUT":  # The answer is written after the last iteration.
            self._leave_iteration()
        elif self._iteration is None or number != self._number:
            self._leave_iteration()
            self._number = number
            self._iteration = self._open("iteration", {"pathfinder.iteration": number}, self._session)
        self._phase = self._open(phase, {"pathfinder.phase": phase}, self._innermost)

    def _send(self, iid: Iid, about: str) -> None:
        agent = {
            "gen_ai.operation.name": "invoke_agent",
            "gen_ai.agent.name": "Explorer",
            "gen_ai.agent.id": iid,
        }
        content = {"gen_ai.agent.description": about} if self._to.content else {}
        span = self._open("invoke_agent Explorer", {**agent, **content}, self._innermost)
        self._explorers[_place(iid)] = span

    @property
    def _innermost(self) -> Span | None:
        return self._phase or self._iteration or self._session

    def _open(
        self,
        name: str,
        attributes: Attributes,
        parent: Span | None = None,
        *,
        start: int | None = None,
        kind: SpanKind = SpanKind.INTERNAL,
    ) -> Span:
        context = Context() if parent is None else set_span_in_context(parent, Context())
        begun = self._now() if start is None else start
        return self._to.tracer.start_span(name, context, kind, attributes, start_time=begun)

    def _fail(self, span: Span, reason: str) -> None:
        span.set_status(Status(StatusCode.ERROR, reason if self._to.content else None))

    def _leave_iteration(self) -> None:
        self._leave_phase()
        self._end(self._iteration)
        self._iteration = None

    def _leave_phase(self) -> None:
        for span in self._explorers.values():
            self._end(span)
        self._explorers.clear()
        self._end(self._phase)
        self._phase = None

    def _end(self, span: Span | None) -> None:
        if span is not None:
            span.end(self._now())

    def _now(self) -> int:
        return round(self._to.clock.now().timestamp() * 1e9)


class _Problems(logging.Handler):
    """Notes that the SDK could not deliver something, which would otherwise be printed over the screen."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.any = False
        sdk = logging.getLogger("opentelemetry")
        sdk.propagate = False
        sdk.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Remember that there was one."""
        del record
        self.any = True


def _kind(told: CallEvent) -> tuple[str, dict[str, str]]:
    """What kind of request it is, and its names in the conventions; together they are the span's name."""
    kind = told.step.split("/", 2)[1]
    if kind in ("search", "fetch"):
        return kind, {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": kind}
    return "chat", {"gen_ai.operation.name": "chat", "gen_ai.request.model": told.model}


def _place(name: Iid) -> tuple[str, str]:
    place = investigator(name).place
    return str(place.slot), f"{place.round}.{place.pass_}"
