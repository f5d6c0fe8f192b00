"""Conditions a sentence names, and whether two statements point in opposite directions."""

import re
from collections.abc import Iterator

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.marks import Mark, in_common, marks
from pathfinder.adapters.language import korean
from pathfinder.adapters.language.terms import terms

_UNIT = (
    r"(?:°\s?[CF]|℃|℉|degrees?|per ?cent|%|mg|kg|g|µg|km|cm|mm|m|metres?|meters?|kilomet(?:re|er)s?|"
    r"miles?|feet|ft|ml|l|"
    r"litres?|liters?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|ppm|ppb|hpa|kpa|bar|db|hz|"
    r"khz|mhz|lux|volts?|v|"
    r"watts?|w|kw|mw|tonnes?|tons?|knots|mph|km/h|m/s|psu|ph)"
)
_PLACES = (
    r"(?:conditions?|climates?|regions?|areas?|zones?|soils?|waters?|cit(?:y|ies)|towns?|villages?|"
    r"patients?|adults?|children|"
    r"infants|mice|rats|women|men|people|persons|participants|workers|settings?|environments?|cases|"
    r"populations?|countries|"
    r"farms?|fields?|greenhouses?|hospitals?|schools?|homes?|households?|trials?|winters?|summers?|"
    r"springs?|autumns?|"
    r"seasons?|months|weather|nights?|years|temperatures?|storms?|valleys?|mountains?|lakes?|rivers?|"
    r"harbou?rs?|buildings?|"
    r"teams?|companies|firms?|light|darkness|air)"
)
_SEASONS = (
    r"(?:winter|summer|spring|autumn|monsoons?|night|nights|daytime|daylight|droughts?|heat ?waves?|"
    r"storms?|rain|"
    r"frost|rainy|dry|wet|cold|hot|warm|dark|peak|off-peak|rush hour|january|february|march|april|may|"
    r"june|july|august|"
    r"september|october|november|december)"
)
_ENGLISH = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a clause of its own
        r"\b(?:only |except |even )?(?:when|whenever|if|unless|as long as|so long as|provided(?: that)?|"
        r"once|where)\s+[^,;.]{3,90}",
        # a measured bound
        r"\b(?:(?:at|in|with|for|on)\s+(?:[a-z]+\s+){1,3})?(?:above|below|under|over|beyond|at least|"
        r"at most|up to|more than|less than|"
        r"fewer than|within|at|exceeding|between)\s+(?:about |around |roughly )?-?\d[\d.,]*(?:\s*(?:-|–|"
        r"to|and)\s*-?\d[\d.,]*)?"
        rf"\s*{_UNIT}\b(?:\s+(?:of|in)\s+\w+)?",
        # a season, a time of day, the weather
        rf"\b(?:only )?(?:in|during|at|throughout|over|after|before|by|"
        rf"on)\s+(?:the\s+)?(?:[a-z]+\s+)?{_SEASONS}"
        r"(?:\s+(?:months?|seasons?|season|spells?|weather|periods?|days?|nights?|years?|hours?|"
        r"conditions))?\b",
        # under such conditions, in such places, among such people
        rf"\b(?:only )?(?:in|under|during|among|amongst|at|on)\s+(?:[a-z][\w-]*\s+){{0,4}}?{_PLACES}\b"
        r"(?:\s+(?:with|without|where|who|that|aged|over|under|above|below|of)\s+[^,;.]{2,50})?",
        r"\bamong\s+[^,;.]{3,60}",
        r"\bat\s+(?:very\s+)?(?:high|low|higher|lower|moderate|large|small)\s+[a-z]+(?:\s+[a-z]+)?",
        r"\b(?:in the )?(?:absence|presence) of\s+[^,;.]{3,50}",
    )
)
_NOT_A_CONDITION = re.compile(
    r"\bif (?:any|not|so)\b|\bin (?:both|all|most|many|some|several|these|those|our|the present|this) |"
    r"\bwhere(?:as|by)",
    re.IGNORECASE,
)

