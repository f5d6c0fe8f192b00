"""Iterations by a table: who reads which page, what it quotes for or against which claim, and what follows.

A play says for each place of an iteration (`I1 S2`, `I1 R3.1 S1`) or each target (`I2 HYPA1xHYPA2`) which
sentences the Explorer there finds and links. A place that is not named finds nothing. Nothing here classifies
or judges.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from zlib import crc32

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.orchestrator.iteration import IterationDeps, iterate
from pathfinder.protocols.calls.asks import Ask, Unable
from pathfinder.protocols.calls.comparison import Facets
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.ports import EngineFound, FetchedPage, Searched, SearchResult
from pathfinder.protocols.calls.questions import (
    AuditFacts,
    AuditPoints,
    BriefDraft,
    Briefs,
    ChallengeClaims,
    ChallengedClaim,
    ChoosePages,
    ClaimReview,
    ClaimReviews,
    Conclude,
    Conclusion,
    Decompose,
    Decomposition,
    FacetLabel,
    FacetLabels,
    LabelPairs,
    PageChoice,
    QueryDraft,
    ReadFact,
    Reading,
    ReadPage,
    ResolutionRuling,
    RuleOnResolution,
    SubQuestionDraft,
    WriteBriefs,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import ResearchError
from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.judgement import EvidenceStrength, Finding, FindingClass, ReviewVerdict
from pathfinder.protocols.graph.types import CogniGraph, ResolutionType
from pathfinder.protocols.ids import HypothesisId, PageHash, Strategy
from pathfinder.protocols.text.queries import normalize
from pathfinder.reports.content.judge_assembly import judge_report
from pathfinder.reports.markdown.interim import interim_report
from pathfinder.reports.markdown.report import judge_markdown
from tests.builders import a_page, page_hash
from tests.scenario.staged import DirectModel, Heard

QUESTION = "Do loops cut the bill?"
CLAIMS = {"A": "Loops cut the bill.", "B": "Loops raise the bill."}
CHALLENGE, IMPACT = "It was measured in one winter only.", "It may not hold in others."
SETTLED = "it depends on the soil"
APART = Facets(subject="other", cause="other", direction="other")
OPPOSING = Facets(subject="same", cause="same", direction="opposite")

_STANCES = {"for": "SUPPORTS", "against": "CONTRADICTS", "qualifying": "QUALIFIES"}
_VERBS = {"for": "finds that", "against": "denies that", "qualifying": "doubts for some houses that"}


@dataclass(frozen=True)
class Line:
    """A sentence of a page, and how it bears on one claim or on two."""

    page: str
    bears: tuple[tuple[str, str], ...]
    """`for`, `against` or `qualifying`, and the claim."""
    weight: float = 0.8

    @property
    def quote(self) -> str:
        """The sentence as it stands on the page."""
        bearing, claim = self.bears[0]
        return f"{self.page.capitalize()} {_VERBS[bearing]} {CLAIMS[claim].casefold()}"


@dataclass(frozen=True)
class Errand:
    """What one Explorer brings."""

    lines: tuple[Line, ...] = ()
    evidence: EvidenceStrength = "STRONG"
    wish: str | None = None
    proposes: ResolutionType | None = None
    raises: ResearchError | None = None
    """Its calls to the model end so."""
    unable: str | None = None
    """The model answers none of its calls, for this reason."""


def quotes(*lines: str, **fields: Any) -> Errand:
    """An errand by its lines: `paper1 for A`, `blog1 against A 0.5`, `news1 for B against A`."""
    return Errand(tuple(_line(text) for text in lines), **fields)


def _line(text: str) -> Line:
    page, *words = text.split()
    weight = float(words.pop()) if len(words) % 2 else 0.8
    return Line(page, tuple(zip(words[::2], words[1::2], strict=True)), weight)


@dataclass
class Play:
    """A world and its model."""

    script: Mapping[str, Errand]
    facets: Facets = APART
    """How every two claims compare."""
    review: ReviewVerdict | None = "UPHELD"
    """What the counter-reviewer says; None is silence."""
    loser: str | None = None
    retracted: Sequence[str] = ()
    strategies: Mapping[int, Strategy] = field(default_factory=dict)
    quick: bool = False
    parallel: int = 4
    heard: Heard = field(default_factory=Heard)
    _targets: dict[tuple[int, int, int, int], str] = field(default_factory=dict)
    _queries: dict[str, tuple[int, int, int, int]] = field(default_factory=dict)
    """At which place a query was written."""

    def run(self, iterations: int = 1, graph: CogniGraph | None = None) -> CogniGraph:
        """The graph after so many iterations."""
        graph = graph or CogniGraph(question=QUESTION)
        deps = IterationDeps(
            model=DirectModel(ScriptedModel(respond=self.answer)),
            sources=PlayedSources(self._pages(), self._found_by),
            similarity=lambda *_: 0.5,
            events=self.heard,
            inputs=IterationInputs(parallel=self.parallel, quick=self.quick),
        )
        for _ in range(iterations):
            graph = asyncio.run(iterate(graph, deps)).graph
        return graph

    def answer(self, ask: Ask[Any], step: Step) -> Frozen | Unable | None:
        """What the model of this play says."""
        # A page is read for all: its step names no Explorer.
        own = step.phase == "EXPLORE" and not isinstance(ask, ReadPage)
        errand = self._errand(_place(step)) if own else Errand()
        if errand.raises is not None:
            raise errand.raises
        if errand.unable is not None:
            return Unable(reason=errand.unable)
        match ask:
            case Decompose():
                part = SubQuestionDraft(
                    text=ask.question, kind="yes_no", done_when="two sources say so", priority=1
                )
                return Decomposition(sub_questions=(part,))
            case WriteBriefs():
                return self._briefs(ask, step)
            case ChoosePages():
                wanted = {line.page for line in errand.lines}
                return PageChoice(
                    numbers=tuple(known.number for known in ask.results if known.title in wanted)
                )
            case ReadPage():
                return self._reading(ask)
            case Conclude():
                return _conclusion(ask, errand, self.loser)
            case LabelPairs():
                numbers = range(1, len(ask.pairs) + 1)
                return FacetLabels(labels=tuple(FacetLabel(pair=n, facets=self.facets) for n in numbers))
            case AuditFacts():
                return AuditPoints()
            case ChallengeClaims() if self.review is not None:
                verdict = self.review
                return ClaimReviews(reviews=tuple(_review(one, verdict) for one in ask.claims))
            case RuleOnResolution():
                return ResolutionRuling.model_validate(
                    {
                        "settled": True,
                        "type": ask.proposed,
                        "description": ask.description,
                        "loser": self.loser,
                        "observations": [ask.quotes[0].observation],
                    }
                )
            case _:
                return Unable(reason="it is not in the play")

    def _errand(self, at: tuple[int, int, int, int]) -> Errand:
        iteration, round_, pass_, slot = at
        again = "" if round_ == 1 else f"R{round_}.{pass_} "
        keys = (f"I{iteration} {again}S{slot}", f"I{iteration} {again}{self._targets[at]}")
        return next((self.script[key] for key in keys if key in self.script), Errand())

    def _found_by(self, query: str) -> set[str]:
        """The pages that a search finds: those of the errand it was written for."""
        at = self._queries.get(normalize(query))
        return {line.page for line in self._errand(at).lines} if at is not None else set()

    def _reading(self, ask: ReadPage) -> Reading:
        """Every sentence of the page that the play speaks of."""
        lines = (line.quote for errand in self.script.values() for line in errand.lines)
        page = " ".join(passage.text for passage in ask.page.passages)
        told = [quote for quote in dict.fromkeys(lines) if quote in page]
        facts = (ReadFact(quote=quote, summary=quote, kind="reported", worth=2) for quote in told)
        return Reading(facts=tuple(facts))

    def _briefs(self, ask: WriteBriefs, step: Step) -> Briefs:
        drafts = []
        for slot in ask.slots:
            at = (step.iteration, step.round, step.pass_, slot.slot)
            self._targets[at] = slot.target
            place = f"{slot.target} {step.key} {slot.slot}"
            words = tuple(f"loops {_word(place, n)} {_word(place, -n)}" for n in range(1, 4))
            self._queries |= {normalize(query): at for query in words}
            queries = tuple(QueryDraft(query=query, strategy="verification") for query in words)
            strategy = self.strategies.get(slot.slot, "WEB")
            draft = BriefDraft(
                slot=slot.slot,
                objective=slot.about,
                strategy=strategy,
                queries=queries,
            )
            drafts.append(draft)
        return Briefs(briefs=tuple(drafts))

    def _pages(self) -> list[StoredPage]:
        names = sorted({line.page for errand in self.script.values() for line in errand.lines})
        return [_page(name, "the data were made up" if name in self.retracted else None) for name in names]


def _word(place: str, number: int) -> str:
    """A word nobody has searched for."""
    letters = "abcdefghijklmnop"
    return "".join(letters[int(digit, 16)] for digit in f"{crc32(f'{place} {number}'.encode()):08x}")


def _page(name: str, retracted: str | None) -> StoredPage:
    """A page whose name begins with its type; each is a voice of its own, with a sentence for everything."""
    kind = re.match("[a-z]+", name)
    assert kind is not None
    every = (Line(name, ((bearing, claim),)).quote for claim in CLAIMS for bearing in _VERBS)
    address = f"https://{name}.example/a"
    return a_page(" ".join(every), address, kind[0], title=name, site=f"{name}.example", retracted=retracted)


def _place(step: Step) -> tuple[int, int, int, int]:
    return step.iteration, step.round, step.pass_, step.slot


def _conclusion(ask: Conclude, errand: Errand, loser: str | None) -> Conclusion:
    """The errand's own sentences, linked; what others found is left to them."""
    facts = {fact.summary: fact.id for page in ask.pages for fact in page.facts}
    # A claim whose wording was amended still begins with the words of the play.
    known = {
        text: claim.id
        for text in CLAIMS.values()
        for claim in ask.claims
        if claim.text.startswith(text.rstrip("."))
    }
    links: dict[str, list[dict[str, Any]]] = {}
    for line in errand.lines:
        for bearing, claim in line.bears:
            link = {"fact": facts[line.quote], "type": _STANCES[bearing], "weight": line.weight}
            links.setdefault(CLAIMS[claim], []).append(link)
    claims = [
        {
            "links": found,
            "known": known.get(text),
            "text": text,
            "evidence": errand.evidence,
            "confidence": 0.9,
            "importance": 2,
            "needs_further": errand.wish or "",
        }
        for text, found in links.items()
    ]
    pair = re.fullmatch(r"HYP(A\d+)xHYP(A\d+)", ask.target)
    resolutions = []
    if errand.proposes is not None and pair is not None:
        resolutions.append(
            {
                "first": f"hyp_{pair[1]}",
                "second": f"hyp_{pair[2]}",
                "type": errand.proposes,
                "description": SETTLED,
                "loser": loser,
                "facts": [facts[errand.lines[0].quote]],
            }
        )
    return Conclusion.model_validate({"claims": claims, "resolutions": resolutions, "state": "answered"})


