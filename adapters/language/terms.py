"""Content words of English and Korean text, folded so that forms of one word meet, and key phrases."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

from pathfinder.adapters.language import english, korean
from pathfinder.adapters.language.stop_words import ENGLISH, KOREAN

MOST_KEPT = 8_192
# Hangul and other letters are words of their own: in "AI는" the particle is not part of the name. A part with
# a digit stays with its word ("IL-6", "PM2.5"), other hyphens part words.
_WORD = re.compile(r"[가-힣]+|[^\W\d_가-힣](?:[^\W_가-힣]|[-.](?=\d))*")
_POSSESSIVE = re.compile(r"['’]s\b")


@lru_cache(maxsize=MOST_KEPT)
def terms(text: str) -> tuple[str, ...]:
    """The content words in order: stemmed, without particles, stop words and numbers."""
    return tuple(word.folded for word in _words(normalize("NFC", text)) if word.folded)


class _Word(NamedTuple):
    start: int
    end: int
    written: str
    folded: str
    """Empty for a stop word, a lone particle and a counter."""


def _words(text: str) -> Iterator[_Word]:
    text = _POSSESSIVE.sub(lambda found: " " * len(found.group()), text)
    for found in _WORD.finditer(text):
        written = found.group()
        if korean.is_hangul(written):
            before = text[max(0, found.start() - 1) : found.start()]
            folded = _korean(written, before)
        else:
            folded = _english(written)
        yield _Word(found.start(), found.end(), written, folded)


def _english(written: str) -> str:
    word = written.lower()
    return "" if word in ENGLISH or len(word) < 2 else english.stem(word)


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


# ---- key phrases ----


def _table(words: str) -> frozenset[str]:
    return frozenset(words.split())


_VERBS = frozenset(
    map(
        english.stem,
        _table(
            """
            increase decrease reduce raise lower improve worsen cause lead result show suggest find report
            claim say argue believe think compare estimate provide contain include require allow help
            prevent protect affect rise fall grow drop remain appear occur happen explain describe present
            demonstrate indicate observe conclude confirm deny refute support contradict become keep want
            need try ask tell follow start begin stop end depend vary differ exceed reach run write read
            investigate examine assess evaluate associate relate enhance promote inhibit induce suppress
            block boost pay paid held hold left leave took take taken gave give given got get went go gone
            came come made make saw see seen knew know known told said found felt feel lost lose kept stood
            stand sat brought bring bought buy sold sell sent send spent spend built build put set met
            meet led won win wrote ran grew fell rose began chose broke spoke drove drew threw slept woke
            use used be been
            """
        ),
    )
)
# Verbs that are names as well, when another word comes before them: "remote work", "climate change".
_EITHER = _table(
    "work works change changes measure measures test tests cut cuts limit limits link links study studies"
)
_PLAIN = _table(
    """
    better worse best worst higher lower highest lowest good bad high low large small big great long short
    same different able possible important significant significantly year years day days time times percent
    number people study studies result results paper article author authors background methods conclusion
    objective
    """
)
_KOREAN_PLAIN = _table(
    """
    연구 결과 논문 저자 방법 결론 배경 목적 사람 시간 비교 분석 조사 수준 증가 감소 상승 하락 효과 연구팀
    연구진
    """
)
_MOST_WORDS = 3


def phrases(text: str, most: int = 8) -> tuple[str, ...]:
    """Noun-like key phrases as they are written in the text, the best first."""
    text = normalize("NFC", text)
    scores: dict[str, float] = {}
    shown: dict[str, str] = {}
    for at, run in enumerate(_runs(text)):
        for phrase, folded in _candidates(text, run):
            key = " ".join(folded)
            named = any(char.isupper() for char in phrase[1:]) or any(char.isdigit() for char in phrase)
            weight = len(folded) ** 0.5 + (0.5 if named else 0.0) + 0.5 / (1 + at)
            scores[key] = scores.get(key, 0.0) + weight
            shown.setdefault(key, phrase)
    best = sorted(scores, key=lambda key: -scores[key])
    kept: list[str] = []
    for key in best:
        if not any(f" {key} " in f" {longer} " for longer in kept):
            kept.append(key)
        if len(kept) == most:
            break
    return tuple(shown[key] for key in kept)


def _runs(text: str) -> Iterator[list[_Word]]:
    """Content words that stand side by side and may name one thing."""
    run: list[_Word] = []
    for word in _words(text):
        joined = not run or text[run[-1].end : word.start] in (" ", "-", "\u00a0")
        closed = (
            bool(run)
            and korean.is_hangul(run[-1].written)
            and korean.noun(run[-1].written) != run[-1].written
        )
        names = _names(word) or (bool(run) and joined and not closed and word.written.lower() in _EITHER)
        if run and (not joined or closed or not names):
            yield run
            run = []
        if names:
            run.append(word)
    if run:
        yield run


def _names(word: _Word) -> bool:
    if not word.folded:
        return False
    if korean.is_hangul(word.written):
        return not korean.is_verb(word.written) and word.folded not in _KOREAN_PLAIN and len(word.folded) > 1
    lower = word.written.lower()
    if lower in _PLAIN or lower in _EITHER or word.folded in _VERBS or lower.endswith("ly"):
        return False
    return len(lower) > 2 or word.written.isupper()


def _candidates(text: str, run: list[_Word]) -> Iterator[tuple[str, list[str]]]:
    """The run when it is short, else its last words: in both languages the head of a name comes last."""
    words = run[-_MOST_WORDS:]
    if (
        len(words) == 1
        and not korean.is_hangul(words[0].written)
        and words[0].written.lower().endswith(("ed", "ing"))
    ):
        return
    last = words[-1]
    tail = korean.without_particle(last.written) if korean.is_hangul(last.written) else last.written
    phrase = text[words[0].start : last.start] + tail
    yield phrase, [word.folded for word in words]
    if len(words) > 1:
        yield tail, [last.folded]
