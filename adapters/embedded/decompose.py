"""The parts of a question: those it names itself, then the sides that its wording calls for.

A question of several clauses is split where a clause is a question of its own. What is left to ask is put
together from the question's own key phrases; an English question that begins with a verb ("Does ...",
"Under which conditions does ...") keeps its clause, so that nothing has to be conjugated.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from pathfinder.adapters.embedded.page_topic import is_where
from pathfinder.adapters.embedded.wording import Spoken, capital, speechless, spoken, with_josa
from pathfinder.adapters.language.encoder import Encoder
from pathfinder.adapters.language.terms import phrases, terms
from pathfinder.protocols.calls import Unable
from pathfinder.protocols.questions import Decompose, Decomposition, SubQuestionDraft

FEWEST, MOST = 3, 5
NEAR_DUPLICATE = 0.97
"""Parts this alike ask the same. High: parts share their key phrases, and differ in what they ask of them."""
_LONGEST = 500

Aspect = Literal["amount", "conditions", "against", "risks", "cost", "comparison", "causes"]

_PRIORITY: Final[dict[Aspect, int]] = {
    "amount": 2, "conditions": 2, "against": 2, "causes": 2, "risks": 3, "cost": 3, "comparison": 3,
}  # fmt: skip
_DEPENDENT: Final[frozenset[Aspect]] = frozenset({"conditions", "against", "comparison"})
"""Aspects that can only be asked of an answer: they wait for the first part."""

_CALLED_FOR: Final[tuple[tuple[Aspect, re.Pattern[str]], ...]] = (
    (
        "comparison",
        re.compile(
            r"\b(?:better|worse|best|versus|vs|than|compared?|rather|instead|or)\b"
            r"|보다|비교|대비|대신|더 (?:나은|좋은|낫)|아니면|혹은|또는",
            re.IGNORECASE,
        ),
    ),
    (
        "causes",
        re.compile(r"\b(?:why|causes?|reasons?|explains?|because)\b|왜|원인|이유|까닭|때문", re.IGNORECASE),
    ),
    (
        "cost",
        re.compile(
            r"\b(?:should|worth|costs?|price|pay|afford\w*|invest\w*|introduce|adopt|build|buy|switch)\b"
            r"|비용|가격|도입|예산|투자|해야|할 만|가치|경제성",
            re.IGNORECASE,
        ),
    ),
    (
        "risks",
        re.compile(
            r"\b(?:should|safe\w*|risks?|danger\w*|harm\w*|worth|recommend\w*|side effects?|healthy)\b"
            r"|안전|위험|부작용|해로|해롭|유해|도입|추천|권장|해야|단점|괜찮",
            re.IGNORECASE,
        ),
    ),
    (
        "amount",
        re.compile(
            r"^(?:do|does|did|is|are|was|were|can|could|will|would|has|have)\b"
            r"|\b(?:effects?|impacts?|affects?|improves?|reduces?|increases?|raises?|lowers?|helps?|works?)\b"
            r"|효과|영향|늘|줄|높|낮|개선|향상|감소|증가|도움",
            re.IGNORECASE,
        ),
    ),
)
"""Which aspects the words of a question ask for; conditions and the other side are always asked."""

_NAMED: Final[dict[Aspect, re.Pattern[str]]] = {
    "cost": re.compile(r"\b(?:costs?|price)\b|비용|가격", re.IGNORECASE),
    "risks": re.compile(r"\b(?:risks?|drawbacks?|disadvantages?)\b|위험|단점", re.IGNORECASE),
}
"""Aspects that a clause of the question may ask for itself."""

_WH: Final = r"(?:what|which|who|whom|whose|when|where|why|how)"
_AUX: Final = r"(?:do|does|did|is|are|was|were|can|could|should|will|would|has|have|had|may|might|must)"
_ENGLISH_SPLIT: Final = re.compile(
    rf"(?:\s*[,;]\s*(?:and|or|but)?\s+|\s+(?:and|but)\s+)(?=(?:{_WH}|{_AUX})\b)", re.IGNORECASE
)
_KOREAN_SPLIT: Final = re.compile(
    r"(?<=[가까나요지며])\s*[,;]\s*(?:그리고|또한|또|및)?\s*|(?<=는지|은지|인지|을지|할지|될지)\s+(?:그리고|또한|또)\s+"
)
_KOREAN_ASKING: Final = re.compile(r"(?:가|까|나|나요|은지|는지|인지|을지|될지|할지|일지|주며|하며|되며)$")
_ENGLISH_LIST: Final = re.compile(
    r"^what\s+(?:is|are)\s+(?:the|their|its|his|her)\s+(?P<items>[^?]+?)(?:\s+of\s+(?P<of>[^,?]+))?$",
    re.IGNORECASE,
)
_KOREAN_LIST: Final = re.compile(
    r"^(?:그\s|그것의\s)?(?:(?P<of>\S+(?:\s\S+)?)의\s)?(?P<items>[^?]+?)(?:은|는)\s*"
    r"(?:무엇인가|무엇인지|무엇이며|뭔가|뭔지)$"
)
_ASKED: Final = re.compile(r"[^?？]+[?？]")
_INVERTED: Final = re.compile(rf"^(?:(?:{_WH})\s+)?(?P<clause>{_AUX}\s+.+)$", re.IGNORECASE)
_YES_NO: Final = re.compile(rf"^{_AUX}\s", re.IGNORECASE)
_NOUN_PHRASE: Final = re.compile(r"^(?:what|which)\s+(?P<be>is|are|was|were)\s+(?P<noun>.+)$", re.IGNORECASE)
_DECIDES: Final = re.compile(r"^(?:should|must|may|can|could|would)\b", re.IGNORECASE)
_QUESTION_VERBS_WORDS: Final = (
    "introduce adopt build buy ban allow use switch install invest keep harm hurt die live make take "
    "drink eat matter happen get go save spend damage kill spread suffer benefit replace survive"
)
_QUESTION_VERBS: Final = frozenset(_QUESTION_VERBS_WORDS.split())
"""Verbs of everyday questions; between a verb and its object no little word marks the border."""
_NO_TOPIC_WORDS: Final = (
    "effect effects impact impacts influence role evidence difference way ways question benefit benefits "
    "risk risks cost costs drawback drawbacks advantage advantages disadvantage disadvantages pros cons "
    "영향 효과 관계 차이 방법 문제 도움 장점 단점 이점 위험 비용 가격 문제점 "
    "무엇인가"
)
_NO_TOPIC: Final = frozenset(_NO_TOPIC_WORDS.split())
"""Nouns that say how something is asked about, not what it is."""
_REQUEST: Final = re.compile(r"(?<=지)(?:를|가|도)?\s*(?:알고 싶|궁금|알려|조사|찾아|살펴)\S*(?:\s\S+)?$")
_BACKWARD: Final = re.compile(
    r"\b(?:it|they|them|its|their|this|these)\b|그것|이것|그 |이를|이는", re.IGNORECASE
)


class _Part(NamedTuple):
    text: str
    priority: int
    needs_first: bool


def answer(ask: Decompose, encoder: Encoder) -> Decomposition | Unable:
    """3 to 5 parts of the question in its own language; the first is what has to be answered first."""
    language = spoken(ask.language)
    question = " ".join(ask.question.split())
    if language is None:
        return speechless(ask.language)
    if not terms(question):
        return Unable(reason="the question has no word to search for")
    clauses = question_parts(question, language)[:MOST]
    parts = _distinct(_all_parts(question, clauses, language), encoder)
    return Decomposition(
        sub_questions=tuple(
            SubQuestionDraft(
                text=part.text[:300],
                kind="",
                done_when="",
                priority=part.priority,
                depends_on=(1,) if part.needs_first and place > 1 else (),
            )
            for place, part in enumerate(parts, start=1)
        )
    )


def question_parts(question: str, language: Spoken) -> list[str]:
    """The questions inside a question, without their question marks, in order."""
    clauses = _clauses(question, language)
    topic = _topic(clauses[0]) or _topic(question)
    parts = [clauses[0]] if len(clauses) > 1 else _listed(clauses[0], topic, language, question)
    for clause in clauses[1:]:
        parts += _listed(clause, topic, language, question)
    return list(dict.fromkeys(parts))


def _all_parts(question: str, clauses: Sequence[str], language: Spoken) -> Iterator[_Part]:
    """The clauses that are questions of their own, then the aspects, the most called for first."""
    topic = _topic(clauses[0]) or _topic(question)
    called = topic if language == "ko" else tuple(_named_as(thing, question) for thing in topic)
    for place, clause in enumerate(clauses):
        alone = _standing_alone(clause, called, language, first=place == 0)
        yield _Part(alone, min(1 + place, 3), False)
    whole = clauses[0]
    for aspect in _aspects(question):
        if aspect in _NAMED and any(_NAMED[aspect].search(clause) for clause in clauses):
            continue
        text = _korean(aspect, topic) if language == "ko" else _english(aspect, whole, called)
        yield _Part(text, _PRIORITY[aspect], aspect in _DEPENDENT)


def _distinct(parts: Iterator[_Part], encoder: Encoder) -> list[_Part]:
    """The first few that ask different things."""
    kept: list[_Part] = []
    for part in parts:
        if all(encoder.similarity(part.text, other.text) < NEAR_DUPLICATE for other in kept):
            kept.append(part)
        if len(kept) == MOST:
            break
    return kept


def _clauses(question: str, language: Spoken) -> list[str]:
    """What the question asks, question by question; a question that holds only one is one clause."""
    asked = [" ".join(found.split()) for found in _ASKED.findall(question)] or [question]
    found: list[str] = []
    for one in asked:
        # A statement before the question sets the scene and is not asked.
        sentence = re.split(r"(?<=[.!])\s+", one)[-1]
        bare = _REQUEST.sub("", sentence.rstrip("?？. "))
        pattern = _ENGLISH_SPLIT if language == "en" else _KOREAN_SPLIT
        pieces = [piece.strip() for piece in pattern.split(bare) if piece and len(terms(piece)) >= 1]
        if language == "ko" and not all(_KOREAN_ASKING.search(piece) for piece in pieces[:-1]):
            pieces = [bare]
        found += pieces or [bare]
    return list(dict.fromkeys(piece[:_LONGEST] for piece in found))


def _named_as(thing: str, question: str) -> str:
    """A thing with the article that the question gives it: a river-bus is "the free river-bus"."""
    found = re.search(rf"\b(?:the|an?) {re.escape(thing)}(?![\w-])", question, re.IGNORECASE)
    return f"the {thing}" if found else thing


def _listed(clause: str, topic: Sequence[str], language: Spoken, whole: str) -> list[str]:
    """A clause that asks for several things at once ("what are its costs and risks"), one by one."""
    pattern = _ENGLISH_LIST if language == "en" else _KOREAN_LIST
    found = pattern.match(clause)
    if found is None or not (found["of"] or topic):
        return [clause]
    joint = r",\s*(?:and\s+)?|\s+and\s+" if language == "en" else r",\s*|(?<=[가-힣])[과와]\s+|\s+및\s+"
    items = [item.strip() for item in re.split(joint, found["items"]) if item.strip()]
    if len(items) < 2 or any(len(terms(item)) not in (1, 2) for item in items):
        return [clause]
    if language == "ko":
        return [f"{found['of'] or topic[0]}의 {with_josa(item, '은/는')} 무엇인가" for item in items]
    of = found["of"] or _named_as(topic[0], whole)
    return [f"what {'are' if item.endswith('s') else 'is'} the {item} of {of}" for item in items]


def _standing_alone(clause: str, topic: Sequence[str], language: Spoken, *, first: bool) -> str:
    """A clause as a question of its own; one that points back names what it is about."""
    if language == "ko":
        direct = re.sub(r"(?<=[주하되])며$", "는가", re.sub(r"(?<=[는은인])지$", "가", clause))
        points_back = not first and topic and (_BACKWARD.search(direct) or topic[0] not in direct)
        return (f"{topic[0]}: {direct}?" if points_back else f"{direct}?") if _asks(direct) else direct
    points_back = not first and topic and (_BACKWARD.search(clause) or len(terms(clause)) < 2)
    told = f"On {topic[0]}: {clause}" if points_back else capital(clause)
    return f"{told}?" if _asks(clause) else told


def _asks(clause: str) -> bool:
    english = re.match(rf"(?:{_WH}|{_AUX})\b", clause, re.IGNORECASE)
    return english is not None or re.search(r"(?:가|까|나|니|냐|지|죠|요)$", clause) is not None


def _topic(text: str) -> tuple[str, ...]:
    """What a question is about: its key phrases as they come, without the verbs that stuck to them."""
    found = sorted(
        phrases(text, most=5),
        key=lambda phrase: (not _is_topic(text, phrase), is_where(text, phrase), text.find(phrase)),
    )
    bare = (_without_verb(phrase) for phrase in found if not _adnominal(text, phrase))
    named = [phrase for phrase in dict.fromkeys(bare) if terms(phrase) and phrase.lower() not in _NO_TOPIC]
    of = re.search(r"\bof\s+([^,?]+)$", text)
    if not named and of is not None:
        return (of[1].strip(),)
    # "Should the city introduce X": what is decided on comes last, who decides comes first.
    return tuple(reversed(named)) if _DECIDES.search(text) else tuple(named)


def _without_verb(phrase: str) -> str:
    """ "introduce night trams" names night trams."""
    words = phrase.split(" ")
    while len(words) > 1 and words[0].lower() in _QUESTION_VERBS:
        words = words[1:]
    for place, word in enumerate(words):
        if place and word.lower() in _QUESTION_VERBS:
            return " ".join(words[:place])
    return "" if words[0].lower() in _QUESTION_VERBS else " ".join(words)


def _is_topic(text: str, phrase: str) -> bool:
    """A Korean question marks what it is about: 카페인은, 재택근무가."""
    return re.search(rf"{re.escape(phrase)}[은는이가](?:\s|$)", text) is not None


def _adnominal(text: str, phrase: str) -> bool:
    """A Korean verb before the topic it belongs to (마시는 카페인은) looks like a topic of its own."""
    return re.search(rf"{re.escape(phrase)}는\s+\S+[은는](?:\s|$)", text) is not None


def _aspects(question: str) -> list[Aspect]:
    """What else to ask: what the wording calls for, and always when it holds and who says otherwise."""
    wanted = [aspect for aspect, words in _CALLED_FOR if words.search(question)]
    named: list[Aspect] = [aspect for aspect in wanted if aspect in ("comparison", "causes")]
    rest: list[Aspect] = [aspect for aspect in wanted if aspect not in named]
    return [*dict.fromkeys((*named, "conditions", "against", *rest, "amount", "risks", "cost"))]


def _english(aspect: Aspect, clause: str, topic: Sequence[str]) -> str:
    """An aspect in English, around the question's clause where that stays grammatical, else its phrases."""
    pair = " and ".join(topic[:2]) or "this"
    first = topic[0] if topic else "this"
    inverted, noun = _INVERTED.match(clause), _NOUN_PHRASE.match(clause)
    match aspect:
        case "amount":
            if noun is None and inverted is not None:
                return f"To what extent {_small(inverted['clause'])}?"
            return f"How large are the effects that were measured for {pair}?"
        case "conditions":
            if noun is not None:
                does = "does" if noun["be"].lower() in ("is", "was") else "do"
                return f"On which conditions {does} {noun['noun']} depend?"
            if inverted is not None:
                return f"Under which conditions {_small(inverted['clause'])}?"
            return f"On which conditions does the answer depend for {pair}?"
        case "against":
            if inverted is not None:
                return f"Who says otherwise, and on what evidence: {_small(clause)}?"
            return f"Who says otherwise about {pair}, and on what evidence?"
        case "causes":
            return f"Which other causes could explain what is seen of {pair}?"
        case "risks":
            return f"What are the risks and drawbacks of {first}?"
        case "cost":
            return f"What are the costs of {first}, and who bears them?"
        case "comparison":
            return f"What are the alternatives to {first}, and how do they compare?"


def _korean(aspect: Aspect, topic: Sequence[str]) -> str:
    first = topic[0] if topic else "이 문제"
    pair = f"{with_josa(first, '과/와')} {topic[1]}" if len(topic) > 1 else first
    match aspect:
        case "amount":
            return f"{pair}에 대해 실제로 측정된 차이는 얼마나 되는가?"
        case "conditions":
            return f"{pair}에 대한 답은 어떤 조건에서 달라지는가?"
        case "against":
            return f"{pair}에 대해 다르게 말하는 곳은 어디이고, 그 근거는 무엇인가?"
        case "causes":
            return f"{pair}에서 보이는 결과를 달리 설명하는 원인은 무엇인가?"
        case "risks":
            return f"{first}의 위험과 단점은 무엇인가?"
        case "cost":
            return f"{first}의 비용은 얼마이고 누가 부담하는가?"
        case "comparison":
            return f"{with_josa(first, '을/를')} 대신할 방법은 무엇이고, 비교하면 어떤가?"


def _small(clause: str) -> str:
    return clause[:1].lower() + clause[1:]