_WORD = r"[가-힣A-Za-z\d.%℃°~·-]+"
_KOREAN = tuple(
    re.compile(pattern)
    for pattern in (
        # 기온이 30도를 넘으면 / 땅이 마르면
        rf"(?:{_WORD}\s+){{0,4}}{_WORD}(?:다면|라면|으면|하면|되면|지면|오면|가면|들면|리면|르면|나면|"
        rf"내면|크면|쓰면|차면|이면|면)(?=[\s,])",
        # 땅이 마를 때(는)
        rf"(?:{_WORD}\s+){{1,4}}때(?:는|만|에는|에만|에)?(?=[\s,.]|$)",
        # 30도 이상에서는
        rf"(?:{_WORD}\s+){{0,2}}\d[\d.,]*\s?[가-힣A-Za-z%℃°]{{1,6}}\s?(?:이상|이하|미만|초과|아래|위|"
        rf"넘는|안팎)(?:에서(?:는|만)?|일 때|인 경우|의)?"
        rf"(?:\s(?:조건|환경|상황|날|지역|온도))?(?:에서(?:는|만)?|에는)?",
        # 겨울철에는, 밤에
        r"(?:[가-힣]+\s)?(?:봄|여름|가을|겨울|장마|우기|건기|야간|주간|한낮|대낮|밤|새벽|아침|저녁|가뭄|"
        r"폭염|한파|혹한|혹서|\d{1,2}월)"
        r"(?:철|기간|시간|시간대|때|기)?(?:에는|에만|에도|에|엔|동안(?:에는|에만|에)?)(?=[\s,.]|$)",
        # 습한 환경에서는 / 고령자의 경우
        rf"(?:{_WORD}\s+){{1,3}}(?:경우|조건|상황|환경|지역|토양|기후|지대|도시|농가|집단|환자|사람|날|"
        rf"해역|공간|현장)"
        r"(?:들)?(?:에는|에서는|에서만|에서|에게는|에게서는|하에서(?:는)?|에만|에 한해(?:서)?|"
        r"에)(?=[\s,.]|$)",
        rf"(?:{_WORD}\s+){{0,2}}{_WORD}(?:하는|되는|있는|없는|인) 한(?=[\s,])",
        r"[가-힣]+(?:이|가) (?:없|있)을 (?:때|경우)(?:는|만|에는|에만|에)?",
        rf"{_WORD}(?:인|의|한|된|는|을|를) 경우(?=[\s,])",
        r"[가-힣]+(?:에게|한테)(?:는|만)(?=[\s,])",
    )
)
_NOT_KOREAN_CONDITION = re.compile(
    r"(?:따르면|의하면|반면|측면|화면|표면|수면|장면|평면|전면|국면|방면|노면|단면|이면|왜냐하면|"
    r"예를 들면|말하면|말하자면|보면|그러면|어쩌면|"
    r"냉면|양면|지면|해수면|가면)$|^(?:그|이|저) 때|(?:한|할) 때문"
)


# What only opens the sentence, before the condition begins.
_LEAD_IN = re.compile(r"\s*(?:.*(?:따르면|의하면),?\s+|(?:반면|그러나|하지만|다만|단|또한|특히|한편),?\s+)*")


def conditions(sentence: str) -> tuple[str, ...]:
    """The condition phrases of the sentence as they stand there, in order, none inside another."""
    spans = sorted(set(_spans(sentence)), key=lambda span: (span[0], -span[1]))
    kept: list[tuple[int, int]] = []
    for start, end in spans:
        if not kept or start >= kept[-1][1]:
            kept.append((start, end))
        elif end > kept[-1][1]:
            kept[-1] = (kept[-1][0], end)
    return tuple(sentence[start:end] for start, end in kept)


def _spans(sentence: str) -> Iterator[tuple[int, int]]:
    tables = [(_ENGLISH, _NOT_A_CONDITION)]
    if korean.is_hangul(sentence):
        tables.append((_KOREAN, _NOT_KOREAN_CONDITION))
    for patterns, refused in tables:
        for pattern in patterns:
            for found in pattern.finditer(sentence):
                start = found.start() + (lead.end() if (lead := _LEAD_IN.match(found.group())) else 0)
                text = sentence[start : found.end()].rstrip()
                if text and not refused.search(text):
                    yield start, start + len(text)


def opposed(one: str, other: str) -> bool:
    """True when the two statements say opposite things of what they share.

    Both have to be about one thing already; what is compared is only the way they point.
    """
    pairs = [(mine, theirs) for mine in marks(one) for theirs in marks(other) if mine.axis == theirs.axis]
    common = [in_common(mine, theirs) or len(mine.about & theirs.about) for mine, theirs in pairs]
    best = max(common, default=0)
    if best:
        return all(_opposite(*pair) for pair, shared in zip(pairs, common, strict=True) if shared == best)
    if len(set(terms(one)) & set(terms(other))) < _FEWEST_SHARED:
        return False
    return _says_nothing(one) != _says_nothing(other)


_FEWEST_SHARED = 2


def _says_nothing(text: str) -> bool:
    return cues.NULL.search(text.lower()) is not None or cues.NOT_ANYWHERE.search(text.lower()) is not None


def _opposite(mine: Mark, theirs: Mark) -> bool:
    if mine.negated != theirs.negated:
        return mine.sign == theirs.sign
    return not mine.negated and mine.sign != theirs.sign
