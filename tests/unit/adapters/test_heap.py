"""Large blocks that were freed are the system's again, whatever lives between them."""

import subprocess
import sys

import pytest

from pathfinder.adapters.heap import give_back_what_is_freed

PROGRAM = """
import resource, sys
from pathfinder.adapters.heap import give_back_what_is_freed

def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * resource.getpagesize() / 1e6

told = give_back_what_is_freed({}) if sys.argv[1] == "told" else False
largest = bytearray(30_000_000)
del largest  # from here on the allocator, left to itself, maps nothing smaller
before = resident()
blocks, small = [], []
for _ in range(100):
    blocks.append(b"x" * 1_000_000)
    small.append(b"x" * 10_000)
del blocks
print(told, round(resident() - before))
"""


def kept_mb(how: str) -> tuple[bool, int]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, how], capture_output=True, text=True, check=True, encoding="utf-8"
    )
    told, kept = done.stdout.split()
    return told == "True", int(kept)


def test_what_is_freed_between_things_that_live_on_goes_back() -> None:
    told, kept = kept_mb("told")
    if not told:
        pytest.skip("another C library than glibc")
    assert kept < 20
    # So does it matter? Left to itself, it keeps most of it.
    assert kept_mb("untold")[1] > 50


def test_who_has_set_the_allocator_is_not_overruled() -> None:
    assert not give_back_what_is_freed({"MALLOC_ARENA_MAX": "4"})
    assert not give_back_what_is_freed({"GLIBC_TUNABLES": "glibc.malloc.arena_max=4"})
