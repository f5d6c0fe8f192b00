"""What memory let go of is read back byte for byte, or not at all."""

import tempfile
from pathlib import Path

import pytest

from pathfinder.adapters.language.vector_spill import SpilledVectors


def row_of(text: str) -> bytes:
    return text.encode().ljust(8, b".")


def test_rows_come_back_as_they_were_and_the_oldest_makes_room() -> None:
    aside = SpilledVectors(row_bytes=8, most=3)
    texts = ["one", "two", "셋", "four", "five"]
    for text in texts:
        aside.put(text, row_of(text))
        aside.put(text, row_of("other"))  # it is here already
    assert [aside.get(text) for text in texts] == [None, None, *map(row_of, texts[2:])]


def test_a_lone_surrogate_is_a_text_too() -> None:
    aside = SpilledVectors(row_bytes=8)
    aside.put("\ud800", row_of("x"))
    assert aside.get("\ud800") == row_of("x")
    assert aside.get("never put") is None


def test_what_another_process_wrote_over_is_not_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    aside = SpilledVectors(row_bytes=8)
    aside.put("mine", row_of("mine"))
    assert list(tmp_path.iterdir()) == []  # the file has no name
    file = aside._file
    assert file is not None
    file.seek(0)
    file.write(b"\0" * 24)
    assert aside.get("mine") is None


def test_without_room_for_a_file_nothing_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/nowhere/at/all")
    aside = SpilledVectors(row_bytes=8)
    for text in ("one", "two"):
        aside.put(text, row_of(text))
        assert aside.get(text) is None
