"""In which order a thesis tells its findings, whatever the graph."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.answer.thesis import leading_first, said_in, thesis, untold_in, verdict_rank
from pathfinder.protocols.graph.judgement import Side, Tag, Verdict
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.text.languages import Language, language
from tests.builders import a_graph, a_hypothesis, a_source
from tests.theses import said

WORDS = ("The roof cools houses by 3 °C.", "The roof is dear.", "지붕은 집을 3도 식힌다.", "지붕은 비싸다.")
VERDICTS: tuple[tuple[Tag, Side | None], ...] = (
    ("Confirmed", "for"),
    ("Likely", "for"),
    ("Uncertain", None),
    ("Uncertain", "against"),
)
claims = st.lists(
    st.tuples(
        st.sampled_from(WORDS),
        st.sampled_from(WORDS),
        st.sampled_from((None, *VERDICTS)),
        st.sampled_from((0.56, 0.6, 0.75, 0.9)),
    ),
    max_size=8,
)
readers = st.sampled_from(("en", "ko"))


def world(found: list[tuple[str, str, tuple[Tag, Side | None] | None, float]]) -> CogniGraph:
    hypotheses, edits = [], []
    for number, (summary, quote, judged, strength) in enumerate(found, start=1):
        verdict = None if judged is None else Verdict(tag=judged[0], side=judged[1], because="-")
        name = f"hyp_A{number}"
        known = a_hypothesis(summary, strength=strength, status="tested", visit_count=1, verdict=verdict)
        hypotheses.append((name, known))
        page = a_source(f"https://site{number}.example/a")
        edits += said(number, {name: "SUPPORTS"}, quote, page)
    return a_graph(hypotheses, *edits, question="Do roofs cool houses?")


@given(found=claims, reader=readers)
def test_no_finding_stands_before_one_with_a_better_verdict(
    found: list[tuple[str, str, tuple[Tag, Side | None] | None, float]], reader: Language
) -> None:
    graph = world(found)
    findings = thesis(graph).findings
    ordered = leading_first(graph, findings, reader)
    assert sorted(one.hypothesis for one in ordered) == sorted(one.hypothesis for one in findings)
    standings = [(verdict_rank(one), untold_in(graph, one, reader)) for one in ordered]
    assert standings == sorted(standings)
    assert leading_first(graph, findings[::-1], reader) == ordered


@given(found=claims, reader=readers)
def test_a_quote_told_to_the_reader_is_one_for_the_claim_in_the_readers_language(
    found: list[tuple[str, str, tuple[Tag, Side | None] | None, float]], reader: Language
) -> None:
    graph = world(found)
    for finding in thesis(graph).findings:
        told = said_in(graph, finding.hypothesis, reader)
        if told is not None:
            assert language(graph.observations[told].quote or "") == reader
            others = [known.summary for name, known in graph.hypotheses.items() if name != finding.hypothesis]
            assert graph.observations[told].quote not in others
            assert told in {witness.observation for witness in finding.supported_by}
