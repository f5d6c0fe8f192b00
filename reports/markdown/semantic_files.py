"""What a person reads first: findings.md, hypotheses.md and sources.md, in Korean or in English."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, get_args

from pathfinder.protocols.evidence.marked_text import seen_text
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.types import CogniGraph, Source, SourceType
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.planning.priority import active_five
from pathfinder.protocols.text.rounding import percent
from pathfinder.reports.content.claim_view import GraphClaim
from pathfinder.reports.export.memory_files import next_actions, times
from pathfinder.reports.markdown.papers import cited_papers, paper_path
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import tongue_of

MOST_FINDINGS = 30
"""What is kept at hand; `recall` finds the rest."""


class _StrengthMove(NamedTuple):
    """How far the strength of a claim moved in an iteration, in percent, and how much evidence it got."""

    name: HypothesisId
    before: int
    after: int
    pro: int
    con: int


class _Iteration(NamedTuple):
    number: int
    closed: datetime | None
    findings: list[GraphClaim]
    moves: list[_StrengthMove]
    plan: list[str]


class _Paper(NamedTuple):
    """A paper whose PDF was read."""

    source: Source
    note: PaperNote
    path: str
    found: str | None
    """What was found in it first."""
    iteration: int


def findings_file(graph: CogniGraph) -> str:
    """What each iteration found, with its tag, newest first; thirty findings at most."""
    older = max(0, len(graph.findings) - MOST_FINDINGS)
    return render("findings.md", tongue_of(graph), iterations=list(_iterations(graph)), older=older)


def _iterations(graph: CogniGraph) -> Iterator[_Iteration]:
    by_iteration: dict[int, list[HypothesisId]] = {}
    for name in graph.findings:
        created = [edge.created_at for edge in graph.evidence(name)]
        by_iteration.setdefault(max(created, default=graph.hypotheses[name].created_at), []).append(name)
    closed, left = times(graph), MOST_FINDINGS
    for at in sorted(by_iteration, reverse=True):
        names = sorted(by_iteration[at], key=order)[:left]
        if not names:
            break
        left -= len(names)
        day = closed.get(at + 1)
        yield _Iteration(
            number=at + 1,
            closed=day if day is not None and day.year > 1970 else None,
            findings=[GraphClaim(graph, name) for name in names],
            moves=list(_moves(graph, at)),
            plan=next_actions(graph) if at + 1 == graph.iteration else [],
        )


def _moves(graph: CogniGraph, at: int) -> Iterator[_StrengthMove]:
    for name in sorted(graph.hypotheses, key=order):
        history = graph.hypotheses[name].history
        change = sum(entry.change for entry in history if entry.iteration == at)
        if round(change, 4):
            after = graph.hypotheses[name].strength - sum(e.change for e in history if e.iteration > at)
            edges = [edge for edge in graph.evidence(name) if edge.created_at == at]
            pro = sum(edge.type == "SUPPORTS" for edge in edges)
            yield _StrengthMove(name, percent(after - change), percent(after), pro, len(edges) - pro)


def hypotheses_file(graph: CogniGraph) -> str:
    """Every hypothesis with what speaks for and against it: those in focus first, the rejected last."""
    focus, alive = active_five(graph), sorted(graph.alive(), key=order)
    groups = (
        ("active", focus),
        ("others", [name for name in alive if name not in focus]),
        ("done", sorted(graph.hypotheses.keys() - set(alive), key=order)),
    )
    shown = [(title, [GraphClaim(graph, name) for name in names]) for title, names in groups]
    return render("hypotheses.md", tongue_of(graph), groups=shown)


def sources_file(graph: CogniGraph) -> str:
    """The pages that are cited, by kind, weightiest first."""
    used: dict[str, set[int]] = {}
    for observation in graph.observations.values():
        if observation.page is not None:
            used.setdefault(observation.page, set()).add(observation.created_at + 1)
    weightiest = sorted(graph.sources.items(), key=lambda known: (-known[1].weight, known[1].url))
    kinds = [(kind, [one for one in weightiest if one[1].type == kind]) for kind in get_args(SourceType)]
    return render("sources.md", tongue_of(graph), kinds=kinds, used=used, papers=list(_downloaded(graph)))


def _downloaded(graph: CogniGraph) -> Iterator[_Paper]:
    """The papers whose PDF was read, with what was found in them."""
    for page, source, note in cited_papers(graph):
        if note.whole:
            seen = [known for known in graph.observations.values() if known.page == page]
            yield _Paper(
                source,
                note,
                paper_path(graph, note),
                seen_text(seen[0], tongue_of(graph)) if seen else None,
                min((known.created_at for known in seen), default=0) + 1,
            )
