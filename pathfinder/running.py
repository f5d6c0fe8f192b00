"""Research as a library: start a session or go on with one, and hear what happens."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.adapters.storage.files.views import FileViews
from pathfinder.deprecated import with_ports
from pathfinder.deps import Deps
from pathfinder.live_session import LiveSession
from pathfinder.locales.catalogue import Message
from pathfinder.orchestrator.planning import Proposal
from pathfinder.orchestrator.run import RunEnd
from pathfinder.protocols.calls.ports import Clock, EventSink
from pathfinder.protocols.errors import UserError
from pathfinder.reading import kept_files
from pathfinder.run_config import HOME, RunConfig
from pathfinder.session_storage import FileSessionStorage
from pathfinder.signals import ending_safely

MOST_QUESTION = 20_000
"""Characters. What is longer is a document, and belongs into the folder of documents."""


async def research(
    question: str,
    deps: Deps,
    config: RunConfig | None = None,
    *,
    home: Path = HOME,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
) -> RunEnd:
    """Start a session on a question and run it to its end."""
    deps, chosen = with_ports(deps, config)
    session = start(question, deps.clock, home=home, disk=disk)
    return await resume(session, deps, chosen, events=events, disk=disk)


def start(question: str, clock: Clock, *, home: Path = HOME, disk: Disk | None = None) -> Session:
    """A new session on a question, current from now on; `resume` runs it."""
    asked = checked_question(question)
    return Sessions(home, disk or Disk()).create(asked, clock.now())


def checked_question(question: str) -> str:
    """The question in one line; UserError if there is none, or if it is a whole document."""
    asked = " ".join(question.split())
    if not asked:
        raise UserError(Message("question-empty"))
    if len(asked) > MOST_QUESTION:
        raise UserError(Message("question-beyond-reason", count=len(asked), most=MOST_QUESTION))
    return asked


async def resume(
    session: Session,
    deps: Deps,
    config: RunConfig | None = None,
    *,
    events: Iterable[EventSink] = (),
    disk: Disk | None = None,
) -> RunEnd:
    """Go on with a session where it stands. No finished call is repeated."""
    files = disk or Disk()
    deps, chosen = with_ports(deps, config)
    async with open_session(session, deps, chosen, files) as live:
        with ending_safely(lambda: live.stopper.ask("pause"), lambda: bool(live.stopper.asked)):
            return await live.run(events, FileViews(session, files, kept_files()))


async def propose(
    session: Session, deps: Deps, config: RunConfig | None = None, *, disk: Disk | None = None
) -> Proposal:
    """What the next iteration would do; asked once, so that the run does not pay for it again."""
    async with open_session(session, deps, config or RunConfig(), disk or Disk()) as live:
        return await live.propose()


@asynccontextmanager
async def open_session(
    session: Session, deps: Deps, config: RunConfig, disk: Disk
) -> AsyncIterator[LiveSession]:
    """A session as this process's own, let go whatever happens."""
    live = LiveSession(FileSessionStorage(session, disk, deps.clock, config.secrets), deps, config)
    try:
        yield live
    finally:
        live.close()
        if deps.close is not None:
            await deps.close()
