"""Which sentences state a claim that can be checked, and in which words the claim is kept.

A claim is the sentence itself. Only a lead-in is taken away ("According to the survey,", "We found that"),
and only where what is left is a clause that stands there word for word, and the lead-in neither denies nor
doubts it. A sentence that leans on the one before it ("This was ...") is no claim: alone it says nothing.
"""

import re
from typing import Final, NamedTuple

from pathfinder.adapters.embedded import cues
from pathfinder.adapters.embedded.poles import ends
from pathfinder.adapters.embedded.quotable import is_korean
from pathfinder.adapters.embedded.ways import moves

LONGEST_CLAIM = 320
_FEWEST_WORDS, _FEWEST_LEFT, _FEWEST_SYLLABLES = 5, 4, 12
"""Words of a sentence, words of it that must be left without its lead-in, and syllables of a Korean one."""


class Signals(NamedTuple):
    """What makes a sentence checkable, by the kinds of words in it."""

    effect: bool
    comparison: bool
    figure: bool
    denial: bool = False
    """That there is none of something."""

    @property
    def checkable(self) -> bool:
        """A bare figure is not enough: how many were counted is nothing others could confirm or deny."""
        return self.effect or self.comparison or self.denial


_EFFECT: Final = re.compile(
    r"\b(?:increas|decreas|reduc|lower|rais|improv|worsen|boost|halv|doubl|tripl|prevent|caus|affect"
    r"|harm|damag"
    r"|protect|slow|speed|accelerat|shorten|lengthen|extend|declin|drop|shrink|shrank|surviv|correlat"
    r"|associat"
    r"|predict|depend|differ|exceed|outperform|sav|yield|fail|help|influenc|rais|limit|inhibit|stimulat"
    r"|suppress"
    r"|enhanc|weaken|strengthen|delay|promot|trigger|eliminat|kill|spread|recover|degrad)\w*"
    r"|\b(?:cut|cuts|fell|falls?|falling|rise|rises|rose|rising|grew|grows?|leads? to|led to|lasts"
    r"|lasted|works"
    r"|worked|costs?|effects?|effective|ineffective|results? in|links?|linked|lost|loses?)\b"
    r"|증가|감소|늘|줄|개선|향상|악화|떨어|상승|하락|효과|영향|유발|예방|방지|단축|연장|빨라|느려|손상"
    r"|보호|억제|촉진"
    r"|강해|약해|커지|작아|많아|적어|높아|낮아|높이|낮추|살아남|줄이|올리|내리|일으키|막아|막는|좌우|지연",
    re.IGNORECASE,
)
_COMPARISON: Final = re.compile(
    r"\b(?:than|compared(?= (?:with|to)\b)|versus|vs|relative to|twice(?! a\b)|times (?:as|the|more|what)"
    r"|as (?:much|many|often) as|more|less|fewer|higher|lower|better|worse|faster|slower|longer"
    r"|shorter|larger|smaller|greater"
    r"|(?<!years )(?<!year )(?<!months )(?<!weeks )(?<!days )"
    r"(?:earlier|later)"
    r"|no difference|the same (?:\w+ ){1,4}as|equally"
    r"|similar to)\b"
    r"|보다|비해|대비|비교|더 |덜 |차이|만큼|동일|비슷|배 (?:높|많|빠|느|낮|크)",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"\b(?:ha(?:s|ve|d)|contain(?:s|ed)?|h[oe]lds?|found|there (?:is|are|was|were)|show(?:s|ed)?) (?:no"
    r"|none|nothing)\b"
    r"|^(?:none|neither|not one) of\b|\b(?:was|were|is|are) (?:not|never|nowhere) found\b"
    r"|(?:이|가|은|는|도) (?:전혀 |아예 |하나도 )?없(?:다|었|습|으며|어)|(?:발견|검출|존재)(?:되|하)지 않",
    re.IGNORECASE,
)
_YEAR: Final = re.compile(r"\b(?:1[89]|20)\d{2}\b(?!\s*(?:%|°|(?:[kcm]?m|[km]?g|ml|l|k?W)\b))(?:년도?)?")
_FIGURE: Final = re.compile(
    r"\d|\b(?:half|third|quarter|percent|per cent)\b|절반|퍼센트|프로(?![그젝세토필덕])", re.IGNORECASE
)

