"""Research as a library: start a session or go on with one, and hear what happens."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.planning import Proposal
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.ports import Clock, EventSink
from pathfinder.protocols.errors import UserError
from pathfinder.reading import kept_files
from pathfinder.session_storage import FileSessionStorage
from pathfinder.wiring import Engine, LiveSession, Options

HOME = Path(".research")


async def research(
    question: str,
    engine: Engine,
    options: Options | None = None,
    *,
    home: Path = HOME,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
) -> RunEnd:
    """Start a session on a question and run it to its end."""
    chosen = options or Options()
    session = start(question, chosen.clock, home=home, disk=disk)
    return await resume(session, engine, chosen, events=events, disk=disk)


def start(question: str, clock: Clock, *, home: Path = HOME, disk: Disk | None = None) -> Session:
    """A new session on a question, current from now on; `resume` runs it."""
    asked = " ".join(question.split())
    if not asked:
        raise UserError(Message("question-empty"))
    return Sessions(home, disk or Disk()).create(asked, clock.now())


async def resume(
    session: Session,
    engine: Engine,
    options: Options | None = None,
    *,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
) -> RunEnd:
    """Go on with a session where it stands. No finished call is repeated."""
    files = disk or Disk()
    async with owned(session, engine, options or Options(), files) as live:
        with _heeding_signals(live):
            return await live.run(events, FileViews(session, files, kept_files()))


async def propose(
    session: Session, engine: Engine, options: Options | None = None, *, disk: Disk | None = None
) -> Proposal:
    """What the next iteration would do; asked once, so that the run does not pay for it again."""
    async with owned(session, engine, options or Options(), disk or Disk()) as live:
        return await live.propose()


@asynccontextmanager
async def owned(session: Session, engine: Engine, options: Options, disk: Disk) -> AsyncIterator[LiveSession]:
    """A session as this process's own, let go whatever happens."""
    live = LiveSession(FileSessionStorage(session, disk, options.clock, options.secrets), engine, options)
    try:
        yield live
    finally:
        live.close()
        if engine.close is not None:
            await engine.close()


@contextmanager
def _heeding_signals(live: LiveSession) -> Iterator[None]:
    """The first Ctrl-C asks for a safe end, the second ends at once; a termination is like the first."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def heed() -> None:
        if live.stopper.asked and task is not None:
            task.cancel()
        live.stopper.ask("pause")

    # Only the main thread of a POSIX process can listen; elsewhere the control file is the way.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, heed)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
