"""Content words of English and Korean text, folded so that forms of one word meet."""

import re
from collections.abc import Iterator
from functools import lru_cache
from unicodedata import normalize

from pathfinder.adapters.language import korean
from pathfinder.adapters.language.stop_words import ENGLISH, KOREAN

MOST_KEPT = 8_192
# Hangul and other letters are words of their own: in "AI는" the particle is not part of the name. A part with
# a digit stays with its word ("IL-6", "PM2.5"), other hyphens part words.
_WORD = re.compile(r"[가-힣]+|[^\W\d_가-힣](?:[^\W_가-힣]|[-.](?=\d))*")
_POSSESSIVE = re.compile(r"['’]s\b")
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_ENDING = re.compile(r"(?<=...)(?:i?c?ations?|ions?|ments?|ings?|i?ed|ies|es|s|ly|y|al)$|(?<=....)e$")
_DOUBLED = re.compile(r"(?<=..)([b-df-hj-np-tv-z])\1$")


@lru_cache(maxsize=MOST_KEPT)
def terms(text: str) -> tuple[str, ...]:
    """The content words in order: stemmed, without particles, stop words and numbers."""
    return tuple(word for word in _words(_POSSESSIVE.sub("  ", normalize("NFC", text))) if word)


def stem(word: str) -> str:
    """A lower-case English word without its commonest endings. It need not be a word."""
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    return _DOUBLED.sub(r"\1", _ENDING.sub("", word))


def _words(text: str) -> Iterator[str]:
    """Each word folded; empty for a stop word, a lone particle and a counter."""
    shouted = text.isupper()
    for found in _WORD.finditer(text):
        written, before = found.group(), text[max(0, found.start() - 1) : found.start()]
        if korean.is_hangul(written):
            yield _korean(written, before)
        elif written.isupper() and not shouted and len(written) > 1:
            yield stem(written.lower())  # GET and NOT are names, get and not are stop words.
        else:
            yield _english(written)
            humps = _HUMP.split(written)
            yield from map(_english, humps if len(humps) > 1 else ())  # handlerTimeout is a timeout, too.


def _english(written: str) -> str:
    word = written.lower()
    return "" if word in ENGLISH or len(word) < 2 else stem(word)


def _korean(written: str, before: str) -> str:
    glued = bool(before) and (before.isalnum() or before in "%)℃°")
    if glued and (
        len(written) <= 2 or korean.noun(f"가{written}") == "가" or korean.noun(f"각{written}") == "각"
    ):
        return ""  # a particle after a name in other letters, or a counter after a number
    bare = written[:-1] if len(written) == 2 and korean.is_particle_after(written[0], written[1]) else written
    if written in KOREAN or written.startswith(_EMPTY) or (bare in KOREAN and bare not in _BARE_ONLY):
        return ""
    word = korean.stem(written)
    return "" if word in KOREAN and word not in _BARE_ONLY else word


# Empty as they stand, but not with a particle: 약 is "about", 약은 and 약을 are the medicine.
_BARE_ONLY = ("약",)


# Forms of "there is", "there is not" and "does not": they deny or state, but name nothing.
_EMPTY = ("있", "없", "않", "아니", "아닌", "아닙")
