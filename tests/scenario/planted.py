"""Pages with planted orders and their clean twins, researched over loopback without a model."""

import asyncio
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.models.reading_list.attempt import ReadingListAttempt
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.ports import SearchResult
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph, EvidenceEdge
from pathfinder.run_config import RunConfig
from pathfinder.running import research
from tests.fakes.fixed_clock import FixedClock
from tests.web import Internet, a_fetch, answer, path_of, serving

PAGES = Path(__file__).parents[1] / "vendored" / "injected-pages.jsonl"
URL = "http://journal.example/study"


@dataclass(frozen=True)
class Twins:
    """A page, and the same page with an order planted in it."""

    name: str
    clean: str
    planted: str
    payload: str
    carrier: str


def all_twins() -> list[Twins]:
    rows = [json.loads(line) for line in PAGES.read_text(encoding="utf-8").splitlines()]
    clean = {row["page_id"]: row["html"] for row in rows if not row["injected"]}
    return [
        Twins(
            row["page_id"],
            clean[row["twin"]],
            row["html"],
            row["payload"],
            row["carrier"],
        )
        for row in rows
        if row["injected"]
    ]


class OneResult:
    """A search that always finds the one page there is, and shows of it what stands in its title."""

    engine = "stand-in"

    def __init__(self, title: str) -> None:
        self._title = title
        self.queries: list[str] = []

    async def results(self, query: str) -> Sequence[SearchResult]:
        self.queries.append(query)
        return (SearchResult(url=URL, title=self._title),)


@dataclass(frozen=True)
class Researched:
    """What a session made of a page."""

    graph: CogniGraph
    queries: tuple[str, ...]
    asked: tuple[str, ...]
    """Paths that the site was asked for."""


def researched(html: str, home: Path) -> Researched:
    """An iteration on the open web of one page, on what the page is about: so that it is really read."""
    title = re.search("<title>(.*?)</title>", html)
    assert title is not None
    search, asked = OneResult(unescape(title[1])), list[str]()

    async def site(_: asyncio.StreamReader, writer: asyncio.StreamWriter, head: bytes) -> None:
        asked.append(path_of(head))
        writer.write(answer(body=html.encode()) if path_of(head) == "/study" else answer(404))

    async def go() -> CogniGraph:
        async with serving(site) as port:
            fetch, attempt = a_fetch(internet=Internet(port)), ReadingListAttempt()
            engine = Deps(
                attempt,
                PageSources(search, fetch),
                similarity=encoder().similarity,
                clock=FixedClock(),
                close=attempt.close,
            )
            options = RunConfig(limits=Limits(max_iterations=1), parallel=3)
            question = f"What is known about {unescape(title[1]).rstrip('.')}?"
            return (await research(question, engine, options, home=home)).graph

    return Researched(asyncio.run(go()), tuple(search.queries), tuple(asked))


def evidence(graph: CogniGraph, payload: str) -> dict[str, Any]:
    """A graph without what must differ between twins (hashes, places, times) and without planted quotes."""
    planted = {name for name, known in graph.observations.items() if is_planted(known.quote or "", payload)}
    words = {name: known.quote for name, known in graph.observations.items()}
    claims = {name: known.summary for name, known in graph.hypotheses.items()}
    return {
        "quotes": sorted(str(words[name]) for name in words if name not in planted),
        "claims": sorted(
            (known.summary, known.status, known.strength, known.verify_keywords)
            for known in graph.hypotheses.values()
        ),
        "edges": sorted(
            (str(words[edge.observation]), claims[edge.hypothesis], edge.type, edge.weight)
            for edge in graph.edges
            if isinstance(edge, EvidenceEdge)
        ),
        "keywords": [keyword.keyword for keyword in graph.unexplored],
        "queries": [search.query for search in graph.searches],
        "questions": [known.text for known in graph.sub_questions.values()],
    }


def is_planted(text: str, payload: str) -> bool:
    """The text is made of the planted words: it has several, and most of them stand there."""
    words = re.findall(r"\w{3,}", text.casefold())
    known = set(re.findall(r"\w{3,}", payload.casefold()))
    return len(words) > 3 and sum(word in known for word in words) > 0.7 * len(words)
