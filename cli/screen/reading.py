"""What a run without a model shows while it works: how far the index is, the first passages, and its end."""

import sys
from dataclasses import dataclass
from threading import Lock
from typing import Literal

import typer

from pathfinder.adapters.documents.folder import Folder
from pathfinder.adapters.models.reading_list.searching import preview
from pathfinder.cli.screen.output import columns, line
from pathfinder.locales.catalogue import said
from pathfinder.protocols.answer.reading_list import NOT_JUDGED
from pathfinder.protocols.calls.events import (
    Event,
    FailureTold,
    IterationClosed,
    QuestionSplit,
    RunEnded,
    RunStarted,
)
from pathfinder.protocols.calls.questions import Reading, ReadPage
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.reports.locales.thesis_words import words
from pathfinder.reports.markdown.summary import Tongue, tongue

Stage = Literal["reading", "vectors"]
WORTH_SHOWING = 2
FIRST_PASSAGES = 3
"""Passages that are shown as soon as they are found; the list follows at the end."""


@dataclass(frozen=True, kw_only=True)
class _Words:
    begins: str
    goes_on: str
    split: str
    indexing: dict[Stage, str]
    first: str
    closed: str
    failure: str
    ended: dict[str, str]


_WORDS: dict[Tongue, _Words] = {
    "en": _Words(
        begins="Looking for passages on: {question}",
        goes_on="Going on after iteration {number}: {question}",
        split="The question in {count} parts:",
        indexing={"reading": "indexing {done} of {total}", "vectors": "indexing {done} of {total}, vectors"},
        first="First passages:",
        closed="[{number}] {observations} passages so far",
        failure="! {kind}: {what}: {reason}",
        ended={
            "completed": "Done", "paused": "Paused", "stopped_by_user": "Stopped",
            "budget_exceeded": "The budget is used up",
        },
    ),
    "ko": _Words(
        begins="구절을 찾는 질문: {question}",
        goes_on="{number}번째 반복 뒤를 잇습니다: {question}",
        split="질문의 {count}개 부분:",
        indexing={"reading": "색인 {total}개 중 {done}개", "vectors": "색인 {total}개 중 {done}개, 벡터"},
        first="처음 찾은 구절:",
        closed="[{number}] 지금까지 구절 {observations}개",
        failure="! {kind}: {what}: {reason}",
        ended={
            "completed": "마침", "paused": "멈춤", "stopped_by_user": "끝냄",
            "budget_exceeded": "예산을 다 썼습니다",
        },
    ),
}  # fmt: skip


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
                say = _WORDS[self._speak]
                sentence = say.goes_on if event.iteration else say.begins
                self._say(sentence.format(question=event.question, number=event.iteration))
            case QuestionSplit() if len(event.parts) > 1:
                self._say(_WORDS[self._speak].split.format(count=len(event.parts)))
                for part in event.parts:
                    self._say(f"  - {part}")
            case IterationClosed():
                self._say(
                    _WORDS[self._speak].closed.format(number=event.iteration, observations=event.observations)
                )
            case FailureTold() if event.failure.reason != NOT_JUDGED and (
                self._every_failure or event.failure.kind in ("unreachable", "unreadable")
            ):
                told = event.failure
                self._say(
                    "  "
                    + _WORDS[self._speak].failure.format(
                        kind=words(self._speak).failure_kinds[told.kind],
                        what=said(told.what, self._speak),
                        reason=said(told.reason, self._speak),
                    )
                )
            case RunEnded():
                say = _WORDS[self._speak]
                self._say(f"{say.ended.get(event.status, event.status)}: {said(event.reason, self._speak)}")
            case _:
                pass

    def indexed(self, stage: Stage, done: int, total: int) -> None:
        """How far the index is. A terminal shows one line that counts; elsewhere the last line is printed."""
        told = _WORDS[self._speak].indexing[stage].format(done=done, total=total)
        with self._lock:
            if sys.stdout.isatty():
                typer.echo(f"\r{told:<{columns() - 1}}", nl=done == total)
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
            self._say(_WORDS[self._speak].first)
        self._passages.add(text)
        self._say(f"  “{one_line(text, 220)}” ({one_line(title, 60)})")

    def _say(self, text: str) -> None:
        with self._lock:
            if self._open:
                typer.echo("")
                self._open = False
        line(text)
