"""The shapes in which sentences name a condition, in English and Korean; `conditions` reads them.

A condition is a clause ("when the soil is dry"), a bound ("above 30 °C"), a time, the weather, a place, or a
group of people ("in those who do not smoke", "흡연자는"). Nothing here knows a topic: people are known by the
words for them and by their endings.
"""

import re
from typing import Final

from pathfinder.adapters.embedded.condition_kinds import ENGLISH_WORDS, KOREAN_WORDS

_UNIT: Final = (
    r"(?:°\s?[CF]|℃|℉|degrees?|per ?cent|%|mg|kg|g|µg|km|cm|mm|m|metres?|meters?|kilomet(?:re|er)s?|"
    r"miles?|feet|ft|ml|l|"
    r"litres?|liters?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|ppm|ppb|hpa|kpa|bar|db|hz|"
    r"khz|mhz|lux|volts?|v|"
    r"watts?|w|kw|mw|tonnes?|tons?|knots|mph|km/h|m/s|psu|ph)"
)
# Words on -ers and -ists that name no people, and people who only report.
_NO_AGENTS: Final = (
    r"(?:numbers|papers|others|orders|layers|rivers|chambers|flowers|quarters|matters|corners|letters"
    r"|offers|powers|"
    r"covers|centers|\w*met(?:er|re)s|liters|towers|filters|winters|summers|members|waters|computers"
    r"|shutters|"
    r"borders|lists|fingers|trousers|boosters|trailers|containers|drawers|answers|gutters|shoulders"
    r"|timbers|fibers|"
    r"shelters|servers|exists|consists|persists|insists|newspapers|sisters|brothers|scientists|researchers|"
    r"writers|readers|experts|reporters|traders|owners|makers|sellers|shopkeepers|observers|economists|"
    r"lowers|alters|differs|suffers|delivers|recovers|triggers|hinders|considers|enters|discovers|gathers"
    r"|prefers|"
    r"refers|transfers|fosters|lingers|answers|enlists|resists|assists|twists|"
    r"journalists|ministers|officers|leaders|speakers|lawyers|doctors|engineers|critics|councillors)"
)
_AGENTS: Final = rf"(?!{_NO_AGENTS}\b)[a-z-]{{2,}}(?:ers|ists)\b"
"""People by what they do: smokers, users, cyclists."""
_NOT_COUNTED: Final = (
    r"(?!(?:the|some|many|most|all|no|other|our|these|two|both|what|while|as|few|several)\b)"
)
PEOPLE: Final = (
    r"(?:patients?|adults?|adolescents|teenagers|children|kids|infants|babies|girls|boys|women|men|people"
    r"|persons?|"
    r"folk|participants|volunteers|respondents|residents|inhabitants|households?|families|customers|clients|"
    r"employees|students|pupils|tenants|migrants|athletes|subjects|individuals|those|anyone|mice|rats"
    r"|animals|"
    rf"{_AGENTS})"
)
_PLACES: Final = (
    r"(?:conditions?|climates?|regions?|areas?|zones?|soils?|waters|cit(?:y|ies)(?!['’])|towns?|villages?|"
    r"workers|settings?|environments?|cases|populations?|countries|"
    r"farms?|fields?|greenhouses?|hospitals?|schools?|households?|winters?|summers?|"
    r"springs?|autumns?|seasons?|weather|nights?|mornings?|afternoons?|evenings?|temperatures?|storms?"
    r"|valleys?|"
    r"mountains?|lakes?|rivers?|harbou?rs?|buildings?|districts?|suburbs?|"
    r"teams?|companies|firms?|light|darkness|air)"
)
MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_MONTH: Final = rf"(?:{'|'.join(MONTHS)})\b(?!\s+\d{{4}})"
_SEASONS: Final = (
    r"(?:winters?|summers?|spring|autumn|monsoons?|nights?|daytime|daylight|droughts?|heat ?waves?|"
    r"floods?|high water|low water|high tide|low tide|"
    r"storms?|rain|frost|rainy|dry|wet|damp|humid|cold|hot|warm|cool|dark|peak|off-peak|rush hours?|"
    r"weekdays?|weekends?|working days|school days|holidays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)"
)
_SIZED: Final = (
    r"(?:high|low|moderate|large|small|short|long|light|heavy|mild|severe|shallow|deep|young|old|thin|thick|"
    r"weak|strong|narrow|wide|steep|flat)"
)
_SPELLED: Final = (
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|sixty|"
    r"seventy|eighty|ninety|a hundred)"
)
# A relative clause as far as it surely goes: its verb, and what hangs on it by a preposition.
_WHO: Final = (
    r"(?:who|that)\s+(?:(?:do|does|did|have|has|had|are|were|is|was)\s+)?"
    r"(?:not\s+|never\s+|no longer\s+|already\s+)?(?:[a-z-]+)"
    r"(?:\s+(?:in|on|at|to|from|under|over|beyond|near|of|by|with|without|for|more|less|than|the|a|an|"
    r"their|\d[\d.,]*)\s+[a-z\d-]+){0,3}"
)

