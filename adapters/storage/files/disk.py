"""What a session asks of the file system: whole files, durable appends, private folders.

A file is replaced whole or not at all; a folder is 0700 and a file 0600 from the moment it exists; no
symbolic link is followed. What goes wrong becomes one sentence: the file, what failed, what to do.
"""

import errno
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TypeVar

from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import StorageFailed

T = TypeVar("T")

FOLDER_MODE, FILE_MODE = 0o700, 0o600
TEMPORARY = ".tmp"
"""How the name of a file ends that is still being written; one that is left behind is nobody's."""
_CHUNK = 1 << 20

_REASONS = {
    errno.ENOSPC: "disk-full",
    errno.EDQUOT: "disk-quota",
    errno.EACCES: "disk-not-permitted",
    errno.EPERM: "disk-not-permitted",
    errno.EROFS: "disk-read-only",
    errno.EIO: "disk-io-error",
    errno.EMFILE: "disk-too-many-open",
    errno.ENFILE: "disk-too-many-open-here",
    errno.ENOENT: "disk-not-there",
    errno.ELOOP: "disk-link",
    errno.ENOTDIR: "disk-path-no-folder",
    errno.EISDIR: "disk-is-folder",
    errno.ENAMETOOLONG: "disk-name-too-long",
    errno.ENOLCK: "disk-no-locks",
}


@contextmanager
def storage_errors(doing: str, path: Path) -> Iterator[None]:
    """Turn an error of the operating system into StorageFailed with a sentence for people."""
    try:
        yield
    except OSError as error:
        known = _REASONS.get(error.errno or 0)
        reason = Message(known) if known else Message("disk-other", reason=error.strerror or error)
        raise StorageFailed(Message("cannot-do", doing=doing, path=path, reason=reason)) from error


