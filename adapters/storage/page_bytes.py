"""A page as it is stored, in files or in a database: its text and its source, under the hash of the text."""

import re
from hashlib import sha256
from typing import NamedTuple

from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.protocols.errors import StorageFailed
from pathfinder.protocols.ids import PageHash

HASH = re.compile(r"[0-9a-f]{64}")


class PageBytes(NamedTuple):
    """What is written of a page."""

    name: PageHash
    text: bytes
    source: bytes


def page_bytes(page: StoredPage) -> PageBytes:
    """The bytes of a page; StorageFailed if it holds what is not Unicode."""
    try:
        text, source = page.text.encode(), page.source.model_dump_json(indent=1).encode() + b"\n"
    except ValueError as error:  # of which UnicodeEncodeError and PydanticSerializationError are kinds
        raise StorageFailed(Message("page-not-unicode", url=ascii(page.source.url), reason=error)) from None
    return PageBytes(PageHash(sha256(text).hexdigest()), text, source)


def checked(page: PageHash) -> PageHash:
    """The name of a page; StorageFailed if it is none. A name from outside never becomes a path."""
    if not HASH.fullmatch(page):
        raise StorageFailed(Message("page-hash-wrong", page=ascii(page[:80])))
    return page
