"""What a run without a model shows while it works: how far the index is, the first passages, and its end."""

import sys
from threading import Lock
from typing import Literal

import typer

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.models.reading_list.searching import preview
from pathfinder.cli.screen.cells import cut, padded
from pathfinder.cli.screen.output import columns, line
from pathfinder.cli.screen.words import speaker
from pathfinder.locales.catalogue import Message, said, translator
from pathfinder.protocols.answer.reading_list import NOT_JUDGED
from pathfinder.protocols.calls.events import (
    Event,
    FailureTold,
    RunEnded,
    RunStarted,
)
from pathfinder.protocols.calls.questions import Reading, ReadPage
from pathfinder.reports.markdown.summary import Tongue, tongue

Stage = Literal["reading", "vectors"]
WORTH_SHOWING = 2
FIRST_PASSAGES = 3
"""Passages that are shown as soon as they are found; the list follows at the end."""


def _not_judged(reason: str) -> bool:
    return isinstance(reason, Message) and reason.id == NOT_JUDGED


class ReadingScreen:
    """Hears events of the run, the progress of the index and new passages; prints plain lines."""

    def __init__(self, speak: Tongue = "en", *, every_failure: bool = False) -> None:
        self._speak: Tongue = speak
        self._every_failure = every_failure
        self._question = ""
        self._passages: set[str] = set()
        self._open = False
        """A line of progress stands on the terminal and has no end yet."""
        self._lock = Lock()

    def emit(self, event: Event) -> None:
        """A line or a few for what a person follows; the rest is in the log."""
        match event:
            case RunStarted():
                self._question, self._speak = event.question, event.language or tongue(event.question)
                sentence = "screen-goes-on" if event.iteration else "reading-begins"
                self._say(speaker(self._speak)(sentence, question=event.question, number=event.iteration))
            case FailureTold() if not _not_judged(event.failure.reason) and (
                self._every_failure or event.failure.kind in ("unreachable", "unreadable")
            ):
                told, speak = event.failure, self._speak
                kind = translator(speak)(f"thesis-failure-kinds-{told.kind}")
                self._say(f"  ! {kind}: {said(told.what, speak)}: {said(told.reason, speak)}")
            case RunEnded():
                status = speaker(self._speak)(f"run-status-{event.status}")
                self._say(f"{status}: {said(event.reason, self._speak)}")
            case _:
                pass

    def indexed(self, stage: Stage, done: int, total: int) -> None:
        """How far the index is. A terminal shows one line that counts; elsewhere the last line is printed."""
        told = speaker(self._speak)(f"reading-indexing-{stage}", done=done, total=total)
        with self._lock:
            if sys.stdout.isatty():
                typer.echo(f"\r{padded(told, columns() - 1)}", nl=done == total)
                self._open = done != total
            elif done == total:
                typer.echo(told)

    async def preview(self, folder: Folder) -> None:
        """Show the first passages by words alone, while the vectors of new documents are still missing."""
        for text, title in preview(self._question, await folder.results(self._question)):
            self._passage(text, title)

    def passages(self, ask: ReadPage, reading: Reading) -> None:
        """Show the best passage of the first pages that have one."""
        best = max(reading.facts, key=lambda fact: fact.worth, default=None)
        if best is not None and best.worth >= WORTH_SHOWING:
            self._passage(best.summary, ask.page.title or ask.page.site)

    def _passage(self, text: str, title: str) -> None:
        if len(self._passages) == FIRST_PASSAGES or text in self._passages:
            return
        if not self._passages:
            self._say(speaker(self._speak)("reading-first"))
        self._passages.add(text)
        self._say(f"  “{cut(text, 120)}” ({cut(title, 24)})")

    def _say(self, text: str) -> None:
        with self._lock:
            if self._open:
                typer.echo("")
                self._open = False
        line(text)
