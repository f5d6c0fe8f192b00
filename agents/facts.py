"""The facts that were read so far: one pool for all Explorers, and what one of them is shown of it."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pathfinder.protocols.calls.explorer_reports import Fact, StoredPage
from pathfinder.protocols.calls.questions import FactLine, PageFacts, Reading
from pathfinder.protocols.evidence.nearest import Similarity, SimilarityIndex, shelf_for
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.text.sanitize import one_line

MOST_QUOTE = 400
"""Characters of a quote that a call is shown; the record keeps all of it."""
DECIDES = 3
"""The worth of a fact that changes a decision."""


class UnfoundQuote(NamedTuple):
    """A quote that was not found on its page."""

    page: PageHash
    quote: str


class SummaryShelf:
    """Summaries of facts, sorted once for comparison with many targets."""

    def __init__(self) -> None:
        self._similarity: Similarity | None = None
        self._places: dict[str, int] = {}
        self._shelf: SimilarityIndex | None = None

    def bounds(self, about: str, facts: Sequence[Fact], similarity: Similarity) -> list[float]:
        """For each fact, no less than the likeness of its summary to a text."""
        if self._shelf is None or self._similarity is not similarity:
            self._similarity, self._shelf, self._places = similarity, shelf_for(similarity), {}
        places = self._places
        for fact in facts:
            if fact.summary not in places:
                places[fact.summary] = len(places)
                self._shelf.add(fact.summary)
        found = self._shelf.bounds(about)
        return [found[places[fact.summary]] for fact in facts]


@dataclass
class _PoolCache:
    """What a graph and its copies keep for the next pool: a long session has thousands of facts."""

    facts: dict[ObservationId, tuple[Observation, Fact]] = field(default_factory=dict)
    shelf: SummaryShelf = field(default_factory=SummaryShelf)


@dataclass
class FactPool:
    """Every fact by its page. It grows only between the stages of an iteration, when nobody reads from it."""

    sources: dict[PageHash, Source] = field(default_factory=dict)
    facts: dict[PageHash, list[Fact]] = field(default_factory=dict)
    notes: dict[PageHash, str] = field(default_factory=dict)
    lost: list[UnfoundQuote] = field(default_factory=list)
    shelf: SummaryShelf = field(default_factory=SummaryShelf)

    @classmethod
    def of(cls, graph: CogniGraph) -> "FactPool":
        """What earlier iterations read: pages without facts too, so that nobody reads them again."""
        pool = cls()
        for page, reading in graph.pages_read.items():
            pool.facts[page] = []
            pool.notes[page] = reading.note
        if graph.caches.facts is None:
            graph.caches.facts = _PoolCache()
        kept: _PoolCache = graph.caches.facts
        pool.shelf = kept.shelf
        for name, known in graph.observations.items():
            if known.page is None:
                continue
            of, fact = kept.facts.get(name, (None, None))
            if of is not known or fact is None:
                fact = _fact(name, known)
                if fact is None:
                    continue
                kept.facts[name] = known, fact
            pool.sources[known.page] = graph.sources[known.page]
            pool.facts.setdefault(known.page, []).append(fact)
        return pool

    def knows(self, page: PageHash) -> bool:
        """Whether a page was read."""
        return page in self.facts

    def take(
        self, name: PageHash, page: StoredPage, readings: Sequence[Reading], parts: Sequence[SubQuestionId]
    ) -> None:
        """Keep the facts of a page whose quotes are found on it; `parts` are the ids behind the numbers."""
        text = PageText.of(page.text)
        notes = dict.fromkeys(reading.page_note for reading in readings if reading.page_note)
        self.notes[name] = one_line(" ".join(notes), 400)
        self.sources[name] = page.source
        kept = self.facts.setdefault(name, [])
        seen = {fact.span for fact in kept}
        for read in (fact for reading in readings for fact in reading.facts):
            span = find(read.quote, text)
            if span is None:
                self.lost.append(UnfoundQuote(name, read.quote))
                continue
            fact = Fact(
                page=name,
                offset=span.start,
                quote=page.text[span.start : span.end],
                summary=one_line(read.summary, 600),
                header=_verbatim(read.header, page.text, text),
                kind=read.kind,
                as_of=one_line(read.as_of, 80),
                parts=tuple(
                    parts[number - 1] for number in sorted(set(read.parts)) if 0 < number <= len(parts)
                ),
                worth=read.worth,
                concepts=read.concepts,
            )
            if fact.span not in seen:
                seen.add(fact.span)
                kept.append(fact)

    def all(self) -> Iterator[Fact]:
        """Every fact, page by page."""
        for facts in self.facts.values():
            yield from facts


def page_facts(
    facts: Iterable[Fact],
    pool: FactPool,
    labels: "Labels",
    parts: Sequence[SubQuestionId],
    quoted: Collection[tuple[PageHash, int | None, int]] = (),
) -> tuple[PageFacts, ...]:
    """Facts grouped by page, each source described once.

    Measurements that could change a decision are shown with their words, since a summary may have lost a
    condition; so are the facts whose spans are in `quoted`.
    """
    sources = pool.sources
    by_page: dict[PageHash, list[Fact]] = {}
    for fact in facts:
        by_page.setdefault(fact.page, []).append(fact)
    said = {page: {fact.quote for fact in some} for page, some in by_page.items()}
    speakers = voices({page: sources[page] for page in by_page}, said)
    named = {voice: f"v{number}" for number, voice in enumerate(dict.fromkeys(speakers.values()), start=1)}
    numbers = {part: number for number, part in enumerate(parts, start=1)}
    return tuple(
        PageFacts(
            title=one_line(sources[page].title, 150),
            site=one_line(sources[page].site or sources[page].url, 80),
            type=sources[page].type,
            date=sources[page].date,
            voice=named[speakers[page]],
            note=pool.notes.get(page, ""),
            facts=tuple(
                FactLine(
                    id=labels.of(fact),
                    kind=fact.kind,
                    as_of=fact.as_of,
                    worth=fact.worth,
                    parts=tuple(numbers[part] for part in fact.parts if part in numbers),
                    summary=fact.summary,
                    quote=one_line(fact.quote, MOST_QUOTE)
                    if fact.span in quoted or (fact.kind == "measured" and fact.worth == DECIDES)
                    else "",
                    header=one_line(fact.header, 200),
                )
                for fact in some
            ),
        )
        for page, some in by_page.items()
    )


def _fact(name: ObservationId, known: Observation) -> Fact | None:
    """An observation as a fact; None if it is on no page."""
    if known.page is None or known.offset is None or known.quote is None:
        return None
    return Fact(
        page=known.page,
        offset=known.offset,
        quote=known.quote,
        summary=known.summary,
        header=known.header,
        kind=known.kind,
        as_of=known.as_of,
        parts=known.parts,
        worth=known.worth,
        concepts=known.concepts,
        observation=name,
    )


@dataclass
class Labels:
    """Short names of facts, f1, f2, ..., the same over all turns of one Explorer."""

    _names: dict[tuple[PageHash, int | None, int], str] = field(default_factory=dict)
    _facts: dict[str, Fact] = field(default_factory=dict)

    def of(self, fact: Fact) -> str:
        """The name of a fact; a new one if it has none."""
        name = self._names.get(fact.span)
        if name is None:
            name = self._names[fact.span] = f"f{len(self._names) + 1}"
            self._facts[name] = fact
        return name

    def fact(self, name: str) -> Fact | None:
        """The fact behind a name; None if the model made the name up."""
        return self._facts.get(name)


def _verbatim(header: str, text: str, page: PageText) -> str:
    """The header as the page has it; empty if the page does not."""
    if not header.strip():
        return ""
    span = find(header, page)
    if span is not None:
        return text[span.start : span.end]
    # Too short to be a quote, but a line of its own.
    line = re.search(rf"^#*[ \t]*({re.escape(header.strip())})[ \t]*(?:\{{.*\}}[ \t]*)?$", text, re.MULTILINE)
    return "" if line is None else line[1]
