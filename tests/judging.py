"""Builders for what the Judge works on: stances, findings, and voices on either side of hyp_A1."""

from pathfinder.protocols.graph.edits import AddEdge, GraphEdit
from pathfinder.protocols.graph.judgement import Classified, CounterReview, Finding, Stance
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId
from tests.builders import a_graph, a_hypothesis, a_source, evidence

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
ANSWERED = {"by": "condition", "reason": "It holds for adults only."}


def a_stance(
    lineage: str = "WEB-HYPA1", side: str | None = "for", at: str = "S1-I1-R1.0", **fields: object
) -> Stance:
    """A MODERATE stance that asks for nothing."""
    defaults: dict[str, object] = {
        "lineage": lineage,
        "iid": f"{lineage}-{at}",
        "side": side,
        "evidence": "MODERATE",
        "confidence": 0.7,
    }
    return Stance.model_validate(defaults | fields)


def a_finding(
    *stances: Stance, class_: str | None = None, side: str | None = None, **fields: object
) -> Finding:
    """A finding with these stances, and the class recorded last if one is given."""
    classes = () if class_ is None else (a_class(class_, side),)
    return Finding.model_validate({"stances": stances, "classes": classes} | fields)


def a_class(class_: str, side: str | None = None, **fields: object) -> Classified:
    """A class of round 2 of the first iteration."""
    defaults: dict[str, object] = {"iteration": 0, "round": 2, "class": class_, "side": side, "because": "so"}
    return Classified.model_validate(defaults | fields)


def a_review(verdict: str = "UPHELD", **fields: object) -> CounterReview:
    """A counter-review that heard no voice yet."""
    defaults: dict[str, object] = {
        "challenge": "The sample was small.",
        "evidence": "n = 12",
        "verdict": verdict,
        "impact": "Less sure for children.",
        "iteration": 0,
    }
    return CounterReview.model_validate(defaults | fields)


def voices(
    *types: str, side: str = "for", to: str = A1, first: int = 1, weight: float = 0.8, **fields: object
) -> list[GraphEdit]:
    """Evidence from as many independent voices as there are types, on one side of a hypothesis."""
    type_ = "SUPPORTS" if side == "for" else "CONTRADICTS"
    return [
        edit
        for number, kind in enumerate(types, first)
        for edit in evidence(
            number, to, a_source(f"https://v{number}.example/a", kind), type_, weight, **fields
        )
    ]


def against(*types: str, first: int = 51, weight: float = 0.8, **fields: object) -> list[GraphEdit]:
    """Evidence against hyp_A1; its observations are numbered from 51."""
    return voices(*types, side="against", to=A1, first=first, weight=weight, **fields)


def world(*edits: GraphEdit, type_: str = "A", rival: str = "A") -> CogniGraph:
    """hyp_A1, and a hyp_A2 that opposes it only if an edit says so."""
    claims = [(A1, a_hypothesis("A holds.", type=type_)), (A2, a_hypothesis("B holds.", type=rival))]
    return a_graph(claims, *edits)


def linked(number: int, to: str, type_: str = "SUPPORTS", weight: float = 0.8) -> AddEdge:
    """A second edge from an observation that is there already."""
    edge = {"from": f"obs_{number}", "to": to, "type": type_, "weight": weight, "created_at": 0}
    return AddEdge.model_validate({"edge": edge})


FOR = (a_stance("WEB-HYPA1"), a_stance("ACADEMIC-HYPA1"))
AGAINST = (a_stance("WEB-HYPA1", "against"), a_stance("ACADEMIC-HYPA1", "against"))
SKEPTIC = a_stance("SKEPTIC-HYPA1", "against")
