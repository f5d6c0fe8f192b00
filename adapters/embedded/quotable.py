"""The sentences of a page that may be quoted: what it says about the world, not what it says to a reader.

Left alone are questions, headings, navigation, advice and orders. Where a paragraph speaks to a machine that
reads it, the whole paragraph is left alone: what it says there is meant to steer and not to inform.
"""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from pathfinder.adapters.language.sentences import Sentence, sentences
from pathfinder.protocols.questions import PageView
from pathfinder.protocols.rules.quotes import PageText, find

SHORTEST, LONGEST = 20, 600
"""Characters of a sentence worth quoting; Hangul says in twelve what English says in twenty."""
SHORTEST_KOREAN = 12
_MOST_UNITS = 600
"""Sentences of one page that are looked at; a page of 40 passages has fewer unless it is a list."""

_HANGUL: Final = re.compile("[가-힣]")
_ITEM: Final = re.compile(r"^(?:[-*+•‣◦▪·●>]\s+|\(?\d{1,2}[.)]\s+)+")
# A heading that runs into its paragraph: "**Results.** The flags carried ...".
_RUN_IN: Final = re.compile(r"^(?:\*\*|__)(?P<label>[^*_\n]{2,60}?)[.:]?(?:\*\*|__)[.:]?\s+(?=\S)")
_EMPHASIS: Final = re.compile(r"[*_`]{1,3}")
_ENDED: Final = re.compile(r"""[.!。…][\])"'”’」』\d\[,;]*$|[가-힣](?:다|요|음|함|됨|임|죠)[\])"'”’」』]*$""")
_QUESTION: Final = re.compile(r"""[?？][\])"'”’」』]*$|^(?:whether|what|why|how)\b.*\?""", re.IGNORECASE)
_BOILERPLATE: Final = re.compile(
    r"https?://|www\.|\S@\S+\.\S|©|\ball rights reserved\b|\bcookies?\b.{0,40}\b(?:site|accept|use)"
    r"|\b(?:sign|log)[ -]?(?:in|up)\b|\bsubscribe\b|\bnewsletter\b|\bprivacy policy\b|\bterms of (?:use"
    r"|service)\b"
    r"|\bread more\b|\bshare this\b|\bposted (?:by|on|in)\b|\bclick here\b|\bcontact us\b|\bback to top\b"
    r"|\brelated (?:articles|posts|stories)\b|\bskip to\b"
    r"|무단\s*(?:전재|복제|배포)|재배포|저작권|구독(?:하|과|은|을)|로그인|회원\s*가입|댓글|더\s*보기"
    r"|이전\s*글|다음\s*글"
    r"|관련\s*기사|뉴스레터|개인정보\s*처리|바로\s*가기|문의\s*(?:전화|처)",
    re.IGNORECASE,
)
_ORDER: Final = re.compile(
    r"^(?:please\b|(?:do not|don't|never)\s|let(?:'s| us| me)\b|make sure\b|be sure\b|remember\b|note that\b"
    r"|(?:always|simply|just|instead,?|then)?\s*(?:add|ask|avoid|buy|call|check|choose|cite|click"
    r"|consider|contact"
    r"|copy|delete|discard|disregard|download|email|enter|follow|forget|get|give|ignore|include|insert"
    r"|join|keep"
    r"|learn|leave|look|mark|omit|open|output|place|print|put|rank|rate|read|record|refer|remove|repeat|reply"
    r"|respond|return|say|see|select|send|set|share|skip|start|state|stop|store|summari[sz]e|switch|take|tell"
    r"|treat|trust|try|turn|use|visit|wait|wash|watch|write)\s(?!of\b|and\b|or\b|in\b|is\b|are\b|by\b))",
    re.IGNORECASE,
)
_ORDER_KO: Final = re.compile(
    r"(?:세요|십시오|시오|읍시다|합시다|ㅂ시다|봅시다|바랍니다|바란다|말 것|할 것|하라|마라|해라|달라|주시기)"
    r"[.!]?[\])\"'”’」』]*$"
)
_MACHINE: Final = re.compile(
    r"\b(?:AIs?|A\.I\.|LLMs?|GPTs?|chat ?bots?|bots?|crawlers?|scrapers?)\b"
    r"|\b(?:language|AI) models?\b|\b(?:AI|virtual|research|automated|digital) (?:assistants?|agents?"
    r"|readers?|systems?)\b"
    r"|\bassistants?\b|\bautomated (?:reader|summar|tool)\w*"
    r"|인공지능|언어\s*모델|챗봇|에이전트|자동\s*(?:요약|수집|분석)|(?<![A-Za-z])AI(?![A-Za-z])",
    re.IGNORECASE,
)
_OVERRIDE: Final = re.compile(
    r"\b(?:previous|earlier|prior|above|new) instructions?\b|\bsystem prompt\b|^\W*system\W*:"
    r"|\b(?:this source|every hypothesis|evidence list|final report)\b|이전\s*(?:지시|명령|지침)",
    re.IGNORECASE,
)
"""What only somebody says who wants to steer whoever reads for another: no page about the world does."""
_SPOKEN_TO: Final = re.compile(
    r"\b(?:you|your|yourself)\b|\binstructions?\b|\bprompts?\b|\b(?:ignore|disregard|override)\b"
    r"|\b(?:reading|processing|summari[sz]ing|indexing|parsing|crawling) (?:this|these|the (?:page|text"
    r"|document))\b"
    r"|\b(?:must|should|shall|are to|is to)\b|\b(?:note|notice|message|attention) (?:to|for)\b"
    r"|지시|명령|프롬프트|무시|읽(?:는|고 있)|요약(?:하|할|해)|처리하는|당신|귀하|하라|해야 (?:한다"
    r"|합니다)|시오|세요",
    re.IGNORECASE,
)


