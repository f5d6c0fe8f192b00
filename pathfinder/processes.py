"""Runs commands for the servers: a research is a process of its own, which outlives the server."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pathfinder.adapters.storage.files.disk import FILE_MODE
from pathfinder.locales.catalogue import Message
from pathfinder.protocols.errors import UserError

_COMMAND = (sys.executable, "-P", "-m", "pathfinder")
"""-P: a folder named pathfinder where the server was started is not this program."""
_LONGEST_ERROR = 2_000


def _private(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW, FILE_MODE)


@dataclass(frozen=True)
class Commands:
    """`pathfinder` as processes with one environment."""

    environ: Mapping[str, str]

    async def text(self, *words: str, accepted: Sequence[int] = (0,)) -> str:
        """What a command prints; UserError with its own sentence if its exit code is not accepted."""
        try:
            process = await asyncio.create_subprocess_exec(
                *_COMMAND,
                *words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=self.environ,
            )
        except (ValueError, OSError):
            raise UserError(Message("text-cannot-be-passed")) from None
        out, err = await process.communicate()
        if process.returncode not in accepted:
            said = err.decode(errors="replace").strip()[-_LONGEST_ERROR:]
            raise UserError(said.removeprefix("pathfinder: ") or f"exit code {process.returncode}")
        return out.decode(errors="replace")

    async def data(self, *words: str, accepted: Sequence[int] = (0,)) -> dict[str, Any]:
        """The JSON object that a command prints."""
        found: dict[str, Any] = json.loads(await self.text(*words, accepted=accepted))
        return found

    def detached(self, errors: Path, *words: str) -> subprocess.Popen[bytes]:
        """A command that outlives this process: its own session, no pipe to here, stderr in a file."""
        try:
            with open(errors, "wb", opener=_private) as said:
                return subprocess.Popen(
                    [*_COMMAND, *words],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=said,
                    env=self.environ,
                    start_new_session=True,
                )
        except (ValueError, OSError):
            raise UserError(Message("text-cannot-be-passed")) from None
