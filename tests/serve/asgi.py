"""One request to a web application, without a network."""

import asyncio
from typing import Any, NamedTuple

from starlette.types import ASGIApp, Message


class Got(NamedTuple):
    """What was answered."""

    status: int
    headers: dict[str, str]
    body: str


def got(app: ASGIApp, method: str, path: str, headers: dict[str, str], body: bytes = b"") -> Got:
    """Ask, and wait for the whole answer."""
    target, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": target,
        "raw_path": target.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers.items()],
        "server": ("127.0.0.1", 8421),
        "client": ("127.0.0.1", 50000),
    }
    sent: list[Message] = []

    async def receive() -> Message:
        if sent:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    async def asked() -> None:
        await app(scope, receive, send)

    asyncio.run(asked())
    start = sent[0]
    known = {name.decode(): value.decode() for name, value in start["headers"]}
    whole = b"".join(message.get("body", b"") for message in sent[1:])
    return Got(start["status"], known, whole.decode(errors="replace"))