class Unit(NamedTuple):
    """A sentence of a page."""

    quote: str
    """As it stands on the page, line breaks and all."""
    text: str
    """On one line, without the marks of a list."""
    following: str
    """The sentence after it in its passage, on one line; empty at the end."""


@lru_cache(maxsize=256)  # Explorers read the same pages again.
def quotable(page: PageView) -> tuple[Unit, ...]:
    """The sentences of a page that say something about the world, in order."""
    found: list[Unit] = []
    for passage in page.passages:
        told, page_text = sentences(passage.text), PageText.of(passage.text)
        closed = _spoken_to_machines(passage.text, told)
        for place, sentence in enumerate(told):
            text = flat(sentence.text)
            if place not in closed and _is_sentence(text) and not addresses_reader(text):
                following = flat(told[place + 1].text) if place + 1 < len(told) else ""
                quote = _without_heading(_ITEM.sub("", sentence.text))
                # A slice of the page, and still: what cannot be found again by the rule is not quoted.
                if find(quote, page_text) is not None:
                    found.append(Unit(quote, text, following))
    return tuple(found[:_MOST_UNITS])


def flat(text: str) -> str:
    """A sentence on one line, without list marks and emphasis."""
    return " ".join(_EMPHASIS.sub("", _without_heading(_ITEM.sub("", " ".join(text.split())))).split())


def _without_heading(text: str) -> str:
    """A sentence without the bold heading that runs into it; bold words that it needs stay."""
    found = _RUN_IN.match(text)
    if found is None or not (text[: found.end()].rstrip(" *_\n").endswith((".", ":"))):
        return text
    return text[found.end() :]


def is_korean(text: str) -> bool:
    """Whether a text is mostly Korean: a Hangul syllable says as much as two or three letters."""
    hangul = len(_HANGUL.findall(text))
    return hangul * 5 > sum(letter.isalpha() for letter in text)


def addresses_reader(text: str) -> bool:
    """Whether a sentence asks, orders or leads a reader about, instead of saying how things are."""
    return bool(
        _QUESTION.search(text) or _BOILERPLATE.search(text) or _ORDER.match(text) or _ORDER_KO.search(text)
    )


def _is_sentence(text: str) -> bool:
    """Whole and of a length that can be quoted. Headings, rows and labels do not end like sentences."""
    shortest = SHORTEST_KOREAN if is_korean(text) else SHORTEST
    return shortest <= len(text) <= LONGEST and _ENDED.search(text) is not None and "|" not in text


def _spoken_to_machines(passage: str, told: tuple[Sentence, ...]) -> set[int]:
    """The places of the sentences that share a line with one that speaks to a machine."""
    lines = [passage.count("\n", 0, sentence.start) for sentence in told]
    ends = [passage.count("\n", 0, sentence.end) for sentence in told]
    spoken = {
        line
        for sentence, first, last in zip(told, lines, ends, strict=True)
        if _OVERRIDE.search(sentence.text)
        or (_MACHINE.search(sentence.text) and _SPOKEN_TO.search(sentence.text))
        for line in range(first, last + 1)
    }
    return {
        place
        for place, (first, last) in enumerate(zip(lines, ends, strict=True))
        if not spoken.isdisjoint(range(first, last + 1))
    }
