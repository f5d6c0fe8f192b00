"""Research as two lines of Python: `result = await research("Do ground loops pay off?", docs="notes/")`."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import overload

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.answering import stored_answer
from pathfinder.assembly import assemble
from pathfinder.config import Config
from pathfinder.consent import what_leaves
from pathfinder.deprecated import with_ports
from pathfinder.deps import Deps
from pathfinder.locales.catalogue import Message, joined
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.answer.reading_list import is_reading_list
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.ports import EventSink
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.evidence.marked_text import claim_text
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.protocols.graph.memory import ReportLanguage
from pathfinder.protocols.graph.types import CogniGraph, Source
from pathfinder.protocols.ids import HypothesisId, order
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.text.queries import normalize
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.reading import list_of
from pathfinder.reports.markdown.answer_lines import answer_content, answer_lines
from pathfinder.reports.markdown.reading_list import list_markdown
from pathfinder.reports.markdown.summary import tongue_of
from pathfinder.run_config import HOME, RunConfig
from pathfinder.running import checked_question, resume, start
from pathfinder.writing import kept_answer, thesis_of

ITERATIONS = 2


@dataclass(frozen=True)
class Claim:
    """A claim, what it is worth, and the quotes for and against it."""

    id: str
    text: str
    verdict: ReaderTag
    strength: float
    quotes_for: tuple[str, ...]
    quotes_against: tuple[str, ...]


@dataclass(frozen=True)
class Result:
    """What a research found."""

    session: Session
    """Where it is stored; `pathfinder resume` goes on with it."""
    graph: CogniGraph
    """Everything that is known, with its evidence."""
    answer: str = ""
    """The written answer as plain text; empty without a model, or where none could be written."""
    error: Exception | None = None
    """Why the run ended early, if it did."""
    markdown: str = field(default="", repr=False)

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of the question."""
        return tuple(part.text for part in self.graph.sub_questions.values())

    @property
    def claims(self) -> tuple[Claim, ...]:
        """The claims, the strongest first; none without a model, which alone can judge."""
        graph = self.graph
        if is_reading_list(graph):
            return ()
        names = sorted(graph.hypotheses, key=lambda name: (-graph.hypotheses[name].strength, order(name)))
        return tuple(
            Claim(
                id=name,
                text=claim_text(graph, name),
                verdict=reader_tag(graph, name),
                strength=graph.hypotheses[name].strength,
                quotes_for=self._quotes(name, "SUPPORTS"),
                quotes_against=self._quotes(name, "CONTRADICTS"),
            )
            for name in names
        )

    @property
    def sources(self) -> tuple[Source, ...]:
        """The pages that quotes were found on, each once."""
        cited = {seen.source_url for seen in self.graph.observations.values()}
        return tuple(source for source in self.graph.sources.values() if source.url in cited)

    @property
    def cost(self) -> float:
        """What it cost, in US dollars, the answer included."""
        run = self.graph.run
        return (run.spend.total_usd_micros + run.open_usd_micros) / 1_000_000

    def to_markdown(self) -> str:
        """The thesis: the answer, the findings behind it, their sources. Without a model the reading list."""
        return self.markdown

    def _quotes(self, name: HypothesisId, type_: str) -> tuple[str, ...]:
        seen = self.graph.observations
        told = (seen[one.observation].quote for one in self.graph.evidence(name) if one.type == type_)
        return tuple(quote for quote in told if quote)


