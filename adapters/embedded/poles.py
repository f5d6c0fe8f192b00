"""Scales with two ends (cool and warm, cheap and dear), and which end a claim speaks of.

Two claims on one thing that stand at opposite ends of a scale exclude each other, unless each holds at
another time or place.
"""

import re
from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded import cues

End = Literal[1, -1]

_DEGREES: Final = r"(?:°\s?[CF]|℃|℉|degrees?(?: (?:celsius|fahrenheit))?|도(?=\s|쯤|가량|정도|나|씩|$))"


class _Scale(NamedTuple):
    name: str
    high: re.Pattern[str]
    low: re.Pattern[str]


def _scale(name: str, high: str, low: str) -> _Scale:
    return _Scale(name, re.compile(high, re.IGNORECASE), re.compile(low, re.IGNORECASE))


_SCALES: Final = (
    _scale(
        "temperature",
        rf"\b(?:warm(?:er|est|s|ed|th)?|hot(?:ter|test)?|heats? up|overheat\w*|stuffier|swelter\w*)\b"
        rf"|{_DEGREES}\s*(?:쯤|가량|정도|나)?\s*(?:above|more|higher|warmer|더 (?:높|덥|더|뜨)|높)"
        r"|더웠|더울|더운|덥[고다지게]|뜨거|따뜻"
        r"|(?:기온|온도)[가-힣]{0,2} ?(?:더 |평균 |\S+도 )?(?:높|올라|오르|상승)",
        rf"\b(?:cool(?:er|est|s|ed)?|cold(?:er|est)?|chill(?:ier|s|ed)?)\b"
        rf"|{_DEGREES}\s*(?:쯤|가량|정도|나)?\s*(?:below|less|lower|cooler|under|더 (?:낮|시원|서늘|차)|낮)"
        r"|서늘|시원|차가[웠운워]|선선|식[었어고는]"
        r"|(?:기온|온도)[가-힣]{0,2} ?(?:더 |평균 |\S+도 )?(?:낮|내려|떨어|하락)",
    ),
    _scale(
        "price",
        r"\b(?:expensive|dear(?:er)?|costlier|costly|overpriced)\b|비싸|비쌌|비싼",
        r"\b(?:cheap(?:er|est)?|inexpensive|affordable)\b|저렴|싸다|쌌다|값싼",
    ),
    _scale(
        "noise",
        r"\b(?:loud(?:er|est)?|noisy|noisier)\b|시끄러|시끄럽|크게 (?:울|들리|나)",
        r"\b(?:quiet(?:er|est)?|softer|fainter|silent|noiseless)\b|조용|소리[가-힣]{0,2} ?(?:더 )?작아",
    ),
    _scale(
        "speed",
        r"\b(?:faster|quicker|speeds? up|sooner)\b|빨라|빠르|빨랐",
        r"\b(?:slower|slows?|delays?)\b|느려|느리|느렸|늦어",
    ),
    _scale(
        "length",
        r"\b(?:longer|lengthens?|prolongs?)\b|길어|길었",
        r"\b(?:shorter|shortens?)\b|짧아|짧았|단축",
    ),
    _scale(
        "strength",
        r"\b(?:stronger|strengthens?|sturdier)\b|강해|튼튼",
        r"\b(?:weaker|weakens?|brittle)\b|약해|약했|취약",
    ),
    _scale("moisture", r"\b(?:wetter|damper|moister)\b|축축|습해", r"\b(?:drier|dryer)\b|건조해|말라"),
    _scale(
        "clarity",
        r"\b(?:clearer|more transparent)\b|맑아|맑은 것|더 맑|물이 맑",
        r"\b(?:murk(?:y|ier)|cloudier|cloudy|more turbid|hazier)\b|흐려|더 흐|탁해|혼탁",
    ),
    _scale(
        "brightness",
        r"\b(?:brighter|lighter (?:in colour|rooms?))\b|밝아|더 밝",
        r"\b(?:dimmer|darker|gloomier)\b|어두워|더 어두",
    ),
    _scale("ease", r"\b(?:easier|more easily)\b|쉬워|수월", r"\b(?:more difficult|with difficulty)\b|어려워"),
    _scale(
        "freshness", r"\b(?:fresher|freshest)\b|더 싱싱|더 신선", r"\b(?:staler|stale|wilted)\b|시들|상했"
    ),
    _scale(
        "cleanness", r"\b(?:cleaner|cleanest)\b|깨끗해", r"\b(?:dirtier|grimier|filthier)\b|더러워|지저분해"
    ),
    _scale(
        "safety",
        r"\b(?:safe|safer|harmless)\b|안전하|안전한|무해",
        r"\b(?:unsafe|dangerous|hazardous|harmful|risky)\b|위험하|위험한|해롭|유해",
    ),
)
_NEAR_NEGATION = 25
_NOT_BEFORE: Final = re.compile(rf"{cues.NOT_BEFORE.pattern}|\b(?:lost|loses?|losing|less|lacked|lacks?) $")


def ends(claim: str) -> Mapping[str, End]:
    """The end of each scale that a claim speaks of; a scale it speaks of both ends of is left out."""
    found: dict[str, End] = {}
    for scale in _SCALES:
        high, low = _said(scale.high, claim), _said(scale.low, claim)
        if high is not None and high == low:
            continue
        end = high if high is not None else _other(low)
        if end is not None:
            found[scale.name] = end
    return found


def apart(one: str, other: str) -> bool:
    """The two stand at opposite ends of a scale, and of none at the same end."""
    first, second = ends(one), ends(other)
    both = first.keys() & second.keys()
    return bool(both) and all(first[scale] != second[scale] for scale in both)


def at_one_end(one: str, other: str) -> bool:
    """They stand at the same end of a scale."""
    first, second = ends(one), ends(other)
    return any(first[scale] == second[scale] for scale in first.keys() & second.keys())


def _said(pattern: re.Pattern[str], claim: str) -> End | None:
    """1 where the words stand, -1 where they are negated; None where neither or both."""
    values: set[End] = set()
    for found in pattern.finditer(claim):
        before = claim[max(0, found.start() - _NEAR_NEGATION) : found.start()].lower()
        after = claim[found.end() : found.end() + 10]
        negated = (
            cues.NOT_JUST_BEFORE.search(before)
            or _NOT_BEFORE.search(before)
            or re.search(r"지\s?(?:는|도)?\s?(?:않|못)", after)
        )
        values.add(-1 if negated else 1)
    return values.pop() if len(values) == 1 else None


def _other(end: End | None) -> End | None:
    return None if end is None else (-1 if end == 1 else 1)
