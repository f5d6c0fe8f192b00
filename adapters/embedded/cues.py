"""Word tables of the stance cues, in English and Korean; `marks` and `stance` read them.

An entry is a piece of a regular expression. English pieces stand for whole words, Korean ones for the
beginning of an inflected word.
"""

import re
from typing import Final, Literal

from pathfinder.adapters.language.terms import terms

# "More" and "less" move something where they follow an amount: "13% less", "27 minutes more".
_AFTER_AMOUNT: Final = r"(?:(?<=%\s)|(?<=cent\s)|(?<=minutes\s)|(?<=hours\s)|(?<=days\s)|(?<=points\s))"


def _english(words: str) -> str:
    pieces = "|".join(words.split()).replace("{AFTER}", _AFTER_AMOUNT)
    return rf"\b(?:{pieces})\b"


def _korean(words: str) -> str:
    return "(?:" + "|".join(words.split()) + ")"


# ---- directions: the words of a class mean the same in both languages ----

UP: Final = re.compile(
    _english(
        r"""
        more\s+(?:often|likely|frequent|frequently) {AFTER}more increas(?:e|es|ed|ing) rises? rose risen
        rising rais(?:e|es|ed|ing) elevat(?:e|es|ed|ing|ion) higher
        greater grows? grew grown boost(?:s|ed|ing)? enhanc(?:e|es|ed|ing|ement) promot(?:e|es|ed|ing|ion)
        up-?regulat(?:e|es|ed|ing|ion) stimulat(?:e|es|ed|ing|ion) accelerat(?:e|es|ed|ing|ion)
        amplif(?:y|ies|ied|ying) strengthen(?:s|ed|ing)? augment(?:s|ed|ing)? doubl(?:es|ed) tripl(?:es|ed)
        climb(?:s|ed|ing)? surg(?:es|ed|ing) soar(?:s|ed|ing)? longer faster larger prolongs?
        lengthen(?:s|ed|ing)? warmer thicker heavier speeds sped hastens hastened
        attract(?:s|ed|ing)? spread(?:s|ing)? invites? gain(?:ed|ing) jump(?:s|ed|ing)? leap(?:s|t|ed)?
        swell(?:s|ed)? swollen mount(?:s|ed) spik(?:es|ed)
        balloon(?:s|ed) multipl(?:y|ies|ied) extend(?:s|ed|ing)? quadrupl(?:es|ed) expand(?:s|ed|ing)?
        (?:go|goes|went|gone|going)\s+up likelier intensif(?:y|ies|ied)
        times\s+(?:as\s+(?:likely|often|many|much|frequent)|more(?:\s+(?:often|likely|frequently))?|the)
        twice\s+as\s+(?:likely|often|many|much) (?:is|are|was|were)\s+up(?=\s(?:by|from|on|\d))
        (?:bring|brings|brought|bringing)(?=\s(?:more\s|in\s)?[a-z]+\s(?:in|into|to)\b)
        """
    )
    + "|"
    + _korean(
        r"""
        증가 상승 늘어(?![서섰선놓]) 늘었 늘린 늘리 늘려 늘렸 늘고 높아 높였 높인 높이(?=[는며고지]) 높여
        높다 높은 높았
        향상 강화 촉진 확대 급증 급등 커지 커졌 커진 (?<!에\s)오르 올랐 (?<!에\s)오른 올라(?![가갔온왔])
        올리 올린 올렸 치솟 빨라 길어
        두꺼워 성장했 성장한 증대 불어났 불어나 많아[지졌진] 뛰었 뛴 급상승 더\s?많[았은다] 잦아[지졌진] 연장
        """
    )
)
DOWN: Final = re.compile(
    _english(
        r"""
        less\s+(?:often|likely|frequent|frequently) {AFTER}less decreas(?:e|es|ed|ing)
        reduc(?:e|es|ed|ing|tion|tions) lower(?:s|ed|ing)? declin(?:e|es|ed|ing)
        falls (?<!in\s)(?<!the\s)fall fell fallen falling drop(?:s|ped|ping)? diminish(?:es|ed|ing)? fewer
        shrinks? shrank shrunk weaken(?:s|ed|ing)? suppress(?:es|ed|ing|ion)? inhibit(?:s|ed|ing|ion)?
        down-?regulat(?:e|es|ed|ing|ion) attenuat(?:e|es|ed|ing|ion) prevent(?:s|ed|ing|ion)?
        slow(?:s|ed|ing)? slower block(?:s|ed|ing)? abolish(?:es|ed)? deplet(?:e|es|ed|ing)
        mitigat(?:e|es|ed|ing|ion) alleviat(?:e|es|ed|ing) ameliorat(?:e|es|ed|ing) shorter smaller
        halv(?:e|es|ed|ing) cuts? eliminat(?:e|es|ed|ing) shorten(?:s|ed|ing)? curb(?:s|ed)?
        protect(?:s|ed|ing|ive|ion)? abrogat(?:e|es|ed) lessen(?:s|ed|ing)? thinner colder lighter
        cur(?:e|es|ed|ing) stops halt(?:s|ed|ing)? deter(?:s|red|ring)? repel(?:s|led|ling)? spar(?:es|ed)
        tumbl(?:e|es|ed|ing) plung(?:e|es|ed|ing) plummet(?:s|ed|ing)? slump(?:s|ed)?
        sink(?:s|ing)? sank sunk slip(?:s|ped|ping) slid(?:e|es|ing)? dip(?:s|ped) dwindl(?:e|es|ed|ing)
        vanish(?:es|ed)? disappear(?:s|ed)? shed(?:s|ding)? los(?:e|es|ing) lost avert(?:s|ed) avoided
        reliev(?:e|es|ed|ing) ward(?:s|ed)?\s+off eras(?:es|ed) dampen(?:s|ed) trim(?:s|med)
        wip(?:es|ed)\s+out
        (?:go|goes|went|gone|going|come|comes|came)\s+down (?:is|are|was|were)\s+down(?=\s(?:by|from|on|\d))
        half\s+as\s+(?:likely|often|many|much) kill(?:s|ed|ing) destroy(?:s|ed|ing)? ruin(?:s|ed|ing)?
        """
    )
    + "|"
    + _korean(
        r"""
        감소 하락 줄어 줄었 줄인 줄이(?=[가-힣]) 줄여 줄였 줄고 줄(?=지) 낮아 낮추 낮춘 낮췄 낮춰 낮다 낮은
        낮았 낮출
        낮춤 저하 약화 억제 축소 급감 급락 떨어(?!져\s?있|진\s(?:곳|데|가게|집|동네|지역|거리|마을|자리))
        내려(?![오온왔앉다받]) 내린 내렸 예방 방지 막아 막는 막았 완화 차단(?!기) 느려 짧아
        얇아 작아 단축 둔화 적었 적다 적어 날아[가갔] 사라[지졌진] 잃[었은어] 급락 반토막 반\s토막
        죽이[고는] 감퇴 경감
        덜어 덜\s?(?=[걸아흘먹]) 짧았 깎
        """
    )
)
# Better and worse of a thing. With a thing of which more is worse they turn round: fewer symptoms are an
# improvement.
IMPROVES: Final = re.compile(
    _english(r"improv(?:e|es|ed|ing|ement|ements) better") + "|" + _korean("개선 나아[지졌진] 좋아[지졌진]")
)
WORSENS: Final = re.compile(
    _english(
        r"""
        worsen(?:s|ed|ing)? worse impair(?:s|ed|ing|ment)? deteriorat(?:e|es|ed|ing|ion)
        aggravat(?:e|es|ed|ing) exacerbat(?:e|es|ed|ing|ion) degrad(?:es|ed) hinder(?:s|ed)?
        undermin(?:e|es|ed|ing)
        """
    )
    + "|"
    + _korean("악화 나빠 손상 해친 해치 해쳐 훼손 저해")
)
WORKS: Final = re.compile(
    _english(
        r"""
        effective effectively efficacious successful successfully works worked helps helped helpful
        beneficial benefits benefited useful reliable
        """
    )
    + "|"
    + _korean(
        r"""
        효과적 효과가(?=\s?(?:있|크|컸|뚜렷|나타|좋)) 효과를(?=\s?(?:보였|보인|냈|거뒀|나타냈))
        도움이\s?(?:되|된|됐) 유익 이롭 성공 유용
        """
    )
)
FAILS: Final = re.compile(
    _english("ineffective useless fails failed unsuccessful unreliable")
    + "|"
    + _korean("비효과적 실패 쓸모없 소용없")
)
SAFE: Final = re.compile(
    _english("safe safely harmless nontoxic non-toxic")
    + "|"
    + _korean("안전하 안전한 안전했 안전함 무해 해롭지\\s?않")
)
UNSAFE: Final = re.compile(
    _english("unsafe harmful dangerous hazardous toxic harms harmed poisonous")
    + "|"
    + _korean("해롭(?!지) 해로운 해로웠 유해 위험하 위험한 위험했 위험해")
)
# Words that take a thing away: what follows from its absence is the reverse of what follows from it.
LOSS_BEFORE: Final = re.compile(
    _english(
        r"""
        lack(?:s|ed|ing)? loss absence absent without deficiency deplet(?:ion|ing) knock(?:out|down|ing)
        delet(?:ion|ing) ablat(?:ion|ing) inhibit(?:ion|ing) block(?:ade|ing) disrupt(?:ion|ing) silencing
        inactivat(?:ion|ing) suppress(?:ion|ing) withdrawal removal removing down-?regulation
        reduc(?:ed|ing|tion) decreas(?:ed|ing) low lower insufficient impaired diminished antagonists?
        inhibitors?(?=\s+of\b)
        """
    )
)
LOSS_AFTER: Final = re.compile(
    _english(
        r"""
        deficien(?:t|cy) depleted depletion knock-?(?:out|down) deletion null inhibitors? inhibition
        blockers? blockade antagonists? down-?regulation silenced inactivation ablation loss withdrawal
        reduction
        """
    )
    + "|"
    + _korean("결핍 부족 없는 없이 결여 제거 차단 중단 억제제")
)
BAD_THINGS: Final = re.compile(
    _english(
        r"""
        symptoms? pain risks? mortality deaths? diseases? disorders? cancers? tumou?rs? injur(?:y|ies)
        stress inflammation infections? depression anxiety errors? accidents? pollution erosion losses
        damage fatigue drought corrosion toxicity complications? failures? decline deficits? disability
        hypertension obesity
        """
    )
    + "|"
    + _korean(
        r"""
        증상 통증 위험 사망 질환 질병 암 종양 부상 스트레스 염증 감염 우울 불안 오류 사고 오염 침식 손실 피로
        가뭄 부식 독성 합병증
        """
    )
)
ASSOCIATION: Final = re.compile(
    _english(
        r"""
        associat(?:ed|ion|ions|es|e) correlat(?:ed|es|ion|ions|e) linked link related relationship relation
        affects? affect(?:ed|ing) effects? influenc(?:e|es|ed) impacts? impacted caus(?:e|es|ed|ing|al)
        leads? led contribut(?:es|e|ed) predict(?:s|ed|ive|or)? depends? dependent required? requires
        difference differs? differ
        """
    )
    + "|"
    + _korean("관련 연관 상관 영향 유발 일으키 일으킨 초래 원인 기여 차이 의존 관계")
)

