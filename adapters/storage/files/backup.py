"""A session as one archive: a tar whose first member is a manifest with the hash of every other.

What comes back is checked byte for byte before it gets its name; an archive that says more, less or other
than its manifest is refused whole.
"""

import gzip
import io
import os
import stat
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO, NamedTuple

from pydantic import AwareDatetime, Field, ValidationError

from pathfinder.adapters.storage.files.disk import Disk, is_temporary, storage_errors
from pathfinder.adapters.storage.files.layout import SAFE_ID, Session
from pathfinder.adapters.system import system_reason
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import SessionRefused, UserError
from pathfinder.protocols.frozen import Frozen

FORMAT = 1
SUFFIX = ".pathfinder.tar.gz"
MANIFEST = "MANIFEST.json"
LEFT_OUT = frozenset({"lock", "recall.sqlite"})
"""Belongs to a process, not to the session, or can be made again at any time."""
LEAST_UNPACKED = 100_000_000
MOST_PACKING = 50
"""An archive unpacks to so many bytes at most, and so many more for each of its own; text packs to 1/10."""
_MOST_MANIFEST = 64_000_000
_DAMAGED = (tarfile.TarError, EOFError, zlib.error, gzip.BadGzipFile)
_MOST_AT_ONCE = 1 << 20
_DEEPEST = 40
"""Folders in folders; a session has three, and what it took over from an older program up to 33."""


class Packed(Frozen):
    """One file of the archive."""

    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    bytes: int = Field(ge=0)


class Manifest(Frozen):
    """What an archive holds."""

    format: int = FORMAT
    session: str
    question: str
    iteration: int
    created_at: AwareDatetime
    shared: bool = False
    """Logs, journals, notes and paths of the machine were left out."""
    texts: bool = True
    """The texts of pages are in it."""
    files: dict[str, Packed]


class Member(NamedTuple):
    """A file to pack, read when its turn comes."""

    name: str
    read: Callable[[], bytes]


def members(session: Session, disk: Disk) -> tuple[Member, ...]:
    """Every plain file of a session, by its name seen from the session's folder."""
    return tuple(
        Member(name, partial(disk.read, path))
        for name, path in sorted(_files(session.folder, session.folder, disk))
        if name not in LEFT_OUT
    )


def _files(folder: Path, root: Path, disk: Disk) -> Iterator[tuple[str, Path]]:
    for name in disk.names(folder):
        path = folder / name
        there = disk.stat(path)
        if there is None or is_temporary(name):
            continue
        if stat.S_ISDIR(there.st_mode):
            yield from _files(path, root, disk)
        elif stat.S_ISREG(there.st_mode):
            yield path.relative_to(root).as_posix(), path


def pack(path: Path, about: Manifest, packed: tuple[Member, ...], disk: Disk) -> Manifest:
    """Write the archive; what stands at the path already is left alone. The session must not be changing."""
    if disk.stat(path) is not None:
        raise UserError(Message("backup-file-exists", path=path))
    files = {}
    for member in packed:
        if not _is_name(member.name):
            raise UserError(Message("backup-name-refused", name=ascii(member.name)))
        data = member.read()
        files[member.name] = Packed(sha256=sha256(data).hexdigest(), bytes=len(data))
    manifest = about.model_copy(update={"files": files})
    with (
        storage_errors("write", path),
        _appearing(path) as file,
        tarfile.open(fileobj=file, mode="w:gz") as archive,
    ):
        _add(archive, MANIFEST, manifest.model_dump_json(indent=1).encode(), about.created_at)
        for member in packed:
            _add(archive, member.name, member.read(), about.created_at)
    return manifest


@contextmanager
def _appearing(path: Path) -> Iterator[BinaryIO]:
    """A private file that gets its name once it is whole."""
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with open(temporary, "xb", opener=_private) as file:
            yield file
        temporary.replace(path)
    finally:
        with suppress(FileNotFoundError):
            temporary.unlink()


