"""The statements of a page: whole sentences that can be quoted.

Headings, code, tables, link lists, templates, navigation and text addressed to machines are left out. A
statement keeps its words exactly as they stand on the page; `text` is the same on one line without Markdown.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from pathfinder.adapters.language.korean import is_hangul
from pathfinder.adapters.language.sentences import Sentence, sentences
from pathfinder.protocols.calls.questions import PageView
from pathfinder.protocols.evidence.quotes import PageText, find

SHORTEST, SHORTEST_KOREAN, LONGEST = 20, 12, 600
"""Characters of a statement; Korean says in twelve what takes English twenty."""
FEWEST_WORDS, FEWEST_WORDS_OF_ITEM, FEWEST_WORDS_KOREAN = 4, 6, 3
FEWEST_WORDS_OF_LEAD_IN = 10
"""A sentence that leads in a list or code says something itself only if it is long."""
LONGEST_QUOTE = 1_000
"""Characters of a statement with its link targets; a `ReadFact` takes no more."""
MOST_STATEMENTS = 400
"""Statements of one stretch of a page."""
LONGEST_PASSAGE, LONGEST_PASSAGE_KOREAN = 600, 350
"""A sentence is quoted together with its neighbours up to this length."""
MOST_LINKED = 0.6
"""The share of linked words above which a line is a link list."""


class Statement(NamedTuple):
    """A sentence of a page, or several that stand side by side."""

    quote: str
    text: str
    heading: str
    """The heading above it; without one, the words that lead in the list in which it stands."""
    start: int = 0
    """Where the quote begins in the text of its page."""


# ------------------------------------------------------------ lines that hold no prose

_FENCE: Final = re.compile(r"\s*(```+|~~~+)")
_LITERAL: Final = re.compile(
    r"\s*+(?:(?!\.\. |:::).*::|\.\. (?:code|code-block|sourcecode|parsed-literal)::.*)\s*"
)
"""What opens code in reStructuredText: the lines that follow it and are indented further."""
_NO_PROSE: Final = re.compile(
    r"\s*(?:"
    r"\|.*\||[-+|:=\s]{3,}|"  # table rows and rules
    r"!!!.*|\?\?\?.*|===\s.*|:::.*|/{3,}.*|"  # admonitions, tabs, containers
    r"\{[%{#].*|.*[%#}]\}|--8<--.*|"  # templates and snippets
    r"\[[^\]]+\]:\s.*|"  # link definitions
    r"!\[[^\]]*\]\([^)]*\)\s*|"  # images
    r"<!--.*|</?[A-Za-z][^>]*>\s*|"  # comments and lone tags
    r"(?:\$|>>>|#!)\s.*|"  # shell and interpreter sessions
    r"import\s.*|from\s\S+\simport\s.*"
    r")\s*"
)
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s+(?P<text>.+?)\s*#*\s*(?:\{[^}]*\})?\s*$")
_UNDERLINE: Final = re.compile(r"([=\-~^\"'+*#.`])\1{2,}")
"""reStructuredText takes any of these signs; Markdown fences code with two of them."""
_ANCHOR: Final = re.compile(r"\s*\{\s*#[^}]*\}\s*$")
LONGEST_HEADING = 100


class _Prose(NamedTuple):
    text: str
    """As long as the page; everything that is no prose is blank."""
    headings: tuple[tuple[int, str], ...]


def _prose(text: str) -> _Prose:
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    headings: list[tuple[int, str]] = []
    fence, at, literal = "", 0, len(text)
    for place, line in enumerate(lines):
        bare = line.rstrip("\r\n")
        opening, heading = _FENCE.match(bare), _HEADING.match(bare)
        before = lines[place - 1].strip() if place else ""
        following = lines[place + 1].rstrip() if place + 1 < len(lines) else ""
        ruled = _is_underlined(lines[place - 1].strip(), bare) if place else False
        named = not fence and _is_underlined(bare.strip(), following)
        named = named or (not before and not following and _looks_like_heading(bare))
        indent = len(bare) - len(bare.lstrip())
        literal = len(text) if bare.strip() and indent <= literal < len(text) else literal
        if not fence and (literal < indent or ruled):
            prose = False
        elif fence:
            fence = "" if opening and opening[1].startswith(fence) else fence
            prose = False
        elif opening:
            fence, prose = opening[1][:3], False
        elif heading or named:
            headings.append((at, title(heading["text"] if heading else bare)))
            prose = False
        else:
            prose = _NO_PROSE.fullmatch(bare) is None
        opens = not fence and literal == len(text) and _LITERAL.fullmatch(bare) is not None
        literal = indent if opens else literal
        kept.append(_without_targets(line) if prose else " " * len(bare) + line[len(bare) :])
        at += len(line)
    return _Prose("".join(kept), tuple(headings))


def _is_underlined(line: str, following: str) -> bool:
    """Whether a line of signs under a line makes it a heading; all but two of them are at least as long."""
    found = _UNDERLINE.fullmatch(following)
    return bool(line) and found is not None and (found[1] in "=-" or len(following) >= len(line))


def _without_targets(line: str) -> str:
    """The line with the targets of links masked: a full stop in an address ends no sentence."""
    return _TARGET.sub(lambda found: "x" * len(found[0]), line)


def _looks_like_heading(line: str) -> bool:
    """A short line between blank lines that does not end like a sentence: HTML loses marks of headings."""
    bare = line.strip()
    short = 3 <= len(bare) <= LONGEST_HEADING and bare[0].isalnum()
    return short and _ENDED.search(bare) is None and bare[-1] not in ":;,"


# ------------------------------------------------------------ Markdown

_TARGET: Final = re.compile(r"(?<=\])\([^)\s]*\)|https?://\S+(?<![.,;:!?)])")
_LINK: Final = re.compile(r"!?\[(?P<text>[^\]]*)\](?:\([^)]*\)|\[[^\]]*\])(?:\{[^}]*\})?")
_MARKED: Final = re.compile(
    r"\*\*(?P<bold>\S(?:.*?\S)?)\*\*|(?<![\w*])\*(?P<star>\S(?:[^*]*\S)?)\*(?!\*)"
    r"|(?<!\w)__?(?P<low>\S(?:.*?\S)?)__?(?![A-Za-z0-9_])"
)
_TAGS: Final = re.compile(
    r"</?(?:a|abbr|b|br|code|dfn|em|i|kbd|li|ol|p|small|span|strong|sub|sup|td|tr|tt|u|ul|yyterm)\b[^<>]*>",
    re.IGNORECASE,
)
_ITEM: Final = re.compile(r"^\s*(?:[-*+•‣◦▪·●○■]\s+(?:\[[ xX]\]\s+)?|\(?\d{1,3}[.)]\s+|>\s*)+")
_RUN_IN: Final = re.compile(r"^(?:\*\*|__)[^*_\n]{2,60}?(?:[.:?](?:\*\*|__)|(?:\*\*|__)[.:?])(?:\s+|$)")


def plain(text: str) -> str:
    """A piece of a page on one line, without link targets, emphasis and tags; identifiers stay as written."""
    text = " ".join(_TAGS.sub("", _LINK.sub(lambda found: found["text"], text)).split())
    text = _MARKED.sub(lambda found: found["bold"] or found["star"] or found["low"], text)
    return text.replace("`", "")


def title(text: str) -> str:
    """A heading or title on one line, without Markdown and anchors."""
    return plain(_ANCHOR.sub("", text))


# ------------------------------------------------------------ sentences

_ENDED: Final = re.compile(
    r"""[.!。…][`\])"'”’」』*_]*$|[가-힣](?:다|요|음|함|됨|임|죠)[.]?[\])"'”’」』*_]*$"""
)
_QUESTION: Final = re.compile(r"""[?？][\])"'”’」』*_]*$""")
_LEAD_IN: Final = re.compile(r"[:：][*_`]*$")
_NOTHING_SAID: Final = re.compile(
    r"^\W*(?:TODO|FIXME|XXX|TBD)\b|\blorem ipsum\b|©|\ball rights reserved\b"
    r"|\bcookies?\b.{0,40}\b(?:site|accept|consent)"
    r"|\bsubscribe\b|\bnewsletter\b|\bprivacy policy\b|\bterms of (?:use|service)\b"
    r"|\bclick here\b|\bshare this\b"
    r"|^(?:\(?see|to learn more|for (?:more|further|details))\b|\bplease (?:see|refer to|consult)\b"
    r"|\b(?:see|read|check out|refer to)\b[^.]{0,80}\b(?:for (?:more|details|further)|to learn more)\b"
    r"|무단\s*(?:전재|복제|배포)|저작권자|구독하|회원\s*가입|뉴스레터"
    r"|개인정보\s*처리|바로\s*가기|자세한 (?:내용|사항)은"
    r"|(?:읽어\s?보|참고하|참조하|확인하|확인해\s?보|알아보|살펴보)(?:세요|십시오|시기 바랍니다)[.!]?\)?$",
    re.IGNORECASE,
)
_TO_MACHINES: Final = re.compile(
    r"\b(?:previous|prior|above|earlier) instructions?\b|\bsystem prompt\b|^\W*(?:system|assistant)\s*:"
    r"|\b(?:AI|language model|LLM|chatbot|bot|assistant|agent|crawler)s?\b.{0,60}\b(?:you|must|should|ignore"
    r"|read(?:ing|s)|process(?:ing)?|summari[sz]\w+|instruct\w*|note|report|cite)\b"
    r"|\b(?:note|notice|message|instructions?|attention)\b.{0,60}\b(?:AI|language model|LLM|chatbot|bot"
    r"|assistant|agent|crawler|automated \w+)s?\b|이전\s*(?:지시|명령|지침)"
    r"|(?:인공지능|언어\s*모델|챗봇|AI).{0,40}(?:무시|지시|하라|시오|세요)",
    re.IGNORECASE,
)


