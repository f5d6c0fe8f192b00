"""A provider for the peers over real HTTP: OpenAI chat completions and embeddings, two search APIs, pages.

The same policy for everybody: three tasks or queries where a fan-out is asked for, two rounds of search for
an agent with tools, then the end. An answer is filled in from the schema or the tools of its request; it says
nothing about quality.
"""

import json
import re
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, cast
from urllib.parse import urlsplit

from bench.peers.filling import PROSE, filled, tool_calls

PAGES = 300
SENTENCES = 12
CHARACTERS_PER_TOKEN = 4
OK = 200
LABEL = re.compile(r"'([A-Z]\w+)(?: \[\w+\])?: ?(?:<\w[^']*>)?'")
"""How a prompt names the lines it wants: 'Query: <query>'."""


@dataclass(frozen=True)
class Trouble:
    """What goes wrong, from which model call on, and how often (None: for ever)."""

    kind: str = ""
    after: int = 0
    times: int | None = 2
    retry_after: int = 1

    def hits(self, number: int) -> bool:
        """True when the model call of this number meets the trouble."""
        within = self.times is None or number < self.after + self.times
        return bool(self.kind) and self.kind != "no results" and number >= self.after and within


@dataclass
class Call:
    """One request to the model: when it was in flight, and how much was read and written."""

    began: float
    ended: float = 0.0
    status: int = 200
    read: int = 0
    written: int = 0


@dataclass
class Provider:
    """A context: a server on loopback that notes every model call."""

    latency_seconds: float = 0.5
    trouble: Trouble = field(default_factory=Trouble)
    calls: list[Call] = field(default_factory=list)
    searches: int = 0
    pages: int = 0

    def __post_init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> "Provider":
        self._server = _Server(self)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def url(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self._server.server_port}"

    @property
    def good(self) -> list[Call]:
        """The calls that were answered."""
        return [call for call in self.calls if call.status == OK]

    def began(self) -> tuple[int, Call]:
        """A model call begins: its number and its note."""
        with self._lock:
            self.calls.append(call := Call(time.perf_counter()))
            return len(self.calls) - 1, call

    def looked_up(self, *, page: bool) -> None:
        """A search or a page was asked for."""
        with self._lock:
            self.pages, self.searches = self.pages + page, self.searches + (not page)


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256

    def __init__(self, provider: Provider) -> None:
        self.provider = provider
        super().__init__(("127.0.0.1", 0), _Handler)

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no error of the server."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Nothing on the screen."""

    def do_GET(self) -> None:
        """A page, or a search as SearXNG answers it."""
        provider, path = self._provider, urlsplit(self.path).path
        provider.looked_up(page="/pages/" in path)
        if found := re.fullmatch(r"/pages/(\d+)", path):
            return self._send(page(int(found[1])).encode(), "text/html; charset=utf-8")
        results = [] if provider.trouble.kind == "no results" else self._results("content")
        return self._json({"query": "", "results": results})

    def do_POST(self) -> None:
        """A model call, an embedding, or a search as Tavily answers it."""
        body = json.loads(self.rfile.read(int(self.headers["content-length"])) or b"{}")
        if self.path.endswith("/chat/completions"):
            return self._complete(body)
        if self.path.endswith("/embeddings"):
            texts = body["input"] if isinstance(body["input"], list) else [body["input"]]
            rows = [{"object": "embedding", "index": n, "embedding": [0.1] * 64} for n in range(len(texts))]
            return self._json({"object": "list", "data": rows, "model": "m", "usage": usage(8, 0)})
        self._provider.looked_up(page=False)
        results = [] if self._provider.trouble.kind == "no results" else self._results("raw_content")
        return self._json({"query": body.get("query", ""), "results": results, "response_time": 0.1})

    @property
    def _provider(self) -> Provider:
        return cast("_Server", self.server).provider

    def _results(self, text: str) -> list[dict[str, Any]]:
        first = hash(self.path) % PAGES
        pages = [(first + step) % PAGES for step in range(5)]
        return [
            {
                "url": f"{self._provider.url}/pages/{n}",
                "title": f"Page {n}",
                "content": " ".join(words(n)),
                text: " ".join(words(n)),
                "score": 0.9,
            }
            for n in pages
        ]

    def _complete(self, body: dict[str, Any]) -> None:
        number, call = self._provider.began()
        call.read = len(json.dumps(body["messages"])) // CHARACTERS_PER_TOKEN
        trouble = self._provider.trouble
        time.sleep(self._provider.latency_seconds)
        try:
            if trouble.hits(number):
                self._fail(trouble, call)
            else:
                self._answer(body, call)
        finally:
            call.ended = time.perf_counter()

    def _fail(self, trouble: Trouble, call: Call) -> None:
        if trouble.kind == "cut":
            call.status = 0
            self.send_response(200)
            self.send_header("content-length", "5000")
            self.end_headers()
            with suppress(OSError):
                self.wfile.write(b'{"id": "x", "cho')
                self.connection.shutdown(socket.SHUT_RDWR)
            return
        call.status = int(trouble.kind)
        error = {"error": {"message": "try again later", "type": "rate_limit", "code": trouble.kind}}
        self._json(error, call.status, retry_after=trouble.retry_after)

    def _answer(self, body: dict[str, Any], call: Call) -> None:
        message = reply(body)
        call.written = len(json.dumps(message)) // CHARACTERS_PER_TOKEN
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        whole = {"id": "c", "created": 0, "model": body["model"], "usage": usage(call.read, call.written)}
        if not body.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": finish}
            return self._json({**whole, "object": "chat.completion", "choices": [choice]})
        pieces = [
            {"index": 0, "delta": message, "finish_reason": None},
            {"index": 0, "delta": {}, "finish_reason": finish},
        ]
        lines = [
            json.dumps({**whole, "object": "chat.completion.chunk", "choices": [piece]}) for piece in pieces
        ]
        return self._send(
            "".join(f"data: {line}\n\n" for line in [*lines, "[DONE]"]).encode(), "text/event-stream"
        )

    def _json(self, answer: object, status: int = 200, retry_after: int = 0) -> None:
        self._send(json.dumps(answer).encode(), "application/json", status, retry_after)

    def _send(self, data: bytes, kind: str, status: int = 200, retry_after: int = 0) -> None:
        with suppress(OSError):
            self.send_response(status)
            self.send_header("content-type", kind)
            self.send_header("content-length", str(len(data)))
            if retry_after:
                self.send_header("retry-after", str(retry_after))
            self.end_headers()
            self.wfile.write(data)


