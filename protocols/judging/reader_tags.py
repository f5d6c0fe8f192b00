"""How sure a claim is, in five words: the protocol's verdict, with Uncertain split in three for readers.

- Confirmed, Likely: as the verdict says.
- Disputed: undecided, and sources that count speak on both sides.
- Reported: undecided, a trusted source says so, and nobody speaks against it.
- Open: everything else.
"""

from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId


def reader_tag(graph: CogniGraph, name: HypothesisId) -> ReaderTag:
    """The word for a claim as it stands now; the side of a verdict is shown beside it."""
    verdict = graph.hypotheses[name].verdict
    if verdict is not None and verdict.tag != "Uncertain":
        return verdict.tag
    support = terms(graph, name, "SUPPORTS")
    against = terms(graph, name, "CONTRADICTS", standing=True)
    if support and against:
        return "Disputed"
    if any(term.trusted for term in support):
        return "Reported"
    return "Open"


def standing_for_readers(graph: CogniGraph, name: HypothesisId) -> str:
    """The same with the side: "Likely: it does not hold"."""
    tag, verdict = reader_tag(graph, name), graph.hypotheses[name].verdict
    against = verdict is not None and verdict.side == "against" and tag in ("Confirmed", "Likely")
    return f"{tag}: it does not hold" if against or not graph.hypotheses[name].alive else tag
