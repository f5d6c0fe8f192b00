"""What reflexion, drift rules, falsification visits and the round-robin are good for: each left out once.

Small truth worlds in three settings that were fixed before any was run. A part is looked at by what it is
there for; what makes no difference there is worth saying, too.
Each way goes on until it has made as many model calls as the whole, so that none wins by asking more.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bench.bootstrap import Matrix, Vector, Way, compared, of_rows, share
from bench.figures import Better, Bounds, Figure, Group, Size, table
from bench.truth_worlds.parameters import BASE, READERS, Habits, Recipe
from bench.truth_worlds.scoring import Tally, tally, verdicts
from bench.truth_worlds.session import PROTOCOL, Session
from bench.truth_worlds.world import World, make
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, SourceType
from pathfinder.protocols.planning.switches import Switches

GROUP: Group = "truth worlds"
EXPLORERS = 3
WHOLE = "everything"
LEFT_OUT = {
    "without reflexion": Switches(reflexion=False),
    "without drift rules": Switches(drift=False),
    "without falsification": Switches(falsification=False),
    "without round-robin": Switches(round_robin=False),
}
SMALL = replace(BASE, name="small", true=6, false=3, pushed=3, pairs=1, most_pages=8)
NO_PAPERS: Mapping[SourceType, float] = {
    "paper": 0.0,
    "official": 0.2,
    "news": 0.3,
    "blog": 0.3,
    "forum": 0.12,
    "unknown": 0.08,
}


@dataclass(frozen=True)
class Setting:
    """Worlds, and how the simulated lead goes about them."""

    name: str
    recipe: Recipe
    habits: Habits
    catalogues: bool = False


SETTINGS = (
    # Every search finds what there is on its subject, and the lead never asks twice.
    Setting("plain", SMALL, Habits()),
    # Papers are found in catalogues only; the lead seldom looks there, and mostly asks what it asked before.
    Setting("stubborn lead", SMALL, Habits(papers=0.1, asks_catalogues=True, repeats=0.6), catalogues=True),
    # It looks there every other time, and there are none.
    Setting(
        "no papers",
        replace(SMALL, name="no papers", mix=NO_PAPERS),
        Habits(papers=0.5, asks_catalogues=True, repeats=0.3),
        catalogues=True,
    ),
)


class Played(NamedTuple):
    """A session on a world, and how it came out."""

    world: World
    graph: CogniGraph
    tally: Tally


Row = tuple[float, float]
"""What a world adds to the two sums whose quotient is the figure."""


@dataclass(frozen=True)
class Measure:
    """A figure over worlds, per 100 of something."""

    name: str
    row: Callable[[Played], Row]
    better: Better = "lower"
    each_setting: bool = False


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """All worlds together, where it matters each setting by itself, and the documents."""
    seeds, iterations = size.of(range(1, 13), range(1, 3)), size.of(12, 6)
    played = {
        setting.name: {name: list(played) for name, played in _all_ways(setting, seeds, iterations)}
        for setting in SETTINGS[: size.of(len(SETTINGS), 2)]
    }
    for measure in MEASURES:
        together = {way: [one for ways in played.values() for one in ways[way]] for way in (WHOLE, *LEFT_OUT)}
        yield _beside("all worlds", measure, together)
        if measure.each_setting:
            for name, ways in played.items():
                yield _beside(name, measure, ways)


def _all_ways(
    setting: Setting, seeds: Sequence[int], iterations: int
) -> Iterator[tuple[str, Sequence[Played]]]:
    """The whole, then each way that lacks a part on the same worlds and with as many calls."""
    whole = [_play(make(seed, setting.recipe), setting, Switches(), iterations) for seed in seeds]
    yield WHOLE, whole
    for name, switches in LEFT_OUT.items():
        yield name, [_play(one.world, setting, switches, 0, one.tally.calls) for one in whole]


def _beside(name: str, measure: Measure, ways: Mapping[str, Sequence[Played]]) -> Figure:
    whole = ways[WHOLE]
    return compared(
        f"{name}: {measure.name}",
        _way(whole, measure),
        {lacking: _way(ways[lacking], measure) for lacking in LEFT_OUT},
        better=measure.better,
        unit="per 100",
        note=f"{len(whole)} worlds of {whole[0].tally.claims} claims, reader {READERS[0]:.0%}",
    )


def _play(world: World, setting: Setting, switches: Switches, iterations: int, calls: int = 0) -> Played:
    setup = replace(PROTOCOL, explorers=EXPLORERS, switches=switches, catalogues=setting.catalogues)
    played = Session(world, setup, READERS[0], setting.habits)
    graph = played.run(iterations, calls)
    return Played(world, graph, tally(world, verdicts(world, graph), played.calls))


def _way(played: Sequence[Played], measure: Measure) -> Way:
    return of_rows([measure.row(one) for one in played], _per_100)


def _per_100(sums: Matrix) -> Vector:
    return 100 * share(sums)


def _barren(one: Played) -> Row:
    return one.graph.iteration - len(one.graph.index.observed_in), one.graph.iteration


def _in_vain(one: Played) -> Row:
    searches = one.graph.searches
    return sum(search.new_sources == 0 for search in searches), len(searches)


def _unvisited(one: Played) -> Row:
    alive = one.graph.alive().values()
    return sum(known.visit_count == 0 for known in alive), len(alive)


def _verified(graph: CogniGraph) -> list[Hypothesis]:
    return [known for known in graph.hypotheses.values() if known.status == "verified"]


def _seen_again(one: Played) -> Row:
    """Of the verified, those at least three visits old."""
    verified = _verified(one.graph)
    return sum(known.visit_count > 2 for known in verified), len(verified)


def _verified_wrongly(one: Played) -> Row:
    meant = [one.world.meaning.get(known.summary) for known in _verified(one.graph)]
    said = [known for known in meant if known is not None]
    return sum(one.world.matters[matter].holds != says for matter, says in said), len(said)


def _turns(one: Played) -> Row:
    return sum(len(thought.turns) for thought in one.graph.thoughts), one.graph.iteration


def _followed(one: Played) -> Row:
    turns = [turn for thought in one.graph.thoughts for turn in thought.turns]
    return sum(bool(turn.rule) for turn in turns), one.graph.iteration


MEASURES = (
    Measure(
        "claims decided right", lambda one: (one.tally.found, one.tally.claims), "higher", each_setting=True
    ),
    Measure("claims wrongly Confirmed", lambda one: (one.tally.confirmed_wrong, one.tally.claims)),
    Measure(
        "observations for model calls", lambda one: (len(one.graph.observations), one.tally.calls), "higher"
    ),
    Measure("searches without a new page", _in_vain, each_setting=True),
    Measure("iterations without an observation", _barren),
    Measure("living claims nobody visited", _unvisited),
    Measure("verified claims visited again", _seen_again, "higher"),
    Measure("verified claims that are wrong", _verified_wrongly),
    Measure("drift rules that acted, for iterations", _turns),
    Measure("learned rules that were followed, for iterations", _followed),
)


def markdown(figures: Sequence[Figure]) -> str:
    """The figures on worlds as the table of docs/memory.md: a difference that is no accident is bold."""
    head = ["per 100, the whole less the way without", WHOLE, *(name[len("without ") :] for name in LEFT_OUT)]
    rows = [head, ["---"] * len(head)]
    for figure in figures:
        if figure.baselines:
            cells = [_cell(figure.value - one.value, one.ahead) for one in figure.baselines]
            rows.append([figure.name, f"{figure.value:.1f}", *cells])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _cell(ahead: float, interval: Bounds | None) -> str:
    low, high = interval or (0.0, 0.0)
    told = f"{ahead:+.1f} [{low:.1f}, {high:.1f}]"
    return f"**{told}**" if low > 0 or high < 0 else told if low or high else "0"


if __name__ == "__main__":
    measured = list(run())
    sys.stdout.write(f"{markdown(measured)}\n{table(measured)}\n")
