"""Keys as a terminal sends them: syllables of several bytes, arrows, pasted text."""

import pytest

from pathfinder.cli.screen.keys import Key, Keys


def keys(*chunks: bytes) -> list[Key]:
    reader = Keys()
    return [key for chunk in chunks for key in reader.feed(chunk)]


def texts(*chunks: bytes) -> str:
    return "".join(key.text for key in keys(*chunks) if key.kind == "text")


def test_a_syllable_cut_into_bytes_is_one_key() -> None:
    typed = "점토 ok".encode()
    assert texts(*(typed[at : at + 1] for at in range(len(typed)))) == "점토 ok"


def test_escape_is_escape_once_nothing_follows() -> None:
    assert keys(b"\x1b") == []
    assert keys(b"\x1b", b"") == [Key("escape")]


@pytest.mark.parametrize(
    "sequence", [b"\x1b[A", b"\x1b[1;5C", b"\x1bOP", b"\x1bq", b"\x1b[200", b"\x01", b"\xff"]
)
def test_what_is_no_key_of_ours_does_nothing(sequence: bytes) -> None:
    assert keys(sequence, b"") == []
    assert keys(sequence[:1], sequence[1:]) == []


def test_a_pasted_letter_is_no_command() -> None:
    pasted = keys(b"\x1b[200~first\nq", b"uit\x1b[201~s")
    assert pasted == [Key("paste", "first\nquit"), Key("text", "s")]


def test_the_keys_that_edit() -> None:
    assert [key.kind for key in keys(b"\r\n\x7f\x08\x15")] == ["enter", "enter", "erase", "erase", "clear"]


def test_a_paste_without_an_end_is_given_up() -> None:
    reader = Keys()
    reader.feed(b"\x1b[200~" + b"x" * 200_000)
    assert reader.feed(b"s") == [Key("text", "s")]
