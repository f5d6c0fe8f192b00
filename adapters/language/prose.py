"""The prose of a passage: what a sentence vector can stand for.

Code, tables, images and the targets of links take time to encode and say little about the subject; they are
still found by their words.
"""

import re
from typing import Final

FEWEST = 40
"""Characters of prose below which the passage is kept as it is, up to MOST_OTHER characters."""
MOST_OTHER = 200

_FENCED: Final = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TARGETS: Final = re.compile(r"(?<=\])\([^)\s]*(?:\s\"[^\"]*\")?\)|https?://\S+")
_MARKUP: Final = re.compile(
    r"!\[[^\]]*\]|</?[A-Za-z][^<>]*>|^\s*\|?[\s|:=-]{3,}$|^\[[^\]]+\]:.*$", re.MULTILINE
)
_SPACE: Final = re.compile(r"\s+")


def prose(passage: str) -> str:
    """The passage on one line without code, markup and addresses; a piece of it if it is nothing else."""
    bare = _FENCED.sub(" ", passage)
    bare = _MARKUP.sub(" ", _TARGETS.sub(" ", bare))
    bare = _SPACE.sub(" ", bare).strip()
    return bare if len(bare) >= FEWEST else _SPACE.sub(" ", passage).strip()[:MOST_OTHER]
