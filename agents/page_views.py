"""How a page is put before a reader: in passages, a long one in stretches."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.calls.questions import PageView, Passage

PASSAGE_CHARACTERS: Final = 4_000
STRETCH_CHARACTERS: Final = 40_000
"""About ten thousand tokens: what a reader holds in view at once."""
MOST_STRETCHES: Final = 4
"""A longer page is read at its beginning and its end, and from the beginning on as far as this allows."""
_SENTENCE_END: Final = re.compile(r"(?<=[.!?。…])[\"'”’)\]]*\s+|(?<=다\.)\s*")


class PageStretches(NamedTuple):
    """A page as it is read, and how much of it is not."""

    views: tuple[PageView, ...]
    unread_characters: int = 0


def stretches(page: StoredPage) -> PageStretches:
    """The page in views of a size a reader can hold, cut between passages."""
    groups: list[list[str]] = [[]]
    for passage in passages(page.text):
        if groups[-1] and sum(map(len, groups[-1])) + len(passage) > STRETCH_CHARACTERS:
            groups.append([])
        groups[-1].append(passage)
    # Conclusions stand at the end of a paper: the last stretch is read before the middle ones.
    order = [0, len(groups) - 1, *range(1, len(groups) - 1)] if len(groups) > 1 else [0]
    read = sorted(order[:MOST_STRETCHES])
    unread = sum(len(text) for place, group in enumerate(groups) if place not in read for text in group)
    return PageStretches(tuple(_view(page, groups[place], place, len(groups)) for place in read), unread)


def halves(page: PageView) -> tuple[PageView, PageView] | None:
    """The view in two parts, numbers kept; None if it has but one passage."""
    middle = len(page.passages) // 2
    if middle == 0:
        return None
    first, second = page.passages[:middle], page.passages[middle:]
    return page.model_copy(update={"passages": first}), page.model_copy(update={"passages": second})


def passages(text: str) -> Iterator[str]:
    """The text in passages that end with a paragraph or a table row, or at least with a sentence."""
    held = ""
    for line in text.split("\n"):
        for piece in _pieces(line):
            if held and len(held) + len(piece) > PASSAGE_CHARACTERS:
                yield held.strip("\n")
                held = ""
            held += piece
        held += "\n"
    if held.strip():
        yield held.strip("\n")


def _pieces(line: str) -> Iterator[str]:
    """A line whole if it fits a passage, else sentence by sentence, else by words."""
    if len(line) <= PASSAGE_CHARACTERS:
        yield line
        return
    start = 0
    for end in (*(found.end() for found in _SENTENCE_END.finditer(line)), len(line)):
        while end - start > PASSAGE_CHARACTERS:
            space = line.rfind(" ", start + 1, start + PASSAGE_CHARACTERS)
            cut = space + 1 if space > 0 else start + PASSAGE_CHARACTERS
            yield line[start:cut]
            start = cut
        if end > start:
            yield line[start:end]
            start = end


def _view(page: StoredPage, texts: list[str], place: int, of: int) -> PageView:
    source = page.source
    return PageView(
        title=source.title,
        site=source.site,
        date=source.date,
        type=source.type,
        language=source.language,
        passages=tuple(Passage(number=number, text=text) for number, text in enumerate(texts, start=1)),
        stretch="" if of == 1 else f"{place + 1} of {of}",
    )
