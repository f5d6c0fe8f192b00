"""The server as its users start it, and the SDK's own client over both transports."""

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx2
from mcp import Client
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, TextContent

from tests.standin.server import Standin

TOKEN = "a-token-of-the-tests"
KEYLESS = ("--", "--model", "reading-list", "--engine", "local")
JUDGED = ("--", "--engine", "local", "--docs-as", "paper", "--allow-remote", "--iterations", "1")
Answer = Literal["accept", "decline"]


@dataclass
class User:
    """Answers what the server asks by elicitation."""

    answer: Answer = "accept"
    asked: list[str] = field(default_factory=list)

    async def __call__(
        self,
        context: ClientRequestContext,  # noqa: ARG002  (the SDK passes it)
        params: ElicitRequestParams,
    ) -> ElicitResult:
        self.asked.append(params.message)
        return ElicitResult(action=self.answer, content={"start": True} if self.answer == "accept" else None)


@dataclass(frozen=True)
class Served:
    """`pathfinder mcp` in one folder."""

    folder: Path
    words: tuple[str, ...]
    api: Standin | None = None

    @property
    def environ(self) -> dict[str, str]:
        known = {name: value for name, value in os.environ.items() if not name.startswith("ANTHROPIC")}  # noqa: TID251  (a child needs its PATH)
        if self.api is not None:
            known |= {"ANTHROPIC_API_KEY": self.api.key, "ANTHROPIC_BASE_URL": self.api.base_url}
        return known | {"PATHFINDER_MCP_TOKEN": TOKEN}

    def stdio(self, user: User | None = None, mode: str = "auto") -> Client:
        """A client whose server ends with it."""
        command = ["-m", "pathfinder", "mcp", *self.words]
        server = StdioServerParameters(
            command=sys.executable, args=command, env=self.environ, cwd=self.folder
        )
        return Client(server, elicitation_callback=user, mode=mode)

    @contextmanager
    def http(self) -> Iterator[tuple[str, subprocess.Popen[str]]]:
        """The address of a server over HTTP, and its process."""
        command = [sys.executable, "-m", "pathfinder", "mcp", "--http", "0", *self.words]
        server = subprocess.Popen(
            command, cwd=self.folder, env=self.environ, stderr=subprocess.PIPE, text=True
        )
        assert server.stderr is not None
        try:
            yield server.stderr.readline().split()[-1], server
        finally:
            server.send_signal(signal.SIGTERM)
            server.wait(20)
            server.stderr.close()


@asynccontextmanager
async def over_http(url: str, user: User | None = None) -> AsyncIterator[Client]:
    """A client with the token."""
    async with AsyncExitStack() as stack:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        http = await stack.enter_async_context(httpx2.AsyncClient(headers=headers, timeout=60))
        transport = streamable_http_client(url, http_client=http)
        yield await stack.enter_async_context(Client(transport, elicitation_callback=user))


def facts(result: CallToolResult) -> dict[str, Any]:
    """What a program reads of a result."""
    assert not result.is_error, text(result)
    told: dict[str, Any] | None = result.structured_content
    assert told is not None
    return told


def text(result: CallToolResult) -> str:
    """What a model reads of a result."""
    return "\n".join(one.text for one in result.content if isinstance(one, TextContent))
