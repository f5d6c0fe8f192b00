"""Sessions of the first plan of this program: one cognigraph.json with observations, hypotheses and edges."""

from typing import Any

from pathfinder.adapters.storage.files.older import (
    Older,
    OlderClaim,
    OlderEvidence,
    OlderFiles,
    before,
    count,
    line,
    objects,
    place_in,
    said_in,
    texts,
    unit,
)

PLAN = "cognigraph.json"


def read_plan(reader: OlderFiles) -> Older | None:
    """The session; None if there is no such file, or it says neither a question nor a hypothesis."""
    graph = reader.json(PLAN)
    if not isinstance(graph, dict) or not isinstance(graph.get("hypotheses"), dict):
        return None
    seen = {name: _said(row) for name, row in _named(graph.get("observations"))}
    edges = [edge for edge in objects(graph.get("edges")) if edge.get("from") in seen]
    claims = [_claim(name, row, edges, seen) for name, row in _named(graph["hypotheses"])]
    linked = {edge.get("from") for edge in edges}
    unused = [row for row in objects(graph.get("unexplored")) if row.get("used") is not True]
    return Older(
        version="the first plan",
        question=line(graph.get("question")),
        iteration=count(graph.get("iteration")),
        claims=tuple(claim for claim in claims if claim.text),
        said=tuple(said for name, said in seen.items() if said.text and name not in linked),
        keywords=texts(unused),
        unread=tuple(reader.unread),
    )


def _named(value: object) -> list[tuple[str, dict[str, Any]]]:
    rows = value.items() if isinstance(value, dict) else ()
    return [(str(name), row) for name, row in rows if isinstance(row, dict)]


def _said(row: dict[str, Any]) -> OlderEvidence:
    return OlderEvidence(said_in(row), place_in(row), before(row.get("created_at")), line(row.get("quote")))


def _claim(
    name: str, row: dict[str, Any], edges: list[dict[str, Any]], seen: dict[str, OlderEvidence]
) -> OlderClaim:
    """A hypothesis with the observations that its edges name; hyp_7 keeps its number."""
    number = name.removeprefix("hyp_")
    about = [edge for edge in edges if edge.get("to") == name]
    return OlderClaim(
        number=int(number) if number.isdecimal() and number.isascii() and 0 < int(number) < 10**6 else None,
        text=said_in(row),
        confidence=unit(row.get("strength")),
        iteration=before(row.get("created_at")),
        supports=tuple(seen[edge["from"]] for edge in about if edge.get("type") == "SUPPORTS"),
        contradicts=tuple(seen[edge["from"]] for edge in about if edge.get("type") == "CONTRADICTS"),
    )
