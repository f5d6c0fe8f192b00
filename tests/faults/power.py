"""What a disk may hold after the power went: everything that was synced, and any part of what was not.

A recorder notes the calls of a run. `after_cut` builds one state that a file system may be found in when
the power goes after the n-th of them.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal

from pathfinder.adapters.storage.files.syscalls import Syscalls

Survival = Literal["nothing", "everything", "something"]
"""What is left of that which was never synced."""


@dataclass(frozen=True)
class Op:
    """One change of one node: a name in a folder, bytes of a file, or a sync that makes both last."""

    kind: Literal["name", "unname", "data", "empty", "sync"]
    node: int
    name: str = ""
    child: int = 0
    old_name: str = ""
    """With `name`: the name it had before, if it was renamed."""
    data: bytes = b""


@dataclass
class Node:
    """A folder, a file or a link."""

    names: dict[str, int] | None = None
    data: bytes = b""
    target: str | None = None


@dataclass
class Recorder(Syscalls):
    """Does everything for real but the waiting, and notes it; it may forget some syncs, as a bug would."""

    base: Path
    deaf_to: Literal["nothing", "files", "folders"] = "nothing"
    ops: list[Op] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=lambda: [Node(names={})])
    open_files: dict[int, int] = field(default_factory=dict)

    def open(self, path: Path, flags: int, mode: int = 0o600) -> int:
        file = super().open(path, flags, mode)
        if flags & os.O_CREAT and self._find(path) is None:
            self._name(path, self._new(Node()))
        self.open_files[file] = self._find(path) or 0
        return file

    def write(self, file: int, data: bytes) -> int:
        written = super().write(file, data)
        self.ops.append(Op("data", self.open_files[file], data=data[:written]))
        return written

    def truncate(self, file: int, size: int) -> None:
        super().truncate(file, size)
        self.ops.append(Op("empty", self.open_files[file]))

    def fsync(self, file: int) -> None:
        node = self.open_files[file]
        kind = "files" if self.nodes[node].names is None else "folders"
        if kind != self.deaf_to:
            self.ops.append(Op("sync", node))

    def mkdir(self, path: Path, mode: int) -> None:
        super().mkdir(path, mode)
        self._name(path, self._new(Node(names={})))

    def symlink(self, path: Path, target: str) -> None:
        super().symlink(path, target)
        self._name(path, self._new(Node(target=target)))

    def replace(self, old: Path, new: Path) -> None:
        super().replace(old, new)
        node = self._find(old) or 0
        del self._names(old)[old.name]
        self._name(new, node, old.name)

    def unlink(self, path: Path) -> None:
        super().unlink(path)
        self._unname(path)

    def rmdir(self, path: Path) -> None:
        super().rmdir(path)
        self._unname(path)

    def _new(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def _find(self, path: Path) -> int | None:
        node = 0
        for part in path.relative_to(self.base).parts:
            child = (self.nodes[node].names or {}).get(part)
            if child is None:
                return None
            node = child
        return node

    def _names(self, path: Path) -> dict[str, int]:
        names = self.nodes[self._find(path.parent) or 0].names
        assert names is not None
        return names

    def _name(self, path: Path, child: int, old_name: str = "") -> None:
        self._names(path)[path.name] = child
        self.ops.append(Op("name", self._find(path.parent) or 0, path.name, child, old_name))

    def _unname(self, path: Path) -> None:
        del self._names(path)[path.name]
        self.ops.append(Op("unname", self._find(path.parent) or 0, path.name))


def after_cut(recorder: Recorder, ops: Sequence[Op], survival: Survival, rng: Random) -> list[Node]:
    """The nodes as they may be found, the first being the folder that everything is in."""
    last_sync = {op.node: place for place, op in enumerate(ops) if op.kind == "sync"}
    nodes = [Node({} if node.names is not None else None, b"", node.target) for node in recorder.nodes]
    for place, op in enumerate(ops):
        lasts = last_sync.get(op.node, -1) > place
        if lasts or survival == "everything" or (survival == "something" and rng.random() < 0.5):
            _carry_out(
                nodes[op.node], op, whole=lasts or survival == "everything" or rng.random() < 0.5, rng=rng
            )
    return nodes


def _carry_out(node: Node, op: Op, *, whole: bool, rng: Random) -> None:
    if op.kind == "data":
        kept = op.data if whole else op.data[: rng.randrange(len(op.data) + 1)]
        # Blocks that were never written may be found empty though the file has grown by them.
        node.data += kept if whole or rng.random() < 0.5 else bytes(len(op.data))
    elif op.kind == "empty":
        node.data = b""
    elif op.kind == "name" and node.names is not None:
        node.names.pop(op.old_name, None)
        node.names[op.name] = op.child
    elif op.kind == "unname" and node.names is not None:
        node.names.pop(op.name, None)


def build(nodes: Sequence[Node], node: Node, path: Path) -> None:
    """Put a state on a real file system, so that real code can be run on it."""
    if node.target is not None:
        path.symlink_to(node.target)
    elif node.names is None:
        path.touch(0o600)
        path.write_bytes(node.data)
    else:
        path.mkdir(0o700)
        for name, child in node.names.items():
            build(nodes, nodes[child], path / name)