_CONNECTIVE: Final = re.compile(
    r"^(?:(?:but|and|yet|so|or)\s+|(?:however|still|also|moreover|furthermore|in addition|additionally"
    r"|overall|thus"
    r"|therefore|hence|consequently|as a result|in fact|indeed|in short|in general|generally|notably"
    r"|importantly"
    r"|interestingly|in conclusion|in summary|to sum up|finally|first|firstly|second|secondly|third"
    r"|by contrast"
    r"|in contrast|on the other hand|nevertheless|nonetheless|meanwhile|instead|for example"
    r"|for instance|of course"
    r"|clearly|crucially|even so|similarly|likewise|results|conclusions?|findings?|abstract"
    r"|background)\s*[,:]\s+"
    r"|(?:그러나|하지만|따라서|또한|또|다만|반면에?|즉|특히|한편|그래서|그런데|그리고|예를 들어|예컨대"
    r"|실제로|결국|게다가"
    r"|아울러|물론|결론적으로|요컨대|그럼에도|그 결과|이에 따라)\s*,?\s+)",
    re.IGNORECASE,
)
# A section heading that runs into its text, a speaker in a thread, a question that is answered at once.
_LABEL: Final = re.compile(
    r"^(?:[A-Z][A-Z ,/&-]{4,60}:? (?=[A-Z][a-z]|\d)|[A-Z][a-z-]{2,20}\. (?=[A-Z\d])"
    r"|[\w-]{2,24}: (?=[A-Z가-힣])|[가-힣]{2,6}\. (?=[가-힣\d])"
    r"|[^?.!]{3,80}\?\s+(?=\S.{20}))"
)
_SOURCE: Final = re.compile(
    r"^according to (?P<who>[^,;:]{2,80}), (?P<rest>[^,]{40,}.*)$"
    r"|^(?P<who_ko>[^,.]{2,40})에 (?:따르면|의하면),?\s+(?P<rest_ko>.+)$",
    re.IGNORECASE,
)
_FOUND_THAT: Final = re.compile(
    r"^(?P<who>[^,;:\"“”]{1,90}?)\b(?:found|finds?|shows?|showed|shown|observed|reports?|reported"
    r"|concludes?|concluded"
    r"|demonstrates?|demonstrated|confirms?|confirmed|indicates?|indicated|reveals?|revealed"
    r"|established) that "
    r"(?P<rest>.+)$",
    re.IGNORECASE,
)
# Speech stands for itself where the speaker is named; what "he" told reporters does not.
_SPEECH: Final = re.compile(
    r"^[“\"](?P<rest>[^”\"“]{25,}?),?[”\"],?\s+(?!(?:he|she|they|it|I|we|you)\b)(?:\w+\s+){0,6}?"
    r"(?:said|says|explained|explains|noted|notes|told|added)\b"
    r"|^[^“\"]{0,40}[“\"](?P<rest_ko>[^”\"“]{12,}다)\.?[”\"](?:이?라)?고\s+\S{0,12}\s?"
    r"(?:말|밝|전|설명|강조|덧붙|했)",
    re.IGNORECASE,
)
DENIED: Final = re.compile(
    r"\b(?:no|not|never|none|nor|neither|nothing|without|hardly|scarcely|cannot|myths?|mistaken|wrong"
    r"|wrongly|false"
    r"|falsely|untrue|unfounded|misconceptions?|debunked|refuted?|disproved?|disproven|contrary"
    r"|contradicts?|unlikely"
    r"|unable|fails?|failed|lack)\b|n['’]t\b"
    r"|않|없|못|아니|안 (?=[가-힣])|거짓|오해|잘못|사실과 다|근거가 없|반박|틀렸|틀린|무관",
    re.IGNORECASE,
)
_DOUBT: Final = re.compile(
    r"\b(?:whether|if|few|little|claims?|claimed|believ\w+|think|thought|suggests?|hypothes\w+|may"
    r"|might|could)\b"
    r"|여부|주장|추정|가능성",
    re.IGNORECASE,
)
_BELIEF: Final = re.compile(
    r"\b(?:believe[sd]?|belie(?:f|fs|ve that)|myths?|rumou?rs?|folklore|supposedly|allegedly|reputedly"
    r"|said to be"
    r"|are said to|is said to|it is said|people say|some say|many say|popular(?:ly)? (?:wisdom|idea"
    r"|notion|opinion)"
    r"|conventional wisdom|old wives|claim(?:s|ed)? that|swears? by|insists? that|is thought to"
    r"|are thought to"
    r"|(?:objection|complaint|charge|accusation|criticism|worry|fear|suspicion|story|saying)s?\b[^.,;]{0,60}"
    r"\b(?:is|are|was|were|goes|runs|has it) that"
    r"|the idea that|the notion that|the claim that|misconceptions?|widely (?:assumed|held|thought"
    r"|repeated)|common knowledge"
    r"|every(?:body|one) (?:knows|with|who)|word on the street"
    r"|(?:friend|cousin|neighbour|neighbor|colleague|uncle|aunt|brother|sister)"
    r" (?:of mine |\w+ )?(?:says?|said|told|swears)"
    r"|(?:scientists|experts|doctors|traders|locals|residents|users|customers|owners|people|neighbours"
    r"|villagers|farmers|parents)"
    r" (?:all )?(?:agree|swear|insist|claim|reckon|say)|say those who|reckons? that)\b"
    r"|입을 모은|입을 모아|이구동성|상식이|옛말|말씀으로는|그러는데|다들 (?:그래|그러|안다|알)"
    r"|믿는|믿어|믿음|믿고|속설|통념|소문|낭설|라고들|다고들|알려져 왔|알려진 것과|라는 말이|다는 말이"
    r"|라는 주장|다는 주장"
    r"|오해|흔히|상식|생각하는 (?:사람|이)",
    re.IGNORECASE,
)
# Somebody nobody can ask, or a certainty that takes the place of evidence.
_HEARD: Final = re.compile(
    r"\b(?:not wish to be named|(?:asked|wanted) not to be named|on condition of anonymity|anonymous(?:ly)?"
    r"|beyond (?:any |all )?doubt|every(?:one|body) (?:with|who) .{0,40}\bcan prove"
    r"|any(?:one|body) who has (?:ever )?\w+"
    r"|as (?:every|any|all) [\w ]{2,30} (?:knows?|will tell|can tell)|ask any(?:one|body)?\b|mark my words"
    r"|(?:plain|clear) as day|(?:it has been|scientifically|is a) proven|no two ways about it)\b"
    r"|, full stop\b|익명을 (?:요구|전제)|의심할 여지 ?없|(?:누구나|다들|다) 아는|두말할 (?:것|나위|필요)",
    re.IGNORECASE,
)
_INTENT: Final = re.compile(
    r"(?<!depends on )(?<!depend on )(?<!depending on )\bwhether\b|\b(?:hypothesi[sz]ed|aim(?:s|ed)? to"
    r"|sought to|purpose of|set out to"
    r"|to (?:test|find out|see|learn|determine|examine|investigate|assess|compare)\b.{0,80}\bwe\b"
    r"|we (?:tested|asked|examined"
    r"|investigated|measured|compared|assessed|planted|recruited|surveyed))\b"
    r"|여부[를는가]|목적은|목적으로|가설|알아보(?:기|고자)|조사하(?:기|고자)|검증하(?:기|고자)"
    r"|살펴보(?:기|고자)"
    r"|(?:은|는|인|을|일)지(?:는|를)? (?:알아|조사|확인|검토)",
    re.IGNORECASE,
)
# What a study set out to do, under its heading or without one.
_AIM: Final = re.compile(
    r"^(?:[A-Z]+ (?:AND )?)?(?:OBJECTIVES?|Objectives?|AIMS?|Aims?|PURPOSE|Purpose|GOALS?)\b"
    r"|^To [a-z]+(?:,? (?:and )?[a-z]+)? (?:the|whether|an?|if|how)\b"
)
_UNKNOWN: Final = re.compile(
    r"^whether\b|\b(?:remains?|is|are) (?:unclear|unknown|an open)\b|\bno(?:body|[ -]one) (?:knows"
    r"|has (?:tested|looked|measured))\b|\bnever been (?:checked|tested|studied|measured|examined)\b"
    r"|\bnot (?:yet )?(?:known|clear|been (?:tested|studied|measured|examined))\b"
    r"|밝혀지지 않|알 수 없|알려지지 않|조사되지 않|확인되지 않|(?:은|는|인|을|일)지는? 아직|미지수",
    re.IGNORECASE,
)
_FIRST_PERSON: Final = re.compile(
    r"\b(?:I|I['’]\w+|[Ww]e|[Ww]e['’]\w+|[Mm]y|[Oo]urs?|me|us|[Mm]ine|myself)\b"
    r"|(?<![가-힣])(?:저는|제가|저도|제 (?!힘|구실|기능|역할|몫|때|값)|저희|나는|내가|나도|내 |우리는"
    r"|우리가|우리도|우리의?(?= )|필자)"
)
# "If you drink it with tea, your stores stay as they are" tells of anybody, and is no advice.
_ANYBODY: Final = re.compile(r"^(?:if|when|whenever|once|unless) (?:you|your)\b", re.IGNORECASE)
_HAPPENS: Final = re.compile(r", (?:then )?(?:you|your|the|it|they|there|an?|no|nothing)\b", re.IGNORECASE)
_YOU: Final = re.compile(r"\b(?:you|your|yours|yourself)\b|여러분|당신", re.IGNORECASE)
_ADVICE: Final = re.compile(
    r"\breminds? (?:readers|users|residents)\b|\b(?:should|ought to"
    r"|must|need to|had better|is recommended"
    r"|are recommended"
    r"|recommends?|is advised|are advised|worth (?:a try|trying))\b"
    r"|[가-힣]야\s?(?:한다|합니다|할|하는|하고|하며)|하는 (?:게|것이) 좋|권장|권고|추천|바람직",
    re.IGNORECASE,
)
_DANGLING: Final = re.compile(
    r"^(?:this|that|these|those(?! (?:who|with|without|in|under|living|aged|of))|it|its|it['’]s|they"
    r"|they['’]\w+|their|them|he|she|his|her|him|such|neither|another|others"
    r"|the (?:same|former|latter|two|other|others|rest|reason|answer|question|problem|point|idea|aim"
    r"|goal)|here|then"
    r"|there,|so|which|who|what|why|how|that['’]s|because|also|again|all of (?:this|these|it|them)"
    r"|both (?!.{2,50}\band\b)"
    r"|most of (?:this|these|it|them)|none of (?:this|these|it|them)|one of (?:these|those|them)"
    r"|not (?:so|this|that)|only then"
    r"|there (?:is|was|are|were) (?:no |much |far |some )?(?:less|more|fewer|none"
    r"|nothing|plenty|enough) of (?:it|them)"
    r"|(?:(?:about|some|nearly|only|just|over|almost|roughly) )?[\w-]+(?: and a half)?"
    r" (?:times as (?:many|much)|more|less|fewer)(?=,| than before)"
    r"|yes|no,|well,|nothing|nobody|everything|everyone|everybody|something|somebody|someone)\b",
    re.IGNORECASE,
)
_DANGLING_PLACE: Final = re.compile(
    r"^(?:in|at|for|with|under|by|after|from|of|to|on|during|despite|unlike|because of|given|until"
    r"|since|if|when|before)"
    r" (?:this|that|these|those|such|it|them|both (?:cases|groups)|each case|either case)\b",
    re.IGNORECASE,
)
# "The effect was largest in spring": the effect of what? "The effect of straw ..." stands alone.
_BARE_NOUN: Final = re.compile(
    r"^(?:the|no|an?) (?:\w+ )?(?:effects?|differences?|results?|findings?|increases?|decreases?"
    r"|changes?|gaps?|benefits?"
    r"|trends?|figures?|numbers?|rates?|methods?|treatments?|plots?|groups?|teams?|authors?"
    r"|researchers?|stud(?:y|ies)|trials?"
    r"|experiments?|survey|reports?|papers?|samples?|controls?|explanation|pattern|picture|evidence"
    r"|data|claim|practice"
    r"|improvements?|reductions?|advantages?|losses|gains?|costs?|notice|article|post|page)"
    r" (?:was|were|is|are|did|does|do|had|has|have|can|could|will|would|may|might|seems?|appears?"
    r"|remains?|then|also|only|in|at"
    r"|by|here|came|comes|found|fell|rose|ran)\b",
    re.IGNORECASE,
)
_DANGLING_KO: Final = re.compile(
    r"^(?:(?:이|그|저|이런|그런|이러한|그러한|해당|위의?|동|같은|각|두) |(?:이는|이것|그것|이들|그들"
    r"|그는|그녀|여기|거기|이때|그때|이로|이에"
    r"|이를|이와|이렇게|그렇게|그래야|그러면|둘 다|양쪽|전자|후자|이처럼|그중|이 중|결과는|결과적"
    r"|효과는|차이는|이유는|원인은)(?![가-힣]{3}))"
)
_TOPIC_KO: Final = re.compile(r"[가-힣)%A-Za-z0-9](?:은|는|이|가|도|란|에서는|에는|께서)(?=[\s,])")
_FRAGMENT: Final = re.compile(r"^(?:[a-z]+\b(?!-)|[,;:)\]])")
_ATTRIBUTION_LEFT: Final = re.compile(
    r"[,“”\"]\s*(?:said|says|he|she|they)\b|[”\"](?:이?라)?(?:고|며|면서)|^[“\"]", re.IGNORECASE
)


