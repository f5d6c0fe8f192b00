"""The log holds what happened and no secret."""

import json
from pathlib import Path

from pathfinder.adapters.files.log import MASK, SessionLog
from pathfinder.adapters.system import SystemClock
from pathfinder.protocols.events import RunStarted


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
