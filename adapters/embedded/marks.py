"""What a sentence says moves, and which way: direction words, their negation, and what they are about."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.set_against import no_difference
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.encoder import encoder
from pathfinder.adapters.language.terms import terms

# Each claim is held against many sentences, and each sentence against many claims.
MOST_KEPT = 2_048
Sign = Literal[1, -1]
Axis = Literal["amount", "works", "safety"]


class Mark(NamedTuple):
    """One direction word. `sign` is that of the word; a negated one says only that this does not happen."""

    start: int
    word: str
    axis: Axis
    sign: Sign
    negated: bool
    thing: str
    """What moves, as it is written."""
    about: frozenset[str]
    """The terms of that thing."""
    lost: frozenset[str]
    """The terms of a cause that is said to be missing or held back."""


class Clause(NamedTuple):
    """A stretch of a sentence between two turns."""

    start: int
    text: str
    asserted: bool
    """False where the sentence only tells what others say, or leaves open whether it is so."""


@lru_cache(maxsize=MOST_KEPT)
def clauses(sentence: str) -> tuple[Clause, ...]:
    """The clauses of the sentence, in order. What is left open stays so until the sentence turns."""
    return tuple(
        Clause(start, sentence[start:end], asserted)
        for begin, until in _cut(cues.TURN, sentence, 0, len(sentence))
        for asserted in (_asserted(sentence[begin:until]),)
        for start, end in _cut(cues.EDGE, sentence, begin, until)
    )


def _cut(pattern: re.Pattern[str], text: str, begin: int, until: int) -> list[tuple[int, int]]:
    cuts = [begin, *(found.start() for found in pattern.finditer(text, begin, until)), until]
    return [(start, end) for start, end in pairwise(cuts) if end > start]


def _asserted(piece: str) -> bool:
    lower = piece.lower().lstrip(" ,;:—")
    return not any(words.search(lower) for words in (cues.HEARSAY, cues.OPEN, cues.UNHELD))


@lru_cache(maxsize=MOST_KEPT)
def marks(sentence: str) -> tuple[Mark, ...]:
    """The direction words of the clauses that the sentence stands for.

    What fell as much with a thing as without it tells no direction of anything that has to do with it.
    """
    alike = no_difference(sentence) is not None
    found = (mark for clause in clauses(sentence) if clause.asserted for mark in _marks(clause))
    return tuple(mark for mark in found if not alike or mark.axis != "amount")


# Two names of one thing in two languages are this near; other things of the same topic reached 0.40.
SAME_THING = 0.50


def across_languages(one: str, other: str) -> bool:
    """True when one of the two is Korean and the other is not."""
    return korean.is_hangul(one) != korean.is_hangul(other)


# A bare "better" may be of anything.
_PLAIN = frozenset(("better", "worse"))


def in_common(one: Mark, other: Mark) -> int:
    """How surely two direction words move one thing; 0 when they do not.

    A thing that moves says more than a word of praise or blame, so an amount goes before the others.
    """
    if one.axis != other.axis or (one.word in _PLAIN) != (other.word in _PLAIN):
        return 0
    if across_languages(one.word, other.word):
        same = one.axis != "amount" or encoder().similarity(one.thing, other.thing) >= SAME_THING
        return 100 if same and one.axis == "amount" else int(same)
    about = one.about & other.about
    telling = about - cues.GENERAL
    if one.axis == "amount":
        return 100 + len(about) + len(telling) if telling or len(about) > 1 else 0
    wanted = min(2, max(1, len(one.about - cues.GENERAL)))
    return len(about) if len(telling) >= wanted else 0


class _Table(NamedTuple):
    pattern: re.Pattern[str]
    axis: Axis
    sign: Sign
    turns: bool
    """True when the sign turns round with a thing of which more is worse."""


_TABLES = (
    _Table(cues.UP, "amount", 1, False),
    _Table(cues.DOWN, "amount", -1, False),
    _Table(cues.IMPROVES, "amount", 1, True),
    _Table(cues.WORSENS, "amount", -1, True),
    _Table(cues.WORKS, "works", 1, False),
    _Table(cues.FAILS, "works", -1, False),
    _Table(cues.SAFE, "safety", 1, False),
    _Table(cues.UNSAFE, "safety", -1, False),
)
_KOREAN_NEGATION_REACH = 24


def _marks(clause: Clause) -> Iterator[Mark]:
    lower = clause.text.lower()
    for table in _TABLES:
        for found in table.pattern.finditer(lower):
            before, after = lower[: found.start()], lower[found.end() :]
            if (
                _IDIOM.search(before + found.group())
                or (found.group() in _BOUNDING and _BOUND.match(after))
                or _FORMERLY.search(before)
                or _FALL.match(found.group() + after)
                or _is_name(found.group(), before, after)
                or _is_cause(found.group(), before, after)
                or _SET_GOING.search(before)
                or _SET_GOING_KO.match(after)
                or _ATTRIBUTE.search(before + found.group())
                or _CASE_KO.match(after)
            ):
                continue
            thing = before + after if table.axis != "amount" else _thing(found.group(), before, after)
            sign: Sign = table.sign
            if table.turns and cues.BAD_THINGS.search(_head(thing)):
                sign = 1 if sign < 0 else -1
            if table.axis != "amount" and _LESS.search(before):
                sign = 1 if sign < 0 else -1
            yield Mark(
                clause.start + found.start(),
                found.group(),
                table.axis,
                sign,
                is_negated(before, after),
                thing.strip(),
                _about(thing) if table.axis == "amount" else frozenset(terms(thing)),
                _lost(before),
            )


_FALL = re.compile(
    r"cuts?[- ]?(?:off|point|away|into|out)\b|(?:fall|falls|fell|falling|fallen|drop(?:s|ped)?)\s+(?:ill"
    r"|asleep|sick|off|pregnant|behind|short|into|in love|for|out)\b"
)
# "Blocks with mats drew less water", "slips on the ward": things, and nothing that anything did.
_EITHER_NAME = re.compile(r"blocks|slips|dips|slides|sheds|swells|leaps|spikes|spreads?|gains")
_NAMED_BEFORE = re.compile(
    r"(?:^|[,;:(]|\b(?:the|an?|these|those|all|most|many|some|few|fewer|more|other|their|its|his|her|our|than|of"
    r"|in|on|at|by|with|from|for|and|or|says?|said|that|per|no|[a-z]+al|[a-z]+ed|[a-z]+ing|\d+))\s*$"
)
_NAMED_AFTER = re.compile(
    r"^\s*(?:$|[.,;:)]|(?:with|without|of|in|on|at|where|whose|that|which|under|per|were|was|are|is|had|have|has|and"
    r"|than|when|a|every|each)\b)"
)


def _is_name(word: str, before: str, after: str) -> bool:
    """Whether a word that may be a verb names a thing here."""
    if _EITHER_NAME.fullmatch(word) is None:
        return False
    return _NAMED_BEFORE.search(before) is not None and _NAMED_AFTER.match(after) is not None


_LESS = re.compile(r"\bless\s+$")
_IDIOM = re.compile(r"\b(?:gives?|gave|giving) rise$|\bmore or less$|\bno less$")
# "Fewer than 5", "higher than 30 °C": a bound, not a direction.
_BOUND = re.compile(
    r"^\s+than\s+(?:about |some |around )?(?:[£$€]?\d|(?:one|two|three|four|five|six|seven|eight|nine"
    r"|ten|eleven|twelve"
    r"|fifteen|twenty|thirty|forty|fifty|sixty|a hundred|half)\b)"
)
_BOUNDING = frozenset(("fewer", "higher", "lower", "greater", "larger", "smaller", "longer", "shorter"))
# What used to be is the other side of what is.
_FORMERLY = re.compile(
    r"\b(?:used to|formerly|previously)\b(?:\s+\S+){0,4}\s*$|(?:예전에는|과거에는)(?:\s+\S+){0,4}\s*$"
)


# "When shifts were cut", "근무를 줄인 뒤": what was done, not what came of it.
_SET_GOING = re.compile(
    r"\b(?:when|whenever|once|after|since|if|where|as soon as)\b"
    r"(?!\s+(?:\w+\s+){0,2}(?:years?|months?|weeks?|days?|hours?|minutes?|seasons?|then|that|this|\d{4})\b)"
    r"(?:\s+[\w'’-]+){1,5}\s+"
    r"(?:was|were|is|are|had been|have been|has been)\s+$"
)
_SET_GOING_KO = re.compile(r"^[가-힣]{0,2}\s(?:뒤|후|이후|다음)(?![가-힣]{3})")


# "In hospitals with the shorter shift": which one is meant, not that it became shorter.
_ATTRIBUTE = re.compile(r"\b(?:with|of|on|under|in|to|for) the (?:\w+er)$")
# "영하 7도보다 높은 날에는", "기온이 떨어진 날": when something holds, not what came of it.
_CASE_KO = re.compile(r"^[은진]?\s(?:날|때|경우|곳|지역|해|철|땅|밭|구간)(?:에|은|이|의|엔|,|\s)")


# "People who do not smoke gained": it is not the gain that is denied.
NEGATED_GROUP = re.compile(
    r"\b(?:who|that|which|those|people|patients|anyone)\b (?:\w+ )?(?:do|does|did|have|has|had|are|is|were"
    r"|was)?"
    r"(?: not|n['’]t| never) \w+|\b(?:non|never)-\w+"
)
# "In none of the four foods was the content lower": the verb stands first, and all of it is denied.
_IN_NONE = re.compile(
    r"\s*(?:(?:in|at|on|for|of|among|under) )?"
    r"(?:none of|neither of|not one of|no single|no \w+ (?:was|were|did|had))\b"
)
_LAST_WORDS = re.compile(r"(?:\S+\s+){0,4}\S*$")


def is_negated(before: str, after: str) -> bool:
    """Whether the words next to a direction word deny it."""
    near = _LAST_WORDS.search(NEGATED_GROUP.sub(" ", before))
    if cues.NOT_JUST_BEFORE.search(before):
        return True
    if near is not None and cues.NOT_BEFORE.search(near.group()):
        return True
    if _IN_NONE.match(before):
        return True
    return cues.NOT_AFTER.search(after[:_KOREAN_NEGATION_REACH]) is not None


def _lost(before: str) -> frozenset[str]:
    """The terms that stand next to a word of loss before the mark."""
    lost: list[str] = []
    for found in cues.LOSS_BEFORE.finditer(before):
        lost.extend(terms(_following(before[found.end() :]))[:3])
    for found in cues.LOSS_AFTER.finditer(before):
        lost.extend(terms(before[: found.start()])[-2:])
    return frozenset(lost)


_NON_FINITE = re.compile(r".*(?:ed|ing|ion|ions|er|ement|ive)$|.*[가-힣].*")
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|can|may|might|could|will|would|leads?|led|results?|"
    r"resulted|caus(?:es|ed)|"
    r"plays?|contributes?|(?:increas|reduc|decreas|rais|improv|enhanc|promot|stimulat|accelerat|prolong|"
    r"activat|induc|mediat|"
    r"regulat|attenuat|alleviat|ameliorat|eliminat|exacerbat|aggravat|damag)(?:es)|(?:lower|boost|"
    r"suppress|inhibit|prevent|"
    r"protect|slow|block|worsen|impair|affect|limit|drive|trigger|shorten|weaken|strengthen|encounter|"
    r"show|exhibit)(?:e?s)|"
    r"suppress|deactivates)\b"
)


_SEEN = re.compile(
    r"\b(?:was|were|is|are|has been|have been) (?:\w+ly )?(?:seen|observed|found|reported|detected|"
    r"noted|measured)\b"
)


def _is_cause(word: str, before: str, after: str) -> bool:
    """True for a direction word inside the subject: in "increased X lowers Y" only the lowering is stated."""
    if korean.is_hangul(word) or not _NON_FINITE.fullmatch(word) or _FINITE.search(before):
        return False
    if _SEEN.search(after):
        return False
    return _PREPOSITION.match(after) is None and _FINITE.search(after) is not None


# ---- the thing that moves ----

_EDGE = re.compile(
    r"[()\[\];:]|,(?!\d)|\b(?:in|by|with|for|from|after|during|than|compared|among|through|via|when|which"
    r"|that|"
    r"who|while|where|and|or|"
    r"but|as|on|at|to|is|are|was|were|be|been|has|have|had|can|may|could|within|between|following|"
    r"because|due)\b"
)
# A subject keeps its attributes: in "methane from cattle fell" it is the methane that fell.
_SUBJECT_EDGE = re.compile(
    r"[()\[\];:]|,(?!\d)|\b(?:which|that|who|while|and|or|but|when|because|due|compared|than|is|are|was|were|"
    r"be|been|has|have|had|"
    r"can|may|could)\b"
)
_LEAD = re.compile(
    r"^\s*(?:(?:in|of|against|to)\s+)?(?:(?:the|a|an|its|their|his|her|this|these|overall)\b)?\s*"
)
_NOMINAL = re.compile(
    r"(?:reductions?|improvements?|elevation|promotion|stimulation|enhancement|prevention|inhibition|"
    r"suppression|protection|"
    r"deterioration|exacerbation|impairment|attenuation|mitigation|protects?|protected|protecting|"
    r"protective)$"
)
_EITHER = re.compile(r"(?:increases?|decreases?|rises?|declines?|drops?)$")
_BEFORE_NOUN = re.compile(
    r"\b(?:a|an|the|no|any|this|that|significant|marked|slight|further|large|small|strong|modest|sharp|"
    r"steady|\w+-?fold|"
    r"\d+%|percent|cent|shows?|showed|had|with|by|to|caused|causes|of)\s*$"
)
_PASSIVE = re.compile(
    r"\b(?:is|are|was|were|be|been|being|become|became|becomes|remained|remains)\s+(?:\w+ly\s+)?"
    r"(?:\d[\d.,]*\s?(?:%|per cent|[a-z]+)?\s+|\w+\s+)?$"
)
_PREPOSITION = re.compile(
    r"^\s*(?:$|[.,;:)(]|(?:in|by|with|for|from|after|during|than|compared|among|when|where|at|on|as|to|and|"
    r"over|until|since|again|\d|\w+ly|\w*fold)\b)"
)
_KOREAN_ADNOMINAL = re.compile(r"^[가-힣]{0,2}?(?:한|된|은|는|인|진|난|킨)\s+(\S+(?:\s+\S+)?)")
_KOREAN_ADVERBS = re.compile(
    r"(?:(?:오히려|크게|더|더욱|매우|아주|약간|다소|조금|소폭|대폭|뚜렷이|뚜렷하게|급격히|서서히|점차|"
    r"꾸준히|평균|약|모두|"
    r"(?:약\s?)?\d[\d.,]*\s?(?:분의\s?\d+)?[가-힣%℃]{0,5}(?:\s?(?:이상|이하|정도|가량|가까이))?)\s*)+$"
)
# The nearest words before it, up to the topic of the sentence or a place or time.
_KOREAN_WORDS = re.compile(
    r"(?:(?!\S*(?:은|는|에서|에는|(?<![수표측화지전방장국])면|때|도록|지만|고|며|서)\s)\S+\s+){0,2}\S+\s*$"
)


_LIKELY = re.compile(r"^\s*to (?:have |be |get |become )?(?:been )?")


def _thing(word: str, before: str, after: str) -> str:
    """The text that names what the direction word moves."""
    if korean.is_hangul(word):
        return _korean_thing(word, before, after)
    if _NOMINAL.fullmatch(word) or (_EITHER.fullmatch(word) and _BEFORE_NOUN.search(before)):
        return _following(after) or _preceding(before)
    if word.endswith("likely") or word == "likelier":
        return _following(_LIKELY.sub("", after)) or _preceding(before)
    if (_PASSIVE.search(before) and not word.endswith("ing")) or _PREPOSITION.search(after):
        return _preceding(before) or _following(after)
    return _following(after) or _preceding(before)


def _following(after: str) -> str:
    rest = _LEAD.sub("", after)
    edge = _EDGE.search(rest)
    return rest[: edge.start()] if edge else rest


def _preceding(before: str) -> str:
    """The words before the mark back to the last edge that leaves something."""
    pieces = [piece for piece in _SUBJECT_EDGE.split(before) if terms(piece)]
    return pieces[-1] if pieces else ""


_HANGS_ON = re.compile(r"\b(?:in|for|with|on|from|at|under|among|within|between|during)\b")


def _about(thing: str) -> frozenset[str]:
    """The terms of what moves. In "mite numbers in fed colonies" it is not the colonies."""
    head = frozenset(terms(_HANGS_ON.split(thing, maxsplit=1)[0]))
    return head if head - cues.GENERAL else frozenset(terms(thing))


def _head(thing: str) -> str:
    return re.split(r"\b(?:of|with|in)\b", thing)[0]


def _korean_thing(word: str, before: str, after: str) -> str:
    found = _KOREAN_WORDS.search(_KOREAN_ADVERBS.sub("", before))
    near = found.group() if found else ""
    adnominal = (
        _KOREAN_ADNOMINAL.match(after) if not word.endswith(("은", "한")) else re.match(r"\s+(\S+)", after)
    )
    return f"{near} {adnominal.group(1)}" if adnominal else near
