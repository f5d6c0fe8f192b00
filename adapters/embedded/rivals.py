"""Claims that may both be true: they point in opposite directions, each under a condition of its own.

Which way a claim points is read more widely here than a stance may be ("grew", "added", "extra", "a lead"):
both claims name a condition and the conditions exclude each other, so that nothing hangs on one word alone.
"""

import re
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.embedded.contrast import contrasted, other_figures
from pathfinder.adapters.embedded.findings import VAGUE
from pathfinder.adapters.embedded.poles import apart, at_one_end
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.concepts import names
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import terms
from pathfinder.protocols.rules.numbers import Quantity, numbers

NEAR: Final = 0.36
NEAR_ACROSS: Final = 0.4
"""How alike two rivals must be, in one language and across two; below, they speak of different things."""
NEAR_CONTRASTED, NEAR_CONTRASTED_ACROSS = 0.3, 0.36
"""The same where each names a condition and the two conditions exclude each other."""
NEAR_WITHOUT_WORDS: Final = 0.5
"""The same where they share no content word beside their conditions, or these are not told apart."""
PLAIN, NEAR_IF_PLAIN = 5, 0.65
"""Claims of so few words, conditions aside, differ in little else than a noun: what is left must be near."""
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
        r"|growing|gain(?:s|ed|ing)?|add(?:s|ed)|extra|additional|higher|larger|greater|doubl\w+|tripl\w+"
        r"|boost\w*|climb\w*"
        r"|surplus|expand\w*)\b"
        r"|늘[어었린리려고]|증가|길어|길었|높아|높였|높인|높여|상승|더 (?:많|오래|길|잤|자주|높|컸|크|살"
        r"|벌)|오래 (?:살|가|버|갔|견)|오래갔|오래가"
        r"|많아|많았|\d\s?분을? 더|커졌|커진",
        r"\b(?:less(?! than \d)|fewer|shorter|shorten\w*|decreas\w*|reduc\w*|f[ae]ll(?:s|en|ing)?"
        r"|drop(?:s|ped|ping)?|shr[aiu]nk\w*"
        r"|declin\w*|los(?:t|s|ses|es?|ing)|cut(?:s|ting)?|lower(?:s|ed)?|smaller|halv\w+|diminish\w*"
        r"|sank|sinks?|deficit|slump\w*|cut (?:\w+ )?short)\b"
        r"|줄[어었인이여고]|감소|짧[아았은게]|낮아|낮췄|낮춘|하락|떨어|적[었어다게]|덜 |깎|작아졌",
    ),
    _scale(
        r"\b(?:faster|fastest|quick(?:er|est)|sooner|earlier(?= than)|minutes earlier|hours earlier"
        r"|ahead of|beats?|outpac\w+"
        r"|overtak\w+|speed(?:s|ed)? up|sped|on time|punctual\w*|saves? (?:\w+ )?(?:minutes|time))\b|빨라"
        r"|빠르|빨랐|빨리|앞서|앞섰|일찍|먼저",
        r"\b(?:slow(?:er|est|s|ed)?|later(?= than)|minutes later|hours later|behind(?= schedule| the)"
        r"|late\b|delay\w*|lags?|lagged"
        r"|held up|takes? longer|took longer)|늦[었어은습게]|늦다|지연|느리|느렸|느려|뒤처|지각|더 걸",
    ),
    _scale(
        r"\b(?:better|improv\w*|help(?:s|ed|ful)?|benefi\w+|effective\w*|works?|worked|protect\w*"
        r"|succe(?:ed|ss)\w*|useful|thriv\w*"
        r"|w[io]ns?|healthier|favou?rabl\w*|advantage)\b|개선|나아[졌진지]|좋아[졌진지]|효과가 (?:있|컸"
        r"|크|뚜렷)|도움이 [되된됐]|유익|유리|이롭",
        r"\b(?:worse\w*|harm\w*|hurt(?:s|ing)?|damag\w*|ineffective|useless|fail(?:s|ed|ure)?|impair\w*"
        r"|backfir\w*|suffer\w*|detriment\w*"
        r"|disadvantage|unfavou?rabl\w*)\b|악화|나빠[졌진지]|해롭|해를|손해|실패|불리|역효과",
    ),
    _scale(
        r"\b(?:safe(?:r|ly)?|harmless)\b|안전하|안전한|무해",
        r"\b(?:unsafe|dangerous|hazardous|risky|toxic|poisonous)\b|위험하|위험한|유해",
    ),
)


def rivals(one: str, other: str, encoder: Encoder) -> bool:
    """Two claims on one thing that exclude each other unless each holds under its own condition."""
    if not (conditions(one) and conditions(other)):
        return False
    told = contrasted(one, other, encoder)
    if told is not None and _on_one_thing_otherwise(one, other, told, encoder):
        return point_apart(one, other)
    if not _on_one_thing(one, other, encoder):
        return False
    if told is not None:
        return point_apart(one, other)
    near = encoder.similarity(one, other) >= NEAR_WITHOUT_WORDS
    return near and apart(one, other) and not _in_two_languages(one, other)


