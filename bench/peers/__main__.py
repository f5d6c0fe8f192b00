"""Other tools from PyPI beside Pathfinder, each on a stand-in of the same latency: `make bench-peers`.

The tools do different amounts of work for one question. So compare ratios, costs per call, memory and what
happens to the work when something goes wrong; not wall times between rows.
"""

import argparse
import json
import platform
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.peers.contestants import EVERYBODY, PEERS, ROOT, Contestant
from bench.peers.measure import Command, Ran, most_at_once, ran, rounds
from bench.peers.provider import OK, Call, Trouble
from bench.peers.tables import page
from pathfinder.adapters.system import SystemClock

LATENCY_S = 0.5
LONGEST_S = 600.0
PATIENCE_S = 30.0
"""How long a run may go on against a fault that never ends."""
STARTS = 3
SHOWN = 100
RESULTS = ROOT / "build" / "bench-peers.json"
PAGE = ROOT / "docs" / "peers.md"
OPENING = """# Other tools, measured on the same stand-in

Written by `make bench-peers`; not by hand. Each tool runs in an environment of its own, as its package comes: gpt-researcher counts tokens by bytes, for its table would be downloaded; open_deep_research has its search address pointed at the stand-in. Nothing else is changed.

The tools do different amounts of work for one question, and the stand-in always answers: this says nothing about the quality of an answer. Compare ratios, costs per call, memory, and what becomes of the work when something fails. *run / chain* is the time of a run, loading left out, over the longest row of model calls that waited for one another. After a kill, Pathfinder is told `resume`, the others get the same command again."""  # noqa: E501  (a paragraph of Markdown is one line)
QUESTION = "Do tidal-glass roofs keep the houses of town {} cooler?"
TROUBLES = {
    "429 twice, retry-after 1": Trouble("429", after=2),
    "429 for ever": Trouble("429", after=2, times=None),
    "529 twice": Trouble("529", after=2),
    "529 for ever": Trouble("529", after=2, times=None),
    "answer cut off once": Trouble("cut", after=2, times=1),
    "searches find nothing": Trouble("no results"),
}


@dataclass(frozen=True)
class Row:
    """One run of one tool."""

    tool: str
    what: str
    wall_s: float
    run_s: float
    """Without the time that loading takes."""
    cpu_s: float
    peak_mib: float
    exit: int | None
    calls: int
    failed: int
    rounds: int
    at_once: int
    tokens_in: int
    tokens_out: int
    reports: int
    asked: int
    end: str

    @property
    def over_chain(self) -> float:
        """Time of the run over the longest row of calls."""
        return self.run_s / (self.rounds * LATENCY_S) if self.rounds else 0.0


def main(arguments: Sequence[str]) -> int:
    """Install the peers, run everything, write the figures and the tables."""
    parser = argparse.ArgumentParser(prog="bench.peers", description=__doc__)
    parser.add_argument(
        "--only", action="append", help="a tool by its name, the others as they were; repeat for several"
    )
    asked = parser.parse_args(arguments)
    for peer in PEERS:
        peer.install()
    rows: list[Row] = []
    starts: dict[str, dict[str, float]] = {}
    for tool in EVERYBODY:
        if asked.only and tool.name not in asked.only:
            continue
        starts[tool.name] = cold = _cold(tool)
        for row in _rows(tool, cold["seconds"]):
            rows.append(row)
            print(
                f"{row.tool:22} {row.what:26} {row.run_s:7.1f} s  {row.calls:4} calls  {row.end}", flush=True
            )
    before = json.loads(RESULTS.read_text(encoding="utf-8")) if asked.only and RESULTS.exists() else {}
    kept = [row for row in before.get("rows", ()) if row["tool"] not in starts]
    made = {
        "date": SystemClock().now().strftime("%Y-%m-%d %H:%M UTC"),
        "machine": f"{platform.machine()}, Python {platform.python_version()}",
        "latency_s": LATENCY_S,
        "cold": before.get("cold", {}) | starts,
        "rows": [*kept, *(asdict(row) | {"over_chain": row.over_chain} for row in rows)],
    }
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    RESULTS.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")
    print(tables := page(made))
    PAGE.write_text(f"{OPENING}\n\n{tables}\n", encoding="utf-8")
    return 0


