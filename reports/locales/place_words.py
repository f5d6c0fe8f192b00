"""Where a quote stands in its document, in words: a page, a slide, a sheet and row, a mail, a chapter."""

from pathfinder.locales.catalogue import translator
from pathfinder.protocols.graph.places import Place
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import PageHash


def place_text(place: Place | None, language: str) -> str:
    """A place as a citation names it; nothing for a document without places."""
    if place is None:
        return ""
    t = translator(language)
    text = t(f"place-{place.unit}", number=place.number)
    if not place.name:
        return text
    if place.unit == "row":
        return t("place-sheet", name=place.name, place=text)
    return f"{text}, “{place.name}”"


def place_on(graph: CogniGraph, page: PageHash | None, offset: int | None, language: str) -> str:
    """The place of an offset on a page of the graph."""
    source = None if page is None else graph.sources.get(page)
    return "" if source is None or offset is None else place_text(source.place_at(offset), language)


def place_of(graph: CogniGraph, seen: Observation, language: str) -> str:
    """The place of an observation."""
    return place_on(graph, seen.page, seen.offset, language)