def point_apart(one: str, other: str) -> bool:
    """They point in opposite directions on some scale and on none in the same; or only one finds nothing."""
    if apart(one, other):
        return True
    first, second = (_bare(text) for text in (one, other))
    ways = [_ways(scale, first, second) for scale in _SCALES]
    both = [pair for pair in ways if None not in pair]
    if both:
        return all(mine != theirs for mine, theirs in both)
    if at_one_end(one, other):
        return False
    nothing = [_finds_nothing(text) for text in (first, second)]
    # Something moves here, and there nothing does.
    moves = [any(pair[at] is not None for pair in ways) for at in (0, 1)]
    return (nothing[0] and moves[1] and not nothing[1]) or (nothing[1] and moves[0] and not nothing[0])


def _in_two_languages(one: str, other: str) -> bool:
    """Whether the two are in two languages."""
    return korean.is_hangul(one) != korean.is_hangul(other)


def _on_one_thing(one: str, other: str, encoder: Encoder) -> bool:
    similarity = encoder.similarity(one, other)
    if _in_two_languages(one, other):
        return similarity >= NEAR_ACROSS
    bare = [text if terms(text) else whole for whole in (one, other) for text in (_bare(whole),)]
    first, second = (frozenset(terms(text)) for text in bare)
    if max(len(first), len(second)) <= PLAIN and encoder.similarity(*bare) < NEAR_IF_PLAIN:
        return False
    return similarity >= (NEAR if first & second else NEAR_WITHOUT_WORDS)


def _on_one_thing_otherwise(one: str, other: str, told: tuple[str, str], encoder: Encoder) -> bool:
    """Conditions that exclude each other tell two rivals apart: then less need be alike."""
    if _in_two_languages(one, other):
        return encoder.similarity(one, other) >= NEAR_CONTRASTED_ACROSS
    plain = max(len(frozenset(terms(_bare(text)))) for text in (one, other)) <= PLAIN
    # Two strengths or distances tell plain claims apart; dry and wet go with too many things.
    if plain and not (other_figures(*told) and encoder.similarity(one, other) >= NEAR_WITHOUT_WORDS):
        return False
    shared = names(_bare(one)) & names(_bare(other)) - VAGUE - cues.GENERAL
    return encoder.similarity(one, other) >= (NEAR_CONTRASTED if shared else NEAR)


def _bare(claim: str) -> str:
    """A claim without its conditions: "over 65" says who, not which way."""
    for condition in conditions(claim):
        claim = claim.replace(condition, " ", 1)
    return claim


def _finds_nothing(text: str) -> bool:
    lower = text.lower()
    return cues.NULL.search(lower) is not None or cues.SAME.search(lower) is not None


def _ways(scale: _Scale, one: str, other: str) -> tuple[Way | None, Way | None]:
    """Which way each of two texts points on a scale, by words that are not in both: those are its subject."""
    said = [{found.group().lower() for end in scale for found in end.finditer(text)} for text in (one, other)]
    both = frozenset(word for word in said[0] & said[1] if not word.endswith("er"))
    return _way(scale, one, both), _way(scale, other, both)


def _way(scale: _Scale, text: str, shared: frozenset[str]) -> Way | None:
    """Which way a text points on a scale; None where it says neither or both."""
    up, down = _told(scale.up, text, shared), _told(scale.down, text, shared)
    rising, falling = 1 in up or -1 in down, -1 in up or 1 in down
    if rising == falling:
        return by_figures(text) if scale is _SCALES[0] and not rising else None
    return 1 if rising else -1


_AGAINST: Final = re.compile(
    r"\b(?:(?:as )?against|compared (?:with|to)|versus|vs\.?|as opposed to|in place of)\b", re.IGNORECASE
)
_ALIKE: Final = 0.06


def by_figures(text: str) -> Way | None:
    """Which way two figures point that are set against each other: 34 days compared with 29 days is more."""
    found = _AGAINST.search(text)
    if found is None:
        return None
    told = [one for one in numbers(text) if isinstance(one, Quantity)]
    after = next((one for one in told if one.span.start >= found.end()), None)
    if after is None:
        return None
    before = [
        one
        for one in told
        if one.span.end <= found.start() and (one.unit == after.unit or None in (one.unit, after.unit))
    ]
    if not before:
        return None
    mine, theirs = float(before[-1].value), float(after.value)
    if abs(mine - theirs) <= _ALIKE * max(abs(mine), abs(theirs)):
        return None
    return 1 if mine > theirs else -1


def _told(pattern: re.Pattern[str], text: str, shared: frozenset[str]) -> set[Way]:
    """1 where the words stand, -1 where they are denied."""
    ways: set[Way] = set()
    for found in pattern.finditer(text):
        if found.group().lower() in shared:
            continue
        before = text[max(0, found.start() - _REACH) : found.start()].lower()
        denied = cues.NOT_BEFORE.search(before) or cues.NOT_AFTER.search(text[found.end() : found.end() + 12])
        ways.add(-1 if denied else 1)
    return ways
