"""A session as files a person can read: made from the graph alone, the same text for the same graph.

The file of a single node is written again only when one of the objects that are listed for it here was
replaced: list every object a view reads, or it goes stale.
"""

from collections.abc import Callable, Iterable, Iterator

from pathfinder.protocols.answer.reading_list import ReadingList
from pathfinder.protocols.evidence.marked_text import claim_text, loose_figures, observation_text
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.reports.export.memory_files import memory_files
from pathfinder.reports.markdown.interim import interim_report
from pathfinder.reports.markdown.iteration_log import IterationLogs
from pathfinder.reports.markdown.papers import paper_files
from pathfinder.reports.markdown.reading_list import list_markdown
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.semantic_files import findings_file, hypotheses_file, sources_file
from pathfinder.reports.markdown.summary import tongue_of


def session_files(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    """Every view of this stage: names inside the session's folder, and their text."""
    return SessionFiles()(graph)


class SessionFiles:
    """The views of a session again and again: those of single nodes only where the node changed since."""

    def __init__(self, listed: Callable[[CogniGraph], ReadingList | None] = lambda _: None) -> None:
        """`listed` gives the reading list of a session that has one instead of verdicts."""
        self._listed = listed
        self._shown: dict[str, tuple[object, ...]] = {}
        """The very objects that each node's file was made of."""
        self._logs = IterationLogs()

    def __call__(self, graph: CogniGraph) -> Iterator[tuple[str, str]]:
        """The views that may have changed: names inside the session's folder, and their text."""
        for observation in sorted(graph.observations, key=order):
            name = f"observations/{observation}.md"
            if self._new(name, graph, _about_observation(graph, observation)):
                yield name, observation_file(graph, observation)
        for hypothesis in sorted(graph.hypotheses, key=order):
            name = f"hypotheses/{hypothesis}.md"
            if self._new(name, graph, _about_hypothesis(graph, hypothesis)):
                yield name, hypothesis_file(graph, hypothesis)
        known = self._listed(graph)
        yield from self._of_everything(graph) if known is None else _of_reading_list(graph, known)

    def _of_everything(self, graph: CogniGraph) -> Iterator[tuple[str, str]]:
        yield "findings.md", findings_file(graph)
        yield "sources.md", sources_file(graph)
        yield "hypotheses.md", hypotheses_file(graph)
        yield from memory_files(graph)
        yield from paper_files(graph)
        yield from self._logs(graph)
        yield "RESEARCH_REPORT.md", interim_report(graph)

    def _new(self, name: str, graph: CogniGraph, nodes: Iterable[object]) -> bool:
        made_of = (tongue_of(graph), *nodes)
        known = self._shown.get(name, ())
        if len(known) == len(made_of) and all(was is now for was, now in zip(known, made_of, strict=True)):
            return False
        self._shown[name] = made_of
        return True


def _about_observation(graph: CogniGraph, name: ObservationId) -> tuple[object, ...]:
    known = graph.observations[name]
    return known, graph.sources.get(known.page) if known.page is not None else None


def _about_hypothesis(graph: CogniGraph, name: HypothesisId) -> Iterator[object]:
    yield graph.hypotheses[name]
    for edge in graph.evidence(name):
        yield edge
        yield from _about_observation(graph, edge.observation)
    for origin in graph.hypotheses[name].derived_from:
        yield graph.observations.get(ObservationId(origin))


def _of_reading_list(graph: CogniGraph, known: ReadingList) -> Iterator[tuple[str, str]]:
    """The same without the files on claims: nobody judged any."""
    yield "sources.md", sources_file(graph)
    yield from paper_files(graph)
    yield "RESEARCH_REPORT.md", list_markdown(known, tongue_of(graph))


def observation_file(graph: CogniGraph, name: ObservationId) -> str:
    """One observation with its source and its words."""
    known = graph.observations[name]
    return render(
        "observation.md",
        tongue_of(graph),
        name=name,
        known=known,
        source=graph.sources.get(known.page) if known.page is not None else None,
        told=observation_text(graph, name),
    )


def hypothesis_file(graph: CogniGraph, name: HypothesisId) -> str:
    """One hypothesis with its evidence and its life."""
    known = graph.hypotheses[name]
    return render(
        "hypothesis.md",
        tongue_of(graph),
        name=name,
        known=known,
        claim=claim_text(graph, name),
        loose=loose_figures(graph, name),
        tag=None if known.verdict is None else reader_tag(graph, name),
        evidence=[(edge, observation_text(graph, edge.observation)) for edge in graph.evidence(name)],
    )