# A further main clause; "but", "unless" and their like are no cuts: they may take back what was said.
_FURTHER: Final = re.compile(
    r",? (?:and|so) (?=(?:they|it|I|we|you|that|this|my|our|your)\b)|, (?:because|since|as) "
)
# What somebody hopes or plans beside it is no part of a claim either.
_HOPE: Final = re.compile(
    r", and (?:[A-Z][\w-]+|the \w+) (?:hopes?|expects?|plans?|intends?|wants?|says|promises)\b"
)
_OPEN: Final = re.compile(
    r"\b(?:would|could|might|may|will|expects?|hopes?|plans?|intends?|is to be|are to be|if)\b"
    r"|(?:ㄹ|을|할|될|일) (?:것이|수 있|예정|전망|계획)|예정이|전망이|기대",
    re.IGNORECASE,
)
_EVENT: Final = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|tonight|tomorrow|last (?:week"
    r"|month|night|year|\w+day)"
    r"|this (?:week|month|morning|year|spring|summer|autumn|winter)|ago)\b|어제|오늘|지난|이번|작년"
    r"|올해|\d+일 (?:밤|낮|오전|오후|새벽)",
    re.IGNORECASE,
)
_METHOD: Final = re.compile(
    r"\b(?:was|were|is|are) (?:then |also |each )?(?:read|wiped|left out|excluded|included|reviewed"
    r"|entered|recorded|measured|logged"
    r"|counted|weighed|sampled|selected|drawn|chosen|kept|taken|placed|fitted|paired|matched|collected"
    r"|obtained|calculated|dropped|discarded|interviewed|enrolled|recruited|randomi[sz]ed|assigned"
    r"|allocated|weighted"
    r"|surveyed|questioned|coded|scored|repeated|blinded)\b"
    r"|\b(?:primary|secondary|main) (?:outcomes?|endpoints?|measures?)\b|\b(?:reported|shown|listed"
    r"|described) (?:below|above"
    r"|elsewhere|in (?:table|figure|appendix))\b|\b(?:volunteers|participants) had never\b"
    r"|\b(?:count(?:ed|s)? as|(?:is|was|were|are) (?:defined|censused|spiked|calibrated|regarded|cleaned"
    r"|analy[sz]ed) |limit of detection"
    r"|detection limit|spiked samples|(?:has|have) been studied|(?:serves?|served) (?:as"
    r"|for) (?:a )?comparison|(?:had|has|have) forecast"
    r"|before (?:feeding|treatment|the trial|randomi[sz]ation)\b.{0,80}\bdid not differ)\b"
    r"|조사하지 못|살피지 않|시험하지 않|검출 ?한계"
    r"|\b(?:sample|data ?set|record|occupants|participants|respondents|returns|questionnaires?)\b"
    r"|(?:측정|조사|수집|선정|기록|제외)(?:했|하였|되었|됐)",
    re.IGNORECASE,
)
# What happened to somebody, is planned or sold, or only would be: nothing that others could measure too.
_ASIDE: Final = re.compile(
    r"\b(?:thank(?:s|ed)|congratulat\w+|celebrat\w+|ceremony|anniversary|medal|trophy|won (?:it|the)"
    r"|appointed|elected|resign\w*"
    r"|petition|spokes(?:man|woman|person) (?:declined|added)|comes? in (?:boxes|packs|bottles|three|two"
    r"|four)|is sold in|opens? (?:at|on)"
    r"|tickets? (?:cost|are)|shares (?:in|of) the|leaves? from|on (?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days|looked for \w+ elsewhere|are asked to|has taken on|have taken on)\b"
    r"|\bwould (?!have\b)|\b(?:is|are) (?:due|planned|expected|scheduled|set) to\b"
    r"|(?:단다|대요|답니다|더라고요|더라|래요|다네요|라네요)[.!]?$|감사|축하|기념|서명을 받|예정이|계획이",
    re.IGNORECASE,
)
_POINTING: Final = re.compile(
    r"\b(?:this|these|those|such|its|their|his|her|they|he|she)\b"
    r"|(?<![가-힣])(?:이|그|저|이런|그런|이러한|그러한) ",
    re.IGNORECASE,
)


