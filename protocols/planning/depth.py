"""How far one Explorer goes before it is called back."""

from typing import Literal

from pathfinder.protocols.frozen import Frozen

Depth = Literal["shallow", "medium", "deep"]


class Reach(Frozen):
    """The most an Explorer may do."""

    turns: int
    """Rounds of search, reading and taking stock."""
    pages: int
    """Pages read in one turn."""


REACH: dict[Depth, Reach] = {
    "shallow": Reach(turns=1, pages=3),
    "medium": Reach(turns=1, pages=15),
    "deep": Reach(turns=3, pages=15),
}
