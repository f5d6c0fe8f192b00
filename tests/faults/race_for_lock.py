"""Sixteen processes reach for one session at the same moment. Run on its own, so that forking is safe.

`python -m tests.faults.race_for_lock FOLDER RACES` prints who owned it and whom the others named.
"""

import json
import os
import signal
import sys
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.protocols.errors import SessionLocked

PROCESSES = 16


def race(session: Session) -> dict[str, object]:
    """One race; the owner is killed at the end, so that the next race finds a lock nobody gave back."""
    starting, start = os.pipe()
    reading, writing = os.pipe()
    children = []
    for _ in range(PROCESSES):
        child = os.fork()
        if child == 0:
            os.close(start)
            os.read(starting, 1)
            _reach(session, writing)
        children.append(child)
    os.close(starting)
    os.close(start)
    os.close(writing)
    said: list[dict[str, int | None]] = []
    with os.fdopen(reading, "rb") as pipe:
        while len(said) < PROCESSES:
            said.append(json.loads(pipe.readline()))
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return {
        "owners": [word["pid"] for word in said if word["owner"] is None],
        "named": [word["owner"] for word in said if word["owner"] is not None],
    }


def _reach(session: Session, pipe: int) -> None:
    try:
        _lock = SessionLock.take(session, Disk())
        owner = None
    except SessionLocked as locked:
        owner = locked.pid or 0
    os.write(pipe, json.dumps({"pid": os.getpid(), "owner": owner}).encode() + b"\n")
    signal.pause()
    os._exit(1)


if __name__ == "__main__":
    sys.stdout.write(json.dumps([race(Session(Path(sys.argv[1]))) for _ in range(int(sys.argv[2]))]))
