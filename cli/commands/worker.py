"""One process of the fleet: takes questions from the queue and researches them until it is asked to stop."""

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from pathfinder.cli.commands.fleet import DatabaseOption, flags_of, jobs_in, say_line, with_database
from pathfinder.cli.screen.language import say
from pathfinder.cli.screen.output import line
from pathfinder.cli.settings.allowed import left_out
from pathfinder.cli.settings.environment import database_url, environment, home
from pathfinder.cli.settings.layers import resolve
from pathfinder.cli.settings.options import Flags, PriceOption, RateOption
from pathfinder.cli.settings.run_setup import prepare
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError

if TYPE_CHECKING:
    from pathfinder.adapters.storage.postgres.database import Database
    from pathfinder.adapters.storage.postgres.jobs import Submitted
    from pathfinder.deps import Deps
    from pathfinder.run_config import RunConfig


def worker(
    slots: Annotated[int, typer.Option("--slots", min=1, max=100, help="Sessions at the same time.")] = 4,
    database: DatabaseOption = None,
    heartbeat: Annotated[
        float, typer.Option("--heartbeat", min=0.2, help="Seconds between two signs of life.")
    ] = 10.0,
    stale: Annotated[
        float, typer.Option("--stale", min=0.6, help="Without one for so long, others take over.")
    ] = 30.0,
    rate: RateOption = 1000,
    price: PriceOption = None,
) -> None:
    """Work for the fleet until told to stop (Ctrl-C, SIGTERM); a supervisor should start it again."""
    from pathfinder.adapters.storage.postgres.dispatch import Dispatcher, WorkerTiming
    from pathfinder.adapters.system import SystemClock
    from pathfinder.fleet import FleetWorker

    if stale < 3 * heartbeat:
        raise UserError(Message("worker-stale-too-short"))
    third = stale / 3
    pace = WorkerTiming(
        heartbeat, stale, look_seconds=third, grace_seconds=third, poll_seconds=min(5.0, third)
    )
    clock = SystemClock()

    async def work(opened: "Database") -> None:
        async with Dispatcher.opened(database_url(environment(), database), clock) as queue:
            line(say(Message("worker-begins", name=_name(), count=slots)))
            assemble = partial(_assemble, Flags(quiet=True, rate=rate, price=price))
            await FleetWorker(jobs_in(opened), queue, assemble, _name(), pace, say=say_line).run(slots)

    with_database(database, work, connections=5)
    line(say(Message("worker-stopped")))


def _assemble(own: Flags, submitted: "Submitted") -> "tuple[Deps, RunConfig]":
    """What a batch's command line chose, with the keys, the config, prices and rate of this machine."""
    saved = flags_of(submitted)
    environ = environment()
    # The fleet's database is as trusted as the command line that handed the batch in.
    resolved = resolve(home(environ), environ, saved.layer())
    left_out(resolved.wishes)
    ready = prepare(saved, resolved, own, watched=False)
    return ready.deps, ready.config


def _name() -> str:
    """Which machine and process, for people; the queue has numbers of its own."""
    import os
    import socket

    return f"{socket.gethostname()}:{os.getpid()}"
