"""Of many candidate queries the few that promise most, and none that says what another says."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.briefs import PlannedQuery
from pathfinder.protocols.graph.memory import SearchRecord
from pathfinder.protocols.planning.converging import CandidateQuery, QueryHistory, converge, yields_of
from pathfinder.protocols.text.queries import REPEAT_ABOVE, similarity


def known(*earlier: str, siblings: tuple[str, ...] = (), **yields: float) -> QueryHistory:
    return QueryHistory(earlier, siblings, yields, similarity)


def candidate(query: str, kind: str = "web", *, wanted: bool = False) -> CandidateQuery:
    return CandidateQuery(PlannedQuery.model_validate({"query": query, "strategy": kind}), wanted)


def taken(candidates: list[CandidateQuery], most: int, against: QueryHistory) -> list[str]:
    return [one.query for one in converge(candidates, most, against)]


def test_what_was_not_searched_before_goes_before_what_nearly_was() -> None:
    pool = [candidate("loop cost velm winter"), candidate("soil heat clay depth")]
    assert taken(pool, 1, known("loop cost velm summer")) == ["soil heat clay depth"]


def test_what_a_sibling_asks_is_worth_less() -> None:
    pool = [candidate("loop cost velm winter"), candidate("soil heat clay depth")]
    assert taken(pool, 1, known(siblings=("loop cost velm spring",))) == ["soil heat clay depth"]


def test_each_further_query_has_to_differ_from_those_taken() -> None:
    pool = [candidate("loop cost velm"), candidate("loop cost velm data"), candidate("soil heat clay")]
    assert taken(pool, 2, known()) == ["loop cost velm", "soil heat clay"]


def test_a_kind_that_paid_of_late_goes_first_and_so_does_a_query_of_fair_length() -> None:
    pool = [candidate("soil heat", "academic"), candidate("loop cost", "web")]
    assert taken(pool, 1, known(web=0.9, academic=0.1)) == ["loop cost"]
    assert taken([candidate("soil"), candidate("loop cost")], 1, known()) == ["loop cost"]


def test_the_leads_choice_has_a_head_start_but_a_repeat_is_out() -> None:
    pool = [candidate("soil heat clay"), candidate("loop cost", wanted=True)]
    assert taken(pool, 1, known("loop cost velm")) == ["loop cost"]
    assert taken(pool, 2, known("cost loop")) == ["soil heat clay"]


def test_a_repeat_in_meaning_is_out_but_other_numbers_make_another_question() -> None:
    alike = QueryHistory(("heat pump price",), (), {}, lambda *_: 0.99)
    assert converge([candidate("what heat pumps cost")], 3, alike) == []
    assert len(converge([candidate("heat pump price 2024")], 3, alike)) == 1


def test_yields_look_back_to_an_iteration_and_start_from_a_half() -> None:
    records = [
        SearchRecord(
            iteration=at,
            query=f"q{at}",
            normalized=f"q{at}",
            strategy="web" if at < 3 else "academic",
            engine="e",
            result_count=1,
            new_sources=at % 2,
        )
        for at in range(5)
    ]
    assert yields_of(records, 1) == {"academic": 2 / 4, "web": 2 / 4}
    assert yields_of(records, 4) == {"academic": 1 / 3}
    assert yields_of((), 0) == {}


texts = st.lists(
    st.sampled_from(["loop", "cost", "soil", "heat", "clay", "data", "2023"]), min_size=1, max_size=4
)


@given(st.lists(texts.map(" ".join), max_size=8), st.lists(texts.map(" ".join), max_size=4))
def test_no_two_that_are_taken_are_repeats_and_none_repeats_the_past(
    pool: list[str], earlier: list[str]
) -> None:
    made = taken([candidate(text) for text in pool], 5, known(*earlier))
    for place, query in enumerate(made):
        assert all(similarity(query, other) <= REPEAT_ABOVE for other in (*made[:place], *earlier))