@lru_cache(maxsize=512)
def statements(page: PageView) -> tuple[Statement, ...]:
    """The statements of a page, in order. Passages are read as one text: code may run across them."""
    return tuple(_statements(_text(page)))[:MOST_STATEMENTS]


def _text(page: PageView) -> str:
    return "\n".join(passage.text for passage in page.passages)


def _statements(text: str) -> Iterator[Statement]:
    prose, whole = _prose(text), PageText.of(text)
    found = sentences(prose.text)
    closed = _lines_to_machines(text, found)
    above, before = "", 0
    for sentence in found:
        whole_item = _ITEM.sub("", text[sentence.start : sentence.end])
        named = _RUN_IN.match(whole_item)
        quote = whole_item[named.end() :] if named else whole_item
        shown = plain(quote)
        if named or _LEAD_IN.search(shown):
            above = title(named[0] if named else quote).rstrip(":：")
        elif "\n\n" in text[before : sentence.start] and not _in_a_list(text, sentence):
            above = ""
        before = sentence.end
        lines = range(text.count("\n", 0, sentence.start), text.count("\n", 0, sentence.end) + 1)
        heading = _heading_at(prose.headings, sentence.start) or above
        wanted = (
            closed.isdisjoint(lines)
            and _is_statement(sentence.text, quote, shown, answers=_QUESTION.search(heading) is not None)
            and not _is_fragment(prose.text, sentence)
        )
        if wanted and find(quote, whole) is not None:
            yield Statement(quote, shown, heading, sentence.end - len(quote))


