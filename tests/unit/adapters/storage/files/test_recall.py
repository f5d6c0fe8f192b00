"""What was read or done long ago is found again by its words, Korean ones with their particles too."""

import asyncio
import stat
from pathlib import Path

from pathfinder.adapters.storage.files.archive import archive_numbers, read_archive
from pathfinder.adapters.storage.files.backup import members
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.pages import FilePages
from pathfinder.adapters.storage.files.recall import recall
from pathfinder.protocols.calls.explorer_reports import StoredPage
from pathfinder.reports.markdown.recalled import recalled_lines
from tests.builders import a_source
from tests.golden import golden, graph_of


class Reading(Disk):
    """Remembers which files were read."""

    def __init__(self) -> None:
        super().__init__()
        self.read_files: list[Path] = []

    def read_from(self, path: Path, offset: int) -> bytes:
        self.read_files.append(path)
        return super().read_from(path, offset)


def test_words_are_found_in_pages_and_in_archives(tmp_path: Path) -> None:
    session = golden(tmp_path)
    found = recall(session, "clay soil", Disk())
    assert not all(place.is_page for place in found)
    pages = [place for place in found if place.is_page]
    assert pages
    assert "clay" in pages[0].text.lower()
    assert pages[0].where in graph_of(session).sources


def test_korean_words_are_found_whatever_is_glued_to_them(tmp_path: Path) -> None:
    found = recall(golden(tmp_path), "토양이", Disk())
    assert any("점토 토양에서는" in place.text for place in found)


def test_words_that_are_nowhere_and_no_words_find_nothing(tmp_path: Path) -> None:
    session = golden(tmp_path)
    assert recall(session, "xylophone", Disk()) == ()
    assert recall(session, "?!", Disk()) == ()
    assert recall(session, '"unclosed AND (', Disk()) == ()


def test_a_damaged_page_hides_no_other(tmp_path: Path) -> None:
    session = golden(tmp_path)
    [page] = {place.where for place in recall(session, "drilled", Disk()) if place.is_page}
    (session.pages / f"{page}.txt").write_text("other", encoding="utf-8")
    assert recall(session, "clay soil", Disk())
    assert all(place.where != page for place in recall(session, "drilled", Disk()))


def test_what_was_read_once_is_not_read_again(tmp_path: Path) -> None:
    session, disk = golden(tmp_path), Reading()
    first = recall(session, "clay soil", disk)
    assert len(disk.read_files) > len(graph_of(session).sources)
    disk.read_files.clear()
    assert recall(session, "clay soil", disk) == first
    assert disk.read_files == []
    page = StoredPage(text="Clay soil keeps the wells of Velm wet.", source=a_source("https://new.example/"))
    asyncio.run(FilePages(session, disk).keep(page))
    disk.read_files.clear()
    assert any("wells of Velm" in place.text for place in recall(session, "clay wells", disk))
    assert len(disk.read_files) == 2  # The new page and what is known of it.


def test_an_index_that_fits_no_more_is_made_again(tmp_path: Path) -> None:
    session, disk = golden(tmp_path), Disk()
    first = recall(session, "clay soil", disk)
    for spoil in (b"", b"not a database at all, but long enough to look like a file" * 40):
        session.recall.write_bytes(spoil)
        assert recall(session, "clay soil", disk) == first
    session.archive(max(archive_numbers(session, disk))).unlink()
    left = recall(session, "clay soil", disk)
    assert left
    assert len({place.where for place in left if not place.is_page}) < len({p.where for p in first})


def test_a_folder_that_cannot_hold_an_index_is_searched_all_the_same(tmp_path: Path) -> None:
    session = golden(tmp_path)
    first = recall(session, "clay soil", Disk())
    session.recall.unlink()
    session.recall.mkdir()
    assert recall(session, "clay soil", Disk()) == first


def test_the_index_is_private_and_no_part_of_a_backup(tmp_path: Path) -> None:
    session = golden(tmp_path)
    recall(session, "clay soil", Disk())
    assert stat.S_IMODE(session.recall.stat().st_mode) == 0o600
    assert session.recall.name not in {member.name for member in members(session, Disk())}


def test_an_iteration_reads_as_what_it_did(tmp_path: Path) -> None:
    session = golden(tmp_path)
    path = session.archive(1)
    edits = read_archive(Disk().read(path), str(path)).edits
    told = list(recalled_lines(1, edits))
    assert told[0] == "Iteration 1"
    text = "\n".join(told)
    for words in ("searched", "obs_1:", "hyp_A1 (A):", "    > ", "sq_1:", "and also:"):
        assert words in text
    assert "kind=" not in text
    assert not any(edit.kind in text for edit in edits)
    assert text.count("sq_1:") == 1
