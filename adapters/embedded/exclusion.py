"""Conditions that exclude each other: a claim that holds under the one need not hold under the other."""

import re
from typing import Final

from pathfinder.adapters.embedded.condition_kinds import TABLE, TIMES
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.language.concepts import names
from pathfinder.adapters.language.terms import terms

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
    if any(_disjoint(kind, claim, sentence) is True for kind in TABLE[:TIMES]):
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
    told = (_disjoint(kind, one, other) for kind in TABLE)
    return next((found for found in told if found is not None), None)


def _disjoint(kind: tuple[re.Pattern[str], ...], one: str, other: str) -> bool | None:
    mine, yours = ({at for at, words in enumerate(kind) if words.search(text)} for text in (one, other))
    return mine.isdisjoint(yours) if mine and yours else None
