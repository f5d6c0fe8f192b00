"""Where a quote stands in its document, in words: a page, a slide, a sheet and row, a mail, a chapter."""

from pathfinder.protocols.graph.places import Place, PlaceUnit
from pathfinder.protocols.graph.types import CogniGraph, Observation
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.text.languages import Language
from pathfinder.reports.markdown.summary import Tongue

_UNNAMED: dict[Tongue, dict[PlaceUnit, str]] = {
    "en": {
        "page": "page {number}",
        "slide": "slide {number}",
        "row": "row {number}",
        "message": "message {number}",
        "line": "line {number}",
        "chapter": "chapter {number}",
    },
    "ko": {
        "page": "{number}쪽",
        "slide": "슬라이드 {number}",
        "row": "{number}행",
        "message": "{number}번째 메일",
        "line": "{number}번째 줄",
        "chapter": "{number}장",
    },
}
_SHEET: dict[Tongue, str] = {"en": "sheet “{name}”, {place}", "ko": "“{name}” 시트 {place}"}


def place_text(place: Place | None, language: Language) -> str:
    """A place as a citation names it; nothing for a document without places."""
    if place is None:
        return ""
    speak: Tongue = "ko" if language == "ko" else "en"
    text = _UNNAMED[speak][place.unit].format(number=place.number)
    if not place.name:
        return text
    if place.unit == "row":
        return _SHEET[speak].format(name=place.name, place=text)
    return f"{text}, “{place.name}”"


def place_on(graph: CogniGraph, page: PageHash | None, offset: int | None, language: Language) -> str:
    """The place of an offset on a page of the graph."""
    source = None if page is None else graph.sources.get(page)
    return "" if source is None or offset is None else place_text(source.place_at(offset), language)


def place_of(graph: CogniGraph, seen: Observation, language: Language) -> str:
    """The place of an observation."""
    return place_on(graph, seen.page, seen.offset, language)
