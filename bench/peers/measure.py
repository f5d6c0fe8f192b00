"""One process measured from outside: wall, CPU, memory, and the model calls its provider saw."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.peers.provider import Call

STEP_S = 0.02
KIB = 1024


@dataclass(frozen=True)
class Ran:
    """How a process went."""

    wall_s: float
    cpu_s: float
    peak_mib: float
    exit: int | None
    """None: stopped by us at the time limit; negative: killed by us in mid-run."""
    said: str


@dataclass(frozen=True)
class Command:
    """What to run, where, and with what in its environment."""

    words: Sequence[str]
    environ: Mapping[str, str]
    folder: Path


def ran(command: Command, seconds: float, kill_when: Callable[[], bool] | None = None) -> Ran:
    """Run it to its end, to the time limit, or until it is killed."""
    with tempfile.TemporaryFile() as said:
        began = time.perf_counter()
        process = subprocess.Popen(
            command.words,
            stdout=said,
            stderr=subprocess.STDOUT,
            env=dict(command.environ),
            cwd=command.folder,
        )
        late = False
        while True:
            number, status, used = os.wait4(process.pid, os.WNOHANG)
            if number:
                break
            late = late or time.perf_counter() - began > seconds
            if late or (kill_when is not None and kill_when()):
                process.kill()
            time.sleep(STEP_S)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        words = said.read().decode(errors="replace")
    per_mib = KIB if sys.platform != "darwin" else KIB * KIB
    exit_code = None if late else process.returncode
    return Ran(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / per_mib, exit_code, words)


def rounds(calls: Sequence[Call]) -> int:
    """The longest row of calls of which each began after the one before had ended."""
    chain, last = 0, 0.0
    for call in sorted(calls, key=lambda call: call.ended):
        if call.began >= last:
            chain, last = chain + 1, call.ended
    return chain


def most_at_once(calls: Sequence[Call]) -> int:
    """How many calls were in flight together, at most."""
    moments = sorted([(call.began, 1) for call in calls] + [(call.ended, -1) for call in calls])
    most = now = 0
    for _, step in moments:
        now += step
        most = max(most, now)
    return most


class When(threading.Thread):
    """Does something once, as soon as a condition holds."""

    def __init__(self, holds: Callable[[], bool], then: Callable[[], None]) -> None:
        super().__init__(daemon=True)
        self._holds, self._then, self._over = holds, then, threading.Event()

    def run(self) -> None:
        while not self._over.wait(STEP_S / 2):
            if self._holds():
                self._then()
                return

    def stop(self) -> None:
        """The condition is no longer waited for."""
        self._over.set()
