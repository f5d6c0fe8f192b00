"""Truth worlds, the short way: six worlds, one reader. `python -m bench.truth_worlds` does more."""

from collections.abc import Iterable, Sequence
from time import process_time

from bench.figures import Baseline, Better, Figure, Group, Size
from bench.truth_worlds import statistics
from bench.truth_worlds.compare import ITERATIONS, Rows, compare
from bench.truth_worlds.parameters import BASE, READERS
from bench.truth_worlds.session import PROTOCOL, Session
from bench.truth_worlds.tables import MAJORITY, column
from bench.truth_worlds.world import make

GROUP: Group = "truth worlds"
AFFIRMED = "claims affirmed"
OURS = ("protocol", AFFIRMED)
BESIDE = (MAJORITY, "majority of voices, matched in both", "claims affirmed, difference 0.25, squared")
HALF = 0.5
MOST_MISSED = 1.25
"""Six worlds tell little: the guard is wide, and would still have caught the rule of before (2.2)."""
SECONDS = 60


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """What the aim of the truth worlds speaks of; the table with intervals is in docs/truth-worlds.md."""
    seeds = size.of(range(1, 7), range(1, 3))
    worlds = [compare(make(seed, BASE), READERS[0]) for seed in seeds]
    for way in OURS:
        yield _beside(f"{way}: wrong Confirmed", worlds, way, statistics.wrong_confirmed, "lower")
        yield _beside(f"{way}: decided right", worlds, way, statistics.found, "higher")
    for way in OURS:
        wrong = _ratio(worlds, statistics.wrong_confirmed, way, MAJORITY)
        yield Figure(f"wrong Confirmed, {way} to majority", wrong, "x", HALF, "the aim, first half")
        missed = _ratio(worlds, statistics.found, MAJORITY, way)
        yield Figure(f"decided right, majority to {way}", missed, "x", MOST_MISSED, "its second half")
    yield _speed()


def _beside(
    name: str, worlds: Sequence[Rows], way: str, measure: statistics.Figure, better: Better
) -> Figure:
    """A way beside others on the same worlds, which are drawn again for the intervals."""
    ours = column(worlds, way)
    others = []
    for title in BESIDE:
        theirs = column(worlds, title)
        ahead = statistics.paired(ours, theirs, measure)
        alone = statistics.interval(theirs, measure)
        others.append(Baseline(title, alone.value, (alone.low, alone.high), (ahead.low, ahead.high)))
    mine = statistics.interval(ours, measure)
    return Figure(
        name,
        mine.value,
        "per 100",
        note=f"{len(worlds)} worlds of {ours[0].claims} claims, reader {READERS[0]:.0%}",
        better=better,
        interval=(mine.low, mine.high),
        baselines=tuple(others),
        rows=len(worlds),
        seed=1,
        guarded=True,
    )


def _ratio(worlds: Sequence[Rows], figure: statistics.Figure, way: str, other: str) -> float:
    one, two = figure(column(worlds, way)), figure(column(worlds, other))
    return one / two if two else float(one > 0)


def _speed() -> Figure:
    session = Session(make(1, BASE), PROTOCOL, READERS[0])
    start = process_time()
    session.run(ITERATIONS)
    note = f"5 Explorers, {session.calls} model calls"
    return Figure(f"a session of {ITERATIONS} iterations", process_time() - start, "s", SECONDS, note)
