"""Words that everybody uses: they say nothing about whose text they were found in."""

import re
import unicodedata
from functools import cache

from pathfinder.adapters.language import korean
from pathfinder.adapters.language.stop_words import ENGLISH, KOREAN

_RUN = re.compile(r"[가-힣]+|\d+|[^\W\d_가-힣]+")


def runs(text: str) -> list[tuple[str, str]]:
    """Each run of letters or digits as written, and the form in which its inflections meet."""
    found = _RUN.findall(unicodedata.normalize("NFC", text))
    return [(written, _folded(written)) for written in found]


def _folded(written: str) -> str:
    if written.isdigit():
        return written
    if korean.is_hangul(written):
        return korean.stem(written)
    # Only the plural: a private name must not count as said because it begins like a public word.
    return unicodedata.normalize("NFKC", written).casefold().removesuffix("s")


def is_general(written: str) -> bool:
    """A word of the common vocabulary of sixteen languages, in small letters: a name is none of them."""
    if written.isdigit():
        return len(written) == 1
    word = unicodedata.normalize("NFKC", written).casefold()
    return len(word) == 1 or word in ENGLISH or word in KOREAN or word in _vocabulary() or _bare(word)


def _bare(word: str) -> bool:
    return korean.is_hangul(word) and korean.stem(word) in _vocabulary()


@cache
def _vocabulary() -> frozenset[str]:
    # With numpy and the weights, which a run on the web alone does not need.
    from pathfinder.adapters.language.encoder import whole_words

    return whole_words()
