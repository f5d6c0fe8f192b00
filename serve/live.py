"""What a session is doing, folded from its log and its journals; all who watch it share one fold."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

from pydantic import TypeAdapter, ValidationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.journal import journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.protocols.calls.asks import Answered
from pathfinder.protocols.calls.events import (
    Event,
    FailureTold,
    QuestionSplit,
    RunEnded,
    RunStarted,
    VerdictGiven,
)
from pathfinder.protocols.calls.questions import Reading
from pathfinder.protocols.errors import PathfinderError
from pathfinder.protocols.evidence.quotes import PageText, find
from pathfinder.protocols.graph.memory import Failure
from pathfinder.protocols.graph.types import Source
from pathfinder.protocols.ids import PageHash, StepKey
from pathfinder.reports.content.scene import Scene, heard

MOST_FAILURES = 20
_EVENT: TypeAdapter[Event] = TypeAdapter(Event)
_READ = re.compile(r"\d+/EXPLORE/.*/explorer\.read/[0-9a-f]{64}[.0-9h]*")


class Position(NamedTuple):
    """How far a session is: bytes of its log, the iteration that is open, entries of its journal."""

    log: int = 0
    iteration: int = 0
    entries: int = 0

    def __str__(self) -> str:
        return f"{self.log}.{self.iteration}.{self.entries}"


@dataclass(frozen=True)
class Fact:
    """Words that were read on a stored page in the open iteration."""

    page: PageHash
    source: Source
    quote: str
    summary: str


class Told(NamedTuple):
    """One event for those who listen, and its place: bytes of the log up to its end."""

    place: int
    name: str
    data: dict[str, Any]


@dataclass
class Seen:
    """What is known of a run from its log."""

    scene: Scene = field(default_factory=Scene)
    parts: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    failed: int = 0
    verdicts: dict[str, VerdictGiven] = field(default_factory=dict)
    started: datetime | None = None
    latest: datetime | None = None
    ended: RunEnded | None = None

    def take(self, row: dict[str, Any]) -> None:
        """Fold one line of the log."""
        name, at = row.get("event"), _time(row.get("at"))
        self.latest = at or self.latest
        if name in ("call_done", "call_failed", "call_charged"):
            micros = row.get("usd_micros")
            if isinstance(micros, int):
                spent = self.scene.spent_usd_micros + micros
                self.scene = replace(self.scene, spent_usd_micros=spent)
            return
        event = _event(row)
        if event is None:
            return
        match event:
            case RunStarted():
                self.started, self.ended = at, None
            case QuestionSplit():
                self.parts = event.parts
            case FailureTold():
                self.failed += 1
                self.failures = (event.failure, *self.failures)[:MOST_FAILURES]
            case VerdictGiven():
                self.verdicts[event.hypothesis] = event
            case RunEnded():
                self.ended = event
            case _:
                pass
        self.scene = heard(self.scene, event)


def _time(text: object) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if isinstance(text, str) else None
    except ValueError:
        return None


def _event(row: dict[str, Any]) -> Event | None:
    """The event in a line of the log; None for a line about a call."""
    fields = {name: value for name, value in row.items() if name not in ("at", "event", "kind")}
    try:
        return _EVENT.validate_json(json.dumps({**fields, "kind": row.get("event")}))
    except ValidationError:
        return None


class Follower:
    """Follows one session. Its methods read files, and are called in threads."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.seen = Seen()
        self.facts: tuple[Fact, ...] = ()
        self.position = Position()
        self._inode = 0
        self._iteration = 1
        self._graph_stamp: tuple[int, int] | None = None
        self._lock = Lock()
        self._readings: dict[str, tuple[Fact, ...]] = {}

    def update(self) -> Position:
        """Read what came since the last time; the position up to which everything is known."""
        with self._lock:
            log, read = self._fold_log()
            iteration = self._open_iteration()
            entries = self.position.entries
            if read or iteration != self.position.iteration:
                entries = self._read_facts(iteration)
            self.position = Position(log, iteration, entries)
            return self.position

    def _open_iteration(self) -> int:
        there = Disk().stat(self.session.graph)
        stamp = (there.st_ino, there.st_mtime_ns) if there else None
        if stamp != self._graph_stamp:
            try:
                self._iteration = glance(self.session, Disk()).iteration + 1
            except PathfinderError:
                return self._iteration
            self._graph_stamp = stamp
        return self._iteration

    def _fold_log(self) -> tuple[int, bool]:
        """How far the log was folded, and whether a page was read meanwhile."""
        path, at, read = self.session.folder / "log.jsonl", self.position.log, False
        there = Disk().stat(path)
        size = there.st_size if there else 0
        if there and (size < at or there.st_ino != self._inode):
            # Another file, or somebody emptied it: begin again.
            self.seen, at, self._inode = Seen(), 0, there.st_ino
        if size == at:
            return at, False
        written = Disk().read_from(path, at)
        for row in written[: written.rfind(b"\n") + 1].splitlines(keepends=True):
            at += len(row)
            known = _row(row)
            if known is not None:
                self.seen.take(known)
                read = read or "explorer.read" in str(known.get("step", ""))
        return at, read

    def _read_facts(self, iteration: int) -> int:
        try:
            entries = journaled(self.session, iteration, Disk())
        except PathfinderError:
            return self.position.entries
        if iteration != self.position.iteration:
            self._readings.clear()
        for entry in entries:
            if entry.kind == "done" and entry.step not in self._readings and _READ.fullmatch(entry.step):
                self._readings[entry.step] = tuple(self._facts_of(entry.step, entry.outcome))
        self.facts = tuple(fact for facts in self._readings.values() for fact in facts)
        return len(entries)

    def _facts_of(self, step: str, outcome: str) -> Iterator[Fact]:
        """The facts of one reading whose quotes stand on their page."""
        page = PageHash(step.rpartition("/")[2].partition(".")[0])
        try:
            reading = Answered[Reading].model_validate_json(outcome).value
            stored = FilePages(self.session, Disk()).read(page)
        except (PathfinderError, FileNotFoundError, ValidationError):
            return
        text = PageText.of(stored.text)
        for fact in reading.facts:
            if find(fact.quote, text) is not None:
                yield Fact(page, stored.source, fact.quote, fact.summary)

    def since(self, place: int) -> tuple[Told, ...]:
        """Every event behind a place in the log; a place that cannot be is the beginning.

        The facts of a page follow the line that says it was read.
        """
        self.update()
        path = self.session.folder / "log.jsonl"
        there = Disk().stat(path)
        if there is None or there.st_size == place:
            return ()
        return tuple(self._since(0 if place > there.st_size else place, path))

    def _since(self, place: int, path: Path) -> Iterator[Told]:
        journals: dict[int, dict[StepKey, str]] = {}
        written = Disk().read_from(path, place)
        for row in written[: written.rfind(b"\n") + 1].splitlines(keepends=True):
            place += len(row)
            known = _row(row)
            if known is None or "event" not in known:
                continue
            step = str(known.get("step", ""))
            read = known["event"] == "call_done" and _READ.fullmatch(step) is not None
            # Whoever is cut off between the two gets both again.
            yield Told(place - len(row) if read else place, str(known["event"]), known)
            if read:
                facts = self._readings.get(step) or self._journaled(journals, step)
                yield Told(place, "facts", {"step": step, "facts": [_fact(one) for one in facts]})

    def _journaled(self, journals: dict[int, dict[StepKey, str]], step: str) -> tuple[Fact, ...]:
        """The facts of a reading in an iteration that was closed."""
        iteration = int(step.partition("/")[0])
        if iteration not in journals:
            try:
                entries = journaled(self.session, iteration, Disk())
            except PathfinderError:
                entries = ()
            journals[iteration] = {entry.step: entry.outcome for entry in entries if entry.kind == "done"}
        outcome = journals[iteration].get(StepKey(step))
        return () if outcome is None else tuple(self._facts_of(step, outcome))


def _fact(one: Fact) -> dict[str, Any]:
    return {"page": one.page, "url": one.source.url, "quote": one.quote, "summary": one.summary}


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None
