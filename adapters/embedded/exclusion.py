"""Conditions that exclude each other: a claim that holds under the one need not hold under the other."""

import re
from typing import Final

from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.language.concepts import names
from pathfinder.adapters.language.terms import terms

# Each row is one kind of condition; what stands apart in it cannot hold together.
_KINDS: Final[tuple[tuple[str, ...], ...]] = (
    ("spring|봄", "summer|여름", "autumn|가을", "winter|겨울"),
    (
        "dry|drier|drought|arid|parched|low[- ]water|건조|마른|메마|가뭄|건기|갈수",
        "wet|wetter|moist|humid(?!ity)|damp|rain|flood|high[- ]water|fog|mist|muggy|sticky|습한"
        "|습도가 높|습하|젖은"
        "|비가|우기|장마|안개|홍수",
    ),
    (
        "night|midnight|after dark|dawn|by morning|towards morning|in the morning|2[0-3]:|0[0-5]:|밤"
        "|야간|자정|새벽",
        "by day|the day|daytime|daylight|noon|midday|afternoon|1[0-8]:|낮|주간|정오|오후",
    ),
    ("warm|hot|heat|따뜻|더운|고온|더위|무더", "cold|cool|frost|freez|chill|추운|저온|차가운|서늘|추위|한파"),
    (
        "above|over|more than|exceed|at least|beyond|higher than|이상|초과|넘|웃돌",
        "below|under|less than|up to|within|lower than|이하|미만|아래|밑돌|안쪽",
    ),
    ("young|infant|child|seedling|어린|유아|묘목", "old|adult|mature|elder|나이 든|성인|성체|노인|오래된"),
    ("high|large|heavy|strong|deep|thick", "low|small|light|weak|shallow|thin"),
    ("short-term|short run|early|initial|단기|초기", "long-term|long run|later|eventual|장기|후기"),
    (
        "indoor|inside|greenhouse|laborator|실내|온실|실험실",
        "outdoor|outside|field|open air|실외|야외|노지|현장",
    ),
    ("coast|seaside|shore|near the sea|바닷가|해안", "inland|내륙"),
)


_TIMES: Final = 3
"""The first rows tell when something holds; their words need no phrase around them to do so."""


def _pattern(words: str) -> re.Pattern[str]:
    """English words from their beginning, Korean ones anywhere: particles and endings follow both."""
    parts = (rf"\b(?:{word})" if word.isascii() else word for word in words.split("|"))
    return re.compile("|".join(parts), re.IGNORECASE)


_TABLE: Final = tuple(tuple(_pattern(words) for words in kind) for kind in _KINDS)
# Words that tell where a finding comes from, not when it holds.
_SETTING: Final = frozenset(
    terms(
        "trial study survey paper experiment test report year month week season result sample house home room"
        " 연구 시험 조사 논문 실험 보고서 결과 표본 올해 작년 집 방"
    )
)


def excludes(one: str, other: str) -> bool:
    """Whether two condition phrases are of one kind and cannot hold together, as far as their words tell."""
    opposite = _opposite(one, other)
    if opposite is not None:
        return opposite
    first, second = (frozenset(terms(text)) - _SETTING for text in (one, other))
    shared = first & second
    return bool(shared and first - shared and second - shared)


def elsewhere(claim: str, sentence: str) -> bool:
    """Whether a sentence speaks of another season, weather, time of day or state than a claim does."""
    if any(_disjoint(kind, claim, sentence) is True for kind in _TABLE[:_TIMES]):
        return True
    if _left_out(claim, sentence) or _left_out(sentence, claim):
        return True
    return any(
        _opposite(mine, theirs) is True for mine in conditions(claim) for theirs in conditions(sentence)
    )


# A group by what it lacks: "who do not smoke", "never-smokers", "담배를 피우지 않는", "비흡연자".
_LACKING: Final = re.compile(
    r"\b(?:who|that|which|those|people|patients|persons|anyone|\w+ers|\w+ees|\w+ants)\b (?:\w+ )?"
    r"(?:(?:do|does|did|have|has|had|are|is|were|was)(?: not|n['’]t)|not|never)"
    r" (?:(?:taking|using|on|having|taken|used|be|been|any|a|an|the|receiving|given) ){0,2}(?P<verb>\w+)"
    r"|\b(?:non|never|ex)-(?P<noun>\w+)|(?P<ko>[가-힣]+)[을를] ?[가-힣]*지 ?않는"
    r"|(?<![가-힣])(?:비|무)(?P<ko_noun>[가-힣]{2,})(?=자|군)",
    re.IGNORECASE,
)


def _left_out(one: str, other: str) -> bool:
    """Whether the one speaks of those who lack what those of the other have."""
    lacking = {
        term for found in _LACKING.finditer(one) for group in found.groups() if group for term in names(group)
    }
    if not lacking:
        return False
    bare = _LACKING.sub(" ", other)
    return bool(lacking & names(bare)) and not lacking & {
        term
        for found in _LACKING.finditer(other)
        for group in found.groups()
        if group
        for term in names(group)
    }


def _opposite(one: str, other: str) -> bool | None:
    """By the first kind that both are of; None where there is no such kind."""
    told = (_disjoint(kind, one, other) for kind in _TABLE)
    return next((found for found in told if found is not None), None)


def _disjoint(kind: tuple[re.Pattern[str], ...], one: str, other: str) -> bool | None:
    mine, yours = ({at for at, words in enumerate(kind) if words.search(text)} for text in (one, other))
    return mine.isdisjoint(yours) if mine and yours else None
