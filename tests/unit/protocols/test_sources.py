"""What a source knows of its text."""

import pytest

from tests.builders import a_source


@pytest.mark.parametrize(("offset", "page"), [(0, 1), (99, 1), (100, 2), (250, 3), (9_999, 3)])
def test_a_place_in_a_pdf_is_on_a_page(offset: int, page: int) -> None:
    assert a_source(page_starts=(0, 100, 250)).page_at(offset) == page


def test_a_text_without_pages_has_none() -> None:
    assert a_source().page_at(5) is None
