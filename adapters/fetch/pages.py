"""What a parsed page is worth: its source as code can tell it, and the links it offers."""

from datetime import datetime
from typing import NamedTuple

from pathfinder.adapters.documents.workers import Text
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.evidence.records import source_record
from pathfinder.protocols.evidence.sources import SourceTable
from pathfinder.protocols.text.urls import Address, joined, registrable, written

MOST_LINKS = 200


class PageLink(NamedTuple):
    """A link of a page. The number is what a model may name; the address is the code's own."""

    number: int
    url: str
    anchor: str


def stored_page(address: Address, text: Text, table: SourceTable, at: datetime) -> StoredPage:
    """The page as it is stored. What it says of itself gains it the trust of a blog at most."""
    canonical, notes = _original(address, text.canonical)
    if text.cut:
        notes = (*notes, Message("note-cut"))
    source = source_record(
        written(address),
        text.text,
        table,
        title=text.title,
        retrieved_at=at,
        author=text.author,
        date=text.date,
        canonical=canonical,
        said=text.said,
    )
    return StoredPage(text=text.text, source=text.described(source, *notes))


def links_of(text: Text, address: Address) -> tuple[PageLink, ...]:
    """The links of a page that can be followed, numbered from 1, each address once."""
    found: dict[str, str] = {}
    for reference, anchor in text.links:
        target = joined(address, reference)
        if target is not None and target != address:
            found.setdefault(written(target), anchor)
    numbered = enumerate(list(found.items())[:MOST_LINKS], start=1)
    return tuple(PageLink(number, url, anchor) for number, (url, anchor) in numbered)


def _original(address: Address, named: str) -> tuple[str | None, tuple[str, ...]]:
    """The address a page names as its original: another page of the same owner, or a mere note.

    A page that could name any original would make itself one voice with whomever it likes.
    """
    target = joined(address, named) if named else None
    if target is None:
        return None, ()
    if registrable(target.host) == registrable(address.host):
        return written(target), ()
    return None, (Message("note-other-original", url=written(target)),)
