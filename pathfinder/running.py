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
    asked = " ".join(question.split())
    if not asked:
        raise UserError(Message("question-empty"))
    return Sessions(home, disk or Disk()).create(asked, clock.now())


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
    async with owned(session, deps, chosen, files) as live:
        with _handling_signals(live):
            return await live.run(events, FileViews(session, files, kept_files()))


async def propose(
    session: Session, deps: Deps, config: RunConfig | None = None, *, disk: Disk | None = None
) -> Proposal:
    """What the next iteration would do; asked once, so that the run does not pay for it again."""
    async with owned(session, deps, config or RunConfig(), disk or Disk()) as live:
        return await live.propose()


@asynccontextmanager
async def owned(session: Session, deps: Deps, config: RunConfig, disk: Disk) -> AsyncIterator[LiveSession]:
    """A session as this process's own, let go whatever happens."""
    live = LiveSession(FileSessionStorage(session, disk, deps.clock, config.secrets), deps, config)
    try:
        yield live
    finally:
        live.close()
        if deps.close is not None:
            await deps.close()


@contextmanager
def _handling_signals(live: LiveSession) -> Iterator[None]:
    """The first Ctrl-C asks for a safe end, the second ends at once; a termination is like the first."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()

    def on_signal() -> None:
        if live.stopper.asked and task is not None:
            task.cancel()
        live.stopper.ask("pause")

    # Only the main thread of a POSIX process can listen; elsewhere the control file is the way.
    with suppress(NotImplementedError, RuntimeError, ValueError):
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, on_signal)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)
