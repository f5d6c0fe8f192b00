"""One file of the folder, opened with care and made into a document for the index."""

import hashlib
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from pathfinder.adapters.documents.front_matter import pairs
from pathfinder.adapters.documents.index import Document
from pathfinder.adapters.documents.kinds import HEAD_BYTES, Kind, Unwanted, kind_of
from pathfinder.adapters.documents.listing import Listed, open_plain, why
from pathfinder.adapters.documents.workers import Limits, NoText, Text, Workers
from pathfinder.locales.catalogue import Message, joined

_CHUNK = 1 << 20
_MOST_META_BYTES = 20_000


class RefusedFile(NamedTuple):
    """A file that could not be opened this time; nothing is remembered of it, so it is tried again."""

    name: str
    reason: str


class Reading(NamedTuple):
    """A document, and whether a worker had to parse it."""

    document: Document
    parsed: bool


class Reader:
    """Makes documents out of files. Threads may share it."""

    def __init__(
        self,
        root: Path,
        limits: Limits,
        workers: Workers,
        same_content: Callable[[bytes, str], Document | None],
        *,
        trust: bool,
    ) -> None:
        self._root = root
        self._limits = limits
        self._workers = workers
        self._same_content = same_content
        self._trust = trust

    def read(self, listed: Listed) -> Reading | RefusedFile:
        """The document of one file; what is wrong with the file stands in it."""
        try:
            file = open_plain(self._root, listed.name)
            try:
                head = os.read(file, HEAD_BYTES)
                kind = kind_of(listed.name, head)
                content = head if isinstance(kind, Unwanted) else _rest(file, head, self._most(kind))
            finally:
                os.close(file)
        except OSError as error:
            return RefusedFile(listed.name, why(error))
        if isinstance(kind, Unwanted):
            document = Document(
                listed.name, listed.stamp, reason=kind.reason or None, counted_as=kind.counted_as
            )
            return Reading(document, parsed=False)
        if content is None:
            reason = Message("document-too-large", most=self._most(kind))
            return Reading(Document(listed.name, listed.stamp, reason=reason), parsed=False)
        return self._taken(listed, kind, content)

    def _taken(self, listed: Listed, kind: Kind, content: bytes) -> Reading:
        hash_ = hashlib.sha256(content).digest()
        beside = self._beside(listed.name) if kind == "pdf" else None
        same = self._same_content(hash_, kind)
        if same is not None and same.text is not None:
            known = Text(
                text=same.text,
                title=same.own_title,
                date=same.date,
                front=dict(same.front or {}),
                cut=False,
                unread=same.reason or "",
                said=same.said,
                **dict(same.layout),
            )
            return Reading(self._document(listed, kind, hash_, known, beside), parsed=False)
        answer = self._workers.read(kind, content)
        if isinstance(answer, NoText):
            failed = Document(
                listed.name, listed.stamp, hash=hash_, kind=kind, reason=answer.reason, retry=answer.passing
            )
            return Reading(failed, parsed=True)
        return Reading(self._document(listed, kind, hash_, answer, beside), parsed=True)

    def _document(
        self, listed: Listed, kind: Kind, hash_: bytes, text: Text, beside: Mapping[str, str] | None
    ) -> Document:
        front = text.front if beside is None else beside
        stem = Path(listed.name).stem
        own = text.title or stem
        return Document(
            name=listed.name,
            stamp=listed.stamp,
            hash=hash_,
            kind=kind,
            own_title=text.title,
            title=front.get("title", own) if self._trust else own,
            date=text.date,
            front=front,
            said=text.said,
            layout=text.layout,
            text=text.text,
            reason=self._left_out(text),
        )

    def _left_out(self, text: Text) -> str | None:
        """What of the file is not in its text; None if all of it is."""
        cut = Message("document-first-characters", characters=self._limits.characters) if text.cut else ""
        parts = [part for part in (cut, text.unread) if part]
        return joined("list-then", parts) if parts else None

    def _beside(self, name: str) -> Mapping[str, str]:
        """The front matter of a PDF, from the file beside it."""
        try:
            file = open_plain(self._root, f"{name}.meta")
            try:
                written = os.read(file, _MOST_META_BYTES)
            finally:
                os.close(file)
        except OSError:
            return {}
        return pairs(written.decode("utf-8-sig", errors="replace").splitlines())

    def _most(self, kind: Kind) -> int:
        small = kind in ("text", "html", "table", "chat")
        return self._limits.text_bytes if small else self._limits.pdf_bytes


def _rest(file: int, head: bytes, most: int) -> bytes | None:
    """The whole content; None if it is more than `most`, however much more."""
    if os.fstat(file).st_size > most:
        return None
    pieces, length = [head], len(head)
    while piece := os.read(file, _CHUNK):
        pieces.append(piece)
        length += len(piece)
        if length > most:
            return None
    return b"".join(pieces)
