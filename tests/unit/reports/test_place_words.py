"""Places are named in the words of the reader."""

from typing import get_args

import pytest

from pathfinder.protocols.graph.places import Place, PlaceUnit
from pathfinder.reports.locales.place_words import place_text


@pytest.mark.parametrize("unit", get_args(PlaceUnit))
def test_every_place_has_words_in_both_languages(unit: PlaceUnit) -> None:
    english, korean = (
        place_text(Place(unit=unit, number=7, name="Prices"), tongue) for tongue in ("en", "ko")
    )
    assert english != korean
    assert all("7" in words and "“Prices”" in words for words in (english, korean))


def test_a_document_without_places_has_none_to_name() -> None:
    assert place_text(None, "en") == ""
