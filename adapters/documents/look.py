"""What a look at a folder of documents found: what changed, and what is not read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pathfinder.adapters.documents.index import Known
from pathfinder.adapters.documents.listing import Listed, Listing, shown
from pathfinder.adapters.documents.reading import RefusedFile
from pathfinder.locales.catalogue import Message

BATCH_FILES, BATCH_BYTES = 64, 16_000_000


@dataclass(frozen=True)
class Changes:
    """What a look at the folder found."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    unreadable: tuple[str, ...] = ()
    """`name: reason` of what this object had not told before."""

    def __bool__(self) -> bool:
        return bool(self.added or self.changed or self.removed or self.unreadable)


@dataclass(frozen=True)
class Counts:
    """Figures of the last look."""

    files: int = 0
    """Plain files that were listed."""
    documents: int = 0
    passages: int = 0
    vectors: int = 0
    opened: int = 0
    """Files that were opened because they were new, changed or failed before."""
    parsed: int = 0
    """Those of them that a worker had to parse."""
    embedded: int = 0
    """Passages that got a new vector."""


def left_out(found: Listing, known: Mapping[str, Known], barred: Iterable[RefusedFile]) -> tuple[str, ...]:
    """What is not read, or only in part: `name: reason` each, or a kind of file and how many of it."""
    kinds = Counter(file.counted_as for file in known.values() if file.counted_as is not None)
    files = sorted(
        (
            *found.skipped,
            *(_skipped(file.name, file.reason) for file in barred),
            *(_skipped(name, file.reason) for name, file in known.items() if file.reason),
        )
    )
    alone = [_left_alone(kind, number) for kind, number in sorted(kinds.items())]
    if found.hidden:
        alone.append(_left_alone(Message("documents-hidden"), found.hidden))
    return (*files, *alone)


def _left_alone(kind: str, count: int) -> Message:
    return Message("list-colon", first=kind, second=Message("documents-left-alone", count=count))


def batches(files: Sequence[Listed]) -> Iterator[list[Listed]]:
    """A few files at a time: what is read is soon committed, and never much in memory at once."""
    batch: list[Listed] = []
    size = 0
    for file in files:
        if batch and (len(batch) == BATCH_FILES or size + file.size > BATCH_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch


def _skipped(name: str, reason: str) -> Message:
    return Message("document-skipped", name=shown(name), reason=reason)
