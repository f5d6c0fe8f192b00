"""What a person reads first: findings.md, hypotheses.md and sources.md, in Korean or in English."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple, get_args

from pathfinder.protocols.evidence.marked_text import claim_text, observation_text, seen_text
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Hypothesis, Source, SourceType
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash, order
from pathfinder.protocols.judging.tags import source_tag
from pathfinder.protocols.planning.priority import active_five, updated_at
from pathfinder.protocols.text.rounding import percent
from pathfinder.reports.export.memory_files import next_actions, times
from pathfinder.reports.markdown.papers import cited_papers, paper_path
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import claim_verdict, tongue_of

WARNING = "⚠"
MOST_FINDINGS = 30
"""What is kept at hand; `recall` finds the rest."""


class _Found(NamedTuple):
    """A claim among the findings of an iteration."""

    name: HypothesisId
    claim: str
    mark: str
    verdict: str | None
    sites: list[str]
    sides: tuple[tuple[str, list[str]], ...]
    """The sites that speak for it, and those against it."""

    @property
    def contested(self) -> bool:
        return self.mark == WARNING


class _Moved(NamedTuple):
    """How far the strength of a claim moved in an iteration, in percent, and how much evidence it got."""

    name: HypothesisId
    before: int
    after: int
    pro: int
    con: int


class _Iteration(NamedTuple):
    number: int
    closed: datetime | None
    findings: list[_Found]
    moves: list[_Moved]
    plan: list[str]


class _Claim(NamedTuple):
    """A claim of hypotheses.md."""

    name: HypothesisId
    known: Hypothesis
    claim: str
    verdict: str | None
    sides: tuple[tuple[str, list[tuple[ObservationId, str, str]]], ...]
    """Of each side the observations, with their text and their site."""
    updated: int


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
            findings=[_found(graph, name) for name in names],
            moves=list(_moves(graph, at)),
            plan=next_actions(graph) if at + 1 == graph.iteration else [],
        )


def _found(graph: CogniGraph, name: HypothesisId) -> _Found:
    return _Found(
        name=name,
        claim=claim_text(graph, name),
        mark=source_tag(graph, name).mark,
        verdict=claim_verdict(graph, name),
        sites=sorted({graph.sources[page].site or graph.sources[page].url for page in _pages(graph, name)}),
        sides=tuple(
            (side, list(dict.fromkeys(_site(graph, edge.observation) for edge in _of(graph, name, kind))))
            for side, kind in (("pro", "SUPPORTS"), ("con", "CONTRADICTS"))
        ),
    )


def _moves(graph: CogniGraph, at: int) -> Iterator[_Moved]:
    for name in sorted(graph.hypotheses, key=order):
        history = graph.hypotheses[name].history
        change = sum(entry.change for entry in history if entry.iteration == at)
        if round(change, 4):
            after = graph.hypotheses[name].strength - sum(e.change for e in history if e.iteration > at)
            edges = [edge for edge in graph.evidence(name) if edge.created_at == at]
            pro = sum(edge.type == "SUPPORTS" for edge in edges)
            yield _Moved(name, percent(after - change), percent(after), pro, len(edges) - pro)


def _pages(graph: CogniGraph, name: HypothesisId) -> list[PageHash]:
    pages = (graph.observations[edge.observation].page for edge in graph.evidence(name))
    return [page for page in pages if page is not None]


def _of(graph: CogniGraph, name: HypothesisId, kind: str) -> list[EvidenceEdge]:
    return [edge for edge in graph.evidence(name) if edge.type == kind]


def hypotheses_file(graph: CogniGraph) -> str:
    """Every hypothesis with what speaks for and against it: those in focus first, the rejected last."""
    focus, alive = active_five(graph), sorted(graph.alive(), key=order)
    groups = (
        ("active", focus),
        ("others", [name for name in alive if name not in focus]),
        ("done", sorted(graph.hypotheses.keys() - set(alive), key=order)),
    )
    shown = [(title, [_claim(graph, name) for name in names]) for title, names in groups]
    return render("hypotheses.md", tongue_of(graph), groups=shown)


def _claim(graph: CogniGraph, name: HypothesisId) -> _Claim:
    return _Claim(
        name=name,
        known=graph.hypotheses[name],
        claim=claim_text(graph, name),
        verdict=claim_verdict(graph, name),
        sides=tuple(
            (
                title,
                [
                    (one.observation, observation_text(graph, one.observation), _site(graph, one.observation))
                    for one in _of(graph, name, kind)
                ],
            )
            for title, kind in (("supports", "SUPPORTS"), ("contradicts", "CONTRADICTS"))
        ),
        updated=updated_at(graph, name),
    )


def _site(graph: CogniGraph, name: ObservationId) -> str:
    seen = graph.observations[name]
    source = graph.sources.get(seen.page) if seen.page is not None else None
    return (source.site or source.url) if source else seen.source_url


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
