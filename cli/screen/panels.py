"""The picture of a run: lines of styled text for a width and a height. Calm at 80 columns, rich at 140.

Everything from outside goes through `cells`, and into `Text`, never into markup.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from rich.cells import cell_len
from rich.text import Text

from pathfinder.cli.screen.cells import cut
from pathfinder.cli.screen.claim_panel import claim_lines, conflict_lines
from pathfinder.cli.screen.explorer_panel import explorer_lines
from pathfinder.cli.screen.output import money
from pathfinder.cli.screen.words import HELP, Say, speaker
from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.events import EngineStateChanged
from pathfinder.reports.content.judge_record import NO_MODEL
from pathfinder.reports.content.scene import Scene

FEWEST_COLUMNS = 20
"""Nothing narrower is drawn for; what does not fit is cut by the terminal."""

FEWEST_OF_ENGINE = 12
"""Cells of the engine's name that still say something."""


@dataclass(frozen=True)
class Prompt:
    """What the user is doing at the keyboard."""

    note: str | None = None
    """The note as far as it is typed; None when no note is being written."""
    help: bool = False
    notice: str = ""
    """The last thing the screen answered."""
    waiting: "Wait | None" = None
    engines: Mapping[str, "Wait"] = field(default_factory=dict)
    """Search engines that do not answer, by their names."""

    def hears(self, event: EngineStateChanged, until_s: float) -> "Prompt":
        """The same with what became of an engine."""
        others = {name: wait for name, wait in self.engines.items() if name != event.engine}
        if event.state == "back":
            return replace(self, engines=others)
        known = self.engines.get(event.engine)
        if known is not None and known.rests:  # Other queries may still wait for one that is left out.
            return self
        wait = Wait(until_s, event.reason, rests=event.state == "resting")
        return replace(self, engines={**others, event.engine: wait})


@dataclass(frozen=True)
class Wait:
    """A call that waits: until when, on the clock of the screen, and why."""

    until_s: float
    reason: str
    rests: bool = False
    """Nobody asks it again before the next iteration."""


@dataclass(frozen=True)
class Panel:
    """Lines that are shown together; the highest `spare` goes first where the screen is low."""

    lines: tuple[Text, ...]
    spare: int = 0


def picture(scene: Scene, prompt: Prompt, width: int, height: int, elapsed_s: float) -> list[Text]:
    """All lines of the live area, none wider than the terminal and no more than it is high."""
    columns = max(FEWEST_COLUMNS, width - 1)
    say = speaker(scene.speak)
    sections = [
        Panel((_headline(scene, say, columns), _question(scene, columns)), 1),
        Panel(explorer_lines(scene, say, columns), 4),
        Panel(claim_lines(scene, say, columns), 3),
        Panel(conflict_lines(scene, say, columns), 5),
        Panel(_figures(scene, say, columns, elapsed_s), 2),
        Panel(_help(say, columns) if prompt.help else (), 1),
        Panel(_footer(prompt, say, columns, elapsed_s)),
    ]
    return _fitted(sections, max(1, height - 1))


def _fitted(sections: Sequence[Panel], rows: int) -> list[Text]:
    """The sections that fit; the one that can best be spared loses lines from its end."""
    kept = [list(section.lines) for section in sections]
    for place in sorted(range(len(sections)), key=lambda at: -sections[at].spare):
        over = sum(map(len, kept)) - rows
        if over > 0 and sections[place].spare:
            # A title without anything under it says nothing.
            left = len(kept[place]) - over
            kept[place] = kept[place][:left] if left > 1 else []
    return [line for lines in kept for line in lines][-rows:]


def _headline(scene: Scene, say: Say, columns: int) -> Text:
    most = scene.limits.max_iterations
    place = say("screen-iteration", number=min(scene.iteration, most), most=most)
    phase = say(f"phase-{scene.phase}") if scene.phase else say("screen-starting")
    left = f"Pathfinder · {place} · {phase}"
    line = Text(cut(left, columns), style="bold")
    room = columns - cell_len(line.plain) - 2
    engine = cut(scene.engine, room)
    if scene.engine and room >= FEWEST_OF_ENGINE:
        line.append(" " * (columns - cell_len(line.plain) - cell_len(engine)))
        line.append(engine, style="not bold magenta")
    return line


