"""The stand-in itself: an aiohttp server in a thread of its own, on a port that was free."""

import asyncio
import json
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass, replace
from hashlib import sha256
from threading import Thread
from time import monotonic
from types import TracebackType
from typing import Any, Self

from aiohttp import web

from tests.keys import KEY
from tests.standin import batches, bill, catalogue, chat
from tests.standin.answers import answer
from tests.standin.bill import Counted
from tests.standin.buckets import Buckets, retry_after
from tests.standin.caching import PromptCache
from tests.standin.checks import Refused, refused, refused_locally, unknown_key
from tests.standin.faults import STREAM_FAULTS, Fault, Script, too_many
from tests.standin.material import material, schema_title
from tests.standin.message import Flavour, digest, events, message

Answering = Callable[[dict[str, Any]], Any]


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
    counted: Counted
    usd_micros: int
    at: float = 0.0
    """When it came in."""
    done: float = 0.0
    """When its answer was worked out; nothing of it is kept before."""

    @property
    def tokens(self) -> tuple[int, int]:
        """In, as they are billed in full, and out."""
        return self.counted.input, self.counted.output


@dataclass(frozen=True)
class Nature:
    """What kind of server it is."""

    flavour: Flavour = "claude"
    limits: Callable[[], Buckets] | None = None
    """Makes the buckets of each model; None: no limit."""
    at_once: int | None = None
    """Calls in flight over all models; one more is told to come back in a second. None: no limit."""
    latency_seconds: float = 0.0
    """From a request to the beginning of its answer."""
    thinking: tuple[int, int] = bill.REAL_THINKING
    """Fewest and most tokens of thinking before an answer."""
    answering: Answering | None = None
    """Gives the right answer to a request; None: words in common."""
    models: tuple[str, ...] = ("llama-9", "qwen-9")
    """What a server that is not the provider lists."""
    takes: chat.Takes = "json_schema"
    """The most that the Chat Completions API takes as `response_format`."""
    context: int = 0
    """What its models take; a longer prompt is refused. 0: anything, and the list of models does not say."""
    counts: bool = True
    """Whether the Chat Completions API tells how many tokens were used."""


