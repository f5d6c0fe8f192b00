"""A disk that breaks at the call it is told to, and counts them."""

import errno
import os
from dataclasses import dataclass
from pathlib import Path

from pathfinder.adapters.storage.files.syscalls import Syscalls


@dataclass(frozen=True)
class Fault:
    """What goes wrong: an error, or a write that stops half way."""

    id: str
    code: int | None
    forever: bool

    def touches(self, call: str) -> bool:
        """Whether it can befall a call: only writing is cut short, and reading needs no room on the disk."""
        if self.code is None:
            return call == "write"
        return not (self.code == errno.ENOSPC and call in READING)


FAULTS = tuple(
    Fault(f"{name}-{'forever' if forever else 'once'}", code, forever)
    for name, code in (
        ("ENOSPC", errno.ENOSPC),
        ("EIO", errno.EIO),
        ("EACCES", errno.EACCES),
        ("short-write", None),
    )
    for forever in (False, True)
)
READING = frozenset({"read", "seek", "fstat", "lstat", "names", "readlink"})


class BrokenDisk(Syscalls):
    """The n-th call fails, or every one from the n-th on. Nothing is synced: no power is cut here."""

    def __init__(self, at: int = 0, fault: Fault | None = None) -> None:
        self.log: list[str] = []
        self.fired = False
        self._at = at
        self._fault = fault

    def _breaks(self, name: str) -> bool:
        self.log.append(name)
        fault, number = self._fault, len(self.log)
        due = number == self._at or (number > self._at and fault is not None and fault.forever)
        return fault is not None and due and fault.touches(name)

    def _call(self, name: str) -> None:
        if self._breaks(name) and self._fault is not None and self._fault.code is not None:
            self.fired = True
            raise OSError(self._fault.code, os.strerror(self._fault.code))

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        self._call("open")
        return super().open(path, flags, mode)

    def read(self, file: int, size: int) -> bytes:
        self._call("read")
        return super().read(file, size)

    def seek(self, file: int, offset: int) -> int:
        self._call("seek")
        return super().seek(file, offset)

    def write(self, file: int, data: bytes) -> int:
        if not self._breaks("write"):
            return super().write(file, data)
        self.fired = True
        half = super().write(file, data[: max(1, len(data) // 2)])
        if self._fault is not None and self._fault.code is not None:
            # A disk takes a part of what it is given before it says that it is full.
            raise OSError(self._fault.code, os.strerror(self._fault.code))
        return half

    def truncate(self, file: int, size: int) -> None:
        self._call("truncate")
        super().truncate(file, size)

    def fsync(self, file: int) -> None:
        self._call("fsync")
        os.fstat(file)  # It must be open; to wait for a real disk would prove nothing here.

    def close(self, file: int) -> None:
        super().close(file)
        self._call("close")

    def flock(self, file: int, operation: int) -> None:
        self._call("flock")
        super().flock(file, operation)

    def fstat(self, file: int) -> os.stat_result:
        self._call("fstat")
        return super().fstat(file)

    def lstat(self, path: Path) -> os.stat_result:
        self._call("lstat")
        return super().lstat(path)

    def names(self, folder: Path) -> list[str]:
        self._call("names")
        return super().names(folder)

    def mkdir(self, path: Path, mode: int) -> None:
        self._call("mkdir")
        super().mkdir(path, mode)

    def replace(self, old: Path, new: Path) -> None:
        self._call("replace")
        super().replace(old, new)

    def unlink(self, path: Path) -> None:
        self._call("unlink")
        super().unlink(path)

    def rmdir(self, path: Path) -> None:
        self._call("rmdir")
        super().rmdir(path)

    def symlink(self, path: Path, target: str) -> None:
        self._call("symlink")
        super().symlink(path, target)

    def readlink(self, path: Path) -> str:
        self._call("readlink")
        return super().readlink(path)
