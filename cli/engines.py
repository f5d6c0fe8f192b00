"""Which engine a run uses: loaded when a run begins, never for a command that only looks."""

from collections.abc import Mapping
from pathlib import Path

from pydantic import SecretStr

from pathfinder.adapters.claude.attempt import ClaudeAttempt
from pathfinder.adapters.claude.settings import ANTHROPIC, Connection
from pathfinder.adapters.local.folder import Folder
from pathfinder.cli.settings import credentials
from pathfinder.protocols.errors import UserError
from pathfinder.protocols.ports import Clock
from pathfinder.protocols.rules.sources import default_table
from pathfinder.wiring import Engine


def engine_for(environ: Mapping[str, str], docs: Path | None, clock: Clock) -> Engine:
    """Claude, or a server that speaks its Messages API, over a folder of documents."""
    known = credentials(environ)
    if docs is None:
        raise UserError(
            "There is nothing to search: give --docs FOLDER with text or Markdown files. "
            "Web search comes with a later version."
        )
    folder = Folder(docs, default_table(), clock)
    connection = Connection(key=SecretStr(known.key), base_url=known.base_url or ANTHROPIC)
    attempt = ClaudeAttempt(connection)

    async def close() -> None:
        folder.close()
        await attempt.close()

    return Engine(attempt=attempt, search=folder, fetch=folder, local=True, close=close)
