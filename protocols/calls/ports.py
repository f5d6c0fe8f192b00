"""What the inside needs from the outside world, named for the need and not for who meets it."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Annotated, Final, Literal, NamedTuple, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from pathfinder.protocols.calls.asks import Answered, Ask, Reply, Unable, Unfinished
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.steps import Step
from pathfinder.protocols.errors import FailureKind
from pathfinder.protocols.frozen import Frozen, Worded, Words, is_empty
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.memory import Spend
from pathfinder.protocols.graph.papers import Paper
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.ids import PageHash, PageKey, StepKey

A = TypeVar("A", bound=Frozen)


class Model(Protocol):
    """Answers typed questions, or says it cannot. What a role asks; everything else is behind it."""

    async def answer(self, ask: Ask[A], step: Step) -> Answered[A] | Unable: ...


class Attempt(Protocol):
    """One try at one question, at one provider. AttemptFailed if it did not come back."""

    @property
    def identity(self) -> str:
        """Engine and model; part of the digest: another model never answers from this one's journal."""
        ...

    def fingerprint(self, ask: Ask[A]) -> str:
        """What besides the question shapes the answer: prompt name, version and hash, model, effort."""
        ...

    def worst_usd_micros(self, ask: Ask[A]) -> int:
        """The most this attempt can cost; PriceUnknown if nobody knows."""
        ...

    async def reply(self, ask: Ask[A], step: Step) -> Reply[A]: ...


@runtime_checkable
class Paced(Protocol):
    """What an `Attempt` offers besides if its provider has limits and outages of its own."""

    def lane(self, ask: Ask[A]) -> str:
        """Host and model: what is limited together and fails together."""
        ...

    async def enter(self, ask: Ask[A], gate: Callable[[], None]) -> None:
        """Returns when the provider's limits allow this call; `gate` raises once nothing may be sent."""
        ...

    def leave(self, ask: Ask[A]) -> None:
        """The call that entered is over, sent or not."""
        ...


