"""What a second look at a page says."""

from pathfinder.protocols.evidence.rechecking import alive, rechecked, taken_back, unreachable
from pathfinder.protocols.ids import ObservationId
from tests.builders import a_page, page_hash

STORED = a_page("Loops cut the bill by 41 per cent. Wells never freeze.")
NAME = page_hash(STORED.text)
QUOTES = {ObservationId("obs_1"): "Loops cut the bill by 41 per cent"}


def test_the_same_words_in_other_white_space_are_the_same() -> None:
    now = a_page("Loops cut the bill\nby 41 per cent.  Wells never freeze.")
    seen = rechecked(NAME, STORED, now, QUOTES)
    assert (seen.standing, seen.holds) == ("same", True)


def test_a_changed_page_holds_while_its_quotes_stand() -> None:
    seen = rechecked(NAME, STORED, a_page("New. Loops cut the bill by 41 per cent."), QUOTES)
    assert (seen.standing, seen.lost, seen.holds) == ("changed", (), True)
    turned = rechecked(NAME, STORED, a_page("Loops do not cut the bill by 41 per cent."), QUOTES)
    assert (turned.standing, turned.lost, turned.holds) == ("changed", ("obs_1",), False)
    assert "1 of 1" in turned.reason


def test_dead_and_retracted_pages_do_not_hold_and_a_paper_alive_does() -> None:
    assert not unreachable(NAME, STORED.source, "404").holds
    assert not taken_back(NAME, STORED.source, "notice").holds
    assert alive(NAME, STORED.source).holds
