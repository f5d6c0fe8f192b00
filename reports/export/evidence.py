"""evidence.csv: a row for each link of an observation to a claim, and for each observation without one.

A cell that begins like a formula is opened by a spreadsheet as one, and a formula can call out; such a cell
gets an apostrophe in front, as spreadsheets themselves write text. Line ends are CRLF as RFC 4180 has them,
and a byte order mark stands first, without which Excel takes Korean for another code page.
"""

import csv
import io
from collections.abc import Iterator

from pathfinder.protocols.evidence.marked_text import claim_text, observation_text
from pathfinder.protocols.evidence.strength import authority_of, voices_of
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.reports.locales.place_words import place_of

HEAD = (
    "observation",
    "hypothesis",
    "stance",
    "weight",
    "answered",
    "quote",
    "summary",
    "verified",
    "authority",
    "source_type",
    "url",
    "title",
    "site",
    "author",
    "date",
    "doi",
    "retracted",
    "voice",
    "iteration",
    "found_by",
    "page",
    "offset",
    "place",
    "claim",
    "claim_status",
    "claim_strength",
    "verdict",
    "verdict_side",
)

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def evidence_csv(graph: CogniGraph) -> str:
    """The table as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEAD)
    for row in _rows(graph):
        writer.writerow([cell(value) for value in row])
    return "\ufeff" + out.getvalue()


def _rows(graph: CogniGraph) -> Iterator[tuple[str, ...]]:
    linked: dict[ObservationId, list[EvidenceEdge]] = {}
    for edge in graph.edges:
        if isinstance(edge, EvidenceEdge):
            linked.setdefault(edge.observation, []).append(edge)
    for name in sorted(graph.observations, key=order):
        edges = sorted(linked.get(name, ()), key=lambda edge: order(edge.hypothesis))
        if not edges:
            yield (name, *_stance(None), *_observation(graph, name, None), *_claim(graph, None))
        for edge in edges:
            yield (
                name,
                *_stance(edge),
                *_observation(graph, name, edge.hypothesis),
                *_claim(graph, edge.hypothesis),
            )


def _stance(edge: EvidenceEdge | None) -> tuple[str, ...]:
    if edge is None:
        return ("", "", "", "")
    answered = edge.answered.reason if edge.answered else ""
    return (edge.hypothesis, edge.type, str(edge.weight), answered)


def _observation(graph: CogniGraph, name: ObservationId, claim: HypothesisId | None) -> tuple[str, ...]:
    seen = graph.observations[name]
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return (
        seen.quote or "",
        observation_text(graph, name),
        "yes" if seen.verified else "no",
        str(authority_of(graph, name)),
        seen.source_type,
        seen.source_url,
        source.title if source else "",
        source.site if source else "",
        source.author if source else "",
        source.date if source else "",
        (source.doi or "") if source else "",
        (source.retracted or "") if source else "",
        _voice(graph, name, claim),
        str(seen.created_at + 1),
        seen.found_by or "",
        seen.page or "",
        "" if seen.offset is None else str(seen.offset),
        place_of(graph, seen, "en"),
    )


def _voice(graph: CogniGraph, name: ObservationId, claim: HypothesisId | None) -> str:
    """Rows of one claim with the same voice are one witness."""
    page = graph.observations[name].page
    return "" if claim is None or page is None else voices_of(graph, claim)[page][:12]


def _claim(graph: CogniGraph, name: HypothesisId | None) -> tuple[str, ...]:
    if name is None:
        return ("", "", "", "", "")
    known = graph.hypotheses[name]
    tag, side = (known.verdict.tag, known.verdict.side or "") if known.verdict else ("", "")
    return (claim_text(graph, name), known.status, str(known.strength), tag, side)


def cell(value: str) -> str:
    """Text that no spreadsheet takes for a formula; white space in front would hide one."""
    sound = value.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")
    return f"'{sound}" if sound.lstrip(" \u00a0\u3000\ufeff\u200b").startswith(_FORMULA) else sound
