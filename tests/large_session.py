"""A session of the size of a real run: six parts, 57 pages, 575 facts, 66 claims, and an answer to it.

The words are made up, the lengths are those of the run that docs/quality.md describes.
"""

from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from typing import Any

from pathfinder.protocols.answer.types import (
    Dropped,
    KeptAnswer,
    KeptGap,
    KeptRow,
    KeptSection,
    KeptSentence,
    KeptTable,
    LeftOut,
)
from pathfinder.protocols.evidence.citing import Fault
from pathfinder.protocols.graph.edits import (
    AddCondition,
    AddEdge,
    AddFailure,
    AddKeyword,
    AddObservation,
    AddSource,
    GraphEdit,
    SetFinding,
    SetRun,
    SetSubQuestions,
)
from pathfinder.protocols.graph.judgement import Verdict
from pathfinder.protocols.graph.memory import Failure, Run, Spend
from pathfinder.protocols.graph.reasons import Reason
from pathfinder.protocols.graph.types import (
    AuditPoint,
    CogniGraph,
    EvidenceEdge,
    HistoryEntry,
    Keyword,
    SubQuestion,
)
from pathfinder.protocols.ids import HypothesisId, ObservationId, SubQuestionId
from tests.builders import a_conflict, a_graph, a_hypothesis, a_source, an_observation, page_hash
from tests.judging import a_finding, a_review, a_stance

QUESTION = "Should a team with a dozen services move its internal calls from REST with JSON to gRPC?"
PARTS = (
    "Is it faster under realistic load, and by how much?",
    "What does the team need before it can move?",
    "What breaks in load balancing and long-lived connections?",
    "How do browsers and outside clients reach the services?",
    "What do schema rules and debugging cost in daily work?",
    "When is the old style, or another protocol, the better choice?",
)
PAGES, FACTS, CLAIMS = 57, 575, 66
CONFIRMED, LIKELY, UNDECIDED, REJECTED, IDEAS = 17, 37, 5, 4, 3
_TYPES = ("official", "paper", "blog", "news", "blog", "forum")
_HOSTS = ("docs", "journal", "engineering", "press", "www", "forum")
_WORDS = (
    "warm connections", "small payloads", "one region", "binary encoding", "the proxy in front",
    "generated clients", "four cores", "the median call", "long streams", "a pool of workers",
    "the slowest percent", "nested messages", "idle sockets", "mixed versions", "retries",
)  # fmt: skip


def _some(start: int, count: int) -> Sequence[str]:
    return list(islice(cycle(_WORDS), start % len(_WORDS), start % len(_WORDS) + count))


def _quote(number: int) -> str:
    first, second, third = _some(number, 3)
    return (
        f"In run {number} the service with {first} answered faster than the one with {second}, although "
        f"{third} were the same on both sides and nobody had changed the machines in between"
    )


def _claim(number: int) -> str:
    first, second = _some(number * 7, 2)
    return (
        f"In run {number * 5 - 4}, with {first} a service that speaks gRPC needs less processor time than "
        f"one with {second}, as long as both keep their connections open between calls and neither of them "
        f"is limited by the database behind it."
    )


def _obs(number: int) -> ObservationId:
    return ObservationId(f"obs_{number}")


def _part(number: int) -> SubQuestionId:
    return SubQuestionId(f"sq_{number}")


def _name(place: int) -> HypothesisId:
    """Claims in the order of their verdicts; the last ones are ideas of the Thinker."""
    ideas = CLAIMS - IDEAS
    return HypothesisId(f"hyp_B{place - ideas + 1}" if place >= ideas else f"hyp_A{place + 1}")


