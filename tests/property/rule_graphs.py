"""Graphs as they come after many iterations, with hostile text in them, for the laws of single rules."""

from hypothesis import strategies as st

from pathfinder.protocols.graph.edits import GraphEdit, SetFinding, SetSubQuestions
from pathfinder.protocols.graph.judgement import Classified, Finding, Verdict
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, SubQuestion
from pathfinder.protocols.ids import HypothesisId, SubQuestionId
from tests.builders import AUTHORITY, a_conflict, a_graph, a_hypothesis, a_source, evidence

MOST_ITERATIONS = 20

HOSTILE = '\n\r\t\x00\x1b\x85\u2028\u202e\u200b\u200d\ufeff\U000e0041\ud800"\\}{'
texts = st.text(alphabet=st.one_of(st.sampled_from(HOSTILE + "ab 가나数🙂"), st.characters()), max_size=40)
"""What a page, a model or a user may write."""
stored_texts = texts.map(lambda text: text.encode("utf-8", "ignore").decode())
"""The same, as a file can hold it: halves of surrogate pairs cannot be stored."""
iterations = st.integers(0, MOST_ITERATIONS)
STATUSES = (
    ("unvisited", "tested", "verified", "rejected"),
    ("tested", "verified"),
    ("tested",),
)
"""What a graph's hypotheses have come to: all mixed is not what health looks for."""


@st.composite
def hypotheses(draw: st.DrawFn, statuses: tuple[str, ...]) -> Hypothesis:
    """One that may be anywhere in its life."""
    return a_hypothesis(
        draw(stored_texts),
        strength=draw(st.sampled_from((0.29, 0.3, 0.34, 0.35, 0.7))),
        status=draw(st.sampled_from(statuses)),
        visit_count=draw(st.integers(1, 3)),
        created_at=draw(iterations),
    )


@st.composite
def findings(draw: st.DrawFn, name: str) -> SetFinding:
    """What the Judge may hold of a hypothesis."""
    judged = [
        Classified.model_validate(
            {"iteration": draw(iterations), "round": 2, "class": "AGREED", "because": "-"}
        )
        for _ in range(draw(st.integers(0, 2)))
    ]
    tag = draw(st.sampled_from((None, "Confirmed", "Likely", "Uncertain")))
    verdict = None if tag is None else Verdict.model_validate({"tag": tag, "side": "for", "because": "-"})
    return SetFinding(hypothesis=HypothesisId(name), finding=Finding(classes=tuple(judged), verdict=verdict))


@st.composite
def graphs(draw: st.DrawFn) -> CogniGraph:
    """A graph of up to 20 iterations, built by edits."""
    claims = draw(st.lists(hypotheses(draw(st.sampled_from(STATUSES))), max_size=9))
    names = [f"hyp_A{number}" for number in range(1, len(claims) + 1)]
    edits: list[GraphEdit] = []
    if names:
        for number in range(1, draw(st.integers(0, 14)) + 1):
            edits += draw(_heard(number, names))
        pairs = draw(st.sets(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4))
        ordered = {(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}
        edits += [a_conflict(*pair, created_at=draw(iterations)) for pair in sorted(ordered)]
        edits += [draw(findings(name)) for name in draw(st.sets(st.sampled_from(names)))]
    parts = {
        SubQuestionId(f"sq_{number}"): SubQuestion(text=draw(stored_texts))
        for number in range(1, draw(st.integers(0, 3)) + 1)
    }
    graph = a_graph(
        zip(names, claims, strict=True),
        *edits,
        SetSubQuestions(sub_questions=parts),
        question=draw(stored_texts),
    )
    return graph.model_copy(update={"iteration": draw(st.sampled_from((0, 1, 5, 12, 15, 20, 21)))})


@st.composite
def _heard(draw: st.DrawFn, number: int, names: list[str]) -> list[GraphEdit]:
    host = draw(st.sampled_from("abcd"))
    source = a_source(f"https://{host}.example/{number}", draw(st.sampled_from(sorted(AUTHORITY))))
    return evidence(
        number,
        draw(st.sampled_from(names)),
        source,
        draw(st.sampled_from(("CONTRADICTS", "SUPPORTS"))),
        draw(st.sampled_from((0.8, 0.5, 0.3))),
        created_at=draw(iterations),
    )
