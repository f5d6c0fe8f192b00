"""Where in a document a quote stands: a page, a slide, a row of a sheet, a mail, a line or a chapter."""

from bisect import bisect_right
from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from pathfinder.protocols.frozen import Frozen, is_empty

PlaceUnit = Literal["page", "slide", "row", "message", "line", "chapter"]


class Place(Frozen):
    """One numbered place of a document."""

    unit: PlaceUnit = "page"
    number: Annotated[int, Field(ge=0)] = 1
    name: str = Field(default="", exclude_if=is_empty)
    """The sheet of a row; the title of a slide, a mail or a chapter."""


class PlaceRun(Frozen):
    """Places that follow one another and are counted on from the first."""

    at: Annotated[int, Field(ge=0)] = 0
    """The index of the first one among the starts of all places."""
    first: Place = Place()


_PAGES = PlaceRun()
"""Starts without a run are the pages of a PDF."""


def place_at(offset: int, starts: Sequence[int], runs: Sequence[PlaceRun]) -> Place | None:
    """The place that holds this offset of the text; None where the document has no places.

    `starts` are the offsets at which places begin, `runs` what the places are called.
    """
    index = bisect_right(starts, offset) - 1
    if index < 0:
        return None
    before = bisect_right(runs, index, key=lambda run: run.at)
    run = runs[before - 1] if before else _PAGES
    return run.first.model_copy(update={"number": run.first.number + index - run.at})
