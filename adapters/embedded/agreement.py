"""Further cues for a stance, where no direction word is shared: same words, same figure, same end of a scale.

"58% less often" in two places, "cooler" here and "3.9 °C less" there, "five times more often" here and "no
excess" there: explicit words each time, never likeness alone. A sentence about another time or state than the
claim's says nothing about it.
"""

import re
from functools import lru_cache
from typing import Final

from pathfinder.adapters.embedded.measures import COMMON_KINDS, measures, same_figure
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.embedded.stance import Guess, stance
from pathfinder.adapters.language.terms import terms

NEAR, NEAR_ACROSS = 0.35, 0.4
"""How alike claim and sentence must be, in one language and across two."""
NEAR_TITLED: Final = 0.45
"""The same for the title of a page, alone or with a sentence of it."""
NEAR_NAMED, NAMED = 0.25, 3
"""Less will do where title and sentence name so many of the claim's content words, a third at least."""
SAME_WORDS: Final = 0.8
"""The share of content words in common from which a sentence is the claim over again, or a copy of it."""

_NOT: Final = re.compile(
    r"\b(?:not|no|never|nor|neither|cannot|without)\b|n['’]t\b|지\s?(?:는|도)?\s?(?:않|못)|없|아니|아닌",
    re.IGNORECASE,
)
_DIFFERENT: Final = re.compile(
    r"\b(?:(?:more|less) (?:often|likely|frequent\w*)|(?:more|less|fewer) (?:\w+ )?than|likelier"
    r"|attracts?|attracted"
    r"|draws?|twice as|times as|times more|increases?|increased|raises?|raised|lowers?|lowered|reduces?"
    r"|reduced"
    r"|higher|greater|fewer)\b|더 (?:자주|많이|잘|높|적)|끌어당|끌어들|증가|감소|높아|낮아|늘어|줄어"
    r"|늘린|적었|유발",
    re.IGNORECASE,
)
_COMPARES: Final = re.compile(
    r"\bthan\b|\b(?:cool|warm|hott|cold|cheap|dear|loud|nois|quiet|fast|slow|long|short|strong|weak|saf"
    r"|dr|wett)i?e(?:r|st)\b"
    r"|°|\bdegrees?\b|\b(?:above|below)\b|보다|더 |도(?:쯤|가량|정도)? ?(?:넘게 )?(?:높|낮)|[가-힣]아지"
    r"|[가-힣]어지",
    re.IGNORECASE,
)
_UNSUPPORTED: Final = re.compile(
    r"\b(?:conclusion|claim|finding|result|idea|belief|notion)s?\b.{0,90}\bnot (?:supported|borne out"
    r"|confirmed|tenable)\b"
    r"|\b(?:should|can(?:not)?) (?:not |no longer )?be relied (?:up)?on\b|\bdoes not hold\b"
    r"|\bno longer holds\b"
    r"|(?:결론|주장|결과|속설)[가-힣]{0,2} .{0,60}(?:뒷받침되지 않|근거가 없|사실과 다르|인정되지 않"
    r"|확인되지 않)",
    re.IGNORECASE,
)
_NO_DIFFERENCE: Final = re.compile(
    r"\bno (?:\w+ ){0,2}(?:excess|difference|more (?:often|likely|than)|measurable|detectable|effect"
    r"|increase|rise|link)\b"
    r"|\b(?:inside|within|due to|explained by) chance\b|\b(?:added|adds|changed|changes) nothing\b"
    r"|\bthe same (?:\w+ ){1,3}(?:over|in|for|under|with|on) \w+ (?:as|and)\b|\b(?:just )?as (?:often"
    r"|many|likely) as\b"
    r"|\bdifference\b.{0,60}\b(?:disappear|vanish)\w*|\bindistinguishable\b|\bdoes not (?:attract|draw"
    r"|beckon|raise|increase|cause)\b"
    r"|차이(?:가|는|도)? ?(?:거의 |전혀 )?(?:없|보이지 않|나타나지 않)|다르지 않|다를 바 없"
    r"|끌어당기지 않|더 (?:자주|많이) [가-힣]+지 않",
    re.IGNORECASE,
)