# Stems that many different things are named with: sharing one of them alone means little.
GENERAL: Final = frozenset(
    terms(
        """
        risk level rate incidence function activity expression production number amount effect impact
        formation treatment response development cell patient group use outcome concentration frequency
        prevalence quality value size minute hour day week month year quarter half percent cent point 위험
        수준 비율 기능 활동 수 양 영향 치료 반응 발생 발병 환자 집단 사용
        결과 농도 빈도 품질 값 크기 효과
        """
    )
)

ASKING: Final = frozenset(
    terms(
        """
        true truth fact evidence proof claim case answer question way matter reason people experts studies
        research sources 사실 진실 증거 근거 주장 말 이유 연구 사람 전문가
        """
    )
)
"""How a question is asked, not what about."""

# ---- negation and results of nothing ----

NOT_BEFORE: Final = re.compile(
    r"(?:\bnot(?! only)|n['’]t|\bno|\bnever|\bwithout|\bneither|\bnor|\bcannot|\bhardly|\bscarcely|"
    r"\brarely|\bfail(?:s|ed|ing)? to|"
    r"\bfailure to|\bunable to|\bunlikely to|\brather than|\binstead of|"
    r"\bunchanged)\b"
)
# 안 떨어졌다: the short denial stands right before its verb; elsewhere the word may mean "inside".
NOT_JUST_BEFORE: Final = re.compile(r"(?<![가-힣])(?:안|못)\s$")
NOT_AFTER: Final = re.compile(
    r"^[가-힣]{0,4}(?:지\s?(?:는|도|를|가)?\s?(?:않|못)|(?:이|가|은|는|도|을|를)?\s?(?:전혀\s?|거의\s?|"
    r"뚜렷이\s?)?"
    r"(?:없|아니|보이지\s?않|나타나지\s?않|관찰되지\s?않|확인되지\s?않|일어나지\s?않|못)|"
    r"(?:하|되|시키)지\s?(?:는|도)?\s?(?:않|못)|"
    # 비타민이 줄어든 식품은 하나도 없었다
    r"\s[가-힣]{1,6}(?:은|는|이|가|도)\s(?:하나도\s|전혀\s|거의\s|한\s\S{1,3}도\s)?없|"
    r"다는\s(?:\S+\s)?(?:증거|근거|징후|결과|자료|기록)\S*\s(?:\S+\s)?(?:없|발견되지|확인되지|찾지|"
    r"나오지|나타나지|보이지))"
)
NOT_ANYWHERE: Final = re.compile(
    r"\b(?:not|no|never|neither|nor|cannot|without|none|nothing|lacks?|lacking|lacked|absence|absent|"
    r"fails?|failed|unable|"
    r"unaffected|unchanged|independent(?:ly)? of)\b|n['’]t\b|지\s?(?:는|도|를|가)?\s?(?:않|못)|"
    r"없[다는었으이음고지어습]|아니[다라며고]|"
    r"아닌|아닙|무관"
)
# A word that is denied: the next words after "not", the word before 지 않다 or 없다.
DENIED: Final = re.compile(
    r"(?:\b(?:not(?! only)|never|cannot|no)|n['’]t)\s+((?:[\w-]+\s*){1,3})"
    r"|([가-힣]+?)(?:하|되|시키)?지\s?(?:는|도|를|가)?\s?(?:않|못)|([가-힣]+?)(?:이|가|은|는|"
    r"도)?\s?(?:없|아니)"
)
NULL: Final = re.compile(
    r"\bno (?:\w+[ -]){0,3}?(?:difference|effect|effects|impact|influence|association|associations|"
    r"correlation|relationship|"
    r"link|benefit|benefits|improvement|change|changes|increase|decrease|reduction|evidence|advantage|"
    r"role|connection|"
    r"trend|gain|rise|drop|proof|signs?"  # "no sign of wearing off" says that it lasts
    r"(?!s? of (?:wear|fad|wan|abat|weaken|diminish|declin|recover|revers|slow|stop|eas|lett|relent)))\b"
    r"|\b(?:did|does|do|was|were|is|are|has|have|had)(?: not|n['’]t) (?:\w+ ){0,3}?(?:differ|affect|"
    r"influence|associated|"
    r"correlated?|correlate|change|alter|impact|significant|significantly|related|linked|different|"
    r"effective|work|matter|"
    r"improve|reduce|increase|decrease|lower|raise|prevent|cause|lead|help|protect)\b"
    r"|\b(?:unaffected|(?<!\bat )(?<!\ban )unchanged|unrelated|not significant(?:ly)?|non-?significant|"
    r"null results?|no better than|no (?:higher|lower|more|less|worse|greater) than|failed to (?:show|"
    r"find|detect|confirm|"
    r"replicate|reproduce|demonstrate|improve|reduce|increase|prevent|support)|"
    r"without (?:any )?(?:effect|affecting|"
    r"changing|altering)|nothing to do with|makes? no difference|little or no|"
    r"lack of (?:an? )?(?:effect|association|"
    r"evidence|benefit|difference|correlation))\b"
    r"|(?:차이|효과|영향|관련|연관|상관|상관관계|관련성|연관성|관계|변화|개선|이득|증거|근거|도움|증가|"
    r"감소)(?:성|관계)?"
    r"(?:이|가|은|는|도|을|를|조차|되지|하지|된|돼)?\s?(?:전혀\s?|거의\s?|뚜렷한\s?|확인되지\s?|"
    r"발견되지\s?|나타나지\s?|관찰되지\s?|보이지\s?|"
    r"찾지\s?|찾을 수\s?|미치지\s?|주지\s?|있지\s?|있다고 보기\s?)?(?:없|않|못|아니|어렵)"
    r"|무관|유의(?:미)?한? ?(?:차이|변화|효과|상관)[가-힣]{0,3} ?(?:없|않|못|보이지|나타나지)|"
    r"유의하지 않|유의미하지 않|영향을 (?:미치|주|받)지 (?:않|못)"
    r"|효과를 (?:보|내|거두)지 (?:않|못)"
)

