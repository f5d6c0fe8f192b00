"""The stand-in itself: an aiohttp server in a thread of its own, on a port that was free."""

import asyncio
import json
from collections.abc import Mapping
from concurrent.futures import Future
from dataclasses import dataclass
from hashlib import sha256
from threading import Thread
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.standin import bill
from tests.standin.answers import answer
from tests.standin.checks import refused
from tests.standin.faults import Fault, Script
from tests.standin.material import material, schema_title

KEY = "sk-ant-standin-4f9d2c7b1e"


@dataclass(frozen=True)
class Recorded:
    """One request as it came in, and what became of it."""

    title: str
    body: dict[str, Any]
    raw: bytes
    headers: Mapping[str, str]
    """Without the key."""
    status: int
    """0: the connection was closed."""
    tokens: tuple[int, int]
    usd_micros: int


class Standin:
    """A Messages API on loopback. Everything it does is a function of the request and the planned faults."""

    def __init__(self, port: int = 0, key: str = KEY) -> None:
        self.key = key
        self.requests: list[Recorded] = []
        self.base_url = ""
        self._port = port
        self._script = Script()
        self._loop = asyncio.new_event_loop()
        self._started: Future[str] = Future()
        self._stop = asyncio.Event()
        self._thread = Thread(target=self._run, name="standin", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        self.base_url = self._started.result(timeout=10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=10)

    def fail(self, *faults: Fault) -> None:
        """Plan faults for the requests to come."""
        self._script.add(*faults)

    @property
    def usd_micros(self) -> int:
        """The whole bill."""
        return sum(request.usd_micros for request in self.requests)

    def titles(self) -> list[str]:
        """The types of answer that were asked for, in order of arrival."""
        return [request.title for request in self.requests]

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/messages", self._messages)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self._port)
        await site.start()
        host, port = runner.addresses[0][:2]
        self._started.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        refusal = refused(request.headers, body, self.key)
        if not isinstance(body, dict):
            body = {}
        fault = self._script.next(schema_title(body))
        if fault is not None and fault.kind == "status":
            return self._error(request, raw, body, fault)
        if refusal is not None:
            fault = Fault("status", status=refusal.status, error=refusal.error, message=refusal.message)
            return self._error(request, raw, body, fault)
        return await self._answered(request, raw, body, fault)

    async def _answered(
        self, request: web.Request, raw: bytes, body: dict[str, Any], fault: Fault | None
    ) -> web.StreamResponse:
        message = _message(body, fault)
        used = message["usage"]
        counts = (used["input_tokens"], used["output_tokens"])
        kind = fault.kind if fault is not None else ""
        self._record(request, raw, body, 0 if kind in ("drop", "broken_body") else 200, counts)
        if kind == "slow" and fault is not None:
            await asyncio.sleep(fault.seconds)
        if kind == "not_json":
            return web.Response(text="<html>Sign in to the network</html>", content_type="text/html")
        if kind in ("drop", "broken_body"):
            return await _hang_up(request, json.dumps(message) if kind == "broken_body" else "")
        return web.json_response(message, headers=_headers(raw))

    def _error(
        self, request: web.Request, raw: bytes, body: dict[str, Any], fault: Fault
    ) -> web.StreamResponse:
        self._record(request, raw, body, fault.status, (0, 0))
        error: dict[str, Any] = {"type": fault.error, "message": fault.message}
        if fault.code is not None:
            error["details"] = {"error_code": fault.code}
        return web.json_response(
            {"type": "error", "error": error, "request_id": _request_id(raw)},
            status=fault.status,
            headers=_headers(raw) | dict(fault.headers),
        )

    def _record(
        self, request: web.Request, raw: bytes, body: dict[str, Any], status: int, counts: tuple[int, int]
    ) -> None:
        self.requests.append(
            Recorded(
                title=schema_title(body),
                body=body,
                raw=raw,
                headers={
                    name.lower(): value for name, value in request.headers.items() if name != "Authorization"
                },
                status=status,
                tokens=counts,
                usd_micros=bill.usd_micros(str(body.get("model")), *counts),
            )
        )


def _message(body: dict[str, Any], fault: Fault | None) -> dict[str, Any]:
    """The answer of the Messages API: thinking first, then the text."""
    kind = fault.kind if fault is not None else ""
    detail = fault.detail if fault is not None else ""
    text = json.dumps(answer(material(body)), ensure_ascii=False)
    reason: str | None = "end_turn"
    if kind == "malformed":
        text = f"Here is the answer: {text[: len(text) // 2]}"
    elif kind == "wrong_type":
        text = json.dumps({"unheard_of": True})
    elif kind == "empty":
        text = ""
    elif kind == "refusal":
        text, reason = "", "refusal"
    elif kind == "stop_reason":
        reason = detail
    elif kind == "no_stop_reason":
        reason = None
    spoken = bill.tokens(text) + bill.THINKING_TOKENS
    if kind == "cut" or spoken > body["max_tokens"]:
        text, reason = text[: len(text) // 2], "max_tokens"
        spoken = body["max_tokens"]
    content: list[dict[str, Any]] = [{"type": "thinking", "thinking": "", "signature": "c3RhbmQtaW4="}]
    if text:
        content.append({"type": "text", "text": text, "citations": None})
    refusal = {"type": "refusal", "category": detail, "explanation": "planted"}
    return {
        "id": f"msg_{_digest(body)}",
        "type": "message",
        "role": "assistant",
        "model": body["model"],
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "stop_details": refusal if kind == "refusal" else None,
        "usage": {
            "input_tokens": bill.prompt_tokens(body),
            "output_tokens": spoken,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": None,
            "output_tokens_details": {"thinking_tokens": bill.THINKING_TOKENS},
            "service_tier": "standard",
        },
    }


async def _hang_up(request: web.Request, text: str) -> web.StreamResponse:
    """Close the connection, after half of the body if there is one."""
    response = web.StreamResponse(headers={"content-type": "application/json"})
    if text:
        response.content_length = len(text.encode())
        await response.prepare(request)
        await response.write(text.encode()[: len(text) // 2])
    if request.transport is not None:
        request.transport.close()
    return response


def _headers(raw: bytes) -> dict[str, str]:
    return {
        "request-id": _request_id(raw),
        "anthropic-ratelimit-requests-limit": "1000",
        "anthropic-ratelimit-requests-remaining": "999",
    }


def _request_id(raw: bytes) -> str:
    return f"req_{sha256(raw).hexdigest()[:24]}"


def _digest(body: dict[str, Any]) -> str:
    return sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()[:24]
