"""What the record says of itself, in the reader's language: why a run ended, why something failed."""

import re
from collections.abc import Iterable
from functools import cache, partial
from typing import Final

from pathfinder.locales.josa import with_josa
from pathfinder.reports.locales.record_ko import SENTENCES

_SLOT = re.compile(r"\{(\d)(~)?(?::([^}]+))?\}")
_DEEPEST = 20
"""A list of observations is told one by one."""


class Retelling:
    """Sentences of one wording, told in another; words that it does not know stand as they are."""

    def __init__(self, sentences: Iterable[tuple[str, str]]) -> None:
        self._sentences: Final = tuple(sentences)

    def of(self, sentence: str, depth: int = 0) -> str:
        """The sentence retold, with what stood in it."""
        for pattern, words in self._sentences:
            found = _compiled(pattern).fullmatch(sentence) if depth < _DEEPEST else None
            if found is not None:
                return _SLOT.sub(partial(self._filled, found=found, depth=depth), words).rstrip(": ")
        return sentence

    def _filled(self, slot: re.Match[str], found: re.Match[str], depth: int) -> str:
        word = found[int(slot[1])] or ""
        if slot[2]:
            return self.of(word, depth + 1)
        return with_josa(word, slot[3]) if slot[3] else word


def retold(sentence: str, language: str) -> str:
    """A sentence of the record in Korean, or as it is for everyone else."""
    return _IN_KOREAN.of(sentence) if language == "ko" else sentence


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """Compiled when it is first needed: most sessions need few of them."""
    return re.compile(pattern, re.DOTALL)


_IN_KOREAN: Final = Retelling(SENTENCES)
