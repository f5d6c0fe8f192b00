"""A long run shows its agents no more than a short one, asks no more of the Judge, and never circles."""

from collections import Counter

import pytest

from bench.growing import Growing
from pathfinder.protocols.evidence.masking import WINDOW
from pathfinder.protocols.graph.invariants import breaches
from pathfinder.protocols.planning.knowledge import MOST_CONCEPTS


@pytest.mark.soak
def test_context_pairs_and_calls_stay_flat_and_no_query_runs_twice(request: pytest.FixtureRequest) -> None:
    early, late = (20, 120) if request.config.getoption("--soak") else (12, 20)
    world = Growing()
    graph = world.run(late)
    assert list(breaches(graph)) == []
    assert max(Counter(search.normalized for search in graph.searches).values()) == 1
    assert {search.iteration for search in graph.searches} == set(range(late))
    then, now = world.measured[early - 5 : early], world.measured[-5:]
    for figure in ("brief_bytes", "most_bytes", "calls", "new"):
        most = max(getattr(one, figure) for one in then)
        assert all(getattr(one, figure) <= 1.2 * most for one in now), figure
    # How many new claims an iteration happens to bring moves this more than anything else does.
    pairs = [one.pairs for one in world.measured]
    assert sum(pairs[-5:]) <= 2 * max(sum(pairs[at : at + 5]) for at in range(5, early - 5))
    assert len(graph.thoughts) == len(graph.reflexion.iterations) == late
    assert len(graph.concepts.nodes) <= MOST_CONCEPTS
    assert WINDOW == 10
