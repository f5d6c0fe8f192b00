"""sources.ris: tagged lines, for EndNote, Mendeley and libraries."""

from collections.abc import Iterator

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.export.references import Reference, references

TYPES = {
    "paper": "JOUR",
    "official": "RPRT",
    "news": "NEWS",
    "blog": "BLOG",
    "forum": "ELEC",
    "unknown": "ELEC",
}


def ris(graph: CogniGraph) -> str:
    """A record for each source: a tag, two blanks, a hyphen, a blank; CRLF as the format has it."""
    lines = [
        f"{tag}  - {value}".rstrip(" ") if tag != "ER" else "ER  - \r\n"
        for known in references(graph)
        for tag, value in _record(known)
    ]
    return "\r\n".join(lines)


def _record(known: Reference) -> Iterator[tuple[str, str]]:
    yield "TY", TYPES[known.type]
    yield "ID", known.key
    yield "TI", known.title
    yield from (("AU", one.shown) for one in known.people)
    if known.site:
        yield ("JO" if known.type == "paper" else "PB"), known.site
    if known.issued:
        parts = [f"{known.issued[0]:04}", *(f"{part:02}" for part in known.issued[1:])]
        yield "PY", parts[0]
        yield "DA", "/".join([*parts, *[""] * (3 - len(parts))]) + "/"
    if known.doi:
        yield "DO", known.doi
    yield "UR", known.url
    if known.accessed is not None:
        yield "Y2", known.accessed.strftime("%Y/%m/%d/")
    if known.language:
        yield "LA", known.language
    if known.retracted is not None:
        yield "N1", f"Retracted: {known.retracted}"
    yield "N1", known.note
    yield "ER", ""
