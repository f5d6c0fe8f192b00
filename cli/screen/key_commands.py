"""What keys ask of the session: the same words that another terminal would write."""

import asyncio
from typing import Protocol

from pathfinder.adapters.storage.files.control import send
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.calls.ports import Command

THESIS = "thesis.md"


class KeyCommands(Protocol):
    """Who hears the keys. Called from threads of the screen; PathfinderError where it cannot be done."""

    def send(self, command: Command) -> None:
        """Pause, stop or note."""
        ...

    def thesis(self) -> str:
        """Write the thesis from the last closed iteration; where it is."""
        ...


class SessionCommands:
    """Writes to the control file of a session, so that a key does exactly what the command does."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def send(self, command: Command) -> None:
        """Heard before the next call is sent."""
        send(self._session, command, Disk())

    def thesis(self) -> str:
        """From the record on disk, with sentences made by code: the run keeps its budget and its lock."""
        from pathfinder.writing import write_thesis

        made = asyncio.run(write_thesis(self._session, None))
        path = self._session.folder / THESIS
        Disk().write(path, made.text.encode())
        return str(path)
