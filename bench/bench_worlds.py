"""The embedded engine on fictional worlds: the demo's, and others."""

import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.figures import Figure, Group, Size
from bench.truth import Score, lines, score, truth_of
from pathfinder.adapters.system import SystemClock
from pathfinder.cli.engines import Asked, engine_for
from pathfinder.protocols.graph import CogniGraph
from pathfinder.protocols.memory import Limits
from pathfinder.protocols.switches import EVERYTHING, Switches
from pathfinder.running import research
from pathfinder.wiring import Options

GROUP: Group = "evidence"
ROOT = Path(__file__).resolve().parent.parent
WORLDS = {
    "demo": ROOT / "demo",
    "eleventh": ROOT / "bench" / "worlds" / "eleventh",
    "eighteenth": ROOT / "bench" / "worlds" / "eighteenth",
}
"""What is reported: the demo, which was tuned on; `eleventh`, which nobody who tuned has read; and the last
that was new to engine 8 (see README).
"""
OPENED = (
    *("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
    *("tuning_a", "tuning_b", "tuning_c", "tuning_d"),
)
TUNING = {name: ROOT / "bench" / "worlds" / name for name in OPENED}
"""Further topics that rules were tuned on."""
ITERATIONS = 8


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The worlds, in English; what must not happen has the limit 0."""
    for name, world in list(WORLDS.items())[: size.of(3, 1)]:
        found = score(session(world, truth_of(world).question), world)
        yield from _figures(name, found)


def session(
    world: Path, question: str, iterations: int = ITERATIONS, switches: Switches = EVERYTHING
) -> CogniGraph:
    """A whole session on a world, as `make demo` runs it."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        asked = Asked(docs=world / "corpus", trust_front_matter=True, sources=world / "sources.toml")
        engine = engine_for({}, asked, SystemClock(), home)
        options = Options(limits=Limits(max_iterations=iterations), parallel=5, switches=switches)
        return asyncio.run(research(question, engine, options, home=home)).graph


def _figures(name: str, found: Score) -> Iterable[Figure]:
    share = found.edges_right / max(1, found.edges)
    labelled = f"{found.edges_right} of {found.edges} labelled edges"
    yield Figure(
        f"{name}: evidence with the right sign",
        share,
        "",
        None,
        labelled,
        better="higher",
        rows=found.edges,
        guarded=True,
    )
    yield Figure(f"{name}: opposite sign", found.edges_opposite, "edges")
    yield Figure(f"{name}: quote of another claim", found.edges_elsewhere, "edges")
    yield Figure(
        f"{name}: true claims in the thesis", found.true_found, f"of {found.true_claims}", better="higher"
    )
    yield Figure(f"{name}: true claims denied", found.true_denied, "", 0)
    yield Figure(f"{name}: falsehood Confirmed", found.falsehood_confirmed, "", 0)
    yield Figure(f"{name}: falsehood among the findings", found.falsehood_in_thesis, "", 0)
    yield Figure(f"{name}: falsehood denied", found.falsehood_denied, "of 1", better="higher")
    yield Figure(f"{name}: copies heard twice", found.copies_counted_twice, "", 0)
    yield Figure(
        f"{name}: conditional pair settled", found.pairs_settled, f"of {found.pairs}", better="higher"
    )
    yield Figure(f"{name}: weight of the retracted paper", found.retracted_weight, "", 0)


if __name__ == "__main__":
    where = (WORLDS | TUNING)[sys.argv[1]]
    asked_in = truth_of(where).question_ko if "ko" in sys.argv else truth_of(where).question
    print("\n".join(lines(score(session(where, asked_in), where))))
