"""A merge costs what it adds: the same reports into graphs of 1,000 and 10,000 observations."""

from collections.abc import Iterable
from time import perf_counter

from bench.figures import Figure, Group, Size
from pathfinder.protocols.calls.explorer_reports import ExplorerReport, Pages, StoredPage
from pathfinder.protocols.graph.edits import AddEdge, AddHypothesis, AddObservation, AddSource, GraphEdit
from pathfinder.protocols.graph.reducer import apply
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge, Hypothesis, Observation, Source
from pathfinder.protocols.ids import HypothesisId, ObservationId, PageHash
from pathfinder.protocols.judging.merge import merge

GROUP: Group = "speed"
ALONE = True
SMALL, LARGE = 1_000, 10_000
PER_CLAIM = 20
"""Observations per hypothesis: a graph that grows has more claims, not more evidence on each."""
PER_ITERATION = 25
"""Observations that an iteration brings: a graph that grows has more of them, not larger ones."""


def run(size: Size = Size.FULL) -> Iterable[Figure]:
    """The ratio that matters, and the times it is made of."""
    graphs = {count: grown(count) for count in (SMALL, LARGE)}
    best = dict.fromkeys(graphs, float("inf"))
    pages, reports = _reports()
    for _ in range(size.of(30, 10)):
        for observations, graph in graphs.items():
            start = perf_counter()
            apply(graph, merge(graph, reports, pages).edits)
            best[observations] = min(best[observations], perf_counter() - start)
    for observations in graphs:
        yield Figure(
            f"merge into {observations:,} observations",
            best[observations] * 1_000,
            "ms",
            None,
            "5 reports, 20 quotes",
        )
    yield Figure(
        "merge: 10,000 against 1,000 observations", best[LARGE] / best[SMALL], "x", 1.5, "near 1 is right"
    )


def _page(number: int) -> PageHash:
    return PageHash(f"{number:064x}")


def _source(number: int) -> Source:
    url = f"https://site{number}.example/page"
    return Source(url=url, type="paper", authority=0.9, publisher=f"site{number}.example")


def grown(size: int) -> CogniGraph:
    """A graph of so many observations."""
    return apply(CogniGraph(question="Is it so?", iteration=size // PER_ITERATION), graph_edits(size))


def graph_edits(size: int) -> list[GraphEdit]:
    """What it is made of."""
    edits: list[GraphEdit] = []
    for number in range(1, size // PER_CLAIM + 1):
        claim = Hypothesis(type="A", summary=f"Claim {number} holds", strength=0.5, created_at=0)
        edits.append(AddHypothesis(name=HypothesisId(f"hyp_A{number}"), hypothesis=claim))
    for number in range(1, size + 1):
        source, name = _source(number), ObservationId(f"obs_{number}")
        at = (number - 1) // PER_ITERATION
        observation = Observation(
            summary="It was measured.",
            quote="it was measured",
            source_url=source.url,
            source_type="paper",
            authority=0.9,
            page=_page(number),
            offset=0,
            created_at=at,
        )
        hypothesis = HypothesisId(f"hyp_A{(number - 1) % (size // PER_CLAIM) + 1}")
        edge = EvidenceEdge(
            observation=name, hypothesis=hypothesis, type="SUPPORTS", weight=0.5, created_at=at
        )
        edits += [
            AddSource(page=_page(number), source=source),
            AddObservation(name=name, observation=observation),
            AddEdge(edge=edge),
        ]
    return edits


def _reports() -> tuple[Pages, list[ExplorerReport]]:
    """Five Explorers, four quotes and one new claim each, on pages the graph has not seen."""
    pages: Pages = {}
    reports = []
    for slot in range(1, 6):
        observations, stances = [], []
        for place in range(1, 5):
            number = 900_000 + slot * 10 + place
            text = (
                f"Page {slot} {place}. "
                + "Some words before. " * 200
                + "It fell by 41 per cent. "
                + "And after. " * 200
            )
            pages[_page(number)] = StoredPage(text=text, source=_source(number))
            key = f"o{place}"
            observations.append(
                {
                    "key": key,
                    "page": _page(number),
                    "quote": "It fell by 41 per cent.",
                    "summary": "It fell 41%.",
                }
            )
            about = (
                {"kind": "claim", "key": "c1"}
                if place == 1
                else {"kind": "hypothesis", "hypothesis": f"hyp_A{slot * 3 + place}"}
            )
            stances.append({"observation": key, "about": about, "type": "SUPPORTS", "weight": 0.8})
        reports.append(
            ExplorerReport.model_validate(
                {
                    "iid": f"WEB-KW{slot}-S{slot}-I1-R1.0",
                    "target": {"kind": "keyword", "number": slot, "keyword": "k"},
                    "status": "success",
                    "observations": observations,
                    "claims": [{"key": "c1", "summary": f"New claim of slot {slot}"}],
                    "stances": stances,
                }
            )
        )
    return pages, reports
