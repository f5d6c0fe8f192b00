"""The picture of a run: lines of styled text for a width and a height. Calm at 80 columns, rich at 140.

Everything from outside goes through `cells`, and into `Text`, never into markup.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from typing import assert_never

from rich.cells import cell_len
from rich.text import Text

from pathfinder.cli.screen.cells import cut, harmless, padded, wrapped
from pathfinder.cli.screen.output import money
from pathfinder.cli.screen.words import HELP, Say, speaker
from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.events import EngineStateChanged, HypothesisNow
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
)
from pathfinder.protocols.graph.judgement import Tag
from pathfinder.protocols.ids import investigator
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.judge_record import NO_MODEL
from pathfinder.reports.content.scene import ExplorerSeen, HypothesisSeen, Scene
from pathfinder.reports.markdown.summary import LENS, RESOLUTION, STATUS, Tongue, verdict_words

WIDE = 120
"""From here on Explorers stand side by side."""
MOST_COLUMNS = 5
NARROW = 60
"""Below this bars are half as long."""
BAR = 10
FEWEST_COLUMNS = 20
"""Nothing narrower is drawn for; what does not fit is cut by the terminal."""

FEWEST_OF_ENGINE = 12
"""Cells of the engine's name that still say something."""

_VERDICT_STYLE: dict[Tag, str] = {"Confirmed": "bold green", "Likely": "cyan", "Uncertain": "yellow"}


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
        Panel(_explorers(scene, say, columns), 4),
        Panel(_hypotheses(scene, say, columns), 3),
        Panel(_conflict(scene, say, columns), 5),
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


def _title(words: str, columns: int) -> Text:
    return Text(padded_rule(words, columns), style="dim")


def padded_rule(words: str, columns: int) -> str:
    """A title on a line of its own across the width."""
    head = cut(f"── {words} ", columns)
    return head + " " + "─" * (columns - cell_len(head) - 1) if cell_len(head) + 1 < columns else head


