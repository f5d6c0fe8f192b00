"""What was read or done long ago is found again by its words, Korean ones with their particles too."""

from pathlib import Path

from pathfinder.adapters.files.archive import read_archive
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.recall import recall
from pathfinder.reports.recalled import recalled_lines
from tests.golden import golden, graph_of


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


def test_an_iteration_reads_as_what_it_did(tmp_path: Path) -> None:
    session = golden(tmp_path)
    path = session.archive(1)
    told = list(recalled_lines(1, read_archive(Disk().read(path), str(path)).edits))
    assert told[0] == "Iteration 1"
    text = "\n".join(told)
    for words in ("searched", "obs_1:", "hyp_A1 (A):", "    > ", "sq_1:", "and also:"):
        assert words in text
    assert "kind=" not in text