def _question(scene: Scene, columns: int) -> Text:
    return Text(cut(scene.question, columns), style="bold cyan")


def _figures(scene: Scene, say: Say, columns: int, elapsed_s: float) -> tuple[Text, ...]:
    """How far, how much, how long; and what did not work."""
    rule = Text("─" * columns, style="dim")
    most = scene.limits.max_minutes
    elapsed = _minutes(elapsed_s) + (f" / {_minutes(most * 60)}" if most is not None else "")
    parts = (
        say("screen-parts", answered=scene.answered, parts=scene.parts),
        cost_words(scene, say),
        say("screen-elapsed", elapsed=elapsed),
    )
    told = say("screen-no-failures")
    if scene.failure is not None:
        last = f"{said(scene.failure.what, scene.speak)}: {said(scene.failure.reason, scene.speak)}"
        told = say("screen-failures", count=scene.failures, last=last)
    line = " · ".join(parts)
    if cell_len(line) + cell_len(told) + 3 <= columns:
        return (rule, _failing(Text(f"{line} · "), told, scene, columns))
    return (rule, Text(cut(line, columns)), _failing(Text(), told, scene, columns))


def _failing(line: Text, told: str, scene: Scene, columns: int) -> Text:
    room = columns - cell_len(line.plain)
    return line.append(cut(told, room), style="red" if scene.failures else "dim")


def cost_words(scene: Scene, say: Say) -> str:
    """What it has cost of what it may; nothing where no model is paid."""
    if NO_MODEL in scene.engine:
        return say("screen-free")
    budget = f"${scene.limits.budget_usd_micros / 1_000_000:.2f}"
    return say("screen-cost", spent=money(scene.spent_usd_micros), budget=budget)


def _minutes(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02}"


def _help(say: Say, columns: int) -> tuple[Text, ...]:
    return tuple(Text(cut(line, columns), style="cyan") for line in map(say, HELP))


def _footer(prompt: Prompt, say: Say, columns: int, elapsed_s: float) -> tuple[Text, ...]:
    """The keys, or the line a note is typed into; what is waited for and what was answered stand above."""
    said = [prompt.notice] if prompt.notice else []
    if prompt.waiting is not None and elapsed_s < prompt.waiting.until_s:
        left = ceil(prompt.waiting.until_s - elapsed_s)
        said.insert(0, say("screen-waiting", seconds=left, reason=prompt.waiting.reason))
    said = [*_engines(prompt.engines, say, elapsed_s), *said]
    notice = tuple(Text(cut(line, columns), style="bold yellow") for line in said)
    if prompt.note is not None:
        return (
            Text(cut(say("screen-note-keys"), columns), style="dim"),
            Text(note_line(prompt.note, say, columns)),
        )
    keys = say("screen-keys") if cell_len(say("screen-keys")) <= columns else say("screen-keys-short")
    return (*notice, Text(cut(keys, columns), style="dim"))


def _engines(engines: Mapping[str, Wait], say: Say, elapsed_s: float) -> Iterable[str]:
    """One line for the engines that are asked again, one for those that are left out."""
    for rests in (False, True):
        waits = {name: wait for name, wait in engines.items() if wait.rests == rests}
        if waits:
            left = ceil(min(wait.until_s for wait in waits.values()) - elapsed_s)
            asked = "screen-engine-waiting" if left > 0 else "screen-engine-again"
            reason = next(iter(waits.values())).reason
            told = "screen-engine-resting" if rests else asked
            yield say(told, engine=", ".join(waits), seconds=left, reason=reason)


def note_line(note: str, say: Say, columns: int) -> str:
    """The prompt and as much of the note's end as fits: where one types must be seen."""
    room = columns - cell_len(say("screen-note")) - 1
    shown = note
    while shown and cell_len(shown) > room:
        shown = shown[1:]
    return say("screen-note") + shown
