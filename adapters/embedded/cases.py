"""The case a claim speaks of: where, on what or among whom something came about, wherever the phrase stands.

`circumstances` are the phrases that a table knows, or that a claim opens with. Most claims name their case in
passing: "slips on the general wards have gone down", "reports from intensive care units were up". Such a
phrase alone tells little. It is looked at only where two claims say that one thing went opposite ways, and
counts only as far as the other claim and the question do not name it too.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import terms

MOST_KEPT: Final = 8_192
MOST_WORDS: Final = 4
_WHERE: Final = re.compile(
    r"\b(?:on|in|at|over|among|amongst|from|for|under|near|inside|along|around|across|by)\s+"
    r"(?:(?:the|an?|their|its|his|her|our|such|very|most|all)\s+)*",
    re.IGNORECASE,
)
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z'’-]*")
# A comma goes on only where things are listed: "medical, surgical and geriatric wards".
_JOIN: Final = re.compile(
    r"(?:,\s+(?=[a-z-]+,? (?:and|or) )|,?\s+(?:and|or)\s+|\s+of\s+(?:the\s+)?|\s+)(?=[A-Za-z])"
)
_COUNTED: Final = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|[a-z]+teen"
    r"|(?:twen|thir|for|fif|six|seven|eigh|nine)ty(?:-[a-z]+)?)",
    re.IGNORECASE,
)
_WHERE_KO: Final = re.compile(
    r"(?P<case>(?:[가-힣A-Za-z\d.()%~·-]+\s+){0,3}?[가-힣A-Za-z]+)(?:에서는|에선|에는|에게는|에게서는)(?=[\s,])"
)
# What tells when or how something was found, or how much of it: no case that a claim holds in.
_NO_CASE: Final = frozenset(
    terms(
        "study trial survey paper experiment report article review data analysis figure table sample record"
        " average total fact general addition contrast comparison year month week day hour minute season time"
        " span period decade century end rest half third quarter fifth court press letter interview question"
        " effect difference number rate level share per cent percent"
        " 연구 시험 조사 논문 실험 보고서 결과 자료 표본 기록 평균 기간 동안 뒤 올해 작년 지난해 경우 가운데"
    )
)


@lru_cache(maxsize=MOST_KEPT)
def cases(text: str) -> tuple[str, ...]:
    """The phrases of a text that name where or among whom, as they stand there."""
    found = _korean(text) if korean.is_hangul(text) else _english(text)
    return tuple(phrase for phrase in found if frozenset(terms(phrase)) - _NO_CASE)


def _korean(text: str) -> Iterator[str]:
    yield from (found.group() for found in _WHERE_KO.finditer(text))


def _english(text: str) -> Iterator[str]:
    for found in _WHERE.finditer(text):
        end = _end(text, found.end())
        if end > found.end():
            yield text[found.start() : end]


def _end(text: str, start: int) -> int:
    """Where the name of a case ends: at a verb, a number or a sign, or with its first plural."""
    end, at = start, start
    for _ in range(MOST_WORDS):
        word = _WORD.match(text, at)
        if word is None or _goes_on(word.group()):
            break
        end = word.end()
        join = _JOIN.match(text, end)
        if join is None or (_plural(word.group()) and not join.group().strip()):
            break
        at = join.end()
    return end


def _goes_on(word: str) -> bool:
    """Whether a word is no part of a name: a stop word, a number, or one for a direction."""
    lower = word.lower()
    if not terms(word) or _COUNTED.fullmatch(word):
        return True
    return cues.UP.search(lower) is not None or cues.DOWN.search(lower) is not None


def _plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def without_cases(text: str) -> str:
    """A text without them: what is left says what happens, and which way."""
    for phrase in cases(text):
        text = text.replace(phrase, " ", 1)
    return text


def other_cases(one: str, other: str, question: str = "") -> tuple[str, str] | None:
    """A case of each of two claims that the other and the question do not name; None where there is none."""
    mine, theirs = (
        next((phrase for phrase in cases(text) if _own(phrase, f"{against} {question}")), None)
        for text, against in ((one, other), (other, one))
    )
    return None if mine is None or theirs is None else (mine, theirs)


def _own(phrase: str, elsewhere: str) -> frozenset[str]:
    """The words of a case that nothing else names, as they are: a ward is no hospital."""
    return frozenset(terms(phrase)) - _NO_CASE - cues.GENERAL - frozenset(terms(elsewhere))
