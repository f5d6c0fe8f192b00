"""Whether sources disagree about a claim, or only one of them was perhaps misread.

Agreement asks for two independent voices, and so does disagreement: a reader errs now and then, and among
many texts one that seems to say the opposite is as likely an error as a dissent. ADR 26 has the figures.
"""

from typing import NamedTuple

from pathfinder.protocols.evidence.strength import TRUSTED, Term, terms
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.classification import AGREEING_VOICES


class Dispute(NamedTuple):
    """How many voices carry each side."""

    pro: int
    con: int


def dispute(graph: CogniGraph, hypothesis: HypothesisId) -> Dispute | None:
    """The voices on each side of a claim, where each side has two or more; None where it has not.

    Where any source is trusted, only trusted voices are counted: two pages that cost nothing to put up must
    not make a dispute out of what papers agree on.
    """
    pro = terms(graph, hypothesis, "SUPPORTS")
    con = terms(graph, hypothesis, "CONTRADICTS", standing=True)
    best = max((term.authority for term in (*pro, *con)), default=0.0)
    counted = Dispute(_voices(pro, min(best, TRUSTED)), _voices(con, min(best, TRUSTED)))
    return counted if min(counted) >= AGREEING_VOICES else None


def _voices(side: tuple[Term, ...], least: float) -> int:
    return sum(term.authority >= least for term in side)
