"""Which way a text points, read more widely than a stance may be: grew, extra, ahead, nothing came of it.

Only for claims that are told apart by their conditions, so that nothing hangs on one word alone.
"""

import re
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.circumstances import without_circumstances
from pathfinder.adapters.embedded.marks import NEGATED_GROUP
from pathfinder.adapters.embedded.poles import apart, at_one_end, ends
from pathfinder.adapters.embedded.set_against import no_difference, set_against
from pathfinder.adapters.language.terms import terms

_REACH = 28

Way = Literal[1, -1]


class _Scale(NamedTuple):
    up: re.Pattern[str]
    down: re.Pattern[str]


def _scale(up: str, down: str) -> _Scale:
    return _Scale(re.compile(up, re.IGNORECASE), re.compile(down, re.IGNORECASE))


_SCALES: Final = (
    _scale(
        r"\b(?:more(?! than \d)|longer|lengthen\w*|prolong\w*|increas\w*|ris(?:e|es|en|ing)|rose|rais\w+"
        r"|gr[eo]ws?|grown"
        r"|growing|gain(?:s|ed|ing)?|add(?:s|ed)|extra|additional|higher|larger|greater|bigger|thicker|deeper|heavier"
        r"|taller|wider|denser|fatter|thicken\w*|deepen\w*|widen\w*|doubl\w+|tripl\w+"
        r"|boost\w*|climb\w*"
        r"|(?:twice|two|three|four|five|six|ten|several|many) (?:times )?as (?:many|much|often|high|large"
        r"|long)"
        r"|surplus|expand\w*|(?:go|goes|going|went|gone|come|comes|came|up) up|up (?:by|from"
        r"|to)(?= [\d a-z]*\d))\b"
        r"|오[르른를]|올[라랐랍]|늘[어었린리려고]|증가|길어|길었|높아|높였|높인|높여|상승"
        r"|더 (?:많|오래|길|잤|자주|높|컸|크|살"
        r"|벌)|오래 (?:살|가|버|갔|견)|오래갔|오래가"
        r"|많[아았이]|\d\s?분을? 더|커졌|커진"
        r"|\d[\d,.]*\s?[가-힣]{1,5}\s더\s"
        r"|(?<![가-힣])더 (?![적낮느줄짧작얇못잘나빨먼일좋])[가-힣]"
        r"|두꺼[워웠운]|두껍|굵어|무거워|무거웠|깊어|넓어",
        r"\b(?:less(?! than \d)|fewer|shorter|shorten\w*|decreas\w*|reduc\w*|f[ae]ll(?:s|en|ing)?"
        r"|drop(?:s|ped|ping)?|shr[aiu]nk\w*"
        r"|declin\w*|los(?:t|s|ses|es?|ing)|cut(?:s|ting)?|lower(?:s|ed)?|smaller|thinner|shallower|lighter|narrower"
        r"|sparser|scarcer|rarer|halv\w+|diminish\w*"
        r"|sank|sinks?|deficit|shortfall|slump\w*|cut (?:\w+ )?short|(?:go|goes|going|went|gone|come|comes"
        r"|came)"
        r" down|down (?:by|from|to)(?= [\d a-z]*\d))\b"
        r"|줄[어었인이여였고]|감소|짧[아았은게]|낮[아았췄춘]|하락|떨어|적[었어다게]|덜 |깎|작아졌"
        r"|얇아|얇았|가늘어|가벼워|가벼웠|얕아|좁아",
    ),
    _scale(
        r"\b(?:faster|fastest|quick(?:er|est)|sooner|earlier(?= than)|minutes earlier|hours earlier"
        r"|ahead of|beats?|outpac\w+"
        r"|overt[ao]\w+|further|farther|ahead|speed(?:s|ed)? up|sped|on time|punctual\w*"
        r"|saves? (?:\w+ )?(?:minutes|time))\b|빨라"
        r"|빠르|빨랐|빨리|앞서|앞섰|일찍|먼저",
        r"\b(?:slow(?:er|est|s|ed)?|later(?= than)|(?:minutes?|hours?|days?|weeks?"
        r"|months?) later(?=.{0,60}\bthan\b)|behind|backwards"
        r"|late\b|delay\w*|lags?|lagged"
        r"|held up|(?:takes?|took|needs?|needed)\b[^,;.]{0,25}\blonger|held? back|holds? back)"
        r"|늦[었어은습게]|늦다"
        r"|지연|느리|느렸|느려|뒤처|지각|더 걸",
    ),
    _scale(
        r"\b(?:better|improv\w*|help(?:s|ed|ful)?|benefi\w+|effective\w*|works?(?! (?:alone|on|in|at|with"
        r"|from|for|by))|worked (?:well|better|best)|protect\w*"
        r"|succe(?:ed|ss)\w*|useful|thriv\w*"
        r"|w[io]ns?|healthier|favou?rabl\w*|advantage)\b|더 (?:잘|나[은아았])"
        r"|개선|나아[졌진지]|좋아[졌진지]|효과가 (?:있|컸"
        r"|크|뚜렷)|도움이 [되된됐]|유익|유리|이롭",
        r"\b(?:worse\w*|harm\w*|hurt(?:s|ing)?|damag\w*|ineffective|useless|fail(?:s|ed|ure)?|impair\w*"
        r"|backfir\w*|suffer\w*|detriment\w*"
        r"|disadvantage|unfavou?rabl\w*)\b|더 못|악화|나빠[졌진지]|해롭|해를|손해|실패|불리|역효과",
    ),
    _scale(
        r"\b(?:sav(?:e|es|ed|ing)|spar(?:e|es|ed)|cheaper)\b|아꼈|아낀|절약",
        r"\b(?:costs? (?:them|him|her|more|[a-z]+ (?:fuel|time|money))|wast(?:e|es|ed)|dearer|swallow\w*)\b"
        r"|낭비|더 들[었어]",
    ),
    _scale(
        r"\b(?:safe(?:r|ly)?|harmless)\b|안전하|안전한|무해",
        r"\b(?:unsafe|dangerous|hazardous|risky|toxic|poisonous)\b|위험하|위험한|유해",
    ),
)


