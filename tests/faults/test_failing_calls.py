"""Every call to the file system fails in turn: one sentence is told, and nothing confirmed is lost."""

import re
from pathlib import Path

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.protocols.errors import StorageFailed
from tests.faults.broken_disk import FAULTS, BrokenDisk, Fault
from tests.faults.recovery import assert_still_whole
from tests.faults.scripted import Told, short_session

SENTENCE = re.compile(r"Could not [a-z ]+ /\S+: [^.]+\.")
"""One sentence with the file, what failed and what to do; file names may hold dots."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.id)
def test_whatever_call_fails_the_session_stays_whole(fault: Fault, quick_folder: Path) -> None:
    healthy = BrokenDisk()
    short_session(quick_folder / "healthy", Disk(healthy), Told())
    places = [at for at, name in enumerate(healthy.log, start=1) if fault.touches(name)]
    assert len(places) > (20 if fault.code is None else 150)
    for at in places:
        root = quick_folder / str(at)
        calls, told = BrokenDisk(at, fault), Told()
        failure = _failure(root, calls, told)
        when = f"call {at} ({calls.log[at - 1]}) of {fault.id}"
        assert calls.fired, when
        if fault.code is None:
            assert failure is None, f"{when}: a short write is written on"
        elif failure is None:
            # Whoever cannot look whether a session has another owner, or clear up, may go on all the same.
            assert calls.log[at - 1] not in {"write", "fsync", "replace", "mkdir", "open"}, when
        else:
            assert _is_one_sentence(failure), failure
        assert_still_whole(root, told, when)


def _failure(root: Path, calls: BrokenDisk, told: Told) -> StorageFailed | None:
    try:
        short_session(root, Disk(calls), told)
    except StorageFailed as failure:
        return failure
    except ExceptionGroup as group:
        failures, others = group.split(StorageFailed)
        assert others is None
        assert failures is not None
        first = failures.exceptions[0]
        assert isinstance(first, StorageFailed)
        return first
    return None


def _is_one_sentence(failure: StorageFailed) -> bool:
    text = re.sub(r"(?<=\w)\.(?=\w)|(?<=/)\.|\.(?=tmp)", "", str(failure))
    return SENTENCE.fullmatch(text) is not None and "\n" not in text