def loose_ends(text: str) -> int:
    """How many things keep a claim from being plain: pointers, events, and what may be."""
    return sum(rule.search(text) is not None for rule in (_OPEN, _POINTING, _EVENT))


def signals(text: str) -> Signals:
    """The kinds of checkable words in a sentence; a year alone is no figure."""
    return Signals(
        effect=_EFFECT.search(text) is not None or moves(text),
        comparison=_COMPARISON.search(text) is not None or bool(ends(text)),
        figure=_FIGURE.search(_YEAR.sub(" ", text)) is not None,
        denial=_NONE.search(text) is not None,
    )


def reports_belief(text: str) -> bool:
    """Whether a sentence tells what others believe and says nothing of its own about it."""
    if _HEARD.search(text):
        return True
    told = _BELIEF.search(text) or cues.HEARSAY.search(text.lower())
    return told is not None and DENIED.search(text) is None


def announces(text: str) -> bool:
    """Whether a sentence tells what was to be found out or nobody knows, not what was found."""
    if _UNKNOWN.search(text) or _AIM.search(text):
        return True
    return _INTENT.search(text) is not None and DENIED.search(text) is None


def claim(text: str) -> str | None:
    """The claim a sentence makes, in its own words; None where it makes none that stands alone."""
    if _FRAGMENT.match(text) or reports_belief(text) or announces(text):
        return None
    stated = _without_aside(_without_lead_in(text))
    korean = is_korean(stated)
    if not korean and len(text.split()) < _FEWEST_WORDS:
        return None
    if not _has_size(stated, korean=korean):
        return None
    if _personal(stated) or _ATTRIBUTION_LEFT.search(stated):
        return None
    if _METHOD.search(stated) or _ASIDE.search(stated):
        return None
    leans = (_DANGLING_KO,) if korean else (_DANGLING, _DANGLING_PLACE, _BARE_NOUN)
    if any(rule.match(stated) for rule in leans):
        return None
    if korean and _TOPIC_KO.search(stated) is None:
        return None
    return stated[:1].upper() + stated[1:]