class Room(Frozen):
    """How long an answer may be: what a token of it costs, and how many it is likely to take."""

    usd_micros_per_million: int = Field(ge=0)
    """Of answer tokens; thinking is answer too."""
    least: int = Field(ge=1)
    """With fewer it is not worth sending."""
    likely: int = Field(ge=1)
    """Thinking and answer of a usual call of the kind."""
    most: int = Field(ge=1)

    def usd_micros(self, tokens: int) -> int:
        """What so many tokens cost at most."""
        return -(-tokens * self.usd_micros_per_million // 1_000_000)

    def tokens(self, usd_micros: int) -> int:
        """How many tokens so much money pays for; never more than there is room for."""
        if self.usd_micros_per_million == 0:
            return self.most
        return min(self.most, max(0, usd_micros) * 1_000_000 // self.usd_micros_per_million)


class Cost(Frozen):
    """What one request can cost at most: its prompt, and beside it the answer, by its length."""

    usd_micros: int = Field(ge=0)
    room: Room


@runtime_checkable
class TurnByTurn(Protocol):
    """What an `Attempt` offers besides if it is paid by the length of its answer.

    Each request is then paid for on its own, with as much room as the money allows; one that came back
    unfinished may be followed by a second.
    """

    def cost(self, ask: Ask[A], after: Unfinished | None) -> Cost:
        """Of the first request, or of the one after an unfinished one; PriceUnknown if nobody knows."""
        ...

    async def counted(self, ask: Ask[A]) -> bool:
        """Count the prompt before a call is refused for what it might be; whether its cost is lower now."""
        ...

    async def turn(self, ask: Ask[A], max_tokens: int, after: Unfinished | None) -> Reply[A] | Unfinished:
        """One request with so much room. Nothing is unfinished twice."""
        ...


class SearchResult(Frozen):
    """A page an engine points at; the model picks it by its place in the list."""

    url: str
    title: str
    snippet: str = ""
    date: str = Field(default="", exclude_if=is_empty)
    """When the page was published, if the engine says so."""
    page: PageKey | None = Field(default=None, exclude_if=is_empty)
    """The hash of its text, where the engine has the text: a document of the user's own."""
    cited_as: str = ""
    """The address it is cited by, where that is not the one it is fetched from: a file naming its page."""
    paper: Paper | None = None
    """What a catalogue of papers says of it."""

    @property
    def address(self) -> str:
        """The address people know it by."""
        return self.cited_as or self.url


EVERYTHING: Final = "*"
"""The query that lists a small folder of the user's own; other engines find nothing by it."""


class Search(Protocol):
    """Finds pages. SearchFailed if the engine gave no answer."""

    @property
    def engine(self) -> str: ...

    async def results(self, query: str) -> Sequence[SearchResult]: ...


class SearchAnswer(Frozen):
    """What an engine found, and what it took."""

    results: tuple[SearchResult, ...]
    spent_usd_micros: int = 0
    tokens: tuple[int, int] = (0, 0)


class SearchEngine(Protocol):
    """One engine, asked once at a time; whoever asks keeps the journal, pays and tries again."""

    @property
    def engine(self) -> str: ...

    @property
    def remote(self) -> bool:
        """Whether a query leaves the machine."""
        ...

    def worst_usd_micros(self, query: str) -> int:
        """The most one try can cost; PriceUnknown if nobody knows."""
        ...

    async def find(self, query: str) -> SearchAnswer:
        """One try. AttemptFailed if it did not come back, ProviderFailed if it never will."""
        ...


class EngineFound(Frozen):
    """What one engine pointed at, by the addresses people know."""

    engine: str
    urls: tuple[str, ...]


class EngineFailed(Worded):
    """An engine that gave no answer, and why; the others were asked all the same."""

    engine: str
    reason: Words
    kind: FailureKind = "unreachable"


class Searched(Frozen):
    """What a search came to, over all the engines that were asked."""

    results: tuple[SearchResult, ...]
    found: tuple[EngineFound, ...] = ()
    failed: tuple[EngineFailed, ...] = ()


@runtime_checkable
class ByEngine(Protocol):
    """What `Sources` offer besides if several engines answer their searches."""

    async def search_on(self, engine: str, query: str, iteration: int) -> Searched:
        """One of them alone; where it has no answer, or is not among them, all are asked."""
        ...


@runtime_checkable
class SearchesAgain(Protocol):
    """What `Sources` offer besides if they keep failed searches, so that one can be made once more."""

    async def search_again(self, query: str, iteration: int) -> Searched:
        """Only the engines that failed are asked again, once. SearchFailed if none answers."""
        ...


class PaperPage(Worded):
    """A paper as a page: its abstract, or its full text."""

    page: StoredPage
    trouble: Words = ""
    """Why it is not the full text, where that was wanted."""


class PaperReader(Protocol):
    """Makes a page of a paper that a catalogue found. SourceUnreachable if there is nothing to read."""

    async def read(self, url: str, title: str, paper: Paper) -> PaperPage: ...


class Fetch(Protocol):
    """Reads one page. SourceUnreachable if it cannot be had."""

    async def page(self, url: str) -> StoredPage: ...


class PageStore(Protocol):
    """Keeps page texts by the hash of their text, once each."""

    async def keep(self, page: StoredPage) -> PageHash: ...

    async def get(self, page: PageHash) -> StoredPage: ...


class Entry(Worded):
    """One line of the journal.

    `sent` is written before a paid attempt goes out, `failed` when it did not come back, `done` with the
    outcome before anything uses it, `charged` on resuming for what was in flight when the process died.
    """

    kind: Literal["sent", "failed", "done", "charged"]
    step: StepKey
    attempt: int = 1
    digest: str = ""
    usd_micros: int = 0
    """sent: worst case; otherwise what it cost."""
    role: str = ""
    engine: str = ""
    outcome: str = ""
    """done: the outcome as JSON. failed and charged: the reason."""
    tokens: tuple[int, int] = (0, 0)
    fingerprint: str = ""
    """What besides the question shaped the answer: prompt name, version and hash, model, effort."""
    lost: tuple[Words, ...] = Field(default=(), exclude_if=is_empty)
    """done: what was left out of the answer because it could not be read."""
    custom_id: str = Field(default="", exclude_if=is_empty)
    """sent: the name of the request in a batch of the provider's, where it waits for one."""


class Journal(Protocol):
    """Remembers every outcome before it is used, so that no finished step is ever repeated."""

    @property
    def entries(self) -> Sequence[Entry]:
        """Everything of the open iteration, in the order it was written."""
        ...

    def done(self, step: StepKey, digest: str) -> Entry | None:
        """The outcome of a finished step; ReplayDiverged if it was recorded with another digest."""
        ...

    async def write(self, entry: Entry) -> None:
        """Durable when it returns."""
        ...


class Hold(Frozen):
    """Money set aside at worst case before a call is sent."""

    number: int
    step: StepKey
    usd_micros: int
    tokens: int = 0
    """How long the answer may be: that is paid for."""


class Ledger(Protocol):
    """Keeps the cap: reserve at worst case, settle from usage."""

    async def reserve(
        self, step: StepKey, worst_usd_micros: int, *, room: Room | None = None, closing: bool = False
    ) -> Hold:
        """Waits while open holds may make room; BudgetExceeded when none is open and it does not fit.

        With `room`, the worst case is that of the prompt, and the answer gets as many tokens as the free
        money allows, `room.least` at least: the hold says how many, and covers them. `closing` may take what
        is kept back for the closing report.
        """
        ...

    def settle(
        self,
        hold: Hold,
        spent_usd_micros: int,
        *,
        role: str = "",
        engine: str = "",
        tokens: tuple[int, int] = (0, 0),
    ) -> None:
        """Close a hold with what it came to; a hold is settled once."""
        ...

    def take_up(self, entry: Entry, tokens: int) -> Hold:
        """A hold for an attempt that was sent by an earlier process and is still out: it has been counted as
        spent at its worst case, and is so no longer. `tokens`: how long its answer may be.
        """
        ...

    @property
    def spent_usd_micros(self) -> int: ...

    @property
    def spend(self) -> Spend:
        """The same by role and by engine, as the run keeps it."""
        ...


class Limiter(Protocol):
    """Lets calls go at the allowed pace, in the order they asked.

    A lane is whose limits a call comes under: a model of a host, or a search engine.
    """

    async def turn(self, lane: str = "") -> None: ...

    async def rest(self, lane: str, seconds: float) -> None:
        """A lane asked to be left alone for so long: whoever shares this limiter keeps to it."""
        ...


class Store(Protocol):
    """Holds closed iterations; a save is all or nothing."""

    async def load(self) -> CogniGraph: ...

    async def save(self, graph: CogniGraph, edits: Sequence[GraphEdit]) -> None:
        """Commit a closed iteration: its archive, then the graph."""
        ...

    async def save_run(self, graph: CogniGraph) -> None:
        """Commit a change of the run's status between iterations."""
        ...


class Views(Protocol):
    """Writes what people read; everything here can be rebuilt from the record."""

    async def write(self, graph: CogniGraph) -> None: ...


class Clock(Protocol):
    """Tells the time and waits; a test brings its own."""

    def now(self) -> datetime: ...

    def monotonic(self) -> float: ...

    async def sleep(self, seconds: float) -> None: ...


class Patience(Protocol):
    """Says when an Explorer has been out long enough. Asked again in a replay, it says the same."""

    seconds: float

    async def over(self, step: Step) -> bool:
        """Whether the Explorer at this place is to come home now; its clock starts when it is first asked."""
        ...


class EventSink(Protocol):
    """Hears what the run tells."""

    def emit(self, event: Event) -> None: ...


class Command(Frozen):
    """Something the user asked of a running session from outside."""

    kind: Literal["pause", "stop", "done", "note", "keyword", "hypothesis", "budget"]
    text: str = ""
    usd_micros: Annotated[int, Field(ge=0, le=1_000_000_000_000)] = 0
    """Of a budget: the new one."""


class QueuedCommand(NamedTuple):
    """A command, and the offset behind it in the control file: the same for every reader, and greater for
    later ones. The inputs of an iteration keep the offset up to which commands are in them.
    """

    command: Command
    place: int


class Control(Protocol):
    """Where a running session hears its user."""

    def commands(self) -> Sequence[QueuedCommand]:
        """What came since the last look."""
        ...

    def confirm(self, place: int) -> None:
        """What came up to there is kept elsewhere: nobody need hear it again."""
        ...


class FetchedPage(NamedTuple):
    """A page that could be read."""

    name: PageHash
    page: StoredPage
    trouble: str = ""
    """What is amiss with it all the same: the abstract of a paper whose full text is out of reach."""


class Sources(Protocol):
    """What Explorers read, shared by all of a session: the same search or page is had once."""

    @property
    def engine(self) -> str: ...

    async def search(self, query: str, iteration: int) -> Searched:
        """SearchFailed if no engine gave an answer."""
        ...

    async def page(self, found: SearchResult, iteration: int) -> FetchedPage:
        """The page behind a result. Where it is made of what engines say of it, of what this result says.

        SourceUnreachable if it cannot be had.
        """
        ...

    async def stored(self, page: PageHash) -> StoredPage:
        """A page that was had before."""
        ...