def _in_a_list(text: str, sentence: Sentence) -> bool:
    """Whether the line in which a sentence begins is an item or goes on with one."""
    line = text[text.rfind("\n", 0, sentence.start) + 1 : sentence.end]
    return line[:1].isspace() or _ITEM.match(line) is not None


def passages(page: PageView) -> list[range]:
    """The statements of a page as passages: those that follow each other in one section, up to a length.

    A reader understands a sentence better among its neighbours, and so does a vector.
    """
    text, known = _text(page), statements(page)
    found: list[range] = []
    for place in range(len(known)):
        first = found[-1].start if found else place
        if found and _is_passage(text, known[first : place + 1]):
            found[-1] = range(first, place + 1)
        else:
            found.append(range(place, place + 1))
    return found


def passage(page: PageView, group: Sequence[Statement]) -> Statement:
    """One statement that begins with the first of a group and ends with its last."""
    quote = _text(page)[group[0].start : _end(group[-1])]
    return Statement(quote, plain(quote), group[0].heading, group[0].start)


def _is_passage(text: str, group: Sequence[Statement]) -> bool:
    """Whether statements of one section follow each other as sentences or items, and are not too long."""
    gaps = (text[_end(one) : other.start] for one, other in pairwise(group))
    apart = any(_ITEM.sub("", gap).strip() for gap in gaps)
    longest = LONGEST_PASSAGE_KOREAN if is_hangul(group[0].text) else LONGEST_PASSAGE
    long = _end(group[-1]) - group[0].start > longest
    return not apart and not long and len({one.heading for one in group}) == 1


