"""A world that never runs dry: every search finds a new page, and each iteration brings as much as the last.

What an iteration costs then may hang on how much it adds, and not on how much there is already.
"""

import asyncio
import hashlib
from dataclasses import dataclass, field
from time import process_time
from typing import Any, TypeVar
from zlib import crc32

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.calls.asks import Answered, Ask, Unable
from pathfinder.protocols.calls.comparison import Facets
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EngineFound, FetchedPage, Searched, SearchResult
from pathfinder.protocols.calls.questions import (
    AuditFacts,
    AuditPoints,
    BriefDraft,
    Briefs,
    ChallengeClaims,
    ChoosePages,
    ClaimDraft,
    ClaimReview,
    ClaimReviews,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    FacetLabel,
    FacetLabels,
    FactLine,
    FactLink,
    IdeaDraft,
    Ideas,
    Ideate,
    LabelPairs,
    PageChoice,
    QueryDraft,
    QueryStrategy,
    ReadFact,
    Reading,
    ReadPage,
    SlotView,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.evidence.likeness import BY_WORDS
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import CogniGraph, Source, Weight
from pathfinder.protocols.ids import HypothesisId, PageHash
from pathfinder.protocols.planning.ideas import TOOLS

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
        deps = IterationDeps(
            model=model,
            sources=_Marshes(),
            similarity=BY_WORDS,
            events=_Deaf(),
            inputs=IterationInputs(parallel=EXPLORERS),
        )
        before, start = len(self.graph.observations), process_time()

        async def once() -> None:
            self.graph = (await iterate(self.graph, deps)).graph

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

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        url = found.url
        site = url.split("/")[2]
        text = f"{claim(f'{site} {iteration}')} The survey of {site} says so."
        source = Source(
            url=url, title=site, site=site, type="blog", authority=0.5, publisher=site, language="en"
        )
        page = StoredPage(text=text, source=source)
        name = PageHash(hashlib.sha256(text.encode()).hexdigest())
        self._kept[name] = page
        return FetchedPage(name, page)

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
            drafts = (
                SubQuestionDraft(
                    text=f"What of the {part}?", kind="list", done_when="one says so", priority=2
                )
                for part in parts
            )
            return Decomposition(sub_questions=tuple(drafts))
        case WriteBriefs():
            return Briefs(reflection="Go on.", briefs=tuple(_brief(slot, step) for slot in ask.slots))
        case ChoosePages():
            unread = [known.number for known in ask.results if not known.read]
            return PageChoice(numbers=tuple(unread[:3]))
        case ReadPage():
            return _reading(ask)
        case Conclude():
            return _conclusion(ask)
        case LabelPairs():
            numbers = range(1, len(ask.pairs) + 1)
            return FacetLabels(labels=tuple(FacetLabel(pair=n, facets=APART) for n in numbers))
        case Ideate():
            words = " ".join(_words(f"idea {ask.context.iteration}", 3))
            ideas = [
                IdeaDraft(tool=tool, summary=f"Perhaps {words}", verify_keywords=(words,)) for tool in TOOLS
            ]
            return Ideas(candidates=tuple(ideas), chosen=1)
        case AuditFacts():
            return AuditPoints()
        case ChallengeClaims():
            names = [one.claim.id for one in ask.claims]
            return ClaimReviews(
                reviews=tuple(
                    ClaimReview(
                        claim=name, challenge="It may be otherwise.", verdict="UPHELD", impact="None."
                    )
                    for name in names
                )
            )
        case _:
            return None


def _brief(slot: SlotView, step: Step) -> BriefDraft:
    place = f"{step.iteration} {step.round} {step.pass_} {slot.slot}"
    queries = (" ".join(_words(f"{place} {n}", 3)) for n in range(3))
    return BriefDraft(
        slot=slot.slot,
        objective=slot.about[:900],
        strategy="WEB",
        queries=tuple(QueryDraft(query=text, strategy=KINDS[n]) for n, text in enumerate(queries)),
    )


def _reading(ask: ReadPage) -> Reading:
    """A fact for every sentence before the last."""
    told = ask.page.passages[0].text.split(" The survey")[0]
    sentences = [f"{one.removesuffix('.')}." for one in told.split(". ")]
    return Reading(facts=tuple(_fact(one) for one in sentences))


def _fact(sentence: str) -> ReadFact:
    return ReadFact(
        quote=sentence, summary=sentence, kind="reported", worth=2, concepts=tuple(sentence.split()[1:2])
    )


def _conclusion(ask: Conclude) -> Conclusion:
    """The pages it searched for bear on its target, and one in three says something new."""
    own = {f"site{crc32(query.encode())}.example" for query in ask.queries}
    facts = [fact for page in ask.pages if page.site in own for fact in page.facts]
    claims = [
        _claim(known.text, [_link(fact, 0.5) for fact in facts], known.id)
        for known in ask.claims
        if known.text == ask.about and facts
    ]
    news = [fact for fact in facts if crc32(fact.summary.encode()) % 3 == 0]
    claims += [_claim(fact.summary, [_link(fact, 0.8)]) for fact in news]
    return Conclusion(claims=tuple(claims[:14]), state="answered")


def _link(fact: FactLine, weight: Weight) -> FactLink:
    return FactLink(fact=fact.id, type="SUPPORTS", weight=weight)


def _claim(text: str, links: list[FactLink], known: HypothesisId | None = None) -> ClaimDraft:
    return ClaimDraft(
        links=tuple(links[:30]),
        known=known,
        text=text,
        evidence="STRONG",
        confidence=0.9,
        importance=2,
        needs_further="" if known else "marsh",
    )