def _rows(tool: Contestant, cold_s: float) -> Iterator[Row]:
    yield (alone := _row(tool, "one question", cold_s))
    yield _row(tool, "eight at once", cold_s, questions=8)
    for name, trouble in TROUBLES.items():
        yield _row(tool, name, cold_s, trouble=trouble)
    yield _killed(tool, cold_s, whole=alone.calls)


def _row(tool: Contestant, what: str, cold_s: float, questions: int = 1, trouble: Trouble = Trouble()) -> Row:  # noqa: B008  (frozen)
    with TemporaryDirectory() as folder, tool.host(LATENCY_S, trouble) as host:
        command = tool.command([QUESTION.format(n) for n in range(questions)], host, Path(folder), trouble)
        went = ran(command, PATIENCE_S if trouble.times is None else LONGEST_S)
        return _told(
            tool.name, what, went, host.calls(), tool.reports(went.said, Path(folder)), cold_s, questions
        )


def _killed(tool: Contestant, cold_s: float, whole: int) -> Row:
    """Killed after two thirds of its calls, and the same command again: what is paid again?"""
    with TemporaryDirectory() as folder, tool.host(LATENCY_S, Trouble()) as host:
        command = tool.command([QUESTION.format(0)], host, Path(folder), Trouble())
        first = ran(command, LONGEST_S, kill_when=lambda: len(host.calls()) >= whole * 2 // 3)
        before = len(host.calls())
        went = ran(tool.again(command), LONGEST_S)
        row = _told(
            tool.name,
            "kill -9, then again",
            went,
            host.calls(),
            tool.reports(went.said, Path(folder)),
            cold_s,
            1,
        )
    extra = row.calls - whole
    end = f"killed after {before} of {whole} calls (exit {first.exit}); {extra} paid again; {row.end}"
    return Row(**{**asdict(row), "end": end})


def _told(
    tool: str, what: str, went: Ran, calls: Sequence[Call], reports: Sequence[str], cold_s: float, asked: int
) -> Row:
    good = [call for call in calls if call.status == OK]
    whole = [text for text in reports if len(text) > 200 and not text.startswith(("!", "Error"))]
    return Row(
        tool=tool,
        what=what,
        wall_s=went.wall_s,
        run_s=max(0.0, went.wall_s - cold_s),
        cpu_s=went.cpu_s,
        peak_mib=went.peak_mib,
        exit=went.exit,
        calls=len(good),
        failed=len(calls) - len(good),
        rounds=rounds(good),
        at_once=most_at_once(good),
        tokens_in=sum(call.read for call in good),
        tokens_out=sum(call.written for call in good),
        reports=len(whole),
        asked=asked,
        end=_end(went, reports, whole),
    )


def _end(went: Ran, reports: Sequence[str], whole: Sequence[str]) -> str:
    last = (went.said.strip().splitlines() or [""])[-1].strip()[:SHOWN]
    if went.exit is None:
        return f"still going after {PATIENCE_S:.0f} s; last words: {last!r}"
    if whole and went.exit == 0:
        return f"exit 0, {len(whole)} of {len(reports)} reports"
    told = (reports[-1].strip().splitlines() or [""])[0][:SHOWN] if reports else last
    return f"exit {went.exit}, {len(whole)} of {len(reports)} reports: {told!r}"


def _cold(tool: Contestant) -> dict[str, float]:
    with TemporaryDirectory() as folder:
        went = [
            ran(Command((str(tool.python), *tool.cold), tool.bare(), Path(folder)), LONGEST_S)
            for _ in range(STARTS)
        ]
        bare = [
            ran(Command((str(tool.python), "-c", "pass"), tool.bare(), Path(folder)), LONGEST_S)
            for _ in range(STARTS)
        ]
    if any(run.exit for run in went):
        raise RuntimeError(f"{tool.name} cannot be loaded: {went[0].said.strip()[-SHOWN:]}")
    least = min(run.wall_s for run in went)
    return {"seconds": least, "over_bare": least / min(run.wall_s for run in bare), "mib": went[0].peak_mib}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
