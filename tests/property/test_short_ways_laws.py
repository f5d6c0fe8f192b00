"""What is done the short way for queries comes to what the long way comes to."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.briefs import PlannedQuery
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.planning.converging import CandidateQuery, QueryHistory, converge
from pathfinder.protocols.text.queries import clean, normalize, similarity

WORDS = st.sampled_from(
    ("heat", "heating", "pump", "pumps", "cost", "2024", "41", "난방", "난방비", "soil", "so")
)
QUERIES = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
SOME = st.lists(QUERIES, max_size=8)
ASCII = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=60)


@given(st.lists(st.tuples(QUERIES, st.booleans()), max_size=8), SOME, SOME, st.integers(1, 5))
def test_queries_that_are_not_compared_would_not_have_been_nearest(
    drawn: list[tuple[str, bool]], earlier: list[str], siblings: list[str], most: int
) -> None:
    pool = [CandidateQuery(PlannedQuery(query=query, strategy="web"), wanted) for query, wanted in drawn]
    bounded, all_compared = (
        converge(pool, most, QueryHistory(earlier, siblings, {}, measure))
        for measure in (BY_WORDS, similarity)
    )
    assert bounded == all_compared


@given(ASCII)
def test_words_of_plain_letters_are_those_that_every_script_has(query: str) -> None:
    # The dot is no letter, and takes the long way.
    assert normalize(query) == normalize(f"{query} ·")


@given(ASCII)
def test_a_plain_query_is_cleaned_like_any_other(query: str) -> None:
    # What nobody sees is taken out, the long way.
    assert clean(query) == clean(f"{query}\u200b")