def large_graph() -> CogniGraph:
    """The graph after two iterations."""
    names = [_name(place) for place in range(CLAIMS)]
    edits: list[GraphEdit] = [*_facts(), *_links(names), *_judged(names)]
    claims = [(name, _hypothesis(place)) for place, name in enumerate(names)]
    edits += [
        a_conflict(names[-5], names[-6], attempts=1, open=True),
        a_conflict(
            names[2], names[3], resolved=True, resolution_type="condition_difference",
            resolution="each holds for its own size of payload",
        ),
        *(AddCondition(hypothesis=name, condition="connections are kept open") for name in names[5:20:3]),
        *(AddKeyword(keyword=Keyword(keyword=f"direction {words}")) for words in _WORDS[:9]),
        *(
            AddFailure(
                failure=Failure(
                    iteration=1, kind="unreachable", what=f"https://gone{n}.example/page", reason="timed out"
                )
            )
            for n in range(12)
        ),
        SetSubQuestions(
            sub_questions={
                _part(n + 1): SubQuestion(text=text, answered_by=tuple(names[n : CLAIMS - 12 : len(PARTS)]))
                for n, text in enumerate(PARTS)
            }
        ),
        SetRun(run=Run(engine="a-model-1", spend=Spend(total_usd_micros=4_380_000))),
    ]  # fmt: skip
    graph = a_graph(claims, *edits, question=QUESTION)
    audit = tuple(_audit(n) for n in range(46))
    return graph.model_copy(update={"iteration": 2, "audit": audit})


def _hypothesis(place: int) -> Any:
    moved = HistoryEntry(iteration=place % 2, action="EXPLORE", result="0.5000 to 0.7000", change=0.2)
    fields: dict[str, Any] = {"strength": 0.86 - place * 0.006, "history": (moved,), "visit_count": 2}
    fields["status"] = "verified" if place < CONFIRMED else "tested"
    if CLAIMS - IDEAS - REJECTED <= place < CLAIMS - IDEAS:
        because = Reason(kind="fell", figures={"strength": 0.18, "visits": 2})
        fields |= {"strength": 0.18, "status": "rejected", "rejected_because": because, "rejected_at": 1}
    if place >= CLAIMS - IDEAS:
        fields |= {"type": "B", "reasoning_tool": "analogy", "derived_from": ("obs_1",), "strength": 0.58}
    return a_hypothesis(_claim(place + 1), **fields)


def _facts() -> Iterator[GraphEdit]:
    pages = []
    for n in range(PAGES):
        host = f"{_HOSTS[n % len(_HOSTS)]}.site{n}.example"
        source = a_source(
            f"https://{host}/articles/{n}/measuring_calls",
            _TYPES[n % len(_TYPES)],
            title=f"Measuring calls between services, part {n}: what we learned",
            site=host,
            date="2025-06-01",
        )
        page = page_hash(source.url)
        pages.append((source, page))
        yield AddSource(page=page, source=source)
    for number in range(1, FACTS + 1):
        source, page = pages[number % PAGES]
        seen = an_observation(
            source, page, quote=_quote(number), summary=f"{_quote(number)}.", created_at=number % 2,
            kind="measured", worth=number % 3 + 1, parts=(_part(number % len(PARTS) + 1),),
        )  # fmt: skip
        yield AddObservation(name=_obs(number), observation=seen)


def _links(names: Sequence[HypothesisId]) -> Iterator[GraphEdit]:
    for place, name in enumerate(names):
        for k in range(5):
            opposed = k == 4 and place % 3 == 0 and place >= CONFIRMED
            yield _link(place * 5 + k + 1, name, "CONTRADICTS" if opposed else "SUPPORTS")


def _link(number: int, name: HypothesisId, type_: str) -> AddEdge:
    written = {
        "observation": _obs(number), "hypothesis": name, "type": type_, "weight": 0.8,
        "created_at": number % 2, "found_by": f"WEB-SQ{number % 6 + 1}-S1-I1-R1.0",
    }  # fmt: skip
    return AddEdge(edge=EvidenceEdge.model_validate(written))


