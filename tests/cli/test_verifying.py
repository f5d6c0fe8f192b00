"""`pathfinder verify`: what a killed run left is no fault, a change of the record is one.

The question of the session is Korean, and so is what is said about it.
"""

import json
from pathlib import Path

from tests.cli.shell import Inside
from tests.faults.scripted import a_session


def test_a_stale_lock_is_reported_and_the_session_is_whole(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    session.lock.write_bytes(b"4194305\n")
    shell = Inside(tmp_path)

    told = shell("verify")
    assert told.returncode == 0, told.stdout
    assert "4194305" in told.stdout
    assert "온전합니다. 중단된 실행이 남긴 것은 다음 실행이 치웁니다." in told.stdout
    found = json.loads(shell("verify", "--json").stdout)
    assert found["whole"] is True
    assert [row["harmless"] for row in found["problems"]] == [True]


def test_a_change_of_what_was_spent_is_a_problem(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    text = session.graph.read_text(encoding="utf-8")
    changed = text.replace('"total_usd_micros": 0', '"total_usd_micros": 7', 1)
    assert changed != text
    session.graph.write_text(changed, encoding="utf-8")

    told = Inside(tmp_path)("verify")

    assert told.returncode == 6
    assert "cognigraph.json이 저장한 그대로가 아닙니다." in told.stdout
    assert "문제 1건" in told.stdout


def test_a_session_of_an_earlier_version_is_whole_with_a_note(tmp_path: Path) -> None:
    session = a_session(tmp_path / ".research")
    session.chain.unlink()
    for number in (1, 2):
        text = session.archive(number).read_text(encoding="utf-8")
        session.archive(number).write_text(text.replace(',\n "chained": true', ""), encoding="utf-8")

    told = Inside(tmp_path)("verify")

    assert told.returncode == 0, told.stdout
    assert "해시 사슬이 없습니다" in told.stdout
