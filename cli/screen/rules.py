"""Titles on a line of their own."""

from rich.cells import cell_len
from rich.text import Text

from pathfinder.cli.screen.cells import cut


def title_line(words: str, columns: int) -> Text:
    return Text(padded_rule(words, columns), style="dim")


def padded_rule(words: str, columns: int) -> str:
    """A title on a line of its own across the width."""
    head = cut(f"── {words} ", columns)
    return head + " " + "─" * (columns - cell_len(head) - 1) if cell_len(head) + 1 < columns else head