# Comparatives that name the thing with the direction: what is safer has fewer accidents.
_INBUILT: Final[tuple[tuple[str, tuple[str, ...], Literal[1, -1]], ...]] = (
    (r"\bsafer\b|안전해[지졌진]", ("accident", "injury"), -1),
    (r"\bhealthier\b|건강해[지졌진]", ("illness",), -1),
    (r"\b(?:quieter|hushed)\b|조용해[지졌진]", ("noise",), -1),
    (r"\b(?:louder|noisier)\b|시끄러워[지졌진]", ("noise",), 1),
    (r"\bcheaper\b|저렴해[지졌진]|싸[지졌]", ("cost",), -1),
    (r"\b(?:dearer|costlier|pricier)\b|비싸[지졌진]", ("cost",), 1),
    (r"\b(?:cleaner)\b|깨끗해[지졌진]", ("pollution",), -1),
    (r"\b(?:dirtier|filthier)\b|더러워[지졌진]", ("pollution",), 1),
    (r"\bhappier\b|행복해[지졌진]", ("mood",), -1),
    (
        r"\b(?:sooner|quicker|quickest|faster|ahead of|(?:minutes?|hours?|days?|weeks?) (?:earlier"
        r"|before))\b|일찍|빨리|빨라[지졌진]|빨랐",
        ("pace",),
        1,
    ),
    (
        r"\b(?:slower|slowest|(?:minutes?|hours?|days?|weeks?) (?:later(?= than)|late)"
        r"|behind schedule)\b|느려[지졌진]|늦어[지졌진]|늦[었습]|느렸|지연",
        ("pace",),
        -1,
    ),
)
INBUILT: Final = tuple((re.compile(words), things, sign) for words, things, sign in _INBUILT)

