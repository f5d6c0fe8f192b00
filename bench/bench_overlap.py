"""Explorers wait together, not in a row; what the client itself needs for a call; and how it starts.

Each run is a process of its own (bench/shape.py). On a machine with other work wall times are long: beside
each stands what the same rounds of bare sleeps took just then. Processor times are the least of some runs,
taken in turn with what they are compared with.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Baseline, Figure, Group, Size
from bench.shape import TimedModel, Took, child, rounds_of, server

__all__ = ["TimedModel", "run"]

GROUP: Group = "overlap"
ALONE = True
EXPLORERS = (1, 2, 5, 10)
LATENCIES_S = (0.1, 0.5, 2.0)
MOST, MOST_OF_FLOOR = 1.05, 3.0
RUNS = 3


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """Wall time over the longest chain of calls, then processor time over the floor's."""
    for latency_s in size.of(LATENCIES_S, (0.1, 0.5)):
        for explorers in size.of(EXPLORERS, (1, 10)):
            yield from _overlap(explorers, latency_s)
    yield from _client(size.of(RUNS, 2))


def _overlap(explorers: int, latency_s: float) -> Iterable[Figure]:
    told = explorers == EXPLORERS[-1] and latency_s == 0.5
    # What has a limit is run again: a moment of other work on the machine is no fault of ours.
    took = min((child("timed", explorers, 1, latency_s) for _ in range(RUNS if told else 1)), key=_wall)
    bare = child("sleeps", took.chain, latency_s)
    longest = took.chain * latency_s
    name = f"{explorers} Explorer{'s' if explorers > 1 else ''} at {1_000 * latency_s:.0f} ms"
    yield Figure(
        f"{name}: wall over longest chain",
        took.wall_s / longest,
        "x",
        MOST if told else None,
        f"{took.calls} calls, a chain of {took.chain}, at most {took.most_in_flight} in flight"
        + (f"; the least of {RUNS} runs" if told else ""),
        baselines=(
            Baseline("as many bare sleeps in a row", bare.wall_s / longest),
            Baseline("chain and processor time: a core to itself", 1 + took.cpu_s / longest),
            Baseline("one call after another", took.calls / took.chain),
        ),
    )
    if told:
        yield Figure(
            f"{name}: chain and processor time over chain",
            1 + took.cpu_s / longest,
            "x",
            MOST,
            "what the wall would be with a core to itself, disk aside",
        )
        yield Figure(f"{name}: most calls in flight", took.most_in_flight, "", None, better="higher")


def _wall(took: Took) -> float:
    return took.wall_s


def _client(runs: int) -> Iterable[Figure]:
    """What a call needs of the processor where the answer takes no time."""
    rounds, needed = rounds_of(EXPLORERS[-1], 1, 0.3), child("timed", EXPLORERS[-1], 1, 0.1).chain
    yield Figure(
        "rounds of requests over the longest chain, for the prompt cache",
        len(rounds) / needed,
        "x",
        None,
        f"{len(rounds)} and {needed}: of calls that begin alike one goes ahead until its answer begins, "
        "which on the stand-in is when it ends",
    )
    with TemporaryDirectory() as folder, server() as base_url:
        path = Path(folder) / "rounds.json"
        path.write_text(json.dumps(rounds), encoding="utf-8")
        floors, whole, ours = [], [], []
        for _ in range(runs):
            floors.append(child("floor", path, base_url))
            whole.append(child("wire", EXPLORERS[-1], 1, base_url))
            ours.append(child("timed", EXPLORERS[-1], 1, 0))
    floor, wire, alone = _least(floors), _least(whole), _least(ours)
    note = f"{wire.calls} calls over HTTP, journal on disk, no latency; the least of {runs} runs"
    yield Figure(
        "processor time per call",
        _ms(wire),
        "ms",
        None,
        note,
        baselines=(
            Baseline("without SDK and HTTP: rules, journal, evidence", _ms(alone)),
            Baseline("bare asyncio and httpx, the same requests", _ms(floor)),
        ),
    )
    yield Figure(
        "processor time per call over bare asyncio",
        _ms(wire) / _ms(floor),
        "x",
        MOST_OF_FLOOR,
        note,
        guarded=True,
    )
    yield Figure(
        "wall time per call without latency, over bare asyncio",
        min(one.wall_s / one.calls for one in whole) / min(one.wall_s / one.calls for one in floors),
        "x",
        None,
        "the stand-in takes part of both",
    )
    yield Figure(
        "peak memory of a session of 10 Explorers",
        wire.peak_mb,
        "MB",
        None,
        "SDK, journal and evidence included",
    )


def _least(runs: Sequence[Took]) -> Took:
    return min(runs, key=lambda one: one.cpu_s / one.calls)


def _ms(took: Took) -> float:
    return 1_000 * took.cpu_s / took.calls
