"""The `.research` folder: its sessions, and which of them is the current one."""

import json
import re
import stat
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from itertools import count, takewhile
from pathlib import Path
from typing import Literal

from pathfinder.adapters.storage.files.backup import Manifest, unpack
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import SAFE_ID, Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.locales.catalogue import Message, text_of
from pathfinder.protocols.errors import PathfinderError, SessionRefused, StorageFailed
from pathfinder.protocols.graph.memory import RunStatus
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import graph_bytes

_SLUG_BYTES = 60
_TIME = len("20260102-150405")
UPLOADS = "uploads"
"""In the home: folders of uploaded documents. In a session in the trash: the documents that went with it."""
_UPLOAD = re.compile("[0-9a-f]{16}")
_UNUSED_S = 86_400.0
"""An upload that no session was started with is removed after a day."""
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One line of the list of sessions."""

    id: str
    question: str
    iteration: int
    status: RunStatus | Literal["unreadable"]
    reason: str
    """Why the run stands still, or why the session cannot be read."""
    updated: datetime
    current: bool


class Sessions:
    """The sessions of one `.research` folder. Its only link is `current`; no other is followed."""

    def __init__(self, root: Path, disk: Disk) -> None:
        self._root = root
        self._folder = root / "sessions"
        self._current = root / "current"
        self._disk = disk

    def create(
        self,
        question: str,
        now: datetime,
        start: CogniGraph | None = None,
        beside: Mapping[str, bytes] | None = None,
    ) -> Session:
        """A new session, current from now on, with files beside its record; it appears whole or not."""
        name = f"{now:%Y%m%d-%H%M%S}-{slug(question)}"
        session = self._made(start or CogniGraph(question=question), name, beside or {})
        there = self._disk.stat(self._current)
        # A session of the first plan lives in a folder of this name; it is left as it is.
        if there is None or stat.S_ISLNK(there.st_mode) or not (self._current / "cognigraph.json").is_file():
            self.switch(session)
        return session

    def named(self, question: str, name: str) -> Session:
        """The session of exactly this name, made if it is not there; which one is current stays as it is.

        For one caller at a time: two that make it at once would make two.
        """
        session = Session(self._folder / name)
        if self._disk.stat(session.folder) is None:
            return self._made(CogniGraph(question=question), name, {})
        return self._safe(session)

    def received(self, name: str, files: Mapping[str, bytes]) -> Session:
        """A session that was run elsewhere, in place of what is here of it. It appears whole or not at all.

        Which session is current stays as it is; SessionLocked while a process owns the one that is here.
        """
        if not SAFE_ID.fullmatch(name):
            raise SessionRefused(Message("session-name-wrong", name=ascii(name[:80])))
        self.make_root()
        session, building = Session(self._folder / name), self._building(name)
        try:
            for folder in (building.archival, building.journals, building.pages):
                self._disk.make_folder(folder)
            for inner, data in files.items():
                self._beside(building.folder, inner, data)
            if self._disk.stat(session.folder) is not None:
                self._clear_away(session)
            self._disk.move_folder(building.folder, session.folder)
        except BaseException:
            self._tear_down(building)
            raise
        return session

    def _made(self, graph: CogniGraph, name: str, beside: Mapping[str, bytes]) -> Session:
        self.make_root()
        try:
            written = graph_bytes(graph)
        except ValueError as error:
            raise SessionRefused(Message("question-not-unicode", reason=error)) from None
        building = self._building(name)
        try:
            for folder in (building.archival, building.journals, building.pages):
                self._disk.make_folder(folder)
            self._disk.write(building.start, written)
            self._disk.write(building.graph, written)
            for inner, data in beside.items():
                self._beside(building.folder, inner, data)
            return self._named(building, name)
        except BaseException:
            self._tear_down(building)
            raise

    def restore(self, path: Path, now: datetime) -> tuple[Session, Manifest]:
        """A session from its backup, current from now on. It appears whole or not at all.

        Its name is kept; SessionRefused if there is a session of that name.
        """
        self.make_root()
        building = self._building(f"{now:%Y%m%d-%H%M%S}-restored")

        def free(manifest: Manifest) -> None:
            if self._disk.stat(self._folder / manifest.session) is not None:
                raise SessionRefused(Message("session-exists", session=manifest.session))

        try:
            manifest = unpack(path, building.folder, self._disk, named=free)
            session = Session(self._folder / manifest.session)
            free(manifest)
            self._disk.move_folder(building.folder, session.folder)
        except BaseException:
            with suppress(StorageFailed):
                self._disk.remove_folder(building.folder)
            raise
        self.switch(session)
        return session, manifest

    def lines(self) -> tuple[SessionLine, ...]:
        """All sessions, the one changed last first."""
        current = self._current_id()
        lines = [self._line(session, session.id == current) for session in self._all()]
        return tuple(sorted(lines, key=lambda line: (line.updated, line.id), reverse=True))

    def short(self, session: Session) -> str:
        """The beginning of an id that `resolve` knows it by: its time, unless two sessions began at once."""
        return short_ids(known.id for known in self._all())[session.id]

    def switch(self, session: Session) -> None:
        """Make a session the current one."""
        there = self._disk.stat(self._current)
        if there is not None and not stat.S_ISLNK(there.st_mode):
            raise SessionRefused(Message("current-not-a-link", path=self._current))
        self._disk.link(self._current, f"sessions/{session.id}")

    def remove(self, session: Session) -> None:
        """Delete a session with all it holds; SessionLocked while a process owns it.

        It leaves the list in one step, before its files go: what a kill leaves behind is nobody's session.
        """
        with SessionLock.take(session, self._disk):
            if self._current_id() == session.id:
                self._disk.remove(self._current)
            upload = self._own_upload(session)
            gone = self._moved_away(session)
        self._disk.remove_folder(gone.folder)
        if upload is not None:
            self._disk.remove_folder(upload)

    def discard(self, session: Session) -> Path:
        """Move a session to the folder `trash`: where it is now. SessionLocked while a process owns it.

        Documents that were uploaded for it alone go with it; those it shares stay where they are. Moved back
        into `sessions`, it is a session as before.
        """
        trash = self._root / "trash"
        self._disk.make_folder(trash)
        self._ours(trash)
        with SessionLock.take(session, self._disk):
            if self._current_id() == session.id:
                self._disk.remove(self._current)
            if (upload := self._own_upload(session)) is not None:
                self._disk.move_folder(upload, session.folder / UPLOADS)
            names = (session.id if number == 1 else f"{session.id}-{number}" for number in count(1))
            return next(
                trash / name for name in names if self._disk.move_folder(session.folder, trash / name)
            )

    def forget_uploads(self, now: float) -> None:
        """Remove uploads that are older than a day and belong to no session; `now` is a time of files.

        A session in the trash keeps its upload. Nothing is removed while it is unknown what some session has.
        """
        used = self._uploads_of(self._everybody())
        if used is None:
            return
        for name in self._disk.names(self._root / UPLOADS):
            folder = self._root / UPLOADS / name
            there = self._disk.stat(folder)
            old = there is not None and there.st_mtime < now - _UNUSED_S
            if old and _UPLOAD.fullmatch(name) and folder not in used:
                self._disk.remove_folder(folder)

    def _uploads_of(self, sessions: Iterable[Session]) -> set[Path] | None:
        """The documents that were uploaded for these sessions; None if it cannot be read of one of them."""
        try:
            return {found for session in sessions if (found := self._upload(session)) is not None}
        except (TypeError, ValueError, RecursionError, StorageFailed):
            return None

    def _upload(self, session: Session) -> Path | None:
        """The documents that were uploaded for a session, by what it was started with."""
        written = self._disk.read_if_there(session.asked)
        if written is None:
            return None
        asked = json.loads(written)
        if not isinstance(asked, dict):
            raise TypeError("what a session was started with is not an object")
        docs = Path(str(asked.get("docs")))
        # The name alone is taken: the folder above may have been renamed since, and no file of a session
        # can have another folder removed.
        ours = docs.parent.name == UPLOADS and _UPLOAD.fullmatch(docs.name)
        return self._root / UPLOADS / docs.name if ours else None

    def _own_upload(self, session: Session) -> Path | None:
        """The same, if they are there and no other session, in the list or the trash, has them."""
        around = self._disk.stat(self._root / UPLOADS)
        if around is None or not stat.S_ISDIR(around.st_mode):
            return None
        own = self._uploads_of([session])
        others = self._uploads_of(other for other in self._everybody() if other != session)
        if not own or others is None or own <= others:
            return None
        found = own.pop()
        return found if self._disk.stat(found) is not None else None

    def _bring_back(self, session: Session) -> None:
        """Put uploaded documents of a session that was in the trash where it looks for them."""
        kept = session.folder / UPLOADS
        if self._disk.stat(kept) is None:
            return
        for place in self._uploads_of([session]) or ():
            self._disk.make_folder(place.parent)
            self._disk.move_folder(kept, place)

    def _clear_away(self, session: Session) -> None:
        with SessionLock.take(session, self._disk):
            gone = self._moved_away(session)
        self._disk.remove_folder(gone.folder)

    def _moved_away(self, session: Session) -> Session:
        gone = Session(self._folder / f".{session.id}.removed.tmp")
        if not self._disk.move_folder(session.folder, gone.folder):
            raise SessionRefused(Message("in-the-way", path=gone.folder))
        return gone

    def resolve(self, name: str | None = None) -> Session:
        """The session with this id, or the only one whose id begins so; without a name, the current one."""
        if name is None:
            name = self._current_id() or self._only_id()
            if name is None:
                raise SessionRefused(Message("no-current-session", folder=self._root))
        ids = [session.id for session in self._all()]
        found = [name] if name in ids else [known for known in ids if name and known.startswith(name)]
        if not found:
            raise SessionRefused(Message("session-not-found", name=ascii(name), folder=self._root))
        if len(found) > 1:
            short = short_ids(ids)
            shown = ", ".join(short[known] for known in found[:3]) + (", ..." if len(found) > 3 else "")
            raise SessionRefused(Message("session-ambiguous", name=name, count=len(found), names=shown))
        session = self._safe(Session(self._folder / found[0]))
        self._bring_back(session)
        return session

    def make_root(self) -> None:
        """The folder itself, private, with the folders above it where they are missing."""
        missing = takewhile(lambda folder: self._disk.stat(folder) is None, self._root.parents)
        for folder in reversed(tuple(missing)):
            self._disk.make_folder(folder)
        for folder in (self._root, self._folder):
            self._disk.make_folder(folder)
            self._ours(folder)
        ignore = self._root / ".gitignore"
        if self._disk.stat(ignore) is None:
            self._disk.write(ignore, b"*\n")

    def _beside(self, folder: Path, name: str, data: bytes) -> None:
        *folders, last = name.split("/")
        for part in folders:
            folder /= part
            self._disk.make_folder(folder)
        self._disk.write(folder / last, data, durable=False)

    def _building(self, name: str) -> Session:
        """A folder that no list shows, to be renamed once everything is in it."""
        tries = (Session(self._folder / f".{name}-{number}.tmp") for number in count(1))
        return next(session for session in tries if self._disk.make_new_folder(session.folder))

    def _named(self, building: Session, name: str) -> Session:
        names = (name if number == 1 else f"{name}-{number}" for number in count(1))
        tries = (Session(self._folder / known) for known in names)
        return next(session for session in tries if self._disk.move_folder(building.folder, session.folder))

    def _tear_down(self, building: Session) -> None:
        with suppress(StorageFailed, OSError):
            self._disk.remove_folder(building.folder)

    def _all(self) -> list[Session]:
        names = self._disk.names(self._folder)
        return [Session(self._folder / name) for name in names if SAFE_ID.fullmatch(name)]

    def _everybody(self) -> list[Session]:
        """The sessions of the list and those in the trash, which may be moved back."""
        trash = self._root / "trash"
        names = self._disk.names(trash)
        return [*self._all(), *(Session(trash / name) for name in names if SAFE_ID.fullmatch(name))]

    def _line(self, session: Session, current: bool) -> SessionLine:
        try:
            self._safe(session)
            seen = glance(session, self._disk)
            there = self._disk.stat(session.graph)
            updated = datetime.fromtimestamp(there.st_mtime if there else 0, UTC)
        except PathfinderError as error:
            there = self._disk.stat(session.folder)
            updated = datetime.fromtimestamp(there.st_mtime if there else 0, UTC)
            return SessionLine(session.id, "", 0, "unreadable", text_of(error), updated, current)
        run = seen.run
        return SessionLine(
            session.id, seen.question, seen.iteration, run.status, run.reason, updated, current
        )

    def _only_id(self) -> str | None:
        """The one session there is: its process may have been killed before it was made the current one."""
        ids = [session.id for session in self._all()]
        there = self._disk.stat(self._current)
        linked = there is not None and stat.S_ISLNK(there.st_mode)
        return ids[0] if len(ids) == 1 and not linked else None

    def _current_id(self) -> str | None:
        """What `current` names, if it is a session of this folder."""
        there = self._disk.stat(self._current)
        if there is None or not stat.S_ISLNK(there.st_mode):
            return None
        place, _, name = (self._disk.target(self._current) or "").rpartition("/")
        return name if place == "sessions" and SAFE_ID.fullmatch(name) else None

    def _safe(self, session: Session) -> Session:
        for folder in (self._root, self._folder, session.folder):
            self._ours(folder)
        return session

    def _ours(self, folder: Path) -> None:
        """Refuse a folder that others may write to, or that is not where it seems to be."""
        there = self._disk.stat(folder)
        if there is None or not stat.S_ISDIR(there.st_mode):
            raise SessionRefused(Message("session-folder-wrong", folder=folder))
        if there.st_mode & _OTHERS_WRITE:
            raise SessionRefused(Message("session-folder-open", folder=folder))


def short_ids(names: Iterable[str]) -> dict[str, str]:
    """For each id its time, or all of it where another one has the same time."""
    known = list(names)
    times = Counter(name[:_TIME] for name in known)
    return {name: name[:_TIME] if times[name[:_TIME]] == 1 else name for name in known}


def slug(question: str) -> str:
    """The question as a part of a file name: letters and digits of every script; a hash if it has none."""
    folded = unicodedata.normalize("NFKC", question).casefold()
    words = [word for word in re.split(r"[\W_]+", folded) if word]
    short = "-".join(words).encode(errors="ignore")[:_SLUG_BYTES].decode(errors="ignore").rstrip("-")
    # Cutting may leave a letter without its marks, which would be spelled differently when composed.
    return unicodedata.normalize("NFC", short) or sha256(question.encode(errors="replace")).hexdigest()[:8]