ENGLISH: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # a clause of its own
        r"\b(?:only |except |even )?(?:when|whenever|if|unless|as long as|so long as|"
        r"provided(?: that)?)\s+[^,;.:]{3,90}",
        r"\bonce\s+(?:the|an?|it|they|he|she|there|\w+ (?:is|are|was|were|has|have))\b[^,;.:]{3,80}",
        r"\bonly where\s+[^,;.:]{3,80}|(?<!, )\bwhere\s+(?:the|there|an?|[a-z]+ (?:is|are))\s[^,;.:]{3,80}",
        r"\bwhile\s+(?:(?:the\s+)?[a-z]+|I|they|we)\s+(?:is|was|are|were|stays?|stayed|remains?|remained)\s+"
        r"(?:still\s+)?(?![a-z]+er\b)(?:[a-z]+(?=,)|(?<=still )[^,;.:]{3,40})",
        # with the river low,
        r"(?:^|(?<=, )|(?<=\. ))with\s+(?:the|an?|no)\s+[^,;:.]{3,50}(?=,)",
        # a measured bound
        r"\b(?:(?:at|in|with|for|on)\s+(?:[a-z]+\s+){1,3})?(?:above|below|under|over|beyond|at least|"
        r"at most|up to|more than|less than|"
        r"fewer than|within|at|on|exceeding|between)\s+(?:about |around |roughly )?-?\d[\d.,]*(?:\s*(?:-|–|"
        r"to|and)\s*-?\d[\d.,]*)?"
        rf"\s*{_UNIT}(?![a-z])(?:\s+(?:of|in)\s+\w+)?",
        # from 5 percent upwards, amounts of 600 mg and more, where 2% had been given
        rf"\b(?:from|past|of)\s+(?:about |around |roughly )?\d[\d.,]*\s?{_UNIT}(?![a-z])(?:\s+a (?:day"
        rf"|night|week))?"
        r"\s+(?:upwards?|onwards?|and (?:more|over|above|upwards?))",
        rf"\b(?:amounts?|doses?|strengths?|concentrations?|levels?)\s+of\s+\d[\d.,]*\s?{_UNIT}(?![a-z])",
        rf"\bwhere\s+(?:about )?\d[\d.,]*\s?{_UNIT}(?![a-z])[^,;.:]{{3,40}}",
        rf"\b(?:(?:at|in|with|for|on)\s+(?:[a-z]+\s+){{1,3}})?(?:above|below|under|over|beyond|exceeding|"
        rf"at least|up to)\s+(?:the\s+)?{_SPELLED}[\s-]{_UNIT}\b(?:\s+mark)?",
        r"\baged\s+(?:over\s+|under\s+|above\s+|below\s+|between\s+)?\d+(?:\s*(?:-|–|to|and|or)\s*(?:\d+"
        r"|over|under|"
        r"more|older|younger))?",
        r"\b(?:the )?(?:over|under)-?\d{2}s\b",
        # a season, a time of day or week, the weather
        rf"\b(?:only )?(?:in|during|at|throughout|over|after|before|by|"
        rf"on)\s+(?:the\s+)?(?:[a-z]+\s+)?{_SEASONS}"
        r"(?:[\s-](?:months?|seasons?|spells?|weather|periods?|days?|nights?|years?|hours?|"
        r"conditions|mornings?|afternoons?|evenings?))*\b(?!-)",
        rf"\b(?:only )?(?:in|during|throughout|by|on|before)\s+(?:early |late |mid-?)?{_MONTH}"
        rf"(?:\s+(?:and|or)\s+{_MONTH})?",
        rf"\b(?:from|between)\s+(?:early |late |mid-?)?{_MONTH}"
        rf"(?:\s*(?:to|and|until|till|through|-|–)\s*{_MONTH}|"
        r"\s+on(?:wards)?\b)",
        r"\b(?:in|during)\s+(?:the\s+)?[a-z]+(?:-[a-z]+)?\s+(?:months|seasons?|spells?)\b"
        r"(?! (?:that|before|after))",
        # under such conditions, in such places
        rf"\b(?:only )?(?:in|under|during|at|on)\s+(?:(?:the|an?)\s+)?"
        rf"(?:(?!(?:the|an?|it|they)\b)[a-z][\w-]*\s+){{0,3}}?{_PLACES}\b"
        r"(?:\s+(?:with|without|where|that|over|under|above|below|of)\s+[^,;.:]{2,50})?",
        # among such people, and such people as a subject
        r"\bamong(?:st)?\s+(?!(?:them|us|others)\b)[^,;.:]{3,60}?"
        r"(?=,|;|:|\.|$| (?:it|they|the)\s)",
        rf"\b(?:only )?(?:in|for|with)\s+(?:[a-z\d][\w-]*\s+){{0,3}}?{PEOPLE}\b"
        rf"(?:\s+(?:{_WHO}|(?:with|without|aged|over|under|above|below|on|not|taking|living|of)"
        r"\s+[^,;.:]{2,50}?(?=[,;.:]|$| (?:the|it|they|this|that|an?|was|were|is|are|had|did|does|do)\s)))?",
        rf"(?:^|(?<=\. )|(?<=, ))(?:[a-z][a-z-]*\s+){{0,2}}?{PEOPLE}\s+{_WHO}",
        # Residents living alone were billed less
        rf"^{PEOPLE}\s+(?:living|working|aged|earning|taking|using|with|without|over|under|of)\s+[^,;.:]{{2,50}}?"
        r"(?= (?:was|were|is|are|had|have|has|did|do|does|pays?|paid|saved?|lost|lose|gain(?:ed)?|slept|lived"
        r"|reported|got|saw|took|spent|spend|needed|need|fell|rose)\b)",
        rf"^(?:only\s+)?(?:{_NOT_COUNTED}[a-z-]+\s+)?{_AGENTS}(?=\s+[a-z])(?! (?:who|that|of|and|in|from"
        rf"|at)\b)",
        # of such a size, with and without
        rf"\b(?:at|for|on|over|with|under)\s+(?:very\s+)?{_SIZED}(?:er)?\s+(?!part\b|notice\b|scale\b"
        rf"|time\b|term\b)"
        r"[a-z]+(?:\s+(?:of\s+)?[a-z]+)?",
        # in the warmth, on heavy land, where a cellar is cold: a phrase with a word of some kind of condition
        rf"\b(?:in|on|at|under|during|among|for|with|inside|throughout|on)\s+(?:(?:the|an?|very|such"
        rf"|these)\s+)?"
        rf"{ENGLISH_WORDS}[a-z]*\b(?!\s+(?:than|as|of)\b)(?:\s+(?!(?:and|or|than|the|is|was|are|were"
        rf"|when|if|while|where|who|that|by|to|as|but|has|have|had)\b)[a-z-]+)?",
        rf"\bwhere\s+(?:[a-z'’-]+\s+){{1,3}}(?:is|are|stays?|remains?)\s+(?:\w+\s+)?{ENGLISH_WORDS}[a-z]*"
        r"[^,;.:]{0,40}",
        r"\b(?:in the )?(?:absence|presence) of\s+[^,;.:]{3,50}",
        r"\b(?:near|close to|far from|away from)\s+(?:the|an?)\s+[a-z-]+"
        r"(?:\s(?!and\b|or\b|than\b|but\b)[a-z-]+)?",
    )
)
NOT_ENGLISH: Final = re.compile(
    r"\bif (?:any|not|so)\b|\bin (?:both|all|most|many|some|several|these|those|our|the present|this|that"
    r"|which"
    r"|neither) "
    r"(?!who|with|without)|\bwhere(?:as|by)|\bfor (?:some|many|most|all|both|these) |"
    r"^(?:in|during|over|throughout) the (?:\w+ )?(?:same|past|last|first|next|following|rest|\w+ty-\w+) |"
    r"^in (?:the )?(?:\w+ )?(?:two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen) ",
    re.IGNORECASE,
)

