"""Sessions of the first version: evidence/, claims/, summary.md, holes.json; as JSON or as Markdown."""

import re
from typing import Any

from pathfinder.adapters.storage.files.older import (
    Older,
    OlderClaim,
    OlderEvidence,
    OlderFiles,
    address_in,
    before,
    line,
    place_in,
    said_in,
    texts,
    unit,
)

_MARKS = re.compile(r"^(?:#+|[-*>]|\d+[.)])\s*|\*\*")
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)


def read_v1(reader: OlderFiles) -> Older | None:
    """The session; None if there is neither evidence nor a claim."""
    evidence = {_stem(name): _evidence(reader, name) for name in reader.names("evidence")}
    claims = [_claim(reader, name, evidence) for name in reader.names("claims")]
    if not evidence and not claims:
        return None
    used = {said for claim in claims for said in (*claim.supports, *claim.contradicts)}
    holes = reader.json("holes.json")
    listed = holes.get("holes", list(holes.values())) if isinstance(holes, dict) else holes
    summary = reader.text("summary.md")
    return Older(
        version="v1",
        question=_first_line(summary),
        claims=tuple(claim for claim in claims if claim.text),
        said=tuple(said for said in evidence.values() if said.text and said not in used),
        keywords=texts(listed),
        unread=tuple(reader.unread),
    )


def _stem(name: str) -> str:
    return name.rpartition("/")[2].rpartition(".")[0]


def _evidence(reader: OlderFiles, name: str) -> OlderEvidence:
    row = reader.json(name) if name.endswith(".json") else None
    if isinstance(row, dict):
        return OlderEvidence(
            said_in(row), place_in(row), before(row.get("iteration")), line(row.get("quote"))
        )
    text = reader.text(name)
    said = OlderEvidence(_first_line(text), address_in(text), 0, _quoted(text))
    if not said.text:
        reader.skip(name, "nothing in it could be read")
    return said


def _claim(reader: OlderFiles, name: str, evidence: dict[str, OlderEvidence]) -> OlderClaim:
    """A claim with the evidence that it names, by the name of its file."""
    row = reader.json(name) if name.endswith(".json") else None
    if isinstance(row, dict):
        against = _named(row.get("contradicting_evidence", row.get("contradicts")), evidence)
        for_ = _named(row.get("evidence", row.get("supporting_evidence", row.get("supports"))), evidence)
        text, confidence = said_in(row), unit(row.get("confidence"))
        return OlderClaim(None, text, confidence, before(row.get("iteration")), for_, against)
    text = reader.text(name)
    if not _first_line(text):
        reader.skip(name, "nothing in it could be read")
    words = set(re.findall(r"[\w.-]+", text))
    cited = tuple(said for stem, said in evidence.items() if {stem, f"{stem}.md", f"{stem}.json"} & words)
    return OlderClaim(None, _first_line(text), 0.5, 0, cited)


def _named(value: Any, evidence: dict[str, OlderEvidence]) -> tuple[OlderEvidence, ...]:  # noqa: ANN401  (whatever it wrote)
    names = [value] if isinstance(value, str) else value if isinstance(value, list) else []
    stems = (str(name).rpartition("/")[2].removesuffix(".json").removesuffix(".md") for name in names)
    return tuple(evidence[stem] for stem in stems if stem in evidence)


def _first_line(text: str) -> str:
    """The first line that says something, without the marks of Markdown."""
    rows = (_MARKS.sub("", row.strip()).strip() for row in _FRONT.sub("", text).splitlines())
    return line(next((row for row in rows if row), ""))


def _quoted(text: str) -> str:
    rows = (row.strip() for row in text.splitlines())
    return line(next((row.lstrip("> ") for row in rows if row.startswith(">")), ""))
