"""Six ways to look at the question and at each of its open parts."""

from math import lcm

from pathfinder.protocols.calls.targets import LENSES, LensTarget
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.planning.sub_questions import in_order, unanswered


def lens_targets(graph: CogniGraph) -> tuple[LensTarget, ...]:
    """Every lens on every open part once, from `lens_index` on: 6 x parts of them, 6 if there are no parts.

    Lens and part both move on at each step, so the first iteration looks at every part before it looks at
    one twice. Where their circles close too early (3 parts meet the same lenses again after 6 steps) the
    part is shifted by one.
    """
    parts = _parts(graph)
    circle, total = lcm(len(LENSES), len(parts)), len(LENSES) * len(parts)
    steps = ((graph.lens_index + step) % total for step in range(total))
    return tuple(
        LensTarget(lens=LENSES[step % len(LENSES)], sub_question=parts[(step + step // circle) % len(parts)])
        for step in steps
    )


def _parts(graph: CogniGraph) -> tuple[SubQuestionId | None, ...]:
    """The open parts; once all are answered all of them again; the question itself if it has no parts."""
    return unanswered(graph) or in_order(graph) or (None,)
