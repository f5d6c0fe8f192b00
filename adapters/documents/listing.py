"""Which files a folder holds, and why some of them are not opened at all.

Links are never followed, so the walk cannot leave the folder or run in circles. Nothing but plain files is
ever opened: a pipe would wait for ever and a device might do anything. Pathfinder's own sessions are never
entered, wherever they lie and however their folder is called: they would be cited as sources.
"""

import os
import stat
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from pathfinder.adapters.documents.workers import Limits
from pathfinder.adapters.storage.files.layout import SAFE_ID
from pathfinder.adapters.system import system_reason
from pathfinder.locales.catalogue import Message

COMPANION = ".pdf.meta"
"""How the file beside a PDF is called that holds its front matter."""
OURS = ".research"
"""The usual home of sessions; nobody has to be told that it is left alone."""
_SESSION = (
    frozenset({"cognigraph.json"}),
    frozenset({"archival", "journal", "pages"}),
    frozenset({"observations", "hypotheses", "findings.md"}),
    frozenset({"state.json", "working_memory.json"}),
)
"""What only a session holds: its record, its pages, its views, and those of the older programs."""
_MAIL_FOLDER = frozenset({"cur", "new", "tmp"})
"""What every folder of a maildir holds."""
HOME = frozenset({"sessions", "batches", "index", "current"})
"""What a home of sessions holds, under whatever name it lies."""


@dataclass(frozen=True)
class Listed:
    """A plain file, as the folder tells it."""

    name: str
    """Its path inside the folder, with slashes."""
    size: int
    stamp: str
    """Changes when the file, or the front matter beside it, does."""


@dataclass
class Listing:
    """What one walk found."""

    files: list[Listed] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    """`name: reason` each."""
    hidden: int = 0

    def skip(self, name: str, reason: str) -> None:
        """Note something that is not read."""
        self.skipped.append(Message("document-skipped", name=shown(name) or ".", reason=reason))


def listing(root: Path, limits: Limits) -> Listing:
    """Walk the folder, names in order."""
    found = Listing()
    beyond: Counter[str] = Counter()
    stamps: dict[str, str] = {}
    for name, status in _walk(root, "", 0, limits.depth, found):
        if name.lower().endswith(COMPANION):
            stamps[name[: -len(".meta")]] = _stamp(status)
        elif len(found.files) < limits.files:
            found.files.append(Listed(name, status.st_size, _stamp(status)))
        else:
            beyond[name.partition("/")[0] if "/" in name else "."] += 1
    for place, number in beyond.items():
        where = "this folder itself" if place == "." else place
        found.skipped.append(
            f"{number:,} more files in {where}: only the first {limits.files:,} files are read"
        )
    found.files = [
        Listed(file.name, file.size, f"{file.stamp} {stamps[file.name]}") if file.name in stamps else file
        for file in found.files
    ]
    found.skipped.sort()
    return found


def shown(name: str) -> str:
    """A name that can be printed and kept, whatever its bytes are."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def open_plain(root: Path, name: str) -> int:
    """A file of the folder, open for reading; OSError for anything that is not a plain file inside it."""
    path = root / name
    if not Path(os.path.realpath(path.parent)).is_relative_to(root):
        raise OSError("it is not inside the folder")
    file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError("it is not a plain file")
    return file


def listed(root: Path, name: str) -> Listed:
    """One file as `listing` would list it now; OSError if it is gone."""
    status = (root / name).lstat()
    stamp = _stamp(status)
    if name.lower().endswith(".pdf"):
        with suppress(OSError):
            stamp = f"{stamp} {_stamp((root / (name + '.meta')).lstat())}"
    return Listed(name, status.st_size, stamp)


def _stamp(status: os.stat_result) -> str:
    return f"{status.st_size} {status.st_mtime_ns}"


def _walk(
    root: Path, inside: str, depth: int, deepest: int, found: Listing
) -> Iterator[tuple[str, os.stat_result]]:
    try:
        with os.scandir(root / inside) as scanned:
            entries = sorted(scanned, key=lambda entry: entry.name)
    except OSError as error:
        found.skip(inside, Message("document-folder-unlisted", reason=why(error)))
        return
    names = {entry.name for entry in entries}
    if is_session(names):
        found.skip(inside, Message("document-is-session"))
        return
    ours = HOME & names if _is_home(root / inside, names) else frozenset()
    for entry in entries:
        name = f"{inside}/{entry.name}" if inside else entry.name
        if entry.name in ours:
            found.skip(name, Message("document-of-sessions"))
            continue
        if entry.name.startswith(".") and not (names >= _MAIL_FOLDER and _is_mail_folder(entry)):
            found.hidden += entry.name != OURS
            continue
        try:
            status = entry.stat(follow_symlinks=False)
            reason = _refused(root, name, status)
        except OSError as error:
            reason, status = why(error), None
        if reason is not None or status is None:
            found.skip(name, reason or "")
        elif not stat.S_ISDIR(status.st_mode):
            yield name, status
        elif depth >= deepest:
            found.skip(name, Message("document-too-deep", count=deepest))
        else:
            yield from _walk(root, name, depth + 1, deepest, found)


def _is_mail_folder(entry: os.DirEntry[str]) -> bool:
    """Whether this is a folder of mails inside a maildir, which are called `.Sent` and the like."""
    try:
        return entry.is_dir(follow_symlinks=False) and _names(Path(entry)) >= _MAIL_FOLDER
    except OSError:
        return False


def is_session(names: Collection[str]) -> bool:
    """Whether a folder that holds these names is a session, also one that was copied only in part."""
    return any(marks.issubset(names) for marks in _SESSION)


def inside_a_session(folder: Path) -> Path | None:
    """The session that a folder is, or lies in."""
    for place in (folder, *folder.parents):
        with suppress(OSError):
            if is_session(_names(place)):
                return place
    return None


def _is_home(folder: Path, names: Collection[str]) -> bool:
    if "sessions" not in names:
        return False
    with suppress(OSError):
        return any(
            SAFE_ID.fullmatch(entry.name) and is_session(_names(entry))
            for entry in (folder / "sessions").iterdir()
        )
    return False


def _names(folder: Path) -> set[str]:
    return {entry.name for entry in folder.iterdir()}


def _refused(root: Path, name: str, status: os.stat_result) -> str | None:
    """Why something is neither read nor entered; None for a plain file or a folder with a proper name."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return Message("document-name-not-utf8")
    if stat.S_ISREG(status.st_mode) or stat.S_ISDIR(status.st_mode):
        return None
    if stat.S_ISLNK(status.st_mode):
        return _link(root, root / name)
    if stat.S_ISFIFO(status.st_mode):
        return Message("document-is-pipe")
    if stat.S_ISSOCK(status.st_mode):
        return Message("document-is-socket")
    return Message("document-is-device")


def _link(root: Path, path: Path) -> str:
    try:
        target = path.resolve(strict=True)
    except (OSError, RuntimeError):
        return Message("document-link-dead")
    if target == root or root.is_relative_to(target):
        return Message("document-link-circle")
    if target.is_relative_to(root):
        return Message("document-link-inside")
    return Message("document-link-outside")


def why(error: OSError) -> str:
    """What the operating system says, in plain words."""
    if isinstance(error, PermissionError):
        return Message("document-forbidden")
    return system_reason(error)
