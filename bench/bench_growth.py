"""A long run stays as quick as a short one: what iteration 200 takes against iteration 20, all on disk.

What may not grow is what is asked. The graph is written whole after each iteration (its new file put in place
of the old one is the one moment of commitment), and so are the views of everything: bytes written and the
processor time grow with the record, and may not grow faster than it.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time

from bench.figures import Baseline, Figure, Group, Size
from bench.growing_on_disk import LongSession, Taken
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.folded import chapters
from pathfinder.reports.html.environment import compile_templates
from pathfinder.serve import reading
from pathfinder.serve.screens import TEMPLATES, Page
from pathfinder.serve.shelf import Shelf

GROUP: Group = "growth"
ALONE = True
WINDOW = 10
"""Iterations of which the median is taken."""
MOST_CONTEXT, MOST_PAIRS, MOST_OF_EVIDENCE = 1.2, 1.5, 1.0
MOST_OF_RECORD = 3.0
"""It was 6.7 while the quotes of each source were looked for among all and all sources stood on the page, and
is 1.2 to 1.8 since the page neither folds the archives nor draws the graph."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The ratios, each with what it is made of."""
    early_at, late_at = size.of((20, 200), (12, 30))
    long = LongSession()
    with TemporaryDirectory() as folder:
        graph = long.run(Path(folder) / "home", late_at)
        opening, record = _opening(Path(folder) / "home", graph.iteration)
    evidence = len(graph.observations) / long.taken[early_at - 1].observations
    note = f"{len(graph.hypotheses)} claims, {len(graph.observations):,} observations"
    yield Figure(
        f"opening the answer after {late_at} iterations over folding its archives",
        opening / record,
        "x",
        MOST_OF_RECORD,
        f"{1_000 * opening:,.0f} and {1_000 * record:,.0f} ms of processor time; {note}",
    )
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


def _opening(home: Path, iterations: int) -> tuple[float, float]:
    """Processor time of the first page of the answer in `pathfinder serve`, and of reading the archives."""
    compile_templates(TEMPLATES)
    shelf = Shelf(home)
    session = shelf.session(shelf.sessions.lines()[0].id)

    def opened() -> None:
        reading.answer(Page("en", "", session.id, "answer"), shelf.report(session), reading.Chosen())

    began = process_time()
    for _ in chapters(session, iterations, Disk()):
        pass
    folded = process_time()
    asyncio.run(asyncio.to_thread(opened))  # As the server does.
    return process_time() - folded, folded - began


def _at(taken: Sequence[Taken], iteration: int, figure: Callable[[Taken], float]) -> float:
    return median(figure(one) for one in taken[iteration - WINDOW : iteration])
