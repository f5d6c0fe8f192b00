"""The archive of a closed iteration: its edits, and the digest of the evidence they lead to."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated

from pydantic import Field, ValidationError

from pathfinder.adapters.storage.files.disk import Disk
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import GraphFileRefused
from pathfinder.protocols.frozen import Frozen, is_empty
from pathfinder.protocols.graph.edits import GraphEdit
from pathfinder.protocols.graph.types import CogniGraph
from pathfinder.protocols.graph_file import evidence_bytes

FORMAT = 1


class Archive(Frozen):
    """One file of `archival/`."""

    format: Annotated[int, Field(ge=1, le=FORMAT)] = FORMAT
    iteration: Annotated[int, Field(ge=1)]
    """As people count: the first is 1."""
    digest: str
    """SHA-256 of the evidence after the edits."""
    edits: tuple[GraphEdit, ...]
    chained: bool = Field(default=False, exclude_if=is_empty)
    """It was saved with a chain of hashes, so `archival/chain` has to be there."""


class _Head(Frozen):
    format: Annotated[int, Field(ge=1)]


def digest(graph: CogniGraph) -> str:
    """What the evidence of a graph is recognised by."""
    return sha256(evidence_bytes(graph)).hexdigest()


def archive_bytes(graph: CogniGraph, edits: Sequence[GraphEdit], *, chained: bool = False) -> bytes:
    """The file of the iteration that ended in this graph."""
    archive = Archive(iteration=graph.iteration, digest=digest(graph), edits=tuple(edits), chained=chained)
    return (archive.model_dump_json(indent=1) + "\n").encode()


def read_archive(written: bytes, file: str) -> Archive:
    """The archive in a file, or one sentence on why it cannot be used."""
    try:
        return Archive.model_validate_json(written)
    except ValidationError as error:
        newer = _newer_format(written)
        if newer is not None:
            problem = f"format {newer} is newer than this program reads ({FORMAT}); use a newer Pathfinder"
            raise GraphFileRefused(file, "format", problem) from None
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise GraphFileRefused(file, place, Message("file-cut-or-damaged", reason=first["msg"])) from None


def _newer_format(written: bytes) -> int | None:
    try:
        number = _Head.model_validate_json(written, extra="ignore").format
    except ValidationError:
        return None
    return number if number > FORMAT else None


def archive_numbers(session: Session, disk: Disk) -> tuple[int, ...]:
    """The iterations that have an archive."""
    names = (name.removeprefix("iteration_").removesuffix(".json") for name in disk.names(session.archival))
    numbers = sorted(int(name) for name in names if name.isascii() and name.isdigit())
    return tuple(number for number in numbers if number > 0)
