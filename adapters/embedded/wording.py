"""Wording shared by the calls that write: the languages the engine speaks, Korean particles, short joins."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from pathfinder.protocols.calls import Unable
from pathfinder.protocols.rules.josa import Josa, with_josa
from pathfinder.protocols.rules.languages import Language

__all__ = [
    "Josa",
    "Spoken",
    "capital",
    "is_plural",
    "listed",
    "lower_start",
    "shortened",
    "speechless",
    "spoken",
    "with_josa",
]

Spoken = Literal["ko", "en"]
"""The languages the engine has sentences for."""


def spoken(language: Language) -> Spoken | None:
    """The language of the engine's own sentences; None where it has none in that language."""
    return language if language in ("ko", "en") else None


def speechless(language: Language) -> Unable:
    """What is said where the question is in a language the engine has no sentences for."""
    return Unable(reason=f"the embedded engine writes Korean and English only, not {language!r}")


def listed(words: Sequence[str], language: Spoken) -> str:
    """Words in a row as a person lists them: a, b and c; a, b, c."""
    if language == "ko" or len(words) < 2:
        return ", ".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def capital(sentence: str) -> str:
    """A sentence with a capital at its beginning; a word with capitals inside keeps its spelling."""
    return sentence[:1].upper() + sentence[1:]


_HANGS_ON: Final = re.compile(r"\s+(?:of|in|on|for|with|from|to|at|under|by|without|among|between)\s")
_ONE_BY_ITS_END: Final = re.compile(r"(?:ss|us|is|news|series|ics)$")


def is_plural(noun_phrase: str) -> bool:
    """Whether an English name is of several things: "slates of the schools" are, "loss of bees" is one."""
    head = _HANGS_ON.split(noun_phrase.strip().lower(), maxsplit=1)[0]
    if " and " in head or head.endswith(("people", "children", "women", "men")):
        return True
    return head.endswith("s") and _ONE_BY_ITS_END.search(head) is None


def lower_start(text: str) -> str:
    """A text to stand inside a sentence: the first letter small unless the word is a name or an acronym."""
    first = text.split(" ", 1)[0]
    ordinary = first[:1].isupper() and first[1:].islower() and first.lower() in _ORDINARY_STARTS
    return text[:1].lower() + text[1:] if ordinary else text


def shortened(text: str, most: int) -> str:
    """A text cut at a word, with an ellipsis where something is missing."""
    flat = " ".join(text.split())
    if len(flat) <= most:
        return flat
    cut = flat[: most - 1]
    whole = cut.rsplit(" ", 1)[0] if " " in cut[most // 2 :] else cut
    return whole.rstrip(" ,;:") + "…"


_ORDINARY_STARTS_WORDS: Final = (
    "the a an this that these those it its in on at of for from with without by to as and but or if "
    "when while where although though because since after before during under over between among "
    "most many some several all both each every no none more less there here our we they he she you "
    "i such only according overall however does do did is are was were can could should will would "
    "may might what which who why how within"
)
_ORDINARY_STARTS: Final = frozenset(_ORDINARY_STARTS_WORDS.split())
"""Words that open sentences and are small inside one; other capitals may be names."""
