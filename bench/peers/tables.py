"""The figures of the peers as Markdown."""

from collections.abc import Mapping, Sequence
from typing import Any


def page(made: Mapping[str, Any]) -> str:
    """Three tables: one and eight questions, loading, and faults."""
    head = f"{made['date']}, {made['machine']}, {made['latency_s']} s for each model call."
    return "\n\n".join((head, _work(made["rows"]), _cold(made["cold"]), _faults(made["rows"])))


def _work(rows: Sequence[Mapping[str, Any]]) -> str:
    titles = ("tool", "what", "reports", "calls", "rounds", "run / chain", "most at once", "CPU ms a call")
    lines = [
        (
            row["tool"],
            row["what"],
            f"{row['reports']}/{row['asked']}",
            row["calls"],
            row["rounds"],
            f"{row['over_chain']:.2f}",
            row["at_once"],
            f"{row['cpu_s'] * 1000 / max(1, row['calls']):.0f}",
            f"{row['peak_mib']:.0f}",
            row["tokens_in"],
            row["tokens_out"],
        )
        for row in rows
        if row["what"] in ("one question", "eight at once")
    ]
    return _table((*titles, "peak MiB", "tokens in", "out"), lines)


def _cold(cold: Mapping[str, Mapping[str, float]]) -> str:
    lines = [
        (tool, f"{found['seconds']:.2f}", f"{found['over_bare']:.0f}", f"{found['mib']:.0f}")
        for tool, found in cold.items()
    ]
    return _table(("loading", "seconds", "times bare Python", "MiB"), lines)


def _faults(rows: Sequence[Mapping[str, Any]]) -> str:
    lines = [
        (
            row["what"],
            row["tool"],
            f"{row['run_s']:.0f}",
            row["calls"],
            row["failed"],
            row["end"].replace("|", "/"),
        )
        for row in sorted(rows, key=lambda row: row["what"])
        if row["what"] not in ("one question", "eight at once")
    ]
    return _table(("fault", "tool", "run s", "good calls", "failed requests", "how it ended"), lines)


def _table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    return "\n".join(f"| {' | '.join(str(cell) for cell in line)} |" for line in lines)
