"""The papers of a session: an index for programs, and citations for people. Both are made from the graph."""

import json

from pathfinder.protocols.evidence.marked_text import seen_text, spoken_in
from pathfinder.protocols.graph.papers import PaperNote
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import PageHash, order
from pathfinder.reports.markdown.rendering import render
from pathfinder.reports.markdown.summary import tongue_of

PAPERS = "papers"


def paper_files(graph: CogniGraph) -> tuple[tuple[str, str], ...]:
    """`paper_index.json` and `citations.md`; nothing where no catalogue found a paper."""
    papers = cited_papers(graph)
    if not papers:
        return ()
    return (("paper_index.json", _index(graph, papers)), ("citations.md", _citations(graph, papers)))


def cited_papers(graph: CogniGraph) -> list[tuple[PageHash, Source, PaperNote]]:
    """Pages that hold a paper, the most cited first."""
    known = [
        (page, source, source.paper) for page, source in graph.sources.items() if source.paper is not None
    ]
    return sorted(known, key=lambda paper: (-(paper[2].citations or 0), paper[2].name, paper[0]))


def paper_path(graph: CogniGraph, note: PaperNote) -> str:
    """Where the PDF of a paper is: in the folder that was set for them, or in papers/ of the session."""
    return f"{graph.run.papers or PAPERS}/{note.name}.pdf"


def _index(graph: CogniGraph, papers: list[tuple[PageHash, Source, PaperNote]]) -> str:
    """By the name of the paper; the full text of a paper goes before its abstract."""
    rows: dict[str, object] = {}
    for page, source, note in sorted(papers, key=lambda paper: not paper[2].whole):
        if note.name in rows:
            continue
        seen = _observations_on(graph, page)
        rows[note.name] = {
            "title": source.title,
            "authors": [name for name in source.author.split(", ") if name],
            "year": int(source.date[:4]) if source.date[:4].isdigit() else None,
            "source": note.catalogue,
            "url": source.url,
            "doi": source.doi,
            "venue": note.venue,
            "pdf_path": paper_path(graph, note) if note.whole else None,
            "abstract_summary": note.summary,
            "citations": note.citations,
            "retracted": source.retracted,
            "page": page,
            "used_in_iterations": sorted({known.created_at + 1 for known in seen}),
            "key_findings": [seen_text(known, spoken_in(graph)) for known in seen],
        }
    return json.dumps(dict(sorted(rows.items())), indent=1, ensure_ascii=False) + "\n"


def _citations(graph: CogniGraph, papers: list[tuple[PageHash, Source, PaperNote]]) -> str:
    spoken = spoken_in(graph)
    seen = {
        page: [seen_text(known, spoken) for known in _observations_on(graph, page)] for page, _, _ in papers
    }
    shown = [(source, note, seen[page]) for page, source, note in papers]
    return render("citations.md", tongue_of(graph), papers=shown)


def _observations_on(graph: CogniGraph, page: PageHash) -> list[Observation]:
    names = sorted(graph.observations, key=order)
    return [graph.observations[name] for name in names if graph.observations[name].page == page]
