"""Listens, and serves until it is told to stop."""

import socket
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import token_urlsafe

import uvicorn

from pathfinder.adapters.search.settings import EngineName
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.sessions import Sessions
from pathfinder.processes import Commands
from pathfinder.serve.actions import Actions
from pathfinder.serve.app import application
from pathfinder.serve.guard import LOOPBACK
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


def serve(
    home: Path,
    environ: Mapping[str, str],
    listener: socket.socket,
    place: Place,
    folders: tuple[Path, ...],
    options: tuple[str, ...],
    engines: tuple[EngineName, ...],
) -> None:
    """Serve the sessions of a folder."""
    port: int = listener.getsockname()[1]
    commands = Commands({**environ, "PATHFINDER_HOME": str(home)})
    actions = Actions(Shelf(home), commands, folders, options, engines, lambda: server.should_exit)
    app = application(actions, kept_token(home), place.hosts(port), f"pathfinder_{port}")
    config = uvicorn.Config(
        app, log_level="warning", lifespan="off", server_header=False, timeout_graceful_shutdown=4
    )
    server = uvicorn.Server(config)
    server.run(sockets=[listener])
