"""The sessions of one folder, read for the screens. What was read is kept until the file changes."""

import json
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import owner
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.sessions import SessionLine, Sessions
from pathfinder.answering import FILE as ANSWER
from pathfinder.answering import stored_answer
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.answer.reading_list import ReadingList
from pathfinder.protocols.answer.types import KeptAnswer
from pathfinder.protocols.errors import PathfinderError, SessionRefused
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.judgement import ReaderTag
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.graph.types import CogniGraph, Observation, Source
from pathfinder.protocols.graph_file import read_graph
from pathfinder.protocols.ids import ObservationId, PageHash
from pathfinder.protocols.judging.reader_tags import reader_tag
from pathfinder.protocols.text.folding import Span
from pathfinder.reading import list_of
from pathfinder.reports.content.answer import report_answer
from pathfinder.reports.content.judge_report import JudgeReport
from pathfinder.reports.content.model_words import Saying
from pathfinder.reports.markdown.summary import Tongue, tongue_of
from pathfinder.serve.live import Follower
from pathfinder.writing import readable, report_of

T = TypeVar("T")
KEPT = 12
"""Graphs, reports and followers that are kept in memory."""
MOST_ITERATIONS = 20
"""Whose archives are folded for a report that is not whole."""
ERRORS = "serve-errors.txt"
"""In the folder of a session: what a run that the server started wrote to stderr."""
_LONGEST_ERROR = 2_000


@dataclass(frozen=True)
class Row:
    """One session of the library."""

    line: SessionLine
    running: bool = False
    spent_usd_micros: int = 0
    limits: Limits = field(default_factory=Limits)
    verdicts: tuple[tuple[ReaderTag, int], ...] = ()


class Cited(NamedTuple):
    """Words of a stored page, and where they stand in it."""

    page: PageHash
    source: Source
    text: str
    quote: Span | None = None
    header: Span | None = None
    """The heading that the quote needs, where it does not overlap it."""
    observation: ObservationId | None = None


