"""What was submitted is known after any kill, and a torn line is nobody's."""

import asyncio
from pathlib import Path

import pytest

from pathfinder.adapters.metering.overnight import Submission
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.submissions import Submissions
from pathfinder.protocols.errors import GraphFileRefused
from tests.fakes.fixed_clock import FixedClock


def submission(mark: str, batch: str = "") -> Submission:
    return Submission(mark=mark, at=FixedClock().now(), rooms={f"pf-{mark}": 9}, batch=batch)


def test_the_last_word_on_a_submission_counts(tmp_path: Path) -> None:
    log = Submissions(tmp_path, Disk())
    assert not log.submissions
    for one in (submission("a"), submission("b"), submission("a", "b1")):
        asyncio.run(log.write(one))
    assert log.submissions == (submission("a", "b1"), submission("b"))
    assert Submissions(tmp_path, Disk()).submissions == log.submissions


def test_a_torn_line_is_cut_off_and_the_next_one_stands_alone(tmp_path: Path) -> None:
    asyncio.run(Submissions(tmp_path, Disk()).write(submission("a")))
    path = tmp_path / "submissions"
    path.write_bytes(path.read_bytes() + b'{"mark":"b","at"')
    log = Submissions(tmp_path, Disk())
    assert log.submissions == (submission("a"),)
    asyncio.run(log.write(submission("c")))
    assert [one.mark for one in Submissions(tmp_path, Disk()).submissions] == ["a", "c"]


def test_a_damaged_line_is_refused_with_its_place(tmp_path: Path) -> None:
    (tmp_path / "submissions").write_bytes(b"nonsense\n")
    with pytest.raises(GraphFileRefused, match="line 1"):
        Submissions(tmp_path, Disk())
