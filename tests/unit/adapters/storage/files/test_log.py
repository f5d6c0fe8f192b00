"""The log holds what happened and no secret."""

import asyncio
import json
from pathlib import Path

from pathfinder.adapters.storage.files.log import MASK, SessionLog
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.calls.events import RunStarted


def test_lines_are_there_while_the_run_goes_on_and_none_is_lost_at_its_end(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"

    async def run() -> None:
        log = SessionLog(path, SystemClock())
        for number in range(3):
            log.note("call_sent", {"number": number})
        while path.read_text(encoding="utf-8").count("\n") < 3:  # noqa: ASYNC110  (a file tells nobody)
            await asyncio.sleep(0.05)
        log.note("call_done", {"number": 3})
        log.close()

    asyncio.run(run())
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["number"] for line in lines] == [0, 1, 2, 3]
    log = SessionLog(path, SystemClock())
    log.note("without_a_loop", {})
    assert "without_a_loop" in path.read_text(encoding="utf-8")
    log.close()


def test_events_and_calls_are_lines_of_json_and_secrets_are_masked(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    log = SessionLog(path, SystemClock(), secrets=("hunter2", ""))
    log.emit(RunStarted(question="지열? my key is hunter2", iteration=0))
    log.note(
        "call_sent", {"step": "1/SELECT", "nested": {"a": ["Bearer abc.def", "sk-ant-api03-AAAABBBB", 3]}}
    )
    log.close()
    first, second = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert (first["event"], first["question"]) == ("run_started", f"지열? my key is {MASK}")
    assert second["nested"] == {"a": [MASK, MASK, 3]}
    assert "at" in first
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_secret_that_json_writes_in_other_letters_is_masked_all_the_same(tmp_path: Path) -> None:
    path, odd = tmp_path / "log.jsonl", 'pass"word\\1'
    log = SessionLog(path, SystemClock(), secrets=(odd,))
    log.note("said", {"text": f"it is {odd}, is it not"})
    log.note("said", {"text": "bearer\n\tabc.def"})
    log.close()
    lines = [json.loads(line)["text"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines == [f"it is {MASK}, is it not", MASK]
