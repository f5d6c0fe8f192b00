"""The commands that tools of the server run: what they refuse is an error of the tool."""

from collections.abc import Sequence

from mcp.server.mcpserver.exceptions import ToolError

from pathfinder import processes
from pathfinder.protocols.errors import UserError


class Commands(processes.Commands):
    """`pathfinder` as processes with one environment."""

    async def text(self, *words: str, accepted: Sequence[int] = (0,)) -> str:
        """What a command prints; ToolError with its error message if its exit code is not accepted."""
        try:
            return await super().text(*words, accepted=accepted)
        except UserError as error:
            raise ToolError(str(error)) from None
