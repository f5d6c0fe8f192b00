"""Another angle: who looks at a settled claim again, and in which light."""

from collections.abc import Sequence
from typing import NamedTuple

from pathfinder.protocols.calls.targets import LENSES, Lens
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, Strategy, target_code


class SearchAngle(NamedTuple):
    """How to look at it."""

    strategy: Strategy
    lens: Lens | None = None


def falsifying(graph: CogniGraph, name: HypothesisId, available: Sequence[Strategy]) -> SearchAngle:
    """For a claim that is verified: a skeptic first, then whoever has not looked at it yet.

    Once everybody has, a skeptic again, each time through another lens.
    """
    code, finding = target_code(name), graph.findings.get(name)
    heard = {stance.lineage for stance in finding.stances} if finding is not None else set[str]()
    for strategy in sorted(available, key=lambda one: one != "SKEPTIC"):
        if f"{strategy}-{code}" not in heard:
            return SearchAngle(strategy)
    return SearchAngle("SKEPTIC", LENSES[graph.hypotheses[name].visit_count % len(LENSES)])


def other_lens(turn: int, but: Lens | None) -> Lens:
    """The lens whose turn it is, beside one that is used anyway."""
    lens = LENSES[turn % len(LENSES)]
    return LENSES[(turn + 1) % len(LENSES)] if lens == but else lens
