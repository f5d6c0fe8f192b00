"""Kills processes that write a session, at random moments. Run on its own, so that forking is safe.

`python -m tests.faults.kill_writers FOLDER ROUNDS SEED` prints what was confirmed, found and lost as JSON.
"""

import asyncio
import json
import os
import signal
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal, all_journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.lock import SessionLock
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.store import FileStore
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.graph.reducer import apply
from tests.faults.scripted import NOW, an_entry, closed

WRITERS, A_SESSION = 4, 20
SAVED = -1
"""What a child says when an iteration was saved; other numbers are entries."""


class SmallWrites(Syscalls):
    """Writes a little at a time, and slowly, as a system may, so that a kill falls between two writes."""

    def write(self, file: int, data: bytes) -> int:
        time.sleep(0.0005)
        return super().write(file, data[:512])


@dataclass
class Tally:
    """What became of everything that was confirmed to somebody."""

    rounds: int = 0
    entries_confirmed: int = 0
    entries_lost: int = 0
    saves_confirmed: int = 0
    saves_lost: int = 0
    serious_problems: int = 0
    torn_tails: int = 0
    killed_while_writing: int = 0


def main(folder: Path, rounds: int, seed: int) -> Tally:
    """Fork, kill, reopen, compare, round after round; a session lives through a number of them."""
    rng, tally = Random(seed), Tally()
    while tally.rounds < rounds:
        session = Sessions(folder / ".research", Disk()).create("Killed?", NOW)
        _try(session, min(A_SESSION, rounds - tally.rounds), rng, tally)
    return tally


def _try(session: Session, rounds: int, rng: Random, tally: Tally) -> None:
    confirmed: set[int] = set()
    for round_ in range(rounds):
        tally.rounds += 1
        saved = asyncio.run(FileStore(session, Disk()).load()).iteration
        told = _killed(session, round_, rng.uniform(0.002, 0.04))
        confirmed |= {number for number in told if number != SAVED}
        saves = told.count(SAVED)
        tally.saves_confirmed += saves
        problems = verify(session, Disk())
        tally.serious_problems += sum(not problem.harmless for problem in problems)
        tally.killed_while_writing += any(problem.kind != "lock_stale" for problem in problems)
        with SessionLock.take(session, Disk()) as lock:
            tally.entries_lost += len(confirmed - _found(session))
            tally.saves_lost += asyncio.run(FileStore(session, Disk(), lock).load()).iteration < saved + saves
    tally.entries_confirmed += len(confirmed)
    tally.torn_tails += len(list(session.journals.rglob("torn-*.bin")))


def _killed(session: Session, round_: int, after_s: float) -> list[int]:
    """What a child said that it had been confirmed, before it was killed."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            asyncio.run(_write(session, round_, writing))
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.readline()
        assert said == b"ready\n", said
        time.sleep(after_s)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        lines = pipe.read().split(b"\n")[:-1]
    return [int(line) for line in lines]


async def _write(session: Session, round_: int, pipe: int) -> None:
    """Four writers, and a save now and then, until the end; each iteration has its own journal."""
    disk = Disk(SmallWrites())
    lock = SessionLock.take(session, disk)
    store = FileStore(session, disk, lock)
    graph = await store.load()
    journal = FileJournal.open(session, graph.iteration + 1, disk)
    may_write = asyncio.Event()
    may_write.set()
    os.write(pipe, b"ready\n")

    async def writer(first: int) -> None:
        number = first
        while True:
            await may_write.wait()
            await journal.write(an_entry(number, outcome="x" * (number * 37 % 3000)))
            os.write(pipe, b"%d\n" % number)
            number += WRITERS

    async with asyncio.TaskGroup() as writers:
        for first in range(WRITERS):
            writers.create_task(writer(round_ * 1_000_000 + first))
        while True:
            await asyncio.sleep(0.005)
            edits = closed(graph, ())
            graph = apply(graph, edits)
            may_write.clear()
            await journal.close()
            await store.save(graph, edits)
            os.write(pipe, b"%d\n" % SAVED)
            journal = FileJournal.open(session, graph.iteration + 1, disk)
            may_write.set()


def _found(session: Session) -> set[int]:
    closed_ones = asyncio.run(FileStore(session, Disk()).load()).iteration
    FileJournal.open(session, closed_ones + 1, Disk())  # As a resume does: what is torn is set aside.
    return {int(entry.step.rpartition("/")[2]) for entry in all_journaled(session, Disk())}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asdict(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))))
