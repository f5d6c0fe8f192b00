"""All the engines on one loopback server, each under a path of its own, with faults on demand."""

import asyncio
import json
from concurrent.futures import Future
from dataclasses import dataclass, field
from threading import Lock, Thread
from types import TracebackType
from typing import Literal, Self

from aiohttp import web

from tests.standin.checks import refused
from tests.standin.engines import wires

Name = Literal["claude", "exa", "searxng", "arxiv", "semantic_scholar", "pubmed", "openalex", "crossref"]
Kind = Literal[
    "status", "empty", "malformed", "slow", "huge", "drop", "entities", "compressed", "error_code", "pause",
    "unsearched",
]  # fmt: skip

CLAUDE_KEY, EXA_KEY, S2_KEY = "sk-ant-engines-7c1", "exa-key-93ab", "s2-key-55de"
HUGE = 9_000_000


@dataclass
class Trouble:
    """A fault of an engine's next answers."""

    kind: Kind
    times: int | None = 1
    status: int = 500
    retry_after: str = ""
    seconds: float = 0.0
    code: str = ""


@dataclass(frozen=True)
class Asked:
    """A request as it came in."""

    engine: str
    path: str
    query: dict[str, str]
    body: dict[str, object]
    headers: dict[str, str]


@dataclass
class _Script:
    planned: dict[str, list[Trouble]] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)

    def next(self, engine: str) -> Trouble | None:
        with self.lock:
            for trouble in self.planned.get(engine, []):
                if trouble.times == 0:
                    continue
                if trouble.times is not None:
                    trouble.times -= 1
                return trouble
        return None


class Engines:
    """The engines, in a thread of their own; `base(name)` is where one is reached."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self._script = _Script()
        self._loop = asyncio.new_event_loop()
        self._started: Future[str] = Future()
        self._stop = asyncio.Event()
        self._thread = Thread(target=self._run, name="engines", daemon=True)
        self._root = ""

    def __enter__(self) -> Self:
        self._thread.start()
        self._root = self._started.result(timeout=10)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(timeout=10)

    def base(self, name: Name) -> str:
        """The base URL of an engine."""
        return f"{self._root}/{name}"

    def fail(self, name: Name, *troubles: Trouble) -> None:
        """Plan faults for the answers to come, in this order."""
        self._script.planned.setdefault(name, []).extend(troubles)

    def count(self, name: Name) -> int:
        """How often an engine was asked."""
        return sum(asked.engine == name for asked in self.asked)

    def last(self, name: Name) -> Asked:
        """The latest request to an engine."""
        return [asked for asked in self.asked if asked.engine == name][-1]

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        app = web.Application(client_max_size=2**20)
        app.router.add_route("*", "/{engine}/{rest:.*}", self._answered)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        host, port = runner.addresses[0][:2]
        self._started.set_result(f"http://{host}:{port}")
        await self._stop.wait()
        await runner.cleanup()

    async def _answered(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        body = json.loads(raw) if raw else {}
        engine, path = request.match_info["engine"], "/" + request.match_info["rest"]
        headers = {name.lower(): value for name, value in request.headers.items()}
        asked = Asked(engine, path, dict(request.query), body, headers)
        self.asked.append(asked)
        trouble = self._script.next(engine)
        if trouble is not None and trouble.kind == "slow":
            await asyncio.sleep(trouble.seconds)
        elif trouble is not None:
            planned = await _wrong(request, asked, trouble)
            if planned is not None:
                return planned
        status, media, text = _right(asked, trouble)
        return web.Response(status=status, text=text, content_type=media)


async def _wrong(request: web.Request, asked: Asked, trouble: Trouble) -> web.StreamResponse | None:
    match trouble.kind:
        case "status":
            headers = {"retry-after": trouble.retry_after} if trouble.retry_after else {}
            return web.Response(status=trouble.status, text='{"error": "planted"}', headers=headers)
        case "malformed":
            return web.Response(text='{"results": [', content_type="application/json")
        case "huge":
            return web.Response(body=b" " * HUGE, content_type="application/json")
        case "compressed":
            return web.Response(body=b"\x1f\x8b" + b"0" * 20, headers={"content-encoding": "gzip"})
        case "entities":
            bomb = (
                '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><feed>&c;</feed>'
            )
            return web.Response(text=bomb, content_type="text/xml")
        case "drop":
            if request.transport is not None:
                request.transport.close()
            return web.Response()
        case "error_code":
            return web.json_response(wires.claude_error(asked.body, trouble.code))
        case "unsearched":
            return web.json_response(wires.claude_unsearched(asked.body, trouble.code))
        case "empty" | "slow" | "pause":
            return None


def _right(asked: Asked, trouble: Trouble | None) -> wires.Reply:
    query, body = asked.query, asked.body
    if trouble is not None and trouble.kind == "empty":
        query = {**query, **dict.fromkeys(("query", "q", "term", "search", "query.bibliographic"), "")}
        query["search_query"] = "all:zzz"
        body = {**body, "query": ""}
    match asked.engine:
        case "arxiv":
            return wires.arxiv(query)
        case "semantic_scholar":
            if asked.headers.get("x-api-key", S2_KEY) != S2_KEY:
                return 403, "application/json", '{"message": "Forbidden"}'
            return wires.semantic_scholar(asked.path, query)
        case "pubmed":
            return wires.esearch(query) if "esearch" in asked.path else wires.efetch(query)
        case "openalex":
            return wires.openalex({name: value for name, value in query.items() if name in asked.query})
        case "crossref":
            return wires.crossref(asked.path, query)
        case "searxng":
            return wires.searxng(query)
        case "exa":
            if asked.headers.get("x-api-key") != EXA_KEY:
                return 401, "application/json", '{"error": "Invalid API key", "tag": "INVALID_API_KEY"}'
            return wires.exa(body)
        case _:
            return _claude(asked, pauses=1 if trouble is not None and trouble.kind == "pause" else 0)


def _claude(asked: Asked, pauses: int) -> wires.Reply:
    # A turn that was paused goes on with its own content last; everything else the real API checks holds.
    turns = asked.body.get("messages")
    first = {**asked.body, "messages": turns[:1] if isinstance(turns, list) else turns}
    refusal = refused(asked.headers, first, CLAUDE_KEY)
    if refusal is not None:
        error = {"type": "error", "error": {"type": refusal.error, "message": refusal.message}}
        return refusal.status, "application/json", json.dumps(error)
    return 200, "application/json", json.dumps(wires.claude(asked.body, pauses))
