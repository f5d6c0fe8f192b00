"""The parsing processes, seen from this side: given a file's bytes, they give its text or the reason why not.

A process that hangs is killed when its time is up; one that dies is replaced. Either way the one file that it
had is unreadable and the next one is read as if nothing had happened.

A change of how text is extracted raises `PARSER`.
"""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from queue import LifoQueue
from threading import Event, Timer
from types import TracebackType
from typing import IO

from pydantic import TypeAdapter, ValidationError

from pathfinder.adapters.documents.kinds import Kind
from pathfinder.adapters.documents.worker_frames import LENGTH, LENGTHS
from pathfinder.locales.catalogue import Message, unpacked
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.evidence.self_description import SelfDescription
from pathfinder.protocols.frozen import Frozen, Words
from pathfinder.protocols.graph.places import PlaceRun
from pathfinder.protocols.graph.types import Source

MOST_BESIDE_BYTES = 20_000_000
"""What a reply may hold besides its text: links above all."""


PARSER = 6
"""Raised when the same bytes give another text or description: what an older one read is read again."""


@dataclass(frozen=True)
class Limits:
    """What one file may cost, and how much of a folder is looked at."""

    pdf_bytes: int = 50_000_000
    text_bytes: int = 5_000_000
    """For text, Markdown, HTML, CSV and chat exports; `pdf_bytes` is for all other kinds."""
    characters: int = 1_000_000
    files: int = 20_000
    depth: int = 20
    seconds: float = 30.0
    """From giving a file to a worker to having its text."""
    cpu_seconds: int = 25
    memory_bytes: int = 1_500_000_000
    """Address space of a worker; what it really uses is far less."""
    workers: int = 2


class Layout(Frozen):
    """What is known of a text beside its words: its places, and what of the file is not in it."""

    hidden: int = 0
    """Pieces of text that the readers of the file do not see."""
    scanned: int = 0
    """Pages that are pictures."""
    page_starts: tuple[int, ...] = ()
    places: tuple[PlaceRun, ...] = ()

    def described(self, source: Source, *more: str) -> Source:
        """The source with its places and with notes on how it was read, `more` of them last."""
        notes = list(source.notes)
        if self.hidden:
            notes.append(Message("note-hidden", count=self.hidden))
        if self.scanned:
            notes.append(Message("note-scanned", count=self.scanned))
        known = {"hidden": self.hidden, "page_starts": self.page_starts, "places": self.places}
        return source.model_copy(update=known | {"notes": (*notes, *more)})


class Text(Layout):
    """A file as text."""

    text: str
    title: str
    date: str
    front: dict[str, str]
    cut: bool
    author: str = ""
    canonical: str = ""
    unread: str = ""
    links: tuple[tuple[str, str], ...] = ()
    said: SelfDescription = SelfDescription()

    @property
    def layout(self) -> Layout:
        """What the text is without its words."""
        return Layout(**{name: getattr(self, name) for name in Layout.model_fields})


class NoText(Frozen):
    """A file that gave none, and why."""

    reason: Words
    spent: bool = False
    """The worker is worn out and should be replaced."""
    passing: bool = False
    """Another try may go better: time or memory ran out, or the process died."""
    empty: bool = False
    """It was read, and there is no text in it."""


_REPLIES: TypeAdapter[Text | NoText] = TypeAdapter(Text | NoText)


def command(limits: Limits) -> Sequence[str]:
    """How a worker is started. `-P`: a file in the working folder must not stand in for a module."""
    given = json.dumps({"memory_bytes": limits.memory_bytes, "cpu_seconds": limits.cpu_seconds})
    return (sys.executable, "-P", "-B", "-m", "pathfinder.adapters.documents.worker", given)


