"""A small session to answer from: six pages on job queues, their facts, three claims and an audit."""

from collections.abc import Mapping, Sequence
from typing import Any

from pathfinder.agents.writer import Wanted, answer_question
from pathfinder.protocols.answer.coverage import AnswerBasis
from pathfinder.protocols.calls.questions import AnswerSection, WrittenAnswer
from pathfinder.protocols.graph.edits import (
    AddEdge,
    AddObservation,
    AddSource,
    GraphEdit,
    RetractSource,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Finding
from pathfinder.protocols.graph.types import AuditPoint, CogniGraph, EvidenceEdge, SubQuestion
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, SubQuestionId
from tests.builders import a_graph, a_hypothesis, a_source, an_observation, page_hash
from tests.theses import judged

QUESTION = "Is one database enough as a job queue for 500 jobs per second?"
TODAY = "2026-11-18"

BENCH = (
    "We ran a queue on one database server with 16 cores. It took 5,200 jobs per second with empty jobs. "
    "With jobs of 20 ms it took 1,300 jobs per second. The run lasted 2 minutes."
)
VENDOR = "Our customers run 40 million jobs a day on one server. Nobody should need a broker."
DOCS = "SKIP LOCKED was added in version 9.5. Vacuum may fall behind when rows change often."
FORUM = "I saw the table bloat at 300 jobs per second. We moved to a broker and went back."
GONE = "A queue took 90,000 jobs per second in our laboratory."
OLD = "Version 9.4 has no SKIP LOCKED, so workers block each other."
PAGES = (BENCH, VENDOR, DOCS, FORUM, GONE, OLD)
_SITES = ("bench.example", "vendor.example", "docs.example", "forum.example", "lab.example", "old.example")
_TYPES = ("paper", "blog", "official", "forum", "paper", "blog")
TEXTS: Mapping[PageHash, str] = {page_hash(text): text for text in PAGES}

_FACTS: tuple[tuple[str, str, str, dict[str, Any]], ...] = (
    ("obs_1", BENCH, "It took 5,200 jobs per second with empty jobs.", {"kind": "measured", "worth": 3}),
    ("obs_2", BENCH, "With jobs of 20 ms it took 1,300 jobs per second.", {"kind": "measured", "worth": 3}),
    (
        "obs_3",
        VENDOR,
        "Our customers run 40 million jobs a day on one server.",
        {"kind": "asserted", "worth": 2},
    ),
    ("obs_4", DOCS, "SKIP LOCKED was added in version 9.5.", {"kind": "documented", "worth": 2}),
    ("obs_5", DOCS, "Vacuum may fall behind when rows change often.", {"kind": "documented", "worth": 2}),
    ("obs_6", FORUM, "I saw the table bloat at 300 jobs per second.", {"kind": "reported", "worth": 2}),
    (
        "obs_7",
        GONE,
        "A queue took 90,000 jobs per second in our laboratory.",
        {"kind": "measured", "worth": 3},
    ),
    (
        "obs_8",
        OLD,
        "Version 9.4 has no SKIP LOCKED, so workers block each other.",
        {"kind": "documented", "worth": 1, "discounted": "version 9.5 has it"},
    ),
)


def a_researched_graph(question: str = QUESTION, **fields: Any) -> CogniGraph:
    """Enough is Confirmed, bloat is Likely, the laboratory's figure is refused; the price is not known."""
    edits: list[GraphEdit] = []
    for text, site, type_ in zip(PAGES, _SITES, _TYPES, strict=True):
        source = a_source(
            f"https://{site}/queue", type_, title=f"Queues at {site}", site=site, date="2025-03-01"
        )
        edits.append(AddSource(page=page_hash(text), source=source))
    for name, text, quote, more in _FACTS:
        source = a_source(f"https://{_SITES[PAGES.index(text)]}/queue", _TYPES[PAGES.index(text)])
        seen = an_observation(
            source,
            page_hash(text),
            quote=quote,
            summary=quote,
            offset=text.index(quote),
            parts=("sq_1",),
            **more,
        )
        edits.append(AddObservation(name=ObservationId(name), observation=seen))
    for name, claim, side in (
        ("obs_1", "hyp_A1", "SUPPORTS"),
        ("obs_2", "hyp_A1", "SUPPORTS"),
        ("obs_3", "hyp_A1", "SUPPORTS"),
        ("obs_6", "hyp_A1", "CONTRADICTS"),
        ("obs_5", "hyp_A2", "SUPPORTS"),
        ("obs_6", "hyp_A2", "SUPPORTS"),
        ("obs_7", "hyp_A3", "SUPPORTS"),
        ("obs_8", "hyp_A3", "SUPPORTS"),
    ):
        edge = {"observation": name, "hypothesis": claim, "type": side, "weight": 0.8, "created_at": 0}
        edits.append(AddEdge(edge=EvidenceEdge.model_validate(edge)))
    parts = {
        "sq_1": SubQuestion(
            text="How many jobs can it take?", priority=1, answered_by=(HypothesisId("hyp_A1"),)
        ),
        "sq_2": SubQuestion(
            text="What fails first?",
            priority=2,
            answered_by=(HypothesisId("hyp_A2"),),
            not_found=("a price for a broker",),
        ),
    }
    hypotheses = [
        (
            "hyp_A1",
            a_hypothesis(
                "One database takes more than 1,000 jobs per second.",
                verdict=judged("Confirmed", "for"),
                status="verified",
                strength=0.8,
                importance=3,
                conditions=("jobs of 20 ms or less",),
                as_of="2025",
            ),
        ),
        (
            "hyp_A2",
            a_hypothesis(
                "Vacuum falls behind first.",
                verdict=judged("Likely", "for"),
                status="tested",
                strength=0.7,
                importance=2,
            ),
        ),
        (
            "hyp_A3",
            a_hypothesis(
                "A queue takes 90,000 jobs per second.",
                verdict=judged("Likely", "against"),
                status="tested",
                importance=1,
            ),
        ),
    ]
    named = {SubQuestionId(name): part for name, part in parts.items()}
    graph = a_graph(
        hypotheses,
        *edits,
        SetSubQuestions(sub_questions=named),
        RetractSource(page=page_hash(GONE), because="the data were made up"),
        question=question,
    )
    audit = (
        AuditPoint(
            kind="method",
            text="5,200 was measured with empty jobs.",
            observations=(ObservationId("obs_1"),),
            rank=3,
        ),
        AuditPoint(
            kind="outdated", text="9.4 is old.", observations=(ObservationId("obs_8"),), rank=2, upheld=True
        ),
        AuditPoint(
            kind="wrong", text="not upheld", observations=(ObservationId("obs_3"),), rank=3, upheld=False
        ),
    )
    update = {
        "iteration": 2,
        "audit": audit,
        "findings": {HypothesisId("hyp_A1"): Finding(qualified_by=(ObservationId("obs_2"),))},
    }
    return graph.model_copy(update=update | fields)


def a_ground(graph: CogniGraph | None = None, **wanted: Any) -> AnswerBasis:
    """What the Writer is asked of this graph."""
    known = graph or a_researched_graph()
    basis = answer_question(known, TEXTS.get, Wanted(today=TODAY, **wanted))
    assert basis is not None
    return basis


def page_number(basis: AnswerBasis, text: str) -> int:
    """The number a page has in the question."""
    return basis.pages.index(page_hash(text)) + 1


def a_sentence(
    text: str = "One server is enough.",
    *facts: str,
    quotes: Sequence[tuple[int, str]] = (),
    derived: Sequence[str] = (),
) -> str:
    """A sentence as the Writer writes it, with its citations before the full stop; obs_1 if none is named."""
    cites = facts or (() if quotes else ("obs_1",))
    marks = [f"[[{', '.join(cites)}]]"] if cites else []
    marks += (f"[[p{page}: {words}]]" for page, words in quotes)
    marks += (f"[[= {one}]]" for one in derived)
    said, stop = (text[:-1], text[-1]) if text.endswith(".") else (text, "")
    return f"{said} {' '.join(marks)}{stop}"


def a_table(
    *rows: tuple[Sequence[str], str], columns: Sequence[str] = ("jobs", "per second"), title: str = "Measured"
) -> str:
    """A table as the Writer writes it; each row with the fact it rests on."""
    lines = [f"**{title}**", ""] if title else []
    lines += [f"| {' | '.join(columns)} |", f"|{'---|' * len(columns)}"]
    lines += (f"| {' | '.join(cells)} [[{fact}]] |" for cells, fact in rows)
    return "\n".join(lines)


def an_answer(
    *answer: str,
    tables: Sequence[str] = (),
    recommendations: Sequence[str] = (),
    caution: Sequence[str] = (),
    **fields: Any,
) -> WrittenAnswer:
    """An answer that covers everything, unless fields say otherwise. Its tables are in the first section."""
    body = a_sentence("It took 1,300 jobs per second with jobs of 20 ms.", "obs_2")
    sections = (
        AnswerSection(
            title="It takes more than enough",
            sure="one measurement",
            parts=(1,),
            body="\n\n".join((body, *tables)),
        ),
        AnswerSection(
            title="Vacuum fails first",
            sure="documented",
            parts=(2,),
            body=a_sentence("Vacuum may fall behind when rows change often.", "obs_5"),
        ),
    )
    known: dict[str, Any] = {
        "title": "One database is enough",
        "answer": "\n\n".join(answer or (a_sentence(),)),
        "sections": sections,
        "recommendations": "\n".join(f"{n}. {one}" for n, one in enumerate(recommendations, start=1)),
        "caution": "\n".join(f"- {one}" for one in caution),
    }
    return WrittenAnswer.model_validate(known | fields)
