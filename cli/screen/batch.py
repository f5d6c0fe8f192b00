"""A batch on the screen: a table where a terminal can show it, a line for each question where none can."""

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Literal

import typer

from pathfinder.cli.screen.output import columns, money
from pathfinder.cli.screen.words import Say, speaker
from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.batch import Batch, Number, State, Wanted
from pathfinder.protocols.calls.events import CallPaid, Event, IterationClosed, Phase, PhaseEntered
from pathfinder.protocols.text.sanitize import one_line
from pathfinder.reports.export.batch import Result
from pathfinder.reports.markdown.summary import verdict_words

if TYPE_CHECKING:
    from rich.table import Table

Tongue = Literal["ko", "en"]
MOST_ROWS = 16
"""Running questions that are listed one by one."""


@dataclass
class Progress:
    """What a batch has come to so far, in figures. No clock of its own."""

    batch: Batch
    states: dict[Number, State]
    spent_before: int
    spent: int = 0
    ended: int = 0
    """Questions that came to their end in this run."""
    iteration: dict[Number, int] = field(default_factory=dict)
    phase: dict[Number, Phase] = field(default_factory=dict)
    costs: Counter[Number] = field(default_factory=Counter)
    stopping: Callable[[], bool] = lambda: False
    """Whether no further question begins."""

    def update(self, number: Number, event: Event) -> None:
        """Note what one question does."""
        self.states[number] = "running"
        match event:
            case PhaseEntered():
                self.iteration[number], self.phase[number] = event.iteration, event.phase
            case CallPaid():
                self.spent += event.usd_micros
                self.costs[number] += event.usd_micros
            case IterationClosed():
                self.iteration[number] = event.iteration
            case _:
                pass

    def end(self, number: Number, state: State) -> None:
        """Note that one question is over for this run; one that was stopped says nothing of the others."""
        self.states[number] = state
        self.ended += state != "stopped"

    def left(self) -> int:
        """Questions that still have to come to their end."""
        return sum(state in ("waiting", "running", "stopped") for state in self.states.values())

    def forecast(self, seconds: float) -> tuple[int, int] | None:
        """Minutes and micro-dollars still to go, by what the questions of this run took; None at first."""
        if not self.ended or not self.left():
            return None
        share = self.left() / self.ended
        return max(1, round(share * seconds / 60)), round(share * self.spent)


class Lines:
    """A line for each question that is over."""

    def __init__(self, progress: Progress, speak: Tongue, *, quiet: bool) -> None:
        self._progress = progress
        self._speak: Tongue = speak
        self._say = speaker(speak)
        self._quiet = quiet

    def update(self, number: Number, event: Event) -> None:
        """Only the figures move."""
        self._progress.update(number, event)

    def end(self, row: Result) -> None:
        """How it came out."""
        self._progress.end(row.number, row.state)
        if not self._quiet:
            typer.echo(ended_line(row, len(self._progress.batch.questions), self._speak))


def ended_line(row: Result, total: int, speak: Tongue) -> str:
    """One question's end in a line."""
    say = speaker(speak)
    told = row.answer if row.state == "done" else "" if row.state == "stopped" else said(row.reason, speak)
    known = row.reader or row.verdict
    verdict = f": {verdict_words(known, None, speak)}" if known and row.state == "done" else ""
    answer = f"{verdict}: {told}" if told else verdict
    state, cost = say(f"batch-state-{row.state}"), money(round(row.cost_usd * 1_000_000))
    return one_line(f"[{row.number}/{total}] {state}: {row.question} ({cost}){answer}", columns())


class LiveTable(Lines):
    """The table, drawn over itself; what is over scrolls away above it."""

    def __init__(
        self, progress: Progress, speak: Tongue, questions: Sequence[Wanted], clock: Callable[[], float]
    ) -> None:
        from rich.console import Console
        from rich.live import Live

        super().__init__(progress, speak, quiet=True)
        self._questions = {wanted.number: wanted.question for wanted in questions}
        self._clock, self._began = clock, clock()
        self._console = Console(highlight=False)
        self._live = Live(get_renderable=self.table, console=self._console, refresh_per_second=4)

    def __enter__(self) -> "LiveTable":
        self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def end(self, row: Result) -> None:
        """Say it above the table."""
        super().end(row)
        self._console.print(ended_line(row, len(self._progress.batch.questions), self._speak), markup=False)

    def table(self) -> "Table":
        """What is drawn now."""
        from rich.table import Table
        from rich.text import Text

        say, now = self._say, self._progress
        running = [number for number, state in now.states.items() if state == "running"]
        caption = totals_line(now, say)
        stopping = self._progress.stopping()
        forecast = None if stopping else now.forecast(self._clock() - self._began)
        if forecast is not None:
            caption += " · " + say("batch-screen-forecast", minutes=forecast[0], cost=money(forecast[1]))
        keys = "batch-screen-stopping" if stopping else "batch-screen-keys"
        table = Table(
            caption=Text(f"{caption}\n{say(keys)}"),
            expand=True,
            box=None,
            caption_justify="left",
        )
        for name, style in (
            ("#", "dim"),
            ("question", ""),
            ("iteration", ""),
            ("phase", "dim"),
            ("cost", ""),
        ):
            table.add_column(
                name if name == "#" else say(f"batch-screen-{name}"),
                style=style,
                no_wrap=True,
                overflow="ellipsis",
                ratio=1 if name == "question" else None,
            )
        for number in running[:MOST_ROWS]:
            table.add_row(
                str(number),
                Text(one_line(self._questions[number], 200)),
                str(now.iteration.get(number, "")),
                say(f"phase-{now.phase[number]}") if number in now.phase else "",
                money(now.costs[number]),
            )
        if len(running) > MOST_ROWS:
            table.add_row("", say("batch-screen-more", count=len(running) - MOST_ROWS), "", "", "")
        return table


def totals_line(now: Progress, say: Say) -> str:
    """How far the whole is."""
    counts = Counter(now.states.values())
    cap = now.batch.terms.budget_usd_micros
    spent = money(now.spent_before + now.spent)
    return say(
        "batch-screen-totals",
        done=counts["done"] + counts["same"],
        total=len(now.states),
        running=counts["running"],
        failed=counts["failed"] + counts["budget"],
        cost=spent if cap is None else say("batch-screen-cost-of", spent=spent, budget=money(cap)),
    )


def screen(
    progress: Progress, speak: Tongue, clock: Callable[[], float], *, drawn: bool, quiet: bool
) -> AbstractContextManager[Lines]:
    """The table where it can be drawn, lines otherwise."""
    if drawn:
        return LiveTable(progress, speak, progress.batch.questions, clock)
    return nullcontext(Lines(progress, speak, quiet=quiet))
