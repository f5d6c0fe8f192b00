"""Files appear whole, private and without following links; what fails is told in one sentence."""

import errno
import os
import stat
from dataclasses import dataclass
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.protocols.errors import StorageFailed


@pytest.mark.parametrize("mask", [0o000, 0o022, 0o077], ids=oct)
def test_files_and_folders_are_private_from_the_start_whatever_the_umask(mask: int, tmp_path: Path) -> None:
    class Watching(Syscalls):
        def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
            file = super().open(path, flags, mode)
            seen.add(stat.S_IMODE(os.fstat(file).st_mode))
            return file

    seen: set[int] = set()
    disk = Disk(Watching())
    before = os.umask(mask)
    try:
        disk.make_folder(tmp_path / "f")
        disk.write(tmp_path / "f" / "whole", b"1")
        disk.append(tmp_path / "f" / "lines", b"1\n")
    finally:
        os.umask(before)
    assert seen == {0o600, 0o700}
    assert [stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "f").iterdir()] == [0o600, 0o600]


def test_short_writes_are_written_on(tmp_path: Path) -> None:
    class Stuttering(Syscalls):
        def write(self, file: int, data: bytes) -> int:
            return super().write(file, data[:3])

    disk, path = Disk(Stuttering()), tmp_path / "a"
    disk.write(path, "열 글자가 넘는 글".encode())
    disk.append(path, b" and more")
    assert path.read_text(encoding="utf-8") == "열 글자가 넘는 글 and more"


def test_a_disk_that_takes_nothing_is_told_and_not_waited_for(tmp_path: Path) -> None:
    class Deaf(Syscalls):
        def write(self, file: int, data: bytes) -> int:  # noqa: ARG002  (the signature of the call)
            return 0

    with pytest.raises(StorageFailed, match="I/O error"):
        Disk(Deaf()).write(tmp_path / "a", b"1")


def test_a_failed_write_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path) -> None:
    class Full(Syscalls):
        def fsync(self, file: int) -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), file)

    path = tmp_path / "a"
    Disk().write(path, b"old")
    with pytest.raises(StorageFailed):
        Disk(Full()).write(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["a"]  # noqa: PTH208  (names only)


def test_writes_are_synced_before_they_get_their_name_and_the_folder_after(tmp_path: Path) -> None:
    class Order(Syscalls):
        def fsync(self, file: int) -> None:
            folder = stat.S_ISDIR(os.fstat(file).st_mode)
            calls.append("sync folder" if folder else "sync file")

        def replace(self, old: Path, new: Path) -> None:
            calls.append("rename")
            super().replace(old, new)

    calls: list[str] = []
    disk = Disk(Order())
    disk.write(tmp_path / "a", b"1")
    assert calls == ["sync file", "rename", "sync folder"]
    calls.clear()
    disk.write(tmp_path / "a", b"2", durable=False)
    assert calls == ["rename"]


@dataclass(frozen=True)
class Told:
    code: int
    words: str


@pytest.mark.parametrize(
    "case",
    [
        Told(errno.ENOSPC, "the disk is full; free some space, then resume"),
        Told(errno.EDQUOT, "quota"),
        Told(errno.EACCES, "not permitted"),
        Told(errno.EROFS, "read-only"),
        Told(errno.EIO, "I/O error"),
        Told(errno.EMFILE, "too many files are open"),
        Told(errno.EXDEV, "link"),
    ],
    ids=lambda case: errno.errorcode[case.code],
)
def test_an_error_names_the_file_what_failed_and_what_to_do(case: Told, tmp_path: Path) -> None:
    class Failing(Syscalls):
        def open(self, path: Path, flags: int, mode: int = 0o600) -> int:  # noqa: ARG002  (the call's signature)
            raise OSError(case.code, os.strerror(case.code))

    with pytest.raises(StorageFailed) as failed:
        Disk(Failing()).write(tmp_path / "a", b"1")
    sentence = str(failed.value)
    assert sentence.startswith(f"Could not write {tmp_path / 'a'}: ")
    assert case.words in sentence
    assert sentence.endswith("then resume.")


def test_a_link_is_not_followed_in_reading_or_writing(tmp_path: Path) -> None:
    disk, outside = Disk(), tmp_path / "outside"
    outside.write_bytes(b"precious")
    link = tmp_path / "link"
    link.symlink_to(outside)
    for attempt in (
        lambda: disk.read(link),
        lambda: disk.append(link, b"x"),
        lambda: disk.open_to_append(link),
    ):
        with pytest.raises(StorageFailed, match="symbolic link"):
            attempt()
    disk.write(link, b"new")
    assert outside.read_bytes() == b"precious"
    assert (link.read_bytes(), link.is_symlink()) == (b"new", False)


def test_a_pipe_in_the_place_of_a_file_does_not_hold_the_program(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(StorageFailed, match="not a plain file"):
        Disk().read(tmp_path / "pipe")


@pytest.mark.parametrize("kind", ["file", "link"])
def test_a_folder_is_not_made_over_something_else(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "f"
    if kind == "file":
        path.write_bytes(b"")
    else:
        path.symlink_to(tmp_path)
    with pytest.raises(StorageFailed, match="folder"):
        Disk().make_folder(path)


def test_a_left_over_file_does_not_stand_in_the_way_and_is_swept(tmp_path: Path) -> None:
    left = tmp_path / f".a.{os.getpid()}-1.tmp"
    left.write_bytes(b"half")
    disk = Disk()
    disk.write(tmp_path / "a", b"1")
    assert left.read_bytes() == b"half"
    disk.sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    disk, path = Disk(), tmp_path / "a"
    assert (disk.read_if_there(path), disk.stat(path), disk.names(path), disk.target(path)) == (
        None,
        None,
        (),
        None,
    )
    disk.remove(path)
    with pytest.raises(StorageFailed, match="it is not there"):
        disk.read(path)
