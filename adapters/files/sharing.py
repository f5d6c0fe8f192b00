"""A session for other people: its evidence without the machine it was found on.

Left out: logs, journals, what was asked with which flags, notes, keys. Paths of the machine and keys that
stand in a text give way to a mark, in the record too; the archives are folded anew, so that what is shared
still verifies.
"""

import re
from collections.abc import Callable, Sequence

from pathfinder.adapters.files.archive import archive_bytes, read_archive
from pathfinder.adapters.files.backup import Member, members
from pathfinder.adapters.files.disk import Disk
from pathfinder.adapters.files.layout import Session
from pathfinder.adapters.files.store import archive_numbers
from pathfinder.protocols.graph_file import graph_bytes, read_graph
from pathfinder.protocols.reducer import apply

_PRIVATE = ("journal/", "log.jsonl", "control", "asked.json", "lock", "exports/")
_KEYS = re.compile(r"\b(?:sk|pk|rk)-[A-Za-z0-9_-]{12,}|\b(?:ghp|gho|xox[abp])[-_][A-Za-z0-9-]{12,}")
PATH, KEY = "[path]", "[key]"
Reader = Callable[[], bytes]


class Redaction:
    """Takes paths and keys out of texts."""

    def __init__(self, paths: Sequence[str], secrets: Sequence[str]) -> None:
        # The longer first: a folder in the home folder is one path, not a path and a rest.
        self._paths = sorted({path for path in paths if len(path) > 1}, key=len, reverse=True)
        self._secrets = [secret for secret in secrets if secret]

    def of(self, text: str) -> str:
        """The text without them."""
        for secret in self._secrets:
            text = text.replace(secret, KEY)
        for path in self._paths:
            text = text.replace(path, PATH)
        return _KEYS.sub(KEY, text)


def shared_members(session: Session, disk: Disk, redaction: Redaction, *, texts: bool) -> tuple[Member, ...]:
    """The files to share."""
    record = _record(session, disk, redaction)
    found = [
        Member(member.name, record.get(member.name) or _redacted(member, redaction))
        for member in members(session, disk)
        if not member.name.startswith(_PRIVATE) and (texts or not _is_text(member.name))
    ]
    return tuple(found)


def _is_text(name: str) -> bool:
    """The text of a page; beside it stands what is known of its source, which is shared."""
    return name.startswith("pages/") and name.endswith(".txt")


def _redacted(member: Member, redaction: Redaction) -> Reader:
    if member.name.startswith(("pages/", "papers/")):
        return member.read  # A page is known by the hash of its text.
    return lambda: redaction.of(member.read().decode(errors="replace")).encode()


def _record(session: Session, disk: Disk, redaction: Redaction) -> dict[str, Reader]:
    """Start, archives and graph without paths and keys, in one piece again."""

    def clean(data: bytes) -> bytes:
        return redaction.of(data.decode()).encode()

    graph = read_graph(clean(disk.read(session.start)), str(session.start))
    made = {"archival/start.json": graph_bytes(graph)}
    for number in archive_numbers(session, disk):
        path = session.archive(number)
        edits = read_archive(clean(disk.read(path)), str(path)).edits
        graph = apply(graph, edits)
        made[f"archival/{path.name}"] = archive_bytes(graph, edits)
    made["cognigraph.json"] = graph_bytes(read_graph(clean(disk.read(session.graph)), str(session.graph)))
    return {name: _given(data) for name, data in made.items()}


def _given(data: bytes) -> Reader:
    return lambda: data