class Disk:
    """All reading and writing of a session goes through here."""

    def __init__(self, calls: Syscalls | None = None) -> None:
        self.calls = calls or Syscalls()
        self._numbers = count(1)

    def read(self, path: Path) -> bytes:
        """The whole file."""
        return self.read_from(path, 0)

    def read_if_there(self, path: Path) -> bytes | None:
        """The whole file; None if there is none."""
        return None if self.stat(path) is None else self.read(path)

    def read_from(self, path: Path, offset: int) -> bytes:
        """The file from an offset on."""
        with storage_errors("read", path):
            # Without O_NONBLOCK a pipe put in the place of a file would hold the program for ever.
            file = self.calls.open(path, os.O_RDONLY | os.O_NONBLOCK)
            try:
                if not stat.S_ISREG(self.calls.fstat(file).st_mode):
                    raise OSError(errno.EINVAL, "it is not a plain file")
                if offset:
                    self.calls.seek(file, offset)
                return b"".join(iter(lambda: self.calls.read(file, _CHUNK), b""))
            finally:
                self.calls.close(file)

    def write(self, path: Path, data: bytes, *, durable: bool = True) -> None:
        """Replace the file whole; durable when it returns, unchanged if it fails before the rename.

        What can be made again (views) does not wait for the disk.
        """
        self._replace(path, data, durable=durable)
        if durable:
            self.sync_folder(path.parent)

    def write_several(self, folder: Path, files: Iterable[tuple[str, bytes]]) -> None:
        """Replace files of one folder, each whole; all are durable when it returns, the first ones first."""
        for name, data in files:
            self._replace(folder / name, data, durable=True)
        self.sync_folder(folder)

    def _replace(self, path: Path, data: bytes, *, durable: bool) -> None:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        with storage_errors("write", path):
            temporary, file = self._temporary(path, lambda name: self.calls.open(name, flags, FILE_MODE))
            with self._unlinked_on_failure(temporary):
                try:
                    self.write_all(file, data)
                    if durable:
                        self.calls.fsync(file)
                finally:
                    self.calls.close(file)
                self.calls.replace(temporary, path)

    def append(self, path: Path, data: bytes) -> None:
        """Add to a file that several processes add to; one call, so that lines do not mix."""
        with storage_errors("write", path):
            flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK
            file = self.calls.open(path, flags, FILE_MODE)
            try:
                self.write_all(file, data)
                self.calls.fsync(file)
            finally:
                self.calls.close(file)

    def open_to_append(self, path: Path) -> int:
        """A file that stays open for `append_durably`; it must be there."""
        with storage_errors("open", path):
            return self.calls.open(path, os.O_WRONLY | os.O_APPEND)

    def append_durably(self, file: int, path: Path, data: bytes) -> None:
        """On the disk when it returns; after a failure nobody knows how much of it is, so do not go on."""
        with storage_errors("write", path):
            self.write_all(file, data)
            self.calls.fsync(file)

    def close(self, file: int, path: Path) -> None:
        """Close what `open_to_append` opened."""
        with storage_errors("close", path):
            self.calls.close(file)

    def make_new_folder(self, path: Path) -> bool:
        """A private folder that was not there before; False if something stands there."""
        with storage_errors("make the folder", path):
            try:
                self.calls.mkdir(path, FOLDER_MODE)
            except FileExistsError:
                return False
        self.sync_folder(path.parent)
        return True

    def make_folder(self, path: Path) -> None:
        """A private folder; one that is there already is left as it is, anything else there is refused."""
        if self.stat(path) is None:
            self.make_new_folder(path)
        there = self.stat(path)
        with storage_errors("use the folder", path):
            if there is None or stat.S_ISLNK(there.st_mode):
                raise OSError(errno.ELOOP, "")
            if not stat.S_ISDIR(there.st_mode):
                raise OSError(errno.ENOTDIR, "")

    def sync_folder(self, path: Path) -> None:
        """Make the names in a folder durable."""
        with storage_errors("write", path):
            file = self.calls.open(path, os.O_RDONLY | os.O_DIRECTORY)
            try:
                self.calls.fsync(file)
            finally:
                self.calls.close(file)

    def names(self, folder: Path) -> tuple[str, ...]:
        """What is in a folder, sorted; nothing if there is no folder."""
        if self.stat(folder) is None:
            return ()
        with storage_errors("list", folder):
            return tuple(self.calls.names(folder))

    def stat(self, path: Path) -> os.stat_result | None:
        """What stands at a path, links not followed; None if nothing does."""
        try:
            return self.calls.lstat(path)
        except FileNotFoundError:
            return None
        except OSError:
            with storage_errors("look at", path):
                raise

    def remove(self, path: Path) -> None:
        """Delete a file; it may be gone already."""
        with storage_errors("delete", path), suppress(FileNotFoundError):
            self.calls.unlink(path)

    def remove_folder(self, path: Path) -> None:
        """Delete a folder with all that is in it; a link in it is deleted, not followed."""
        for name in self.names(path):
            inner = path / name
            there = self.stat(inner)
            if there is not None and stat.S_ISDIR(there.st_mode):
                self.remove_folder(inner)
            else:
                self.remove(inner)
        with storage_errors("delete", path), suppress(FileNotFoundError):
            self.calls.rmdir(path)

    def sweep(self, folder: Path) -> None:
        """Delete what a killed process was writing here; only the owner of the session may."""
        for name in self.names(folder):
            if is_temporary(name):
                self.remove(folder / name)

    def link(self, path: Path, target: str) -> None:
        """Make a symbolic link, or point an existing one elsewhere, in one step."""
        with storage_errors("write", path):
            temporary, _ = self._temporary(path, lambda name: self.calls.symlink(name, target))
            with self._unlinked_on_failure(temporary):
                self.calls.replace(temporary, path)
        self.sync_folder(path.parent)

    def target(self, path: Path) -> str | None:
        """Where a symbolic link points; None if there is nothing."""
        with storage_errors("read", path):
            try:
                return self.calls.readlink(path)
            except FileNotFoundError:
                return None

    def move_folder(self, old: Path, new: Path) -> bool:
        """Give a folder its name; False if the name is taken."""
        if self.stat(new) is not None:
            return False
        with storage_errors("make the folder", new):
            try:
                self.calls.replace(old, new)
            except OSError as error:
                if error.errno in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR):
                    return False
                raise
        self.sync_folder(new.parent)
        return True

    def _temporary(self, path: Path, make: Callable[[Path], T]) -> tuple[Path, T]:
        """Something new beside a path, under a name that nothing has yet."""
        while True:
            name = path.with_name(f".{path.name}.{os.getpid()}-{next(self._numbers)}{TEMPORARY}")
            with suppress(FileExistsError):
                return name, make(name)

    @contextmanager
    def _unlinked_on_failure(self, temporary: Path) -> Iterator[None]:
        try:
            yield
        except BaseException:
            with suppress(OSError):
                self.calls.unlink(temporary)
            raise

    def write_all(self, file: int, data: bytes) -> None:
        """Write on where a short write stopped; OSError as it comes."""
        rest = memoryview(data)
        while rest:
            written = self.calls.write(file, bytes(rest[:_CHUNK]))
            if written <= 0:
                raise OSError(errno.EIO, "")
            rest = rest[written:]


def is_temporary(name: str) -> bool:
    """Whether a name is that of a file still being written, or left behind by a killed process."""
    return name.startswith(".") and name.endswith(TEMPORARY)
