"""The prose of a passage: what a sentence vector can stand for.

Code, tables, images and the targets of links take time to encode and say little about the subject; they are
still found by their words.
"""

import re
from typing import Final

FEWEST = 40
"""Characters of prose below which the passage is kept as it is, up to MOST_OTHER characters."""
MOST_OTHER = 200
MOST = 160
"""Characters of prose that are encoded: time grows with length, and a paragraph opens with its subject."""

_FENCED: Final = re.compile(r"^[ \t]*(```+|~~~+).*?(?:^[ \t]*\1[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_TARGETS: Final = re.compile(r"(?<=\])\([^)\s]*(?:\s\"[^\"]*\")?\)|https?://\S+")
_MARKUP: Final = re.compile(
    r"!\[[^\]]*\]|</?[A-Za-z][^<>]*>|^\s*\|?[\s|:=-]{3,}$|^\[[^\]]+\]:.*$", re.MULTILINE
)
_SPACE: Final = re.compile(r"\s+")


def prose(passage: str) -> str:
    """The beginning of a passage on one line, without code, markup and addresses if it has anything else."""
    bare = _FENCED.sub(" ", passage)
    bare = _MARKUP.sub(" ", _TARGETS.sub(" ", bare))
    bare = _SPACE.sub(" ", bare).strip()
    if len(bare) < FEWEST:
        return _SPACE.sub(" ", passage).strip()[:MOST_OTHER]
    return bare if len(bare) <= MOST else bare[:MOST].rsplit(" ", 1)[0]
