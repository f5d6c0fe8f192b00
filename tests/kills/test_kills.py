"""kill -9 at any moment: nothing acknowledged is lost, nothing finished is paid twice."""

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import FileJournal
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.verify import verify
from pathfinder.protocols.errors import SessionRefused
from pathfinder.protocols.graph_file import evidence_bytes
from tests.kills.killed import ITERATIONS, PRICE, Kill, in_child, loaded, start_or_resume

GROUPS = 4
IN_TEST, IN_SOAK = 60, 2_000


@cache
def undisturbed() -> bytes:
    """The evidence of a run that nobody killed."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        assert in_child(lambda: start_or_resume(home, None)) == 0
        return evidence_bytes(loaded(home)[1])


def finished_steps(home: Path) -> set[str]:
    """Every step whose outcome is on disk."""
    try:
        session = Sessions(home, Disk()).resolve()
    except SessionRefused:  # Killed before the session existed.
        return set()
    done: set[str] = set()
    for number in range(1, ITERATIONS + 1):
        journal = FileJournal.open(session, number, Disk())
        done |= {entry.step for entry in journal.entries if entry.kind == "done"}
    return done


def billed(home: Path) -> list[str]:
    bill = home.parent / "bill"
    return bill.read_text(encoding="utf-8").split() if bill.exists() else []


def survive(home: Path, kill: Kill) -> None:
    """Die once, come back, and compare with the run that never died."""
    if kill.kind == "ms":
        in_child(lambda: start_or_resume(home, None, latency_s=0.002), kill_after_s=kill.at / 1_000)
    else:
        in_child(lambda: start_or_resume(home, kill, latency_s=0.0005))
    done, paid = finished_steps(home), billed(home)
    assert in_child(lambda: start_or_resume(home, None)) == 0, f"{kill}: it did not come back"
    session, graph = loaded(home)
    again = Counter(billed(home)) - Counter(paid)
    assert not done & again.keys(), f"{kill}: a finished step was sent again"
    assert evidence_bytes(graph) == undisturbed(), f"{kill}: the evidence differs"
    assert graph.run.status == "completed"
    spent = graph.run.spend.total_usd_micros
    assert spent >= len(billed(home)) * PRICE, f"{kill}: the ledger knows of less than the provider billed"
    lost = [failure for failure in graph.failures if "in flight" in failure.reason]
    assert spent <= (len(billed(home)) + len(lost)) * PRICE, f"{kill}: more was charged than could be billed"
    assert verify(session, Disk()) == (), f"{kill}: the session does not verify"


def kills(seed: int, count: int) -> list[Kill]:
    """Events and disk calls in turn from the first on, and random moments between."""
    rng = Random(seed)
    kinds = ("event", "before", "after", "ms")
    most = {"event": 60, "before": 900, "after": 900, "ms": 900}
    picked = []
    for number in range(count):
        kind = kinds[number % len(kinds)]
        at = number // len(kinds) + 1 if kind == "event" and number < 160 else rng.randint(1, most[kind])
        picked.append(Kill(kind, at))
    return picked


@pytest.mark.slow
@pytest.mark.soak
@pytest.mark.parametrize("group", range(GROUPS))
def test_a_killed_session_comes_back_whole(
    tmp_path: Path, group: int, request: pytest.FixtureRequest
) -> None:
    count = IN_SOAK if request.config.getoption("--soak") else IN_TEST
    seed = request.config.getoption("--seed")
    for number, kill in enumerate(kills(seed, count)[group::GROUPS]):
        folder = tmp_path / str(number)
        folder.mkdir()
        survive(folder / "home", kill)


@pytest.mark.slow
def test_a_session_killed_again_and_again_still_ends_the_same(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for at in range(3, 60, 4):
        in_child(lambda at=at: start_or_resume(home, Kill("event", at)))  # type: ignore[misc]  # bound at once
    assert in_child(lambda: start_or_resume(home, None)) == 0
    assert evidence_bytes(loaded(home)[1]) == undisturbed()
