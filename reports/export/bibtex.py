"""sources.bib: BibTeX in UTF-8, as biber and every current reference manager read it."""

from collections.abc import Iterator

from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.reports.export.references import Person, Reference, references

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "#": r"\#",
    "$": r"\$",
    "%": r"\%",
    "&": r"\&",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def bibtex(graph: CogniGraph) -> str:
    """An entry for each source."""
    return "\n".join(_entry(reference) for reference in references(graph))


def _entry(known: Reference) -> str:
    kind = "article" if known.type == "paper" else "misc"
    fields = ",\n".join(f"  {name} = {value}" for name, value in _fields(known))
    return f"@{kind}{{{known.key},\n{fields}\n}}\n"


def _fields(known: Reference) -> Iterator[tuple[str, str]]:
    # Two pairs of braces keep the capitals of a title as they are.
    yield "title", f"{{{{{escaped(known.title)}}}}}"
    if known.people:
        yield "author", f"{{{' and '.join(_author(one) for one in known.people)}}}"
    if known.site:
        yield ("journal" if known.type == "paper" else "howpublished"), f"{{{escaped(known.site)}}}"
    if known.issued:
        yield "year", f"{{{known.issued[0]}}}"
    if len(known.issued) > 1:
        yield "month", _MONTHS[known.issued[1] - 1]
    if known.doi:
        yield "doi", f"{{{escaped(known.doi)}}}"
    yield "url", f"{{{address(known.url)}}}"
    if known.accessed is not None:
        yield "urldate", f"{{{known.accessed.isoformat()}}}"
    if known.language:
        yield "langid", f"{{{escaped(known.language)}}}"
    retracted = f"Retracted: {known.retracted}. " if known.retracted is not None else ""
    yield "note", f"{{{escaped(retracted + known.note)}}}"


def _author(one: Person) -> str:
    """A name in one piece is held together by braces, or BibTeX would make its last word the family."""
    return f"{{{escaped(one.whole)}}}" if one.whole else f"{escaped(one.family)}, {escaped(one.given)}"


def escaped(text: str) -> str:
    """Text that TeX shows as it is."""
    return "".join(_SPECIAL.get(mark, mark) for mark in text)


def address(url: str) -> str:
    """An address stays one: braces and backslashes, which would unbalance the entry, in their % form."""
    return url.replace("\\", "%5C").replace("{", "%7B").replace("}", "%7D").replace(" ", "%20")
