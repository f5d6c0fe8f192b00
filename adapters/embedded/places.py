"""From how many independent places quotes come, as far as an Explorer can tell."""

from collections.abc import Iterable

from pathfinder.protocols.graph_index import same_form
from pathfinder.protocols.questions import FoundLine


def place(line: FoundLine) -> str:
    """The site of a quote; a page without one (a local file) is its own place."""
    return line.site or line.observation.partition("_")[0]


def places(lines: Iterable[FoundLine]) -> int:
    """Pages of one site are one place, and so are sites that say the same words."""
    kept = list(lines)
    return min(len({place(line) for line in kept}), len({same_form(line.quote) for line in kept}))
