"""A world that never runs dry: every search finds a new page, and each iteration brings as much as the last.

What an iteration costs then may hang on how much it adds, and not on how much there is already.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from time import process_time
from typing import Any, TypeVar
from zlib import crc32

from pathfinder.adapters.scripted.model import ScriptedModel
from pathfinder.orchestrator.iteration import Desk, iterate
from pathfinder.protocols.calls import Answered, Ask, Unable
from pathfinder.protocols.events import Event
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph import CogniGraph, Source
from pathfinder.protocols.ids import PageHash
from pathfinder.protocols.ports import EngineFound, PageHad, Searched, SearchResult
from pathfinder.protocols.questions import (
    BriefDraft,
    Briefs,
    Challenge,
    ChoosePages,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    FacetLabel,
    FacetLabels,
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    QueryStrategy,
    Reading,
    ReadPage,
    ReviewDraft,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.reports import StoredPage
from pathfinder.protocols.rules.facets import Facets
from pathfinder.protocols.rules.likeness import BY_WORDS
from pathfinder.protocols.steps import Step

A = TypeVar("A", bound=Frozen)
QUESTION = "What is known about the marshes of Orrin?"
EXPLORERS = 5
KINDS: tuple[QueryStrategy, ...] = ("web", "academic", "verification")
APART = Facets(subject="other", cause="other", direction="other")


@dataclass
class Measured:
    """What one iteration took and showed."""

    cpu_s: float
    brief_bytes: int
    """Of the lead's question."""
    most_bytes: int
    """Of the longest question anybody was asked."""
    pairs: int
    """Pairs of claims put to the Judge."""
    calls: int
    new: int
    """Observations."""


@dataclass
class Growing:
    """A session on this world, iteration by iteration."""

    graph: CogniGraph = field(default_factory=lambda: CogniGraph(question=QUESTION))
    measured: list[Measured] = field(default_factory=list)

    def run(self, iterations: int) -> CogniGraph:
        """On until so many are closed."""
        while self.graph.iteration < iterations:
            self._one()
        return self.graph

    def _one(self) -> None:
        model = _Weighing()
        desk = Desk(model=model, sources=_Marshes(), similarity=BY_WORDS, events=_Deaf(), parallel=EXPLORERS)
        before, start = len(self.graph.observations), process_time()

        async def once() -> None:
            self.graph = (await iterate(self.graph, desk)).graph

        asyncio.run(once())
        self.measured.append(
            Measured(
                cpu_s=process_time() - start,
                brief_bytes=max(model.sizes["lead.brief"]),
                most_bytes=max(max(sizes) for sizes in model.sizes.values()),
                pairs=model.pairs,
                calls=sum(map(len, model.sizes.values())),
                new=len(self.graph.observations) - before,
            )
        )


class _Deaf:
    def emit(self, event: Event) -> None:
        """Nobody watches."""


@dataclass
class _Weighing:
    """Asks the script, and weighs every question."""

    sizes: dict[str, list[int]] = field(default_factory=dict)
    pairs: int = 0
    script: ScriptedModel = field(default_factory=lambda: ScriptedModel(respond=respond))

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable:
        self.sizes.setdefault(ask.name, []).append(len(ask.model_dump_json().encode()))
        if isinstance(ask, LabelPairs):
            self.pairs += len(ask.pairs)
        return (await self.script.reply(ask, step)).outcome


class _Marshes:
    """A page for every query."""

    engine = "marshes"

    def __init__(self) -> None:
        self._kept: dict[PageHash, StoredPage] = {}

    async def search(self, query: str, iteration: int) -> Searched:
        url = f"https://site{crc32(query.encode())}.example/{iteration}"
        found = EngineFound(engine=self.engine, urls=(url,))
        return Searched(results=(SearchResult(url=url, title=query),), found=(found,))

    async def page(self, found: SearchResult, iteration: int) -> PageHad:
        url = found.url
        site = url.split("/")[2]
        text = f"{claim(f'{site} {iteration}')} The survey of {site} says so."
        source = Source(
            url=url, title=site, site=site, type="blog", authority=0.5, publisher=site, language="en"
        )
        page = StoredPage(text=text, source=source)
        name = PageHash(hashlib.sha256(text.encode()).hexdigest())
        self._kept[name] = page
        return PageHad(name, page)

    async def stored(self, page: PageHash) -> StoredPage:
        return self._kept[page]


