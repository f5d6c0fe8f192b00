"""The frames of a thesis's sentences, in English and Korean. What stands in them is quoted."""

from typing import Final, NamedTuple

from pathfinder.adapters.embedded.wording import Spoken
from pathfinder.protocols.graph import SourceType
from pathfinder.protocols.rules.languages import Language


class Frames(NamedTuple):
    """`{0}` and `{1}` are quotes, `{who}` all places, `{who1}` and `{who2}` the places of each quote."""

    answer: str
    answer_more: str
    answer_pair: str
    answer_likely: str
    answer_refused: str
    says: str
    insight: str
    refused: str
    refused_title: str
    also: str
    other: str
    others: str
    alone: str
    against: str
    told_anyway: str
    condition: str
    one_voice: str
    weak: str


FRAMES: Final[dict[Spoken, Frames]] = {
    "en": Frames(
        answer="As far as the sources show: “{0}” ({who1}).",
        answer_more="Beyond that: “{0}” ({who1}).",
        answer_pair="It depends on the conditions: “{0}” ({who1}), but “{1}” ({who2}).",
        answer_likely="Likely, though not beyond doubt: “{0}” ({who1}).",
        answer_refused="The claim “{0}” does not hold up; {who1} says: “{1}”.",
        says="{who1} says: “{0}”.",
        insight="This is an idea of this research, and {who1} fits it: “{0}”.",
        refused="This does not hold up; {who1} says otherwise: “{0}”.",
        refused_title="Not borne out: {0}",
        also="In other words: “{0}” ({who1}).",
        other="Independently of it, {who} points the same way.",
        others="Independently of it, {who} point the same way.",
        alone="No other independent source in this research says so.",
        against="Against it stands {who1}: “{0}”.",
        told_anyway="It is told all the same, for one by {who1}: “{0}”.",
        condition="“{0}” is said under a condition: “{1}”.",
        one_voice="“{0}” rests on a single independent voice, {who1}.",
        weak="“{0}” rests on blogs, forums and pages of unknown kind only.",
    ),
    "ko": Frames(
        answer="출처가 보여 주는 바로는 “{0}” ({who1}).",
        answer_more="그 밖에 “{0}” ({who1}).",
        answer_pair="조건에 따라 다르다: “{0}” ({who1}), 그러나 “{1}” ({who2}).",
        answer_likely="유력하지만 확실하지는 않다: “{0}” ({who1}).",
        answer_refused="“{0}”라는 주장은 맞지 않는다. {who1}에 따르면 “{1}”.",
        says="{who1}에 따르면 “{0}”.",
        insight="이 연구가 스스로 세운 생각이며, {who1}의 다음 말과 맞는다: “{0}”.",
        refused="이 주장은 맞지 않는다. {who1}에서는 달리 말한다: “{0}”.",
        refused_title="확인되지 않음: {0}",
        also="다른 말로는 “{0}” ({who1}).",
        other="이와 별개로 {who}도 같은 쪽을 가리킨다.",
        others="이와 별개로 {who}도 같은 쪽을 가리킨다.",
        alone="이 연구에서 이렇게 말하는 독립된 출처는 더 없다.",
        against="반대쪽에는 {who1}의 다음 말이 있다: “{0}”.",
        told_anyway="그래도 이 주장은 퍼져 있다. 예를 들어 {who1}: “{0}”.",
        condition="“{0}”에는 조건이 붙는다: “{1}”.",
        one_voice="“{0}”의 근거는 독립된 목소리 하나뿐이다: {who1}.",
        weak="“{0}”의 근거는 블로그, 게시판처럼 약한 출처뿐이다.",
    ),
}

KINDS: Final[dict[Spoken, dict[SourceType, str]]] = {
    "en": {
        "paper": "a paper",
        "official": "an official page",
        "news": "a news report",
        "blog": "a blog",
        "forum": "a forum post",
        "unknown": "a page",
    },
    "ko": {
        "paper": "논문",
        "official": "공식 자료",
        "news": "기사",
        "blog": "블로그",
        "forum": "게시판 글",
        "unknown": "페이지",
    },
}

LANGUAGES: Final[dict[Spoken, dict[Language, str]]] = {
    "en": {"ko": "in Korean", "ja": "in Japanese", "zh": "in Chinese", "ru": "in Russian"},
    "ko": {"en": "영어 원문", "ja": "일본어 원문", "zh": "중국어 원문", "ru": "러시아어 원문"},
}
"""What is said of a quote that is not in the reader's language."""
OTHER_LANGUAGE: Final[dict[Spoken, str]] = {"en": "in another language", "ko": "외국어 원문"}
