"""The server over Streamable HTTP: this machine only, with a token, and with a check of Host and Origin."""

import socket
from collections.abc import Callable, Coroutine
from hmac import compare_digest
from typing import Any

import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

LOOPBACK = "127.0.0.1"


class TokenGuard:
    """Answers 401 to every request without the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through if it carries the token."""
        if scope["type"] == "http":
            given = dict(scope["headers"]).get(b"authorization", b"")
            if not compare_digest(given, self._expected):
                refused = PlainTextResponse(
                    "The token is missing or wrong.", 401, {"WWW-Authenticate": "Bearer"}
                )
                await refused(scope, receive, send)
                return
        await self._app(scope, receive, send)


def listening(port: int) -> socket.socket:
    """A socket on the loopback interface; port 0 takes a free one."""
    return socket.create_server((LOOPBACK, port))


def http_app(server: MCPServer, port: int, token: str) -> ASGIApp:
    """The server as a web application for one port."""
    hosts = [f"{LOOPBACK}:{port}", f"localhost:{port}"]
    security = TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )
    return TokenGuard(server.streamable_http_app(transport_security=security, host=LOOPBACK), token)


def serving(
    server: MCPServer, listener: socket.socket, token: str
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Serves until it is told to stop."""
    port: int = listener.getsockname()[1]
    config = uvicorn.Config(http_app(server, port, token), log_level="warning", lifespan="on")

    async def serve() -> None:
        await uvicorn.Server(config).serve(sockets=[listener])

    return serve
