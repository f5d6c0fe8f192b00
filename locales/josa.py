"""Korean particles: the form that the last sound of the word before them asks for."""

import re
from typing import Final

_CLOSING = re.compile(r"[\s\"'”’»」』)\]]+$")
_FINAL_DIGITS: Final = frozenset("013678")
"""Digits whose Korean name ends in a consonant: 영 일 삼 육 칠 팔."""
_FINAL_L_DIGITS: Final = frozenset("178")
_LATIN_FINALS: Final = re.compile(r"(?:[lmn]|ng|[bcdgkpt](?<!e))$", re.IGNORECASE)
_HANGUL_FIRST, _HANGUL_LAST, _L = 0xAC00, 0xD7A3, 8


def with_josa(word: str, josa: str) -> str:
    """A Korean noun with the form of a particle that its last sound asks for."""
    return word + josa_after(word, josa)


def josa_after(word: str, josa: str) -> str:
    """The particle alone. `josa` is both forms, after a consonant first: `을/를`."""
    after_consonant, after_vowel = josa.split("/")
    final = _final(word)
    if josa == "으로/로" and final == _L:
        final = 0
    return after_consonant if final else after_vowel


def _final(word: str) -> int:
    """The number of the final consonant a word is read with, 0 if it ends in a vowel."""
    bare = _CLOSING.sub("", word)
    last = bare[-1:]
    if not last:
        return 0
    if _HANGUL_FIRST <= ord(last) <= _HANGUL_LAST:
        return (ord(last) - _HANGUL_FIRST) % 28
    if last.isdigit():
        return _L if last in _FINAL_L_DIGITS else int(last in _FINAL_DIGITS)
    if last.lower() == "l":
        return _L
    return int(_LATIN_FINALS.search(bare) is not None)