def point_apart(one: str, other: str, asked: frozenset[str] = frozenset()) -> bool:
    """They point in opposite directions on some scale and on none in the same; or only one finds nothing.

    Words that are asked about tell which of two groups a figure speaks for.
    """
    if apart(one, other):
        return True
    first, second = (without_circumstances(text) for text in (one, other))
    ways = [_ways(scale, first, second, asked) for scale in _SCALES]
    both = [pair for pair in ways if None not in pair]
    if both:
        return all(mine != theirs for mine, theirs in both)
    if at_one_end(one, other):
        return False
    nothing = [_finds_nothing(text) for text in (first, second)]
    # Something moves here, and there nothing does.
    moves = [any(pair[at] is not None for pair in ways) or bool(ends((first, second)[at])) for at in (0, 1)]
    return (nothing[0] and moves[1] and not nothing[1]) or (nothing[1] and moves[0] and not nothing[0])


def both_move_apart(one: str, other: str) -> bool:
    """Each says which way something goes, on one scale, and the ways are opposite; none is denied."""
    if _denies_something(one) or _denies_something(other):
        return False
    first, second = (without_circumstances(text) for text in (one, other))
    both = [pair for pair in (_ways(scale, first, second) for scale in _SCALES) if None not in pair]
    return bool(both) and all(mine != theirs for mine, theirs in both)


def fares_apart(one: str, other: str) -> bool:
    """There is more or less of the one, the other does better or worse, and the two ways differ."""
    if _denies_something(one) or _denies_something(other):
        return False
    first, second = (without_circumstances(text) for text in (one, other))
    amount, worth = _SCALES[0], _SCALES[2]
    told = [
        {_way(scale, text, frozenset()) for scale in (amount, worth)} - {None} for text in (first, second)
    ]
    return all(len(ways) == 1 for ways in told) and told[0] != told[1]


def lean_apart(one: str, other: str) -> bool:
    """Each points one way on every scale it speaks on, and the two ways differ: better here, lower there."""
    first, second = (_leaning(without_circumstances(text)) for text in (one, other))
    return None not in (first, second) and first != second


def takes_back(one: str, other: str) -> bool:
    """One of them denies a word of the other, and the other denies nothing: cleared, did not clear."""
    for denying, plain in ((one, other), (other, one)):
        if cues.NOT_ANYWHERE.search(plain.lower()):
            continue
        denied = {
            term
            for found in cues.DENIED.finditer(denying.lower())
            for term in terms(next(filter(None, found.groups()), ""))
        }
        if denied & frozenset(terms(plain)) - cues.GENERAL:
            return True
    return False