def _private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _add(archive: tarfile.TarFile, name: str, data: bytes, at: datetime) -> None:
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = len(data), 0o600, int(at.timestamp())
    archive.addfile(info, io.BytesIO(data))


class _Bounded(gzip.GzipFile):
    """Unpacks no more than a session can hold: what is small on the disk must not be large in memory."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._most = LEAST_UNPACKED + MOST_PACKING * path.stat().st_size

    def read(self, size: int | None = -1) -> bytes:
        """So many bytes; tarfile asks for all of a header at once, however long that says it is."""
        if size is None or not 0 <= size <= _MOST_MANIFEST or self.tell() + size > self._most:
            raise tarfile.TarError("it unpacks to far more than a session holds")
        return super().read(size)


def unpack(path: Path, into: Path, disk: Disk, *, named: Callable[[Manifest], None]) -> Manifest:
    """Write the files of an archive into a folder, each as its manifest says; SessionRefused otherwise.

    `named` hears the manifest before anything is written.
    """
    try:
        with _Bounded(path) as unpacked, tarfile.open(fileobj=unpacked, mode="r:") as archive:
            found = iter(archive)
            manifest = _manifest(archive, next(found, None))
            named(manifest)
            left = dict(manifest.files)
            for info in found:
                known = left.pop(info.name, None)
                if known is None or not info.isreg() or info.size != known.bytes:
                    raise SessionRefused(Message("backup-member-differs", path=path, name=ascii(info.name)))
                _write(into, info.name, _checked(archive, info, known, path), disk)
            if left:
                raise SessionRefused(Message("backup-member-missing", path=path, name=ascii(min(left))))
            return manifest
    # The last three: tarfile itself stumbles over headers that are made up.
    except (*_DAMAGED, ValueError, LookupError, OverflowError) as error:
        raise SessionRefused(Message("backup-not-readable", path=path, reason=error)) from None
    except OSError as error:
        raise SessionRefused(Message("cannot-be-read", path=path, reason=system_reason(error))) from None


def _manifest(archive: tarfile.TarFile, first: tarfile.TarInfo | None) -> Manifest:
    if first is None or first.name != MANIFEST or not first.isreg() or first.size > _MOST_MANIFEST:
        raise tarfile.TarError("it does not begin with a manifest")
    file = archive.extractfile(first)
    try:
        manifest = Manifest.model_validate_json(file.read() if file else b"")
    except ValidationError as error:
        raise tarfile.TarError(f"its manifest is not readable, {error.error_count()} faults") from None
    if manifest.format > FORMAT:
        raise tarfile.TarError(f"format {manifest.format} is newer than this program reads")
    if not SAFE_ID.fullmatch(manifest.session):
        raise tarfile.TarError("it names no session")
    unsafe = [name for name in manifest.files if not _is_name(name)]
    if unsafe:
        raise tarfile.TarError(f"{unsafe[0]!a} is no name for a file of a session")
    return manifest


def _is_name(name: str) -> bool:
    """A path that stays inside the folder it is put into, and that text can hold."""
    parts = name.split("/")
    if not name.isprintable() or len(parts) > _DEEPEST:
        return False
    return not any(part in ("", ".", "..") or len(part) > 255 for part in parts)


def _checked(archive: tarfile.TarFile, info: tarfile.TarInfo, known: Packed, path: Path) -> bytes:
    file = archive.extractfile(info)
    data = b"".join(iter(partial(file.read, _MOST_AT_ONCE), b"")) if file else b""
    if sha256(data).hexdigest() != known.sha256:
        raise SessionRefused(Message("backup-member-damaged", path=path, name=ascii(info.name)))
    return data


def _write(into: Path, name: str, data: bytes, disk: Disk) -> None:
    *folders, last = name.split("/")
    folder = into
    for part in folders:
        folder /= part
        disk.make_folder(folder)
    disk.write(folder / last, data, durable=False)
