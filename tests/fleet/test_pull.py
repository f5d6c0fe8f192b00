"""A session brought home in the middle of an iteration: what users told it is neither lost nor said twice."""

import asyncio
from pathlib import Path

from pathfinder.adapters.storage.files.control import FileControl, send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.jobs import Jobs
from pathfinder.adapters.storage.postgres.journal import PostgresJournal
from pathfinder.adapters.storage.postgres.schema import up
from pathfinder.fleet_pull import pulled
from pathfinder.iteration_inputs import inputs_step
from pathfinder.orchestrator.control import Stopper
from pathfinder.orchestrator.inputs import IterationInputs
from pathfinder.protocols.calls.ports import Command, Entry, QueuedCommand
from tests.faults.scripted import QUESTION
from tests.fleet.crew import a_batch
from tests.postgres import Server

NAME = "20261116-120000-towns"


def _brought_home(url: str, home: Path, told: int, heard: int) -> Session:
    """A session that was told so many notes, of which its open iteration heard the first."""

    async def run() -> Session | None:
        async with Database.opened(url) as database:
            await up(database)
            jobs = Jobs(database)
            [job] = await jobs.submit(a_batch(1), {1: NAME}, "{}")
            lease = await jobs.begin(job, "w", QUESTION, NAME)
            assert lease is not None
            notes = tuple(Command(kind="note", text=f"note {place}") for place in range(1, told + 1))
            await jobs.tell(job, notes)
            begun = IterationInputs(heard=heard).model_dump_json()
            journal = await PostgresJournal.open(lease, 1)
            await journal.write(Entry(kind="done", step=inputs_step(1), digest="inputs", outcome=begun))
            [line] = await jobs.lines(a_batch(1).id)
            return await pulled(database, line, home)

    session = asyncio.run(run())
    assert session is not None
    return session


def _resumed(session: Session, heard: int) -> list[str]:
    """What a run still has to take in that goes on with the iteration, and is killed in it."""
    stopper = Stopper(FileControl(session, Disk()))
    stopper.journaled_to(heard)
    steers, _ = stopper.steers()
    return [steer.text for steer in steers]


def test_a_note_that_no_iteration_heard_is_heard_here_however_often_the_iteration_is_resumed(
    postgres: Server, tmp_path: Path
) -> None:
    session = _brought_home(postgres.database(), tmp_path, told=3, heard=2)
    assert [_resumed(session, 2) for _ in range(3)] == [["note 3"]] * 3


def test_a_note_that_is_left_here_is_heard_where_everything_before_was(
    postgres: Server, tmp_path: Path
) -> None:
    session = _brought_home(postgres.database(), tmp_path, told=2, heard=2)
    assert _resumed(session, 2) == []
    send(session, Command(kind="note", text="of this place"), Disk())
    assert [_resumed(session, 2) for _ in range(3)] == [["of this place"]] * 3


def test_a_command_of_another_version_costs_only_itself(postgres: Server) -> None:
    async def run() -> None:
        async with Database.opened(postgres.database()) as database:
            await up(database)
            jobs, note = Jobs(database), Command(kind="note", text="Mind the drilling.")
            [job] = await jobs.submit(a_batch(1), {1: NAME}, "{}")
            await database.rows("SELECT command_send(%s, 0, %s)", job, '{"kind": "of a later version"}')
            await jobs.tell(job, (note,))
            unread: list[tuple[int, int]] = []
            told = await jobs.commands_for((job,), lambda *place: unread.append(place))
            assert told == {job: [QueuedCommand(note, 2)]}
            assert unread == [(job, 1)]

    asyncio.run(run())
