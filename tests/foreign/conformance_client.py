"""Our connection to MCP servers as the conformance suite drives a client: `... conformance_client URL`.

It lists the tools and calls those that the suite names, or else each with the number 1 for every argument.
"""

import asyncio
import json
import os
import sys
from contextlib import suppress

from pathfinder.adapters.search.mcp_connection import McpConnection
from pathfinder.adapters.search.settings import McpSettings
from pathfinder.protocols.errors import AttemptFailed


async def main(url: str) -> None:
    """One connection, from the first list to its end."""
    connection = McpConnection("suite", McpSettings(url=url, rate=500, seconds=10), {})
    named = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT", "{}")).get("toolCalls")  # noqa: TID251  (how the suite says it)
    try:
        tools = await connection.tools()
        calls = named or [
            {"name": name, "arguments": dict.fromkeys(tool.input_schema.get("properties", {}), 1)}
            for name, tool in tools.items()
        ]
        for call in calls:
            with suppress(AttemptFailed):
                await connection.call(call["name"], call["arguments"])
    finally:
        await connection.close()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[-1]))
