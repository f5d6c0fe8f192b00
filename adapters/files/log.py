"""`log.jsonl`: what a run did, one JSON object a line, with the step key as its thread. No secret gets in."""

import os
import re
from collections.abc import Iterable, Mapping, MutableMapping
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import structlog

from pathfinder.adapters.files.disk import told
from pathfinder.protocols.events import Event
from pathfinder.protocols.ports import Clock

MASK = "[secret]"
_SECRET_SHAPES = re.compile(r"sk-[A-Za-z0-9_-]{8,}|Bearer\s+\S+", re.IGNORECASE)


class SessionLog:
    """Hears events and metering, and writes them down. Implements `EventSink`."""

    def __init__(self, path: Path, clock: Clock, secrets: Iterable[str] = ()) -> None:
        with told("open", path):
            opened = open(path, "ab", opener=_private)  # noqa: SIM115  (closed by close; its mode from the start)
        self._file = TextIOWrapper(opened, encoding="utf-8", line_buffering=True)
        self._broken = False
        self._clock = clock
        self._secrets = tuple(secret for secret in secrets if secret)
        self._log = structlog.wrap_logger(
            structlog.WriteLogger(self._file),
            processors=[self._stamp, self._redact, structlog.processors.JSONRenderer(ensure_ascii=False)],
            wrapper_class=structlog.BoundLogger,
            cache_logger_on_first_use=True,
        )

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

    def close(self) -> None:
        """Let go of the file."""
        with suppress(OSError):
            self._file.close()

    def _stamp(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        return {"at": self._clock.now().isoformat(timespec="milliseconds"), **event}

    def _redact(self, _logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
        return {key: self._masked(value) for key, value in event.items()}

    def _masked(self, value: Any) -> Any:  # noqa: ANN401  (any JSON value)
        if isinstance(value, str):
            for secret in self._secrets:
                value = value.replace(secret, MASK)
            return _SECRET_SHAPES.sub(MASK, value)
        if isinstance(value, dict):
            return {key: self._masked(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self._masked(inner) for inner in value]
        return value


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
