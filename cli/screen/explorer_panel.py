"""What the live screen shows of each Explorer."""

from collections.abc import Iterable, Sequence
from typing import assert_never

from rich.text import Text

from pathfinder.cli.screen.cells import cut, padded, wrapped
from pathfinder.cli.screen.rules import title_line
from pathfinder.cli.screen.words import Say
from pathfinder.locales.catalogue import said
from pathfinder.protocols.calls.targets import (
    ConflictTarget,
    HypothesisTarget,
    KeywordTarget,
    LensTarget,
    PartTarget,
)
from pathfinder.protocols.ids import investigator
from pathfinder.reports.content.scene import ExplorerSeen, Scene
from pathfinder.reports.markdown.summary import LENS, Tongue

WIDE = 120
"""From here on Explorers stand side by side."""

MOST_COLUMNS = 5


def explorer_lines(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
    title = title_line(say("screen-explorers"), columns)
    out = scene.latest_round
    if not out:
        return (title, Text(cut(say("screen-explorers-idle"), columns), style="dim"))
    if investigator(out[0].iid).place.round > 1:
        title = title_line(say("screen-explorers-again"), columns)
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
