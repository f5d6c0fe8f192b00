"""The protocol's conformance suite, against our MCP server and against our connection to MCP servers.

It is no dependency of ours. To run these tests, with Node 22 or newer:

    npm install @modelcontextprotocol/conformance@0.2.0-alpha.12
    PATHFINDER_CONFORMANCE="node <folder>/node_modules/@modelcontextprotocol/conformance/dist/index.js" \\
        pytest tests/foreign/test_conformance.py

Most of its scenarios call tools, resources and prompts of a sample server, or ask for what we do not offer
(logging, completion, subscriptions, tasks, skills, OAuth). Those that say something about us are listed here.
"""

import asyncio
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Set
from contextlib import closing
from pathlib import Path

import pytest
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send

from pathfinder.mcp_server.http import http_app, listening
from pathfinder.mcp_server.runs import Permissions
from pathfinder.mcp_server.server import mcp_server
from tools.farm import ROOT

SUITE = shlex.split(os.environ.get("PATHFINDER_CONFORMANCE", ""))  # noqa: TID251  (where it is installed)
pytestmark = [
    pytest.mark.slow,
    pytest.mark.foreign,
    pytest.mark.skipif(not SUITE, reason="PATHFINDER_CONFORMANCE does not say where the suite is"),
]
TOKEN = "a-token-of-the-tests"
OF_THE_SERVER = (
    "server-initialize",
    "server-session-lifecycle",
    "server-stateless",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "sep-2164-resource-not-found",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "input-required-result-unsupported-methods",
)
OF_THE_CLIENT = (
    "initialize",
    "tools_call",
    "sse-retry",
    "request-metadata",
    "http-standard-headers",
    "http-custom-headers",
    "http-invalid-tool-headers",
    "json-schema-ref-no-deref",
)
NEEDS_A_TOOL_OF_THE_SAMPLE = {
    "sep-2575-server-rejects-undeclared-capability",
    "sep-2575-missing-capability-http-400",
}


def _failed(results: Path) -> tuple[int, Set[str]]:
    """How many checks passed, and which ones failed."""
    checks = [one for path in results.rglob("checks.json") for one in json.loads(path.read_text("utf-8"))]
    passed = sum(one["status"] == "SUCCESS" for one in checks)
    return passed, {f"{one['id']}: {one.get('errorMessage')}" for one in checks if one["status"] == "FAILURE"}


@pytest.mark.parametrize("scenario", OF_THE_SERVER)
def test_the_server_keeps_to_the_protocol(tmp_path: Path, scenario: str) -> None:
    async def run() -> None:
        with closing(listening(0)) as listener:
            port = listener.getsockname()[1]
            app = _with_token(http_app(mcp_server(tmp_path / "home", {}, Permissions(1, 1)), port, TOKEN))
            server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="on"))
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            words = ("server", "--url", f"http://127.0.0.1:{port}/mcp", "--scenario", scenario)
            suite = await asyncio.create_subprocess_exec(
                *SUITE, *words, "-o", str(tmp_path / "results"), stdout=subprocess.DEVNULL
            )
            await suite.wait()
            server.should_exit = True
            await serving

    asyncio.run(run())
    passed, failed = _failed(tmp_path / "results")
    assert {one for one in failed if one.partition(":")[0] not in NEEDS_A_TOOL_OF_THE_SAMPLE} == set()
    assert passed


@pytest.mark.parametrize("scenario", OF_THE_CLIENT)
def test_our_connection_to_servers_keeps_to_the_protocol(tmp_path: Path, scenario: str) -> None:
    client = f"{sys.executable} -m tests.foreign.conformance_client"
    words = ("client", "--command", client, "--scenario", scenario, "-o", str(tmp_path))
    subprocess.run([*SUITE, *words], cwd=ROOT, stdout=subprocess.DEVNULL, timeout=120, check=False)
    passed, failed = _failed(tmp_path)
    assert failed == set()
    assert passed


def _with_token(app: ASGIApp) -> ASGIApp:
    """The suite cannot send a token."""

    async def called(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            known = [*scope["headers"], (b"authorization", f"Bearer {TOKEN}".encode())]
            scope = {**scope, "headers": known}
        await app(scope, receive, send)

    return called