class Standin:
    """A Messages API on loopback. Everything it does is a function of the request and the planned faults."""

    def __init__(self, port: int = 0, key: str = KEY, nature: Nature | None = None, seed: int = 1) -> None:
        """`seed`: of faults that strike at random."""
        self.key = key
        self.nature = nature or Nature()
        self.requests: list[Recorded] = []
        self.asked_models: list[str] = []
        self.lists_asked = 0
        self.base_url = ""
        self.buckets: dict[str, Buckets] = {}
        self.cache = PromptCache()
        self.counts = 0
        """How often it was asked how long a prompt is."""
        self.in_flight = 0
        self.most_in_flight = 0
        self._port = port
        self._script = Script(seed=seed)
        self.batches = batches.Batches(key, self._script, self._right)
        self.batches.thinking = self.nature.thinking
        self.batches.has_batches = self.nature.flavour == "claude"
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
        """The whole bill, batches too."""
        return sum(request.usd_micros for request in self.requests) + self.batches.usd_micros

    def titles(self) -> list[str]:
        """The types of answer that were asked for, in order of arrival."""
        return [request.title for request in self.requests]

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        app = web.Application(client_max_size=64 * 2**20)
        app.router.add_post("/v1/messages", self._messages)
        app.router.add_post("/v1/chat/completions", self._chat)
        app.router.add_get("/v1/models", self._models)
        app.router.add_post("/v1/messages/count_tokens", self._count)
        app.router.add_get("/v1/models/{name}", self._model)
        self.batches.serve(app, lambda: self.base_url)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", self._port)
        await site.start()
        host, port = runner.addresses[0][:2]
        self._started.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()

    async def _models(self, request: web.Request) -> web.StreamResponse:
        self.lists_asked += 1
        match self.nature.flavour:
            case "claude" if unknown_key(request.headers, self.key):
                return _error_response(b"", Fault("status", status=401, error="authentication_error"))
            case "claude" if "anthropic-version" not in request.headers:
                return web.json_response(catalogue.openai_list((*chat.MODELS, *self.nature.models)))
            case "claude":
                return web.json_response(catalogue.models())
            case "rejects_unknown":
                return _error_response(b"", Fault("status", status=404, error="not_found_error"))
            case _:
                return web.json_response(catalogue.openai_list(self.nature.models, self.nature.context))

    async def _model(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        self.asked_models.append(name)
        if self.nature.flavour in ("ignores_schema", "thinks_aloud"):
            return web.json_response(catalogue.openai_like(name))
        if self.nature.flavour == "claude" and unknown_key(request.headers, self.key):
            return _error_response(b"", Fault("status", status=401, error="authentication_error"))
        known = catalogue.model(name) if self.nature.flavour == "claude" else None
        if known is None:
            return _error_response(b"", Fault("status", status=404, error="not_found_error"))
        return web.json_response(known, headers=self._headers(name, b""))

    async def _count(self, request: web.Request) -> web.StreamResponse:
        """Only the provider itself counts, and for nothing."""
        if self.nature.flavour != "claude":
            return _error_response(b"", Fault("status", status=404, error="not_found_error"))
        body = json.loads(await request.read())
        if "max_tokens" in body or "stream" in body:
            return _error_response(b"", Fault("status", status=400, error="invalid_request_error"))
        self.counts += 1
        return web.json_response({"input_tokens": bill.prompt_tokens(body)})

    async def _messages(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        if self.nature.flavour == "claude":
            refusal = refused(request.headers, body, self.key)
        else:
            refusal = refused_locally(body, self.nature.flavour)
        if not isinstance(body, dict):
            body = {}
        return await self._met(request, raw, body, refusal)

    async def _chat(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        try:
            body = json.loads(raw)
        except ValueError:
            body = None
        nature = self.nature
        refusal = chat.refused(request.headers, body, self.key, nature.takes, (*chat.MODELS, *nature.models))
        return await self._met(
            request, raw, chat.as_messages(body if isinstance(body, dict) else {}), refusal
        )

    async def _met(
        self, request: web.Request, raw: bytes, body: dict[str, Any], refusal: Refused | None
    ) -> web.StreamResponse:
        """Refused, or broken as planned, or answered."""
        fault = self._script.next(schema_title(body), digest(body))
        if fault is not None and fault.kind == "sse_error" and not body.get("stream"):
            fault = Fault("status", status=529, error=fault.error)
        if fault is not None and fault.kind == "refused_schema":
            sent = "format" in body.get("output_config", {})
            fault = replace(fault, kind="status") if sent else None
        if fault is not None and fault.kind == "status":
            return self._error(request, raw, body, fault)
        if refusal is not None:
            fault = Fault("status", status=refusal.status, error=refusal.error, message=refusal.message)
            return self._error(request, raw, body, fault)
        if self.nature.context and bill.prompt_tokens(body) > self.nature.context:
            said = f"This model's maximum context length is {self.nature.context} tokens."
            fault = Fault("status", status=400, error="BadRequestError", message=said)
            return self._error(request, raw, body, fault)
        if self.nature.at_once is not None and self.in_flight >= self.nature.at_once:
            return self._error(request, raw, body, too_many(retry_after=1))
        self.in_flight += 1
        self.most_in_flight = max(self.most_in_flight, self.in_flight)
        try:
            return await self._answered(request, raw, body, fault)
        finally:
            self.in_flight -= 1

    def _right(self, body: dict[str, Any]) -> Any:
        return self.nature.answering(body) if self.nature.answering else answer(material(body))

    async def _answered(
        self, request: web.Request, raw: bytes, body: dict[str, Any], fault: Fault | None
    ) -> web.StreamResponse:
        at, model = monotonic(), str(body["model"])
        counted, begun = self.cache.look(body)
        too_early = self._admit(model, counted)
        if too_early is not None:
            return self._error(request, raw, body, too_early)
        value = await asyncio.to_thread(self._right, body)
        whole = message(body, value, fault, counted, self.nature.flavour, self.nature.thinking)
        counted = counted._replace(output=whole["usage"]["output_tokens"])
        kind = fault.kind if fault is not None else ""
        lost = kind in ("drop", "broken_body", *STREAM_FAULTS)
        self._record(request, raw, body, 0 if lost else 200, counted, at)
        if kind == "slow" and fault is not None:
            await asyncio.sleep(fault.seconds)
        if self.nature.latency_seconds:
            await asyncio.sleep(self.nature.latency_seconds)
        begun()
        if not body.get("stream"):
            self._ended(model, counted.output)
        if kind == "not_json":
            return web.Response(text="<html>Sign in to the network</html>", content_type="text/html")
        if body.get("stream"):
            spoken = chat.frames(whole, usage=self.nature.counts) if _is_chat(request) else _frames(whole)
            try:
                return await _stream(request, spoken, fault, self._headers(model, raw))
            finally:
                self._ended(model, counted.output)
        if lost:
            return await _hang_up(request, json.dumps(whole) if kind == "broken_body" else "")
        if kind == "drip":
            return await _drip(request, json.dumps(whole))
        return web.json_response(whole, headers=self._headers(model, raw))

    def _admit(self, model: str, counted: Counted) -> Fault | None:
        """What is read from the cache does not count as input."""
        if self.nature.limits is None:
            return None
        if model not in self.buckets:
            self.buckets[model] = self.nature.limits()
            self.buckets[model].at = monotonic()
        wait = self.buckets[model].admit(monotonic(), counted.input + counted.written)
        if wait is None:
            return None
        headers = (("retry-after", retry_after(wait)), *self.buckets[model].headers(monotonic()).items())
        return Fault("status", status=429, error="rate_limit_error", headers=headers)

    def _ended(self, model: str, output: int) -> None:
        if model in self.buckets:
            self.buckets[model].ended(monotonic(), output)

    def _error(
        self, request: web.Request, raw: bytes, body: dict[str, Any], fault: Fault
    ) -> web.StreamResponse:
        self._record(request, raw, body, fault.status, Counted(), monotonic())
        if _is_chat(request):
            return web.json_response(chat.error(fault), status=fault.status, headers=dict(fault.headers))
        return _error_response(raw, fault)

    def _record(
        self,
        request: web.Request,
        raw: bytes,
        body: dict[str, Any],
        status: int,
        counted: Counted,
        at: float,
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
                counted=counted,
                usd_micros=bill.usd_micros(str(body.get("model")), counted),
                at=at,
                done=monotonic() + self.nature.latency_seconds,
            )
        )

    def _headers(self, model: str, raw: bytes) -> dict[str, str]:
        told = self.buckets[model].headers(monotonic()) if model in self.buckets else {}
        if self.nature.flavour == "claude" and not told:
            told = {
                "anthropic-ratelimit-requests-limit": "1000",
                "anthropic-ratelimit-requests-remaining": "999",
            }
        return {"request-id": _request_id(raw), **told}


def _is_chat(request: web.Request) -> bool:
    return request.path.endswith("/chat/completions")


def _frames(whole: dict[str, Any]) -> Iterable[str]:
    for name, data in events(whole):
        yield f"event: {name}\ndata: {json.dumps(data, ensure_ascii=False)}\n\n"


async def _stream(
    request: web.Request, spoken: Iterable[str], fault: Fault | None, headers: dict[str, str]
) -> web.StreamResponse:
    """Events, and the ways in which a stream breaks off."""
    response = web.StreamResponse(headers=headers | {"content-type": "text/event-stream"})
    kind = fault.kind if fault is not None else ""
    if kind == "drop":
        return await _hang_up(request, "")
    await response.prepare(request)
    sent = list(spoken)
    half = len(sent) // 2
    for number, frame in enumerate(sent):
        if number == half and kind in ("sse_drop", "broken_body"):
            if request.transport is not None:
                request.transport.close()
            return response
        if number == half and kind == "sse_error":
            error = {"type": "error", "error": {"type": fault.error if fault else "", "message": "planted"}}
            told = f"event: error\ndata: {json.dumps(error)}\n\n"
            await response.write((chat.broken_frame(fault) if fault and _is_chat(request) else told).encode())
            break
        if number == half and kind == "sse_cut":
            break
        if number == half and kind == "sse_malformed":
            frame = f"{frame[: len(frame) // 2]}\n\n"
        if kind == "drip":
            for letter in frame:
                await response.write(letter.encode())
                await asyncio.sleep(0.2)
        await response.write(frame.encode())
    await response.write_eof()
    return response


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


async def _drip(request: web.Request, text: str) -> web.StreamResponse:
    """A byte now and then: never silent, never done."""
    response = web.StreamResponse(headers={"content-type": "application/json"})
    response.content_length = len(text.encode())
    await response.prepare(request)
    for place in range(len(text.encode())):
        await response.write(text.encode()[place : place + 1])
        await asyncio.sleep(0.2)
    return response


def _error_response(raw: bytes, fault: Fault) -> web.StreamResponse:
    error: dict[str, Any] = {"type": fault.error, "message": fault.message}
    if fault.code is not None:
        error["details"] = {"error_code": fault.code}
    return web.json_response(
        {"type": "error", "error": error, "request_id": _request_id(raw)},
        status=fault.status,
        headers={"request-id": _request_id(raw)} | dict(fault.headers),
    )


def _request_id(raw: bytes) -> str:
    return f"req_{sha256(raw).hexdigest()[:24]}"


__all__ = ["KEY", "Nature", "Recorded", "Standin", "digest"]
