"""A whole session of the product on a topic: on disk, with journal, Judge and verdicts, as a user has it."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bench.evidence.reader import Reader, title
from bench.evidence.topics import Topic
from bench.truth_worlds.chance import share
from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.evidence.sources import AUTHORITY
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph, Hypothesis, Source
from pathfinder.protocols.ids import HypothesisId
from pathfinder.protocols.text.signatures import signature
from pathfinder.run_config import RunConfig
from pathfinder.running import research

ITERATIONS, EXPLORERS = 2, 3
MOST_RESULTS = 10


class TopicSearch:
    """Every text is found by every query; which come first hangs on the query."""

    engine = "topic"

    def __init__(self, pages: Sequence[StoredPage]) -> None:
        self._pages = pages

    async def results(self, query: str) -> Sequence[SearchResult]:
        """Ten of the texts."""
        ranked = sorted(self._pages, key=lambda page: share("rank", query, page.source.url))
        return [SearchResult(url=page.source.url, title=page.source.title) for page in ranked[:MOST_RESULTS]]


def pages_of(topic: Topic) -> tuple[StoredPage, ...]:
    """Each text a page of its own work; copies are known by their words, as everywhere."""
    return tuple(
        StoredPage(
            text=text.words,
            source=Source(
                url=f"https://works.example/{number}",
                title=title(number),
                site="works.example",
                type=topic.type,
                authority=AUTHORITY[topic.type],
                work=f"doi:10.5555/{number}",
                signature=signature(text.words),
            ),
        )
        for number, text in enumerate(topic.texts)
    )


def played(topic: Topic, home: Path) -> CogniGraph:
    """The graph a session ends with."""
    pages = pages_of(topic)
    model = ScriptedModel(respond=Reader(topic).respond)
    engine = Deps(model, PageSources(TopicSearch(pages), ScriptedFetch(pages)))
    options = RunConfig(limits=Limits(max_iterations=ITERATIONS), parallel=EXPLORERS)
    end = asyncio.run(research(topic.question, engine, options, home=home))
    if end.error is not None:
        raise end.error
    return end.graph


def claim_of(graph: CogniGraph, claim: str) -> tuple[HypothesisId, Hypothesis] | None:
    """The hypothesis that says this, if the session has one."""
    for name, known in graph.hypotheses.items():
        if known.summary == claim and known.merged_into is None:
            return name, known
    return None
