"""A journal's bytes give back what was confirmed, or say that it is damaged; never something else."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathfinder.adapters.storage.files.frames import HEADER, frame, read_log
from pathfinder.protocols.calls.ports import Entry
from pathfinder.protocols.errors import StorageFailed
from tests.faults.scripted import an_entry

ENTRIES = tuple(an_entry(number) for number in range(1, 21))


def log_of(entries: tuple[Entry, ...], batch: int = 1) -> bytes:
    """A log whose writer confirmed this many records at a time."""
    records = (
        frame(entry.model_dump_json().encode(), place - place % batch) for place, entry in enumerate(entries)
    )
    return HEADER + b"".join(records)


def ends(entries: tuple[Entry, ...]) -> list[int]:
    """Where each record of a log ends."""
    return [len(log_of(entries[: number + 1])) for number in range(len(entries))]


def test_a_log_comes_back_as_it_was_written() -> None:
    log = log_of(ENTRIES)
    read = read_log(log, "log")
    assert (read.entries, read.whole, read.torn) == (ENTRIES, log, b"")


def test_cut_at_any_byte_the_longest_whole_prefix_comes_back() -> None:
    log, whole = log_of(ENTRIES), ends(ENTRIES)
    for cut in range(len(log) + 1):
        read = read_log(log[:cut], "log")
        known = sum(end <= cut for end in whole)
        assert read.entries == ENTRIES[:known], cut
        if cut >= len(HEADER):
            assert read.whole + read.torn == log[:cut], cut


@given(
    st.lists(st.text(max_size=40), min_size=1, max_size=8),
    st.binary(max_size=80),
    st.integers(0, 10_000),
)
def test_whatever_stands_behind_confirmed_records_they_come_back(
    outcomes: list[str], tail: bytes, cut: int
) -> None:
    entries = tuple(an_entry(number, outcome=outcome) for number, outcome in enumerate(outcomes))
    confirmed = log_of(entries)
    next_record = frame(an_entry(99).model_dump_json().encode(), len(entries))
    for rest in (tail, next_record[: cut % len(next_record)], next_record[: cut % len(next_record)] + tail):
        read = read_log(confirmed + rest, "log")
        assert (read.entries, read.torn) == (entries, rest)


@pytest.mark.soak
def test_a_flipped_bit_never_brings_another_record(pytestconfig: pytest.Config) -> None:
    log = log_of(ENTRIES)
    last = ends(ENTRIES)[-2]
    rng = Random(int(pytestconfig.getoption("--seed")))
    refused = 0
    for _ in range(pytestconfig.getoption("--soak") or 3_000):
        place, bit = rng.randrange(len(log)), rng.randrange(8)
        damaged = log[:place] + bytes([log[place] ^ 1 << bit]) + log[place + 1 :]
        try:
            read = read_log(damaged, "log")
        except StorageFailed:
            refused += 1
            assert place < last
            continue
        assert place >= last, "what later records vouch for must be refused"
        assert read.entries == ENTRIES[:-1]
    assert refused > 0


def test_damage_before_later_batches_is_refused_with_its_place() -> None:
    log = bytearray(log_of(ENTRIES))
    log[ends(ENTRIES)[4] + 40] ^= 1
    with pytest.raises(StorageFailed, match=r"Record 6 of journal/001/log, at byte \d+, is damaged"):
        read_log(bytes(log), "journal/001/log")


def test_a_hole_inside_the_last_unconfirmed_batch_is_a_torn_end() -> None:
    """A power cut may keep the later pages of one write and lose the earlier ones."""
    log = bytearray(log_of(ENTRIES, batch=10))
    log[ends(ENTRIES)[11] + 40] ^= 1
    read = read_log(bytes(log), "log")
    assert read.entries == ENTRIES[:12]


def test_a_hole_inside_a_confirmed_batch_is_damage() -> None:
    log = bytearray(log_of(ENTRIES, batch=10))
    log[ends(ENTRIES)[4] + 40] ^= 1
    with pytest.raises(StorageFailed, match="Record 6"):
        read_log(bytes(log), "log")


@pytest.mark.parametrize("cut", range(len(HEADER)))
def test_a_cut_header_is_an_empty_journal(cut: int) -> None:
    read = read_log(HEADER[:cut], "log")
    assert (read.entries, read.whole, read.torn) == ((), HEADER, HEADER[:cut])


def test_a_newer_format_is_refused() -> None:
    with pytest.raises(StorageFailed, match="format 2, newer than this program reads"):
        read_log(b"pathfinder journal 2\nwhatever", "log")


def test_something_else_is_refused() -> None:
    with pytest.raises(StorageFailed, match="does not begin like a journal"):
        read_log(b'{"question": "?"}', "log")


def test_a_whole_record_of_an_unknown_kind_is_refused() -> None:
    with pytest.raises(StorageFailed, match="not one this version knows"):
        read_log(HEADER + frame(b'{"kind":"new"}', 0), "log")
