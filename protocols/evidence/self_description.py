"""What a page says of itself, and how far that is believed.

A page can call itself anything, so its word gives it a type and at most the trust of a blog. What it admits
to its own disadvantage (made by a machine, a summary of another page) is believed.
"""

import re

from pathfinder.protocols.frozen import Frozen
from pathfinder.protocols.graph.types import SourceType
from pathfinder.protocols.text.urls import Address, read, registrable

_SCHOLARLY = frozenset({"scholarlyarticle", "medicalscholarlyarticle", "thesis"})
_NEWS = frozenset(
    {"newsarticle", "reportagenewsarticle", "analysisnewsarticle", "backgroundnewsarticle"}
    | {"reviewnewsarticle"}
)
_TALK = frozenset({"discussionforumposting", "qapage", "socialmediaposting"})
_ARTICLES = frozenset(
    {"article", "blogposting", "liveblogposting", "blog", "techarticle", "opinionnewsarticle", "howto"}
    | {"advertisercontentarticle", "satiricalarticle", "review", "report"}
)

_EDGE_CHARACTERS = 1_500
"""Where a page says how it was made: at its beginning or at its end."""

_MACHINE = (
    r"(?:an? |the )?(?:ai|a\.i\.|artificial intelligence|generative ai|ai (?:model|assistant|writer|tool)s?"
    r"|(?:large )?language models?|llms?|chat ?gpt|gpt-?[0-9][\w.]*|gemini|copilot|deepseek|perplexity|grok"
    r"|robots?|bots?|algorithms?|machines?)"
)
_MADE_BY_MACHINE = re.compile(
    r"\bthis (?:web ?page|page|article|(?:blog )?post|story|content|text|document|documentation|guide|wiki"
    r"|review|answer|overview|entry|report)(?: [\w-]+){0,3}? (?:was|is|has been|have been)"
    r"(?: (?!part|not\b|never\b)[\w-]+){0,2}? (?:ai-generated|machine-generated"
    r"|(?:generated|written|created|produced|authored|composed|compiled)"
    rf"(?: (?!with\b|by\b)[\w-]+){{0,2}} (?:by|with|using|via|through) {_MACHINE}\b)"
    r"|^[^\w\n]{0,9}(?:(?:disclaimer|note)\W{1,3})?(?:ai|machine)[ -]generated"
    r" (?:article|content|documentation|page|post|summary|text|wiki)[^\w\n]{0,9}$"
    r"|^[^\w\n]{0,9}(?:by|author:?|written by|generated (?:by|with))"
    r" (?:an ai|ai|chat ?gpt|gpt-?[0-9][\w.]*)[^\w\n]{0,9}$",
    re.MULTILINE,
)
_MADE_BY_MACHINE_KO = re.compile(
    r"(?:이|본) ?(?:글|기사|문서|페이지|포스팅|포스트|콘텐츠|컨텐츠|게시물|게시글|내용)[은는이가]?"
    r"[^.\n]{0,30}?(?:ai|인공지능|챗 ?gpt|언어 ?모델|로봇 ?기자)(?:가|이|로|으로|를|을|에 의해)?"
    r"[^.\n도]{0,20}?(?:작성|생성|제작)(?!(?:되|하)지 않)"
)
_SECOND_HAND = re.compile(
    r"\bthis (?:page |article |(?:blog )?post |text |document |note |entry )?"
    r"(?:is|provides|contains|gives|presents) an? (?:[\w-]+ ){0,3}?(?:summary|digest|recap)"
    r" of (?:an?|the|this|another) (?:[\w-]+ ){0,4}?"
    r"(?:article|post|paper|video|talk|book|report|podcast|thread|episode|page|study|essay|interview)\b"
    r"|\bthis (?:page|article|(?:blog )?post) summari[sz]es (?:an?|the) (?:[\w-]+ ){0,3}?"
    r"(?:article|post|paper|video|talk|book|podcast|essay|interview)\b"
)
_SECOND_HAND_KO = re.compile(
    r"(?:이|본|아래|다음) ?(?:글|문서|페이지|내용|포스팅|포스트|게시글)[은는]?[^.\n]{0,60}?"
    r"(?:글|기사|영상|논문|강연|책|문서|보고서|원문|아티클)[을를]?[^.\n]{0,10}?요약(?:한|하였|했|해|본)"
)
_SUMMARY_TITLE = re.compile(
    r"\W{0,9}(?:ai )?(?:summary|tl;?dr|recap|요약)"
    r"(?:\W{0,3}[:|—–\]-]| of (?:an?|the|this) (?:article|video|paper|post)\b)"
)


class SelfDescription(Frozen):
    """What the markup and the words of a page say of it."""

    kinds: tuple[str, ...] = ()
    """Types of schema.org and Open Graph, in lower case."""
    citation: bool = False
    """It has the tags by which journals tell a paper (`citation_journal_title` and its kin)."""
    byline: bool = False
    dated: bool = False
    """It says when it was published; a date that was only guessed does not count."""
    organisations: tuple[str, ...] = ()
    """Addresses of the organisations that it names as its own."""
    site_name: str = ""
    machine_made: bool = False
    second_hand: bool = False
    """It says that it is a summary of another page."""


def with_own_words(said: SelfDescription, title: str, text: str) -> SelfDescription:
    """The description with what the words of the page admit."""
    begin, end = text[:_EDGE_CHARACTERS], text[_EDGE_CHARACTERS:][-_EDGE_CHARACTERS:]
    edges = f"{begin}\n{end}".casefold()
    by_machine = _MADE_BY_MACHINE.search(edges) or _MADE_BY_MACHINE_KO.search(edges)
    summary = (
        _SECOND_HAND.search(edges) or _SECOND_HAND_KO.search(edges) or _SUMMARY_TITLE.match(title.casefold())
    )
    return said.model_copy(
        update={
            "machine_made": said.machine_made or by_machine is not None,
            "second_hand": said.second_hand or summary is not None,
        }
    )


def described_type(said: SelfDescription, address: Address) -> SourceType | None:
    """The type a page gives itself; None where it says nothing, or has no domain that could be its own."""
    if address.is_ip or address.port is not None or "." not in address.host:
        return None
    kinds = frozenset(said.kinds)
    if kinds & _TALK:
        return "forum"
    if said.citation or kinds & _SCHOLARLY:
        return "paper"
    if kinds & _NEWS:
        return "news"
    # A date on a front page says when the site changed, not that there is an article.
    if kinds & _ARTICLES or (address.path != "/" and (said.byline or said.dated)):
        return "blog"
    return "official" if _is_own_site(said, address) else None


def _is_own_site(said: SelfDescription, address: Address) -> bool:
    """The page names an organisation and stands under that organisation's own domain."""
    domain = registrable(address.host)
    named = (read(url) for url in said.organisations)
    if any(other is not None and registrable(other.host) == domain for other in named):
        return True
    name = _letters(said.site_name)
    label = domain.partition(".")[0]
    return len(name) > 2 and name in {_letters(label), *label.split("-")}


def _letters(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())
