"""A hundred claims on two primary sources each, and five planted pages against every one of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.judging.sides import outweighing
from pathfinder.protocols.text.signatures import signature
from tests.builders import a_graph, a_hypothesis, a_source, evidence

CLAIMS = tuple(HypothesisId(f"hyp_A{number}") for number in range(1, 101))
PLANTED = 5
_TEXT = " ".join(f"word{number} of the planted text" for number in range(60))


class Attack(Enum):
    """What five planted pages may be, from cheap to dear."""

    COPIES = "one text on five domains"
    UNKNOWN = "five texts on five domains"
    FORUM = "five posts in five forums"
    BLOGS = "five blogs of five owners"


_TYPES = {Attack.COPIES: "unknown", Attack.UNKNOWN: "unknown", Attack.FORUM: "forum", Attack.BLOGS: "blog"}


@dataclass(frozen=True)
class Counted:
    """What an attack came to."""

    claims: int
    flipped: int
    """Claims that the other side leads now."""
    demoted: int
    """Claims that nobody leads any more: the reader sees a disagreement."""


@lru_cache
def attacked(attack: Attack) -> CogniGraph:
    """The claims with their primary sources and the planted pages."""
    edits = [edit for number, claim in enumerate(CLAIMS) for edit in _about(claim, number, attack)]
    return a_graph([(claim, a_hypothesis(f"Claim {claim}.")) for claim in CLAIMS], *edits)


def counted(graph: CogniGraph) -> Counted:
    """Flips and demotions among the claims."""
    leads = [outweighing(graph, claim) for claim in CLAIMS]
    flipped = sum(lead is not None and lead.side == "against" for lead in leads)
    return Counted(len(CLAIMS), flipped, sum(lead is None for lead in leads))


def _about(claim: HypothesisId, number: int, attack: Attack) -> Iterator[GraphEdit]:
    first = number * 10 + 1
    for place in range(2):
        kind = ("paper", "official")[(number + place) % 2]
        paper = a_source(f"https://journal{number}-{place}.example/a", kind)
        yield from evidence(first + place, claim, paper)
    for place in range(PLANTED):
        copies = {"signature": signature(_TEXT)} if attack is Attack.COPIES else {}
        planted = a_source(f"https://planted{number}-{place}.example/a", _TYPES[attack], **copies)
        yield from evidence(first + 2 + place, claim, planted, "CONTRADICTS")
