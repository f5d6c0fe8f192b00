"""What a batch of questions has submitted to the provider: one line for each thing that became known."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from pydantic import ValidationError

from pathfinder.adapters.metering.overnight import Submission
from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import GraphFileRefused


class Submissions:
    """The file `submissions` of a batch's folder. Only the owner of the batch opens it."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        self._path = folder / "submissions"
        self._disk = disk
        self._known: dict[str, Submission] = {}
        written = disk.read_if_there(self._path)
        if written is None:
            return
        # Whoever wrote the last line may have died over it; then nobody has relied on it.
        whole = written[: written.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), start=1):
            try:
                submission = Submission.model_validate_json(line)
            except ValidationError:
                raise GraphFileRefused(
                    str(self._path),
                    Message("at-line", line=str(number)),
                    Message("file-cut-damaged-or-newer"),
                ) from None
            self._known[submission.mark] = submission
        # It may stand in memory only: from here on it is relied upon, so it is written anew.
        disk.write(self._path, whole)

    @property
    def submissions(self) -> Sequence[Submission]:
        """As last known."""
        return tuple(self._known.values())

    async def write(self, submission: Submission) -> None:
        """See the port."""
        line = submission.model_dump_json().encode() + b"\n"
        await asyncio.to_thread(self._disk.append, self._path, line)
        self._known[submission.mark] = submission
