"""The Explorer: searches, chooses, reads and concludes, a few turns at most, in a context of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pathfinder.agents.fanout import fan_out
from pathfinder.agents.reading import MOST_CHARACTERS, Notes, halves, joined, page_view
from pathfinder.protocols.briefs import Brief, PlannedQuery
from pathfinder.protocols.calls import Answered, Unable
from pathfinder.protocols.errors import ResearchError, SearchFailed, SourceUnreachable
from pathfinder.protocols.events import Doing, ExplorerDoing
from pathfinder.protocols.memory import FailureKind
from pathfinder.protocols.ports import (
    ByEngine,
    Model,
    PageHad,
    Patience,
    Searched,
    SearchResult,
    Sources,
)
from pathfinder.protocols.questions import (
    ChoosePages,
    Conclude,
    Conclusion,
    NumberedResult,
    Reading,
    ReadPage,
)
from pathfinder.protocols.reports import Assessment, ExplorerReport, SearchDone, Trouble
from pathfinder.protocols.rules.depth import REACH, Reach
from pathfinder.protocols.rules.fusing import told_together
from pathfinder.protocols.rules.languages import language
from pathfinder.protocols.rules.lines import one_line
from pathfinder.protocols.rules.queries import clean, normalize
from pathfinder.protocols.rules.urls import canonical_url
from pathfinder.protocols.steps import Step
from pathfinder.protocols.targets import code

MOST_RESULTS = 20
MOST_AT_ONCE = 5
MOST_SPLITS = 3
"""How often a page that is too long for the model is halved."""
MOST_SHOWN = 120
"""Characters of a query or a title that watchers are told."""


def _unheard(_: ExplorerDoing) -> None:
    """Nobody watches."""


@dataclass(frozen=True)
class Abroad:
    """What an Explorer keeps to while it is out."""

    is_new: Callable[[str], bool]
    """Whether no earlier iteration has searched for a query; follow-ups that one has are dropped."""
    tell: Callable[[ExplorerDoing], None] = _unheard
    """Hears each thing the Explorer turns to."""
    patience: Patience | None = None
    reach: Reach = REACH["medium"]


async def explore(
    brief: Brief, iteration: int, model: Model, sources: Sources, abroad: Abroad
) -> ExplorerReport:
    """One Explorer's whole errand. What fails on the way is told in the report; only the run's end raises.

    Whether its time is up is asked before each thing it turns to: a call in flight is paid for, so it is let
    finish, and has a limit of its own. What was found by then counts.
    """
    errand = _Errand(
        brief, iteration, model, sources, abroad.is_new, abroad.tell, abroad.reach, abroad.patience
    )
    queries: Sequence[PlannedQuery] = brief.queries
    for turn in range(1, abroad.reach.turns + 1):
        if await errand.is_late(turn, "search"):
            break
        found = await errand.search(queries)
        if await errand.is_late(turn, "choose"):
            break
        pages = await errand.choose(found, turn)
        if await errand.is_late(turn, "read"):
            break
        await errand.read(pages, turn)
        if await errand.is_late(turn, "conclude"):
            break
        queries = await errand.conclude(turn)
        if not queries:
            break
    return errand.report()


@dataclass
class _Errand:
    brief: Brief
    iteration: int
    model: Model
    sources: Sources
    is_new: Callable[[str], bool]
    tell: Callable[[ExplorerDoing], None]
    reach: Reach
    patience: Patience | None = None
    notes: Notes = field(default_factory=Notes)
    searches: list[SearchDone] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)
    """Queries made so far, by their normal form."""
    seen: set[str] = field(default_factory=set)
    """Addresses already chosen."""
    answered: bool = False
    """Some engine answered, even if with nothing."""
    heard: bool = False
    """The model read a page or took stock: somebody has looked."""
    late: bool = False
    """Its time was up."""
    conclusion: Conclusion | None = None

    @property
    def objective(self) -> str:
        """What to find, and where the siblings' ground begins."""
        limits = f" Leave to others: {self.brief.boundaries}" if self.brief.boundaries else ""
        return f"{self.brief.objective}{limits}"

    async def is_late(self, turn: int, before: str) -> bool:
        """Whether its time is up; then that is told."""
        if self.patience is None or not await self.patience.over(self._step(turn, "time", before)):
            return False
        self.late = True
        reason = f"its time was up after {self.patience.seconds:.0f} seconds"
        self._trouble("given_up", f"{self.brief.iid} in turn {turn}, before {before}", reason)
        return True

    async def search(self, queries: Sequence[PlannedQuery]) -> list[SearchResult]:
        """What the engines point at, by query and rank, without what was chosen before."""
        fresh = [planned for planned in queries if normalize(planned.query) not in self.asked]
        self.asked |= {normalize(planned.query): planned.query for planned in fresh}
        answers = await fan_out(fresh, self._search, MOST_AT_ONCE)
        found: dict[str, SearchResult] = {}
        for planned, answer in zip(fresh, answers, strict=True):
            if isinstance(answer, SearchFailed):
                for engine, reason, kind in answer.failed:
                    self._trouble(kind, f"search {planned.query} ({engine})", reason)
                if not answer.failed:
                    self._trouble("unreachable", f"search {planned.query}", str(answer))
                continue
            self.answered = True
            self.searches += (
                SearchDone(
                    query=planned.query, strategy=planned.strategy, engine=known.engine, urls=known.urls
                )
                for known in answer.found
            )
            for unheard in answer.failed:
                self._trouble(unheard.kind, f"search {planned.query} ({unheard.engine})", unheard.reason)
            if not answer.results:
                self._trouble("empty", f"search {planned.query}", "nothing was found")
            for result in answer.results:
                if (address := _address(result)) not in self.seen:
                    found[address] = _with(found.get(address), result)
        return list(found.values())[:MOST_RESULTS]

    async def _search(self, planned: PlannedQuery) -> Searched | SearchFailed:
        self._now("searching", planned.query)
        try:
            if self.brief.engine and isinstance(self.sources, ByEngine):
                return await self.sources.search_on(self.brief.engine, planned.query, self.iteration)
            return await self.sources.search(planned.query, self.iteration)
        except SearchFailed as error:
            return error

    async def choose(self, found: list[SearchResult], turn: int) -> list[SearchResult]:
        """The results to read: those the model picked by number, or the first few if it could not."""
        if not found:
            return []
        results = tuple(
            NumberedResult(number=number, title=known.title, site=_site(known.address), snippet=known.snippet)
            for number, known in enumerate(found, start=1)
        )
        self._now("choosing")
        ask = ChoosePages(
            objective=self.objective, about=self.brief.about, results=results, most=self.reach.pages
        )
        answer = await self.model.answer(ask, self._step(turn, ask.name))
        if isinstance(answer, Unable):
            self._trouble("unreadable", f"choice of pages in turn {turn}", answer.reason)
            numbers: Sequence[int] = range(1, len(found) + 1)
        else:
            numbers = answer.value.numbers
        picked = [number for number in dict.fromkeys(numbers) if 1 <= number <= len(found)][
            : self.reach.pages
        ]
        chosen = [found[number - 1] for number in picked]
        self.seen |= {_address(result) for result in chosen}
        return chosen

    async def read(self, chosen: list[SearchResult], turn: int) -> None:
        """Fetch and read the pages; what a page says is noted in the order it was chosen."""
        fetched = await fan_out(chosen, self._fetch, MOST_AT_ONCE)
        pages: list[PageHad] = []
        for result, had in zip(chosen, fetched, strict=True):
            if isinstance(had, SourceUnreachable):
                self._trouble(had.kind, result.url, str(had))
            # The same text under two addresses is read once, at the one that was chosen first.
            elif not self.notes.knows(had.name) and had.name not in {known.name for known in pages}:
                pages.append(had)
                if had.trouble:
                    self._trouble("unreachable", f"full text of {result.url}", had.trouble)

        async def reading(had: PageHad) -> Answered[Reading] | Unable:
            return await self._reading(had, turn)

        answers = await fan_out(pages, reading, MOST_AT_ONCE)
        for (name, page, _), answer in zip(pages, answers, strict=True):
            if isinstance(answer, Unable):
                self._trouble("unreadable", page.source.url, answer.reason)
            else:
                self.heard = True
                self.notes.take(name, page, answer.value)
                if len(page.text) > MOST_CHARACTERS:
                    self._trouble(
                        "unreadable", page.source.url, "it is long, and only its beginning was read"
                    )

    async def _fetch(self, found: SearchResult) -> PageHad | SourceUnreachable:
        self._now("fetching", _site(found.url))
        try:
            return await self.sources.page(found, self.iteration)
        except SourceUnreachable as error:
            return error

    async def _reading(self, had: PageHad, turn: int) -> Answered[Reading] | Unable:
        page = had.page
        ask = ReadPage(
            question=self.brief.question,
            objective=self.objective,
            about=self.brief.about,
            hypotheses=self.brief.hypotheses,
            page=page_view(page),
        )
        self._now("reading", page.source.title or _site(page.source.url))
        return await self._read_in_parts(ask, turn, had.name)

    async def _read_in_parts(
        self, ask: ReadPage, turn: int, item: str, splits_left: int = MOST_SPLITS
    ) -> Answered[Reading] | Unable:
        """The whole page if it fits, or else its halves one after the other, and theirs."""
        answer = await self.model.answer(ask, self._step(turn, ask.name, item))
        parts = halves(ask.page)
        if isinstance(answer, Answered) or not answer.too_long or parts is None or splits_left == 0:
            return answer
        read: list[Reading] = []
        for number, part in enumerate(parts, start=1):
            smaller = ask.model_copy(update={"page": part})
            said = await self._read_in_parts(smaller, turn, f"{item}.{number}", splits_left - 1)
            if isinstance(said, Unable):
                return said
            read.append(said.value)
        return Answered(value=joined(*read))

    async def conclude(self, turn: int) -> list[PlannedQuery]:
        """Take stock; the queries of the next turn, none if this is enough."""
        self._now("concluding")
        ask = Conclude(
            objective=self.objective,
            about=self.brief.about,
            target=code(self.brief.target),
            turn=turn,
            turns_left=self.reach.turns - turn,
            queries=tuple(self.asked.values()),
            found=self.notes.found(),
            claims=self.notes.claim_lines(),
            language=language(self.brief.question or self.objective),
        )
        answer = await self.model.answer(ask, self._step(turn, ask.name))
        if isinstance(answer, Unable):
            self._trouble("unreadable", f"conclusion of turn {turn}", answer.reason)
            return []
        self.heard = True
        self.conclusion = conclusion = answer.value
        if turn == self.reach.turns or (conclusion.enough and self.notes.observations):
            return []
        wanted = (
            conclusion.follow_ups
            if self.notes.observations
            else (*conclusion.retry_keywords, *conclusion.follow_ups)
        )
        cleaned = (clean(query) for query in wanted)
        return [
            PlannedQuery(query=query, strategy="web")
            for query in cleaned
            if query is not None and normalize(query) not in self.asked and self.is_new(query)
        ]

    def report(self) -> ExplorerReport:
        """What it all comes to. No engine or no model answering is a failure; nothing found is not."""
        status: Literal["success", "partial", "failure"] = "success"
        reason = ""
        if self.late and not self.notes.observations:
            status, reason = "failure", self.troubles[-1].reason
        elif not self.answered:
            status, reason = "failure", self._why("no search could be made")
        elif not self.heard:
            status, reason = "failure", self._why("the model answered nothing")
        elif not self.notes.observations or self.troubles:
            status = "partial"
            reason = "" if self.notes.observations else self._why("nothing that could be quoted was found")
        done = self.conclusion
        return ExplorerReport(
            iid=self.brief.iid,
            target=self.brief.target,
            status=status,
            observations=tuple(self.notes.observations),
            claims=tuple(self.notes.claims),
            stances=tuple(self.notes.stances),
            assessments=tuple(
                Assessment(
                    about=known.about,
                    evidence=known.evidence,
                    confidence=known.confidence,
                    needs_further=known.needs_further,
                )
                for known in (done.assessments if done else ())
            ),
            resolutions=done.resolutions if done else (),
            keywords=done.keywords if done else (),
            pages=self.notes.pages(),
            searches=tuple(self.searches),
            troubles=tuple(self.troubles),
            reason=reason,
        )

    def _why(self, otherwise: str) -> str:
        return f"{otherwise}; {self.troubles[0].reason}" if self.troubles else otherwise

    def _now(self, doing: Doing, what: str = "") -> None:
        self.tell(ExplorerDoing(iid=self.brief.iid, doing=doing, what=one_line(what, MOST_SHOWN)))

    def _trouble(self, kind: FailureKind, what: str, reason: str) -> None:
        self.troubles.append(Trouble(kind=kind, what=what, reason=reason))

    def _step(self, turn: int, call: str, item: str = "-") -> Step:
        return Step(
            iteration=self.iteration,
            phase="EXPLORE",
            slot=self.brief.slot,
            round=self.brief.round,
            pass_=self.brief.pass_,
            turn=turn,
            call=call,
            item=item,
        )


def failed(brief: Brief, error: ResearchError) -> ExplorerReport:
    """The report of an Explorer that could not go on: it costs its own report and nothing else."""
    return ExplorerReport(iid=brief.iid, target=brief.target, status="failure", reason=str(error))


def _address(result: SearchResult) -> str:
    """What makes two results one page."""
    return canonical_url(result.url) or result.url


def _with(known: SearchResult | None, result: SearchResult) -> SearchResult:
    """What the queries say of one page together: the first, and all that catalogues know of a paper."""
    return result if known is None else told_together((known, result)) if result.paper else known


def _site(url: str) -> str:
    """The host of an address, or the name of a file."""
    rest = url.split("://", 1)[-1]
    return rest.split("/", 1)[0] or rest.rsplit("/", 1)[-1]
