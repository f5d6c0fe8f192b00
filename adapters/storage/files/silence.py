"""Which search engines a running session waits for, as the end of its log tells."""

import json
import os
from pathlib import Path
from typing import Literal, NamedTuple

_TAIL = 1 << 20
"""Bytes of a log that are looked through for what goes on just now."""


class SilentEngine(NamedTuple):
    """A search engine that a running session gets no answer from."""

    engine: str
    state: Literal["waiting", "resting"]
    """waiting: it is asked again. resting: it is left out until the next iteration."""
    since: str
    reason: str


def unanswered(path: Path) -> tuple[SilentEngine, ...]:
    """The engines that do not answer just now, as the end of a log tells; none if there is no log."""
    silent: dict[str, SilentEngine] = {}
    for line in _last_lines(path):
        try:
            told = json.loads(line)
        except ValueError:
            continue  # The first line is cut, the last may be half written.
        match told:
            case {"event": "run_started"} | {"event": "phase_entered", "phase": "SELECT"}:
                silent = {}
            case {"event": "call_back", "engine": str(engine)}:
                silent.pop(engine, None)
            case {"event": "call_waiting" | "call_resting", "engine": str(engine), "at": str(at)} if engine:
                known = silent.get(engine)
                if known is None or known.state == "waiting":
                    state: Literal["waiting", "resting"] = (
                        "resting" if told["event"] == "call_resting" else "waiting"
                    )
                    reason = str(told.get("reason", ""))
                    silent[engine] = SilentEngine(engine, state, known.since if known else at, reason)
    return tuple(silent.values())


def _last_lines(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as log:
            log.seek(max(0, log.seek(0, os.SEEK_END) - _TAIL))
            return log.read().splitlines()
    except OSError:
        return []
