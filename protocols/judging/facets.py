"""Round 2, two claims compared: the Judge model labels four facets, this table says what follows."""

from typing import Literal, assert_never

from pathfinder.protocols.calls.comparison import Facets

Relation = Literal["same", "opposing", "other_cause", "related", "separate", "narrower", "wider"]
"""What two claims are to each other; `other_cause` is a disagreement on the cause."""


def relation(facets: Facets) -> Relation:
    """What two claims are to each other. A qualification is no facet: it is a caveat, never opposition.

    Claims that agree in two facets of three are similar: rivals where the cause differs, and otherwise told
    beside each other. They are joined only if all three agree (ADR 39).
    """
    if facets.scope in ("narrower", "wider") and facets.direction == "same":
        return facets.scope
    match facets.subject, facets.cause, facets.direction:
        case "same", "same", "same":
            return "same"
        case "same", _, "opposite":
            return "opposing"
        case "same", "other", "same":
            return "other_cause"
        case ("other", "same", "same") | ("same", "same", "other"):
            return "related"
        case _:
            return "separate"


def pair_label(
    found: Relation,
) -> Literal["same", "opposes", "related", "separate", "narrower", "wider"]:
    """What the merge does with the pair: it joins them, sets them against each other, or leaves them apart.

    Related ones are left apart, and each is told beside the other.
    """
    match found:
        case "same":
            return "same"
        case "opposing" | "other_cause":
            return "opposes"
        case "related" | "separate" | "narrower" | "wider":
            return found
        case _:
            assert_never(found)