def _review(one: ChallengedClaim, verdict: ReviewVerdict) -> ClaimReview:
    """It names one fact of the other side, or of its own where there is no other."""
    theirs = "CONTRADICTS" if one.side == "for" else "SUPPORTS"
    named = sorted(one.links, key=lambda link: link.type != theirs)[:1]
    return ClaimReview(
        claim=one.claim.id,
        challenge=CHALLENGE,
        evidence=tuple(link.fact for link in named),
        impact=IMPACT,
        verdict=verdict,
    )


class PlayedSources:
    """A search finds the pages of the errand that it was written for."""

    engine = "scripted"

    def __init__(self, pages: Sequence[StoredPage], found_by: Callable[[str], set[str]]) -> None:
        self._pages = {page.source.url: page for page in pages}
        self._found_by = found_by

    async def search(self, query: str, iteration: int) -> Searched:  # noqa: ARG002  (all the same)
        wanted = self._found_by(query)
        results = tuple(
            SearchResult(url=url, title=page.source.title)
            for url, page in self._pages.items()
            if page.source.title in wanted
        )
        urls = tuple(result.url for result in results)
        return Searched(results=results, found=(EngineFound(engine=self.engine, urls=urls),))

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:  # noqa: ARG002  (likewise)
        page = self._pages[found.url]
        return FetchedPage(page_hash(page.text), page)

    async def stored(self, page: PageHash) -> StoredPage:
        return next(known for known in self._pages.values() if page_hash(known.text) == page)


def finding_of(graph: CogniGraph, claim: str = "A") -> tuple[HypothesisId, Finding]:
    """The hypothesis that says a claim, and what the Judge holds of it."""
    name = next(name for name, known in graph.hypotheses.items() if known.summary == CLAIMS[claim])
    return name, graph.findings[name]


def classes(finding: Finding, round_: int) -> list[FindingClass]:
    """The classes a finding got in a round, in order."""
    return [known.finding_class for known in finding.classes if known.round == round_]


def reader(graph: CogniGraph) -> str:
    """All that the reader of the two reports is told."""
    return f"{judge_markdown(judge_report(graph))}\n{interim_report(graph)}"
