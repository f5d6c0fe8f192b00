"""The facts that were read so far: one pool for all Explorers, and what one of them is shown of it."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pathfinder.protocols.calls.explorer_reports import ReportedObservation, StoredPage
from pathfinder.protocols.calls.questions import FactLine, PageFacts, Reading
from pathfinder.protocols.evidence.nearest import PLACES, Similarity
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.evidence.voices import voices
from pathfinder.protocols.graph.types import CogniGraph, FactKind, Source
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.text.sanitize import one_line

MOST_FACTS = 160
"""Facts that one call is shown."""
MOST_QUOTE = 400
"""Characters of a quote that a call is shown; the record keeps all of it."""
MOST_ON_A_CLAIM = 90
"""The same where the target is not a whole part of the question."""
DECIDES = 3
"""The worth of a fact that changes a decision."""


@dataclass(frozen=True)
class Fact:
    """A fact whose quote was found on its page."""

    page: PageHash
    offset: int
    quote: str
    summary: str
    header: str = ""
    kind: FactKind | None = None
    as_of: str = ""
    parts: tuple[SubQuestionId, ...] = ()
    worth: int = 0
    concepts: tuple[str, ...] = ()
    observation: ObservationId | None = None
    """Its id, if it is in the graph."""

    @property
    def key(self) -> tuple[PageHash, int, int]:
        """Two facts with one key are the same words of the same page."""
        return self.page, self.offset, len(self.quote)

    def reported(self, key: str) -> ReportedObservation:
        """The fact as an Explorer reports it."""
        return ReportedObservation(
            key=key,
            page=self.page,
            quote=self.quote,
            summary=self.summary,
            concepts=self.concepts,
            header=self.header,
            kind=self.kind,
            as_of=self.as_of,
            parts=self.parts,
            worth=self.worth,
        )


class Lost(NamedTuple):
    """A quote that does not stand on its page."""

    page: PageHash
    quote: str


@dataclass
class FactPool:
    """Every fact by its page. It grows only between the stages of an iteration, when nobody reads from it."""

    sources: dict[PageHash, Source] = field(default_factory=dict)
    facts: dict[PageHash, list[Fact]] = field(default_factory=dict)
    notes: dict[PageHash, str] = field(default_factory=dict)
    lost: list[Lost] = field(default_factory=list)

    @classmethod
    def of(cls, graph: CogniGraph) -> "FactPool":
        """What earlier iterations read: pages without facts too, so that nobody reads them again."""
        pool = cls()
        for page, reading in graph.pages_read.items():
            pool.facts[page] = []
            pool.notes[page] = reading.note
        for name, known in graph.observations.items():
            if known.page is None or known.offset is None or known.quote is None:
                continue
            pool.sources[known.page] = graph.sources[known.page]
            fact = Fact(
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
            pool.facts.setdefault(known.page, []).append(fact)
        return pool

    def knows(self, page: PageHash) -> bool:
        """Whether a page was read."""
        return page in self.facts

    def take(
        self, name: PageHash, page: StoredPage, readings: Sequence[Reading], parts: Sequence[SubQuestionId]
    ) -> None:
        """Keep the facts of a page whose quotes stand on it; `parts` are the ids behind the numbers."""
        text = PageText.of(page.text)
        notes = dict.fromkeys(reading.page_note for reading in readings if reading.page_note)
        self.notes[name] = one_line(" ".join(notes), 400)
        self.sources[name] = page.source
        kept = self.facts.setdefault(name, [])
        seen = {fact.key for fact in kept}
        for read in (fact for reading in readings for fact in reading.facts):
            span = find(read.quote, text)
            if span is None:
                self.lost.append(Lost(name, read.quote))
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
            if fact.key not in seen:
                seen.add(fact.key)
                kept.append(fact)

    def all(self) -> Iterator[Fact]:
        """Every fact, page by page."""
        for facts in self.facts.values():
            yield from facts


class Aim(NamedTuple):
    """What an Explorer wants facts on."""

    about: str
    part: SubQuestionId | None = None
    pages: frozenset[PageHash] = frozenset()
    """Pages it chose itself."""
    linked: frozenset[ObservationId] = frozenset()
    """Observations that are evidence on its target."""


def relevant(pool: FactPool, aim: Aim, similarity: Similarity, most: int = MOST_FACTS) -> list[Fact]:
    """The facts on a target: what bears on it first, by worth for a part and by nearness for a claim.

    The figures of one measurement often stand in several facts of a page: once one fact of a page is shown,
    those of the highest worth on that page are shown too.
    """
    everything = list(pool.all())
    if aim.part is None:
        most = min(most, MOST_ON_A_CLAIM)
    if len(everything) <= most:
        return everything
    ranked = sorted(
        enumerate(everything),
        key=lambda known: (*_rank(known[1], aim, similarity), known[0]),
    )
    chosen = {place for place, _ in ranked[: most * 9 // 10]}
    shown = {everything[place].page for place in chosen}
    beside = [place for place, fact in ranked if fact.page in shown and fact.worth == DECIDES]
    rest = [place for place, _ in ranked]
    for place in (*beside, *rest):
        if len(chosen) >= most:
            break
        chosen.add(place)
    return [everything[place] for place in sorted(chosen)]


def _rank(fact: Fact, aim: Aim, similarity: Similarity) -> tuple[bool, float, float]:
    """For a part what bears on it, by worth; for anything narrower its evidence, then by nearness."""
    near = -round(similarity(aim.about, fact.summary), PLACES)
    if aim.part is not None:
        return aim.part not in fact.parts and fact.page not in aim.pages, -fact.worth, near
    linked = fact.observation is not None and fact.observation in aim.linked
    return not linked, near, -fact.worth


def page_facts(
    facts: Iterable[Fact],
    pool: FactPool,
    labels: "Labels",
    parts: Sequence[SubQuestionId],
    quoted: Collection[tuple[PageHash, int, int]] = (),
) -> tuple[PageFacts, ...]:
    """Facts grouped by page, each source told once.

    Measurements that could change a decision are shown with their words, since a summary may have lost a
    condition; so are the facts whose keys are in `quoted`.
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
                    if fact.key in quoted or (fact.kind == "measured" and fact.worth == DECIDES)
                    else "",
                    header=one_line(fact.header, 200),
                )
                for fact in some
            ),
        )
        for page, some in by_page.items()
    )


@dataclass
class Labels:
    """Short names of facts, f1, f2, ..., the same over all turns of one Explorer."""

    _names: dict[tuple[PageHash, int, int], str] = field(default_factory=dict)
    _facts: dict[str, Fact] = field(default_factory=dict)

    def of(self, fact: Fact) -> str:
        """The name of a fact; a new one if it has none."""
        name = self._names.get(fact.key)
        if name is None:
            name = self._names[fact.key] = f"f{len(self._names) + 1}"
            self._facts[name] = fact
        return name

    def fact(self, name: str) -> Fact | None:
        """The fact behind a name; None if the model made the name up."""
        return self._facts.get(name)


def _verbatim(header: str, text: str, page: PageText) -> str:
    """The header as it stands on the page; empty if it does not stand there."""
    if not header.strip():
        return ""
    span = find(header, page)
    if span is not None:
        return text[span.start : span.end]
    # Too short to be a quote, but a line of its own.
    line = re.search(rf"^#*[ \t]*({re.escape(header.strip())})[ \t]*(?:\{{.*\}}[ \t]*)?$", text, re.MULTILINE)
    return "" if line is None else line[1]