def turned(one: str, other: str) -> bool:
    """One says in so many words that it is the other way round, and the two do not point the same way."""
    if (_TURNED.search(one) is None) == (_TURNED.search(other) is None) or at_one_end(one, other):
        return False
    straight = other if _TURNED.search(one) else one
    if not (moves(straight) or cues.COMPARED.search(straight.lower())):
        return False
    first, second = (without_circumstances(text) for text in (one, other))
    if _finds_nothing(first) and _finds_nothing(second):
        return False
    both = [pair for pair in (_ways(scale, first, second) for scale in _SCALES) if None not in pair]
    return all(mine != theirs for mine, theirs in both)


def moves(text: str) -> bool:
    """Whether a text says which way something goes, or that it stays where it is."""
    return (
        _finds_nothing(text)
        or _TURNED.search(text) is not None
        or any(_way(scale, text, frozenset()) is not None for scale in _SCALES)
    )


_TURNED: Final = re.compile(
    r"\b(?:sign|order|picture|pattern|effect|result|relation\w*|ranking|advantage|gap)"
    r" (?:is|was|were|had|has)? ?(?:been )?(?:turned|flipped|changed sign|reversed|the reverse|the opposite"
    r"|inverted|the other way)\b"
    r"|\bthe (?:sign|order|picture|pattern) (?:turns|turned|flips|flipped|reverses|reversed)\b"
    r"|\b(?:did|done|does|do|doing|quite|just|exactly) the (?:opposite|reverse)\b|\bon its head\b"
    r"|\bthe other way (?:a)?round\b"
    r"|정반대|거꾸로|뒤바뀌|뒤바뀐|뒤집|^반대로",
    re.IGNORECASE,
)


def _denies_something(text: str) -> bool:
    """Whether a text finds nothing or denies anything; those who do not smoke are a group, and no denial."""
    return _finds_nothing(text) or cues.NOT_ANYWHERE.search(NEGATED_GROUP.sub(" ", text.lower())) is not None


def _leaning(text: str) -> Way | None:
    told = {_way(scale, text, frozenset()) for scale in _SCALES} - {None}
    return told.pop() if len(told) == 1 else None


def _finds_nothing(text: str) -> bool:
    """It says so, or denies all that it says of any direction."""
    lower = text.lower()
    if cues.NULL.search(lower) is not None or cues.SAME.search(lower) is not None or no_difference(text):
        return True
    told = [_denied(text, found) for scale in _SCALES for end in scale for found in end.finditer(text)]
    return bool(told) and all(told)


def _ways(
    scale: _Scale, one: str, other: str, asked: frozenset[str] = frozenset()
) -> tuple[Way | None, Way | None]:
    """Which way each of two texts points on a scale, by words that are not in both: those are its subject."""
    said = [
        {(found.group().lower(), _denied(text, found)) for end in scale for found in end.finditer(text)}
        for text in (one, other)
    ]
    both = frozenset(word for word, _ in said[0] & said[1] if not word.endswith("er"))
    return _way(scale, one, both, asked), _way(scale, other, both, asked)


def _way(scale: _Scale, text: str, shared: frozenset[str], asked: frozenset[str] = frozenset()) -> Way | None:
    """Which way a text points on a scale; None where it says neither or both."""
    up, down = _told(scale.up, text, shared), _told(scale.down, text, shared)
    rising, falling = 1 in up or -1 in down, -1 in up or 1 in down
    if rising == falling:
        silent = scale is not _SCALES[0] or rising or _finds_nothing(text)
        return None if silent else _by_figures(text, asked)
    return 1 if rising else -1


def _by_figures(text: str, asked: frozenset[str]) -> Way | None:
    found = set_against(text, asked)
    return found.way or None if found is not None else None


def _told(pattern: re.Pattern[str], text: str, shared: frozenset[str]) -> set[Way]:
    """1 where the words stand, -1 where they are denied."""
    ways: set[Way] = set()
    for found in pattern.finditer(text):
        if found.group().lower() in shared:
            continue
        ways.add(-1 if _denied(text, found) else 1)
    return ways


def _denied(text: str, found: re.Match[str]) -> bool:
    before = text[max(0, found.start() - _REACH) : found.start()].lower()
    after = text[found.end() : found.end() + 12]
    return any((cues.NOT_JUST_BEFORE.search(before), _NOT.search(before), cues.NOT_AFTER.search(after)))


# "Without a lamp they were slower" denies the lamp alone.
_NOT: Final = re.compile(
    r"(?:\bnot(?! only)|n['’]t|\bno|\bnever|\bneither|\bnor|\bcannot|\bhardly|\bscarcely|\brarely"
    r"|\bfail(?:s|ed|ing)? to|\bunable to)\b"
)
