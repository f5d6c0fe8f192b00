"""The control file: other processes write commands to its end, the running session reads them."""

import json

from pydantic import ValidationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.calls.ports import Command, QueuedCommand


def send(session: Session, command: Command, disk: Disk) -> None:
    """Ask something of the running session, or leave it a note for when it runs again."""
    # The line break in front ends whatever half a line an interrupted sender left.
    line = json.dumps(command.model_dump(), ensure_ascii=True)
    disk.append(session.control, f"\n{line}\n".encode())


LASTING = ("note", "keyword", "hypothesis")
"""What is meant for the session, not for the run that hears it first."""


class FileControl:
    """Implements `Control`, for the owner of the session.

    What was sent before it began is old: a stop was meant for an earlier run. Only what is meant
    for the session is still heard, until it is confirmed. A place is a number of bytes of the file.
    """

    def __init__(self, session: Session, disk: Disk) -> None:
        self._session = session
        self._disk = disk
        self._offset = self._confirmed()
        self._untold = [heard for heard in self._new() if heard.command.kind in LASTING]

    def commands(self) -> tuple[QueuedCommand, ...]:
        """What came since the last look; a line that is still being written comes next time."""
        self._untold += self._new()
        came, self._untold = tuple(self._untold), []
        return came

    def confirm(self, place: int) -> None:
        """Commands up to this place are kept elsewhere; a later run need not read them again."""
        # A place behind all there is belongs to a file that somebody emptied since.
        if self._confirmed() != place <= self._offset:
            self._disk.write(self._session.heard, f"{place}\n".encode())

    def _new(self) -> list[QueuedCommand]:
        there = self._disk.stat(self._session.control)
        size = there.st_size if there else 0
        if size == self._offset:
            return []
        if size < self._offset:
            self._offset = 0  # Somebody emptied the file.
        written = self._disk.read_from(self._session.control, self._offset) if size else b""
        came = []
        for line in written[: written.rfind(b"\n") + 1].splitlines(keepends=True):
            self._offset += len(line)
            command = read_command(line)
            if command is not None:
                came.append(QueuedCommand(command, self._offset))
        return came

    def _confirmed(self) -> int:
        written = self._disk.read_if_there(self._session.heard) or b"0"
        return int(written) if written.strip().isdigit() and len(written) < 20 else 0


def read_command(line: bytes) -> Command | None:
    """The command in a line; None for half a line, an empty one, or one that nobody here wrote."""
    try:
        return Command.model_validate_json(line)
    except ValidationError:
        return None
