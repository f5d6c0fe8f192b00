"""What a source knows of its text."""

import pytest

from pathfinder.protocols.graph.places import Place, PlaceRun
from tests.builders import a_source


@pytest.mark.parametrize(("offset", "page"), [(0, 1), (99, 1), (100, 2), (250, 3), (9_999, 3)])
def test_a_place_in_a_pdf_is_on_a_page(offset: int, page: int) -> None:
    assert a_source(page_starts=(0, 100, 250)).place_at(offset) == Place(unit="page", number=page)


def test_a_text_without_pages_has_none() -> None:
    assert a_source().place_at(5) is None


@pytest.mark.parametrize(
    ("offset", "place"),
    [
        (0, Place(unit="row", number=2, name="Costs")),
        (25, Place(unit="row", number=4, name="Costs")),
        (30, Place(unit="row", number=9, name="Costs")),
        (45, Place(unit="row", number=1, name="Notes")),
    ],
)
def test_rows_are_counted_on_within_their_run_and_named_after_their_sheet(offset: int, place: Place) -> None:
    runs = (
        PlaceRun(first=Place(unit="row", number=2, name="Costs")),
        PlaceRun(at=3, first=Place(unit="row", number=9, name="Costs")),
        PlaceRun(at=4, first=Place(unit="row", number=1, name="Notes")),
    )
    assert a_source(page_starts=(0, 10, 20, 30, 40), places=runs).place_at(offset) == place