@dataclass
class Workers:
    """A few processes, started when first needed. Threads may share it; each file goes to one process."""

    limits: Limits
    command: Sequence[str]
    _idle: "LifoQueue[_Worker | None]" = field(default_factory=LifoQueue)
    _alive: "set[_Worker]" = field(default_factory=set)

    def __post_init__(self) -> None:
        for _ in range(self.limits.workers):
            self._idle.put(None)

    def read(self, kind: Kind, content: bytes, charset: str = "") -> Text | NoText:
        """The text of one file. `charset` is what a server said about its encoding."""
        worker = self._idle.get()
        try:
            if worker is None:
                worker = self._started()
                self._alive.add(worker)
            answer = worker.ask(kind, content, charset, self.limits)
            if worker.broken or (isinstance(answer, NoText) and answer.spent):
                self._end(worker)
                worker = None
            return answer
        finally:
            self._idle.put(worker)

    def interrupt(self) -> None:
        """Kill what is running now, so that nobody waits for a file that takes long."""
        for worker in tuple(self._alive):
            worker.kill()

    def close(self) -> None:
        """End the processes; the next file would start new ones."""
        for _ in range(self.limits.workers):
            worker = self._idle.get()
            if worker is not None:
                self._end(worker)
        for _ in range(self.limits.workers):
            self._idle.put(None)

    def _started(self) -> "_Worker":
        try:
            return _Worker(self.command)
        except OSError as error:
            raise StorageFailed(Message("document-reader-not-started", reason=error)) from error

    def _end(self, worker: "_Worker") -> None:
        self._alive.discard(worker)
        worker.end()

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _unpacked(reply: Text | NoText) -> Text | NoText:
    """The reply with its texts for people as messages."""
    if isinstance(reply, NoText):
        return reply.model_copy(update={"reason": unpacked(reply.reason)})
    return reply.model_copy(update={"unread": unpacked(reply.unread)})


class _Worker:
    def __init__(self, command: Sequence[str]) -> None:
        # Of our environment it gets the way to our modules and nothing else: no keys, no proxies.
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={"PYTHONPATH": paths, "PYTHONUTF8": "1", "OPENBLAS_NUM_THREADS": "1"},
        )
        self.broken = False

    def ask(self, kind: Kind, content: bytes, charset: str, limits: Limits) -> Text | NoText:
        """What the process says, or what became of it."""
        late = Event()
        timer = Timer(limits.seconds, self._time_is_up, [late])
        timer.daemon = True
        timer.start()
        try:
            reply = self._exchange(kind, content, charset, limits)
        finally:
            timer.cancel()
            timer.join()
        self.broken = reply is None or late.is_set()
        if reply is not None:
            return reply
        if late.is_set():
            return NoText(
                reason=Message("document-reading-too-slow", seconds=f"{limits.seconds:g}"), passing=True
            )
        return NoText(reason=Message(self._how_it_ended()), passing=True)

    def kill(self) -> None:
        """Whoever waits for it hears that it died."""
        self._process.kill()

    def end(self) -> None:
        """Kill it and take its place in the process table back."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()

    def _exchange(self, kind: Kind, content: bytes, charset: str, limits: Limits) -> Text | NoText | None:
        to, back = self._process.stdin, self._process.stdout
        if to is None or back is None:
            return None
        asked = {"kind": kind, "characters": limits.characters, "charset": charset}
        header = json.dumps(asked).encode()
        try:
            to.write(LENGTHS.pack(len(header), len(content)) + header)
            to.write(content)
            to.flush()
            reply = _reply(back, most_bytes=limits.characters * 12 + MOST_BESIDE_BYTES)
            return None if reply is None else _unpacked(reply)
        except (OSError, ValidationError):
            return None

    def _time_is_up(self, late: Event) -> None:
        late.set()
        self._process.kill()

    def _how_it_ended(self) -> str:
        self._process.kill()
        code = self._process.wait()
        return "document-reader-out-of-time" if code == -signal.SIGXCPU else "document-reader-failed"


def _reply(pipe: IO[bytes], most_bytes: int) -> Text | NoText | None:
    length = pipe.read(LENGTH.size)
    if len(length) < LENGTH.size:
        return None
    (size,) = LENGTH.unpack(length)
    if size > most_bytes:
        return None
    return _REPLIES.validate_json(pipe.read(size))
