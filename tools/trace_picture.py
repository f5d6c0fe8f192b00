"""Draws the trace of a tour with its recorded answers as docs/trace.svg: python -m tools.trace_picture.

One row is a span; calls of one name under the same parent share a row.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from pathfinder.adapters.models.recorded.attempt import RecordedAttempt
from pathfinder.adapters.models.recorded.recording import Recording
from pathfinder.adapters.system import SystemClock
from pathfinder.adapters.tracing import Tracing
from pathfinder.answering import Writer
from pathfinder.assembly import assemble
from pathfinder.cli.commands.tour import shipped, tour_config
from pathfinder.running import research
from tools.farm import ROOT

PACE_SECONDS = 0.3
ROW, LEFT, WIDTH = 18, 330, 900
COLOURS = {"chat": "#c2410c", "execute_tool": "#0f766e", "invoke_agent": "#6d28d9"}
Row = tuple[int, Sequence[ReadableSpan]]


def traced(folder: Path) -> tuple[ReadableSpan, ...]:
    """The spans of a tour."""
    known = Recording.model_validate_json(shipped().read_bytes())
    spans, clock = InMemorySpanExporter(), SystemClock()
    tracing = Tracing(SimpleSpanProcessor(spans), InMemoryMetricReader(), clock)
    attempt = RecordedAttempt(known, clock, PACE_SECONDS)
    config = replace(tour_config(known.explorers, known.iterations, known.language), home=folder)
    deps = assemble(config, clock, model=Writer(attempt, known.label, attempt.close))
    asyncio.run(research(known.question, replace(deps, tracing=tracing), config, home=folder))
    return spans.get_finished_spans()


def rows(spans: Sequence[ReadableSpan]) -> Iterator[Row]:
    """Depth and spans of each row, parents first."""
    inside: dict[int, list[ReadableSpan]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: span.start_time or 0):
        inside[span.parent.span_id if span.parent else 0].append(span)

    def under(parent: int, depth: int) -> Iterator[Row]:
        alike: dict[object, list[ReadableSpan]] = defaultdict(list)
        for span in inside[parent]:
            shares = span.name.startswith(("chat", "execute_tool"))
            alike[_label(span) if shares else _id(span)].append(span)
        for group in alike.values():
            yield depth, group
            yield from under(_id(group[0]), depth + 1)

    yield from under(0, 0)


def drawn(spans: Sequence[ReadableSpan]) -> str:
    """The picture."""
    start = min(span.start_time or 0 for span in spans)
    scale = WIDTH / max((span.end_time or 0) - start for span in spans)
    lines, height = [], 0
    for number, (depth, group) in enumerate(rows(spans)):
        top, height = number * ROW + 6, number * ROW + 30
        count = f" ×{len(group)}" if len(group) > 1 else ""
        colour = COLOURS.get(group[0].name.partition(" ")[0], "#475569")
        lines.append(f'<text x="{6 + 14 * depth}" y="{top + 11}">{escape(_label(group[0]) + count)}</text>')
        for span in group:
            left = LEFT + ((span.start_time or 0) - start) * scale
            wide = max(1.0, ((span.end_time or 0) - (span.start_time or 0)) * scale)
            lines.append(
                f'<rect x="{left:.1f}" y="{top + 2}" width="{wide:.1f}" height="11" rx="2" fill="{colour}" '
                'fill-opacity="0.7"/>'
            )
    size = f'width="{LEFT + WIDTH + 10}" height="{height}"'
    style = "text{font:12px sans-serif;fill:#111}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *lines, "</svg>", ""])


def _id(span: ReadableSpan) -> int:
    return span.context.span_id if span.context else 0


def _label(span: ReadableSpan) -> str:
    known = dict(span.attributes or {})
    if span.name == "iteration":
        return f"iteration {known['pathfinder.iteration']}"
    if "pathfinder.call" in known:
        return f"chat ({known['pathfinder.call']})"
    return f"{span.name} {known.get('gen_ai.agent.id', '')}".strip()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        (ROOT / "docs" / "trace.svg").write_text(drawn(traced(Path(folder))), encoding="utf-8")