def _judged(names: Sequence[HypothesisId]) -> Iterator[GraphEdit]:
    both = (a_stance("WEB-SQ1"), a_stance("ACADEMIC-SQ2", at="S2-I1-R1.0"))
    for place, name in enumerate(names[: CONFIRMED + LIKELY + UNDECIDED]):
        tag = "Confirmed" if place < CONFIRMED else "Likely" if place < CONFIRMED + LIKELY else "Uncertain"
        cite = _obs(place * 5 + 1)
        words = (
            f"The run compares two programs that differ in more than the protocol, and a reader "
            f"cannot tell how much of the difference comes from {_some(place, 1)[0]}."
        )
        challenge = Reason(kind="challenge", words=words, cites=(cite,))
        figures = {"heads": 2, "voices": 3, "trusted": 2, "strength": 0.7}
        verdict = Verdict.model_validate(
            {
                "tag": tag,
                "side": None if tag == "Uncertain" else "for",
                "because": Reason(kind="side_agreed", side="for", figures=figures),
                "caveats": (challenge,) if tag == "Likely" else (),
                "follow_up": (Reason(kind="second_voice"),) if tag == "Uncertain" else (),
            }
        )
        review = a_review(
            "WEAKENED" if tag == "Likely" else "UPHELD", challenge=words, evidence=cite,
            impact="It may be smaller where the two programs are written with equal care.", side="for",
        )  # fmt: skip
        finding = a_finding(
            *both, class_="UNCERTAIN" if tag == "Uncertain" else "AGREED", side="for",
            review=None if tag == "Uncertain" else review, verdict=verdict,
        )  # fmt: skip
        yield SetFinding(hypothesis=name, finding=finding)


def _audit(number: int) -> AuditPoint:
    return AuditPoint.model_validate(
        {
            "kind": "method",
            "observations": [_obs(number + 1)],
            "text": f"Point {number}: the run lasted two minutes and used jobs that do nothing.",
            "rank": number % 3 + 1,
            "iteration": 0,
        }
    )


def _told(number: int, *cites: int) -> KeptSentence:
    first, second, third = _some(number * 3, 3)
    text = (
        f"With {first} the calls were faster in every run that kept {second}, and the advantage shrank as "
        f"soon as {third} took most of the time."
    )
    return KeptSentence(text=text, cites=tuple(_obs(one) for one in cites))


def large_answer() -> KeptAnswer:
    """An answer of about 1,300 words."""
    sections = tuple(
        KeptSection(
            title=f"What was found on {_some(n * 2, 1)[0]}",
            sure="likely",
            parts=(_part(n + 1),),
            sentences=tuple(_told(n * 5 + k, n * 5 + k + 1, n * 57 + k + 60) for k in range(5)),
        )
        for n in range(len(PARTS))
    )
    rows = tuple(KeptRow(cells=(words, "faster", "no change"), cites=(_obs(1),)) for words in _WORDS[:4])
    return KeptAnswer(
        question=QUESTION,
        language="en",
        iteration=2,
        title="Move the calls between your own services, and keep REST for everybody else",
        answer=tuple(_told(n, n + 1, n + 100) for n in range(4)),
        tables=(KeptTable(title="Side by side", columns=("case", "gRPC", "REST"), rows=rows),),
        sections=sections,
        recommendations=tuple(_told(n + 50, n + 7) for n in range(4)),
        caution=tuple(_told(n + 60, n + 9) for n in range(6)),
        unknown=tuple(
            KeptGap(
                text=f"Nobody measured {words} on machines of this size.",
                query=f"How does gRPC do with {words}?",
            )
            for words in _WORDS[:4]
        ),
        left_out=LeftOut(
            claims=tuple(_name(n) for n in range(20, 28)),
            facts=tuple(_obs(n) for n in range(300, 325)),
            audit=(2, 5, 8),
        ),
        dropped=(
            Dropped(
                text="It is 300 times faster.",
                fault=Fault(kind="number", what="300"),
            ),
        ),
        revised=True,
        written_by="a-model-1",
    )
