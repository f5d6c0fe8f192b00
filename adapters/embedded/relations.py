"""A claim read as cause, direction and effect, where its words allow it: "X raises Y", "X는 Y를 높인다"."""

import re
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded.conditions import conditions
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.rules.numbers import numbers

Sign = Literal[1, -1]


class Relation(NamedTuple):
    """What moves what, and which way."""

    cause: str
    sign: Sign
    effect: str


_UP: Final = (
    r"increases?|increased|raises?|raised|boosts?|boosted|improves?|improved|lengthens?|strengthens?"
    r"|promotes?"
)
_DOWN: Final = (
    r"decreases?|decreased|reduces?|reduced|lowers?|lowered|cuts?|shortens?|shortened|weakens?|prevents?"
    r"|limits?"
    r"|slows?"
)
_ENGLISH: Final = re.compile(
    rf"^(?P<cause>[^,;:]{{3,90}}?)\s+(?:can\s+|may\s+|also\s+|clearly\s+|significantly\s+)?"
    rf"(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s+(?P<effect>[^,;:]{{3,90}}?)"
    r"(?=\s+(?:by|in|when|if|at|during|under|from|to|for|after|within|among|than|compared|while|where"
    r"|because)\b|[,;:.]|$)",
    re.IGNORECASE,
)
_KOREAN: Final = re.compile(
    r"^(?P<cause>[^,;:]{1,50}?)(?:은|는|이|가)\s+(?P<effect>(?:[^\s,;:]+\s){0,2}?[^\s,;:]+)(?:을|를)\s+(?:\S+\s+)?"
    r"(?:(?P<up>높인|높여|높였|늘린|늘려|늘렸|올린|올려|증가시|향상시|개선)"
    r"|(?P<down>낮춘|낮춰|낮췄|줄인|줄여|줄였|떨어뜨|감소시|막|억제))"
)
_DENIED: Final = re.compile(r"\b(?:not|no|never|cannot|neither)\b|n['’]t\b|지\s?(?:않|못)|없")


def relation(claim: str) -> Relation | None:
    """The relation a claim states plainly; None where it does not, or denies it."""
    if _DENIED.search(claim.lower()):
        return None
    bare = claim
    for condition in conditions(claim):
        bare = bare.replace(condition, " ")
    bare = " ".join(bare.split()).lstrip(", ")
    found = _ENGLISH.match(bare) or _KOREAN.match(bare)
    if found is None:
        return None
    cause, effect = _named(found["cause"]), _named(found["effect"])
    if cause is None or effect is None:
        return None
    return Relation(cause, 1 if found["up"] else -1, effect)


# A name has no verb of its own, counts nothing and hangs on nothing: "the decline was", "five days of it".
_NO_NAME: Final = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|will|would|must|not|leads?"
    r"|led|to"
    r"|that|which|who|it|they|them|he|she|we|you)\b|^(?:for|in|on|at|by|from|with|of|about|after|during)\b",
    re.IGNORECASE,
)


def _named(text: str) -> str | None:
    """A short name of a thing: the words as they stand if they are few, else their best phrase."""
    bare = re.sub(r"^(?:the|a|an|that|this|these|those)\s+", "", text.strip(), flags=re.IGNORECASE)
    if not terms(bare) or _NO_NAME.search(bare) or numbers(bare):
        return None
    if len(bare.split()) <= 5:
        return bare
    return next(iter(phrases(bare, most=1)), None)
