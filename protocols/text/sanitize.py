"""Text from outside as one harmless line: nothing in it breaks a line, hides or turns the reading order."""

import re

from pathfinder.locales.catalogue import Message

ELLIPSIS = "…"

# Spelled out rather than asked of unicodedata: the same text must give the same line in every Python.
_UNSEEN = re.compile(
    "["
    "\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f"  # C0 and C1 controls that are not white space
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\uffa0"  # joiners, marks and fillers
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff"  # zero width, and what turns the direction
    "\ud800-\udfff\ue000-\uf8ff\ufe00-\ufe0f\ufff0-\ufffb"  # halves, private use, variants, annotations
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"  # format controls of shorthand and music
    "\U000e0000-\U000e0fff\U000f0000-\U0010ffff"  # tags, which spell words nobody sees, and private planes
    "]"
)


def one_line(text: str, width: int) -> str:
    """The text in at most `width` characters on one line, with an ellipsis where it was cut.

    White space of any kind becomes one space; controls, bidi marks, zero-width, tag and private
    characters are gone. Doing it twice changes nothing.
    """
    if isinstance(text, Message):
        return text.changed(lambda part: one_line(part, width))
    plain = " ".join(_UNSEEN.sub("", text).split())
    if len(plain) <= width:
        return plain
    return plain[: width - 1].rstrip() + ELLIPSIS if width > 0 else ""


_OPENS_A_SENTENCE = re.compile(
    r"(?:A|An|Another|Any|Evidence|More|Other|Some|The|What|When|Where|Whether|Which|Who|Why|How) "
)


def inside(sentence: str) -> str:
    """The sentence as it stands inside another: its first letter small, unless the word may be a name."""
    return sentence[0].lower() + sentence[1:] if _OPENS_A_SENTENCE.match(sentence) else sentence
