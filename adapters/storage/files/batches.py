"""The batches of a `.research` folder: what was asked for, kept before the first question is researched."""

from datetime import datetime
from itertools import count
from pathlib import Path

from pydantic import ValidationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import SAFE_ID, Session
from pathfinder.adapters.storage.files.sessions import slug
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.calls.batch import BATCH_FORMAT, Batch, Terms, Wanted
from pathfinder.protocols.errors import GraphFileRefused, SessionRefused


class Batches:
    """The folders `batches/<id>`. A batch's own folder has a lock and a control file like a session's."""

    def __init__(self, root: Path, disk: Disk) -> None:
        self._root = root
        self._folder = root / "batches"
        self._disk = disk

    def create(self, questions: tuple[Wanted, ...], terms: Terms, source: str, now: datetime) -> Batch:
        """A new batch; it is on the disk when this returns."""
        self._disk.make_folder(self._folder)
        first = f"{now:%Y%m%d-%H%M%S}-{slug(Path(source).stem or 'batch')}"
        names = (first if number == 1 else f"{first}-{number}" for number in count(1))
        name = next(known for known in names if self._disk.make_new_folder(self._folder / known))
        batch = Batch(id=name, source=source, terms=terms, questions=questions)
        self.keep(batch)
        return batch

    def keep(self, batch: Batch) -> None:
        """Write what a batch asks for; its terms may change from run to run."""
        self._disk.write(self._path(batch.id), batch.model_dump_json(indent=1).encode() + b"\n")

    def all(self) -> tuple[Batch, ...]:
        """Every batch that can be read, the newest first."""
        names = [name for name in self._disk.names(self._folder) if SAFE_ID.fullmatch(name)]
        there = [name for name in names if self._disk.stat(self._path(name)) is not None]
        return tuple(self.load(name) for name in sorted(there, reverse=True))

    def load(self, name: str | None = None) -> Batch:
        """The batch with this id, or the only one whose id begins so; without a name, the newest."""
        names = [known for known in self._disk.names(self._folder) if SAFE_ID.fullmatch(known)]
        if name is None:
            found = names[-1:]
        else:
            found = [name] if name in names else [known for known in names if name and known.startswith(name)]
        if not found:
            raise SessionRefused(
                Message("batch-not-found", name=name, folder=self._root)
                if name
                else Message("no-batch-in", folder=self._root)
            )
        if len(found) > 1:
            raise SessionRefused(Message("batch-ambiguous", name=name, count=len(found)))
        path = self._path(found[0])
        try:
            written = self._disk.read(path)
            batch = Batch.model_validate_json(written)
        except ValidationError as error:
            newer = any(wrong["loc"] == ("format",) for wrong in error.errors())
            problem = (
                f"it is newer than this program, which reads format {BATCH_FORMAT}"
                if newer
                else "it is cut or damaged"
            )
            raise GraphFileRefused(str(path), "", problem) from None
        return batch

    def place(self, batch: Batch) -> Session:
        """The batch's own folder, to lock and to steer it by."""
        return Session(self._folder / batch.id)

    def _path(self, name: str) -> Path:
        return self._folder / name / "batch.json"


def session_name(batch: Batch, wanted: Wanted) -> str:
    """The name of a question's session: known before it is made, so that no kill can make a second one."""
    stamp = "-".join(batch.id.split("-")[:2])
    tail = batch.id[len(stamp) + 1 :]
    return f"{stamp}-{tail}-q{wanted.number:04}-{slug(wanted.question)}"[:120].rstrip("-")
