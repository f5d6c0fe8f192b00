"""What the user tells a session reaches it once, though it is killed while it writes that down."""

import asyncio
import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pathfinder.adapters.models.scripted.model import ScriptedModel
from pathfinder.adapters.models.scripted.sources import ScriptedFetch, ScriptedSearch
from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.journal import journaled
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.syscalls import Syscalls
from pathfinder.adapters.system import SystemClock
from pathfinder.deps import Deps, PageSources
from pathfinder.protocols.calls.ports import Command
from pathfinder.protocols.graph.memory import Limits
from pathfinder.protocols.planning.switches import Switches
from pathfinder.run_config import RunConfig
from pathfinder.running import resume, start
from tests.kills.killed import PAGES, DyingCalls, in_child
from tests.worlds import QUESTION, respond

NOTES = ("look at Norway", "look at Chile")


class Counting(Syscalls):
    """Counts calls up to the one that puts the place into its file."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if name.startswith("_") or not callable(found):
            return found

        def counted(*args: Any, **kwargs: Any) -> Any:
            self.seen.append(f"{name} {args}")
            return found(*args, **kwargs)

        return counted


def begun(home: Path) -> Session:
    session = start(QUESTION, SystemClock(), home=home, disk=Disk())
    for note in NOTES:
        send(session, Command(kind="note", text=note), Disk())
    return session


def run(session: Session, iterations: int, disk: Disk, switches: Switches | None = None) -> None:
    pages = PAGES[:4]
    engine = Deps(ScriptedModel(respond=respond), PageSources(ScriptedSearch(pages), ScriptedFetch(pages)))
    limits = Limits(max_iterations=iterations)
    options = RunConfig(limits=limits, parallel=1, quick=True, switches=switches or Switches())
    asyncio.run(resume(session, engine, options, disk=disk))


def inputs(session: Session, iterations: int) -> Iterator[dict[str, Any]]:
    for number in range(1, iterations + 1):
        for entry in journaled(session, number, Disk()):
            if entry.kind == "done" and entry.digest == "inputs":
                yield json.loads(entry.outcome)


def told(session: Session, iterations: int) -> list[str]:
    return [steer["text"] for known in inputs(session, iterations) for steer in known["steers"]]


@pytest.fixture(scope="module")
def noted(tmp_path_factory: pytest.TempPathFactory) -> int:
    """The call of the disk with which a run that nobody kills notes how far it has heard."""
    session, calls = begun(tmp_path_factory.mktemp("calm") / "home"), Counting()
    run(session, 1, Disk(calls))
    return 1 + next(
        place
        for place, call in enumerate(calls.seen)
        if call.startswith("replace") and session.heard.name in call
    )


@pytest.mark.slow
def test_a_note_is_taken_once_wherever_the_run_dies(tmp_path: Path, noted: int) -> None:
    for at in range(noted - 11, noted + 3):
        session = begun(tmp_path / f"home{at}")
        dying = Disk(DyingCalls(at, before=True))
        died = in_child(partial(run, session, 1, dying))
        assert died != 0
        run(session, 2, Disk())
        assert told(session, 2) == list(NOTES), f"killed before call {at}, {at - noted} from the place"


def test_a_note_that_comes_while_others_are_written_down_is_not_lost(tmp_path: Path) -> None:
    """Heard, but not in the journal yet when the place is noted: the next run hears it again."""
    session = begun(tmp_path / "home")

    class Late(Syscalls):
        sent = False

        def write(self, file: int, data: bytes) -> int:
            if b"look at Chile" in data and not self.sent:
                self.sent = True
                send(session, Command(kind="note", text="look at Peru"), Disk())
            return super().write(file, data)

    late = Late()
    run(session, 1, Disk(late))
    assert late.sent
    run(session, 2, Disk())
    assert told(session, 2) == [*NOTES, "look at Peru"]


def test_what_is_left_out_of_an_iteration_stays_left_out_when_it_is_resumed(
    tmp_path: Path, noted: int
) -> None:
    session, without = begun(tmp_path / "home"), Switches(drift=False)
    in_child(lambda: run(session, 1, Disk(DyingCalls(noted, before=True)), without))
    run(session, 1, Disk())
    assert [known["switches"]["drift"] for known in inputs(session, 1)] == [False]
