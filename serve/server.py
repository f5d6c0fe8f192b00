"""Listens, and serves until it is told to stop."""

import logging
import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe
from threading import Thread

import uvicorn

from pathfinder.adapters.search.settings import EngineName
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.processes import Commands
from pathfinder.reports.html.environment import compile_templates
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.fleet_screen import Fleet
from pathfinder.serve.guard import LOOPBACK, Guard, Guards, Keys
from pathfinder.serve.screens import TEMPLATES
from pathfinder.serve.shelf import Shelf

TOKEN = "serve-token"
"""In the folder of sessions: kept, so that open pages go on after a restart."""


@dataclass(frozen=True)
class Place:
    """Where the server listens, and under which names it answers."""

    host: str
    port: int
    names: Sequence[str] = ()

    def hosts(self, port: int) -> frozenset[str]:
        """The values of Host that are answered."""
        own = (f"{name.lower()}:{port}" for name in (*LOOPBACK, self.host))
        return frozenset((*own, *map(str.lower, self.names)))


def kept_token(home: Path) -> str:
    """The token of this folder of sessions, made once; the file is private."""
    Sessions(home, Disk()).make_root()
    path = home / TOKEN
    known = (Disk().read_if_there(path) or b"").decode(errors="replace").strip()
    if len(known) < 32:
        known = token_urlsafe(32)
        Disk().write(path, f"{known}\n".encode())
    return known


def listening(place: Place) -> socket.socket:
    """The socket; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in place.host else socket.AF_INET
    return socket.create_server((place.host, place.port), family=family)


@dataclass(frozen=True)
class Tenant:
    """Somebody with a home of their own."""

    home: Path
    keys: Keys
    engines: tuple[EngineName, ...]
    """Those that the settings of the home make usable."""


def serve(
    tenants: Sequence[Tenant],
    environ: Mapping[str, str],
    listener: socket.socket,
    place: Place,
    folders: tuple[Path, ...],
    options: tuple[str, ...],
    fleet: str = "",
) -> None:
    """Serve the sessions of each tenant to that tenant alone; `fleet` is the database of one to show too."""
    port: int = listener.getsockname()[1]
    shown = Fleet(fleet) if fleet else None
    everybody = [one.keys for one in tenants]

    def guarded(one: Tenant) -> Guard:
        commands = Commands({**environ, "PATHFINDER_HOME": str(one.home)})
        actions = Actions(
            Shelf(one.home), commands, folders, options, one.engines, lambda: server.should_exit, shown
        )
        return application(actions, one.keys, place.hosts(port), f"pathfinder_{port}", everybody)

    config = uvicorn.Config(
        Guards([guarded(one) for one in tenants]),
        log_level="warning",
        lifespan="off",
        server_header=False,
        timeout_graceful_shutdown=4,
    )
    server = uvicorn.Server(config)
    # The reader of uploads writes a line to stderr for each malformed one, which is answered with 422 anyway.
    logging.getLogger("python_multipart").addHandler(logging.NullHandler())
    # The first page would wait for its templates otherwise.
    Thread(target=compile_templates, args=(TEMPLATES,), daemon=True).start()
    server.run(sockets=[listener])
