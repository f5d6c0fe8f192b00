"""What a session says of one claim: whether it is disputed, and which side it takes."""

from typing import NamedTuple

from bench.evidence.session import claim_of
from pathfinder.protocols.evidence.strength import terms
from pathfinder.protocols.graph.judgement import Finding, Side, Tag
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.judging.classification import current


class Said(NamedTuple):
    """The session's word on a claim."""

    disputed: bool = False
    """The verdict says so, with the voices on each side."""
    opposed: bool = False
    """Its class is DISAGREED, or what opposes it is unanswered: a third of the weight of the other side."""
    tag: Tag | None = None
    side: Side | None = None
    heard: int = 0
    """Voices on both sides together."""


NOTHING = Said()
_OPPOSED = ("opposed", "unargued", "rival", "refuted")


def said(graph: CogniGraph, claim: str) -> Said:
    """What the graph ends with."""
    known = claim_of(graph, claim)
    if known is None:
        return NOTHING
    name, hypothesis = known
    given = hypothesis.verdict
    caveats = () if given is None else given.caveats
    return Said(
        disputed=any(not isinstance(one, str) and one.kind == "disputed" for one in caveats),
        opposed=_opposed(graph.findings.get(name, Finding())),
        tag=given.tag if given else None,
        side=given.side if given else None,
        heard=len(terms(graph, name, "SUPPORTS")) + len(terms(graph, name, "CONTRADICTS")),
    )


def _opposed(finding: Finding) -> bool:
    if current(finding) == "DISAGREED":
        return True
    because = finding.classes[-1].because if finding.classes else None
    return not isinstance(because, str | None) and because.kind in _OPPOSED
