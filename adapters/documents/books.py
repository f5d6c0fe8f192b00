"""EPUB books: their chapters in reading order, each read like a web page. Only the worker imports this."""

import posixpath
from collections.abc import Iterator
from urllib.parse import unquote
from zipfile import ZipFile

from pathfinder.adapters.documents.layout import Piece, laid_out
from pathfinder.adapters.documents.package import member, opened
from pathfinder.adapters.documents.parsing import Parsed, Unreadable, parsed
from pathfinder.locales.catalogue import Message

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_CHAPTERS = ("application/xhtml+xml", "text/html")


def read_book(content: bytes, most: int, _charset: str) -> Parsed:
    """The text of a book."""
    book = _Book(opened(content))
    laid = laid_out(book.chapters(most), most)
    if not laid.text and book.unread:
        raise Unreadable(Message("document-no-chapter-readable"))
    return Parsed.laid(
        laid,
        book.title,
        book.date,
        author=book.author,
        hidden=book.hidden,
        unread=Message("document-chapters-unreadable", count=book.unread) if book.unread else "",
    )


class _Book:
    def __init__(self, package: ZipFile) -> None:
        self._package = package
        container = _tree(member(package, _CONTAINER))
        root = container.find(".//{*}rootfile")
        if root is None:
            raise Unreadable(Message("document-says-nothing-of-itself"))
        self._folder, _ = posixpath.split(root.get("full-path", ""))
        self._contents = _tree(member(package, root.get("full-path", "")))
        self.title, self.author, self.date = (self._said(name) for name in ("title", "creator", "date"))
        self.hidden = self.unread = 0

    def chapters(self, most: int) -> Iterator[Piece]:
        """The documents of the spine that hold text, numbered."""
        files = {item.get("id"): item for item in self._contents.iterfind("{*}manifest/{*}item")}
        locked, number = self._locked(), 0
        for reference in self._contents.iterfind("{*}spine/{*}itemref"):
            item = files.get(reference.get("idref"))
            if item is None or item.get("media-type") not in _CHAPTERS:
                continue
            name = posixpath.normpath(posixpath.join(self._folder, unquote(item.get("href", ""))))
            if name in locked:
                self.unread += 1
                continue
            try:
                chapter = parsed("html", member(self._package, name), most)
            except Unreadable as error:
                self.unread += not error.empty
                continue
            number += 1
            self.hidden += chapter.hidden
            yield Piece(chapter.text, "chapter", number, chapter.title)

    def _said(self, name: str) -> str:
        found = self._contents.find(f".//{{http://purl.org/dc/elements/1.1/}}{name}")
        return "" if found is None else " ".join(str(found.text or "").split())

    def _locked(self) -> frozenset[str]:
        """The members that are encrypted. Some books list only their fonts there."""
        if _ENCRYPTION not in self._package.namelist():
            return frozenset()
        listed = _tree(member(self._package, _ENCRYPTION)).iterfind(".//{*}CipherReference")
        return frozenset(posixpath.normpath(unquote(one.get("URI", ""))) for one in listed)


def _tree(written: bytes):  # type: ignore[no-untyped-def]  # noqa: ANN202  # lxml elements have no types
    from lxml import etree  # type: ignore[import-untyped]  # the package ships no types

    safe = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False)
    return etree.fromstring(written, safe)
