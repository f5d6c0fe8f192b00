"""A folder of the user's own files: found by their words, read as they are, and nothing outside it."""

import asyncio
import os
from pathlib import Path

import pytest

from pathfinder.adapters.local.folder import LARGEST_BYTES, Folder
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.errors import SourceUnreachable, UserError
from pathfinder.protocols.rules.sources import default_table


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "secret.txt").write_text("ground loops outside", encoding="utf-8")
    docs = tmp_path / "docs"
    (docs / "깊은").mkdir(parents=True)
    (docs / "loops.md").write_text("# Ground loops\n\nThe bill fell by 41 per cent.", encoding="utf-8")
    (docs / "깊은" / "지열.txt").write_text("지열난방은 대단지에서 효율이 높다.", encoding="utf-8")
    (docs / "binary.txt").write_bytes(b"\x00\x01loops")
    (docs / "latin.txt").write_bytes("caf\xe9 loops".encode("latin-1"))
    (docs / "huge.txt").write_text("loops " * (LARGEST_BYTES // 5), encoding="utf-8")
    (docs / "image.png").write_bytes(b"loops")
    (docs / "link.md").symlink_to(tmp_path / "secret.txt")
    (docs / ".research").mkdir()
    (docs / ".research" / "hyp_B1.md").write_text("loops of our own invention", encoding="utf-8")
    (docs / os.fsdecode(b"caf\xe9.txt")).write_text("loops", encoding="utf-8")
    return docs


def folder(root: Path) -> Folder:
    return Folder(root, default_table(), SystemClock())


def found(root: Path, query: str) -> list[str]:
    known = folder(root)
    try:
        return [result.url for result in asyncio.run(known.results(query))]
    finally:
        known.close()


def test_files_are_found_by_their_words(root: Path) -> None:
    assert found(root, "how much did the bill fall") == ["file:loops.md"]
    assert found(root, "unheard of") == []
    assert found(root, "!!!") == []


def test_korean_is_found_inside_longer_words(root: Path) -> None:
    assert found(root, "지열 난방") == ["file:깊은/지열.txt"]
    assert found(root, "난방") == ["file:깊은/지열.txt"]


def test_what_cannot_be_read_is_told_and_the_rest_is_found(root: Path) -> None:
    known = folder(root)
    assert [result.url for result in asyncio.run(known.results("loops"))] == ["file:loops.md"]
    known.close()
    left_out = [skipped.partition(":")[0] for skipped in known.skipped]
    assert left_out == ["binary.txt", "caf?.txt", "huge.txt", "latin.txt"]


def test_a_page_is_the_file_with_its_title(root: Path) -> None:
    page = asyncio.run(folder(root).page("file:loops.md"))
    assert page.text == "# Ground loops\n\nThe bill fell by 41 per cent."
    assert (page.source.title, page.source.type, page.source.publisher) == ("Ground loops", "unknown", None)


@pytest.mark.parametrize(
    "url",
    [
        "file:../secret.txt",
        "file:/etc/passwd",
        "file:link.md",
        "https://x.example/",
        "file:none.md",
        "file:.research/hyp_B1.md",
        "file:binary.txt",
    ],
)
def test_nothing_outside_the_folder_is_read(root: Path, url: str) -> None:
    with pytest.raises(SourceUnreachable):
        asyncio.run(folder(root).page(url))


def test_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is not a folder"):
        folder(tmp_path / "none")