def _without_aside(text: str) -> str:
    """The sentence up to a further clause that speaks of or to somebody, or tells what somebody hopes."""
    hope = _HOPE.search(text)
    if hope is not None:
        return f"{text[: hope.start()]}."
    if not _personal(text):
        return text
    turn = next((cut for cut in _FURTHER.finditer(text) if not _personal(text[: cut.start()])), None)
    return text if turn is None else f"{text[: turn.start()]}."


def _personal(text: str) -> bool:
    if _FIRST_PERSON.search(text) is not None or _ADVICE.search(text) is not None:
        return True
    return _YOU.search(text) is not None and not _tells_of_anybody(text)


def _tells_of_anybody(text: str) -> bool:
    """A condition put to "you" and what then happens; "if it hurts, drink water" tells what to do."""
    return _ANYBODY.match(text) is not None and _HAPPENS.search(text) is not None


def _has_size(text: str, *, korean: bool) -> bool:
    if len(text) > LONGEST_CLAIM:
        return False
    if korean:
        return sum("가" <= letter <= "힣" for letter in text) >= _FEWEST_SYLLABLES
    return len(text.split()) >= _FEWEST_LEFT


def _without_lead_in(text: str) -> str:
    """The sentence without the words that only connect or attribute it, as long as there are any."""
    stated = text
    for _ in range(3):
        shorter = _once(stated)
        if shorter == stated:
            break
        stated = shorter
    return stated


def _once(text: str) -> str:
    rest = _CONNECTIVE.sub("", _LABEL.sub("", text, count=1), count=1)
    if rest != text:
        return rest
    for rule in (_SPEECH, _SOURCE, _FOUND_THAT):
        led = rule.match(text)
        if led is None:
            continue
        clause = next(part for name, part in led.groupdict().items() if name.startswith("rest") and part)
        before = text[: text.index(clause)]
        # "No trial has shown that X" must not become X, and "if they found that X" is no finding.
        if not DENIED.search(before) and not _DOUBT.search(before):
            return clause if clause[-1:] in ".!" or is_korean(clause) else f"{clause}."
    return text
