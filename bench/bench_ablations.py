"""What reflexion, drift rules, falsification visits and the round-robin are good for: each left out once.

The same truth worlds and reader, as many iterations; what a part does not change is worth saying, too.
"""

from collections.abc import Iterable
from dataclasses import replace

from bench.bench_worlds import WORLDS, session
from bench.figures import Figure, Group, Size
from bench.truth import score, truth_of
from bench.truth_worlds import statistics
from bench.truth_worlds.parameters import BASE, READERS
from bench.truth_worlds.scoring import Tally, tally, verdicts
from bench.truth_worlds.session import PROTOCOL, Session, Setup
from bench.truth_worlds.world import make
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.switches import Switches

GROUP: Group = "truth worlds"
CORPUS, CORPUS_ITERATIONS = WORLDS["demo"], 15
LEFT_OUT = {
    "everything": Switches(),
    "without reflexion": Switches(reflexion=False),
    "without drift rules": Switches(drift=False),
    "without falsification": Switches(falsification=False),
    "without round-robin": Switches(round_robin=False),
}


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """What comes of the worlds and of the documents, for each way to run a session."""
    seeds, iterations = size.of(range(1, 5), range(1, 2)), size.of(20, 6)
    worlds = [make(seed, BASE) for seed in seeds]
    note = f"{len(seeds)} worlds, {iterations} iterations, reader {READERS[0]:.0%}"
    for name, switches in LEFT_OUT.items():
        setup: Setup = replace(PROTOCOL, name=name, switches=switches)
        graphs: list[CogniGraph] = []
        tallies: list[Tally] = []
        for world in worlds:
            played = Session(world, setup, READERS[0])
            graphs.append(played.run(iterations))
            tallies.append(tally(world, verdicts(world, graphs[-1]), played.calls))
        yield Figure(
            f"{name}: decided right", statistics.found(tallies), "per 100", None, note, better="higher"
        )
        yield Figure(f"{name}: wrong Confirmed", statistics.wrong_confirmed(tallies), "per 100")
        yield Figure(f"{name}: observations", _mean(len(graph.observations) for graph in graphs), "")
        yield Figure(f"{name}: settled claims seen again", _mean(map(_again, graphs)), "per 100")
        yield Figure(f"{name}: living claims visited twice", _mean(map(_twice, graphs)), "per 100")
        yield Figure(f"{name}: model calls", _mean(one.calls for one in tallies), "")
        if size is Size.FULL:
            yield from _corpus(name, switches)


def _corpus(name: str, switches: Switches) -> Iterable[Figure]:
    """The embedded engine on the demo's documents, for long enough that searches run dry."""
    graph = session(CORPUS, truth_of(CORPUS).question, CORPUS_ITERATIONS, switches)
    found = score(graph, CORPUS)
    note = f"embedded engine, demo, {CORPUS_ITERATIONS} iterations"
    true = f"of {found.true_claims}"
    yield Figure(f"{name}: true claims in the thesis", found.true_found, true, None, note, better="higher")
    yield Figure(f"{name}: true claims Confirmed or Likely", found.true_confirmed, true, better="higher")
    yield Figure(f"{name}: true claims denied", found.true_denied, "")
    yield Figure(f"{name}: observations from the documents", len(graph.observations), "")
    vain = sum(search.new_sources == 0 for search in graph.searches)
    yield Figure(f"{name}: searches without a new page", 100 * vain / len(graph.searches), "per 100")


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _again(graph: CogniGraph) -> float:
    """Of the verified, those at least three visits old."""
    verified = [known for known in graph.hypotheses.values() if known.status == "verified"]
    return 100 * sum(known.visit_count > 2 for known in verified) / max(1, len(verified))


def _twice(graph: CogniGraph) -> float:
    alive = graph.alive().values()
    return 100 * sum(known.visit_count > 1 for known in alive) / max(1, len(alive))
