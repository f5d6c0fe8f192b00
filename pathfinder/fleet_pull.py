"""Bringing a fleet's sessions home: each becomes a folder like any other, and passes `verify`."""

from collections.abc import Sequence
from pathlib import Path

from pathfinder.adapters.storage.files.batches import Batches
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.frames import HEADER, frame
from pathfinder.adapters.storage.files.glance import glance
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.adapters.storage.postgres.database import Database
from pathfinder.adapters.storage.postgres.jobs import JobLine, Jobs
from pathfinder.batch_results import Results
from pathfinder.batch_state import load, standings
from pathfinder.fleet_storage import inside, unread_commands
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.batch import Batch, Twin
from pathfinder.protocols.errors import StorageFailed, UserError
from pathfinder.reading import session_files

ENDED = frozenset({"done", "stopped", "budget", "failed"})


class LocalSessionChanged(UserError):
    """The session that is here has gone its own way since it was brought."""


async def pulled(database: Database, line: JobLine, home: Path) -> Session | None:
    """The session of a question that has ended, in this folder; None if it was never begun.

    What is here already stays, with what was written beside it; Changed if the two have parted.
    """
    files = await _files(database, line.job)
    if files is None:
        return None
    wrong = next((name for name in files if not inside(name)), None)
    if wrong is not None:
        raise StorageFailed(Message("database-file-name-wrong", name=ascii(wrong[:80])))
    disk, session = Disk(), Session(home / "sessions" / line.session)
    here = disk.read_if_there(session.graph)
    if here == files[Session(Path()).graph.as_posix()]:
        return session
    if here is not None and glance(session, disk).iteration >= line.iteration:
        raise LocalSessionChanged(Message("session-changed-here", session=line.session))
    return Sessions(home, disk).received(line.session, files)


def kept_batch(batch: Batch, home: Path) -> Session:
    """The folder of the batch, made where somebody else had submitted it."""
    disk = Disk()
    Sessions(home, disk).make_root()
    batches = Batches(home, disk)
    place = batches.place(batch)
    for folder in (place.folder.parent, place.folder):
        disk.make_folder(folder)
    batches.keep(batch)
    return place


def written(batch: Batch, lines: Sequence[JobLine], home: Path, twins: Sequence[Twin]) -> Results:
    """The views of every session that is here, and the files of the batch."""
    disk = Disk()
    known = {one.wanted.number: one for one in standings(batch, home, disk, twins)}
    results = Results(batch, tuple(known.values()), twins, Batches(home, disk).place(batch))
    for line in lines:
        session = known[line.number].session
        graph = None
        if line.state in ENDED and disk.stat(session.graph) is not None:
            graph = load(session, disk)
            FileViews(session, disk, session_files).write_all(graph)
        results.take(line.number, line.state, line.reason, graph)
    results.write()
    return results


async def _files(database: Database, job: int) -> dict[str, bytes] | None:
    """The record as files, as `research` would have written them; only its chain of hashes is missing."""
    record = await database.rows("SELECT start, graph FROM record WHERE job = %s", job)
    if not record:
        return None
    start, graph = record[0]
    here = Session(Path())
    beside = await database.rows("SELECT name, body FROM beside WHERE job = %s", job)
    files = {name: bytes(body) for name, body in beside}
    files |= {here.start.as_posix(): bytes(start), here.graph.as_posix(): bytes(graph)}
    archives = await database.rows("SELECT iteration, body FROM archive WHERE job = %s", job)
    files |= {here.archive(number).as_posix(): bytes(body) for number, body in archives}
    pages = await database.rows(
        "SELECT hash, body, source FROM page JOIN page_text USING (hash) WHERE job = %s", job
    )
    for name, body, source in pages:
        files[(here.pages / f"{name}.txt").as_posix()] = bytes(body)
        files[(here.pages / f"{name}.json").as_posix()] = bytes(source)
    told = (await Jobs(database).commands_for((job,))).get(job, [])
    if told:
        lines = (f"\n{one.command.model_dump_json()}\n" for one in await unread_commands(database, job, told))
        # The journal has places of the database, the file counts bytes: blank lines keep all that is said
        # here behind every place that a resume may confirm.
        files[here.control.as_posix()] = b"\n" * told[-1].place + "".join(lines).encode()
    return files | await _journals(database, job, here)


async def _journals(database: Database, job: int, here: Session) -> dict[str, bytes]:
    rows = await database.rows(
        "SELECT iteration, body FROM journal WHERE job = %s ORDER BY iteration, place", job
    )
    logs: dict[int, list[bytes]] = {}
    for iteration, body in rows:
        log = logs.setdefault(iteration, [])
        log.append(frame(body.encode(), len(log)))
    return {here.journal(number).as_posix(): HEADER + b"".join(log) for number, log in logs.items()}
