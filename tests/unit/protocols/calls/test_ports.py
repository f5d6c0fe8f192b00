"""Room for an answer: what tokens cost, and how many a sum pays for."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.protocols.calls.ports import Room


def room(price: int, most: int = 10_000) -> Room:
    return Room(usd_micros_per_million=price, least=1, likely=1, most=most)


@given(price=st.integers(0, 10**8), usd_micros=st.integers(-1_000, 10**7), most=st.integers(1, 10**6))
def test_what_a_sum_pays_for_costs_no_more_and_one_token_more_would(
    price: int, usd_micros: int, most: int
) -> None:
    known = room(price, most)
    tokens = known.tokens(usd_micros)
    assert 0 <= tokens <= most
    assert known.usd_micros(tokens) <= max(0, usd_micros)
    assert tokens == most or known.usd_micros(tokens + 1) > usd_micros


def test_a_part_of_a_micro_dollar_is_a_whole_one() -> None:
    assert [room(550_000).usd_micros(tokens) for tokens in (0, 1, 2, 1_000)] == [0, 1, 2, 550]


def test_an_answer_that_costs_nothing_may_be_as_long_as_there_is_room() -> None:
    assert room(0).tokens(0) == 10_000
