"""Views on disk: written only where they changed, in place of the old one, never part of the record."""

import asyncio
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.graph.types import CogniGraph

Render = Callable[[CogniGraph], Iterable[tuple[str, str]]]
"""A graph as files: names inside the session's folder, and their text."""


class FileViews:
    """Implements `Views`. What is lost here is made again by `rebuild`."""

    def __init__(self, session: Session, disk: Disk, render: Render) -> None:
        self._session = session
        self._disk = disk
        self._render = render
        self._written: dict[str, bytes] = {}
        """What each file holds, by its digest: the texts themselves would grow with the session."""
        self._swept: set[Path] = set()

    async def write(self, graph: CogniGraph) -> None:
        """Write what changed since the last time; what stands on disk already is left alone."""
        await asyncio.to_thread(self.write_all, graph)

    def write_all(self, graph: CogniGraph) -> tuple[str, ...]:
        """The same, for callers without an event loop; the names of what was written."""
        changed, there = [], set[Path]()
        for name, text in self._render(graph):
            data = text.encode(errors="replace")
            digest = sha256(data).digest()
            if self._written.get(name) == digest:
                continue
            path = self._session.folder / name
            if path.parent not in there:
                there.add(path.parent)
                self._ready(path.parent)
            if self._disk.read_if_there(path) != data:
                self._disk.write(path, data, durable=False)
                changed.append(name)
            self._written[name] = digest
        return tuple(changed)

    def _ready(self, folder: Path) -> None:
        """Make a folder; the first time, clear away what a killed process left half written there."""
        self._disk.make_folder(folder)
        if folder not in self._swept:
            self._swept.add(folder)
            self._disk.sweep(folder)