# That a thing stayed as it was or two things are alike, in the many ways in which this is said.
SAME: Final = re.compile(
    r"\b(?:no|not|n['’]t|hardly|nor (?:was|were|did)|neither (?:was|were"
    r"|did)) (?:\w+ ){0,3}?(?:different(?:ly)?"
    r"|differ(?:ed|s)?"
    r"|distinguishable|excess|changed?|budged?|moved|better|worse|milder|quieter|louder|safer|cheaper"
    r"|faster|slower"
    r"|advantage|disadvantage|harm|loss|trace|pattern"
    r"|sign(?!s? of (?:wear|fad|wan|abat|weaken|diminish|declin|recover|revers|slow|stop|eas|lett"
    r"|relent))|measurable|detectable|correlation|signal"
    r"|correspond\w*)\b"
    r"|\b(?:indistinguishable|unaltered|unmoved|identical|equally (?:often|likely|common|high|low|fast"
    r"|long))\b"
    r"|\b(?:inside|within|due to|explained by|down to|no more than) (?:the (?:limits|bounds"
    r"|margin) of )?(?:chance|error|noise"
    r"|coincidence|random variation)\b"
    r"|\b(?:was|were|is|are|remain(?:s|ed)?|stay(?:s|ed)?|stood|held|kept) (?:\w+ )?(?:the same|flat|level"
    r"|stable|constant|steady"
    r"|alike|equal|where (?:it|they) (?:was|were))\b"
    r"|\bthe same (?:\w+ ){0,4}?(?:as|in both|for both|before and after|over \w+ as|either way|whether"
    r"|with and without)\b"
    r"|\b(?:just|exactly|quite|every bit|about) as (?:\w+) as\b"
    r"|(?<!twice )(?<!half )(?<!times )(?<!third )(?<!quarter )\bas (?:bad|good|often|many|much|high|low"
    r"|noisy|busy|common) as"
    r" (?:before|ever|it (?:ever )?(?:was|did)|they (?:ever )?(?:were|did)|those|people|places|in)\b"
    r"|\b(?:adds?|added|changes?|changed|did|does|explains?|explained|contribut\w+) nothing\b"
    r"|\bmade no odds\b|\bnext to nothing\b|\b(?:achiev|gain|bring|get)(?:s|es|ed)? nothing\b"
    r"|\b(?:stay(?:s|ed)?|remain(?:s|ed)?|are|is|were|was) (?:as|what|where) (?:they|it) (?:are|is|were|was"
    r"|had been)\b"
    r"|\b(?:left|leaves?) (?:[\w'’-]+ ){1,5}(?:where|as|what) (?:they|it) (?:were|was|had been)\b"
    r"|\b(?:finish|end)(?:es|s|ed)? (?:up )?(?:just )?where (?:they|it) (?:had )?(?:started|began|begun)\b"
    r"|\b(?:difference|gap|effect|association|link|advantage|benefit|excess|correlation"
    r"|relationship)s?\b(?:(?!\bnot\b|n['’]t).){0,60}?"
    r"\b(?:disappear|vanish|evaporat|melt|shrink|shrank|fade|went away|goes away|is lost|was lost)\w*\b"
    r"|\bin neither (?:\w+ )?(?:did|was|were|does)\b|\bspared neither\b|\bfailed to (?:turn up|find|show"
    r"|detect|reveal)\b"
    r"|\bneither significant nor\b|\bno better (?:off )?(?:than|with)\b|\bnothing (?:to suggest|to show"
    r"|in it|between them)\b"
    r"|차이[가-힣]{0,2} ?(?:거의 |전혀 |통계적으로 )?(?:없|보이지 않|나타나지 않|나지 않|발견되지 않"
    r"|관찰되지 않|확인되지 않)"
    r"|다르지 않|다를 (?:바|게|것이) 없|다름없|(?:사실상|거의|정확히|완전히) (?:같|똑같|동일)"
    r"|똑같[다았은아이]|매한가지|마찬가지였"
    r"|그대로[였예이거다입]|제자리[였이걸에다]|변함(?:이)? ?없|변화(?:가|는|도)? ?(?:거의 |전혀 )?없"
    r"|달라지지 않|바뀌지 않"
    r"|(?:늘|줄|오르|내리|높아지|낮아지|나아지|나빠지|빨라지|늘어나|줄어들)지(?:는|도)? ?(?:않|못)"
    r"|더 [가-힣]+(?:진|한|은) (?:게|것이|것은|점이) 없"
    r"|비슷(?:했|한 (?:수준|결과))|우연(?:의|으로|에)"
)
# A statement that is named in order to be taken back: "the claim that X is not supported by the data".
NAMED_CLAIM: Final = re.compile(
    r"\b(?:claims?|idea|notion|belief|conclusion|statements?|assertions?|assumptions?|suggestion|theory|view|myth|rumou?r"
    r"|story|hypothesis"
    r"|impression|finding|contrary to|no (?:\w+ )?(?:evidence|proof|sign|indication|reason to (?:think"
    r"|believe))|(?:nothing|none)(?: (?:in|of|about) [^,;.]{2,40}?)? (?:shows?|showed|suggests?"
    r"|suggested|indicates?"
    r"|indicated|proves?|proved))"
    r"(?: that|,? according to which) (?P<said>.{12,}?)(?=\b(?:is|are|was|were|has|have|had|does|did|do"
    r"|cannot|can|could|should|must"
    r"|rests?|rested|finds?|found|turns?|turned|proved?|remains?|fails?|failed"
    r"|lacks?)\b (?:\w+ ){0,3}?(?:not|no|never|n['’]t|false"
    r"|wrong|untrue|mistaken|unfounded|refuted|disproved|contradicted|unsupported|a myth|withdrawn"
    r"|retracted|baseless|up|without"
    r"|support|incorrect|rejected|on)\b|$)",
    re.IGNORECASE,
)
NAMED_CLAIM_KO: Final = re.compile(
    r"(?P<said>[^,.\"“”]{8,}?)(?:다|라)(?:는|던) (?:주장|통념|속설|믿음|소문|이야기|얘기|말|결론|설"
    r"|증거|근거|견해)[가-힣]{0,3} (?P<after>.+)"
)
TAKEN_BACK: Final = re.compile(
    r"\b(?:not|no|never|nothing|none|cannot|without|false|wrong|untrue|mistaken|unfounded|refuted|disproved"
    r"|contradicted|unsupported|myth"
    r"|withdrawn|retracted|baseless|incorrect|rejected|contrary|fails?|failed|lacks?|debunked|discredited"
    r"|rumou?r)\b|n['’]t\b"
    r"|않|없|아니|틀렸|틀린|거짓|잘못|사실과 다|반박|철회|취소|무근|오해|부정",
    re.IGNORECASE,
)

