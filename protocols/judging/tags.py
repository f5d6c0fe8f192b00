"""The mark a reader sees beside a finding: how many trusted voices say it, or what is the matter with it."""

from pathfinder.protocols.evidence.strength import side_units, terms
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import Confidence, Mark
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.sides import stands

_CONFIDENCE = (0.0, 0.6, 0.8, 0.95)
"""By the number of voices: none, one, two, three or more."""


class SourceTag(Frozen):
    """A mark and the confidence that goes with it."""

    mark: Mark
    confidence: Confidence


def source_tag(graph: CogniGraph, hypothesis: HypothesisId) -> SourceTag:
    """The tag of a claim as it is written, by the evidence alone.

    Untrusted voices, however many, give the confidence of one: five unknown pages show nothing.
    """
    support = terms(graph, hypothesis, "SUPPORTS")
    trusted = sum(term.trusted for term in support)
    counted = max(trusted, min(len(support), 1))
    confidence = _CONFIDENCE[min(counted, len(_CONFIDENCE) - 1)]
    return SourceTag(mark=_mark(graph, hypothesis, trusted), confidence=confidence)


def _mark(graph: CogniGraph, hypothesis: HypothesisId, trusted: int) -> Mark:
    support = terms(graph, hypothesis, "SUPPORTS")
    against = side_units(terms(graph, hypothesis, "CONTRADICTS", standing=True))
    if stands(against, side_units(support)):
        return "⚠"
    if trusted >= 2:
        return "✓✓"
    if trusted == 1:
        return "✓"
    return "~" if support or graph.hypotheses[hypothesis].type == "B" else "?"