@lru_cache(maxsize=65_536)  # Explorers read the same pages again, with the same claims beside new ones.
def cue(claim: str, sentence: str, similarity: float) -> Guess | None:
    """The stance of a sentence by any cue: direction words first, then those of this module."""
    return stance(claim, sentence, similarity) or agreement(claim, sentence, similarity)


def agreement(claim: str, sentence: str, similarity: float) -> Guess | None:
    """The stance of a sentence by its words, its figures or the ends of scales; None where none speaks."""
    across = is_korean(claim) != is_korean(sentence)
    mine, theirs = frozenset(terms(claim)), frozenset(terms(sentence))
    if similarity < (NEAR_ACROSS if across else NEAR) or not (across or mine & theirs):
        return None
    denied = [_NOT.search(text) is not None for text in (claim, sentence)]
    if not across and denied[0] == denied[1] and len(mine & theirs) >= SAME_WORDS * len(mine | theirs):
        return _same_words(claim, sentence)
    return (
        (_nothing_there(claim, sentence) if across or len(mine & theirs) > 1 else None)
        or _scales(claim, sentence)
        or (_figures(claim, sentence) if denied[0] == denied[1] else None)
    )


def denies(sentence: str) -> bool:
    """Whether a sentence finds no difference, or takes a conclusion back, whatever it is about."""
    return _NO_DIFFERENCE.search(sentence) is not None or _UNSUPPORTED.search(sentence) is not None


def denial(claim: str, sentence: str, title: str, similarity: float) -> Guess | None:
    """A denial read with the title of its page: alone it may not name what it denies ("the gap disappears").

    `similarity` is that of the title, alone or with the sentence.
    """
    told = f"{title}. {sentence}"
    mine, across = frozenset(terms(claim)), is_korean(claim) != is_korean(told)
    shared = mine & frozenset(terms(told))
    on_it = similarity >= NEAR_TITLED and (across or len(shared) > 1)
    named = len(shared) >= NAMED and len(shared) * 3 >= len(mine)
    if not on_it and not (named and similarity >= NEAR_NAMED):
        return None
    if _DIFFERENT.search(claim) is None or denies(claim) or _NOT.search(claim) is not None:
        return None
    if ends(claim) and not ends(told):
        return None
    found = _NO_DIFFERENCE.search(sentence) or _UNSUPPORTED.search(sentence)
    return (
        None
        if found is None
        else Guess("CONTRADICTS", 0.5, f"denial on a page about it: “{found.group()[:80]}”")
    )


def _same_words(claim: str, sentence: str) -> Guess | None:
    """The same words with other figures are another claim."""
    if measures(claim) and same_figure(claim, sentence) is None:
        return None
    return Guess("SUPPORTS", 0.5, "the same words")


def _nothing_there(claim: str, sentence: str) -> Guess | None:
    """A claim of more or less, and a sentence that finds no difference."""
    found = _NO_DIFFERENCE.search(sentence)
    if found is None or (ends(claim) and not ends(sentence)):
        return None
    if _DIFFERENT.search(claim) is None or _NO_DIFFERENCE.search(claim) is not None:
        return None
    return Guess("CONTRADICTS", 0.5, f"no difference: “{found.group()}”")


def _scales(claim: str, sentence: str) -> Guess | None:
    """Both compare, and on one scale; "a cold plate" and "a warm welcome" compare nothing."""
    if _COMPARES.search(claim) is None or _COMPARES.search(sentence) is None:
        return None
    mine, theirs = ends(claim), ends(sentence)
    both = sorted(mine.keys() & theirs.keys())
    same = [scale for scale in both if mine[scale] == theirs[scale]]
    if both and len(same) == len(both):
        return Guess("SUPPORTS", 0.5, f"same end of a scale: {', '.join(same)}")
    if both and not same:
        return Guess("CONTRADICTS", 0.5, f"opposite ends of a scale: {', '.join(both)}")
    return None


def _figures(claim: str, sentence: str) -> Guess | None:
    pair = same_figure(claim, sentence)
    if pair is None:
        return None
    mine, theirs = pair
    exact = round(mine.value, 4) == round(theirs.value, 4) and mine.kind not in COMMON_KINDS
    return Guess("SUPPORTS", 0.5 if exact else 0.3, f"same figure: “{mine.raw}” / “{theirs.raw}”")
