"""What the user puts into an iteration: directions to search, hypotheses, the question in parts."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.edits import AddKeyword, GraphEdit
from pathfinder.protocols.graph.index import same_form
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, Keyword, SubQuestion
from pathfinder.protocols.ids import SubQuestionId
from pathfinder.protocols.planning.ideas import Idea, adopt_idea

USER: Final = "user"
"""Where a keyword of the user's comes from, and the tool of a hypothesis of theirs."""


class Steer(Frozen):
    """Something the user adds: a hint for the lead, a keyword, or a hypothesis of their own."""

    kind: Literal["note", "keyword", "hypothesis"]
    text: str


def steered(graph: CogniGraph, steers: Sequence[Steer]) -> tuple[GraphEdit, ...]:
    """Keywords and hypotheses as edits; what the graph holds already is not added twice."""
    edits: list[GraphEdit] = []
    for steer in steers:
        if steer.kind == "keyword":
            made = _keyword(graph, steer.text)
        elif steer.kind == "hypothesis":
            idea = Idea(summary=steer.text, reasoning_tool=USER, verify_keywords=(steer.text,))
            made = adopt_idea(graph, idea)
        else:
            continue
        graph = apply(graph, made)
        edits += made
    return tuple(edits)


def _keyword(graph: CogniGraph, text: str) -> tuple[GraphEdit, ...]:
    keyword = " ".join(text.split())
    if not keyword or same_form(keyword) in graph.index.keywords:
        return ()
    return (AddKeyword(keyword=Keyword(keyword=keyword, origin=USER, created_at=graph.iteration)),)


def steer_hints(steers: Sequence[Steer]) -> tuple[str, ...]:
    """What the lead is shown: notes as they are, the rest as sentences, so that it plans for it at once."""
    said = {"note": "{}", "keyword": "search for: {}", "hypothesis": "test this: {}"}
    return tuple(said[steer.kind].format(steer.text) for steer in steers)


def parts_of(lines: Sequence[str], proposed: Mapping[SubQuestionId, SubQuestion]) -> tuple[SubQuestion, ...]:
    """The question in the parts a person wrote down, first things first.

    A part that stands as it was proposed keeps what it depends on, as long as that comes before it.
    """
    names = {line: SubQuestionId(f"sq_{number}") for number, line in enumerate(dict.fromkeys(lines), start=1)}
    known = {part.text: part for part in proposed.values()}
    parts: list[SubQuestion] = []
    for place, line in enumerate(names, start=1):
        needed = (proposed[part].text for part in known[line].depends_on) if line in known else ()
        earlier = list(names)[: place - 1]
        still = tuple(names[text] for text in needed if text in earlier)
        parts.append(SubQuestion(text=line, priority=min(place, 5), depends_on=still))
    return tuple(parts)


def numbered(parts: Sequence[SubQuestion]) -> dict[SubQuestionId, SubQuestion]:
    """By id, in their order."""
    return {SubQuestionId(f"sq_{number}"): part for number, part in enumerate(parts, start=1)}
