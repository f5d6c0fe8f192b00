"""Draws the trace of a session as docs/trace.svg: python -m tools.trace_picture.

The session is one of `pathfinder research` on the documents of the demo, with the stand-in of the tests for
a model; its spans are what a collector receives. One row is a span; calls of one name under the same parent
share a row.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from xml.sax.saxutils import escape

from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.cli.shell import Shell
from tests.scenario.test_traces import collector, spans_in
from tests.standin import Nature, Standin
from tools.farm import ROOT

QUESTION = "Do tidal-glass roofs keep homes cooler, and what do they cost?"
ANSWER_SECONDS = 1.0
ROW, LEFT, WIDTH = 18, 330, 900
COLOURS = {"chat": "#c2410c", "execute_tool": "#0f766e", "invoke_agent": "#6d28d9"}
Row = tuple[int, Sequence[Span]]


def traced(folder: Path) -> Sequence[Span]:
    """The spans of a session of one iteration, as a collector receives them."""
    received: list[tuple[str, bytes]] = []
    words = ("research", QUESTION, "--docs", str(ROOT / "demo" / "corpus"), "--json", "--iterations", "1")
    # The first session of a folder waits for its index.
    _ran(Shell(folder, None)(*words, "--model", "reading-list"))
    with Standin(nature=Nature(latency_seconds=ANSWER_SECONDS)) as api, collector(received) as url:
        _ran(Shell(folder, api)(*words, "--new", "--allow-remote", "--parallel", "3", "--trace", url))
    return spans_in(received)


def _ran(command: CompletedProcess[str]) -> None:
    if command.returncode:
        raise SystemExit(command.stderr)


def rows(spans: Sequence[Span]) -> Iterator[Row]:
    """Depth and spans of each row, parents first."""
    inside: dict[bytes, list[Span]] = defaultdict(list)
    for span in sorted(spans, key=lambda span: span.start_time_unix_nano):
        inside[span.parent_span_id].append(span)

    def under(parent: bytes, depth: int) -> Iterator[Row]:
        alike: dict[object, list[Span]] = defaultdict(list)
        for span in inside[parent]:
            shares = span.name.startswith(("chat", "execute_tool"))
            alike[_label(span) if shares else span.span_id].append(span)
        for group in alike.values():
            yield depth, group
            yield from under(group[0].span_id, depth + 1)

    yield from under(b"", 0)


def drawn(spans: Sequence[Span]) -> str:
    """The picture."""
    start = min(span.start_time_unix_nano for span in spans)
    scale = WIDTH / max(span.end_time_unix_nano - start for span in spans)
    lines, height = [], 0
    for number, (depth, group) in enumerate(rows(spans)):
        top, height = number * ROW + 6, number * ROW + 30
        count = f" ×{len(group)}" if len(group) > 1 else ""
        colour = COLOURS.get(group[0].name.partition(" ")[0], "#475569")
        lines.append(f'<text x="{6 + 14 * depth}" y="{top + 11}">{escape(_label(group[0]) + count)}</text>')
        for span in group:
            left = LEFT + (span.start_time_unix_nano - start) * scale
            wide = max(1.0, (span.end_time_unix_nano - span.start_time_unix_nano) * scale)
            lines.append(
                f'<rect x="{left:.1f}" y="{top + 2}" width="{wide:.1f}" height="11" rx="2" fill="{colour}" '
                'fill-opacity="0.7"/>'
            )
    size = f'width="{LEFT + WIDTH + 10}" height="{height}"'
    style = "text{font:12px sans-serif;fill:#111}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><style>{style}</style>'
    return "\n".join([head, '<rect width="100%" height="100%" fill="#fff"/>', *lines, "</svg>", ""])


def _label(span: Span) -> str:
    known: Mapping[str, str] = {
        one.key: one.value.string_value or str(one.value.int_value) for one in span.attributes
    }
    if span.name == "iteration":
        return f"iteration {known['pathfinder.iteration']}"
    if "pathfinder.call" in known:
        return f"chat ({known['pathfinder.call']})"
    return f"{span.name} {known.get('gen_ai.agent.id', '')}".strip()


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        (ROOT / "docs" / "trace.svg").write_text(drawn(traced(Path(folder))), encoding="utf-8")
