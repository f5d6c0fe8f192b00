"""Search queries: when two ask the same, which may leave the machine, and how to ask for better sources."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import NamedTuple

LONGEST_QUERY = 200
REPEAT_ABOVE = 0.95
"""Queries more alike than this are one."""

_HINTS: Mapping[str, str] = {
    "ko": "연구 논문",
    "ja": "研究論文",
    "zh": "研究论文",
    "ru": "научная статья",
    "ar": "ورقة بحثية",
    "he": "מאמר מחקר",
    "hi": "शोध पत्र",
    "th": "งานวิจัย",
    "el": "ερευνητική εργασία",
    "es": "artículo de investigación",
    "fr": "article de recherche",
    "de": "Forschungsarbeit",
    "pt": "artigo científico",
}
_ENGLISH_HINT = "research paper"

# These say where to look, not what for, so their value goes too; `intitle:x` and its kin still ask for x.
_SCOPE = re.compile(
    r"(?:^|(?<=[\s(]))-?(?:site|filetype|ext|before|after|lang|language|source|cache|related|link|daterange|loc)"
    r":(?:\"[^\"]*\"?|\S*)"
)
_CONTENT = re.compile(r"(?:^|(?<=[\s(-]))(?:all)?in(?:title|url|text|anchor|body):")
# A minus before a letter or a quote excludes; before a digit it is a number (-40 degrees).
_EXCLUDED = re.compile(r"(?:^|(?<=[\s(]))-(?:\"[^\"]*\"?|[^\W\d_]\S*)")
_WORD = re.compile(r"\d+|[^\d ]+")
_ASCII_WORD = re.compile(r"[0-9]+|[A-Za-z]+")
# Letters and marks by category, yet without a shape of their own; some can carry bytes unseen.
_SHAPELESS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)

_PREFIX_SHARE = 0.6
"""Words that share this much of their beginning differ in an ending only: 연구, 연구들."""

_URL = re.compile(r"[a-z][a-z0-9+.-]*://|\bwww\.|\b(?:data|javascript|mailto|file):\S", re.IGNORECASE)
_ENCODED = re.compile(r"[A-Za-z0-9+/=_%-]{41,}|[0-9A-Fa-f]{32,}")
# The shapes in which services give out keys. No model is shown ours, but a document may hold one.
_SECRET = re.compile(
    r"""\bsk-ant- | \b[spr]k-(?=[\w-]*\d)(?=[\w-]*[A-Z])[\w-]{10,} | \b[spr]k_(?:live|test)_\w{8,}
    | \bgh[opsur]_\w{16,} | \bgithub_pat_\w{16,} | \bglpat-[\w-]{16,} | \bxox[abeprs]-[\w-]{8,}
    | \bA[KS]IA[A-Z0-9]{12,} | \bAIza[\w-]{20,} | \bhf_\w{16,} | \bnpm_\w{16,} | \beyJ[\w-]{8,}[.]eyJ
    | -----BEGIN | \bBearer[ ]\S{12,}""",
    re.VERBOSE,
)
_CODE = re.compile(r"(?=\S*[a-z])(?=\S*[A-Z])(?=\S*[0-9])[A-Za-z0-9+/=_]{12,}")
"""A word that mixes capitals, small letters and digits as encoded bytes do."""
MOST_CODES = 1
"""A product may be called so; more of them in one query are bytes carried out in pieces."""
_LONGEST_CODE = 24


class Repeat(NamedTuple):
    """A query of the past that a new one only says again."""

    query: str
    similarity: float
    exact: bool
    """The two have one normal form."""


def normalize(query: str) -> str:
    """The normal form: letters and digits of every script, without case, spaces, signs and operators.

    A query of operators alone keeps their letters, so that two of them do not look like one.
    """
    return _reading(query).normal


def similarity(a: str, b: str) -> float:
    """How far two queries ask the same, from 0 to 1, whatever the order of their words.

    The share of letters that stand in words of both. A number or a word that only one of them has
    makes another question, however long the rest: such a pair never passes for a repeat.
    """
    first, second = _reading(a), _reading(b)
    if first.normal == second.normal:
        return 1.0
    if first.beginnings.isdisjoint(second.beginnings):
        return 0.0
    shared, all_paired = _shared(first.words, second.words)
    share = 2 * shared / (first.letters + second.letters)
    return share if all_paired else min(share, REPEAT_ABOVE)


def repeat_keys(query: str) -> frozenset[str]:
    """Two queries that share none of these cannot be a repeat.

    In a repeat every word has its pair, and the words of a pair begin with the same two letters; or the
    normal forms are one. The sign keeps a form from passing for the beginnings of another.
    """
    read = _reading(query)
    return frozenset((read.key, f"={read.normal}"))


def beginnings_of(text: str) -> Mapping[str, int]:
    """The letters of the words with each beginning: only words that begin alike count as shared."""
    return _reading(text).by_beginning


def is_repeat(query: str, past: Iterable[str]) -> Repeat | None:
    """The most similar query of the past (an exact one first, then the earliest), if it is a repeat."""
    seen = (Repeat(old, similarity(query, old), normalize(query) == normalize(old)) for old in past)
    best = max(seen, key=lambda repeat: (repeat.exact, repeat.similarity), default=None)
    return best if best is not None and best.similarity > REPEAT_ABOVE else None


def clean(query: str) -> str | None:
    """The query as it may go to a search engine; None when it may not.

    Addresses, keys and long encoded runs, in one piece or several, are refused: they are how a page would
    make a model carry data out. Invisible and control characters go, and what is over 200 characters is cut
    at a word.
    """
    plain_ascii = query.isascii() and query.isprintable()
    shown = query if plain_ascii else "".join(map(_visible, _SHAPELESS.sub("", query)))
    text = " ".join(unicodedata.normalize("NFC", shown).split())
    plain = unicodedata.normalize("NFKC", text)
    if _URL.search(plain) or _ENCODED.search(plain) or _SECRET.search(plain) or _carries_code(plain):
        return None
    short = text if len(text) <= LONGEST_QUERY else _cut(text)
    return short if normalize(short) else None


def with_low_quality_hint(query: str, language: str) -> str:
    """The query with "research paper" in its language, unless it says so already or would grow too long."""
    hint = _HINTS.get(language, _ENGLISH_HINT)
    hinted = f"{query} {hint}"
    said = hint.casefold() in query.casefold()
    return query if said or len(hinted) > LONGEST_QUERY else hinted


def _carries_code(text: str) -> bool:
    codes = [word for word in text.split() if _CODE.fullmatch(word)]
    return len(codes) > MOST_CODES or any(len(code) >= _LONGEST_CODE for code in codes)


class _Reading(NamedTuple):
    normal: str
    words: tuple[str, ...]
    beginnings: frozenset[str]
    """The first two letters of each word. Words that begin with others have too little in common to pair."""
    key: str
    """The same, all of them in order."""
    letters: int
    """In all words together."""
    by_beginning: Mapping[str, int]
    """How many letters the words with each beginning have."""


# An iteration looks at some hundred texts, most of them several times; what is older is read anew.
@lru_cache(maxsize=2_048)
def _reading(query: str) -> _Reading:
    folded = _folded(query)
    said = _CONTENT.sub(" ", _EXCLUDED.sub(" ", _SCOPE.sub(" ", folded)))
    words = _words(said) or _words(folded)
    beginnings = sorted(word[:2] for word in words)
    by_beginning: dict[str, int] = {}
    for word in words:
        by_beginning[word[:2]] = by_beginning.get(word[:2], 0) + len(word)
    letters = sum(by_beginning.values())
    normal, key = _folded("".join(words)), " ".join(beginnings)
    return _Reading(normal, words, frozenset(beginnings), key, letters, by_beginning)


def _folded(text: str) -> str:
    """Compatibility forms and case folded until nothing changes; one pass is not always enough."""
    while (folded := unicodedata.normalize("NFKC", text).casefold()) != text:
        text = folded
    return text


def _words(text: str) -> tuple[str, ...]:
    """Runs of letters with their marks, and runs of digits."""
    if text.isascii():
        return tuple(_ASCII_WORD.findall(text))
    kept: list[str] = []
    for letter in _SHAPELESS.sub("", text):
        kind = unicodedata.category(letter)
        # A mark (a vowel sign of Hindi or Thai) belongs to the letter before it; alone it is decoration.
        belongs = kind in ("Mn", "Mc") and kept[-1:] not in ([], [" "])
        kept.append(letter if kind[0] in "LN" or belongs else " ")
    return tuple(_WORD.findall("".join(kept)))


def _shared(a: Sequence[str], b: Sequence[str]) -> tuple[int, bool]:
    """How many letters of `a` stand in words of `b` too, and whether every word of both found its pair."""
    left, right, known, shared = list[str](), list(b), set(b), 0
    for word in a:
        if word in known and word in right:
            right.remove(word)
            shared += len(word)
        else:
            left.append(word)
    # Only words with the same first letter can be alike: long texts are compared too, as claims.
    beginning: dict[str, list[tuple[int, str]]] = {}
    for j, y in enumerate(right):
        beginning.setdefault(y[0], []).append((j, y))
    alike = [
        (-common, min(x, y), max(x, y), i, j)
        for i, x in enumerate(left)
        for j, y in beginning.get(x[0], ())
        if (common := _common(x, y))
    ]
    used_left: set[int] = set()
    used_right: set[int] = set()
    # The longest beginning first; the rest of the order is the same from either side.
    for less, _, _, i, j in sorted(alike):
        if i not in used_left and j not in used_right:
            used_left.add(i)
            used_right.add(j)
            shared -= less
    return shared, len(used_left) == len(left) == len(right)


def _common(a: str, b: str) -> int:
    """The letters two words begin with, if only an ending parts them; numbers are the same or not."""
    least = ceil(_PREFIX_SHARE * max(len(a), len(b)))
    if a[:least] != b[:least] or a.isdigit() or b.isdigit():
        return 0
    pairs = enumerate(zip(a, b, strict=False))
    return next((place for place, (x, y) in pairs if x != y), min(len(a), len(b)))


def _visible(letter: str) -> str:
    kind = unicodedata.category(letter)
    if kind == "Cc":
        return " "
    return "" if kind[0] == "C" else letter


def _cut(text: str) -> str:
    return text[: LONGEST_QUERY + 1].rpartition(" ")[0] or text[:LONGEST_QUERY]
