"""What goes to the terminal: text from outside as one harmless line, and JSON where it was asked for."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import typer

from pathfinder.protocols.rules.lines import one_line

WIDTH = 110


def line(text: str = "", *, width: int = WIDTH) -> None:
    """One line for a person; nothing in it can move the cursor or colour the screen."""
    typer.echo(one_line(text, width))


def lines(texts: Iterable[str], *, width: int = WIDTH) -> None:
    """Several of them; what stands at the front of a line stays there."""
    for text in texts:
        indent = len(text) - len(text.lstrip(" "))
        typer.echo(" " * indent + one_line(text, width - indent))


def fields(rows: Iterable[tuple[str, str]], *, width: int = WIDTH) -> None:
    """Names and values, in two columns."""
    for name, value in rows:
        typer.echo(f"  {name:<11} {one_line(value, width - 14)}".rstrip())


def as_json(value: Mapping[str, Any]) -> None:
    """One object on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=1, default=str))


def money(usd_micros: int) -> str:
    """Dollars, with cents enough to see a cheap call."""
    return f"${usd_micros / 1_000_000:.4f}"
