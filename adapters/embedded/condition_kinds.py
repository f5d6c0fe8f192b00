"""Kinds of conditions of which the one excludes the other: dry and wet, night and day, young and old.

`contrast` and `exclusion` set conditions against each other by them, `condition_patterns` knows conditions by
their words.
"""

import re
from typing import Final

# "Over the islands" and "within apiaries" are places; with a number they are bounds.
_NUMBER: Final = (
    "(?=,? (?:(?:about|around|roughly|some|the|age|year|grade) )*(?:[0-9]|one|two|three|four|five|six|seven"
    "|eight|nine"
    "|ten|eleven|twelve|[a-z]+teen|[a-z]+ty|[a-z]+th|a hundred))"
)
# Each row is one kind of condition; what stands apart in it cannot hold together.
KINDS: Final[tuple[tuple[str, ...], ...]] = (
    ("spring|봄", "summer|여름", "autumn|가을", "winter|겨울"),
    (
        "dr(?:y|ier)|low[- ]water|drought|arid|parched|sunny|clear|맑은|화창|건조|마른|메마|가뭄|건기|갈수",
        "wet|high[- ]water|moist|humid(?!ity)|damp|rain"
        "|flood|fog|mist|muggy|monsoon|습한|습도가 높|습하"
        "|젖은|비가|우기"
        "|장마|안개|홍수|침수",
    ),
    (
        "nights?|midnight|after dark|overnight|nocturnal|dawn|2[0-3]:|0[0-5]:|밤|야간|자정|새벽|심야",
        "days?time|by day|daylight|noon|midday|afternoon|1[0-8]:|한낮|대낮|주간|정오|오후",
    ),
    ("mornings?|아침|오전", "afternoons?|evenings?|오후|저녁"),
    ("weekdays?|working days?|school days?|평일", "weekends?|holidays?|saturdays?|sundays?|주말|휴일"),
    ("rush hour|peak|출퇴근|혼잡", "off-peak|quiet hours?|한산"),
    (
        "warm|hot|heat|따뜻|더운|고온|더위|무더|폭염",
        "cold|cool|frost|freez|chill|추운|저온|차가운|서늘|추위|한파|혹한",
    ),
    (
        f"above|(?:over|beyond|past){_NUMBER}|more than|exceed|at least|older than|higher than|high|topped"
        f"|heavy|large|long|big|many"
        "|deep|thick"
        "|이상|초과|넘|웃돌|높은|높을|높으면|많은|많을|긴|큰|대형"
        "|깊은|깊고|두꺼운|짙은|무거운|센 |강한",
        f"below|(?:under|within){_NUMBER}|less than|fewer than|younger than|up to|lower than|low|light|small"
        "|short|few"
        "|shallow|thin|이하|미만|아래|밑돌|안쪽|낮은|낮을|낮으면|적은|적을|짧은|작은|소형"
        "|얕은|얕고|얇은|옅은|가벼운|약한",
    ),
    (
        "young|infants?|child|babies|kids|teenagers?|adolescents?|pupils|어린|유아|청소년|아이",
        "old|older|adults?|mature|elder|seniors?|pensioners?|나이 든|성인|노인|고령|어르신",
    ),
    ("men\\b|male|boys|남성|남자", "women\\b|female|girls|여성|여자"),
    (
        "short-term|short run|early|initial|first|단기|초기|처음",
        "long-term|long run|later|eventual|after years|장기|후기|나중",
    ),
    (
        "indoor|inside|greenhouse|laborator|실내|온실|실험실",
        "outdoor|outside|fields?\\b|open air|실외|야외|노지|현장",
    ),
    ("coast|seaside|shore|near the sea|바닷가|해안", "inland|내륙"),
    ("urban|cit(?:y|ies)|town|도시|도심|시내", "rural|village|countryside|농촌|시골|교외"),
    ("upstream|상류", "downstream|하류"),
    ("near|close to|가까", "far from|away from|distant|먼 |멀리"),
    ("beginners?|novices?|untrained|초보|미숙", "experts?|experienced|trained|숙련|경력"),
    ("rich|wealthy|high-income|부유|고소득", "poor|low-income|빈곤|저소득"),
    ("new\\b|fresh|새 |신규", "used\\b|worn|aged|낡은|오래된"),
    ("sand|모래|사질|사토", "clay|점토|질흙|진흙|찰흙"),
    (
        "open\\b|uncovered|unlidded|lidless|열어 둔|열린|덮지 않은|뚜껑 없는",
        "covered|lidded|lids?\\b|vaulted|sealed|closed|덮은|덮어|덮인|뚜껑을|뚜껑이 있|닫은|닫힌|밀폐",
    ),
    ("in the light|lit\\b|sunlit|in full sun|under the lamps|밝은|양지", "dark|shade|unlit|어두운|그늘|음지"),
    (
        "whole|uncut|unopened|untouched|통째|자르지 않은|썰지 않은",
        "cut\\b|sliced|opened|started|자른|썬 |썰어|가른",
    ),
    ("raw|uncooked|날것|생것", "cooked|boiled|baked|익힌|삶은|구운"),
    ("flowing|running water|흐르는", "still\\b|standing|stagnant|고인"),
    ("fresh ?water|민물", "salt ?water|sea ?water|바닷물"),
    ("steep|가파른|비탈", "flat|level|평평|평지"),
    ("windy|stormy|바람이 센", "calm|windless|바람 없는|잔잔"),
    ("acid|sour|산성|신 ", "alkaline|lime|chalk|알칼리|석회"),
    (
        "alone\\b|single|one or two|in pairs|couples?|one-person|혼자|홀로|한두 (?:사람|식구|명)|[12]인 가구",
        "(?:five|six|seven) (?:or|and) more|(?:five|six|seven) (?:persons?|people)|(?:large|big) famil"
        "|(?:large|big) household|대가족|(?:다섯|여섯|일곱) (?:사람|식구|명|분)",
    ),
)
SIZES: Final = 7
"""The row of above and below, large and small."""
TIMES: Final = 3
"""The first rows tell when something holds; their words need no phrase around them to do so."""


def _pattern(words: str) -> re.Pattern[str]:
    """English words from their beginning, Korean ones anywhere: particles and endings follow both."""
    parts = (rf"\b(?:{word})" if word.isascii() else word for word in re.split(r"\|(?![^(]*\))", words))
    return re.compile("|".join(parts), re.IGNORECASE)


TABLE: Final = tuple(tuple(_pattern(words) for words in kind) for kind in KINDS)
_PLAIN: Final = tuple(word for kind in KINDS for words in kind for word in re.split(r"\|(?![^(]*\))", words))
ENGLISH_WORDS: Final = "(?:" + "|".join(word for word in _PLAIN if word.isascii() and ":" not in word) + ")"
KOREAN_WORDS: Final = "(?:" + "|".join(word for word in _PLAIN if not word.isascii()) + ")"
