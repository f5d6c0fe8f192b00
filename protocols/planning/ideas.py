"""IDEATE: when the Thinker is asked, and how its hypothesis enters the graph."""

from collections.abc import Iterable
from typing import Final

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.evidence.citing import ids_in
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import AddFailure, AddHypothesis, AddKeyword, GraphEdit
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Keyword, ReasoningTool
from pathfinder.protocols.ids import HypothesisId, HypothesisKey, ObservationId, ObservationKey
from pathfinder.protocols.text.numbers import unbound

FIRST, EVERY = 3, 3
TOOLS: Final[tuple[ReasoningTool, ...]] = (
    "pattern",
    "analogy",
    "first_principles",
    "causal_chain",
    "scamper",
    "inversion",
)
"""The tools the Thinker uses each time, one candidate with each."""


class Idea(Frozen):
    """A hypothesis of our own, and the tool and material it was made with."""

    summary: str
    reasoning_tool: ReasoningTool
    derived_from: tuple[ObservationKey | HypothesisKey, ...] = ()
    verify_keywords: tuple[str, ...] = ()


def ideas_due(graph: CogniGraph) -> bool:
    """Every third iteration from the third on, counted before the iteration closes."""
    return graph.iteration >= FIRST and graph.iteration % EVERY == 0


def missing_tools(used: Iterable[ReasoningTool]) -> tuple[ReasoningTool, ...]:
    """The tools that no candidate was made with, in their usual order."""
    made = set(used)
    return tuple(tool for tool in TOOLS if tool not in made)


def adopt_idea(graph: CogniGraph, idea: Idea) -> tuple[GraphEdit, ...]:
    """A new type B hypothesis and its keywords; an idea the graph holds already is only noted."""
    summary = " ".join(idea.summary.split())
    known = graph.index.claims.get(same_form(summary))
    if not summary or known is not None:
        reason = f"it is {known} already" if known else Message("it-is-empty")
        failure = Failure(
            iteration=graph.iteration,
            kind="refused",
            what=Message("failed-idea", tool=idea.reasoning_tool),
            reason=reason,
        )
        return () if failure in graph.failures else (AddFailure(failure=failure),)
    name = HypothesisId(f"hyp_B{graph.index.highest.get('hyp_B', 0) + 1}")
    origins = tuple(
        origin for origin in idea.derived_from if origin in graph.observations or origin in graph.hypotheses
    )
    seen = (graph.observations.get(ObservationId(origin)) for origin in origins)
    quotes = [observation.quote or "" for observation in seen if observation is not None]
    hypothesis = Hypothesis(
        type="B",
        summary=summary,
        strength=0.4,
        created_at=graph.iteration,
        reasoning_tool=idea.reasoning_tool,
        derived_from=origins,
        verify_keywords=idea.verify_keywords,
        unbound=tuple(number.raw for number in unbound(summary, quotes, known=ids_in(graph, summary))),
    )
    forms = {same_form(keyword): " ".join(keyword.split()) for keyword in reversed(idea.verify_keywords)}
    fresh = [form for form in reversed(forms) if form and form not in graph.index.keywords]
    keywords = [
        AddKeyword(keyword=Keyword(keyword=forms[form], origin=name, created_at=graph.iteration))
        for form in fresh
    ]
    return (AddHypothesis(name=name, hypothesis=hypothesis), *keywords)
