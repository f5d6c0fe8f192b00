"""What a file is: by its first bytes, and by its name only where bytes do not tell."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath
from typing import Literal, NamedTuple

from pathfinder.locales.catalogue import Message

Kind = Literal["text", "html", "pdf", "office", "epub", "mail", "chat", "table"]

HEAD_BYTES = 4_096
"""How much of a file has to be seen to tell its kind."""

_TEXT_NAMES = frozenset({"", ".md", ".markdown", ".mdown", ".txt", ".text", ".rst", ".org", ".adoc"})
_HTML_NAMES = frozenset({".html", ".htm", ".xhtml"})
_OFFICE_NAMES = frozenset({".docx", ".pptx", ".ppsx", ".pptm", ".xlsx", ".xlsm"})
_BY_NAME: Mapping[str, Kind] = {
    **dict.fromkeys(_TEXT_NAMES, "text"),
    **dict.fromkeys((".csv", ".tsv"), "table"),
    **dict.fromkeys((".jsonl", ".ndjson"), "chat"),
}
"""What a file of characters is by its name."""
_PROMISES = {".pdf": "PDF", ".epub": "EPUB", **dict.fromkeys(_OFFICE_NAMES, "office file")}
_DOCUMENT_NAMES = _BY_NAME.keys() | _HTML_NAMES | _PROMISES.keys() | {".eml", ".mbox"}
_PACKAGE = b"PK\x03\x04"
_CONTENTS = b"[Content_Types].xml"
"""The member of an office file that stands first in nearly all of them."""
_MAIL_FOLDERS = frozenset({"cur", "new"})
_MAIL_HEADER = re.compile(
    rb"^(?:from|to|subject|date|received|message-id|return-path|delivered-to|mime-version):",
    re.IGNORECASE | re.MULTILINE,
)

_BEGINNINGS = (
    (b"\x89PNG\r\n", "PNG images"),
    (b"\xff\xd8\xff", "JPEG images"),
    (b"GIF8", "GIF images"),
    (_PACKAGE, "ZIP archives"),
    (b"\xd0\xcf\x11\xe0", "old or encrypted office files"),
    (b"\x1f\x8b", "gzip archives"),
    (b"7z\xbc\xaf\x27\x1c", "7z archives"),
    (b"Rar!", "RAR archives"),
    (b"\x7fELF", "programs"),
    (b"MZ", "programs"),
    (b"SQLite format 3", "databases"),
    (b"OggS", "sound or video files"),
    (b"ID3", "sound or video files"),
    (b"\x1aE\xdf\xa3", "sound or video files"),
)
_HTML_TYPES = frozenset({"", "text/html", "application/xhtml+xml"})
_TEXT_TYPES = frozenset({"text/plain", "text/markdown", "text/x-markdown", "text/html"})
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class Unwanted(NamedTuple):
    """A file that is not one of ours."""

    reason: str
    counted_as: str | None
    """Told as one of many of its kind; None for a file whose name promised a document."""


def kind_of(name: str, head: bytes) -> Kind | Unwanted:
    """The kind of a file, from its name and its first HEAD_BYTES."""
    suffix = PurePosixPath(name).suffix.lower()
    if b"%PDF-" in head[:1_024]:
        return "pdf"
    if head.startswith(_PACKAGE):
        package = _package(suffix, head)
        if package is not None:
            return package
    known = next((what for start, what in _BEGINNINGS if head.startswith(start) and _binary(head)), None)
    if known is not None or _binary(head):
        return _unwanted(suffix, known or _by_suffix("binary files", suffix))
    if _looks_like_html(head):
        return "html"
    if suffix in _HTML_NAMES:
        return "html" if b"<" in head else "text"
    if _is_mail(name, suffix, head):
        return "mail"
    if suffix in _BY_NAME:
        return _BY_NAME[suffix]
    if suffix in _PROMISES:
        return Unwanted(Message("document-named-otherwise", kind=_PROMISES[suffix]), None)
    if suffix in (".eml", ".mbox"):
        return Unwanted(Message("document-named-mail"), None)
    return Unwanted("", _by_suffix("files of other kinds", suffix))


def web_kind(media: str, content: bytes) -> Kind | Unwanted:
    """The kind of something that came over the web: its bytes decide, its declared type only among texts."""
    head = content[:HEAD_BYTES]
    if b"%PDF-" in head[:1_024]:
        return "pdf"
    if _binary(head):
        known = next((what for start, what in _BEGINNINGS if head.startswith(start)), "binary files")
        return Unwanted(Message("document-bytes-of", kind=known), None)
    if media == "application/pdf":
        return Unwanted(Message("document-no-pdf"), None)
    if _looks_like_html(head) or (media in _HTML_TYPES and b"<" in head):
        return "html"
    if media in _TEXT_TYPES or (not media and b"<" not in head):
        return "text"
    shown = media if media.isascii() and media.isprintable() and 0 < len(media) < 80 else "of no known type"
    return Unwanted(Message("document-media-type", kind=shown), None)


def _package(suffix: str, head: bytes) -> Kind | None:
    """What a ZIP package is; None for an archive of other things."""
    if b"mimetypeapplication/epub+zip" in head[:100] or suffix == ".epub":
        return "epub"
    return "office" if _CONTENTS in head or suffix in _OFFICE_NAMES else None


def _is_mail(name: str, suffix: str, head: bytes) -> bool:
    """A mail or a mailbox: named so, lying in a mail folder, or a mailbox whose name says nothing."""
    if len(_MAIL_HEADER.findall(head)) < 2:
        return False
    in_folder = PurePosixPath(name).parent.name in _MAIL_FOLDERS
    return suffix in (".eml", ".mbox") or in_folder or (suffix == "" and head.startswith(b"From "))


def _unwanted(suffix: str, what: str) -> Unwanted:
    """A picture among documents is one of many; a picture that is called a document is a mistake to tell."""
    if suffix in _DOCUMENT_NAMES - {""}:
        return Unwanted(f"it is not text: its bytes are those of {what}", None)
    return Unwanted("", what)


def _by_suffix(what: str, suffix: str) -> str:
    return f"{what} ({suffix})" if suffix else what


def _binary(head: bytes) -> bool:
    """No text has a zero byte, unless it is UTF-16, which says so at its start."""
    return not head.startswith(_UTF16) and (b"\0" in head or _mostly_controls(head))


def _mostly_controls(head: bytes) -> bool:
    controls = sum(byte < 9 or 13 < byte < 27 or 27 < byte < 32 for byte in head)
    return controls * 20 > len(head)


def _looks_like_html(head: bytes) -> bool:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    while start.startswith((b"<?", b"<!--")):
        mark = b"?>" if start.startswith(b"<?") else b"-->"
        _, found, rest = start.partition(mark)
        if not found:
            return False
        start = rest.lstrip()
    return start.startswith((b"<!doctype html", b"<html"))