def _words(seed: str, count: int) -> list[str]:
    """Words that have nothing to do with each other; a checksum would give neighbours the same beginnings."""
    letters = "abcdefghijklmnop"
    digits = hashlib.sha256(seed.encode()).hexdigest()
    return ["".join(letters[int(digit, 16)] for digit in digits[8 * n : 8 * n + 8]) for n in range(count)]


def claim(seed: str) -> str:
    """What a page says; another for every seed."""
    first, second, third = _words(seed, 3)
    return f"The {first} of the {second} marsh feeds on {third}."


def respond(ask: Ask[Any], step: Step) -> Frozen | Unable | None:
    """The answer of somebody who believes every page."""
    match ask:
        case Decompose():
            parts = ("plants", "birds", "water")
            drafts = (SubQuestionDraft(text=f"What of the {part}?", priority=2) for part in parts)
            return Decomposition(sub_questions=tuple(drafts))
        case WriteBriefs():
            return Briefs(reflection="Go on.", briefs=tuple(_brief(slot, step) for slot in ask.slots))
        case ChoosePages():
            return PageChoice(numbers=tuple(known.number for known in ask.results[:3]))
        case ReadPage():
            return _reading(ask)
        case Conclude():
            return Conclusion.model_validate(
                {
                    "enough": True,
                    "assessments": [
                        {"about": _subject(about), "evidence": "STRONG", "confidence": 0.9}
                        for about in sorted({line.about for line in ask.found})
                    ],
                }
            )
        case LabelPairs():
            numbers = range(1, len(ask.pairs) + 1)
            return FacetLabels(labels=tuple(FacetLabel(pair=n, facets=APART) for n in numbers))
        case Ideate():
            words = " ".join(_words(f"idea {ask.context.iteration}", 3))
            draft = IdeaDraft(tool="pattern", summary=f"Perhaps {words}", verify_keywords=(words,))
            return Ideas(candidates=(draft,), chosen=1)
        case Challenge():
            return ReviewDraft(challenge="It may be otherwise.", verdict="UPHELD", impact="None.")
        case _:
            return None


def _brief(slot: SlotView, step: Step) -> BriefDraft:
    place = f"{step.iteration} {step.round} {step.pass_} {slot.slot}"
    queries = (" ".join(_words(f"{place} {n}", 3)) for n in range(12))
    return BriefDraft(
        slot=slot.slot,
        objective=slot.about[:900],
        strategy="WEB",
        candidates=tuple(QueryDraft(query=text, strategy=KINDS[n % 3]) for n, text in enumerate(queries)),
        chosen=(1, 2, 3),
    )


def _reading(ask: ReadPage) -> Reading:
    sentence = ask.page.passages[0].text.split(" The survey")[0]
    new = crc32(sentence.encode()) % 3 == 0
    own = next((line.id for line in ask.hypotheses if line.summary == ask.about), None)
    stances: list[dict[str, Any]] = []
    if own is not None:
        stances.append({"observation": "o1", "about": _subject(own), "type": "SUPPORTS", "weight": 0.5})
    if new:
        stances.append({"observation": "o1", "about": _subject("c1"), "type": "SUPPORTS", "weight": 0.8})
    return Reading.model_validate(
        {
            "observations": [
                {"key": "o1", "quote": sentence, "summary": sentence, "concepts": sentence.split()[1:2]}
            ],
            "claims": [{"key": "c1", "summary": sentence, "verify_keywords": ["marsh"]}] if new else [],
            "stances": stances,
        }
    )


def _subject(name: str) -> dict[str, str]:
    known = name.startswith("hyp_")
    return {"kind": "hypothesis", "hypothesis": name} if known else {"kind": "claim", "key": name}