def _end(statement: Statement) -> int:
    return statement.start + len(statement.quote)


def _is_statement(written: str, quote: str, shown: str, *, answers: bool) -> bool:
    """Whether it says something by itself; the answer to the question above it may be short ("Yes.")."""
    korean = is_hangul(shown)
    words, ended = shown.split(), _ENDED.search(shown) is not None
    shortest = SHORTEST_KOREAN if korean else SHORTEST
    fewest = FEWEST_WORDS_KOREAN if korean else FEWEST_WORDS if ended else FEWEST_WORDS_OF_ITEM
    if answers and ended:
        shortest, fewest = 1, 1
    if not shortest <= len(shown) <= LONGEST or len(quote) > LONGEST_QUOTE:
        return False
    leads_in = _LEAD_IN.search(shown) is not None
    if _QUESTION.search(shown) or _NOTHING_SAID.search(shown):
        return False
    if leads_in:
        fewest = FEWEST_WORDS_OF_LEAD_IN
    whole = ended or leads_in or _ITEM.match(written) is not None
    return whole and len(words) >= fewest and not _is_link_list(quote, words) and _is_prose(shown)


def _is_fragment(text: str, sentence: Sentence) -> bool:
    """Whether it goes on from a line that does not end a sentence, or stops in the middle of one."""
    above = text[: sentence.start].rstrip()
    blank = text[len(above) : sentence.start].count("\n") > 1
    starts_small = text[sentence.start].islower() and text[sentence.start : sentence.end].split()[0].isalpha()
    cut_before = bool(above) and not blank and above[-1] not in ".!?:;。…)”\"'*`"
    return cut_before and starts_small


def _is_link_list(quote: str, words: list[str]) -> bool:
    linked = sum(len(found["text"].split()) for found in _LINK.finditer(quote))
    bare = sum("://" in word or word.startswith("www.") for word in words)
    return linked + bare > MOST_LINKED * len(words)


def _is_prose(shown: str) -> bool:
    """Mostly letters: a line of code or a row of figures is not."""
    letters = sum(letter.isalpha() or letter.isspace() for letter in shown)
    return letters >= 0.55 * len(shown)


def _heading_at(headings: tuple[tuple[int, str], ...], start: int) -> str:
    above = [text for at, text in headings if at < start]
    return above[-1] if above else ""


def _lines_to_machines(text: str, found: tuple[Sentence, ...]) -> set[int]:
    """The numbers of the lines that hold a sentence addressed to a program."""
    return {
        line
        for sentence in found
        if _TO_MACHINES.search(sentence.text)
        for line in range(text.count("\n", 0, sentence.start), text.count("\n", 0, sentence.end) + 1)
    }
