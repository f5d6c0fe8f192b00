"""What the overlap benchmark counts: chains of calls, and calls in flight."""

from pathlib import Path

from bench.growing_on_disk import LongSession
from bench.shape import chain, most_at_once


def test_a_chain_is_the_longest_row_of_calls_that_do_not_overlap() -> None:
    spans = [(0.0, 1.0), (0.1, 1.1), (1.0, 2.0), (1.2, 2.1), (0.0, 2.2), (2.2, 3.0)]
    assert chain(spans) == [(0.0, 1.0), (1.0, 2.0), (2.2, 3.0)]
    assert chain([]) == []


def test_calls_in_flight_are_counted_at_their_most() -> None:
    assert most_at_once([(0.0, 3.0), (1.0, 2.0), (1.5, 4.0), (2.0, 3.0)]) == 3
    assert most_at_once([]) == 0


def test_a_long_session_tells_what_each_iteration_took(tmp_path: Path) -> None:
    long = LongSession()
    graph = long.run(tmp_path / "home", 2)
    assert len(long.taken) == graph.iteration == 2
    assert long.taken[-1].observations == len(graph.observations) > 0
    written = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    # Some files are written more than once.
    assert sum(one.written for one in long.taken) > 0.5 * written
    assert all(one.calls > 10 and one.tokens > 1_000 and one.cpu_s > 0 for one in long.taken)