class _Events:
    """Passes events on to whoever iterates over them; None ends them."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[Event | None] = asyncio.Queue()

    def emit(self, event: Event) -> None:
        self.queue.put_nowait(event)


@overload
async def research(
    question: str,
    deps: Deps,
    config: RunConfig | None = None,
    *,
    home: Path | str = HOME,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
    session: Session | None = None,
) -> RunEnd: ...


@overload
async def research(
    question: str,
    *,
    docs: Path | str | None = None,
    engine: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    iterations: int = ITERATIONS,
    quick: bool = False,
    language: ReportLanguage = "",
    allow_remote: bool = False,
    home: Path | str = HOME,
    environ: Mapping[str, str] | None = None,
    events: Iterable[EventSink] = (),
    session: Session | None = None,
) -> Result: ...


async def research(
    question: str,
    deps: Deps | None = None,
    config: RunConfig | None = None,
    *,
    docs: Path | str | None = None,
    engine: str | None = None,
    model: str | None = None,
    budget: float | None = None,
    iterations: int = ITERATIONS,
    quick: bool = False,
    language: ReportLanguage = "",
    allow_remote: bool = False,
    home: Path | str = HOME,
    environ: Mapping[str, str] | None = None,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
    session: Session | None = None,
) -> Result | RunEnd:
    """Research a question in a new session and return what was found.

    `docs` is a folder of documents, `engine` names search engines ("academic", "hybrid+academic"), `model` a
    model ("openai:gpt-6-luna", "reading-list" for none) and `budget` the most it may cost in US dollars. Keys
    are read from the environment. With `docs`, a model or an engine on another machine needs `allow_remote`.
    `session` is an earlier session of this question (`Result.session`), to go on where it ended; UserError if
    it is on another one. `iterations` is a total, with those that the session has already.

    Whoever brings ports of their own passes `deps` and `config`, and gets the end of the run.
    """
    if deps is not None:
        deps, config = with_ports(deps, config)
        session = _session(question, session, disk) or start(question, deps.clock, home=Path(home), disk=disk)
        return await resume(session, deps, config, events=events, disk=disk)
    # The library's one look at the environment, as the command line has its own.
    known = dict(os.environ) if environ is None else environ  # noqa: TID251  (keys are read here)
    session = _session(question, session)
    chosen = _config(question, known, docs, engine, model, budget, iterations, language, home, quick=quick)
    leaving = what_leaves(chosen)
    if chosen.docs is not None and leaving and not allow_remote:
        raise UserError(Message("library-needs-consent", what=joined("list-and", leaving)))
    ports = assemble(chosen)
    session = session or start(question, ports.clock, home=chosen.home)
    end = await resume(session, ports, chosen, events=events)
    return await _result(session, end)


async def stream(question: str, **options: object) -> AsyncIterator[Event | Result]:
    """The events of a research while it goes on, and at last its `Result`. It takes what `research` takes."""
    listening = _Events()
    going = research(question, events=[listening], **options)  # type: ignore[call-overload]  # as it takes
    run = asyncio.ensure_future(going)
    run.add_done_callback(lambda _: listening.queue.put_nowait(None))
    try:
        while (event := await listening.queue.get()) is not None:
            yield event
        yield await run
    finally:
        # Whoever stops listening ends the run; the session is closed when this returns.
        run.cancel()
        await asyncio.wait([run])


def _session(question: str, session: Session | None, disk: Disk | None = None) -> Session | None:
    """The session to go on with; UserError if it is on another question."""
    if session is not None:
        known = glance(session, disk or Disk()).question
        if normalize(known) != normalize(question):
            shown = one_line(known, 100)
            raise UserError(Message("library-other-question", session=session.id, question=shown))
    return session


def _config(
    question: str,
    environ: Mapping[str, str],
    docs: Path | str | None,
    engine: str | None,
    model: str | None,
    budget: float | None,
    iterations: int,
    language: ReportLanguage,
    home: Path | str,
    *,
    quick: bool,
) -> RunConfig:
    """The configuration of a run from the arguments of `research`."""
    checked_question(question)
    settings = Config()
    research_ = settings.research.model_copy(
        update={"max_iterations": iterations}
        | ({} if budget is None else {"budget_usd": budget})
        | ({} if not language else {"language": language})
    )
    settings = settings.model_copy(
        update={
            "research": research_,
            "models": settings.models.model_copy(update={"all": model}) if model else settings.models,
            "search": settings.search.model_copy(update={"engine": engine}) if engine else settings.search,
        }
    )
    config = RunConfig.from_settings(
        settings,
        environ=environ,
        home=Path(home),
        docs=None if docs is None else Path(docs),
        stop_when="answered",
        attended=False,
        quick=quick,
    )
    return replace(config, answer=None, stop_when="dry") if config.without_model else config


async def _result(session: Session, end: RunEnd) -> Result:
    """The result of a run, with its texts."""
    graph = end.graph
    if is_reading_list(graph):
        text = list_markdown(list_of(graph), tongue_of(graph))
        return Result(session, graph, error=end.error, markdown=text)
    kept = stored_answer(session.folder, Disk())
    said = (
        ""
        if kept is None
        else "\n".join(answer_lines(answer_content(graph, kept), kept.language, whole=True))
    )
    text = thesis_of(session, await kept_answer(session)).text
    return Result(session, graph, said, end.error, text)
