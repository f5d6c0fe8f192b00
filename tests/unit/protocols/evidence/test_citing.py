"""A sentence stands only on quotes that are there, bear on its claim and say its numbers."""

import pytest

from pathfinder.protocols.evidence.citing import Fault, FaultKind, bears_on, fault, words_of
from pathfinder.protocols.graph.edits import RetractSource
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.ids import HypothesisId, ObservationId
from tests.builders import a_graph, a_hypothesis, a_source, page_hash
from tests.theses import said

A1, A2 = HypothesisId("hyp_A1"), HypothesisId("hyp_A2")
OTHER = a_source("https://two.example/b")
GRAPH = a_graph(
    [("hyp_A1", a_hypothesis("Loops pay.")), ("hyp_A2", a_hypothesis("Wells freeze."))],
    *said(1, {"hyp_A1": "SUPPORTS"}, "The bill fell by 41% in 2024.", a_source()),
    *said(2, {"hyp_A2": "CONTRADICTS"}, "겨울에도 41미터 우물은 얼지 않았다.", OTHER),
)


def found(text: str, *cites: str, claim: HypothesisId = A1) -> Fault | None:
    return fault(GRAPH, text, [ObservationId(cite) for cite in cites], {claim})


@pytest.mark.parametrize(
    ("text", "cites"),
    [
        ("The bill fell by 41 per cent.", ["obs_1"]),
        ("The bill fell.", ["obs_1"]),
        ("2024년에 41% 줄었다.", ["obs_1"]),
        ("As obs_1 says of hyp_A1, it fell by 41%.", []),
        ("obs_1은 41%라고 한다.", []),
    ],
)
def test_a_sentence_whose_quotes_say_it_stands(text: str, cites: list[str]) -> None:
    assert found(text, *cites) is None


@pytest.mark.parametrize(
    ("text", "cites", "kind", "what"),
    [
        ("The bill fell by 42 per cent.", ["obs_1"], "number", "42 per cent"),
        ("2025년에 41% 줄었다.", ["obs_1"], "number", "2025"),
        ("It fell.", [], "uncited", ""),
        ("It fell.", ["obs_9"], "no_such_id", "obs_9"),
        ("It fell, as obs_9 has it.", ["obs_1"], "no_such_id", "obs_9"),
        ("It fell, so hyp_A7 holds.", ["obs_1"], "no_such_id", "hyp_A7"),
        ("hyp_A7은 맞다.", ["obs_1"], "no_such_id", "hyp_A7"),
        ("It fell.", ["obs_2"], "other_claim", "obs_2"),
        ("It fell, and obs_2 agrees.", ["obs_1"], "other_claim", "obs_2"),
    ],
)
def test_a_sentence_without_ground_does_not(text: str, cites: list[str], kind: FaultKind, what: str) -> None:
    known = found(text, *cites)
    assert known is not None
    assert known.kind == kind
    assert what in known.what


def test_either_side_of_a_claim_bears_on_it() -> None:
    assert found("41미터 우물은 얼지 않는다.", "obs_2", claim=A2) is None
    assert bears_on(GRAPH, ObservationId("obs_2"), {A1, A2})
    assert not bears_on(GRAPH, ObservationId("obs_2"), set())


def test_a_quote_nobody_found_or_a_retracted_page_carries_nothing() -> None:
    page = page_hash(f"{OTHER.url} 2")
    retracted = apply(GRAPH, [RetractSource(page=page, because="withdrawn")])
    known = fault(retracted, "Wells do not freeze.", [ObservationId("obs_2")], {A2})
    assert known == Fault(kind="without_weight", what="obs_2")
    seen = GRAPH.observations[ObservationId("obs_2")].model_copy(update={"quote": None})
    unverified = GRAPH.model_copy(
        update={"observations": {**GRAPH.observations, ObservationId("obs_2"): seen}}
    )
    known = fault(unverified, "Wells do not freeze.", [ObservationId("obs_2")], {A2})
    assert known == Fault(kind="unverified", what="obs_2")


def test_a_figure_may_stand_in_a_quote_its_heading_its_date_or_what_is_known_of_its_page() -> None:
    seen = GRAPH.observations[ObservationId("obs_1")]
    told = seen.model_copy(update={"header": "Bills by year", "as_of": "2024"})
    nowhere = told.model_copy(update={"page": None})
    graph = GRAPH.model_copy(update={"observations": {"obs_1": told, "obs_2": nowhere}})
    of_the_page = a_source()
    words = {"The bill fell by 41% in 2024.", "Bills by year", "2024"}
    assert words | {of_the_page.title, of_the_page.site} <= set(words_of(graph, [ObservationId("obs_1")]))
    assert set(words_of(graph, [ObservationId("obs_2")])) == words
