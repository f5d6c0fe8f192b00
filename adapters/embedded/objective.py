"""What an Explorer is after, in the pieces that a sentence can be compared with."""

import re
from typing import Final

_LEAVE: Final = re.compile(r"\s*Leave to others:.*", re.DOTALL)
_LENS: Final = re.compile(r"^(?:definition|scope|comparison|cases|limitations|application):\s*")
LONGEST = 600


def anchors(objective: str, about: str) -> list[str]:
    """The target's claims or question, then the objective; without what is left to others."""
    pieces = [*sides(about), _LEAVE.sub("", objective)]
    kept = dict.fromkeys(" ".join(piece.split())[:LONGEST] for piece in pieces)
    return [piece for piece in kept if piece] or [about or objective or "?"]


def sides(about: str) -> list[str]:
    """The two claims of a conflict, or the one text of any other target."""
    plain = _LENS.sub("", about)
    first, bar, second = plain.partition(" / ")
    return [first, second] if bar and " / " not in second else [plain]
