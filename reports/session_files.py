"""A session as files a person can read: made from the graph alone, the same text for the same graph."""

from collections.abc import Callable, Iterable, Iterator

from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import ReadingList
from pathfinder.protocols.evidence.marked_text import claim_text, loose_figures, observation_text
from pathfinder.protocols.graph.reasons import Told
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.protocols.ids import HypothesisId, ObservationId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.judging.wording import worded
from pathfinder.reports.content.iteration_log import iteration_logs
from pathfinder.reports.export.memory_files import memory_files
from pathfinder.reports.locales.file_words import FileWords, file_words
from pathfinder.reports.markdown.escaping import address, plain, quoted, table
from pathfinder.reports.markdown.interim import interim_report
from pathfinder.reports.markdown.papers import paper_files
from pathfinder.reports.markdown.reading_list import list_markdown
from pathfinder.reports.markdown.semantic_files import findings_file, hypotheses_file, sources_file
from pathfinder.reports.markdown.summary import READER, tongue_of


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
        yield from _of_everything(graph) if known is None else _of_reading_list(graph, known)

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


def _of_everything(graph: CogniGraph) -> Iterator[tuple[str, str]]:
    yield "findings.md", findings_file(graph)
    yield "sources.md", sources_file(graph)
    yield "hypotheses.md", hypotheses_file(graph)
    yield from memory_files(graph)
    yield from paper_files(graph)
    yield from iteration_logs(graph)
    yield "RESEARCH_REPORT.md", interim_report(graph)


def _of_reading_list(graph: CogniGraph, known: ReadingList) -> Iterator[tuple[str, str]]:
    """The same without the files on claims: nobody judged any."""
    yield "sources.md", sources_file(graph)
    yield from paper_files(graph)
    yield "RESEARCH_REPORT.md", list_markdown(known, tongue_of(graph))


def observation_file(graph: CogniGraph, name: ObservationId) -> str:
    """One observation with its source and its words."""
    known, speak, w = graph.observations[name], tongue_of(graph), file_words(graph)
    source = graph.sources.get(known.page) if known.page is not None else None
    retrieved = source.retrieved_at.date().isoformat() if source and source.retrieved_at else w.unknown
    lines = [
        f"# {w.observation} {name}",
        "",
        f"## {w.source}",
        f"- URL: {address(known.source_url)}",
        f"- {w.kind}: {w.types[known.source_type]}",
        f"- {w.authority}: {source.weight if source else known.authority}",
        f"- {w.retrieved}: {retrieved}",
    ]
    if source and source.title:
        lines.append(f"- {w.title}: {plain(source.title)}")
    if source and source.retracted is not None:
        lines.append(f"- {w.retracted}: {plain(said(source.retracted, speak))}")
    if known.found_by is not None:
        lines.append(f"- {w.found_by}: {known.found_by}")
    lines += ["", f"## {w.content}", plain(observation_text(graph, name)), "", f"## {w.quotes}"]
    lines.append(quoted(known.quote) if known.quote else w.no_quote)
    lines += ["", f"## {w.concepts}", *(f"- {plain(concept)}" for concept in known.concepts)]
    return "\n".join(lines) + "\n"


def hypothesis_file(graph: CogniGraph, name: HypothesisId) -> str:
    """One hypothesis with its evidence and its life."""
    known, w = graph.hypotheses[name], file_words(graph)
    loose = [number.raw for number in loose_figures(graph, name)]
    because = f": {plain(_told(graph, known.rejected_because))}" if known.rejected_because else ""
    sections: tuple[tuple[str, Iterable[str]], ...] = (
        (w.type, (w.hypothesis_types[known.type],)),
        (
            w.statement,
            (
                plain(claim_text(graph, name)),
                *(f"- {w.holds_when}: {plain(condition)}" for condition in known.conditions),
                *(f"- {w.unbound}: {plain(number)}" for number in loose),
            ),
        ),
        (w.tool, (w.tools[known.reasoning_tool] if known.reasoning_tool else w.none,)),
        (w.derived, (f"- {origin}" for origin in known.derived_from)),
        (w.strength, (f"{known.strength:.4f}",)),
        (w.status, (w.statuses[known.status] + because,)),
        (w.verdict, (_verdict(graph, name, w),)),
        (w.evidence, (_evidence_line(graph, edge, w) for edge in graph.evidence(name))),
        (w.history, (_history(graph, name, w),)),
        (w.direction, (f'- "{plain(keyword)}"' for keyword in known.verify_keywords)),
    )
    lines = [f"# {w.hypothesis} {name}"]
    for title, rows in sections:
        lines += ["", f"## {title}", *rows]
    return "\n".join(lines) + "\n"


def _history(graph: CogniGraph, name: HypothesisId, w: FileWords) -> str:
    speak = tongue_of(graph)
    rows: list[tuple[str, ...]] = [
        (
            str(entry.iteration + 1),
            w.actions[entry.action],
            plain(said(entry.result, speak)),
            f"{entry.change:+.4f}",
        )
        for entry in graph.hypotheses[name].history
    ]
    return table(w.history_head, rows)


def _verdict(graph: CogniGraph, name: HypothesisId, w: FileWords) -> str:
    verdict = graph.hypotheses[name].verdict
    if verdict is None:
        return w.unjudged
    side = f" ({w.sides[verdict.side]})" if verdict.side else ""
    tag = READER[tongue_of(graph)][reader_tag(graph, name)]
    return f"[{tag}]{side} {plain(_told(graph, verdict.because))}"


def _told(graph: CogniGraph, because: Told) -> str:
    return worded(because, tongue_of(graph))


def _evidence_line(graph: CogniGraph, edge: EvidenceEdge, w: FileWords) -> str:
    told = plain(observation_text(graph, edge.observation))
    answered = f", {w.answered}: {plain(edge.answered.reason)}" if edge.answered else ""
    return f"- {edge.observation} {w.links[edge.type]} ({edge.weight}{answered}): {told}"
