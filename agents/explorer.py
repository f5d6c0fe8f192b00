"""The Explorer: searches, chooses, and concludes from every fact on its target, a few turns at most.

Pages are not read here: what Explorers choose is read once for all of them (`reader.py`), between choosing
and concluding. So the steps of a turn are called from outside, for all Explorers together.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pathfinder.agents.drafted_report import DraftedReport
from pathfinder.agents.facts import FactPool, Labels, page_facts
from pathfinder.agents.fanout import fan_out
from pathfinder.agents.relevance import RelevanceTarget, relevant
from pathfinder.agents.result_lists import address_of, by_rank, site_of
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.calls.asks import Unable
from pathfinder.protocols.calls.briefs import Brief, PlannedQuery
from pathfinder.protocols.calls.events import Doing, ExplorerDoing
from pathfinder.protocols.calls.explorer_reports import (
    ExplorerReport,
    PageRead,
    PartOutcome,
    SearchDone,
    Trouble,
)
from pathfinder.protocols.calls.ports import (
    ByEngine,
    Model,
    Patience,
    Searched,
    SearchesAgain,
    SearchResult,
    Sources,
)
from pathfinder.protocols.calls.questions import (
    ChoosePages,
    ClaimView,
    Conclude,
    Conclusion,
    NumberedResult,
    PartLine,
)
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.calls.targets import PartTarget, code
from pathfinder.protocols.errors import FailureKind, ResearchError, SearchFailed
from pathfinder.protocols.evidence.nearest import Similarity
from pathfinder.protocols.evidence.searches import forums_last
from pathfinder.protocols.ids import ObservationId, PageHash, SubQuestionId
from pathfinder.protocols.planning.depth import REACH, Reach
from pathfinder.protocols.text.languages import language
from pathfinder.protocols.text.queries import clean, is_repeat, normalize
from pathfinder.protocols.text.sanitize import one_line

MOST_RESULTS = 30
MOST_AT_ONCE = 5
MOST_SHOWN = 120
"""Characters of a query or a title in events."""


ReadBefore = Callable[[SearchResult], PageHash | None]
"""The page of a result, if it was read before."""


def _nobody(_: ExplorerDoing) -> None:
    """Ignore the event."""


@dataclass(frozen=True)
class SharedQuestion:
    """What all Explorers of an iteration share."""

    text: str
    parts: tuple[PartLine, ...] = ()
    part_ids: tuple[SubQuestionId, ...] = ()
    today: str = ""


@dataclass(frozen=True)
class ExplorerDeps:
    """What an Explorer works with."""

    model: Model
    sources: Sources
    similarity: Similarity
    iteration: int
    question: SharedQuestion
    is_new: Callable[[str], bool]
    """Whether no earlier iteration has searched for a query."""
    tell: Callable[[ExplorerDoing], None] = _nobody
    patience: Patience | None = None
    reach: Reach = REACH["medium"]
    low_quality: bool = False
    """The health check found that sources are poor: forums come last among search results."""


@dataclass
class Explorer:
    """One Explorer at work. What fails is recorded in its report; only the end of the run raises."""

    brief: Brief
    deps: ExplorerDeps
    linked: frozenset[ObservationId] = frozenset()
    """Observations that are evidence on its target already."""
    searches: list[SearchDone] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)
    """Queries made so far, by their normal form."""
    seen: set[str] = field(default_factory=set)
    """Addresses already chosen."""
    chosen: dict[PageHash, None] = field(default_factory=dict)
    """Pages it chose and that could be read."""
    answered: bool = False
    """Some engine answered, even if with nothing."""
    heard: bool = False
    """The model has concluded from its facts."""
    late: bool = False
    failed: str = ""
    """Why it could not go on."""
    conclusion: Conclusion | None = None
    labels: Labels = field(default_factory=Labels)
    second: bool = False
    """It is the second try, because the first failed."""

    def second_try(self) -> "Explorer | None":
        """The same brief once more, with steps of its own in the journal; None if no second try is due.

        One is due if the first try failed. Running out of time is no such failure: time was the limit.
        """
        if self.second or self.late or self._status()[0] != "failure":
            return None
        return Explorer(self.brief, self.deps, self.linked, troubles=list(self.troubles), second=True)

    @property
    def objective(self) -> str:
        """What to find, and what is left to the others."""
        limits = f" Leave to others: {self.brief.boundaries}" if self.brief.boundaries else ""
        return f"{self.brief.objective}{limits}"

    async def search_and_choose(
        self, queries: Sequence[PlannedQuery], turn: int, read: ReadBefore
    ) -> list[SearchResult]:
        """The results to read in this turn, without those that were read before."""
        try:
            if await self._is_late(turn, "search"):
                return []
            found = await self._search(queries)
            if await self._is_late(turn, "choose"):
                return []
            return await self._choose(found, turn, read)
        except ResearchError as error:
            self.failed = text_of(error)
            return []

    async def conclude(self, turn: int, pool: FactPool, claims: tuple[ClaimView, ...]) -> list[PlannedQuery]:
        """What the facts on the target come to; the queries of the next turn, none if there is none."""
        try:
            if self.failed or self.late or await self._is_late(turn, "conclude"):
                return []
            return await self._conclude(turn, pool, claims)
        except ResearchError as error:
            self.failed = text_of(error)
            return []

    def took(self, page: PageHash) -> None:
        """A page it chose was read."""
        self.chosen[page] = None

    def made_by_another(self, query: str) -> None:
        """Another Explorer of this iteration made a search it wants: it is not repeated."""
        self.asked[normalize(query)] = query

    def trouble(self, kind: FailureKind, what: str, reason: str) -> None:
        """Record something that did not work."""
        self.troubles.append(Trouble(kind=kind, what=what, reason=reason))

    def now(self, doing: Doing, what: str = "") -> None:
        """Emit what it does now."""
        self.deps.tell(ExplorerDoing(iid=self.brief.iid, doing=doing, what=one_line(what, MOST_SHOWN)))

    async def _is_late(self, turn: int, before: str) -> bool:
        """Whether its time is up; then that is recorded. A call in flight is paid for, so it may finish."""
        patience = self.deps.patience
        if patience is None or not await patience.over(self._step(turn, "time", before)):
            return False
        self.late = True
        reason = Message("explorer-time-up", seconds=f"{patience.seconds:.0f}")
        self.trouble(
            "given_up", Message("failed-record", explorer=self.brief.iid, turn=turn, before=before), reason
        )
        return True

    async def _search(self, queries: Sequence[PlannedQuery]) -> list[SearchResult]:
        """What the engines point at, by query and rank, without what was chosen before."""
        fresh: list[PlannedQuery] = []
        for planned in queries:
            if is_repeat(planned.query, self.asked.values()) is None:
                fresh.append(planned)
                self.asked[normalize(planned.query)] = planned.query
        answers = await fan_out(fresh, self._one_search, MOST_AT_ONCE)
        ranked: list[list[SearchResult]] = []
        for planned, answer in zip(fresh, answers, strict=True):
            if isinstance(answer, SearchFailed):
                self._search_failed(planned, answer)
                continue
            self.answered = True
            self.searches += (
                SearchDone(
                    query=planned.query, strategy=planned.strategy, engine=known.engine, urls=known.urls
                )
                for known in answer.found
            )
            for silent in answer.failed:
                self.trouble(
                    silent.kind,
                    Message("failed-search-engine", query=planned.query, engine=silent.engine),
                    silent.reason,
                )
            if not answer.results:
                self.trouble("empty", Message("failed-search", query=planned.query), Message("nothing-found"))
            ranked.append([result for result in answer.results if address_of(result) not in self.seen])
        found = by_rank(ranked)
        return (forums_last(found) if self.deps.low_quality else found)[:MOST_RESULTS]

    def _search_failed(self, planned: PlannedQuery, error: SearchFailed) -> None:
        for engine, reason, kind in error.failed:
            self.trouble(kind, Message("failed-search-engine", query=planned.query, engine=engine), reason)
        if not error.failed:
            self.trouble("unreachable", Message("failed-search", query=planned.query), text_of(error))

    async def _one_search(self, planned: PlannedQuery) -> Searched | SearchFailed:
        self.now("searching", planned.query)
        sources, iteration = self.deps.sources, self.deps.iteration
        try:
            if self.brief.engine and not self.second and isinstance(sources, ByEngine):
                return await sources.search_on(self.brief.engine, planned.query, iteration)
            if self.second and isinstance(sources, SearchesAgain):
                return await sources.search_again(planned.query, iteration)
            return await sources.search(planned.query, iteration)
        except SearchFailed as error:
            return error

    async def _choose(self, found: list[SearchResult], turn: int, read: ReadBefore) -> list[SearchResult]:
        """The unread results worth reading: all if they are few, those the model picks, or the first few."""
        known = {address_of(result): page for result in found if (page := read(result)) is not None}
        for page in known.values():
            self.took(page)
        unread = [result for result in found if address_of(result) not in known]
        most = self.deps.reach.pages
        picked = unread if len(unread) <= most else await self._picked(found, known, turn)
        chosen = picked[:most]
        self.seen |= {*(address_of(result) for result in chosen), *known}
        return chosen

    async def _picked(
        self, found: list[SearchResult], read: Collection[str], turn: int
    ) -> list[SearchResult]:
        results = tuple(
            NumberedResult(
                number=number,
                title=known.title,
                site=site_of(known.address),
                date=known.date,
                snippet=known.snippet,
                read=address_of(known) in read,
            )
            for number, known in enumerate(found, start=1)
        )
        self.now("choosing")
        ask = ChoosePages(
            question=self.deps.question.text,
            objective=self.objective,
            about=self.brief.about,
            results=results,
            most=self.deps.reach.pages,
        )
        answer = await self.deps.model.answer(ask, self._step(turn, ask.name))
        if isinstance(answer, Unable):
            self.trouble("unreadable", Message("failed-choice", turn=turn), answer.reason)
            numbers: Sequence[int] = range(1, len(found) + 1)
        else:
            numbers = answer.value.numbers
        valid = (number for number in dict.fromkeys(numbers) if 1 <= number <= len(found))
        picked = (found[number - 1] for number in valid)
        return [result for result in picked if address_of(result) not in read]

    async def _conclude(self, turn: int, pool: FactPool, claims: tuple[ClaimView, ...]) -> list[PlannedQuery]:
        self.now("concluding")
        brief, question = self.brief, self.deps.question
        part = brief.target.part if isinstance(brief.target, PartTarget) else None
        aim = RelevanceTarget(f"{brief.about} {brief.objective}", part, frozenset(self.chosen), self.linked)
        facts = relevant(pool, aim, self.deps.similarity)
        ask = Conclude(
            question=question.text,
            parts=question.parts,
            today=question.today,
            objective=self.objective,
            about=brief.about,
            target=code(brief.target),
            opposing=brief.opposing,
            turn=turn,
            turns_left=self.deps.reach.turns - turn,
            queries=tuple(self.asked.values()),
            pages=page_facts(facts, pool, self.labels, question.part_ids),
            claims=claims,
            own=() if self.conclusion is None else tuple(one.text for one in self.conclusion.claims),
            language=language(question.text or self.objective),
        )
        answer = await self.deps.model.answer(ask, self._step(turn, ask.name))
        if isinstance(answer, Unable):
            self.trouble("unreadable", Message("failed-conclusion", turn=turn), answer.reason)
            return []
        self.heard = True
        self.conclusion = conclusion = answer.value
        if turn == self.deps.reach.turns or conclusion.state != "open":
            return []
        cleaned = (clean(query) for query in conclusion.missing)
        return [
            PlannedQuery(query=query, strategy="web")
            for query in cleaned
            if query is not None and normalize(query) not in self.asked and self.deps.is_new(query)
        ]

    def report(self, pool: FactPool) -> ExplorerReport:
        """The report. No engine or no model answering is a failure; nothing found is not."""
        status, reason = self._status()
        draft = DraftedReport(None if status == "failure" else self.conclusion, self.labels)
        facts = {fact.span: fact for page in self.chosen for fact in pool.facts.get(page, ())}
        facts |= {fact.span: fact for fact in draft.used()}
        pages = dict.fromkeys((*self.chosen, *(fact.page for fact in facts.values())))
        return ExplorerReport(
            iid=self.brief.iid,
            target=self.brief.target,
            status=status,
            observations=tuple(
                fact.model_copy(update={"key": self.labels.of(fact)}) for fact in facts.values()
            ),
            claims=draft.claims(self.deps.question.part_ids),
            stances=draft.stances(),
            assessments=draft.assessments(),
            resolutions=draft.resolutions(),
            keywords=self._left_over(),
            pages=tuple(
                PageRead(page=page, source=pool.sources[page], note=pool.notes.get(page, ""))
                for page in pages
                if page in pool.sources
            ),
            searches=tuple(self.searches),
            troubles=tuple(self.troubles),
            reason=reason,
            outcome=self._part_outcome(),
        )

    def _status(self) -> tuple[Literal["success", "partial", "failure"], str]:
        if self.failed:
            return "failure", self.failed
        if self.late and self.conclusion is None and not self.chosen:
            return "failure", self.troubles[-1].reason
        if not self.answered:
            return "failure", self._why("no search could be made")
        if not self.heard and not self.late:
            return "failure", self._why("the model answered nothing")
        claims = self.conclusion.claims if self.conclusion else ()
        if not claims:
            return "partial", self._why("no claim came of what was found")
        return ("partial" if self.troubles else "success"), ""

    def _part_outcome(self) -> PartOutcome | None:
        if not isinstance(self.brief.target, PartTarget):
            return None
        done = self.conclusion
        return PartOutcome(
            part=self.brief.target.part,
            exhausted=done is not None and done.state == "exhausted",
            not_found=() if done is None else tuple(one_line(text, 300) for text in done.not_found),
        )

    def _left_over(self) -> tuple[str, ...]:
        """What is missing and was not searched: directions for later."""
        missing = self.conclusion.missing if self.conclusion else ()
        cleaned = (clean(query) for query in missing)
        return tuple(query for query in cleaned if query is not None and normalize(query) not in self.asked)

    def _why(self, otherwise: str) -> str:
        return f"{otherwise}; {self.troubles[0].reason}" if self.troubles else otherwise

    def _step(self, turn: int, call: str, item: str = "-") -> Step:
        return Step(
            iteration=self.deps.iteration,
            phase="EXPLORE",
            slot=self.brief.slot,
            round=self.brief.round,
            pass_=self.brief.pass_,
            turn=turn,
            call=call,
            item=f"{item}.again" if self.second else item,
        )
