"""`log.jsonl`: what a run did, one JSON object a line, with the step key as its thread. No secret gets in."""

import asyncio
import json
import os
import re
from collections.abc import Iterable, Mapping, MutableMapping
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import structlog

from pathfinder.adapters.masking import Masking
from pathfinder.adapters.storage.files.disk import storage_errors
from pathfinder.protocols.calls.events import Event
from pathfinder.protocols.calls.ports import Clock

MASK = "[secret]"
LATEST_SECONDS = 0.2
"""While a loop runs, lines are handed to the system together, no later than this: a killed process loses
what it did in that time, from a file that is not part of the record."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, default=repr)
_SECRET_SHAPES = re.compile(r"sk-[A-Za-z0-9_-]{8,}|Bearer\s+\S+", re.IGNORECASE)
_MAY_BE_SECRET = re.compile(r"sk-|Bearer", re.IGNORECASE)
"""In a line of JSON, where white space is written in other letters. What has none of it has no such shape."""


class SessionLog:
    """Hears events and metering, and writes them down. Implements `EventSink`."""

    def __init__(self, path: Path, clock: Clock, secrets: Iterable[str] = ()) -> None:
        with storage_errors("open", path):
            opened = open(path, "ab", opener=_private)  # noqa: SIM115  (closed by close; its mode from the start)
        self._file = TextIOWrapper(opened, encoding="utf-8")
        self._broken = False
        self._flushing: asyncio.TimerHandle | None = None
        self._clock = clock
        known = tuple(secrets)
        self._masking = Masking(known, MASK)
        self._written = Masking((_ENCODER.encode(secret)[1:-1] for secret in known), MASK)
        """The secrets as they would stand in a line."""
        self._log = structlog.wrap_logger(
            _Lines(self._file),
            processors=[self._stamp, self._line],
            wrapper_class=structlog.BoundLogger,
        ).bind()  # Bound at once; otherwise every line would make a logger of its own.

    def emit(self, event: Event) -> None:
        """Write an event down."""
        self.note(event.kind, event.model_dump(mode="json", exclude={"kind"}))

    def note(self, name: str, fields: Mapping[str, Any]) -> None:
        """Write anything else down, such as what a call cost. A log that cannot be written ends no run."""
        if self._broken:
            return
        try:
            self._log.info(name, **fields)
        except OSError:
            self._broken = True
        if self._flushing is None:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:
                self._flush()
            else:
                self._flushing = loop.call_later(LATEST_SECONDS, self._flush)

    def close(self) -> None:
        """Let go of the file."""
        if self._flushing is not None:
            self._flushing.cancel()
        with suppress(OSError):
            self._file.close()

    def _flush(self) -> None:
        self._flushing = None
        try:
            self._file.flush()
        except OSError:
            self._broken = True

    def _stamp(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        return {"at": self._clock.now().isoformat(timespec="milliseconds"), **event}

    def _line(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> str:
        """The event as JSON. Each value is looked through only if something in the line may be a secret."""
        line = _ENCODER.encode(event)
        if not _MAY_BE_SECRET.search(line) and not self._written.finds(line):
            return line
        return _ENCODER.encode({key: self._masked(value) for key, value in event.items()})

    def _masked(self, value: Any) -> Any:  # noqa: ANN401  (any JSON value)
        if isinstance(value, str):
            return _SECRET_SHAPES.sub(MASK, self._masking.of(value))
        if isinstance(value, dict):
            return {key: self._masked(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self._masked(inner) for inner in value]
        return value


class _Lines:
    """Takes what structlog has made of an event; its own writer hands over every line at once."""

    def __init__(self, file: TextIOWrapper) -> None:
        self._file = file

    def info(self, line: str) -> None:
        self._file.write(f"{line}\n")


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
