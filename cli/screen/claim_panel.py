"""What the live screen shows of claims and conflicts."""

from rich.cells import cell_len
from rich.text import Text

from pathfinder.cli.screen.cells import cut, harmless, padded
from pathfinder.cli.screen.rules import title_line
from pathfinder.cli.screen.words import Say
from pathfinder.protocols.calls.events import HypothesisNow
from pathfinder.protocols.graph.judgement import Tag
from pathfinder.protocols.text.rounding import hundredths
from pathfinder.reports.content.scene import HypothesisSeen, Scene
from pathfinder.reports.markdown.summary import RESOLUTION, STATUS, Tongue, verdict_words

NARROW = 60
"""Below this bars are half as long."""

BAR = 10

_VERDICT_STYLE: dict[Tag, str] = {"Confirmed": "bold green", "Likely": "cyan", "Uncertain": "yellow"}


def claim_lines(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
    title = title_line(say("screen-hypotheses"), columns)
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


def conflict_lines(scene: Scene, say: Say, columns: int) -> tuple[Text, ...]:
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
    return (title_line(say("screen-conflict"), columns), *lines) if lines else ()


def _pair(scene: Scene, words: str, columns: int) -> Text:
    line = Text(cut(words, columns), style="yellow")
    known = [scene.hypotheses.get(pair) for pair in (scene.conflicts[0].first, scene.conflicts[0].second)]
    claims = " / ".join(one.now.summary for one in known if one is not None and one.now.summary)
    room = columns - cell_len(line.plain) - 2
    if claims and room >= 12:
        line.append(f"  {cut(claims, room)}", style="not bold default")
    return line
