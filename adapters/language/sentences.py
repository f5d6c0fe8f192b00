"""Sentences of English and Korean text, with offsets into it.

The library knows where sentences end in running prose. Pages are more than prose, so the text is first cut
into blocks: headings, list items, table rows and lines of front matter stand for themselves, wrapped lines of
one paragraph belong together.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from syntok import segmenter  # type: ignore[import-untyped]  # the package ships no types
from syntok.tokenizer import Tokenizer  # type: ignore[import-untyped]  # the package ships no types

from pathfinder.adapters.language import korean


class Sentence(NamedTuple):
    """One unit of a text; `text` is `source[start:end]`."""

    start: int
    end: int
    text: str


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences, headings, list items and table rows of the text, in order."""
    return tuple(
        Sentence(start, end, text[start:end])
        for block in _blocks(text)
        for start, end in _within(text, *block)
    )


_Span = tuple[int, int]

_HEADING = re.compile(r"\s{0,3}#{1,6}\s")
_UNDERLINE = re.compile(r"\s*(?:={3,}|-{3,}|\*{3,}|_{3,})\s*$")
_ITEM = re.compile(
    r"\s*(?:[-*+•‣◦▪·●○■□◆▶※☞–—]\s+|\(?\d{1,3}[.)]\s+|[①-⑳]\s*|[가-하][.)]\s+|\(?[a-z][.)]\s+)"
)
_ROW = re.compile(r"\s*\|.*\|\s*$|.*\t.*\t")
_FIELD = re.compile(r"\s*[A-Za-z가-힣_][\w -]{0,30}:\s+\S")
_FENCE = re.compile(r"---\s*$")
_ENDED = re.compile(r"""[.!?。…:;]["'”’)\]」』]*\s*$""")
# A line this short that does not end like a sentence, and is followed by another, is a title or a label.
_SHORT = 60


def _blocks(text: str) -> Iterator[_Span]:
    """Spans that hold whole sentences: no sentence crosses the edge of one."""
    lines = list(_lines(text))
    front = _front_matter(text, lines)
    begin: int | None = None
    for at, (start, end) in enumerate(lines):
        line = text[start:end]
        alone = at < front or _stands_alone(line)
        if begin is not None and (alone or not line.strip() or _ITEM.match(line)):
            yield begin, lines[at - 1][1]
            begin = None
        if not line.strip():
            continue
        if alone:
            yield start, end
        elif begin is None:
            begin = start
        if begin is not None and _closes(text, lines, at):
            yield begin, end
            begin = None
    if begin is not None:
        yield begin, lines[-1][1]


def _lines(text: str) -> Iterator[_Span]:
    start = 0
    for line in text.splitlines(keepends=True):
        yield start, start + len(line.rstrip("\r\n\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"))
        start += len(line)


def _front_matter(text: str, lines: list[_Span]) -> int:
    """How many lines at the head are `key: value` between two fences; 0 without them."""
    if not lines or not _FENCE.fullmatch(text[slice(*lines[0])]):
        return 0
    for at, (start, end) in enumerate(lines[1:60], 1):
        if _FENCE.fullmatch(text[start:end]):
            return at + 1
    return 0


def _stands_alone(line: str) -> bool:
    return bool(_HEADING.match(line) or _ROW.match(line) or _UNDERLINE.match(line))


def _closes(text: str, lines: list[_Span], at: int) -> bool:
    """True when the line ends its block although no blank line follows: a label, or a field of a list."""
    start, end = lines[at]
    line = text[start:end]
    following = text[slice(*lines[at + 1])] if at + 1 < len(lines) else ""
    if not following.strip():
        return False
    if _UNDERLINE.match(following):
        return True
    if _FIELD.match(line) and _FIELD.match(following):
        return True
    begins_anew = following.lstrip()[:1].isupper() or "가" <= following.lstrip()[:1] <= "힣"
    return (
        len(line.strip()) < _SHORT and not _ENDED.search(line) and begins_anew and _is_label(line, following)
    )


def _is_label(line: str, following: str) -> bool:
    """A short line before a long one, not broken where a wrapped line would be broken."""
    return len(following.strip()) > len(line.strip()) + 25


_TOKENS = Tokenizer(replace_not_contraction=False)


def _within(text: str, start: int, end: int) -> Iterator[_Span]:
    """The sentences of one block, without the white space around them; only ruled lines are left out."""
    block = text[start:end]
    cuts = _cuts(block)
    for begin, until in zip(cuts, [*cuts[1:], len(block)], strict=True):
        piece = block[begin:until]
        if any(char.isalnum() for char in piece):
            left = start + begin + len(piece) - len(piece.lstrip())
            yield left, start + begin + len(piece.rstrip())


# A Korean sentence that ends in 다. or 요. and is followed by the next one, with or without a space.
_KOREAN_END = re.compile(r"(?<=[가-힣][다요죠음함됨임])[.!?]+[\"'”’」』)]*\s*(?=[\"'“‘「『(]?[가-힣A-Z])")
_LINE_END = re.compile(r"(?<=[\w)\]”’\"'][.!?])[ \t]*\n\s*(?=[\"'“‘「『(]?[A-Z가-힣\d])")
_ABBREVIATED = re.compile(
    r"\b(?:et al|e\.g|i\.e|cf|vs|approx|ca|figs?|eqs?|refs?|no|dr|prof|mr|mrs|ms|st|vol|pp)\.\s*$",
    re.IGNORECASE,
)
_LONGEST_ABBREVIATED = 12
_QUOTED = re.compile(r"[“「『][^“”「」『』]{0,600}[”」』]|\"[^\"]{0,600}\"")
# What follows a quotation that a Korean sentence goes on after: "…했다."라고 말했다.
_GOES_ON = re.compile(r"\s?(?:이?라고|이?라는|이?라며|이?라면서|이?란|하고|고|며|는|은|를|을)(?=[\s가-힣])")


def _cuts(block: str) -> list[int]:
    """Where sentences begin. The first is always 0: what precedes the first word belongs to it."""
    found = [tokens[0].offset for tokens in segmenter.segment(_TOKENS.tokenize(block)) if tokens]
    quoted = [span.span() for span in _QUOTED.finditer(block) if korean.is_hangul(span.group())]
    joined = [span for span in quoted if _GOES_ON.match(block, span[1])]
    cuts = {at for at in (*found[1:], *_ends(_LINE_END, block)) if not _inside(at, joined)}
    cuts |= {at for at in _ends(_KOREAN_END, block) if not _inside(at, quoted) or at in cuts}
    return [0, *sorted(at for at in cuts if at and not _abbreviated(block, at))]


def _ends(pattern: re.Pattern[str], block: str) -> Iterator[int]:
    return (found.end() for found in pattern.finditer(block))


def _inside(at: int, spans: list[_Span]) -> bool:
    """True within a quotation, and right after it."""
    return any(start < at <= end for start, end in spans)


def _abbreviated(block: str, at: int) -> bool:
    before = block[max(0, at - _LONGEST_ABBREVIATED) : at]
    return _ABBREVIATED.search(before) is not None
