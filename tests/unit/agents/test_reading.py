"""A page in halves: every passage once, and what both say as one reading."""

from hypothesis import given
from hypothesis import strategies as st

from pathfinder.agents.reading import Notes, halves, joined
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.questions import (
    PageView,
    Passage,
    ReadClaim,
    Reading,
    ReadObservation,
    ReadStance,
)
from pathfinder.protocols.reports import NewClaim
from tests.builders import a_page


@given(st.integers(min_value=0, max_value=40))
def test_halves_hold_every_passage_once(count: int) -> None:
    passages = tuple(Passage(number=number, text=str(number)) for number in range(1, count + 1))
    parts = halves(PageView(title="t", site="s", language=None, passages=passages))
    if count < 2:
        assert parts is None
    else:
        assert parts is not None
        assert parts[0].passages + parts[1].passages == passages
        assert abs(len(parts[0].passages) - len(parts[1].passages)) <= 1


def a_reading(quote: str) -> Reading:
    return Reading(
        observations=(ReadObservation(key="o1", quote=quote, summary=quote),),
        claims=(ReadClaim(key="c1", summary=f"It is so that {quote}"),),
        stances=(ReadStance(observation="o1", about=NewClaim(key="c1"), type="SUPPORTS", weight=0.8),),
    )


def test_two_readings_of_one_page_stay_two_claims_with_their_own_quotes() -> None:
    page = a_page("Loops last. Wells freeze.", "https://a.example/x", "blog")
    notes = Notes()
    notes.take(PageHash("0" * 64), page, joined(a_reading("Loops last."), a_reading("Wells freeze.")))
    assert [(line.about, line.quote) for line in notes.found()] == [
        ("p1_c1", "Loops last."),
        ("p1_c2", "Wells freeze."),
    ]


def test_what_is_too_much_keeps_what_was_read_first() -> None:
    one = a_reading("Loops last.")
    many = Reading(
        observations=tuple(
            ReadObservation(key=f"o{number}", quote=str(number), summary="s") for number in range(20)
        )
    )
    whole = joined(many, one)
    assert whole.observations == many.observations
    assert len(whole.claims) == 1
