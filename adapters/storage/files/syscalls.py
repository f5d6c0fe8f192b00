"""The calls to the operating system that a session makes, without logic: where tests break the disk."""

import fcntl
import os
from pathlib import Path


class Syscalls:
    """The real ones. A test gives a subclass that counts, fails or cuts short."""

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC, mode)

    def read(self, file: int, size: int) -> bytes:
        return os.read(file, size)

    def seek(self, file: int, offset: int) -> int:
        return os.lseek(file, offset, os.SEEK_SET)

    def write(self, file: int, data: bytes) -> int:
        return os.write(file, data)

    def truncate(self, file: int, size: int) -> None:
        os.ftruncate(file, size)

    def fsync(self, file: int) -> None:
        os.fsync(file)

    def close(self, file: int) -> None:
        os.close(file)

    def flock(self, file: int, operation: int) -> None:
        fcntl.flock(file, operation)

    def fstat(self, file: int) -> os.stat_result:
        return os.fstat(file)

    def lstat(self, path: Path) -> os.stat_result:
        return os.lstat(path)

    def names(self, folder: Path) -> list[str]:
        return sorted(entry.name for entry in folder.iterdir())

    def mkdir(self, path: Path, mode: int) -> None:
        path.mkdir(mode)

    def replace(self, old: Path, new: Path) -> None:
        old.replace(new)

    def unlink(self, path: Path) -> None:
        path.unlink()

    def rmdir(self, path: Path) -> None:
        path.rmdir()

    def symlink(self, path: Path, target: str) -> None:
        path.symlink_to(target)

    def readlink(self, path: Path) -> str:
        return str(path.readlink())