class Shelf:
    """Reads sessions. Its methods read files, and are called in threads."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.sessions = Sessions(home, Disk())
        self._kept: OrderedDict[Hashable, tuple[Hashable, Any]] = OrderedDict()
        self._counts: dict[str, tuple[Hashable, tuple[tuple[ReaderTag, int], ...]]] = {}
        self._followers: OrderedDict[str, Follower] = OrderedDict()
        self._lock = Lock()

    def session(self, name: str) -> Session:
        """The session of exactly this name; SessionRefused if there is none."""
        found = self.sessions.resolve(name)
        if found.id != name:
            raise SessionRefused(Message("serve-no-session"))
        return found

    def running(self, session: Session) -> int | None:
        """The process that works on it."""
        return owner(session, Disk())

    def errors(self, session: Session) -> str:
        """The end of what a run that the server started wrote to stderr."""
        written = Disk().read_if_there(session.folder / ERRORS) or b""
        return written.decode(errors="replace").strip()[-_LONGEST_ERROR:].removeprefix("pathfinder: ")

    def follower(self, session: Session) -> Follower:
        """The one fold of a session that all who watch it share."""
        with self._lock:
            found = self._followers.setdefault(session.id, Follower(session))
            self._followers.move_to_end(session.id)
            while len(self._followers) > KEPT:
                self._followers.popitem(last=False)
            return found

    def graph(self, session: Session) -> CogniGraph:
        """The record of the closed iterations."""
        return self._fresh(
            ("graph", session.id),
            _stamp(session.graph),
            lambda: read_graph(_there(session.graph), session.graph.name),
        )

    def answer(self, session: Session) -> KeptAnswer | None:
        """The answer that is kept, be it of an earlier iteration."""
        path = session.folder / ANSWER
        return self._fresh(
            ("answer", session.id), _stamp(path), lambda: stored_answer(session.folder, Disk())
        )

    def report(self, session: Session, *, whole: bool = False) -> JudgeReport:
        """The content of the report without the picture, which has a screen of its own.

        The passages around quotes that no finding has are left out; the screen of a quote shows its page.
        The timeline is made of every archive: that of a long session only for the `whole` report.
        """
        graph = self.graph(session)
        timeline = whole or graph.iteration <= MOST_ITERATIONS

        def made() -> JudgeReport:
            written = readable(graph, self.answer(session))
            return report_of(session, written, None, parts=frozenset({"timeline"} if timeline else ()))[0]

        stamp = (_stamp(session.graph), _stamp(session.folder / ANSWER))
        return self._fresh(("report", session.id, timeline), stamp, made)

    def reading_list(self, session: Session) -> ReadingList:
        """What a session without a model found."""
        graph = self.graph(session)
        return self._fresh(("list", session.id), _stamp(session.graph), lambda: list_of(graph))

    def rows(self, words: str = "", most: int | None = None) -> tuple[list[Row], int]:
        """Sessions whose question or answer holds all the words, the latest first, and how many more."""
        wanted = words.casefold().split()
        lines = [line for line in self.sessions.lines() if self._matches(line.id, line.question, wanted)]
        shown = lines if most is None else lines[:most]
        return [self._row(line) for line in shown], len(lines) - len(shown)

    def row(self, session: Session) -> Row:
        """One session, from what is read of it anyway."""
        graph, there = self.graph(session), Disk().stat(session.graph)
        updated = datetime.fromtimestamp(there.st_mtime if there else 0, UTC)
        run = graph.run
        line = SessionLine(
            session.id, graph.question, graph.iteration, run.status, run.reason, updated, current=False
        )
        spent = run.spend.total_usd_micros + run.open_usd_micros
        return Row(line, self.running(session) is not None, spent, run.limits, self._verdicts(session))

    def spent(self, session: Session) -> int:
        """What it has cost in micro-dollars, by its record and the log of the run that goes on."""
        return max(self._logged(session), self.row(session).spent_usd_micros)

    def _logged(self, session: Session) -> int:
        follower = self.follower(session)
        follower.update()
        return follower.seen.scene.spent_usd_micros

    def _row(self, line: SessionLine) -> Row:
        try:
            session = self.session(line.id)
            run = glance(session, Disk()).run
            spent = run.spend.total_usd_micros + run.open_usd_micros
            running, verdicts = self.running(session) is not None, self._verdicts(session)
            if running:
                spent = max(spent, self._logged(session))
        except PathfinderError:
            return Row(line)
        return Row(line, running, spent, run.limits, verdicts)

    def _verdicts(self, session: Session) -> tuple[tuple[ReaderTag, int], ...]:
        def counted() -> tuple[tuple[ReaderTag, int], ...]:
            graph = self.graph(session)
            known = Counter(reader_tag(graph, name) for name, one in graph.hypotheses.items() if one.verdict)
            return tuple(known.items())

        stamp = _stamp(session.graph)
        known = self._counts.get(session.id)
        if known is None or known[0] != stamp:
            known = self._counts[session.id] = (stamp, counted())
        return known[1]

    def _matches(self, name: str, question: str, wanted: list[str]) -> bool:
        if not wanted:
            return True
        try:
            written = Disk().read_if_there(self.session(name).folder / ANSWER) or b"null"
            answer = "\n".join(_sentences(json.loads(written)))
        except (PathfinderError, ValueError, RecursionError):
            answer = ""
        text = f"{question}\n{answer}".casefold()
        return all(word in text for word in wanted)

    def cited(self, session: Session, name: str) -> Cited | None:
        """The words behind obs_3 or behind a number of the answer such as 1a, in their page."""
        graph = self.graph(session)
        seen = graph.observations.get(ObservationId(name))
        if seen is not None:
            return self._observed(session, graph, ObservationId(name), seen)
        kept = self.answer(session)
        if kept is None:
            return None
        for source in report_answer(Saying(graph), kept).sources:
            for quote in source.quotes:
                if quote.label != name:
                    continue
                if quote.observation is not None:
                    known = graph.observations[quote.observation]
                    return self._observed(session, graph, quote.observation, known)
                text = _text(session, source.page)
                return Cited(
                    source.page, graph.sources[source.page], text, find(quote.quote, PageText.of(text))
                )
        return None

    def page(self, session: Session, name: str) -> Cited | None:
        """A stored page without a mark."""
        graph, page = self.graph(session), PageHash(name)
        if page not in graph.sources:
            return None
        return Cited(page, graph.sources[page], _text(session, page))

    def _observed(
        self, session: Session, graph: CogniGraph, name: ObservationId, seen: Observation
    ) -> Cited | None:
        if seen.page is None or seen.quote is None or seen.offset is None:
            return None
        text = _text(session, seen.page)
        quote = Span(seen.offset, seen.offset + len(seen.quote))
        head = find(seen.header, PageText.of(text)) if seen.header else None
        apart = head is not None and (head.end <= quote.start or head.start >= quote.end)
        return Cited(seen.page, graph.sources[seen.page], text, quote, head if apart else None, name)

    def tongue(self, session: Session) -> Tongue:
        """The language of a session."""
        return tongue_of(self.graph(session))

    def _fresh(self, key: Hashable, stamp: Hashable, made: Callable[[], T]) -> T:
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known[0] == stamp:
                self._kept.move_to_end(key)
                found: T = known[1]
                return found
        value = made()
        with self._lock:
            self._kept[key] = (stamp, value)
            while len(self._kept) > KEPT * 3:
                self._kept.popitem(last=False)
        return value


def _there(path: Path) -> bytes:
    try:
        return Disk().read(path)
    except FileNotFoundError:
        raise SessionRefused(Message("serve-session-gone")) from None


def _text(session: Session, page: PageHash) -> str:
    try:
        return FilePages(session, Disk()).text(page)
    except FileNotFoundError:
        raise SessionRefused(Message("serve-page-missing")) from None


def _sentences(known: object) -> Iterator[str]:
    """The texts of a stored answer; what holds no blank is a name, such as that of a page."""
    if isinstance(known, str):
        if " " in known:
            yield known
    elif isinstance(known, dict):
        for value in known.values():
            yield from _sentences(value)
    elif isinstance(known, list):
        for value in known:
            yield from _sentences(value)


def _stamp(path: Path) -> Hashable:
    there = Disk().stat(path)
    return None if there is None else (there.st_ino, there.st_size, there.st_mtime_ns)
