"""What goes to the terminal: text from outside as one harmless line, and JSON where it was asked for."""

import json
import re
import shlex
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from shutil import get_terminal_size, which
from typing import Any
from unicodedata import east_asian_width

import typer

from pathfinder.cli.settings.environment import environment
from pathfinder.protocols.text.sanitize import ELLIPSIS, one_line

_GAP = re.compile(r"(^ +| {2,})")

_LONGEST = 2_000
NAME = "pathfinder"


def columns() -> int:
    """How wide a line may be: the terminal, or 110 where there is none."""
    return max(60, get_terminal_size((110, 24)).columns)


def line(text: str = "") -> None:
    """A sentence for a person, whole: nothing in it can move the cursor or colour the screen.

    On a terminal it takes as many lines as it needs, elsewhere one.
    """
    hung(" " * (len(text) - len(text.lstrip(" "))), text)


def hung(head: str, text: str) -> None:
    """A text behind a head of our own; what does not fit stands under it."""
    room = columns() - _cells(head) if sys.stdout.isatty() else _LONGEST * 2
    rows = [""]
    for word in one_line(as_typed(text), _LONGEST).split(" "):
        if rows[-1] and _cells(rows[-1]) + 1 + _cells(word) > room:
            rows.append("")
        rows[-1] += f" {word}" if rows[-1] else word
    typer.echo(f"\n{'':{_cells(head)}}".join((f"{head}{rows[0]}".rstrip(), *rows[1:])))


def as_typed(text: str) -> str:
    """Commands in backticks as they can be typed here."""
    return text.replace(f"`{NAME} ", f"`{program()} ")


def program() -> str:
    """How this program is called from this shell: by name, or by path if the PATH does not have it."""
    called = Path(sys.argv[0])
    if called.name != NAME:
        return NAME
    # uvx puts a passing environment on the PATH, which the shell of the user does not have.
    found = None if "UV" in environment() else which(NAME)
    if found is not None and called.exists() and called.samefile(found):
        return NAME
    return shlex.quote(str(called))


def place(text: str) -> None:
    """One line that names a file, never cut: a path that ends in `…` can be neither opened nor copied."""
    typer.echo(one_line(text, 10_000))


def lines(texts: Iterable[str], *, width: int | None = None) -> None:
    """Several of them; blanks at the front stay, and so do gaps of two and more: they keep columns apart."""
    most = width or columns()
    for text in texts:
        parts = (part if not part.strip(" ") else one_line(part, most) for part in _GAP.split(text.rstrip()))
        shown = "".join(parts)
        typer.echo(shown if len(shown) <= most else shown[: most - 1].rstrip() + ELLIPSIS)


def fields(rows: Iterable[tuple[str, str]]) -> None:
    """Names and values, in two columns."""
    for name, value in rows:
        hung(f"  {padded(name, 11)} ", value)


def padded(text: str, width: int) -> str:
    """Filled up with blanks; a Hangul syllable takes the room of two letters."""
    return text + " " * (width - _cells(text))


def _cells(text: str) -> int:
    return sum(1 + (east_asian_width(letter) in "WF") for letter in text)


def as_json(value: Mapping[str, Any]) -> None:
    """One object on stdout, in ASCII: what a page wrote cannot reach the terminal as a control character."""
    typer.echo(json.dumps(value, indent=1, default=str))


def money(usd_micros: int) -> str:
    """Dollars, with cents enough to see a cheap call."""
    return f"${usd_micros / 1_000_000:.4f}"