# ---- refutation, hearsay, and what is left open ----

_UNHELD: Final = (
    r"\b(?:not|no longer|hardly) (?:\w+ )?be (?:maintained|upheld|sustained|concluded|inferred|claimed|said"
    r"|shown) that\b|(?:다|라)고 (?:볼|할|말할|결론\s?내릴|주장할) 수(?:는|가)? ?없"
)
UNHELD: Final = re.compile(_UNHELD)
"""What follows it (in Korean, what goes before) is told in order to say that it does not follow."""
REFUTES: Final = re.compile(
    r"\b(?:disprov(?:e|es|ed|en)|refut(?:e|es|ed)|debunk(?:s|ed)?|myth|misconception|untrue|is false|"
    r"are false|was false|"
    r"is wrong|was wrong|are wrong|is incorrect|was incorrect|contradicts?|contradicted|contrary to|"
    r"overturn(?:s|ed)|"
    r"discredited|disput(?:e|es|ed)|reject(?:s|ed) the|no truth|not true|unfounded|"
    r"no (?:scientific |good )?basis|without (?:any )?foundation|fabricated|hoax|argues? against|"
    r"evidence against|"
    r"cast(?:s)? doubt|inconsistent with|does not support|do not support|did not support|"
    r"could not be (?:confirmed|reproduced|replicated)|not supported by|"
    rf"conclusions? (?:of [^,.;]{{1,40}} )?(?:is|are|was|were) (?:hereby )?withdrawn)\b|{_UNHELD}"
    r"|사실이\s?아니|사실과\s?다르|사실무근|거짓|틀렸|틀린|잘못된|잘못\s?알려|오해[이였다는]|낭설|"
    r"근거(?:가|는)?\s?없|반박|부정했|부인했|"
    r"뒤집|반증|맞지\s?않|상반되|배치되|지지하지\s?않|뒷받침하지\s?않|뒷받침되지\s?않|허위|조작된|"
    r"재현되지\s?않|재현하지\s?못|결론을 철회"
)
HEARSAY: Final = re.compile(
    r"\b(?:(?:is|are|was|were|been) (?:widely |often |commonly |generally |popularly )?(?:believed|said|"
    r"thought|rumou?red|"
    r"assumed|alleged|supposed|claimed)|popular belief|common(?:ly held)? belief|"
    r"many (?:people )?(?:believe|think|say|"
    r"claim)|people (?:often )?(?:believe|think|say|claim)|some (?:people )?(?:believe|think|say|claim|"
    r"argue)|"
    r"rumou?rs?|reportedly|allegedly|supposedly|old wives|it is said|the (?:popular |common )?(?:claim|"
    r"idea|notion|"
    r"belief|view|story|rumou?r|myth) that|the claim|critics (?:say|claim|argue)|proponents (?:say|"
    r"claim|argue)|"
    r"i (?:heard|think|believe|guess)|we (?:all )?(?:heard|believe)|everyone (?:knows|says))\b"
    r"|소문|속설|카더라|라고들|다고들|고들 (?:한|하|말|믿)|라고 (?:믿|주장)|다고 (?:믿|주장)|(?:흔히|"
    r"널리|대개|보통) [^,.]{0,40}(?:알려져|알려진|여겨|믿)|"
    r"(?:다|라)는 (?:주장|이야기|얘기|말|믿음|통념|인식|설)|통념"
    # What somebody has from somebody else, who is not named: 줄었다고 한다, 그렇다고 하더라고요.
    r"|(?:다|라)고(?:들)? (?:한다|합니다|해요|하네요|하더[라군]|하던데|들었|하니)|(?:다|라)더[라니군]"
    r"|[가-힣](?:대요|래요)[.!]*$"
)
OPEN: Final = re.compile(
    r"\b(?:(?:is|are|was|were|remains?|remained|still) (?:still |largely |currently |yet )?(?:unclear|"
    r"unknown|uncertain|"
    r"controversial|debated|disputed|an open question|poorly understood|to be (?:determined|seen|"
    r"established|shown))|"
    r"whether|not (?:yet )?(?:clear|known|established)|unclear (?:whether|if|how)|"
    r"we (?:hypothesi[sz]ed?|aimed?|sought|"
    r"investigated|examined|asked|tested|studied|wanted|assess(?:ed)?|"
    r"evaluated?)\b(?! .{0,80}\b(?:found|showed))|"
    r"(?:aim|objective|purpose|goal) (?:of|was|is)|in order to (?:determine|assess|examine|test)|"
    r"^(?:objectives?|aims?|purpose|background)\b:?|^to (?:determine|assess|examine|investigate|"
    r"evaluate|test|study|"
    r"compare|identify|explore)\b|hypothesis that|more research is needed|further (?:research|"
    r"studies) (?:is|are) needed|"
    r"should be (?:studied|investigated))\b"
    r"|불분명|불확실|불명확|명확하지\s?않|분명하지\s?않|알려지지\s?않|알 수 없|알려진 바\s?(?:가\s?)?없|"
    r"여부|인지(?:는|를|에| )|는지(?:는|를|에| )|ㄹ지(?:는)?|"
    r"을지(?:는|도)? |논란|논쟁|추가 연구가 필요|밝혀지지\s?않|조사하(?:고자|기 위)|알아보(?:고자|"
    r"기 위)|확인하(?:고자|기 위)|가설을 세"
)
QUESTION: Final = re.compile(
    r"\?\s*[\"'”’)]*\s*$|(?:일까|할까|될까|는가|인가|을까|나요|까요|습니까|ㅂ니까)[.?]?\s*$"
)
# A turn after which the sentence says its own mind, and the lesser edges between clauses.
TURN: Final = re.compile(
    r"[;—]|\b(?:but|however|although|though|whereas|while|yet|despite|in spite of|nevertheless|in fact|"
    r"actually)\b|"
    r"지만|(?:으나|했으나|(?<!\d)이나)(?=[\s,])|(?<=[가-힣])나,|반면|그러나|하지만|는데(?=[\s,])"
)
EDGE: Final = re.compile(r"[,:](?=\s)|(?<=[가-힣][고며서])(?=\s)")
COMPARED: Final = re.compile(r"\b(?:than|versus|vs|compared|relative to)\b|보다|비해|대비")
