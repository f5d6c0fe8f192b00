"""A session at a glance: the first and last lines of its graph file, without reading the evidence between."""

import json
import os
import re
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from pathfinder.adapters.storage.files.disk import Disk, storage_errors
from pathfinder.adapters.storage.files.layout import Session
from pathfinder.protocols.graph.memory import Run
from pathfinder.protocols.graph_file import read_graph

_END = 1 << 16
"""Question and run are far shorter than this; where they are not, the whole file is read."""
_HEAD = re.compile(
    rb'\{\n "format": [0-9]{1,9},\n "question": ("(?:[^"\\]|\\.)*"),\n "iteration": ([0-9]{1,9}),\n'
)
_RUN = b'\n "run": '
"""Stands at this depth once, as the last key; a text cannot hold a line break."""


@dataclass(frozen=True, slots=True)
class Glance:
    """What a list of sessions shows."""

    question: str
    iteration: int
    run: Run


def glance(session: Session, disk: Disk) -> Glance:
    """What a session is about and where it stands; GraphFileRefused if its graph cannot be read."""
    head, tail = _ends(session, disk)
    top, run = _HEAD.match(head), tail.rfind(_RUN)
    if top is not None and run >= 0:
        try:
            question: Any = json.loads(top[1])
            standing = Run.model_validate_json(tail[run + len(_RUN) :].rstrip().removesuffix(b"}"))
            return Glance(str(question), int(top[2]), standing)
        except (ValueError, ValidationError):
            pass  # Written by hand, or damaged: the careful reader below says which.
    graph = read_graph(disk.read(session.graph), str(session.graph))
    return Glance(graph.question, graph.iteration, graph.run)


def _ends(session: Session, disk: Disk) -> tuple[bytes, bytes]:
    calls = disk.calls
    with storage_errors("read", session.graph):
        file = calls.open(session.graph, os.O_RDONLY | os.O_NONBLOCK)
        try:
            size = calls.fstat(file).st_size
            head = calls.read(file, _END)
            calls.seek(file, max(0, size - _END))
            return head, calls.read(file, _END)
        finally:
            calls.close(file)
