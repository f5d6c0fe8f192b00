"""A long run stays as quick as a short one: what iteration 200 takes against iteration 20, all on disk.

What may not grow is what is asked. The graph is written whole after each iteration (its new file put in place
of the old one is the one moment of commitment), and so are the views of everything: bytes written and the
processor time grow with the record, and may not grow faster than it.
"""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.figures import Baseline, Figure, Group, Size
from bench.growing_on_disk import LongSession, Taken

GROUP: Group = "growth"
ALONE = True
WINDOW = 10
"""Iterations of which the median is taken."""
MOST_CONTEXT, MOST_PAIRS, MOST_OF_EVIDENCE = 1.2, 1.5, 1.0


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The ratios, each with what it is made of."""
    early_at, late_at = size.of((20, 200), (12, 30))
    long = LongSession()
    with TemporaryDirectory() as folder:
        graph = long.run(Path(folder) / "home", late_at)
    evidence = len(graph.observations) / long.taken[early_at - 1].observations
    note = f"{len(graph.hypotheses)} claims, {len(graph.observations):,} observations"
    beside = (Baseline("evidence", evidence), Baseline("iterations", late_at / early_at))
    for name, of, unit, limit in (
        ("tokens", lambda one: one.tokens, "tokens", MOST_CONTEXT),
        ("model calls", lambda one: one.calls, "", MOST_CONTEXT),
        ("longest question", lambda one: one.most_bytes, "bytes", MOST_CONTEXT),
        ("question to the lead", lambda one: one.lead_bytes, "bytes", MOST_CONTEXT),
        ("pairs put to the Judge", lambda one: one.pairs, "", MOST_PAIRS),
        ("processor time", lambda one: 1_000 * one.cpu_s, "ms", MOST_OF_EVIDENCE * evidence),
        ("bytes written", lambda one: one.written, "bytes", MOST_OF_EVIDENCE * evidence),
        ("memory", lambda one: one.resident_mb, "MB", None),
    ):
        was, is_ = _at(long.taken, early_at, of), _at(long.taken, late_at, of)
        yield Figure(
            f"{name} of iteration {late_at} over iteration {early_at}",
            is_ / max(was, 1e-9),
            "x",
            limit,
            f"{was:,.0f} and {is_:,.0f} {unit}".rstrip() + f"; {note}",
            baselines=beside,
            guarded=limit in (MOST_CONTEXT, MOST_PAIRS),
        )


def _at(taken: Sequence[Taken], iteration: int, figure: Callable[[Taken], float]) -> float:
    return median(figure(one) for one in taken[iteration - WINDOW : iteration])
