"""graph.graphml: claims, observations and pages with their links, for Gephi, yEd and networkx."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from typing import NamedTuple

from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.evidence.strength import authority_of
from pathfinder.protocols.graph.types import CogniGraph, ConflictEdge, EvidenceEdge
from pathfinder.protocols.ids import order

Value = str | int | float | bool

_NAMESPACE = "http://graphml.graphdrawing.org/xmlns"
# XML 1.0 has no way to write these, not even escaped.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

NODE_KEYS = {
    "kind": "string",
    "label": "string",
    "type": "string",
    "status": "string",
    "strength": "double",
    "verdict": "string",
    "side": "string",
    "quote": "string",
    "verified": "boolean",
    "authority": "double",
    "url": "string",
    "retracted": "string",
    "iteration": "int",
}
EDGE_KEYS = {
    "relation": "string",
    "weight": "double",
    "answered": "string",
    "resolved": "boolean",
    "resolution": "string",
    "since": "int",
}


class _Node(NamedTuple):
    id: str
    data: dict[str, Value]


class _Edge(NamedTuple):
    source: str
    target: str
    data: dict[str, Value]


def graphml(graph: CogniGraph) -> str:
    """The graph as XML; every attribute has a declared type."""
    root = ET.Element("graphml", {"xmlns": _NAMESPACE})
    for domain, keys in (("node", NODE_KEYS), ("edge", EDGE_KEYS)):
        for name, type_ in keys.items():
            declared = {"id": f"{domain}_{name}", "for": domain, "attr.name": name, "attr.type": type_}
            ET.SubElement(root, "key", declared)
    inside = ET.SubElement(root, "graph", {"id": "cognigraph", "edgedefault": "directed"})
    for node in _nodes(graph):
        _put(ET.SubElement(inside, "node", {"id": node.id}), "node", node.data)
    for number, edge in enumerate(_edges(graph), start=1):
        ends = {"id": f"e{number}", "source": edge.source, "target": edge.target}
        _put(ET.SubElement(inside, "edge", ends), "edge", edge.data)
    ET.indent(root, " ")
    text = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'


def _put(element: ET.Element, domain: str, data: dict[str, Value]) -> None:
    for name, value in data.items():
        if value != "":
            ET.SubElement(element, "data", {"key": f"{domain}_{name}"}).text = _text(value)


def _text(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _NOT_XML.sub("\ufffd", value) if isinstance(value, str) else str(value)


def _nodes(graph: CogniGraph) -> Iterator[_Node]:
    for claim in sorted(graph.hypotheses, key=order):
        known = graph.hypotheses[claim]
        yield _Node(
            claim,
            {
                "kind": "hypothesis",
                "label": claim_text(graph, claim),
                "type": known.type,
                "status": known.status,
                "strength": known.strength,
                "verdict": known.verdict.tag if known.verdict else "",
                "side": (known.verdict.side or "") if known.verdict else "",
                "iteration": known.created_at + 1,
            },
        )
    for name in sorted(graph.observations, key=order):
        seen = graph.observations[name]
        yield _Node(
            name,
            {
                "kind": "observation",
                "label": observation_text(graph, name),
                "type": seen.source_type,
                "quote": seen.quote or "",
                "verified": seen.verified,
                "authority": authority_of(graph, name),
                "url": seen.source_url,
                "iteration": seen.created_at + 1,
            },
        )
    for page in sorted(graph.sources, key=lambda page: (graph.sources[page].url, page)):
        source = graph.sources[page]
        yield _Node(
            f"page_{page[:16]}",
            {
                "kind": "source",
                "label": source.title or source.url,
                "type": source.type,
                "authority": source.weight,
                "url": source.url,
                "retracted": source.retracted or "",
            },
        )


def _edges(graph: CogniGraph) -> Iterator[_Edge]:
    for name in sorted(graph.observations, key=order):
        page = graph.observations[name].page
        if page is not None:
            yield _Edge(name, f"page_{page[:16]}", {"relation": "QUOTED_FROM"})
    for edge in graph.edges:
        if isinstance(edge, EvidenceEdge):
            answered = edge.answered.reason if edge.answered else ""
            yield _Edge(
                edge.observation,
                edge.hypothesis,
                {
                    "relation": edge.type,
                    "weight": edge.weight,
                    "answered": answered,
                    "since": edge.created_at + 1,
                },
            )
        elif isinstance(edge, ConflictEdge):
            yield _Edge(
                edge.first,
                edge.second,
                {
                    "relation": edge.type,
                    "weight": edge.weight,
                    "resolved": edge.resolved,
                    "resolution": edge.resolution or "",
                    "since": edge.created_at + 1,
                },
            )
    for claim in sorted(graph.hypotheses, key=order):
        known = graph.hypotheses[claim]
        if known.merged_into is not None:
            yield _Edge(claim, known.merged_into, {"relation": "MERGED_INTO"})
        for origin in known.derived_from:
            if origin in graph.hypotheses or origin in graph.observations:
                yield _Edge(origin, claim, {"relation": "LED_TO"})