_WORD: Final = r"[가-힣A-Za-z\d.%℃°~·-]+"
_SOMEBODY: Final = (
    r"(?:사람|이들|분|환자|어른|어르신|노인|아이|어린이|청소년|성인|가구|집|집단|학생|직원|교직원|주민"
    r"|참가자|"
    r"응답자|이용자|운전자|여성|남성|농가|밭|땅|나무|마을|학교|병동|항구|방|가게|건물|\d+명)"
)
KOREAN: Final = tuple(
    re.compile(pattern)
    for pattern in (
        # 기온이 30도를 넘으면 / 땅이 마르면
        rf"(?:{_WORD}\s+){{0,4}}{_WORD}(?:다면|라면|으면|하면|되면|지면|오면|가면|들면|리면|르면|나면|"
        rf"내면|크면|쓰면|차면|이면|면)(?=[\s,])",
        # 땅이 마를 때(는)
        rf"(?:{_WORD}\s+){{1,4}}때(?:는|만|에는|에만|에)?(?=[\s,.]|$)",
        # 30도 이상에서는
        rf"(?:{_WORD}\s+){{0,2}}\d[\d.,]*\s?[가-힣A-Za-z%℃°]{{1,6}}\s?(?:이상|이하|미만|초과|아래|위|"
        rf"넘는)(?:에서(?:는|만)?|일 때|인 경우|의)?"
        rf"(?:\s(?:조건|환경|상황|날|지역|온도|거리|구간))?(?:에서(?:는|만)?|에는|은|는)?",
        rf"(?:{_WORD}\s+){{0,2}}\d[\d.,]*\s?[가-힣A-Za-z%℃°]{{1,6}}\s?안팎이던",
        # 1.5% 당액을 먹인 벌은 / 5% 처리구에서는 / 300미터 안쪽의 가게는 / 200밀리그램 이하로 드신 분들은
        rf"(?:{_WORD}\s+)?(?:\d[\d.,]*\s?%(?:와|과|,)\s)?\d[\d.,]*\s?(?:[가-힣]{{1,5}}|[A-Za-z%℃°]{{1,3}})\s?"
        rf"(?:처리구|처리군|안쪽|이내|바깥|밖|(?:이하로|이상|넘게)\s[가-힣]+"
        rf"|[가-힣]{{2,5}}[을를]\s[가-힣]+[은는인한진린])"
        r"(?:의|에서는|에서|은|는)?(?:\s[가-힣]+(?:은|는))?(?=[\s,])",
        # 겨울철에는, 밤에, 주말에는
        rf"(?:(?:{_WORD}\s+){{0,3}}[가-힣]+[은는한던인된긴운진난]\s|[가-힣]+\s)?(?:봄|여름|가을|겨울|장마"
        rf"|우기|건기|야간|주간|한낮|대낮|밤|새벽|아침|저녁|가뭄|"
        r"폭염|한파|혹한|혹서|평일|주말|휴일|공휴일|출퇴근|출근|퇴근|\d{1,2}월)"
        r"(?:철|기간|시간|시간대|때|기)?(?:에는|에만|에도|에|엔|동안(?:에는|에만|에)?)(?=[\s,.]|$)",
        # 물이 낮은 갈수기(11월~5월)에는 / 안개철에는
        rf"(?:{_WORD}\s+){{0,2}}(?!(?:여|거|저|이야|크|보|공|전|경|무|악|고|아|하"
        rf"|되)기)[가-힣]{{1,6}}(?:철|기|절기|기간|시즌)"
        r"(?:\([^)]{1,20}\))?(?:에는|에만|엔|(?:\s?\d+일)?\s?동안(?:에는|에만|에)?)(?=[\s,.]|$)",
        rf"(?:{_WORD}\s+){{0,2}}\d{{1,2}}월\s?(?:부터|~|-|–|에서)\s?\d{{1,2}}월(?:까지|\s?사이)?(?:에는"
        rf"|에만|에|는)?",
        # 습한 환경에서는 / 고령자의 경우
        rf"(?:{_WORD}\s+){{1,3}}(?:경우|조건|상황|환경|지역|토양|기후|지대|도시|농가|집단|환자|사람|날|"
        rf"해역|공간|현장|거리|구간)"
        r"(?:들)?(?:에는|에서는|에서만|에서|에게는|에게서는|하에서(?:는)?|에만|에 한해(?:서)?|"
        r"에)(?=[\s,.]|$)",
        rf"(?:{_WORD}\s+){{0,2}}{_WORD}(?:하는|되는|있는|없는|인) 한(?=[\s,])",
        r"[가-힣]+(?:이|가) (?:없|있)을 (?:때|경우)(?:는|만|에는|에만|에)?",
        rf"{_WORD}(?:인|의|한|된|는|을|를) 경우(?:에는|에만|에|는)?(?=[\s,])",
        r"[가-힣]+(?:에게|한테)(?:는|만)(?=[\s,])",
        # 담배를 피우지 않는 사람은 / 비흡연자는 / 흡연자 33명을
        rf"(?:{_WORD}\s+){{0,3}}[가-힣]+(?:는|던|한|된|인|진|긴|은) {_SOMEBODY}(?:들)?"
        r"(?:은|는|에게는|에게|에게서는|의 경우|의)(?=[\s,])",
        r"(?<![가-힣])(?!관계자|연구자|과학자|당사자|담당자|책임자|관계자|제작자|발표자|그러자|기술자"
        r"|전문자|후자|전자)"
        r"[가-힣]{2,5}자(?:들)?(?:은|는|에게는|에게|의 경우|에서는|(?=\s\d+명))(?=[\s,])",
        # 더운 움에서는, 습한 곳에는
        rf"(?<![가-힣]){KOREAN_WORDS}[가-힣]*\s[가-힣]{{1,5}}?(?:에서는|에서만|에는|에선)(?=[\s,])",
        rf"(?:{_WORD}\s+){{0,2}}\d[\d.,]*\s?[가-힣A-Za-z%℃°]{{1,4}}[을를]?\s(?:넘|밑돈|밑도|웃돈"
        rf"|웃도)[가-힣]*\s[가-힣]{{1,4}}"
        r"(?:에서는|에서만|에서|에는|은|는)?(?=[\s,])",
        # 시골에서는
        rf"(?:{_WORD}(?:은|는|한|된|던)\s+)?(?!(?:연구|조사|논문|실험|결과|보고서|자료|시험|분석|설문"
        rf"|기사|여기|거기|이곳|본지|가운데|사이|측|회|점|면)에서는)"
        r"(?<![가-힣])[가-힣]{2,7}(?<!연구)(?<!조사)(?<!실험)(?<!결과)(?<!면)에서는(?=[\s,])",
    )
)
NOT_KOREAN: Final = re.compile(
    r"(?:따르면|의하면|반면|측면|화면|표면|수면|장면|평면|전면|국면|방면|노면|단면|왜냐하면|"
    r"예를 들면|말하면|말하자면|보면|그러면|어쩌면|견주면|비하면|비교하면|"
    r"냉면|양면|해수면|(?<![가-힣])(?:이면|대면|지면|가면))$|^(?:그|이|저) 때|(?:한|할) 때문"
)
LEAD_IN: Final = re.compile(
    r"\s*(?:.*(?:따르면|의하면),?\s+|(?:반면|반대로|그러나|하지만|다만|단|또한|특히|한편|같은 기간),?\s+)*"
)
"""What only opens the sentence, before the condition begins."""