def reply(body: dict[str, Any]) -> dict[str, Any]:
    """The assistant's message: tool calls, JSON after the schema, a list of queries, or prose."""
    message: dict[str, Any] = {"role": "assistant", "content": PROSE}
    if body.get("tools"):
        if calls := tool_calls(body):
            return {**message, "content": None, "tool_calls": calls}
        return message
    shape = body.get("response_format") or {}
    if shape.get("type") == "json_schema":
        return {**message, "content": json.dumps(filled(shape["json_schema"]["schema"]))}
    asked = json.dumps(body["messages"])
    if "agent_role_prompt" in asked:
        return {**message, "content": json.dumps({"server": "Analyst", "agent_role_prompt": "You analyse."})}
    if "list of strings" in asked or '[\\"query' in asked.replace(" ", ""):
        return {**message, "content": json.dumps([f"tidal glass roofs {n}" for n in range(3)])}
    if labels := dict.fromkeys(LABEL.findall(body["messages"][-1]["content"])):
        lines = [f"{label}: tidal glass roofs, point {n}" for n in range(3) for label in labels]
        return {**message, "content": "\n".join(lines)}
    return message


def usage(read: int, written: int) -> dict[str, int]:
    """Tokens, as the API counts them in its answer."""
    return {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}


def page(number: int) -> str:
    """A page of plain text about the question."""
    text = "</p><p>".join(words(number))
    return f"<html><head><title>Page {number}</title></head><body><p>{text}</p></body></html>"


def words(number: int) -> Iterator[str]:
    """Sentences of a page, its own."""
    for sentence in range(SENTENCES):
        measured = f"{sentence + 3} houses in town {number} cooler by {number % 9 + 1} degrees"
        yield f"Report {number}-{sentence}: tidal-glass roofs kept {measured}."