def _explorers(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
    title = _title(say("screen-explorers"), columns)
    out = scene.latest_round
    if not out:
        return (title, Text(cut(say("screen-explorers-idle"), columns), style="dim"))
    if investigator(out[0].iid).place.round > 1:
        title = _title(say("screen-explorers-again"), columns)
    if columns + 1 >= WIDE:
        return (title, *_side_by_side(out, scene.speak, say, columns))
    return (title, *(_stacked(seen, scene.speak, say, columns) for seen in out))


def _stacked(seen: ExplorerSeen, speak: Tongue, say: Say, columns: int) -> Text:
    """One line: who, after what, and what it does now."""
    slot = f"S{investigator(seen.iid).place.slot} "
    room = columns - len(slot) - 2
    target = padded(_target(seen, speak), room * 2 // 5)
    doing, style = _doing(seen, speak, say)
    line = Text(slot, style="bold")
    line.append(target, style="not bold")
    line.append("  ")
    line.append(cut(doing, room - room * 2 // 5), style=f"not bold {style}")
    return line


def _side_by_side(out: Sequence[ExplorerSeen], speak: Tongue, say: Say, columns: int) -> Iterable[Text]:
    """Up to five columns of five lines: who, the target in two lines, what it does now in two."""
    across = min(MOST_COLUMNS, len(out))
    width = (columns - 3 * (across - 1)) // across
    for first in range(0, len(out), across):
        blocks = [_block(seen, speak, say, width) for seen in out[first : first + across]]
        for row in range(len(blocks[0])):
            line = Text()
            for place, block in enumerate(blocks):
                if place:
                    line.append(" │ ", style="dim")
                text, style = block[row]
                line.append(padded(text, width), style=style)
            yield line


def _block(seen: ExplorerSeen, speak: Tongue, say: Say, width: int) -> list[tuple[str, str]]:
    who = investigator(seen.iid)
    about = wrapped(_target(seen, speak), width, 2)
    doing, style = _doing(seen, speak, say)
    does = wrapped(doing, width, 2)
    return [
        (f"S{who.place.slot} {who.strategy}", "bold"),
        *((line, "") for line in (*about, "", "")[:2]),
        *((line, style) for line in (*does, "", "")[:2]),
    ]


def _target(seen: ExplorerSeen, speak: Tongue) -> str:
    """What an Explorer is after, in words."""
    match seen.target:
        case HypothesisTarget():
            return f"{seen.target.hypothesis} {seen.about}"
        case ConflictTarget():
            return f"{seen.target.first} ↔ {seen.target.second} {seen.about}"
        case KeywordTarget():
            return f"“{seen.target.keyword}”"
        case PartTarget():
            return seen.about
        case LensTarget():
            return f"{LENS[speak][seen.target.lens]}: {seen.about.removeprefix(f'{seen.target.lens}: ')}"
        case _:
            assert_never(seen.target)


def _doing(seen: ExplorerSeen, speak: Tongue, say: Say) -> tuple[str, str]:
    """What an Explorer does right now, and how that looks."""
    back = seen.back
    if back is None:
        if seen.doing is None:
            return say("screen-starting"), "dim"
        return say(f"doing-{seen.doing}", what=seen.what), ""
    if back.status == "failure":
        return say("screen-failed", why=said(back.reason, speak)), "red"
    if not back.observations:
        return say("screen-done-empty"), "yellow"
    return say("screen-done", quotes=back.observations, claims=back.claims), "green"


def _hypotheses(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
    title = _title(say("screen-hypotheses"), columns)
    rows = scene.rows()
    if not rows:
        return (title, Text(cut(say("screen-hypotheses-none"), columns), style="dim"))
    chips = [_chip(known.now, scene.speak) for known in rows]
    names = max(len(known.now.hypothesis) for known in rows)
    widest = max(cell_len(chip) for chip in chips)
    return (
        title,
        *(
            _hypothesis(known, chip, say, (names, widest, columns))
            for known, chip in zip(rows, chips, strict=True)
        ),
    )


def _hypothesis(known: HypothesisSeen, chip: str, say: Say, widths: tuple[int, int, int]) -> Text:
    """Name, bar, number, last move, what it is called, and its words."""
    names, chips, columns = widths
    now = known.now
    line = Text(f"{now.hypothesis:<{names}} ")
    cells = BAR if columns >= NARROW else BAR // 2
    full = round(now.strength * cells)
    line.append("█" * full, style=_strength_style(now.strength))
    line.append("░" * (cells - full), style="dim")
    line.append(f" {hundredths(now.strength)} ", style="bold")
    line.append(padded(_move(now, say), 6), style="green" if now.moved > 0 else "red" if now.moved else "dim")
    line.append(" ")
    line.append(padded(chip, chips), style=_VERDICT_STYLE[now.tag] if now.tag else "dim")
    room = columns - cell_len(line.plain) - 1
    if room >= 8:
        line.append(" ")
        line.append(cut(now.summary, room))
    line.truncate(columns)
    return line


def _chip(now: HypothesisNow, speak: Tongue) -> str:
    """The verdict where there is one; a rejected hypothesis is called so first."""
    if now.tag is None or now.status == "rejected":
        return STATUS[speak][now.status]
    status = "✔ " if now.status == "verified" else ""
    return f"{status}{verdict_words(now.reader or now.tag, now.side, speak)}"


def _move(now: HypothesisNow, say: Say) -> str:
    if round(now.moved, 2):
        return f"{now.moved:+.2f}"
    return say("screen-new") if now.new else ""


def _strength_style(strength: float) -> str:
    return "green" if strength >= 0.65 else "yellow" if strength >= 0.4 else "red"


def _conflict(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
    """The pair an Explorer is out to settle, or what was settled last."""
    lines = []
    for pair in scene.conflicts[:1]:
        lines.append(_pair(scene, say("screen-settling", one=pair.first, other=pair.second), columns))
    if scene.settled is not None:
        done = scene.settled
        words = say(
            "screen-settled",
            one=done.first,
            other=done.second,
            type=RESOLUTION[scene.speak][done.type],
            resolution=harmless(done.resolution),
        )
        lines.append(Text(cut(words, columns), style="green"))
    return (_title(say("screen-conflict"), columns), *lines) if lines else ()


def _pair(scene: Scene, words: str, columns: int) -> Text:
    line = Text(cut(words, columns), style="yellow")
    known = [scene.hypotheses.get(pair) for pair in (scene.conflicts[0].first, scene.conflicts[0].second)]
    claims = " / ".join(one.now.summary for one in known if one is not None and one.now.summary)
    room = columns - cell_len(line.plain) - 2
    if claims and room >= 12:
        line.append(f"  {cut(claims, room)}", style="not bold default")
    return line


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
