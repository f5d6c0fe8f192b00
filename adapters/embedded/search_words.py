"""The few words a person would type to look for a claim, in the order in which the claim has them."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import phrases, terms

MOST_WORDS: Final = 5
FEWEST_WORDS: Final = 2
_ASKED, _NAMED, _MET, _NAME = 1.5, 0.6, 0.25, -1.2
"""What a word gains that the question has, that is part of a key phrase, and for each further text with it;
and what a name of somebody loses: who said it is no part of what was said."""
_MOST_MET: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*")
# What only asks in Korean, and a verb that leans on the next word: neither names anything.
_ASKING: Final = re.compile(
    r"(?<![가-힣])(?:(?P<noun>[가-힣]{2,4})(?:한가|인가|적인가|할까|합니까)"
    r"|[가-힣]*(?:는가|은가|은지|는지|인지|을까|나요|가요|무엇이며|무엇인가)|어떤|어디|어떻게|얼마나|누가"
    r"|[가-힣]+는(?= (?:데|것|곳|사람|경우|때|일|점|방법)))(?![가-힣])"
)
_EMPTY: Final = frozenset(
    terms(
        "minute hour second day week month year percent cent average mean median total number figure interval"
        " thousand million billion hundred dozen half third quarter fifth tenth twice times about"
        " according company"
        " say says said reported replied calculated reminded reckons thanks order rest share part way"
        " thing one two"
        " three four five six seven eight nine ten eleven twelve twenty alongside above below within"
        " around nearly"
        " roughly compared relative likely odds ratio rate hazard adjusted sample group data table"
        " 평균 하루 이후 가운데 정도 가량 중심 전과 역시 보니 이상 이하 안팎 절반 남짓 자료 기간 사흘"
        " 결과 때문 경우"
    )
)
"""Words that stand in findings of every kind and find nothing."""


def vocabulary(texts: Iterable[str]) -> Mapping[str, int]:
    """In how many texts each term stands."""
    return Counter(term for text in dict.fromkeys(texts) for term in set(terms(text)))


def search_words(
    claim: str, asked: frozenset[str], met: Mapping[str, int], most: int = MOST_WORDS
) -> tuple[str, ...]:
    """The best words of a claim to search for: of the question, of key phrases, and met elsewhere too."""
    plain = _ASKING.sub(lambda found: found["noun"] or " ", claim)
    key = {term for phrase in phrases(plain, most=6) for term in terms(phrase)}
    written: dict[str, str] = {}
    worth: dict[str, float] = {}
    for place, word in enumerate(_WORD.findall(plain)):
        for term in terms(word)[:1]:
            if term in written or term in _EMPTY or len(term) < 2:
                continue
            if korean.is_hangul(word) and (term not in key or korean.is_verb(word)):
                continue
            written[term] = korean.without_particle(word) if korean.is_hangul(word) else word
            name = place > 0 and word[:1].isupper() and term not in asked
            worth[term] = (
                _ASKED * (term in asked)
                + _NAMED * (term in key)
                + _MET * min(_MOST_MET, max(0, met.get(term, 0) - 1))
                + _NAME * name
            )
    best = sorted(worth, key=lambda term: -worth[term])
    kept = {term for at, term in enumerate(best[:most]) if worth[term] >= 0 or at < FEWEST_WORDS}
    return tuple(word for term, word in written.items() if term in kept)


def anchored(words: Sequence[str], question: str) -> tuple[str, ...]:
    """The words, led by what the question is about where none of them says it."""
    asked = frozenset(terms(question))
    if not words or any(asked & frozenset(terms(word)) for word in words):
        return tuple(words)
    if korean.is_hangul(question) != korean.is_hangul(words[0]):
        return tuple(words)
    topic = next(iter(phrases(question, most=1)), "")
    return (*topic.split()[-2:], *words)[:MOST_WORDS]


def parts(words: Sequence[str]) -> list[str]:
    """All the words, then fewer of them, led by the first: other words find other pages."""
    found = [
        " ".join(words),
        " ".join(words[:3]),
        " ".join((*words[:1], *words[-2:])),
        " ".join((*words[:1], *words[2:4])),
    ]
    return [text for text in dict.fromkeys(" ".join(dict.fromkeys(text.split())) for text in found) if text]
